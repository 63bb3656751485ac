import type { AccountsRules } from '../version.ts'
import { judge, RULES_VERSION } from './accounts.ts'
import { accountsFacts } from './facts.ts'
import { TABLE } from './table.ts'

export const ACCOUNTS_1_2_0: AccountsRules = {
  version: RULES_VERSION,
  table: TABLE,
  facts: accountsFacts,
  judge,
}
