/** The giving history of one funder as it is stored: everything of the answer that does not depend on the moment of asking. */
import { z } from 'zod'
import type { Layout } from '../../refresh/kept.ts'

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
  /** Amounts in pence at which each whole percent of the counted awards is reached; null: too few to say. */
  steps: number[] | null
  recent_awards: AwardRow[]
  coverage: StoredCoverage
  /** For the attribution: who published what is counted or shown, and under which licences. */
  publishers: string[]
  licences: { name: string; url: string }[]
}

const text = z.string()
const amount = z.number()
const count = z.int().min(0)

export const DOSSIER: Layout<StoredDossier> = {
  name: 'funder-dossier',
  version: 2,
  schema: z.strictObject({
    slug: text,
    names: z.array(text).min(1),
    ids: z.array(text),
    giving: z.strictObject({
      grants_made: count,
      total_awarded_gbp: amount,
      years: z.strictObject({ first: z.int().nullable(), last: z.int().nullable() }),
      size_distribution_gbp: z.strictObject({
        min: amount.nullable(),
        p25: amount.nullable(),
        median: amount.nullable(),
        p75: amount.nullable(),
        max: amount.nullable(),
        mean: amount.nullable(),
      }),
      yearly: z.record(text, z.strictObject({ grants: count, total_gbp: amount, median_gbp: amount })),
      typical_award_gbp: amount.nullable(),
    }),
    steps: z.array(amount).nullable(),
    recent_awards: z.array(
      z.strictObject({
        title: text.nullable(),
        recipient: text.nullable(),
        amount_gbp: amount,
        award_date: text,
        programme: text.nullable(),
        url: text.nullable(),
        licence: text,
        publisher: text,
      }),
    ),
    coverage: z.strictObject({
      datasets: z.array(
        z.strictObject({
          title: text,
          publisher: text,
          licence: text.nullable(),
          grants: count,
          status: z.enum(['counted', 'share_alike', 'last_good', 'unread', 'licence_not_open']),
          note: text.nullable(),
        }),
      ),
      grants_included: count,
      excluded_share_alike: count,
      excluded_non_gbp: count,
      excluded_zero_amount: count,
      first_award: text.nullable(),
      last_award: text.nullable(),
    }),
    publishers: z.array(text),
    licences: z.array(z.strictObject({ name: text, url: text })),
  }),
}
