/** What an award may come to, as far as the listing tells. */
import { z } from 'zod'
import type { IndexedGrant, Reading } from '../../index/generation.ts'
import type { Declared } from '../../model/parameters.ts'

export const fundingSchema = z.strictObject({
  min: z.int().nullable(),
  max: z.int().nullable(),
  currency: z.literal('GBP'),
  basis: z.enum(['listing', 'none']),
  note: z.string(),
})

/** What the listing says an award comes to, bounded by what was asked for and by the share of the costs that is paid. */
export function indicativeFunding(
  { facts }: IndexedGrant,
  { criteria }: Reading,
  declared: ReadonlyMap<string, Declared>,
): z.output<typeof fundingSchema> {
  const { min, max, text } = facts.amounts
  if (min === null && max === null) return { min: null, max: null, currency: 'GBP', basis: 'none', note: 'the listing states no amounts' }
  const notes = [text === null ? 'as the listing states it' : `as the listing states it: ${text}`]
  let most = max
  const asked = declared.get('amount_needed')
  if (typeof asked === 'number' && (most === null || asked < most)) {
    most = Math.round(asked)
    notes.push(`at most the ${most} GBP asked for`)
  }
  const share = criteria.find(({ code }) => code === 'FUNDING_INTENSITY')
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
