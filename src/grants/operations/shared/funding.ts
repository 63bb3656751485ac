/** Possible amount of an award, as far as the listing states it. */

import { certaintyOf } from 'ukintel-grant-reader/criterion'
import { z } from 'zod'
import type { AwardHistory } from '../../../contract/award-history.ts'
import type { IndexedGrant } from '../../index/generation.ts'
import type { Declared } from '../../model/parameters.ts'

const listedSchema = z.strictObject({
  min: z.int().nullable().describe('GBP; null when the listing states none or less is needed'),
  max: z
    .int()
    .nullable()
    .describe('GBP, at most the needed amount; null when the listing states none'),
  currency: z.literal('GBP').describe('Always GBP'),
  basis: z.enum(['listing', 'none']).describe('none: the listing states no amounts'),
  note: z.string().describe('How the bounds came about'),
})

/** With the position of the requested amount in the funder's history. */
export const fundingSchema = listedSchema.extend({
  funder_context: z
    .strictObject({
      funder: z.string().meta({ description: 'As the corpus of published grants calls it' }),
      percentile: z.int().min(0).max(100).meta({
        description:
          'Share of its awards that came to the declared amount_needed or less, in whole percents rounded down',
      }),
      awards: z.int().min(20).meta({ description: 'Awards counted; nothing is said below 20' }),
      since: z.string().meta({ description: 'Date of the first of them' }),
      licence: z.string().meta({ description: 'Licences of the data that they come from' }),
      publisher: z.string().meta({ description: 'Who published it' }),
    })
    .nullable()
    .meta({
      description:
        'Null without a declared amount_needed, a funder with a published history, or 20 awards in it',
    }),
})

/**
 * Adds the position of the requested amount in the funder's history; the note names the datasets.
 */
export function placeFunding(
  funding: z.output<typeof listedSchema>,
  history: AwardHistory | null,
  declared: ReadonlyMap<string, Declared>,
): z.output<typeof fundingSchema> {
  const needed = declared.get('amount_needed')
  if (history === null || typeof needed !== 'number') return { ...funding, funder_context: null }
  const { funder, awards, since, licence, publisher, dataset } = history
  const percentile = history.percentile(needed)
  const note = `${needed} GBP: percentile ${percentile} of ${awards} awards of ${funder} since ${since} (360Giving data ${dataset}, ${licence})`
  return {
    ...funding,
    note: `${funding.note}; ${note}`,
    funder_context: { funder, percentile, awards, since, licence, publisher },
  }
}

/**
 * Returns the listing's range of an award, bounded by the requested amount and the share of costs
 * that is paid.
 */
export function indicativeFunding(
  { facts, criteria }: IndexedGrant,
  declared: ReadonlyMap<string, Declared>,
): z.output<typeof listedSchema> {
  const { min, max, text } = facts.amounts
  if (min === null && max === null) {
    const note =
      text === null
        ? 'the listing states no amounts'
        : `the listing states no amounts that can be used, but: ${text}`
    return { min: null, max: null, currency: 'GBP', basis: 'none', note }
  }
  const notes = [text === null ? 'as the listing states it' : `as the listing states it: ${text}`]
  let most = max
  const needed = declared.get('amount_needed')
  if (typeof needed === 'number' && (most === null || needed < most)) {
    most = Math.round(needed)
    notes.push(`at most the ${most} GBP asked for`)
  }
  const share = criteria.find(
    (criterion) =>
      criterion.code === 'FUNDING_INTENSITY' &&
      certaintyOf(criterion) === 'sure' &&
      (criterion.operator === 'at_most' || criterion.operator === 'less_than'),
  )
  const cost = declared.get('project_cost')
  if (share && typeof cost === 'number' && typeof share.value === 'number') {
    const covered = Math.floor((cost * share.value) / 100)
    if (most === null || covered < most) most = covered
    notes.push(`at most ${share.value} percent of the costs`)
  }
  return {
    min: min !== null && most !== null && most < min ? null : min,
    max: most,
    currency: 'GBP',
    basis: 'listing',
    note: notes.join('; '),
  }
}
