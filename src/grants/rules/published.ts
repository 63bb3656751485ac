/** Every published version of the eligibility rules, and which one judges when none is asked for. */
import { publishRules } from '../../contract/rules.ts'
import { ELIGIBILITY_1_0_0 } from './eligibility-1.0.0/index.ts'
import { ELIGIBILITY_1_1_0 } from './eligibility-1.1.0/index.ts'
import type { EligibilityRules } from './version.ts'

export const ELIGIBILITY = publishRules<EligibilityRules>('eligibility', {
  versions: [ELIGIBILITY_1_0_0, ELIGIBILITY_1_1_0],
  current: '1.1.0',
})
