import type { SourcedHistory } from '../../../contract/award-history.ts'
import type { Basis } from '../../../contract/freshness.ts'
import type { Snapshot } from '../../snapshot.ts'

/** Freshness of an answer about all grants. @throws ServiceError UPSTREAM_UNAVAILABLE while the index was never filled */
export function freshnessOfAll(index: GrantsDeps['index'], nowMs: number): Basis {
  const { sources, among } = index(nowMs)
  return { sources, degradations: among([]) }
}

/** What the grant operations stand on. */
export interface GrantsDeps {
  /** The serving index. @throws ServiceError UPSTREAM_UNAVAILABLE while it was never filled */
  index(nowMs: number): Snapshot
  /** Where the text that a grant's criteria quote can be had. */
  textUrl(id: string): string
  /** Of the first of these names that a funder with a history bears; null where none does. */
  awardHistory(names: readonly string[], nowMs: number): SourcedHistory | null
}
