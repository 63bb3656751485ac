import type { Degradation } from '../../../background/source.ts'
import type { Source } from '../../../contract/envelope.ts'
import type { FunderIndex } from '../../index/funder-index.ts'

/** A scheme that is live on the official grant listing now. */
export interface LiveGrant {
  id: string
  name: string
  amounts: { min: number | null; max: number | null; text: string | null }
  window: {
    opens: string | null
    closes: string | null
    open_now: boolean
    days_to_close: number | null
  }
  source_url: string
}

/** Data of the listing of live grants, and its state. */
export interface LiveListing {
  grants: readonly LiveGrant[]
  sources: readonly Source[]
  degradations: readonly Degradation[]
}

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
