/** Facts of eligibility rules 1.0.0. */
import { eligibilityFacts as facts } from '../facts.ts'

export const eligibilityFacts = facts({})
