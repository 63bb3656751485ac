/** Facts of eligibility rules 1.1.0. */

import { DOUBTS, type Doubt } from 'ukintel-grant-reader/criterion'
import { z } from 'zod'
import { eligibilityFacts as facts } from '../facts.ts'

const doubt = z.enum(Object.keys(DOUBTS) as [Doubt, ...Doubt[]])

export const eligibilityFacts = facts({
  doubt: doubt
    .optional()
    .meta({ description: 'Only with OTHER: why words that sound like a limit do not decide' }),
  instead: z
    .strictObject({
      doubt: doubt.meta({ description: 'Why failing does not decide' }),
      org_types: z
        .array(z.string())
        .max(100)
        .nullable()
        .meta({ description: 'For applicants of these kinds; null: for all' }),
      parameter: z.string().meta({ description: 'The fact that settles it' }),
      value: z.boolean().meta({ description: 'Its value where the requirement is met' }),
    })
    .optional()
    .meta({
      description: 'What is asked where the declared fact fails; absent where failing decides',
    }),
})
