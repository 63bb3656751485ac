/** The subject of a sentence: all applicants, or one kind. */

import { familyOf, isOnly, namesOthers } from './audience.ts'
import type { CriterionCode } from './criterion.ts'
import { ABOUT_THE_APPLICANT, OF_THE_ASK } from './criterion-groups.ts'
import { MONEY } from './figures.ts'
import {
  ALL_APPLICANTS,
  KIND,
  MODAL,
  NAMED_COUNCIL,
  NEW_BODIES,
  OF_A_KIND,
  OF_A_STAGE,
  OF_SOME,
  OPENING,
  THE_OFFER,
} from './phrases/limit-subject.ts'
import { words, wordsWith } from './phrases/words.ts'
import { isExclusion } from './polarity.ts'
import type { Unit } from './units.ts'

const FOR_A_KIND = new RegExp(
  `^(?:the |our |all )?(?:(?:maximum|minimum) )?(?:grants?|awards?|funding|payments?) (?:to|for) (${KIND})\\b`,
  'i',
)

const SUM_FOR_A_KIND = new RegExp(
  `(?:${MONEY}|\\d\\s?(?:%|per cent))[^.;:£%]{0,40}?\\b(?:for|to|by) (?:the |each |any |all )?(${KIND})\\b`,
  'i',
)

const OWN_BODY = wordsWith('gi')`
  \b(?:the|our|this) (?:full )?(?:council|authority|charity|trust|company|government department)
  (?:['’]s)?\b`

/**
 * The funder's own name is no kind of applicant: "the council", "Ashford Borough Council". "Limited
 * Company" is a kind.
 */
export const withoutFunder = (text: string) => text.replace(OWN_BODY, '').replace(NAMED_COUNCIL, '')

/** Words before a list of all applicants, whose narrowing words are the requirement. */
const CLOSES = words`
    \b(?:only|cannot|can['’]t|not (?:eligible|be)|ineligible|eligible|may not|open|
    available|apply)\b`

const SIZES_MAY_APPLY = words`
  ^(?:[\w-]+ ){0,3}?(?:micro|small|SMEs?)\b[^.;]{0,60}?\b(?:(?:can|may) (?:apply|bid)|(?:are|
  is) eligible)\b`
const SINGLE_OFFER = words`
  ^(?:the |each |any |all )?(?:individual|single) (?:grants?|awards?|applications?|projects?|
  bids?)\b`

const FOR_ALL: ReadonlySet<CriterionCode> = new Set<CriterionCode>([
  'ORG_TYPE',
  'REGION',
  'PRIOR_FUNDING',
  'MAX_APPLICATIONS',
])

/** Returns whether a requirement is for one kind of applicant while the text names others. */
export function ofAKind(unit: Unit, code: CriterionCode, units: readonly Unit[]): boolean {
  if (FOR_ALL.has(code)) return false
  if (code === 'PARTNERSHIP') {
    const whom = findSubject(unit.text)
    return whom !== null && !ALL_APPLICANTS.test(whom) && !isOnlyFamily(whom, units)
  }
  // "Only businesses with fewer than ten staff are eligible" is about every applicant.
  if (/^only\b/i.test(unit.text) && CLOSES.test(unit.text)) return false
  if (
    code === 'REGISTRATION' &&
    OF_A_KIND.test(unit.text) &&
    !/^(?:all )?businesses\b/i.test(unit.text)
  )
    return true
  // The sizes are the kind.
  if (code === 'COMPANY_SIZE' && SIZES_MAY_APPLY.test(unit.text)) return false
  // "You cannot apply if: • you are a charity with an income over £1 million"
  if (unit.mood === 'none_of' && ABOUT_THE_APPLICANT.has(code) && namesOthers(unit.text, units))
    return true
  // An item of a list of refusals names its own subject.
  if (unit.mood === 'none_of' && unit.list !== null && NEW_BODIES.test(unit.text)) return false
  const lead = unit.list === null ? '' : unit.list.lead
  const own = findSubject(unit.text)
  if (own !== null && ALL_APPLICANTS.test(own) && /^you\b/i.test(own)) return false
  // An item such as "have a bank account" has its introduction's subject.
  const subject =
    own === null || (unit.list !== null && !/\b(?:must|should|need|have to)\b/i.test(unit.text))
      ? (findSubject(lead) ?? own)
      : own
  if (subject !== null && standsForAll(subject, unit, units)) return false
  // "Organisations must have a constitution", where individuals may apply as well.
  if (
    subject !== null &&
    ORGANISATIONS.test(subject) &&
    ABOUT_THE_APPLICANT.has(code) &&
    units.some(letsInPeople)
  )
    return true
  // "Awards to individuals do not exceed £600"
  const recipient = (FOR_A_KIND.exec(unit.text) ??
    (code === 'INCOME' ? null : SUM_FOR_A_KIND.exec(unit.text)))?.[1]
  if (recipient !== undefined && !isOnlyFamily(recipient, units)) return true
  const head =
    OF_A_KIND.exec(unit.text)?.[0] ?? (unit.list !== null ? OF_A_KIND.exec(lead)?.[0] : undefined)
  // "Artists, groups and venues can apply for £1,000 to £5,000": all who may.
  if (
    head !== undefined &&
    !ABOUT_THE_APPLICANT.has(code) &&
    /,[^.;]* and [^.;]*\bcan (?:all )?apply for\b/i.test(unit.text)
  )
    return false
  if (
    head !== undefined &&
    !SINGLE_OFFER.test(head) &&
    !/^(?:the|our) (?:councils?|trust|authority|academy|club|group|partnership)\b/i.test(head) &&
    !/organi[sz]ations?\b|applicants?\b/i.test(head.slice(0, 40))
  )
    return !isOnlyFamily(head, units)
  if (OF_THE_ASK.has(code) && subject !== null && isForAll(subject)) return false
  // "The vehicle must be delivered by March" is one end for all, unless it is that of a stage.
  if (
    (code === 'PROJECT_DATES' || code === 'SPEND_BY') &&
    subject !== null &&
    !OF_A_STAGE.test(subject)
  )
    return false
  if (
    subject === null ||
    !(ABOUT_THE_APPLICANT.has(code) || OF_THE_ASK.has(code)) ||
    ALL_APPLICANTS.test(subject) ||
    THE_OFFER.test(subject)
  )
    return false
  if (CLOSES.test(unit.text) || CLOSES.test(lead)) {
    // "Organisations with an income under £100,000 can apply for a small grant": one offer.
    return familyOf(subject) !== undefined && !isOnlyFamily(subject, units)
  }
  return !isOnlyFamily(subject, units)
}

/** Units that include applicants, which show whom a page addresses. */
const LETS_IN = words`\b(?:apply|applications?|eligible|open to|available to|welcome)\b`

const LETTING = new WeakMap<readonly Unit[], Unit[]>()

function findUnitsLettingIn(units: readonly Unit[]): Unit[] {
  const bound =
    LETTING.get(units) ?? units.filter(({ text }) => LETS_IN.test(text) && !/\bonly\b/i.test(text))
  LETTING.set(units, bound)
  return bound
}

const ORGANISATIONS = words`^(?:all )?(?:organi[sz]ations|groups)$`

const INDIVIDUALS_MAY = words`
  \bindividuals?\b[^.;]*\b(?:can|may|must|should|need|are eligible|are welcome)\b`

const letsInPeople = (unit: Unit) =>
  unit.mood !== 'none_of' &&
  !isExclusion(unit) &&
  (INDIVIDUALS_MAY.test(unit.text) ||
    (/^who can apply\b/i.test(unit.heading) &&
      /\b(?:individuals|(?:freelance |individual )?artists|freelancers)\b/i.test(unit.text)))

const WORDS_FOR_ALL = new Set(
  `a all an and any anybody at below between both by can cannot case do each every everything for from half here if in is it its least less make more most no nobody nothing not of on once one
  only or our over own per please same single such than that the their there these they this to total two under up upper us we what which who will with within you your
  applicant applicants application applications ask bid bids group groups lead organisation organisations organization organizations proposal proposals
  recipients successful eligible funder
  aid amount amounts award awards budget claim claims combined contribution cost costs economic expenditure final full fund funded funding funds grant grants intervention
  largest level limit maximum max min minimum money offer overall percentage project projects rate request requests requested scheme share size smallest spend spending sum sums
  support value values worth
  activities activity completion date dates delivery duration end ends finish finishing last length order period programme qualify round run runs start starts starting
  term time work works year`.split(/\s+/),
)

/** "Grants run from £500 to £2,000 and are": as far as its verb. */
const ITS_VERB = words`\b(?:runs?|ranges?|begins?|starts?|which|that)\b|£`

const isForAll = (subject: string) =>
  // A funder's letters.
  /^[A-Z]{2,8}$/.test(subject) ||
  (
    subject
      .split(ITS_VERB, 1)[0]!
      .toLowerCase()
      .replace(/\bgrant element\b/, 'grant')
      .match(/[a-z][\w’'-]*/g) ?? []
  ).every((word) => WORDS_FOR_ALL.has(word.replace(/[’']s?$/, '')))

const THE_APPLICANT = words`
    ^(?:your|the|this) (?:\w+ )?(?:business|company|charity|school|club|council|group|firm|
    farm|enterprise)$`

const DEMANDS = words`\b(?:must|should|needs? to|have to|has to)\b`

const PURPOSE = words`
  ^(?:(?:in order )?to (?:be eligible|apply|claim|qualify|receive|get)\b|(?:eligible|
  applicant) )`

/**
 * "The business must", "Clubs must:", "To be eligible, businesses must:" are about every applicant
 * if no other kind is included or has separate requirements.
 */
function standsForAll(subject: string, { list }: Unit, units: readonly Unit[]): boolean {
  const own = familyOf(subject)
  if (own === undefined || OF_SOME.test(subject)) return false
  const isOneOfTwo = units.some((other) => {
    const whom =
      DEMANDS.test(other.text) && (other.introduces || other.list === null)
        ? findSubject(other.text)
        : null
    const family =
      whom === null || !/^(?:the |your |all |any )?[\w-]+$/i.test(whom) ? undefined : familyOf(whom)
    return family !== undefined && family !== own && !(list !== null && other.start === list.start)
  })
  if (
    isOneOfTwo ||
    !(
      THE_APPLICANT.test(subject) ||
      (list?.mood === 'all_of' && subject === findSubject(list.lead))
    )
  )
    return false
  return (
    /^your\b/i.test(subject) ||
    (list !== null && PURPOSE.test(list.lead)) ||
    isOnly(own, findUnitsLettingIn(units))
  )
}

function findSubject(sentence: string): string | null {
  const text = sentence.replace(OPENING, '').replace(/\([^)]*\)/g, '')
  const modal = MODAL.exec(text)
  if (!modal || modal.index > 90) return null
  const subject = text.slice(0, modal.index).trim()
  return subject === '' ? null : subject
}

function isOnlyFamily(subject: string, units: readonly Unit[]): boolean {
  if (!/^(?:any|all|only|every)\b/i.test(subject) && OF_SOME.test(subject)) return false
  const own = familyOf(subject)
  return own !== undefined && isOnly(own, units)
}
