import { READER_VERSION, readText } from '../../model/reader-1.0.0/reader.ts'
import type { EligibilityRules } from '../version.ts'
import { judgeEligibility } from './eligibility.ts'
import { eligibilityFacts } from './facts.ts'
import { TABLE } from './table.ts'

export const ELIGIBILITY_1_0_0: EligibilityRules = {
  version: '1.0.0',
  label: 'eligibility-1.0.0',
  table: TABLE,
  facts: eligibilityFacts,
  reader: { name: READER_VERSION, read: readText, reconciles: false },
  judge: judgeEligibility,
}
