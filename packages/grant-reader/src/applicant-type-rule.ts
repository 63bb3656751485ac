/** Rule for who may apply, and who may not. */

import { BY_GUARANTEE, kindsIn, kindsMentioned, kindsRuledOut } from './applicant-kinds.ts'
import { createFinding, type FoundCriterion, type Rule } from './build.ts'
import { ORG_TYPES, type OrgType } from './kinds.ts'
import {
  ABOUT_APPLYING,
  ADDS,
  ADMITS,
  ALSO,
  EXCEPTED,
  HOW_OFTEN,
  IS_FOR,
  IS_ONE_OF,
  KIND_MODIFIER,
  NARROWED,
  NARROWER_KIND,
  NOT_THOSE,
  NOT_WHO,
  OF_A_SIZE,
  OF_A_STRAND,
  OF_BEING,
  OTHER_COUNCIL,
  SHUTS_OUT,
  TO_ORGANISATIONS,
  WHO_HEADING,
  WITH_OTHERS,
} from './phrases/applicant-type-rule.ts'
import { words, wordsWith } from './phrases/words.ts'
import type { List, Unit } from './units.ts'

/** Lines under "Who can apply", without a verb. */
const ONLY_THESE = words`
  ^only ([^.;:]{3,120}?)(?=\s(?:whose|who|that|which|with|based|in|from)\b|[.:;]|$)`
const CAN_I_APPLY = words`
    ^is (?:your|my|our) \w+ eligible\b|^(?:can|may) (?:I|we|you|my \w+) apply\b|^(?:am I|
    are (?:you|we)) eligible\b`
const YES_IF = words`
  ^yes\s?[,–—-]? (?:but )?(?:only )?if you(?:['’]re| are) (?:an? |either an? )?([^.;:]+)`
const VERB = words`
    \b(?:is|are|be|must|can|may|will|should|have|has|need|do|does|cannot|apply|please|see|
    read|check|contact)\b`
const BE_ITEM = words`
    ^(?:you['’]re|(?:(?:you|your \w+) )?(?:be|are|is)) (?!or\b)(?:an? |either (?:an? )?|
    one of )?(.+)`
const DENIES = words`\b(?:no|never|neither|nor|not|cannot|can['’]t|don['’]t|won['’]t|nobody)\b`
const CAN_CLOSE = words`
  \b(?:be an?|fund|support|open|available|appl\w+|issued|made|given|awarded|grants?|for|from)\b`

/** A concession at the end of a sentence: "…, though a council may be a partner". */
const TURNS = words`,? (?:however|though|although|but (?!not\b)|whereas|while)\b.*$`
const FOR_WHAT = words`(?<=^(?:applications?|bids?|proposals?)) for [^,;.]*? (?=(?:are|is) )`
const RELENTS = words`
  \b(?:exception\w*|discretion|consider\w*|still|sometimes|case|apply|eligible|welcome)\b`
const AS_PARTNER = words`\b(?:partners?|collaborat\w+|subcontract\w+|involved)\b`

/**
 * The clause that says who may apply, where the sentence turns to something else and relents
 * nothing.
 */
function findClause(text: string, types: readonly OrgType[]): string {
  const turn = TURNS.exec(text)?.[0]
  // "Applications for projects that meet our priorities are welcome from …" says so of no wish.
  if (turn === undefined && FOR_WHAT.test(text)) return text.replace(FOR_WHAT, '')
  if (turn === undefined || RELENTS.test(turn)) return text
  if (!AS_PARTNER.test(turn) && [...kindsMentioned(turn)].some((kind) => types.includes(kind)))
    return text
  return text.slice(0, -turn.length)
}

/** Words about other sources of money. */
export const ELSEWHERE = words`
    ^(?:see|view|visit|find out|read)\b|\bother (?:funding|grants|funds|schemes|sources)
    \b[^.;]*\b(?:available|for)\b`

const HEDGED = words`
  \b(?:includ(?:es?|ing)|such as|for example|e\.g\.?|not limited to|might|may be)\b`

/** Words that a remark among applicants must not contain if it is to be skipped. */
const LETS_IN_MORE = words`\b(?:appl(?:y|ications?)|eligible|consider\w*|also|other)\b`

const REQUIRES_MORE = words`
    ^(?:all )?(?:applicants|organi[sz]ations|groups|those|businesses) (?:that|who|which|
    with|must|working|based)\b`

/** A list of this length is complete. */
const LONG = 4

const SIDE_NOTE = words`^(?:for|where|in) [^.;]*\b(?:may|can|must|will|is|are)\b`

/** Reads a whole list of alternatives as one requirement, only if every item names a known kind. */
export function whoList(list: List): FoundCriterion | null {
  if (list.mood !== 'any_of' || !(list.isWho || IS_ONE_OF.test(list.lead))) return null
  const types = new Set<OrgType>()
  // What a list includes is not all that there is.
  let isOpen = HEDGED.test(list.lead) && list.items.length < LONG
  let isOfAnyForm = false
  let named = 0
  const forms = list.items.some(({ text }) =>
    /\b(?:sole trader|limited compan|private limited|LLP)/i.test(text),
  )
  for (const [at, item] of list.items.entries()) {
    // Next to a sole trader or a company, a partnership is a form of business.
    if (forms && /^(?:an? )?(?:business )?partnerships?\.?$/i.test(item.text)) {
      types.add('business')
      named += 1
      continue
    }
    if (/^an? (?:group|partnership|consortium) of organi/i.test(item.text)) continue
    // "For departments whose roles are reserved, funding may be used anywhere" is a remark.
    if (SIDE_NOTE.test(item.text) && !LETS_IN_MORE.test(item.text)) continue
    const kinds = kindsIn(
      item.text
        .replace(BY_GUARANTEE, ' limited by guarantee')
        .replace(/\([^)]*\)/g, ' ')
        .replace(/(?:\s[-–—]|:)\s.*$/, '')
        .replace(/[*†]+/g, '')
        .replace(/,? \b(?:if|where|when|providing)\b.*$/i, '')
        .replace(NARROWER_KIND, ''),
    )
    if (kinds.isOfAnyForm) isOfAnyForm = true
    if (kinds.isWhole && kinds.types.length === 0) continue
    // "Businesses and clubs", then "Organisations that pay a living wage": a further requirement
    // for the same applicants.
    if (
      at > 0 &&
      named === 1 &&
      kinds.types.length === 0 &&
      kinds.isAnybody &&
      REQUIRES_MORE.test(item.text)
    )
      continue
    if (
      !kinds.isWhole ||
      kinds.isAnybody ||
      kinds.types.length === 0 ||
      kinds.types.length === ORG_TYPES.length
    )
      isOpen = true
    else named += 1
    for (const type of kinds.types) types.add(type)
  }
  if (named === 0) return null
  if (isOfAnyForm && !types.has('charity') && !types.has('community_group')) isOpen = true
  const value = ORG_TYPES.filter((type) => types.has(type))
  return isOpen
    ? { ...createFinding('ORG_TYPE', 'org_type', 'one_of', value, 'alternative'), opens: true }
    : createFinding('ORG_TYPE', 'org_type', 'one_of', value)
}

/**
 * "(a group need not be a charity)" next to applicants retracts nothing; "(except schools)" does.
 */
const ASIDE = wordsWith('gi')`
  \s?\((?![^)]*\b(?:except|excluding|other than|unless|apart)\b)[^)]{12,}\)`

export const who: Rule = (unit) => {
  if (unit.mood === 'any_of') return []
  if (unit.mood === 'none_of') return readExcludedItem(unit)
  // What two clauses say are two units: a semicolon that is left parts a list.
  const text = unit.text
    .replace(/;(?=\s)/g, ',')
    .replace(ASIDE, ' ')
    .replace(EXCEPTED, '')
    .replace(/^(?:please )?note\s?:\s*/i, '')
  const refused = SHUTS_OUT.map((pattern) => pattern.exec(text)).filter((match) => match !== null)
  if (refused.length > 0) {
    const named = refused.filter((match) => kindsRuledOut(match[1]!).length > 0)
    if (named.some((match) => NARROWED.test(text.slice(match.index + match[0].length)))) return []
    const types = named.length > 0 ? kindsRuledOut(named[0]![1]!) : []
    // "…, nor to bodies which are not charities" narrows the bodies.
    const outright = unit.text
      .replace(EXCEPTED, '')
      .replace(/ (?:which|that|who) (?:are|is|do|does) not [^,.;]*/gi, '')
    return none(types).map((each) => ({ ...each, clause: findClause(outright, types) }))
  }
  if (TO_ORGANISATIONS.test(text)) return none(['individual'])
  const statement =
    ADMITS.map((pattern) => pattern.exec(text)?.[1]).find(
      (part) => part !== undefined && !NOT_WHO.test(part) && kindsIn(part).types.length > 0,
    ) ??
    findIntendedApplicants(text) ??
    (WHO_HEADING.test(unit.heading) ? ONLY_THESE.exec(unit.text)?.[1] : undefined) ??
    (CAN_I_APPLY.test(unit.heading) ? YES_IF.exec(unit.text)?.[1] : undefined) ??
    (unit.list === null && WHO_HEADING.test(unit.heading) && isKind(unit.text)
      ? unit.text
      : undefined) ??
    (unit.mood === 'all_of'
      ? (BE_ITEM.exec(unit.text)?.[1] ??
        (unit.list !== null && OF_BEING.test(unit.list.lead) && isKind(unit.text)
          ? unit.text
          : undefined))
      : undefined)
  const denied = NOT_THOSE.exec(text)
  const outright = statement?.replace(NOT_THOSE, '')
  return [
    ...readApplicants(unit, outright).map((each) => ({
      ...each,
      clause: findClause(unit.text, each.value as OrgType[]),
    })),
    ...none(denied && CAN_CLOSE.test(text.slice(0, denied.index)) ? kindsRuledOut(denied[1]!) : []),
  ]
}

/**
 * "A small or medium-sized business (SME) that trades in the county": nothing but a kind, whatever
 * narrows it.
 */
function isKind(text: string): boolean {
  const named = text.replace(KIND_MODIFIER, '')
  return !VERB.test(named) && kindsIn(named).isWhole
}

function findIntendedApplicants(text: string): string | undefined {
  const statement = IS_FOR.exec(text)?.[1]
  return statement !== undefined && kindsIn(statement).isWhole ? statement : undefined
}

const SO_CAN = words`\b(?:and|as|but)\b[^.;]*\bso (?:can|may|are)\b`

function readApplicants(unit: Unit, statement: string | undefined): FoundCriterion[] {
  if (
    statement === undefined ||
    NOT_WHO.test(statement) ||
    /\bon behalf of\b/i.test(statement) ||
    HOW_OFTEN.test(unit.text) ||
    ELSEWHERE.test(unit.text)
  )
    return []
  // "We make no grants to …" includes no applicant.
  if (
    DENIES.test(
      unit.text
        .slice(0, unit.text.indexOf(statement))
        .replace(/\bnot[- ](?:for|just|only)\b/gi, ''),
    )
  )
    return []
  if (/\b(?:not|no|neither|nor|non-UK)\b/i.test(statement.replace(/\bnot[- ](?:for|just)\b/gi, '')))
    return []
  const { types, isWhole, isAnybody, isOfAnyForm } = kindsIn(statement.replace(OTHER_COUNCIL, ' '))
  if (types.length === 0) return []
  const one = createFinding('ORG_TYPE', 'org_type', 'one_of', types)
  // "a charity and/or a service": the second may be any body.
  const second = /\band\/or (an? [^,.;]+)/i.exec(statement)?.[1]
  if (second !== undefined && kindsMentioned(second).size === 0)
    return [{ ...one, doubt: 'alternative', opens: true }]
  const mayBeOthers =
    isOfAnyForm && !types.includes('charity') && !types.includes('community_group')
  if (!isWhole || isAnybody || mayBeOthers || types.length === ORG_TYPES.length)
    return [{ ...one, doubt: 'alternative', opens: true }]
  // "NHS trusts can apply for 100% of their costs and councils for 88%" goes on to others.
  const behind = unit.text.slice(unit.text.indexOf(statement) + statement.length)
  if (SO_CAN.test(behind)) return [{ ...one, doubt: 'part' }]
  if (/[£%]/.test(behind) && [...kindsMentioned(behind)].some((kind) => !types.includes(kind)))
    return [{ ...one, doubt: 'part' }]
  // "Village halls can apply for up to 75%": others have less.
  if (/\bapply for (?:up to |a maximum of )?\d+ ?(?:%|per cent)/i.test(behind))
    return [{ ...one, doubt: 'part' }]
  // "The fund is for individuals in hardship" names beneficiaries, who are not always applicants.
  if (
    types.every((type) => type === 'individual') &&
    /\bis (?:only |exclusively |solely |meant |intended |reserved )?for\b/i.test(unit.text)
  )
    return [{ ...one, doubt: 'part' }]
  if (ALSO.test(unit.text) && !OF_A_STRAND.test(unit.text))
    return [{ ...one, doubt: 'part', adds: true }]
  return (ADDS.test(unit.text) && !/^you can apply as\b/i.test(unit.text)) ||
    OF_A_STRAND.test(unit.text) ||
    OF_A_SIZE.test(unit.text) ||
    WITH_OTHERS.test(unit.text)
    ? [{ ...one, doubt: 'part' }]
    : [one]
}

const LEAD_ABOUT_COSTS = words`
  \b(?:costs?|spend|used (?:for|to)|activit(?:y|ies)|items|expenditure|purchase|pay for|towards)
  \b`

/**
 * An excluded kind of applicant, only where the list is about applicants and the item is nothing
 * but its name.
 */
function readExcludedItem(unit: Unit): FoundCriterion[] {
  const lead = unit.list?.lead ?? ''
  if (LEAD_ABOUT_COSTS.test(lead)) return []
  if (!ABOUT_APPLYING.test(lead)) return []
  // "for university research projects" is a kind of project.
  if (
    /^(?:for(?! profit)|the|to) /i.test(unit.text) &&
    !/^(?:for|to) (?:private )?individuals?\b/i.test(unit.text)
  )
    return []
  if (/^(?:\w+ ){0,2}costs (?:of|for)\b/i.test(unit.text)) return []
  return none(kindsRuledOut(unit.text))
}

function none(types: OrgType[]): FoundCriterion[] {
  return types.length > 0 ? [createFinding('ORG_TYPE', 'org_type', 'none_of', types)] : []
}
