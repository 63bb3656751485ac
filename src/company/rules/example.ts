/**
 * An invented company and its invented accounts, which pages and documents judge by every published
 * version.
 */
import type { WorkedExample } from '../../contract/rules.ts'
import type { PaymentReport } from '../model/payment-practices.ts'
import { JUDGED_KEYS, type JudgedKey } from './figure-keys.ts'
import type { AccountsFacts, VerdictFacts } from './version.ts'

export const EXAMPLE_OFFICE = {
  premises: '4',
  address_line_1: 'Harbour Lane',
  address_line_2: null,
  locality: 'Exampleton',
  region: null,
  postal_code: 'EX1 1AA',
  country: 'England',
  po_box: null,
}

const facts: VerdictFacts = {
  profile: {
    number: '99000001',
    name: 'HARBOUR LANE BAKERY LIMITED',
    previousNames: [],
    status: 'active',
    statusDetail: 'active-proposal-to-strike-off',
    type: 'ltd',
    incorporated: '2012-05-14',
    ceased: null,
    office: EXAMPLE_OFFICE,
    sicCodes: ['10710'],
    accounts: {
      nextDue: '2026-06-30',
      nextPeriodEnd: '2025-09-30',
      lastMadeUpTo: '2024-09-30',
      overdueFlag: true,
      lastType: 'micro-entity',
    },
    confirmation: {
      nextDue: '2027-05-28',
      nextPeriodEnd: '2027-05-14',
      lastMadeUpTo: '2026-05-14',
      overdueFlag: false,
    },
    links: { charges: true, insolvency: false },
  },
  officers: [
    { role: 'director', appointed: '2012-05-14', resigned: null },
    { role: 'director', appointed: '2019-03-01', resigned: '2026-02-28' },
    { role: 'secretary', appointed: '2019-03-01', resigned: '2026-08-31' },
  ],
  charges: { outstanding: 1 },
  insolvency: { cases: [] },
  standing: { outcome: 'not_consulted', reason: 'the FCA register is not asked here' },
}

export const VERDICT_EXAMPLE: WorkedExample = {
  about:
    'A bakery of fourteen years has not filed its accounts that were due on 30 June 2026, two of its three officers left within a year, a charge is outstanding, and the registrar proposes to strike it off.',
  date: '2026-11-18',
  facts,
}

function figures(
  stated: Partial<Record<JudgedKey, string>>,
): AccountsFacts['periods'][number]['figures'] {
  return Object.fromEntries(JUDGED_KEYS.map((key) => [key, stated[key] ?? null])) as Record<
    JudgedKey,
    string | null
  >
}

const accounts: AccountsFacts = {
  filings: [
    {
      made_up_to: '2025-09-30',
      filed: '2026-06-20',
      accounts_type: 'total-exemption-full',
      amended: false,
      status: 'read',
      dormant: false,
    },
  ],
  periods: [
    {
      start: '2024-10-01',
      end: '2025-09-30',
      months: 12,
      currency: 'GBP',
      figures: figures({
        employees: '7',
        fixed_assets: '41250',
        current_assets: '18300',
        cash: '6120',
        creditors_within_one_year: '39800',
        net_current_assets: '-21500',
        total_assets_less_current_liabilities: '19750',
        net_assets: '12400',
        equity: '12400',
      }),
    },
    {
      start: '2023-10-01',
      end: '2024-09-30',
      months: 12,
      currency: 'GBP',
      figures: figures({
        employees: '8',
        fixed_assets: '44900',
        current_assets: '27650',
        cash: '15010',
        creditors_within_one_year: '30100',
        net_current_assets: '-2450',
        total_assets_less_current_liabilities: '42450',
        net_assets: '31800',
        equity: '31800',
      }),
    },
  ],
  conflicts: [],
  restated: [],
}

export const ACCOUNTS_EXAMPLE: WorkedExample = {
  about:
    'A bakery filed small company accounts without a profit and loss account. Net assets fell from 31,800 to 12,400 pounds in a year, and short-term creditors are more than current assets and far more than cash.',
  date: '2026-11-20',
  facts: accounts,
}

/** Reports of the invented company, the newest first. */
export const EXAMPLE_REPORTS: readonly PaymentReport[] = [
  {
    report_id: '90002',
    period_start: '2026-04-01',
    period_end: '2026-09-30',
    filed: '2026-10-22',
    average_days: 48,
    within_30_days_pct: 31,
    from_31_to_60_days_pct: 47,
    later_than_60_days_pct: 22,
    not_within_terms_pct: 44,
    standard_days_shortest: 30,
    standard_days_longest: 60,
    url: 'https://check-payment-practices.service.gov.uk/report/90002',
  },
  {
    report_id: '90001',
    period_start: '2025-10-01',
    period_end: '2026-03-31',
    filed: '2026-04-20',
    average_days: 36,
    within_30_days_pct: 49,
    from_31_to_60_days_pct: 41,
    later_than_60_days_pct: 10,
    not_within_terms_pct: 27,
    standard_days_shortest: 30,
    standard_days_longest: null,
    url: 'https://check-payment-practices.service.gov.uk/report/90001',
  },
]
