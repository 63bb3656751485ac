/** Grant search: keywords, then filters, with exact counts of what a filter could not judge. */

import {
  createFoundCounter,
  type FoundCounts,
  isRelevant,
  type Matched,
  toMatched,
} from '../../text-search/ranker.ts'
import { type WindowState, windowState } from '../model/dates.ts'
import { type Excluded, filterGrant, type GrantFilters } from './filter.ts'
import type { GrantGeneration, IndexedGrant } from './generation.ts'

const MAX_RETURNED = 10

export interface SearchAnswer extends FoundCounts {
  totalMatched: number
  /** The first ten, each with its reasons; `matched` is `null` without words. */
  grants: { grant: IndexedGrant; matched: Matched | null }[]
  excluded: Excluded
}

/**
 * A grant that has the value and fails a filter is not matched; one that is not open is counted
 * under `not_open`; of the others, one that lacks a value that a filter needs is counted once, at
 * the first such filter.
 */
export function searchGrants(
  generation: GrantGeneration,
  filters: GrantFilters,
  nowMs: number,
): SearchAnswer {
  const { grants } = generation
  const excluded = { no_region: 0, no_org_type: 0, no_amount: 0, not_open: 0 }
  const matched: { grant: IndexedGrant; number: number; score: number; state: WindowState }[] = []
  const ranked = rankGrants(generation, filters, nowMs)
  const counter = createFoundCounter(ranked)
  for (const number of ranked?.documents ?? grants.keys()) {
    if (ranked && !isRelevant(ranked.relevance(number), filters.min_relevance ?? null)) continue
    const grant = grants[number]!
    const state = stateOf(grant, nowMs)
    const outcome = filterGrant(filters, { facts: grant.facts, state })
    if (outcome === 'passes') {
      matched.push({ grant, number, score: ranked?.score(number) ?? 0, state })
      counter.add(number)
    } else if (outcome !== 'fails') excluded[outcome] += 1
  }
  matched.sort((a, b) => b.score - a.score || byClosing(a, b))
  return {
    totalMatched: matched.length,
    grants: matched
      .slice(0, MAX_RETURNED)
      .map(({ grant, number }) => ({ grant, matched: ranked && toMatched(ranked, number) })),
    excluded,
    ...counter.counts(),
  }
}

/**
 * Ranks all grants; the open ones alone set the noise floor where they alone are wanted. Returns
 * `null` without words.
 */
export function rankGrants(
  { grants, search }: Pick<GrantGeneration, 'grants' | 'search'>,
  { q, open_now }: GrantFilters,
  nowMs: number,
) {
  const isShown = (number: number) => !open_now || stateOf(grants[number]!, nowMs) === 'open'
  return q === undefined ? null : search.rank(q, isShown)
}

function stateOf({ facts, removedMs }: IndexedGrant, nowMs: number): WindowState {
  return windowState(facts.dates, removedMs === null, nowMs)
}

/**
 * Names the index together with the windows that are open: equal texts, equal answers of
 * `searchGrants`.
 */
export function revisionAt({ name, grants }: GrantGeneration, nowMs: number): string {
  const states = { open: 0, upcoming: 0, closed: 0 }
  for (const grant of grants) states[stateOf(grant, nowMs)] += 1
  // A window only ever goes from upcoming to open to closed, so equal numbers mean equal states.
  return `${name} ${states.upcoming} ${states.closed}`
}

const STATE_ORDER: Readonly<Record<WindowState, number>> = { open: 0, upcoming: 1, closed: 2 }

/** Open ones first, the sooner the closing the earlier; of closed ones the latest first. */
function byClosing(
  a: { grant: IndexedGrant; state: WindowState },
  b: { grant: IndexedGrant; state: WindowState },
): number {
  const state = STATE_ORDER[a.state] - STATE_ORDER[b.state]
  if (state !== 0) return state
  const end = (grant: IndexedGrant) => grant.facts.dates.closes?.date ?? '9999-12-31'
  const [left, right] = [end(a.grant), end(b.grant)]
  if (left !== right) {
    const sooner = left < right ? -1 : 1
    return a.state === 'closed' ? -sooner : sooner
  }
  return a.grant.facts.id < b.grant.facts.id ? -1 : 1
}
