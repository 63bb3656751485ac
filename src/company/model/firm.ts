/**
 * Responses of the FCA register reduced to what is kept. Pure; tolerant of missing, renamed and
 * mistyped members.
 */

import { findComparableNumber } from '../../platform/company-number.ts'
import { withoutContacts } from '../../platform/contacts.ts'
import type { CivilDate } from '../../platform/london.ts'
import { either } from '../../platform/patterns.ts'
import { cleanLine, registerLine, shorten } from '../../platform/text.ts'
import type { FirmFacts } from './facts.ts'
import { comparableName, splitPostcode } from './firm-name.ts'
import { date, type Json, list, object } from './read.ts'

/** How the register answered inside its HTTP 200. */
export type FcaOutcome = 'ok' | 'nothing' | 'failed'

/**
 * The last group of `FSR-API-02-01-00`: 00 found, 11 and 21 nothing or a bad query (documentation
 * and clients disagree which), 22 a page beyond the last. 01-01-x is about our own credentials. One
 * documented example spells the member `;Status`.
 */
export function fcaOutcome(body: unknown): FcaOutcome {
  const raw = object(body)
  const status = raw.Status ?? raw[';Status']
  const match = typeof status === 'string' ? /^FSR-API-(\d\d)-(\d\d)-(\d\d)$/.exec(status) : null
  if (!match || match[1] === '01') return 'failed'
  if (match[3] === '00') return 'ok'
  return ['11', '21', '22'].includes(match[3]!) ? 'nothing' : 'failed'
}

export interface FirmCandidate {
  frn: string
  name: string
  postcode: string | null
  /** Status in the search; `null` if absent, or if it refers to the firm's page. */
  status: string | null
}

/**
 * A firm that the search lists without a reference number, such as the clone of an authorised one
 * that the register warns of.
 */
export interface Unnumbered {
  name: string
  status: string | null
}

/** Firms among the search results; individuals and funds are not looked at. */
export function readSearch(body: unknown): {
  candidates: FirmCandidate[]
  unnumbered: Unnumbered[]
} {
  const candidates: FirmCandidate[] = []
  const unnumbered: Unnumbered[] = []
  for (const item of list(object(body).Data).map(object)) {
    const frn = registerLine(String(item['Reference Number'] ?? ''))
    const { name, postcode } = splitPostcode(item.Name)
    const kind = registerLine(item['Type of business or Individual'])
    if (name === null || (kind !== null && !/firm/i.test(kind))) continue
    const status = readableStatus(item.Status)
    if (frn !== null && /^\d{1,10}$/.test(frn)) candidates.push({ frn, name, postcode, status })
    else unnumbered.push({ name, status })
  }
  return { candidates, unnumbered }
}

/**
 * Addition of the register to the name of a clone: `Example Limited (Clone of FCA authorised
 * firm)`.
 */
const CLONE_OF = /\((?=[^()]*\bclone\b)[^()]*\)\s*$/i

/** Those of exactly this company's name. */
export function namesakesWithoutNumber(
  unnumbered: readonly Unnumbered[],
  name: string,
): Unnumbered[] {
  const wanted = comparableName(name)
  return unnumbered.filter((each) => comparableName(each.name.replace(CLONE_OF, '')) === wanted)
}

/**
 * Candidates in the order in which to examine them: the same name first, then the same postcode,
 * then the register's own order.
 */
export function rankCandidates(
  candidates: readonly FirmCandidate[],
  name: string,
  postcode: string | null,
): (FirmCandidate & { namesake: boolean })[] {
  const wanted = comparableName(name)
  const seen = new Set<string>()
  return candidates
    .filter((each) => !seen.has(each.frn) && seen.add(each.frn))
    .map((each, index) => {
      const namesake = comparableName(each.name) === wanted
      const neighbour = postcode !== null && each.postcode === postcode
      return { ...each, namesake, rank: (namesake ? 0 : 2) + (neighbour ? 0 : 1), index }
    })
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ rank: _rank, index: _index, ...each }) => each)
}

/** The company number that a firm's record gives, padded ("8755483" is documented), or null. */
export function firmCompanyNumber(record: Json): string | null {
  return findComparableNumber(record['Companies House Number'])
}

/** `Data` of a firm's answer is a list of one. */
export function readFirmRecord(body: unknown): Json | null {
  const [record] = list(object(body).Data)
  return record === undefined ? null : object(record)
}

/**
 * Statuses that permit nothing: "Unauthorised" has "authorised" in it, and "Applied to Cancel" is
 * not cancelled yet.
 */
const NOT_CURRENT = new RegExp(
  `\\b${either(
    /no longer|not authorised|un-?authorised|cancel(?:led|lation)?|revoked|former(?:ly)?|refused/,
    /rejected|pending|lapsed|de-?registered|expired|dissolved|suspended|terminated|withdrawn/,
  )}\\b`,
  'i',
)
const MAX_WARNINGS = 20

/**
 * The status in words; null where there is none, or only the reference to another page that search
 * results give.
 */
function readableStatus(raw: unknown): string | null {
  const status = text(raw, 80)
  return status === null || /^see full details$/i.test(status) ? null : status
}

/** Returns the status of the firm's record, else the one in the search. */
const statusOf = (record: Json, listed: string | null) =>
  readableStatus(record.Status) ?? listed ?? text(record.Status, 80)

/**
 * Whether the firm is on the register for something now. A former appointed representative that was
 * authorised later has a record of each.
 */
export function isCurrent(record: Json, listed: string | null): boolean {
  const status = statusOf(record, listed)
  return status === null || !NOT_CURRENT.test(status)
}

/** @param listed status in the search, used if the record refers to it */
export function reduceFirm(
  { frn, record, listed }: { frn: string; record: Json; listed: string | null },
  permissions: readonly string[],
  requirements: readonly string[],
): FirmFacts {
  const status = statusOf(record, listed)
  const subStatus = text(record['Sub-Status'], 80)
  const notices = list(record['Exceptional Info Details']).map((each) => {
    const { 'Exceptional Info Title': title, 'Exceptional Info Body': body } = object(each)
    return [prose(title, 120), prose(body, 300)].filter((part) => part !== null).join(': ')
  })
  return {
    frn,
    firmName: text(record['Organisation Name'], 200),
    status,
    statusSince: fcaDate(record['Status Effective Date']),
    permissions: [...permissions].sort(),
    warnings: [
      ...(status !== null && NOT_CURRENT.test(status) ? [`Status: ${status}`] : []),
      ...(subStatus === null ? [] : [`Sub-status: ${subStatus}`]),
      ...notices.filter((notice) => notice !== ''),
      ...requirements,
    ].slice(0, MAX_WARNINGS),
  }
}

/** Entries of the permissions object that are no activities. */
const NOT_ACTIVITIES = /^CBTL (Status|Effective Date)$/

/**
 * Activity names: `Data` is an object keyed by them, or a list of such objects. Returns `null` for
 * any other form: a firm whose permissions could not be read is not a firm without permissions.
 */
export function readPermissions(body: unknown): string[] | null {
  const { Data: data } = object(body)
  if (!isAbsent(data) && typeof data !== 'object') return null
  const records = Array.isArray(data) ? data : [object(data)]
  // In a list, an object whose members are texts describes an activity instead of being keyed by
  // it.
  if (Array.isArray(data) && !records.every(isKeyedByActivity)) return null
  return records
    .flatMap((record) => Object.keys(record))
    .filter((name) => !NOT_ACTIVITIES.test(name))
    .map((name) => text(name, 160))
    .filter((name) => name !== null)
}

const isAbsent = (value: unknown) => value === null || value === undefined

const isKeyedByActivity = (record: unknown) =>
  Object.entries(object(record)).length > 0 &&
  Object.entries(object(record)).every(
    ([name, limits]) => NOT_ACTIVITIES.test(name) || typeof limits === 'object',
  )

const REQUIREMENT_MEMBERS = /^(Effective Date|Requirement Reference|Financial Promotions .*)$/

/**
 * Requirements in words: the one member that is not fixed is the requirement's title. Returns
 * `null` where `Data` is no list.
 */
export function readRequirements(body: unknown): string[] | null {
  const { Data: data } = object(body)
  if (!isAbsent(data) && !Array.isArray(data)) return null
  return list(data).map((each) => {
    const raw = object(each)
    const title = Object.keys(raw).find((name) => !REQUIREMENT_MEMBERS.test(name))
    const reference = text(raw['Requirement Reference'], 40)
    return [`Requirement${reference === null ? '' : ` ${reference}`}`, text(title, 200)]
      .filter((part) => part !== null)
      .join(': ')
  })
}

/** Whether the list goes on on another page. */
export function hasNextPage(body: unknown): boolean {
  return typeof object(object(body).ResultInfo).Next === 'string'
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * `31/08/2018`, in older records `Wed Sep 01 00:00:00 GMT 2004`, and a timestamp without a zone.
 */
export function fcaDate(raw: unknown): CivilDate | null {
  const value = registerLine(raw)
  const slashed = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(value ?? '')
  if (slashed) return date(`${slashed[3]}-${slashed[2]}-${slashed[1]}`)
  const stamped = /^(\d{4}-\d{2}-\d{2})T00:00:00$/.exec(value ?? '')
  if (stamped) return date(stamped[1])
  const worded = /^\w{3} (\w{3}) (\d{2}) [\d:]+ \w+ (\d{4})$/.exec(value ?? '')
  if (!worded) return null
  const month = MONTHS.indexOf(worded[1]!) + 1
  return date(`${worded[3]}-${String(month).padStart(2, '0')}-${worded[2]}`)
}

const text = (raw: unknown, limit: number): string | null => unlink(registerLine(raw), limit)

/** A notice, which is written as rich text: of tags and of persons to contact nothing stays. */
function prose(raw: unknown, limit: number): string | null {
  const line = cleanLine(raw)
  return unlink(line && withoutContacts(line), limit)
}

/** Links written in markdown keep their words only. */
function unlink(line: string | null, limit: number): string | null {
  const words = line?.replace(/\[([^[\]]*)\]\([^)]{0,500}\)/g, '$1')
  return words ? shorten(words, limit) : null
}
