import type { Snapshot } from '../../snapshot.ts'

/** What the grant operations stand on. */
export interface GrantsDeps {
  /** The serving index. @throws ServiceError UPSTREAM_UNAVAILABLE while it was never filled */
  index(nowMs: number): Snapshot
  /** Where the text that a grant's criteria quote can be had. */
  textUrl(id: string): string
}
