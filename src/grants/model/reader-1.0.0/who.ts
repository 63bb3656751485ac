/** Who may apply, as the text says it. What names no known kind of applicant leaves the whole list open. */
import { ORG_TYPES, type OrgType } from '../applicants.ts'
import { CONDITIONAL, type Finding, finding, type Rule } from './build.ts'
import type { List, Unit } from './units.ts'

/** Words to types. Broad on purpose: a type that is let in by mistake is asked about again, one that is left out is lost. */
const NAMED: readonly [RegExp, readonly OrgType[]][] = [
  [/\b(?:private )?individuals?\b|\bhomeowners?\b|\bhouseholders?\b|\bartists?\b|\bpersons?\b|\bpeople\b/i, ['individual']],
  [/\bsole traders?\b|\bself[- ]employed\b|\bfreelancers?\b/i, ['business', 'individual']],
  [/\bfarm(?:er|ing business)s?\b|\blandowners?\b|\bland managers?\b|\bforesters?\b|\bgrowers?\b/i, ['business', 'individual']],
  [
    /\bbusiness(?:es)?\b|\bcompan(?:y|ies)\b|\bSMEs?\b|\bprivate sector\b|\bfirms?\b|\benterprises?\b|\bpartnerships\b|\bmanufacturers?\b|\bsuppliers?\b/i,
    ['business'],
  ],
  [/\bcharit(?:y|ies|able)\b|\bS?CIOs?\b|\btrusts\b/i, ['charity']],
  [
    /\bnot[- ]for[- ](?:private[- ])?profit\b|\bnon[- ]profits?\b|\bthird sector\b|\bvoluntary\b|\bVCSEs?\b/i,
    ['charity', 'community_group'],
  ],
  [
    /\bcommunity (?:interest|benefit)\b|\bCICs?\b|\bsocial enterprises?\b|\bco-?operatives?\b|\bmutuals?\b/i,
    ['community_group', 'charity'],
  ],
  [
    /\bcommunity (?:groups?|organi[sz]ations?|association)\b|\bclubs?\b|\bconstituted group\b|\bunincorporated\b|\bassociations?\b|\bgroups?\b/i,
    ['community_group', 'charity'],
  ],
  [
    /\bpublic (?:sector|bod(?:y|ies))\b|\bstatutory\b|\bgovernment departments?\b|\bNHS\b|\bpolice\b|\bemergency services\b|\bfire (?:and rescue )?(?:service|authorit)/i,
    ['public_body', 'local_authority', 'education'],
  ],
  [/\blocal authorit(?:y|ies)\b|\bcouncils?\b|\blocal government\b|\bcombined authorit(?:y|ies)\b/i, ['local_authority']],
  [
    /\buniversit(?:y|ies)\b|\bschools?\b|\bcolleges?\b|\beducation(?:al)? (?:institution|provider|establishment)s?\b|\bacadem(?:y|ies)\b|\bacademic\b/i,
    ['education'],
  ],
  [
    /\bresearch (?:and technology )?organi[sz]ations?\b|\bRTOs?\b|\bresearch (?:institut|base)/i,
    ['education', 'business', 'charity', 'public_body'],
  ],
]
/** Words that take in everybody. */
const ANYBODY = /\b(?:any(?:one|body)|all types|any (?:type|kind)|any (?:legally constituted )?organi[sz]ations?|everyone)\b/i

function typesNamed(text: string): OrgType[] {
  const found = new Set<OrgType>()
  const plain = text
    .replace(/\b(?:charitable|not[- ]for[- ](?:private[- ])?profit|non[- ]profit) compan(?:y|ies)/gi, 'charity')
    .replace(/\bcommunity interest compan(?:y|ies)/gi, 'CIC')
  for (const [pattern, types] of NAMED) if (pattern.test(plain)) for (const type of types) found.add(type)
  return ORG_TYPES.filter((type) => found.has(type))
}

const WHO_SENTENCES = [
  /\b(?:is|are|scheme is|grant is|fund is|funding is|competition is) (?:only )?(?:open|available) (?:only )?to ([^.;:]+)/i,
  /\bapplications? (?:are|is) (?:invited|welcome|accepted|open) from ([^.;:]+)/i,
  /\bonly ([^.;:]{3,80}?) (?:can|may) apply\b/i,
  /\b(?:applicants?|lead applicants?|you|your organi[sz]ation|the applicant|the lead(?: organi[sz]ation)?) must be (?:an? |either an? )?([^.;:]+)/i,
]
const BE_ITEM = /^be (?:an? |either |one of )(.+)/i
const EXCLUDED_SENTENCE = /^([A-Z][^.;:]{3,90}?) (?:are not eligible|cannot apply|can['’]t apply|are ineligible|may not apply)/
const PLURAL_OR_SELF = /\b(?:you are|you're|you’re)\b/i
/** Qualities that do not tell kinds of applicants apart. */
const NOT_WHO =
  /^\w+(?:ing|ed)\b|\b(?:project|costs?|start|able|willing|aware|ready|capable|compliant|consistent|registered (?:with|at|on|by|for)|spent|made|used|located|available|complete|an SME if|for (?:private|commercial))\b/i

/** A whole list of alternatives as one requirement, read only when every item names somebody we know. */
export function whoList(list: List): Finding | null {
  if (
    list.mood !== 'any_of' ||
    !/\b(?:organi[sz]ation|applicants?|apply|open to|available to|you are|you['’]re|be an?|bodies)\b/i.test(list.lead)
  )
    return null
  const types = new Set<OrgType>()
  for (const item of list.items) {
    if (ANYBODY.test(item.text)) return null
    // What stands in brackets explains; it counts only where nothing else names anybody.
    const outside = typesNamed(item.text.replace(/\([^)]*\)/g, ''))
    const named = outside.length > 0 ? outside : typesNamed(item.text)
    if (named.length === 0) return null
    for (const type of named) types.add(type)
  }
  return finding(
    'ORG_TYPE',
    'org_type',
    'one_of',
    ORG_TYPES.filter((type) => types.has(type)),
  )
}

export const who: Rule = (unit) => {
  if (unit.mood === 'any_of') return []
  if (unit.mood === 'none_of') return excludedItem(unit)
  const excluded = EXCLUDED_SENTENCE.exec(unit.text)
  if (excluded) return CONDITIONAL.test(unit.text) ? [] : none(typesExactly(excluded[1]!))
  const said =
    WHO_SENTENCES.map((pattern) => pattern.exec(unit.text)?.[1]).find((part) => part !== undefined) ??
    (unit.mood === 'all_of' ? BE_ITEM.exec(unit.text)?.[1] : undefined)
  if (said === undefined || NOT_WHO.test(said) || ANYBODY.test(said) || CONDITIONAL.test(said)) return []
  const types = typesNamed(said)
  return types.length > 0 ? [finding('ORG_TYPE', 'org_type', 'one_of', types)] : []
}

/** An excluded kind of applicant, only when the item is nothing but its name; exceptions are left to a reader. */
function excludedItem(unit: Unit): Finding[] {
  if (CONDITIONAL.test(unit.text) || /\b(?:generally|normally|usually)\b/i.test(unit.list?.lead ?? '')) return []
  if (
    !/\b(?:apply|eligible|fund|applications?|applicants?|organi[sz]ations?|you are|you['’]re)\b/i.test(unit.list?.lead ?? '') ||
    PLURAL_OR_SELF.test(unit.text)
  )
    return []
  return none(typesExactly(unit.text))
}

/** Exclusions read narrowly: the type must be what the words mean, not something that contains it. */
const EXACT: readonly [RegExp, readonly OrgType[]][] = [
  [/^(?:an? )?(?:private )?(?:individuals?|persons?)$/i, ['individual']],
  [/^(?:an? )?(?:sole traders?)$/i, []],
  [/^(?:an? )?(?:for[- ]profit |private |commercial )?(?:business(?:es)?|companies)$/i, ['business']],
  [/^(?:an? )?(?:registered )?charit(?:y|ies)$/i, ['charity']],
  [/^(?:an? )?local authorit(?:y|ies)$|^(?:local )?councils?$/i, ['local_authority']],
  [/^local authorities and (?:other )?public (?:sector )?bod(?:y|ies)$/i, ['local_authority', 'public_body']],
  [/^(?:an? )?(?:other )?public (?:sector )?(?:bod(?:y|ies)|organi[sz]ations?)$/i, ['public_body']],
  [
    /^(?:educational (?:institutions|establishments)|schools(?:,| and) (?:colleges|universities)(?:,? (?:and|or) universities)?)$/i,
    ['education'],
  ],
]

function typesExactly(text: string): OrgType[] {
  const plain = text.trim().replace(/[.;,]+$/, '')
  const types = EXACT.filter(([pattern]) => pattern.test(plain)).flatMap(([, each]) => [...each])
  return ORG_TYPES.filter((type) => types.includes(type))
}

function none(types: OrgType[]): Finding[] {
  return types.length > 0 ? [finding('ORG_TYPE', 'org_type', 'none_of', types)] : []
}
