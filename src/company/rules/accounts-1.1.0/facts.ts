/** Facts of accounts rules 1.1.0: those of 1.0.0 and the reports on payments to suppliers. */
import { z } from 'zod'
import { accountsFacts as accountsFacts100 } from '../accounts-1.0.0/facts.ts'

/** Two a year since 2017. */
const MOST_REPORTS = 500

const date = z.iso.date()

export const accountsFacts = accountsFacts100.extend({
  payment_reports: z
    .array(
      z.strictObject({
        period_start: date,
        period_end: date,
        filed: date,
        average_days: z.number().min(0).nullable(),
        not_within_terms_pct: z.number().min(0).max(100).nullable(),
      }),
    )
    .max(MOST_REPORTS)
    .nullable()
    .optional()
    .meta({
      description:
        'Newest first, the newest filing of each period; empty if the company never reported, absent or null if it is not known',
    }),
})
