/** All published versions of the company rules, and the current one. */
import { publishRules } from '../../contract/rules.ts'
import { ACCOUNTS_1_0_0 } from './accounts-1.0.0/index.ts'
import { ACCOUNTS_1_1_0 } from './accounts-1.1.0/index.ts'
import { ACCOUNTS_1_2_0 } from './accounts-1.2.0/index.ts'
import { ACCOUNTS_EXAMPLE, VERDICT_EXAMPLE } from './example.ts'
import { VERDICT_1_0_0 } from './verdict-1.0.0/index.ts'
import type { AccountsFacts, AccountsRules, VerdictFacts, VerdictRules } from './version.ts'

export const VERDICT = publishRules<VerdictRules>('verdict', {
  versions: [VERDICT_1_0_0],
  current: '1.0.0',
  example: VERDICT_EXAMPLE,
  judge: (rules, facts, date) => rules.judge(facts as VerdictFacts, date),
})

export const ACCOUNTS = publishRules<AccountsRules>('accounts', {
  versions: [ACCOUNTS_1_0_0, ACCOUNTS_1_1_0, ACCOUNTS_1_2_0],
  current: '1.2.0',
  example: ACCOUNTS_EXAMPLE,
  judge: (rules, facts, date) => rules.judge(facts as AccountsFacts, date),
})
