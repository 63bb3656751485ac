/**
 * Earlier awards of a funder: computed from the published awards, shown next to a grant of that
 * funder.
 */
/** The awards behind a percentile, and whose they are. */
export interface AwardHistory {
  /** Name of the funder in the corpus. */
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

/** An award history with the credit that it needs. */
export interface SourcedHistory extends AwardHistory {
  attribution: string
}
