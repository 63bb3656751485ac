/** The giving history of one funder as it is stored: everything of the answer that does not depend on the moment of asking. */

export interface AwardRow {
  title: string | null
  recipient: string | null
  amount_gbp: number
  award_date: string
  programme: string | null
  url: string | null
  licence: string
  publisher: string
}

export interface DatasetCoverage {
  title: string
  publisher: string
  /** Short name of the licence; the registry's own text when it is not an open one. */
  licence: string | null
  /** Grants of this funder that the figures count from this dataset. */
  grants: number
  status: DatasetStatus
  /** What is wrong, null for a dataset that is whole and counted. */
  note: string | null
}

export type DatasetStatus =
  | 'counted'
  /** Not in the figures, because its licence would bind them. */
  | 'share_alike'
  /** Could not be refreshed: an earlier copy is counted. */
  | 'last_good'
  /** Never yet read. */
  | 'unread'
  | 'licence_not_open'

export interface Giving {
  grants_made: number
  total_awarded_gbp: number
  years: { first: number | null; last: number | null }
  size_distribution_gbp: {
    min: number | null
    p25: number | null
    median: number | null
    p75: number | null
    max: number | null
    mean: number | null
  }
  yearly: Record<string, { grants: number; total_gbp: number; median_gbp: number }>
  typical_award_gbp: number | null
}

export interface StoredCoverage {
  datasets: DatasetCoverage[]
  grants_included: number
  excluded_share_alike: number
  excluded_non_gbp: number
  excluded_zero_amount: number
  first_award: string | null
  last_award: string | null
}

export interface StoredDossier {
  slug: string
  /** Every name it is known by, the first is shown. */
  names: string[]
  ids: string[]
  giving: Giving
  /** Amounts in pence at which each whole percent of the counted awards is reached; null or absent (an older corpus): nothing is said. */
  steps?: number[] | null
  recent_awards: AwardRow[]
  coverage: StoredCoverage
  /** For the attribution: who published what is counted or shown, and under which licences. */
  publishers: string[]
  licences: { name: string; url: string }[]
}
