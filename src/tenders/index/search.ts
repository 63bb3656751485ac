/**
 * Search over the live notices: stage and words first, then cpv, region, value and deadline,
 * counting what a filter cannot judge.
 */
import {
  createFoundCounter,
  type FoundCounts,
  isRelevant,
  type Matched,
  toMatched,
} from '../../text-search/ranker.ts'
import type { Entry } from './entry.ts'
import { createFilter, type Excluded, type TenderFilters } from './filter.ts'
import type { LiveIndex } from './live-index.ts'
import { createBest } from './top-k.ts'

export interface SearchOutcome extends FoundCounts {
  totalMatched: number
  /** The best notices, best first. */
  best: readonly Entry[]
  excluded: Excluded
  /** Returns `null` without words. */
  findMatched(entry: Entry): Matched | null
}

export function searchNotices(
  index: LiveIndex,
  filters: TenderFilters,
  nowMs: number,
  limit: number,
): SearchOutcome {
  index.lapse(nowMs)
  const excluded: Excluded = { no_cpv: 0, no_region: 0, no_value: 0, no_deadline: 0 }
  const ranked =
    filters.q === undefined
      ? null
      : index.ranker.rank(filters.q, (number) => index.entry(number) !== null)
  const counter = createFoundCounter(ranked)
  const judge = createFilter(filters)
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
    counter.add(entry.number)
    best.offer(entry, score)
  }

  if (ranked === null) for (const entry of index.listShown()) consider(entry, 0)
  for (const number of ranked?.documents ?? []) {
    const entry = index.entry(number)
    if (entry !== null && isRelevant(ranked!.relevance(number), filters.min_relevance ?? null))
      consider(entry, ranked!.score(number))
  }

  return {
    totalMatched,
    best: best.entries(),
    excluded,
    ...counter.counts(),
    findMatched: ({ number }) => ranked && toMatched(ranked, number),
  }
}
