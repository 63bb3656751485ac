/** Search over the live notices: stage and words first, then cpv, region, value and deadline, counting what a filter cannot judge. */
import {
  isRelevant,
  type Matched,
  type Reason,
  type Relevance,
  toMatched,
} from '../../text-search/ranker.ts'
import type { Entry } from './entry.ts'
import { createFilter, type Excluded, type TenderFilters } from './filter.ts'
import type { LiveIndex } from './live-index.ts'
import { createBest } from './top-k.ts'

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

export function searchNotices(
  index: LiveIndex,
  filters: TenderFilters,
  nowMs: number,
  limit: number,
): SearchOutcome {
  index.lapse(nowMs)
  const excluded: Excluded = { no_cpv: 0, no_region: 0, no_value: 0, no_deadline: 0 }
  const foundBy: Record<Reason, number> = { words: 0, cpv: 0, synonym: 0 }
  const foundByRelevance: Record<Relevance, number> = { close: 0, related: 0, loose: 0 }
  const ranked =
    filters.q === undefined
      ? null
      : index.ranker.rank(filters.q, (number) => index.entry(number) !== null)
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
    if (ranked) {
      foundBy[ranked.by(entry.number)] += 1
      foundByRelevance[ranked.relevance(entry.number)] += 1
    }
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
    foundBy: ranked && foundBy,
    foundByRelevance: ranked && foundByRelevance,
    findMatched: ({ number }) => ranked && toMatched(ranked, number),
  }
}
