/** What eligibility rules 1.0.0 are given. */
import { eligibilityFacts as facts } from '../facts.ts'

export const eligibilityFacts = facts({})
