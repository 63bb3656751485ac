/** Grant search: keywords, then filters, with exact counts of what a filter could not judge. */
import {
  isRelevant,
  type Matched,
  type Reason,
  type Relevance,
  toMatched,
} from '../../text-search/ranker.ts'
import type { OrgType } from '../model/applicants.ts'
import { type WindowState, windowState } from '../model/dates.ts'
import { type Region, servesRegion } from '../model/places.ts'
import type { GrantGeneration, IndexedGrant } from './generation.ts'

const MAX_RETURNED = 10

export interface SearchQuestion {
  q: string | null
  region: Region | null
  orgType: OrgType | null
  min: number | null
  max: number | null
  openNow: boolean
  /** `null`: all that the search finds. */
  minRelevance: Relevance | null
}

/** Grants that a filter left out, by the reason. */
interface Excluded {
  no_region: number
  no_org_type: number
  no_amount: number
  not_open: number
}

export interface SearchAnswer {
  totalMatched: number
  /** The first ten, each with its reasons; `matched` is `null` without words. */
  grants: { grant: IndexedGrant; matched: Matched | null }[]
  excluded: Excluded
  /** Matching grants by their strongest reason; `null` without words. */
  foundBy: Record<Reason, number> | null
  /** Matching grants by how close they are; `null` without words. */
  foundByRelevance: Record<Relevance, number> | null
}

/**
 * A grant that has the value and fails a filter is not matched; one that is not open is counted under `not_open`; of the others, one that
 * lacks a value that a filter needs is counted once, at the first such filter.
 */
export function searchGrants(
  generation: GrantGeneration,
  question: SearchQuestion,
  nowMs: number,
): SearchAnswer {
  const { grants } = generation
  const excluded = { no_region: 0, no_org_type: 0, no_amount: 0, not_open: 0 }
  const foundBy = { words: 0, cpv: 0, synonym: 0 }
  const foundByRelevance = { close: 0, related: 0, loose: 0 }
  const matched: { grant: IndexedGrant; number: number; score: number; state: WindowState }[] = []
  const ranked = rankGrants(generation, question, nowMs)
  for (const number of ranked?.documents ?? grants.keys()) {
    if (ranked && !isRelevant(ranked.relevance(number), question.minRelevance)) continue
    const grant = grants[number]!
    const state = stateOf(grant, nowMs)
    const outcome = filterGrant(question, grant, state)
    if (outcome === 'passes') {
      matched.push({ grant, number, score: ranked?.score(number) ?? 0, state })
      if (ranked) {
        foundBy[ranked.by(number)] += 1
        foundByRelevance[ranked.relevance(number)] += 1
      }
    } else if (outcome !== 'fails') excluded[outcome] += 1
  }
  matched.sort((a, b) => b.score - a.score || byClosing(a, b))
  return {
    totalMatched: matched.length,
    grants: matched
      .slice(0, MAX_RETURNED)
      .map(({ grant, number }) => ({ grant, matched: ranked && toMatched(ranked, number) })),
    excluded,
    foundBy: ranked && foundBy,
    foundByRelevance: ranked && foundByRelevance,
  }
}

/** Ranks all grants; the open ones alone set the noise floor where they alone are wanted. Returns `null` without words. */
export function rankGrants(
  { grants, search }: Pick<GrantGeneration, 'grants' | 'search'>,
  { q, openNow }: SearchQuestion,
  nowMs: number,
) {
  const isShown = (number: number) => !openNow || stateOf(grants[number]!, nowMs) === 'open'
  return q === null ? null : search.rank(q, isShown)
}

function stateOf({ facts, removedMs }: IndexedGrant, nowMs: number): WindowState {
  return windowState(facts.dates, removedMs === null, nowMs)
}

/** Names the index together with the windows that are open: equal texts, equal answers of `searchGrants`. */
export function revisionAt({ name, grants }: GrantGeneration, nowMs: number): string {
  const states = { open: 0, upcoming: 0, closed: 0 }
  for (const grant of grants) states[stateOf(grant, nowMs)] += 1
  // A window only ever goes from upcoming to open to closed, so equal numbers mean equal states.
  return `${name} ${states.upcoming} ${states.closed}`
}

/** How a grant meets the filters: it passes, it fails, or it lacks a value that a filter needs. */
type FilterOutcome = 'passes' | 'fails' | keyof Excluded

/** Returns how a grant meets all filters of a search except its words. Searches and changes filter by it. */
export function filterGrant(
  question: SearchQuestion,
  grant: Pick<IndexedGrant, 'facts'>,
  state: WindowState,
): FilterOutcome {
  const outcome = filterFacts(question, grant)
  if (outcome === 'fails') return 'fails'
  return question.openNow && state !== 'open' ? 'not_open' : outcome
}

function filterFacts(
  { region, orgType, min, max }: SearchQuestion,
  { facts }: Pick<IndexedGrant, 'facts'>,
): Exclude<FilterOutcome, 'not_open'> {
  const { regions, unknown } = facts.places
  const isElsewhere = region !== null && !servesRegion(regions, region)
  const isForOthers = orgType !== null && !facts.orgTypes.includes(orgType)
  // A label without a mapping may be the requested region.
  const regionUnknown = isElsewhere && (regions.length === 0 || unknown.length > 0)
  const orgTypeUnknown =
    isForOthers && (facts.orgTypes.length === 0 || facts.unknownApplicants.length > 0)
  if ((isElsewhere && !regionUnknown) || (isForOthers && !orgTypeUnknown)) return 'fails'
  const { amounts } = facts
  if (min !== null && amounts.max !== null && amounts.max < min) return 'fails'
  if (max !== null && amounts.min !== null && amounts.min > max) return 'fails'
  if (regionUnknown) return 'no_region'
  if (orgTypeUnknown) return 'no_org_type'
  // A missing minimum next to a stated maximum passes `max`: the placeholder 0 or 1 means "from
  // nothing".
  const lacksAmount =
    (min !== null && amounts.max === null) ||
    (max !== null && amounts.min === null && amounts.max === null)
  return lacksAmount ? 'no_amount' : 'passes'
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
