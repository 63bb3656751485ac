import type { Source } from '../../../contract/envelope.ts'
import type { Snapshot } from '../../snapshot.ts'

/** What a funder gave before, as somebody else knows it. */
export interface AwardHistory {
  funder: string
  awards: number
  /** Date of the first award. */
  since: string
  licence: string
  publisher: string
  dataset: string
  /** Share of the awards of at most this many pounds, in whole percents rounded down. */
  percentile(amountGbp: number): number
  source: Source
  attribution: string
}

/** What the grant operations stand on. */
export interface GrantsDeps {
  /** The serving index. @throws ServiceError UPSTREAM_UNAVAILABLE while it was never filled */
  index(nowMs: number): Snapshot
  /** Where the text that a grant's criteria quote can be had. */
  textUrl(id: string): string
  /** Of the first of these names that a funder with a history bears; null where none does. */
  awardHistory(names: readonly string[], nowMs: number): AwardHistory | null
}
