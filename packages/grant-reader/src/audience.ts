/** The kinds of applicants that a page may be meant for. */
import { COMMUNITY_WORDS } from './phrases/audience.ts'
import { REFUSES } from './phrases/requirement-words.ts'
import { words, wordsWith } from './phrases/words.ts'
import type { Unit } from './units.ts'

type Family =
  | 'business'
  | 'charity'
  | 'group'
  | 'company'
  | 'school'
  | 'council'
  | 'trader'
  | 'person'

/**
 * Words for each; a social enterprise is no enterprise, and a company limited by guarantee no
 * company.
 */
const FAMILIES: readonly (readonly [Family, RegExp])[] = [
  [
    'business',
    words`
      \bbusiness(?:es)?\b|\bcompan(?:y|ies)\b(?! limited by guarantee)|\bSMEs?\b|
      (?<!social )\benterprises?\b|\bfirms?\b`,
  ],
  ['charity', words`\bcharit(?:y|ies)\b`],
  ['group', COMMUNITY_WORDS],
  ['company', words`\bCICs?\b|\bcommunity interest compan(?:y|ies)\b`],
  ['school', words`\bschools?\b|\bcolleges?\b|\bacadem(?:y|ies)\b|\buniversit(?:y|ies)\b`],
  ['council', words`\b(?:local )?authorit(?:y|ies)\b|\bcouncils?\b`],
  [
    'trader',
    words`\bsole traders?\b|\bself[- ]employed\b|\bfreelancers?\b|\bfarmers?\b|\blandowners?\b`,
  ],
  ['person', words`\bindividuals?\b|\bhomeowners?\b`],
]

function familiesIn(text: string): Family[] {
  const rest = text.replace(/\bcommunity interest compan(?:y|ies)\b/gi, 'CICs')
  return FAMILIES.filter(([, pattern]) => pattern.test(rest)).map(([family]) => family)
}

/** Whether units name applicants of another family than the first of a subject. */
export const namesOthers = (subject: string, units: readonly Unit[]): boolean => {
  const own = familyOf(subject)
  return (
    own !== undefined && units.some(({ text }) => familiesIn(text).some((family) => family !== own))
  )
}

/** The family that a subject names first, as "a business" or "charities" does. */
export const familyOf = (subject: string): Family | undefined => familiesIn(subject)[0]

const KNOWN = new WeakMap<readonly Unit[], ReadonlySet<Family>>()

const FUNDER_BODY = wordsWith('gi')`
  \b(?:the|our|this) (?:council|authority|charity|trust|company)(?:['’]s)?\b`

/** Every kind that is named, but by what is refused. */
function findAudience(units: readonly Unit[]): ReadonlySet<Family> {
  const before = KNOWN.get(units)
  if (before) return before
  const found = new Set<Family>()
  for (const unit of units) {
    if (unit.mood === 'none_of') continue
    const text = unit.text
      .replace(FUNDER_BODY, ' ')
      .replace(
        /\b[A-Z][a-z’'-]+ (?:(?:City|County|District|Borough|Metropolitan|Town|Parish) )*Council(?:['’]s)?\b/g,
        ' ',
      )
    if (REFUSES.test(text) && !/\bonly\b/i.test(text)) continue
    for (const family of familiesIn(text)) found.add(family)
  }
  KNOWN.set(units, found)
  return found
}

/**
 * Returns whether the page addresses only `family`; a group may be a charity, and a sole trader is
 * a business.
 */
export function isOnly(family: Family, units: readonly Unit[]): boolean {
  return [...findAudience(units)].every(
    (other) =>
      other === family ||
      (family === 'group' && (other === 'charity' || other === 'company')) ||
      (family === 'business' && other === 'trader'),
  )
}
