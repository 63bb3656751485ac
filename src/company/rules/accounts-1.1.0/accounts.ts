/**
 * Accounts rules 1.1.0 (docs/rules/accounts-1.1.0.md): rules 1.0.0, two rules on payments to
 * suppliers, and companies of which only payments are known.
 */
import { addMonths, type CivilDate } from '../../../platform/london.ts'
import {
  createJudge,
  JUDGES as JUDGES_1_0_0,
  type Judge,
  ACCOUNTS_RULES as RULES_1_0_0,
} from '../accounts-1.0.0/accounts.ts'
import type { AccountsFacts, PaymentReportFacts } from '../version.ts'

export const RULES_VERSION = '1.1.0' as const

const REPORT_MONTHS = 18
const LATE_PCT = 50
const SLOWER_DAYS = 15
const SLOWER_PCT = 30

const WORDS_1_1_0: Readonly<Record<string, string>> = {
  NOT_MACHINE_READABLE:
    'A filing newer than the figures shown has none that a machine can read, or no accounts are filed.',
  NO_FIGURES: 'No figure of accounts could be read.',
}

/** The published table, in flag order. */
export const ACCOUNTS_RULES = [
  ...RULES_1_0_0.map((rule) => ({ ...rule, fires: WORDS_1_1_0[rule.code] ?? rule.fires })),
  {
    code: 'PAYS_LATE',
    effect: { points: -10 },
    fires: `The newest report on payments states that ${LATE_PCT} per cent or more of invoices were not paid within agreed terms.`,
  },
  {
    code: 'PAYS_SLOWER',
    effect: { points: -5 },
    fires: `The average days to pay an invoice rose by at least ${SLOWER_DAYS} days and ${SLOWER_PCT} per cent against the report before.`,
  },
] as const

/** Returns the newest report if it is recent enough to be judged, else the outcome. */
function recentReport(
  { payment_reports: reports }: AccountsFacts,
  today: CivilDate,
): PaymentReportFacts | 'unavailable' | 'not_applicable' {
  if (!reports) return 'unavailable'
  const [newest] = reports
  return newest === undefined || addMonths(newest.period_end, REPORT_MONTHS) < today
    ? 'not_applicable'
    : newest
}

/** Millionths as a whole number, in which reported figures are exact. */
const micro = (days: number) => Math.round(days * 1_000_000)

type AccountsCode = (typeof ACCOUNTS_RULES)[number]['code']

export const JUDGES: Readonly<Record<AccountsCode, Judge>> = {
  ...JUDGES_1_0_0,
  NOT_MACHINE_READABLE: (facts, today) =>
    facts.periods.length === 0 && facts.filings.length === 0
      ? { detail: 'no accounts are filed' }
      : JUDGES_1_0_0.NOT_MACHINE_READABLE(facts, today),

  PAYS_LATE: (facts, today) => {
    const newest = recentReport(facts, today)
    if (typeof newest === 'string') return newest
    const { not_within_terms_pct: late, period_end } = newest
    if (late === null) return 'unavailable'
    return late >= LATE_PCT
      ? { detail: `${late} % not paid within agreed terms in the period to ${period_end}` }
      : 'clear'
  },

  PAYS_SLOWER: (facts, today) => {
    const newest = recentReport(facts, today)
    if (typeof newest === 'string') return newest
    const before = facts.payment_reports![1]
    if (before === undefined) return 'not_applicable'
    const [now, then] = [newest.average_days, before.average_days]
    if (now === null || then === null) return 'unavailable'
    const rise = micro(now) - micro(then)
    const isSlower = rise >= micro(SLOWER_DAYS) && rise * 100 >= micro(then) * SLOWER_PCT
    return isSlower
      ? {
          detail: `average days to pay ${now} in the period to ${newest.period_end}, ${then} in the period to ${before.period_end}`,
        }
      : 'clear'
  },
}

export const judge = createJudge(RULES_VERSION, ACCOUNTS_RULES, JUDGES)
