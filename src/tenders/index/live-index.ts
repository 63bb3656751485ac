/**
 * The index of live notices, in the serving process: filled at the start and changed notice by
 * notice. What it answers depends only on the notices, awards and learned words that it holds,
 * never on the order in which they came.
 */
import { Postings } from '../../text-search/postings.ts'
import { type Classes, createRanker, type Ranker } from '../../text-search/ranker.ts'
import type { BuyerHistory } from '../model/buyer-history.ts'
import { toSearchedTender } from '../model/changes.ts'
import { liveUntilMs, type Notice } from '../model/notice.ts'
import { type AlsoPublished, type Appearance, listAlsoPublished } from './also-published.ts'
import { findNames } from './buyers.ts'
import { linkDuplicates, linkStated, opportunityOf } from './duplicates.ts'
import {
  buildEntry,
  CODES_FIELD,
  type Entry,
  FIELD_WEIGHTS,
  listSearchedFields,
  TITLE_FIELD,
} from './entry.ts'
import { createKeywords, type Keywords } from './keywords.ts'
import { createMeanings, type Learned } from './meanings.ts'

/**
 * The noise floors were fitted on the first half of the judged pools: with and without the table of
 * trades they cost at most 0.01 of nDCG. Higher ones promise a precision that they do not hold on
 * queries written blind: `docs/contributors/measures.md#search-of-tenders`.
 */
const RANKING = {
  weights: FIELD_WEIGHTS,
  codesField: CODES_FIELD,
  codeLength: 8,
  floor: 0.1,
  relativeFloor: 0.2,
  close: { ofBest: 0.95, ofFullMatch: 0.55, mostCodes: 5 },
  related: { ofBest: 0.3, ofFullMatch: 0.15 },
  synonym: 0.35,
  synonymInBody: 0.35 * 0.35,
  titles: TITLE_FIELD,
}
const DIVISION_DIGITS = 2

export interface LiveIndex {
  readonly postings: Postings
  readonly ranker: Ranker
  readonly keywords: Keywords
  /** Notices that are shown in lists. */
  listShown(): Iterable<Entry>
  /** Notices of a process, in any order. `ocid` in any case. */
  ofProcess(ocid: string): readonly Entry[]
  /** Returns `null` for numbers without a live notice that is shown. */
  entry(number: number): Entry | null
  byKey(key: string): Entry | null
  readonly count: number
  /** Number that grows whenever other notices or words can be found. */
  readonly version: number
  /** Number of live notices of a portal. */
  countPortal(portal: string): number
  /** Share of the numbers that no live notice has. */
  computeWasted(): number
  /**
   * Adds a notice, in place of the one with its key. One that is not live, or of a portal that is
   * not configured, only leaves.
   */
  put(notice: Notice, revision: number, nowMs: number): void
  remove(key: string): void
  /** Removes what ended by itself. */
  lapse(nowMs: number): void
  /** All live notices. */
  all(): Iterable<Entry>
  setHistory(entry: Entry, history: BuyerHistory | null): void
  setLearned(learned: Learned | null): void
  /** Other appearances of a notice: live ones, and `others` of its process. */
  alsoPublished(notice: Appearance, others?: readonly Appearance[]): readonly AlsoPublished[]
  /** Normalised names of buyers that a supplier means; `null` if it names none. */
  pastBuyers(given: readonly string[]): ReadonlySet<string> | null
}

export function createLiveIndex(portals: ReadonlySet<string>): LiveIndex {
  const postings = new Postings()
  const entries: (Entry | undefined)[] = []
  const byKey = new Map<string, Entry>()
  const byOcid = new Map<string, Entry[]>()
  /** Notices of one buyer, stage and day: only these can be the same opportunity. */
  const meetings = new Map<string, Entry[]>()
  /** Notices that are stated to be the same opportunity. */
  const opportunities = new Map<string, Entry[]>()
  const codes = createCodes()
  const counts = new Map<string, number>()
  const meanings = createMeanings()
  let nextEndMs = Number.POSITIVE_INFINITY
  let version = 0

  const buildMeetingKey = ({ normalName, stage, deadlineDay }: Entry) =>
    `${stage}|${deadlineDay}|${normalName}`

  const meetingOf = (entry: Entry) => meetings.get(buildMeetingKey(entry)) ?? []
  const opportunity = (entry: Entry) => opportunities.get(opportunityOf(entry)) ?? []

  function link(entry: Entry): void {
    const meeting = meetingOf(entry)
    const behind = meeting.length < 2 ? null : linkDuplicates(meeting)
    const isStated = (each: Entry) => linkStated(opportunity(each)).has(each.key)
    for (const each of meeting) each.hidden = behind?.has(each.key) === true || isStated(each)
    for (const each of opportunity(entry))
      if (each !== entry)
        each.hidden = linkDuplicates(meetingOf(each)).has(each.key) || isStated(each)
  }

  function add(entry: Entry): void {
    version += 1
    entries[entry.number] = entry
    byKey.set(entry.key, entry)
    append(byOcid, entry.ocid.toLowerCase(), entry)
    append(meetings, buildMeetingKey(entry), entry)
    append(opportunities, opportunityOf(entry), entry)
    for (const code of entry.cpv) codes.add(code)
    counts.set(entry.portal, (counts.get(entry.portal) ?? 0) + 1)
    nextEndMs = Math.min(nextEndMs, entry.liveUntilMs)
    link(entry)
  }

  function drop(entry: Entry): void {
    version += 1
    postings.remove(entry.number)
    entries[entry.number] = undefined
    byKey.delete(entry.key)
    detach(byOcid, entry.ocid.toLowerCase(), entry)
    detach(meetings, buildMeetingKey(entry), entry)
    detach(opportunities, opportunityOf(entry), entry)
    for (const code of entry.cpv) codes.remove(code)
    counts.set(entry.portal, counts.get(entry.portal)! - 1)
    link(entry)
  }

  function remove(key: string): void {
    const entry = byKey.get(key)
    if (entry) drop(entry)
  }

  function* listShown(): Generator<Entry> {
    for (const entry of byKey.values()) if (!entry.hidden) yield entry
  }

  return {
    postings,
    ranker: createRanker(postings, codes, meanings, RANKING),
    keywords: createKeywords(postings),
    listShown,
    all: () => byKey.values(),
    ofProcess: (ocid) => byOcid.get(ocid.toLowerCase()) ?? [],
    entry(number) {
      const entry = entries[number]
      return entry === undefined || entry.hidden ? null : entry
    },
    byKey: (key) => byKey.get(key) ?? null,
    get count() {
      return byKey.size
    },
    get version() {
      return version
    },
    countPortal: (portal) => counts.get(portal) ?? 0,
    computeWasted: () => 1 - byKey.size / Math.max(1, postings.size),

    put(notice, revision, nowMs) {
      remove(notice.key)
      if (liveUntilMs(notice) <= nowMs || !portals.has(notice.portal)) return
      add(buildEntry(notice, revision, postings.add(listSearchedFields(toSearchedTender(notice)))))
    },
    remove,

    lapse(nowMs) {
      if (nowMs < nextEndMs) return
      nextEndMs = Number.POSITIVE_INFINITY
      for (const entry of byKey.values()) {
        if (entry.liveUntilMs <= nowMs) drop(entry)
        else nextEndMs = Math.min(nextEndMs, entry.liveUntilMs)
      }
    },

    setHistory(entry, history) {
      entry.history = history
    },

    setLearned(learned) {
      version += 1
      meanings.learn(learned)
    },

    alsoPublished(notice, others = []) {
      const entry = byKey.get(notice.key)
      const meeting = entry === undefined ? [] : meetingOf(entry)
      const stated = entry === undefined ? [] : opportunity(entry)
      const process = byOcid.get(notice.ocid.toLowerCase()) ?? []
      const all = new Map(
        [notice, ...others, ...process, ...meeting, ...stated].map((each) => [each.key, each]),
      )
      const links = new Map([...linkDuplicates(meeting), ...linkStated(stated)])
      return listAlsoPublished(notice, all.values(), links)
    },

    pastBuyers: (given) =>
      findNames(new Set(Array.from(byKey.values(), ({ normalName }) => normalName)), given),
  }
}

/** Codes of the live notices, by division. */
function createCodes(): Classes & { add(code: string): void; remove(code: string): void } {
  const divisions = new Map<string, Map<string, number>>()
  const divisionOf = (code: string) => code.slice(0, DIVISION_DIGITS)
  const none: ReadonlyMap<string, number> = new Map()
  const has = (code: string) => divisions.get(divisionOf(code))?.has(code) ?? false
  return {
    has,
    *under(prefix) {
      for (const code of (divisions.get(divisionOf(prefix)) ?? none).keys())
        if (code.startsWith(prefix)) yield code
    },
    add(code) {
      const codes = divisions.getOrInsertComputed(divisionOf(code), () => new Map())
      codes.set(code, (codes.get(code) ?? 0) + 1)
    },
    remove(code) {
      const codes = divisions.get(divisionOf(code))!
      const left = codes.get(code)! - 1
      if (left === 0) codes.delete(code)
      else codes.set(code, left)
    },
  }
}

function append(lists: Map<string, Entry[]>, key: string, entry: Entry): void {
  lists.getOrInsertComputed(key, () => []).push(entry)
}

function detach(lists: Map<string, Entry[]>, key: string, entry: Entry): void {
  const left = lists.get(key)!.filter((each) => each !== entry)
  if (left.length === 0) lists.delete(key)
  else lists.set(key, left)
}
