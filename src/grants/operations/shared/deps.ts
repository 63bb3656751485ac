import type { SourcedHistory } from '../../../contract/award-history.ts'
import type { Basis } from '../../../contract/freshness.ts'
import type { Snapshot } from '../../snapshot.ts'

/**
 * Freshness of an answer about all grants. @throws ServiceError UPSTREAM_UNAVAILABLE while the
 * index was never filled
 */
export function freshnessOfAll(index: GrantsDeps['index'], nowMs: number): Basis {
  const { sources, among } = index(nowMs)
  return { sources, degradations: among([]) }
}

/** Dependencies of the grant operations. */
export interface GrantsDeps {
  /** The serving index. @throws ServiceError UPSTREAM_UNAVAILABLE while it was never filled */
  index(nowMs: number): Snapshot
  /** Returns the address of the text that a grant's criteria quote. */
  textUrl(id: string): string
  /** Returns the history of the first of these names with one; `null` if none has. */
  awardHistory(names: readonly string[], nowMs: number): SourcedHistory | null
  /** Returns source and state of the award histories, whether any funder has one or not. */
  awardOrigins(nowMs: number): Basis
}
