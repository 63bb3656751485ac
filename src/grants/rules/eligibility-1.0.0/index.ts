import type { Criterion } from 'ukintel-grant-reader/criterion'
import { asQuotation } from '../quotation.ts'
import type { EligibilityRules } from '../version.ts'
import { judgeEligibility } from './eligibility.ts'
import { eligibilityFacts } from './facts.ts'
import { TABLE } from './table.ts'

export const ELIGIBILITY_1_0_0: EligibilityRules = {
  version: '1.0.0',
  table: TABLE,
  facts: eligibilityFacts,
  criteriaOf: (criteria) => criteria.map(asPublished),
  judge: judgeEligibility,
}

/** Removes what the facts of this version have no member for. */
function asPublished(criterion: Criterion): Criterion {
  const { doubt: _, ...published } = asQuotation(criterion)
  return published
}
