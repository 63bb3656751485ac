/** What eligibility rules 1.1.0 are given. */
import { z } from 'zod'
import { DOUBTS, type Doubt } from '../../model/criterion.ts'
import { eligibilityFacts as facts } from '../facts.ts'

export const eligibilityFacts = facts({
  doubt: z
    .enum(Object.keys(DOUBTS) as [Doubt, ...Doubt[]])
    .optional()
    .meta({ description: 'Only with OTHER: why words that sound like a limit do not decide' }),
})
