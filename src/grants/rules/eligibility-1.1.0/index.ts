import { READER_VERSION, readText } from '../../model/reader/reader.ts'
import type { EligibilityRules } from '../version.ts'
import { judgeEligibility } from './eligibility.ts'
import { eligibilityFacts } from './facts.ts'
import { TABLE } from './table.ts'

export const ELIGIBILITY_1_1_0: EligibilityRules = {
  version: '1.1.0',
  label: '1.1.0',
  table: TABLE,
  facts: eligibilityFacts,
  reader: { name: READER_VERSION, read: readText, reconciles: true },
  judge: judgeEligibility,
}
