/** Input of accounts rules 1.0.0: filed figures reduced to those that the rules read. */
import { z } from 'zod'
import { JUDGED_KEYS, type JudgedKey } from '../figure-keys.ts'

/** More than an answer about one company has. */
const MOST_FILINGS = 100
const MOST_PERIODS = 20
const MOST_NOTES = 500

const date = z.iso.date()
const decimal = z
  .string()
  .regex(/^-?[0-9]{1,60}(\.[0-9]{1,60})?$/)
  .nullable()
  .meta({ description: 'Exact decimal; null if the filing states none, or contradicts itself' })

const figures = z.strictObject(
  Object.fromEntries(JUDGED_KEYS.map((key) => [key, decimal])) as Record<JudgedKey, typeof decimal>,
)

const note = z.strictObject({
  end: date,
  key: z.string(),
  detail: z.string(),
})

export const accountsFacts = z.strictObject({
  filings: z
    .array(
      z.strictObject({
        made_up_to: date.nullable(),
        filed: date.nullable(),
        accounts_type: z.string().nullable(),
        amended: z.boolean(),
        status: z.enum(['read', 'not_machine_readable', 'unreadable']),
        dormant: z
          .boolean()
          .nullable()
          .meta({ description: 'As the filing states; null if it does not' }),
      }),
    )
    .max(MOST_FILINGS)
    .meta({ description: 'Newest first' }),
  periods: z
    .array(
      z.strictObject({
        start: date.nullable(),
        end: date,
        months: z.int().nullable(),
        currency: z.string().nullable(),
        figures,
      }),
    )
    .max(MOST_PERIODS)
    .meta({ description: 'Newest first' }),
  conflicts: z
    .array(note)
    .max(MOST_NOTES)
    .meta({ description: 'Figures that a filing states with two values' }),
  restated: z
    .array(note)
    .max(MOST_NOTES)
    .meta({ description: 'Figures that a later filing states otherwise' }),
})
