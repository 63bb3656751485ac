/** What the applicant must be or have: size, registrations, governance, partners, earlier funding. */

import { CONDITIONAL, finding, type Rule } from './build.ts'
import { NUMBER, numberOf } from './figures.ts'
import type { Unit } from './units.ts'

const required = (unit: Unit) =>
  unit.mood === 'all_of' ||
  /\b(?:must|need(?:s)? to|required|requires?|have to|has to|only|should)\b/i.test(unit.text) ||
  /\bmust\b/i.test(unit.list?.lead ?? '')

export const size: Rule = (unit) => {
  if (unit.mood === 'none_of' || unit.mood === 'any_of' || /\bany size\b/i.test(unit.text)) return []
  const employees = new RegExp(
    `(fewer than|less than|under|up to|no more than|a maximum of|at least|more than|over)\\s+(${NUMBER})\\s+(?:full[- ]time (?:equivalent )?)?(?:\\(?FTE\\)? )?(?:employees|staff|people employed)`,
    'i',
  ).exec(unit.text)
  if (employees && !CONDITIONAL.test(unit.text)) {
    const word = employees[1]!.toLowerCase()
    const operator = /^(?:fewer|less|under)/.test(word)
      ? 'less_than'
      : word === 'at least'
        ? 'at_least'
        : /^(?:more|over)/.test(word)
          ? 'more_than'
          : 'at_most'
    return [finding('COMPANY_SIZE', 'employees', operator, numberOf(employees[2]!))]
  }
  const lead =
    /\b(?:be|are|is|only|open to|for)\b[^.;]{0,40}\b(micro(?:[ -](?:business(?:es)?|enterprises?|companies))?(?:,? (?:and|or) small)?|small (?:and|or|to|&) medium|SMEs?|small business(?:es)?)\b/i.exec(
      unit.text,
    )
  if (
    !lead ||
    !required(unit) ||
    CONDITIONAL.test(unit.text) ||
    /\b(?:involve|include|partner|collaborat|at least one|traders? or|individuals? or)/i.test(unit.text)
  )
    return []
  const text = lead[1]!.toLowerCase()
  const sizes = /sme|medium/.test(text) ? ['micro', 'small', 'medium'] : /small/.test(text) ? ['micro', 'small'] : ['micro']
  return [finding('COMPANY_SIZE', 'company_size', 'one_of', sizes)]
}

const REGISTERS: readonly [RegExp, string][] = [
  [/\bCharity Commission(?! for Northern)/i, 'charity_commission'],
  [/\bOSCR\b|\bOffice of the Scottish Charity Regulator\b/i, 'oscr'],
  [/\bCCNI\b|\bCharity Commission for Northern Ireland\b/i, 'ccni'],
  [/\bCompanies House\b|\bcompany (?:registration )?number\b|\bcompany registration\b/i, 'companies_house'],
  [/\bVAT\b/, 'vat'],
  [/\bRural Payments\b|\bsingle business identifier\b|\bSBI\b/i, 'rpa'],
]

/** Several registers in one sentence are alternatives: "registered at Companies House, or for VAT". */
export const registration: Rule = (unit) => {
  const text = unit.text
  const negated = unit.mood === 'none_of' && /\b(?:do not have|don['’]t have|are not registered|without)\b/i.test(text)
  if (unit.mood === 'none_of' ? !negated : !(required(unit) || /\bregistered (?:with|at|by|on)\b/i.test(text))) return []
  if (
    !/\bregist|\bnumber\b|\bSBI\b|single business identifier/i.test(text) ||
    unit.mood === 'any_of' ||
    /inclusive of VAT|excluding VAT/i.test(text)
  )
    return []
  const named = REGISTERS.filter(([pattern]) => pattern.test(text)).map(([, name]) => name)
  const all = named.length > 1 && /\band\b/i.test(text) && !/\bor\b|\bif not\b|\beither\b/i.test(text)
  return named.length > 0 && !all ? [finding('REGISTRATION', 'registration', 'one_of', named)] : []
}

const PEOPLE = new RegExp(
  `(at least|a minimum of|minimum of|no fewer than|fewer than|less than)\\s+(${NUMBER})\\s+(?:unrelated |independent |un-?connected )?(?:board|committee|trustees?|directors?|members? (?:on|of) (?:the|your)|management committee)`,
  'i',
)

export const governance: Rule = (unit) => {
  if (unit.mood === 'any_of') return []
  const text = unit.text
  const people = PEOPLE.exec(text)
  if (people && !/^if\b/i.test(text)) {
    const few = /^(?:fewer|less)/i.test(people[1]!)
    const excluded = unit.mood === 'none_of' || /\b(?:cannot|not eligible|not fund)\b/i.test(text)
    // "We will not fund organisations with fewer than three trustees" asks for three, however softly it is put.
    if (few !== excluded) return []
    return [finding('GOVERNANCE', 'trustees', 'at_least', numberOf(people[2]!))]
  }
  if (unit.mood === 'none_of' || !required(unit) || CONDITIONAL.test(text)) return []
  const has = (pattern: RegExp) => pattern.test(text)
  if (has(/\b(?:governing document|(?:written |signed |adopted )constitution|have a constitution|set of rules)\b/i))
    return [finding('GOVERNANCE', 'has_constitution', 'is', true)]
  if (has(/\bbank (?:or building society )?account\b/i)) return [finding('GOVERNANCE', 'has_bank_account', 'is', true)]
  if (has(/\b(?:annual|audited|signed|financial|years? of|published|certified) accounts\b/i))
    return [finding('GOVERNANCE', 'has_accounts', 'is', true)]
  return []
}

export const partners: Rule = (unit) => {
  if (unit.mood === 'none_of' || unit.mood === 'any_of') return []
  const text = unit.text
  if (/\b(?:alone or|or alone|individually or|if you want|may|can|encourag|welcome|should the)\b/i.test(text)) return []
  if (
    /\b(?:at least one|an?) SMEs?\b[^.;]{0,30}\binvolved\b|\b(?:involve|include) (?:at least one|an) SME\b(?! if)/i.test(text) &&
    !/\bif\b/i.test(text)
  ) {
    return [finding('PARTNERSHIP', 'has_sme_partner', 'is', true)]
  }
  const joint =
    /\bmust (?:be )?(?:collaborat|work(?:ing)? in partnership|apply (?:as|in) (?:part of )?an? (?:consortium|partnership)|involve at least (?:one|two) (?:other )?(?:partner|organi)|have at least one partner|a (?:consortium|partnership))/i
  return joint.test(text) ||
    (unit.mood === 'all_of' &&
      /^(?:collaborate|work in partnership|apply (?:as|in) (?:part of )?a (?:consortium|partnership)|have at least one partner)/i.test(
        text,
      ))
    ? [finding('PARTNERSHIP', 'has_partner', 'is', true)]
    : []
}

export const land: Rule = (unit) => {
  if (unit.mood === 'none_of' || unit.mood === 'any_of') return []
  const match = new RegExp(
    `(at least|a minimum of|minimum of|more than|over|up to|no more than|less than)\\s+(${NUMBER})\\s*(?:hectares?|ha)\\b`,
    'i',
  ).exec(unit.text)
  if (!match || /\b(?:per|each|every)\b/i.test(unit.text)) return []
  const word = match[1]!.toLowerCase()
  const operator = /^(?:more|over)/.test(word)
    ? 'more_than'
    : /^(?:up|no)/.test(word)
      ? 'at_most'
      : word === 'less than'
        ? 'less_than'
        : 'at_least'
  return [finding('LAND_AREA', 'land_area_ha', operator, numberOf(match[2]!))]
}

const ONE_APPLICATION = new RegExp(
  `\\b(?:only (?:submit |make |accept )?|(?:submit|make) (?:only |a maximum of |up to |no more than )|maximum of |no more than |limited to )(${NUMBER}) (?:\\w+ ){0,2}?applications?\\b`,
  'i',
)
const ONE_PER = new RegExp(`\\b(${NUMBER}) (?:\\w+ )?applications? (?:per|from each|for each)\\b`, 'i')

export const applications: Rule = (unit) => {
  const match = ONE_APPLICATION.exec(unit.text) ?? ONE_PER.exec(unit.text)
  return match && unit.mood !== 'none_of' && !/^if\b/i.test(unit.text)
    ? [finding('MAX_APPLICATIONS', 'applications', 'at_most', numberOf(match[1]!))]
    : []
}

const HELD =
  /\b(?:already|previously|current(?:ly)?|in the (?:last|past))\b[^.;]{0,60}\b(?:fund(?:ed|ing)?|grants?|awards?|awarded)\b|\b(?:have|has|had) (?:already |previously |been )*(?:received|awarded|funded|benefited)\b[^.;]{0,40}\b(?:grant|award|fund)/i
const REFUSED =
  /\b(?:not eligible|ineligible|cannot apply|can['’]t apply|not be (?:eligible|considered|funded)|may not apply|must not have|should not have)\b/i

export const priorFunding: Rule = (unit) => {
  const excluded = unit.mood === 'none_of' || REFUSED.test(unit.text)
  return excluded && HELD.test(unit.text) && !/\b(?:do not|don['’]t|not already)\b/i.test(unit.text)
    ? [finding('PRIOR_FUNDING', 'has_prior_funding', 'is', false)]
    : []
}

const BEGUN =
  /\bretrospective(?:ly)?\b|\b(?:already|previously) (?:started|begun|commenced|completed|taken place|incurred|been (?:started|completed|incurred|paid|purchased))\b|\b(?:costs?|work|expenditure|activit(?:y|ies)|projects?)\b[^.;]{0,40}\b(?:incurred|started|begun|spent|begins?|starts?) before\b/i
const NOT_PAID =
  /\b(?:not (?:fund|eligible|pay|cover|support|be (?:funded|eligible|paid))|cannot|can['’]t|ineligible|no retrospective|must not)\b/i

export const notBegun: Rule = (unit) =>
  (unit.mood === 'none_of' || NOT_PAID.test(unit.text)) && BEGUN.test(unit.text)
    ? [finding('NO_RETROSPECTIVE', 'work_started', 'is', false)]
    : []

export const invited: Rule = (unit) =>
  /\b(?:by invitation(?: only)?|invite[- ]only|invitation[- ]only|(?:have been|been|are|were) invited to (?:apply|submit|bid)|invited (?:applicants|organi[sz]ations) only)\b/i.test(
    unit.text,
  ) &&
  !/\b(?:is|are) invited (?:from|to apply for|to express)\b/i.test(unit.text) &&
  unit.mood !== 'none_of'
    ? [finding('INVITE_ONLY', 'invited', 'is', true)]
    : []
