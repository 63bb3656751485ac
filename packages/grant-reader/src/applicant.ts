/** Rules for what the applicant must be or have: size, registrations, governance, partners. */

import { createFinding, type FoundCriterion, type Rule } from './build.ts'
import type { Operator } from './criterion.ts'
import { NUMBER, parseNumber } from './figures.ts'
import { withoutFunder } from './limit-subject.ts'
import {
  ABOUT_IT,
  ACCOUNTS,
  AND_SUMS,
  BANK_ACCOUNT,
  BINDS_BEFORE,
  COLLABORATES,
  COMMITTEE,
  CONSTITUTION,
  EMPLOYEES_BEFORE,
  EMPLOYS,
  JOBS_ELSEWHERE,
  LACKS,
  LET_IN_WITH,
  MUST_COLLABORATE,
  ON_COMMITTEE,
  ONE_TRADE,
  OR_MORE,
  OTHER_REGISTER,
  OTHER_SIZES,
  PEOPLE,
  PEOPLE_EMPLOYED,
  SAME_THING,
  SEATS,
  SIZE_WORDS,
  VAT_OF_COSTS,
} from './phrases/applicant.ts'
import { REFUSES } from './phrases/requirement-words.ts'
import { words } from './phrases/words.ts'
import { invertBound, isExclusion, withoutDenial } from './polarity.ts'
import { demands } from './requirement-words.ts'
import type { Unit } from './units.ts'

const EMPLOYEES_BEHIND = new RegExp(
  `(${NUMBER})\\s+${PEOPLE_EMPLOYED},? or (fewer|less|under|more|above)`,
  'i',
)
const EMPLOYEES_BEHIND_NUMBER = new RegExp(
  `(${NUMBER}) or (fewer|less|more) ${PEOPLE_EMPLOYED}`,
  'i',
)
const EMPLOYEES_BETWEEN = new RegExp(
  `between\\s+(${NUMBER})\\s+and\\s+(${NUMBER})\\s+${PEOPLE_EMPLOYED}`,
  'i',
)

function parseOperator(word: string): Operator {
  if (/^(?:fewer|less than|under|below)/i.test(word)) return 'less_than'
  if (/^(?:at least|a minimum)/i.test(word)) return 'at_least'
  return /^(?:more than|over)/i.test(word) ? 'more_than' : 'at_most'
}

const ABOUT_EMPLOYERS = words`
  \bemploy|\bstaff\b|\bFTE|\bbusiness|\borgani[sz]ation|\bcompan|\bapplicant|\benterprise|
  \bhave\b`

/** How many it employs; null when the sentence does not say. */
function readEmployed(unit: Unit, text: string, isShut: boolean): FoundCriterion[] | null {
  const employs = ABOUT_EMPLOYERS.test(unit.text)
  const created = JOBS_ELSEWHERE.test(text)
  if (employs && !created) {
    const limits = new Set(
      [...text.matchAll(new RegExp(EMPLOYEES_BEFORE.source, 'gi'))].map(([, , count]) => count),
    )
    // Two limits in one sentence are two offers.
    if (limits.size > 1)
      return [...limits].map((count) =>
        createFinding('COMPANY_SIZE', 'employees', 'at_most', parseNumber(count!), 'part'),
      )
    const between = EMPLOYEES_BETWEEN.exec(text)
    if (between && /employ|staff|FTE/i.test(unit.text) && !isShut) {
      return [
        createFinding('COMPANY_SIZE', 'employees', 'between', {
          min: parseNumber(between[1]!),
          max: parseNumber(between[2]!),
        }),
      ]
    }
    const behind = EMPLOYEES_BEHIND.exec(text) ?? EMPLOYEES_BEHIND_NUMBER.exec(text)
    if (behind && /employ|staff|FTE/i.test(unit.text)) {
      const operator = invertBound(
        /^(?:more|above)/i.test(behind[2]!) ? 'at_least' : 'at_most',
        isShut,
      )
      return operator === null
        ? []
        : [createFinding('COMPANY_SIZE', 'employees', operator, parseNumber(behind[1]!))]
    }
    // "Retail businesses over 5 staff are excluded": others of that size are not.
    if (isShut && ONE_TRADE.test(unit.text)) return []
    const before = EMPLOYEES_BEFORE.exec(text) ?? EMPLOYS.exec(text)
    if (before && /employ|staff|FTE/i.test(unit.text)) {
      const operator = invertBound(parseOperator(before[1]!), isShut)
      return operator === null
        ? []
        : [createFinding('COMPANY_SIZE', 'employees', operator, parseNumber(before[2]!))]
    }
  }
  return null
}

const OR_FEWER = words`
  (?<!£[\d.,]+ ?(?:m|k|million)? )\b(?:or|either) (?:fewer|less|under|\d+ employees)`
const STAFF_TAKE_PART = words`
  \b(?:staff|employees|people|workers)\b[^.;]{0,20}\b(?:take part|attend|join|be trained|travel|
  participate|benefit)\b`

/** "SMEs with five or more employees" says both by name and by number how large they are. */
export const size: Rule = (unit, { text: whole }) => {
  if (unit.mood === 'any_of') return []
  // "(fewer than 250 employees and a turnover of less than …)" explains the name.
  const text = withoutDenial(unit.text, 'anything')
    // "with fewer than 250 employees and a turnover or a balance sheet of …": how many it employs
    // holds whatever the sums are.
    .replace(AND_SUMS, (all, people: string, sums: string) => (OR_FEWER.test(sums) ? all : people))
    .replace(/\([^)]*\b(?:turnover|balance sheet)\b[^)]*\)/gi, ' ')
  const isShut = isExclusion({ ...unit, text })
  // "Three staff can take part from each business"
  if (STAFF_TAKE_PART.test(text)) return []
  if (
    unit.mood === 'none_of' &&
    !/\b(?:business|compan|organi[sz]ation|enterprise|employ)/i.test(text)
  )
    return []
  if (/\b(?:balance sheet|turnover)\b/i.test(text) && /\b(?:or|either|two)\b/i.test(text)) return []
  const byNumber = readEmployed(unit, text, isShut)
  const byName = isShut ? [] : sizeNamed(unit, text, whole)
  return [...(byNumber ?? []), ...byName]
}

function sizeNamed(unit: Unit, text: string, whole: string): FoundCriterion[] {
  const named = SIZE_WORDS.exec(text)
  if (!named || OTHER_SIZES.test(text)) return []
  if (
    !isBound(unit, text, named) ||
    /\b(?:charit|communit|organi[sz]ations|council|universit|individuals)/i.test(
      withoutFunder(text),
    )
  )
    return []
  const words = named[1]!.toLowerCase()
  const sizes = /sme|medium/.test(words)
    ? ['micro', 'small', 'medium']
    : /small/.test(words)
      ? ['micro', 'small']
      : ['micro']
  const elsewhere =
    /\blarger? (?:business|compan|organi|enterprise|firm)|\bany size\b|\ball sizes\b/i.test(
      whole.replace(/^.*\bto (?:collaborate|partner)\b.*$/gim, ''),
    )
  return [
    createFinding('COMPANY_SIZE', 'company_size', 'one_of', sizes, elsewhere ? 'part' : undefined),
  ]
}

const THEN_MAY_APPLY = words`
  ^[^.;]{0,140}?\b(?:can apply|may apply|can bid|(?:is|are) eligible|only)\b`

/**
 * Returns whether the sentence requires the sizes or includes applicants by them; "the minimum
 * grant for small businesses is" does neither.
 */
function isBound(unit: Unit, text: string, named: RegExpExecArray): boolean {
  const before = text.slice(0, named.index)
  const behind = text.slice(named.index + named[0].length)
  return (
    /^(?:eligible|open to|who can apply|applicants?)\s*\??\s*[:–—-]/i.test(before) ||
    BINDS_BEFORE.test(before) ||
    (unit.mood === 'all_of' && before.length <= 40) ||
    THEN_MAY_APPLY.test(behind)
  )
}

const REGISTERS: readonly [RegExp, string][] = [
  [words`\bCharity Commission(?! for Northern)`, 'charity_commission'],
  [words`\bOSCR\b|\bOffice of the Scottish Charity Regulator\b`, 'oscr'],
  [words`\bCCNI\b|\bCharity Commission for Northern Ireland\b`, 'ccni'],
  [
    words`\bCompanies House\b|\bcompany (?:registration )?number\b|\bcompany registration\b`,
    'companies_house',
  ],
  [/\bVAT\b/, 'vat'],
  [
    words`\bRural Payments\b(?! (?:Wales|and Services))|\bsingle business identifier\b|\bSBI\b`,
    'rpa',
  ],
]

const REGISTERED_KIND = words`
  ^(?:an? )?(?:[A-Z]{3,5}[- ])?registered (?:charit|compan|societ|business)`

/**
 * Several registers in one sentence are alternatives: "registered at Companies House, or for VAT".
 */
export const registration: Rule = (unit, { text: whole }) => {
  // "£20,000 (for VAT registered businesses)" requires no registration.
  const text = unit.text.replace(/\((?:for|if)\b[^)]*\)/gi, ' ')
  const negated =
    unit.mood === 'none_of' &&
    /\b(?:do not have|don['’]t have|are not registered|without)\b/i.test(text)
  if (unit.mood !== 'none_of' && REFUSES.test(text)) return []
  if (
    unit.mood === 'none_of'
      ? !negated
      : !(demands(unit) || /\bapplications from [^.;]*\bregistered with\b/i.test(text))
  )
    return []
  if (
    !/\bregist|\bnumber\b|\bSBI\b|single business identifier/i.test(text) ||
    unit.mood === 'any_of' ||
    (unit.mood === 'plain' && unit.list !== null)
  )
    return []
  if (VAT_OF_COSTS.test(text)) return []
  // "OSCR registered charities", one kind of several.
  if (unit.list !== null && unit.list.items.length > 1 && REGISTERED_KIND.test(text)) return []
  const named = REGISTERS.filter(([pattern]) => pattern.test(text)).map(([, name]) => name)
  if (named.length === 0) return []
  // Another way than these registers: "or be an unincorporated group", "or an equivalent body".
  const other = OTHER_REGISTER.test(
    text.replace(/\bVAT registered with (?:HMRC|Her Majesty['’]s Revenue[^.]*)|\bfor VAT\b/gi, ''),
  )
  // One alternative is none of these registers: "with OSCR or Ofsted", "a Companies House number or
  // a charity number".
  const ways = text.slice(Math.max(0, text.search(/regist|number|\bSBI\b/i) - 20)).split(/\bor\b/i)
  const unknown =
    ways.length > 1 &&
    ways.some(
      (way) =>
        /\b[A-Z][a-z]{3,}|\b[A-Z]{3,}|\bnumber/.test(way) &&
        !REGISTERS.some(([pattern]) => pattern.test(way)),
    )
  const all =
    named.length > 1 && /\band\b/i.test(text) && !/\bor\b|\bif not\b|\beither\b/i.test(text)
  const elsewhere =
    /\b(?:unregistered|unincorporated|not registered (?:as|with)|need not be registered)\b/i.test(
      whole,
    )
  return [
    createFinding(
      'REGISTRATION',
      'registration',
      'one_of',
      named,
      other || unknown || all || elsewhere ? 'alternative' : undefined,
    ),
  ]
}
/** "Groups without a constitution cannot apply." */
const MAY_NEED = words`
  \b(?:may|might|could) (?:also )?(?:need|be asked|be required)\b|
  \bsignator\w*\b[^.;]*\baccount\b`

const THEN_MUST = words`^[^.;]{0,30}?\b(?:must|should|need|has|have) (?!not)`
const DOES_NOT_HAVE = words`\b(?:(?:do|does)(?: not|n['’]t) have|without)\s*$`

export const governance: Rule = (unit) => {
  if (unit.mood === 'any_of') return []
  const text = unit.text
  const seats = ON_COMMITTEE.exec(text)
  if (seats && unit.mood !== 'none_of' && demands(unit) && !REFUSES.test(text))
    return [
      createFinding('GOVERNANCE', 'trustees', 'at_least', parseNumber(seats[2] ?? seats[4]!)),
      ...possessions(unit),
    ]
  const seated = unit.mood === 'all_of' ? SEATS.exec(text) : null
  if (seated) return [createFinding('GOVERNANCE', 'trustees', 'at_least', parseNumber(seated[1]!))]
  const people = PEOPLE.exec(text) ?? COMMITTEE.exec(text) ?? OR_MORE.exec(text)
  // "At least one director must have …" is a requirement for one of them.
  const ofOne =
    people !== null &&
    /^(?:at least|a minimum of)$/i.test(text.slice(0, people.index + people[1]!.length).trim()) &&
    THEN_MUST.test(text.slice(people.index + people[0].length))
  if (people && !ofOne && !/^[^.;,]{0,50}\bsignator/i.test(text.slice(people.index))) {
    // "organisations that do not have at least two people on their board"
    const few =
      /^(?:fewer|less)/i.test(people[1]!) !== DOES_NOT_HAVE.test(text.slice(0, people.index))
    const excluded =
      unit.mood === 'none_of' || /\b(?:cannot|not eligible|not fund|ineligible)\b/i.test(text)
    // "We will not fund organisations with fewer than three trustees" requires three, however
    // softly it is worded.
    if (few !== excluded) return []
    const seats = createFinding('GOVERNANCE', 'trustees', 'at_least', parseNumber(people[2]!))
    return unit.mood === 'none_of' || excluded ? [seats] : [seats, ...possessions(unit)]
  }
  return possessions(unit)
}

const NOT_CONSTITUTED = words`
  ^(?:non[- ]?constituted|unconstituted) (?:groups?|organi[sz]ations?|bodies)\b`

const FIGURE_OF_ACCOUNTS = words`
  \b(?:in|from|by) (?:its|their|your|the) (?:last|latest|most recent|annual)
  (?: set of)?(?: \w+)? accounts\b`
const HANDS_IN = words`
  \b(?:have|provide|submit|supply|produce|give|hold|with|enclose|upload|send|accompanied by)\b`
const SET_OF_ACCOUNTS = words`
  ^(?:at least |a minimum of )?(?:\w+ )?(?:years?['’]?s?|sets?|full|annual|audited|published)\b`

/** A constitution, an account, accounts. */
function possessions(unit: Unit): FoundCriterion[] {
  const text = unit.text
  const lacking = unit.mood === 'none_of' || REFUSES.test(text) ? LACKS.exec(text) : null
  if (lacking) {
    const what = /accounts$/i.test(lacking[0])
      ? 'has_accounts'
      : /account/i.test(lacking[0])
        ? 'has_bank_account'
        : 'has_constitution'
    const either = /\b(?:or|and)\b/i.test(text.replace(SAME_THING, ''))
    return [createFinding('GOVERNANCE', what, 'is', true, either ? 'alternative' : undefined)]
  }
  if (LACKS.test(text)) return []
  if (unit.mood === 'none_of' && NOT_CONSTITUTED.test(text))
    return [createFinding('GOVERNANCE', 'has_constitution', 'is', true)]
  if (
    unit.mood === 'none_of' ||
    !(demands(unit) || LET_IN_WITH.test(text)) ||
    MAY_NEED.test(text) ||
    /\b(?:not (?:need|required|have)|no need)\b/i.test(text)
  )
    return []
  const has = (pattern: RegExp) => pattern.test(text)
  const found = []
  if (has(CONSTITUTION) && !/\bcopy of\b/i.test(text))
    found.push(createFinding('GOVERNANCE', 'has_constitution', 'is', true))
  if (
    has(BANK_ACCOUNT) &&
    !has(/\bpaid into\b|\bdetails\b|\bstatements?\b|\bevidence\b|\bcredit union\b/i)
  )
    found.push(createFinding('GOVERNANCE', 'has_bank_account', 'is', true))
  if (
    has(ACCOUNTS) &&
    !has(FIGURE_OF_ACCOUNTS) &&
    (has(HANDS_IN) || (unit.mood === 'all_of' && has(SET_OF_ACCOUNTS)))
  )
    found.push(createFinding('GOVERNANCE', 'has_accounts', 'is', true))
  // "a bank account, or the account of another body": one of two will do.
  // "a bank account, or the account of another body": one of two will do, whatever the other is,
  // unless both words mean the same thing.
  const either = /\bor\b/i.test(
    text
      .replace(/\([^)]*\)/g, '')
      .replace(SAME_THING, '')
      .replace(ABOUT_IT, ''),
  )
  return either ? found.map((each) => ({ ...each, doubt: 'alternative' as const })) : found
}

const NEED_NO_PARTNER = words`
  \b(?:alone|individually|if|may|can (?:also|be|include)|encourag|welcome|should the|
  not (?:need|required)|or)\b`
const INVOLVES_AN_SME = words`
  \b(?:at least one|an?) SMEs?\b[^.;]{0,30}\binvolved\b|\b(?:involve|include) (?:at least one|
  an) SME\b(?! if)`

export const partners: Rule = (unit) => {
  if (unit.mood === 'none_of' || unit.mood === 'any_of') return []
  // "… partners, who may come from any sector"
  const text = unit.text.replace(/, (?:who|which) .*$/i, '')
  if (NEED_NO_PARTNER.test(text)) return []
  if (INVOLVES_AN_SME.test(text) && demands(unit)) {
    return [createFinding('PARTNERSHIP', 'has_sme_partner', 'is', true)]
  }
  if (/^(?:collaborat(?!e with)\w+|consorti\w+|partnerships?|joint)\b/i.test(text)) return []
  // "work in partnership to maximise impact" says how, not with whom.
  if (/\bin (?:partnership|collaboration)\b(?! with\b)/i.test(text) && !/\bmust\b/i.test(text))
    return []
  const joint = MUST_COLLABORATE
  return joint.test(text) || (unit.mood === 'all_of' && COLLABORATES.test(text))
    ? [createFinding('PARTNERSHIP', 'has_partner', 'is', true)]
    : []
}

const LAND_NEEDS = words`
  \b(?:hectares?|ha)\b[^.;]{0,20}\b(?:needs?|must|should|requires?|will|may)\b`

export const land: Rule = (unit) => {
  if (unit.mood === 'none_of' || unit.mood === 'any_of') return []
  const match = new RegExp(
    `(at least|a minimum of|minimum of|more than|over|up to|no more than|less than)\\s+(${NUMBER})\\s*(?:hectares?|ha)\\b`,
    'i',
  ).exec(unit.text)
  if (
    !match ||
    isExclusion(unit) ||
    /\b(?:per|each|every|first|woodland block|blocks?)\b/i.test(unit.text) ||
    (unit.text.match(/\b(?:hectares?|ha)\b/gi) ?? []).length > 1 ||
    LAND_NEEDS.test(unit.text) ||
    !(demands(unit) || /\b(?:apply|eligible)\b/i.test(unit.text))
  )
    return []
  return [
    createFinding('LAND_AREA', 'land_area_ha', parseOperator(match[1]!), parseNumber(match[2]!)),
  ]
}
