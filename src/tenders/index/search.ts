/** Search over the live notices: stage and words first, then cpv, region, value and deadline, counting what a filter cannot judge. */
import { type CivilDate, epochDay } from '../../platform/london.ts'
import {
  isRelevant,
  type Matched,
  type Reason,
  type Relevance,
  toMatched,
} from '../../text-search/ranker.ts'
import type { Stage } from '../model/merge.ts'
import type { RegionMask } from '../model/regions.ts'
import { type Entry, NO_DAY } from './entry.ts'
import type { LiveIndex } from './live-index.ts'
import { createBest } from './top-k.ts'

export interface SearchRequest {
  q: string | null
  /** Digits; null: not filtered. */
  cpvPrefixes: readonly string[] | null
  regions: RegionMask | null
  valueMinGbp: number | null
  valueMaxGbp: number | null
  deadlineAfter: CivilDate | null
  stage: Stage | null
  /** `null`: all that the search finds. */
  minRelevance: Relevance | null
}

export interface Excluded {
  no_cpv: number
  no_region: number
  no_value: number
  no_deadline: number
}

export interface SearchOutcome {
  totalMatched: number
  /** The best notices, best first. */
  best: readonly Entry[]
  excluded: Excluded
  /** Matching notices by their strongest reason; `null` without words. */
  foundBy: Record<Reason, number> | null
  /** Matching notices by how close they are; `null` without words. */
  foundByRelevance: Record<Relevance, number> | null
  /** Returns `null` without words. */
  findMatched(entry: Entry): Matched | null
}

/** Judges what filters look at: passes, fails, or cannot be judged for want of a value. */
export type FilterOutcome = 'passes' | 'fails' | keyof Excluded

export interface Filtered {
  stage: Stage
  cpv: readonly string[]
  regions: RegionMask
  valueGbp: number | null
  /** `NO_DAY` without a deadline. */
  deadlineDay: number
}

export function createFilter(request: SearchRequest): (notice: Filtered) => FilterOutcome {
  const checks = [
    stageCheck(request),
    cpvCheck(request),
    regionCheck(request),
    valueCheck(request),
    deadlineCheck(request),
  ].filter((check) => check !== null)
  return (notice) => {
    for (const check of checks) {
      const outcome = check(notice)
      if (outcome !== 'passes') return outcome
    }
    return 'passes'
  }
}

/** Judges one filter; `null` if the request does not set it. */
type Check = ((notice: Filtered) => FilterOutcome) | null

const passesIf = (isMet: boolean): FilterOutcome => (isMet ? 'passes' : 'fails')

function stageCheck({ stage }: SearchRequest): Check {
  return stage === null ? null : (notice) => passesIf(notice.stage === stage)
}

function cpvCheck({ cpvPrefixes }: SearchRequest): Check {
  if (cpvPrefixes === null) return null
  const ranges = cpvPrefixes.map(prefixRange)
  const isSought = (code: string) =>
    ranges.some(([low, high]) => Number(code) >= low && Number(code) < high)
  return ({ cpv }) => (cpv.length === 0 ? 'no_cpv' : passesIf(cpv.some(isSought)))
}

function regionCheck({ regions: wanted }: SearchRequest): Check {
  if (wanted === null) return null
  return ({ regions }) => (regions === 0 ? 'no_region' : passesIf((regions & wanted) !== 0))
}

function valueCheck({ valueMinGbp, valueMaxGbp }: SearchRequest): Check {
  if (valueMinGbp === null && valueMaxGbp === null) return null
  const least = valueMinGbp ?? 0
  const most = valueMaxGbp ?? Number.POSITIVE_INFINITY
  return ({ valueGbp }) =>
    valueGbp === null ? 'no_value' : passesIf(valueGbp >= least && valueGbp <= most)
}

function deadlineCheck({ deadlineAfter }: SearchRequest): Check {
  if (deadlineAfter === null) return null
  const afterDay = epochDay(deadlineAfter)
  return ({ deadlineDay }) =>
    deadlineDay === NO_DAY ? 'no_deadline' : passesIf(deadlineDay >= afterDay)
}

export function searchNotices(
  index: LiveIndex,
  request: SearchRequest,
  nowMs: number,
  limit: number,
): SearchOutcome {
  index.lapse(nowMs)
  const excluded: Excluded = { no_cpv: 0, no_region: 0, no_value: 0, no_deadline: 0 }
  const foundBy: Record<Reason, number> = { words: 0, cpv: 0, synonym: 0 }
  const foundByRelevance: Record<Relevance, number> = { close: 0, related: 0, loose: 0 }
  const ranked =
    request.q === null
      ? null
      : index.ranker.rank(request.q, (number) => index.entry(number) !== null)
  const judge = createFilter(request)
  const best = createBest(limit)
  let totalMatched = 0
  const consider = (entry: Entry, score: number) => {
    const outcome = judge(entry)
    if (outcome === 'fails') return
    if (outcome !== 'passes') {
      excluded[outcome] += 1
      return
    }
    totalMatched += 1
    if (ranked) {
      foundBy[ranked.by(entry.number)] += 1
      foundByRelevance[ranked.relevance(entry.number)] += 1
    }
    best.offer(entry, score)
  }

  if (ranked === null) for (const entry of index.listShown()) consider(entry, 0)
  for (const number of ranked?.documents ?? []) {
    const entry = index.entry(number)
    if (entry !== null && isRelevant(ranked!.relevance(number), request.minRelevance))
      consider(entry, ranked!.score(number))
  }

  return {
    totalMatched,
    best: best.entries(),
    excluded,
    foundBy: ranked && foundBy,
    foundByRelevance: ranked && foundByRelevance,
    findMatched: ({ number }) => ranked && toMatched(ranked, number),
  }
}

/**
 * Returns the range of all codes below a prefix. A whole code (`72000000`) names its class:
 * trailing zeros are padding.
 */
export function prefixRange(prefix: string): readonly [number, number] {
  const digits = prefix.length === 8 ? prefix.replace(/0{1,6}$/, '') : prefix
  const unit = 10 ** (8 - digits.length)
  return [Number(digits) * unit, (Number(digits) + 1) * unit]
}
