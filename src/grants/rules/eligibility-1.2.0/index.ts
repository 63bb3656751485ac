import { certaintyOf } from 'ukintel-grant-reader/criterion'
import { ELIGIBILITY_1_0_0 } from '../eligibility-1.0.0/index.ts'
import type { EligibilityRules } from '../version.ts'
import { judgeEligibility } from './eligibility.ts'
import { eligibilityFacts } from './facts.ts'
import { TABLE } from './table.ts'

/** Version 1.2.0, composed from 1.0.0: every other member is the same. */
export const ELIGIBILITY_1_2_0: EligibilityRules = {
  ...ELIGIBILITY_1_0_0,
  version: '1.2.0',
  table: TABLE,
  facts: eligibilityFacts,
  criteriaOf: (criteria) =>
    criteria.map(({ refuses: _, ...criterion }) => ({
      ...criterion,
      certainty: certaintyOf(criterion),
    })),
  judge: judgeEligibility,
}
