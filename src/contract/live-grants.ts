/** Grants that are open now, which the dossier of their funder shows. */
import type { Basis } from './freshness.ts'

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
export interface LiveListing extends Basis {
  grants: readonly LiveGrant[]
}
