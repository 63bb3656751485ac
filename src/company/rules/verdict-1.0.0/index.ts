import type { VerdictRules } from '../version.ts'
import { verdictFacts } from './facts.ts'
import { TABLE } from './table.ts'
import { judge, RULES_VERSION } from './verdict.ts'

export const VERDICT_1_0_0: VerdictRules = {
  version: RULES_VERSION,
  table: TABLE,
  facts: verdictFacts,
  judge,
}
