/**
 * The giving history of one funder as it is stored: all parts of the answer that do not depend on
 * the moment of the request.
 */
import { z } from 'zod'
import type { Layout } from '../../background/stored-layout.ts'
import { dateOrNull, textOrNull } from '../../contract/input.ts'

const text = z.string()
const pounds = z.number()
const poundsOrNull = pounds.nullable()
const count = z.int().min(0)

/** A recent award. */
export const awardSchema = z.strictObject({
  title: textOrNull.describe('Null where the publisher gives none'),
  recipient: textOrNull.describe(
    'Organisation; grants to persons are never shown; null where the publisher gives none',
  ),
  amount_gbp: pounds.describe('Awarded, GBP'),
  award_date: z.iso.date().describe('Day of the award'),
  programme: textOrNull.describe('Grant programme; null where the publisher gives none'),
  url: textOrNull.describe('Page of the publisher; null if there is none'),
  licence: z.string().describe('Licence of this row'),
  publisher: z.string().describe('Who published this row'),
})

/** What was counted and what was left out, without the times of the corpus. */
export const countedShape = {
  datasets: z
    .array(
      z.strictObject({
        title: z.string().describe("The publisher's own"),
        publisher: z.string().describe('Who published it'),
        licence: textOrNull.describe('Null where the registry names none'),
        grants: count.describe('Grants of this funder counted from it'),
        status: z
          .enum(['counted', 'share_alike', 'last_good', 'unread', 'licence_not_open'])
          .describe(
            'share_alike: in no figure; last_good: an older copy; unread: could not be read; licence_not_open: not used',
          ),
        note: textOrNull.describe('What is wrong with it; null when nothing'),
      }),
    )
    .describe('What the dossier rests on or should rest on'),
  grants_included: count.describe('Awards that the figures count'),
  excluded_share_alike: count.describe('Awards left out for a share-alike licence'),
  excluded_non_gbp: count.describe('Awards left out for another currency or none'),
  excluded_zero_amount: count.describe('Awards left out without a positive amount'),
  first_award: dateOrNull.describe('Day of the first counted award; null without one'),
  last_award: dateOrNull.describe('Day of the last counted award; null without one'),
}

/** Counted awards whose stated day is not believed. Dossiers of 0.2.0 lack it. */
export const datesSetAside = count.describe(
  'Counted awards whose day is later than the file that states it, or before 1950; they are undated',
)

export const givingSchema = z
  .strictObject({
    grants_made: count.nullable().meta({
      description:
        'Null, as every figure, where no award could be counted: flags SHARE_ALIKE_ONLY, NO_GBP_AWARDS',
    }),
    total_awarded_gbp: poundsOrNull.describe(
      'Sum of the counted awards, GBP; null as grants_made is',
    ),
    years: z
      .strictObject({
        first: z.int().nullable().describe('Of the first dated award; null without one'),
        last: z.int().nullable().describe('Of the last dated award; null without one'),
      })
      .describe('Calendar years that the figures span'),
    size_distribution_gbp: z
      .strictObject({
        min: poundsOrNull.describe('Smallest award, GBP; null as grants_made is'),
        p25: poundsOrNull.describe('A quarter are at most this, GBP; null as grants_made is'),
        median: poundsOrNull.describe('Half are at most this, GBP; null as grants_made is'),
        p75: poundsOrNull.describe('Three quarters are at most this, GBP; null as grants_made is'),
        max: poundsOrNull.describe('Largest award, GBP; null as grants_made is'),
        mean: poundsOrNull.describe('Average award, GBP; null as grants_made is'),
      })
      .describe('Sizes of the counted awards, exact'),
    yearly: z
      .record(
        z.string(),
        z.strictObject({
          grants: count.describe('Counted awards of the year'),
          total_gbp: pounds.describe('Their sum, GBP'),
          median_gbp: pounds.describe('Their median, GBP'),
        }),
      )
      .describe('By calendar year of the award; undated awards are in none'),
    typical_award_gbp: poundsOrNull.describe('The median, GBP; null as grants_made is'),
  })
  .describe('What it gave, computed from published grants in pounds under open licences')

const storedDossier = z.strictObject({
  slug: text,
  /** Every name it is known by, the first is shown. */
  names: z.array(text).min(1),
  ids: z.array(text),
  giving: givingSchema,
  /**
   * Amounts in pence at which each whole percent of the counted awards is reached; `null` if there
   * are too few awards.
   */
  steps: z.array(pounds).nullable(),
  recent_awards: z.array(awardSchema),
  coverage: z.strictObject({ ...countedShape, dates_set_aside: datesSetAside.default(0) }),
  /** For the attribution: who published what is counted or shown, and under which licences. */
  publishers: z.array(text),
  licences: z.array(z.strictObject({ name: text, url: text })),
})

export type AwardRow = z.infer<typeof awardSchema>
export type DatasetCoverage = z.infer<typeof countedShape.datasets.element>
export type Giving = z.infer<typeof givingSchema>
export type StoredDossier = z.infer<typeof storedDossier>

export const DOSSIER: Layout<StoredDossier> = {
  name: 'funder-dossier',
  version: 2,
  schema: storedDossier,
}
