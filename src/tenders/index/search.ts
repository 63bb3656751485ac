/** Search over the live notices: stage and words first, then cpv, region, value and deadline, counting what a filter cannot judge. */
import { type CivilDate, epochDay } from '../../platform/london.ts'
import { type Matched, matchedOf, type Reason } from '../../text-search/ranker.ts'
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
  /** Returns `null` without words. */
  matched(entry: Entry): Matched | null
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
  const { stage, regions, valueMinGbp, valueMaxGbp, deadlineAfter } = request
  const ranges = request.cpvPrefixes?.map(prefixRange) ?? null
  const afterDay = deadlineAfter === null ? null : epochDay(deadlineAfter)
  const isSought = (code: string) =>
    ranges!.some(([low, high]) => Number(code) >= low && Number(code) < high)
  return (notice) => {
    if (stage !== null && notice.stage !== stage) return 'fails'
    if (ranges !== null) {
      if (notice.cpv.length === 0) return 'no_cpv'
      if (!notice.cpv.some(isSought)) return 'fails'
    }
    if (regions !== null) {
      if (notice.regions === 0) return 'no_region'
      if ((notice.regions & regions) === 0) return 'fails'
    }
    if (valueMinGbp !== null || valueMaxGbp !== null) {
      if (notice.valueGbp === null) return 'no_value'
      if (
        notice.valueGbp < (valueMinGbp ?? 0) ||
        notice.valueGbp > (valueMaxGbp ?? Number.POSITIVE_INFINITY)
      )
        return 'fails'
    }
    if (afterDay !== null) {
      if (notice.deadlineDay === NO_DAY) return 'no_deadline'
      if (notice.deadlineDay < afterDay) return 'fails'
    }
    return 'passes'
  }
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
    if (ranked) foundBy[ranked.by(entry.number)] += 1
    best.offer(entry, score)
  }

  if (ranked === null) for (const entry of index.shown()) consider(entry, 0)
  for (const number of ranked?.documents ?? []) {
    const entry = index.entry(number)
    if (entry !== null) consider(entry, ranked!.score(number))
  }

  return {
    totalMatched,
    best: best.entries(),
    excluded,
    foundBy: ranked && foundBy,
    matched: ({ number }) => ranked && matchedOf(ranked, number),
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
