/** Facts of eligibility rules 1.2.0. */

import { CERTAINTIES, DOUBTS, type Doubt } from 'ukintel-grant-reader/criterion'
import { z } from 'zod'
import { eligibilityFacts as facts } from '../facts.ts'

export const eligibilityFacts = facts({
  certainty: z
    .enum(CERTAINTIES)
    .optional()
    .meta({ description: 'Whether failing it excludes the applicant; absent: sure' }),
  doubt: z
    .enum(Object.keys(DOUBTS) as [Doubt, ...Doubt[]])
    .optional()
    .meta({ description: 'Why it may not bind every applicant' }),
})
