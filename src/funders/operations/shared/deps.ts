import type { Degradation } from '../../../background/source.ts'
import type { Source } from '../../../contract/envelope.ts'
import type { LiveListing } from '../../../contract/live-grants.ts'
import type { FunderIndex } from '../../index/funder-index.ts'

export interface Corpus {
  index: FunderIndex
  source: Source
  degradations: readonly Degradation[]
}

/** Dependencies of the funder operation. */
export interface FunderDeps {
  /** @throws ServiceError `UPSTREAM_UNAVAILABLE` while no corpus was ever built. */
  corpus(nowMs: number): Corpus
  /** Live schemes of the funder that bears any of these names, soonest to close first. */
  liveGrants(names: readonly string[], nowMs: number): LiveListing
}
