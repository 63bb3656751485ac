/** What a funder gave before: worked out by who keeps the published awards, shown beside a grant of that funder. */
import type { Source } from './envelope.ts'

/** The awards behind a percentile, and whose they are. */
export interface AwardHistory {
  /** As the corpus calls it. */
  funder: string
  /** How many awards are counted, 20 or more. */
  awards: number
  /** Date of the first of them. */
  since: string
  licence: string
  publisher: string
  /** Titles of the datasets that they come from, the first few. */
  dataset: string
  /** In whole percents, rounded down: the share of awards of at most this many pounds. */
  percentile(amountGbp: number): number
}

/** A history with what an answer resting on it has to say beside it. */
export interface SourcedHistory extends AwardHistory {
  source: Source
  attribution: string
}
