/** Grant search: keywords, then filters, with exact counts of what a filter could not judge. */
import { parseQuery } from '../../text-search/query.ts'
import type { OrgType } from '../model/applicants.ts'
import { type WindowState, windowState } from '../model/dates.ts'
import { type Region, servesRegion } from '../model/places.ts'
import type { GrantGeneration, IndexedGrant } from './generation.ts'
import { GRANT_SYNONYMS } from './synonyms.ts'

const MAX_RETURNED = 10

export interface SearchQuestion {
  q: string | null
  region: Region | null
  orgType: OrgType | null
  min: number | null
  max: number | null
  openNow: boolean
}

export interface SearchAnswer {
  totalMatched: number
  grants: IndexedGrant[]
  excluded: { no_region: number; no_org_type: number; no_amount: number; not_open: number }
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
  const excluded = { no_region: 0, no_org_type: 0, no_amount: 0, not_open: 0 }
  const hits =
    question.q === null ? null : generation.search(parseQuery(question.q, GRANT_SYNONYMS))
  const found = hits
    ? Array.from(hits.documents, (number) => generation.grants[number]!)
    : generation.grants
  const matched: { grant: IndexedGrant; score: number; state: WindowState }[] = []
  for (const [index, grant] of found.entries()) {
    const state = windowState(grant.facts.dates, grant.goneMs === null, nowMs)
    const lacking = judge(grant, question)
    if (lacking === 'mismatch') continue
    if (question.openNow && state !== 'open') excluded.not_open += 1
    else if (lacking !== null) excluded[lacking] += 1
    else matched.push({ grant, score: hits ? hits.scores[index]! : 0, state })
  }
  matched.sort((a, b) => b.score - a.score || byClosing(a, b))
  return {
    totalMatched: matched.length,
    grants: matched.slice(0, MAX_RETURNED).map(({ grant }) => grant),
    excluded,
  }
}

/** Names the index together with the windows that are open: equal texts, equal answers of `searchGrants`. */
export function revisionAt({ name, grants }: GrantGeneration, nowMs: number): string {
  const states = { open: 0, upcoming: 0, closed: 0 }
  for (const { facts, goneMs } of grants)
    states[windowState(facts.dates, goneMs === null, nowMs)] += 1
  // A window only ever goes from upcoming to open to closed, so equal numbers mean equal states.
  return `${name} ${states.upcoming} ${states.closed}`
}

/** Null: passes. A key of `excluded`: lacks what the filter needs. */
export function judge(
  { facts }: Pick<IndexedGrant, 'facts'>,
  { region, orgType, min, max }: SearchQuestion,
): 'mismatch' | 'no_region' | 'no_org_type' | 'no_amount' | null {
  const { regions, unknown } = facts.places
  const isElsewhere = region !== null && !servesRegion(regions, region)
  const isForOthers = orgType !== null && !facts.orgTypes.includes(orgType)
  // A label without a mapping, beside known ones or alone, may be the very one that was asked for.
  const regionUnknown = isElsewhere && (regions.length === 0 || unknown.length > 0)
  const orgTypeUnknown =
    isForOthers && (facts.orgTypes.length === 0 || facts.unknownApplicants.length > 0)
  if ((isElsewhere && !regionUnknown) || (isForOthers && !orgTypeUnknown)) return 'mismatch'
  const { amounts } = facts
  if (min !== null && amounts.max !== null && amounts.max < min) return 'mismatch'
  if (max !== null && amounts.min !== null && amounts.min > max) return 'mismatch'
  if (regionUnknown) return 'no_region'
  if (orgTypeUnknown) return 'no_org_type'
  // A missing minimum beside a stated maximum passes `max`: the placeholder 0 or 1 means "from nothing".
  const lacksAmount =
    (min !== null && amounts.max === null) ||
    (max !== null && amounts.min === null && amounts.max === null)
  return lacksAmount ? 'no_amount' : null
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
