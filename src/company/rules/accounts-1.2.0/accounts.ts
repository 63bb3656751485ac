/**
 * Accounts rules 1.2.0 (docs/rules/accounts-1.2.0.md): the table of rules 1.1.0, applied to the
 * figures of one column of a filing, the group's or the company's own.
 */
import { createJudge } from '../accounts-1.0.0/accounts.ts'
import { JUDGES, ACCOUNTS_RULES as RULES_1_1_0 } from '../accounts-1.1.0/accounts.ts'

export const RULES_VERSION = '1.2.0' as const

/** The published table, in flag order. */
export const ACCOUNTS_RULES = RULES_1_1_0.map((rule) =>
  rule.code === 'FIGURES_CONFLICT'
    ? {
        ...rule,
        fires:
          'A filing states one figure with two values, a value that belongs to no period or column for certain, or a count that is no whole number.',
      }
    : rule,
)

export const judge = createJudge(RULES_VERSION, ACCOUNTS_RULES, JUDGES)
