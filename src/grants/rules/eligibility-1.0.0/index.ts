import type { EligibilityRules } from '../version.ts'
import { judgeEligibility } from './eligibility.ts'
import { eligibilityFacts } from './facts.ts'
import { TABLE } from './table.ts'

export const ELIGIBILITY_1_0_0: EligibilityRules = {
  version: '1.0.0',
  label: 'eligibility-1.0.0',
  table: TABLE,
  facts: eligibilityFacts,
  judge: judgeEligibility,
}
