/** Who may apply, and who may not, as the text says it. */
import { ORG_TYPES, type OrgType } from '../applicants.ts'
import { type Finding, finding, type Rule } from './build.ts'
import { kindsIn, kindsRuledOut } from './kinds.ts'
import type { List, Unit } from './units.ts'

const OFFER =
  '(?:grants?|funding|scheme|fund|programme|competition|support|opportunity|call|it|award|round|awards|applications?|\\b[A-Z]{3,6}\\b|we (?:are|is))'
/** Each names the applicants in its first group. */
const WHO_SENTENCES: readonly RegExp[] = [
  new RegExp(
    `\\b${OFFER}[^.;:]{0,60}? (?:is|are) (?:currently |now )?(?:only )?(?:open|available|offered|restricted|limited) (?:only )?to (?:applications from )?([^.;:]+)`,
    'i',
  ),
  /\bapplications? (?:are|is|will be) (?:only )?(?:invited|welcome[d]?|accepted|open|considered|encouraged) (?:only )?from ([^.;:]+)/i,
  /\b(?:only |will )?(?:consider|accept|welcome|invite)(?:s)?(?: only)? applications (?:only )?from ([^.;:]+)/i,
  /\bonly ([^.;:]{3,120}?) (?:can|may|are able to|are eligible to|are eligible for|will be eligible|should|is eligible) ?(?:apply|bid|be considered)?\b/i,
  /^([^.;:]{3,140}?) (?:can|may|are able to|are eligible to|are (?:again |now )?invited to) (?:now |again |then )?(?:apply|bid|submit (?:applications|bids|an application|a bid))\b(?! (?:for|if) (?:this|the|an?) (?:part|strand|element|additional|second))/i,
  /^([^.;:]{3,140}?) (?:are|is) eligible(?: (?:for (?:funding|this|the|grants?)|to apply)\b|\.|$)/i,
  /^(?:to (?:be eligible|apply|lead a project|qualify)[^,.;]{0,40}?,? )?(?:all |eligible |lead |main )?(?:applicants?|lead applicants?|you|your (?:organi[sz]ation|group)|the (?:applicant|lead|lead organi[sz]ation|organi[sz]ations?|organi[sz]ation making the application)|organi[sz]ations?) (?:must|should|need to|have to) be (?:an? |either (?:an? )?|one of )?([^.;:]+)/i,
  /\bqualify [^.;:]{0,40}\b(?:organi[sz]ations?|applicants?|groups?) must be (?:an? |either )?([^.;:]+?)(?= and the total\b|$|[.;:])/i,
  /\b(?:can|may|eligible to|only) apply\b[^.;:]{0,60}? if (?:you(?:['’]re| are)|your organi[sz]ation is) (?:an? |either an? )?([^.;:]+)/i,
  /\bmust be part of an? ([^.;:,]+)/i,
  /^(?:open|available) (?:only )?to (?:all )?([^.;:]+)/i,
  /\b(?:makes?|gives?|awards?|offers?|provides?) (?:\w+ )?(?:grants?|funding|awards|support)(?: of [^.;:]{0,40}?)? to ([^.;:]+)/i,
  /\b(?:is|are) available for ([^.;:]+)/i,
  /\b(?:applications?|bids?|projects?) (?:must|should|need to|have to|can only) be (?:made|submitted|led|delivered)(?: only)? by (?:an? )?([^.;:]+)/i,
  /^([^.;:]{3,140}?) are (?:all )?(?:welcome|able) to (?:apply|bid)\b/i,
  /^if you(?:['’]re| are) (?:an? )?([^.;:]{3,120}?),? (?:then )?you (?:can|may|are eligible to) apply\b/i,
  /\b(?:only|exclusively) (?:fund|support|award (?:grants|funding) to|make grants to|give (?:grants|funding) to)s? ([^.;:]+)/i,
  /^(?:eligible (?:applicants?|organi[sz]ations?)|who (?:can|may|could) apply|who is (?:eligible|it for)|applicants?|open to|applicant types?|types? of (?:organi[sz]ation|applicant)|organi[sz]ation types?|eligibility)\s*\??\s*[:–—|-]\s*([^.;:]+)/i,
  /^(?:this|the) (?:grant|competition|scheme|fund|programme|funding|opportunity|call) is (?:only |exclusively )?for ((?:UK[- ]|small|medium|micro|registered|local|charit|business|communit|compan|voluntary|not[- ]for|individual|school|SME|farm|sole)[^.;:]+)/i,
]
const WHO_HEADING =
  /^(?:who (?:can|may|could) apply|who is (?:eligible|it for)|eligible (?:applicants|organi[sz]ations)|applicants|open to)\b/i
const VERB = /\b(?:is|are|be|must|can|may|will|should|have|has|need|do|does|cannot|apply|please|see|read|check|contact)\b/i
const BE_ITEM = /^(?:be|are|is) (?:an? |either (?:an? )?|one of )?(.+)/i
/** Others may apply too, so that the sentence does not close the circle. */
const ADDS =
  /\b(?:also|too|as well|additionally|other (?:organi[sz]ations|bodies|applicants|groups) (?:may|can|will)|applications are also|not limited to|in addition|existing applicants)\b|\bapply\b[^.;]{0,20}\b(?:through|via|on behalf|as part of|with|under|as)\b/i

const EXCLUDED: readonly RegExp[] = [
  /^((?:[^.;:]|\.(?=\w)){3,140}?) (?:are not (?:eligible|able to apply)|cannot (?:apply|lead|be funded|receive)|can['’]t (?:apply|lead)|can not apply|are ineligible|may not (?:apply|lead)|will not be (?:funded|considered|eligible|supported)|are excluded|are unable to apply|do not qualify|is not eligible|is ineligible)\b(?! (?:for|if|to) (?:this (?:part|strand)|the (?:second|first)))/i,
  /\b(?:do not|don['’]t|does not|cannot|can['’]t|will not|won['’]t|unable to|not able to) (?:currently |directly )?(?:fund|support|offer (?:funding|grants|support) to|accept applications from|consider applications from|make (?:grants|awards) to|give (?:grants|funding) to|award (?:grants|funding) to|provide (?:grants|funding) to)(?: applications (?:by|from))? ([^.;:]+)/i,
  /\b(?:is|are) not (?:open|available) to ([^.;:]+)/i,
]

/** Qualities that do not tell kinds of applicants apart. */
const NOT_WHO =
  /^(?:\w+(?:ing|ed)\b(?! (?:charit|organi|compan|communit|group|by|voluntary|not|non|social|club|business|school))|properly|fully|formally|able|willing|aware|ready|capable|compliant|consistent|registered (?:with|at|on|by|for)|spent|made|used|located|available|complete|for (?:private|commercial)|based|more than|at least|over|under|part)\b/i

/** A whole list of alternatives as one requirement, read only when every item names somebody we know. */
export function whoList(list: List): Finding | null {
  if (list.mood !== 'any_of' || !list.isWho) return null
  const types = new Set<OrgType>()
  let isOpen = false
  let named = 0
  for (const item of list.items) {
    if (/^an? (?:group|partnership|consortium) of organi/i.test(item.text)) continue
    const kinds = kindsIn(item.text.replace(/\b(?:that|which|who|as long as|provided|with|including companies limited)\b.*$/i, ''))
    if (!kinds.isWhole || kinds.isAnybody || kinds.types.length === 0) isOpen = true
    else named += 1
    for (const type of kinds.types) types.add(type)
  }
  if (named === 0) return null
  const value = ORG_TYPES.filter((type) => types.has(type))
  return isOpen ? finding('ORG_TYPE', 'org_type', 'one_of', value, 'alternative') : finding('ORG_TYPE', 'org_type', 'one_of', value)
}

export const who: Rule = (unit) => {
  if (unit.mood === 'any_of') return []
  if (unit.mood === 'none_of') return excludedItem(unit)
  const out = EXCLUDED.map((pattern) => pattern.exec(unit.text)?.[1]).find((part) => part !== undefined)
  if (out !== undefined) return none(kindsRuledOut(out))
  const said =
    WHO_SENTENCES.map((pattern) => pattern.exec(unit.text)?.[1]).find(
      (part) => part !== undefined && !NOT_WHO.test(part) && kindsIn(part).types.length > 0,
    ) ??
    (unit.list === null && WHO_HEADING.test(unit.heading) && !VERB.test(unit.text) ? unit.text : undefined) ??
    (unit.mood === 'all_of' ? BE_ITEM.exec(unit.text)?.[1] : undefined)
  if (said === undefined || NOT_WHO.test(said)) return []
  if (/\b(?:not|no|non-UK)\b/i.test(said.replace(/\bnot[- ](?:for|just)\b/gi, ''))) return []
  const { types, isWhole, isAnybody } = kindsIn(said)
  if (types.length === 0) return []
  const one = finding('ORG_TYPE', 'org_type', 'one_of', types)
  if (!isWhole || isAnybody) return [{ ...one, doubt: 'alternative' }]
  return ADDS.test(unit.text) ? [{ ...one, doubt: 'part' }] : [one]
}

/** An excluded kind of applicant, only where the list is about applicants and the item is nothing but its name. */
function excludedItem(unit: Unit): Finding[] {
  const lead = unit.list?.lead ?? ''
  if (/\b(?:costs?|spend|used (?:for|to)|activit(?:y|ies)|items|expenditure|purchase|pay for|towards)\b/i.test(lead)) return []
  if (
    !/\b(?:apply|eligible|fund|funded|support|applications?|applicants?|organi[sz]ations?|you are|you['’]re|awarded|grants?|who|exclu\w*)\b/i.test(
      lead,
    )
  )
    return []
  // "for university research projects" is a kind of project.
  if (/^(?:for|the|to) /i.test(unit.text) && !/^(?:for|to) (?:private )?individuals?\b/i.test(unit.text)) return []
  return none(kindsRuledOut(unit.text))
}

function none(types: OrgType[]): Finding[] {
  return types.length > 0 ? [finding('ORG_TYPE', 'org_type', 'none_of', types)] : []
}
