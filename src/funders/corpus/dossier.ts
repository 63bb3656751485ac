/**
 * The giving history of one funder as it is stored: all parts of the answer that do not depend on
 * the moment of the request.
 */
import { z } from 'zod'
import type { Layout } from '../../background/stored-layout.ts'

const text = z.string()
const amount = z.number()
const count = z.int().min(0)

const awardRow = z.strictObject({
  title: text.nullable(),
  recipient: text.nullable(),
  amount_gbp: amount,
  award_date: text,
  programme: text.nullable(),
  url: text.nullable(),
  licence: text,
  publisher: text,
})

/**
 * `share_alike` is not in the figures, because its licence would bind them. `last_good` could not
 * be refreshed: an earlier copy is
 * counted. `unread` was never read.
 */
const datasetStatus = z.enum(['counted', 'share_alike', 'last_good', 'unread', 'licence_not_open'])

const datasetCoverage = z.strictObject({
  title: text,
  publisher: text,
  /** Short name of the licence; the registry's own text when it is not an open one. */
  licence: text.nullable(),
  /** Number of this funder's grants that the figures count from this dataset. */
  grants: count,
  status: datasetStatus,
  /** Problem of the dataset; `null` if it is complete and counted. */
  note: text.nullable(),
})

const giving = z.strictObject({
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
})

const storedDossier = z.strictObject({
  slug: text,
  /** Every name it is known by, the first is shown. */
  names: z.array(text).min(1),
  ids: z.array(text),
  giving,
  /**
   * Amounts in pence at which each whole percent of the counted awards is reached; `null` if there
   * are too few awards.
   */
  steps: z.array(amount).nullable(),
  recent_awards: z.array(awardRow),
  coverage: z.strictObject({
    datasets: z.array(datasetCoverage),
    grants_included: count,
    excluded_share_alike: count,
    excluded_non_gbp: count,
    excluded_zero_amount: count,
    first_award: text.nullable(),
    last_award: text.nullable(),
    /** Counted awards whose stated day is not believed. Dossiers of 0.2.0 lack it. */
    dates_set_aside: count.default(0),
  }),
  /** For the attribution: who published what is counted or shown, and under which licences. */
  publishers: z.array(text),
  licences: z.array(z.strictObject({ name: text, url: text })),
})

export type AwardRow = z.infer<typeof awardRow>
export type DatasetStatus = z.infer<typeof datasetStatus>
export type DatasetCoverage = z.infer<typeof datasetCoverage>
export type Giving = z.infer<typeof giving>
export type StoredDossier = z.infer<typeof storedDossier>

export const DOSSIER: Layout<StoredDossier> = {
  name: 'funder-dossier',
  version: 2,
  schema: storedDossier,
}
