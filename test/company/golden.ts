/**
 * Golden cases of the company rules: facts of every sandbox company and filed figures on both sides
 * of each boundary, and what the rules make of them on fixed days.
 */
import { sandboxCompanies } from '../../sandbox/companies-house/companies.ts'
import type { Standing } from '../../src/company/model/facts.ts'
import { JUDGED_KEYS, type JudgedKey } from '../../src/company/rules/figure-keys.ts'
import { ACCOUNTS, VERDICT } from '../../src/company/rules/published.ts'
import type {
  AccountsFacts,
  AccountsRules,
  VerdictFacts,
  VerdictJudgement,
  VerdictRules,
} from '../../src/company/rules/version.ts'
import type { Golden } from '../support/golden.ts'
import { startRig, TODAY } from './rig.ts'

export interface GoldenCase {
  name: string
  facts: VerdictFacts
  judgements: VerdictJudgement[]
}

/**
 * The day for which the sandbox's companies are built, and a leap day on which much has fallen due.
 */
const DAYS = [TODAY, '2028-02-29']

/** Every sandbox company with the regulator consulted, and the parts of one that can be missing. */
async function make(rules: VerdictRules): Promise<GoldenCase[]> {
  const rig = await startRig({ fca: true })
  try {
    const cases: GoldenCase[] = []
    const add = (name: string, facts: VerdictFacts) => {
      cases.push({ name, facts, judgements: DAYS.map((day) => rules.judge(facts, day)) })
    }
    const read = async (number: string): Promise<VerdictFacts> => {
      const { register, regulator, createTimeouts: begin } = rig.wing.deps
      const timeouts = begin()
      const { profile, officers, charges, insolvency } = await register.company(number, 'verdict', {
        timeouts,
      })
      const { standing } = await regulator.standing(profile, timeouts)
      return { profile, officers, charges, insolvency, standing }
    }
    for (const { number, shows } of sandboxCompanies(TODAY))
      add(`${number}: ${shows}`, await read(number))
    const number = cases.find(({ facts }) =>
      facts.profile.sicCodes.some((code) => /^6[456]/.test(code)),
    )!.facts.profile.number
    const facts = await read(number)
    const standings: Standing[] = [
      { outcome: 'not_consulted', reason: 'fallback mode' },
      { outcome: 'unavailable', reason: 'no answer' },
      { outcome: 'ambiguous', reason: 'a namesake without a number' },
      { outcome: 'not_found' },
    ]
    for (const standing of standings)
      add(`${number} with the regulator ${standing.outcome}`, { ...facts, standing })
    for (const part of ['officers', 'charges', 'insolvency'] as const)
      add(`${number} without ${part}`, { ...facts, [part]: null })
    return cases
  } finally {
    await rig.stop()
  }
}

export const VERDICT_GOLDEN: Golden<VerdictRules, GoldenCase> = {
  rules: VERDICT,
  wing: 'company',
  make,
  judge: async (rules, { judgements, ...rest }) => ({
    ...rest,
    judgements: judgements.map(({ evaluation }) =>
      rules.judge(rest.facts, evaluation.evaluated_on),
    ),
  }),
  facts: ({ facts }) => [facts],
}

export interface AccountsCase {
  name: string
  facts: AccountsFacts
  judgements: VerdictJudgement[]
}

type Filing = AccountsFacts['filings'][number]
type Figures = Partial<Record<JudgedKey, string>>

const FILING: Filing = {
  made_up_to: '2025-12-31',
  filed: '2026-09-01',
  accounts_type: 'total-exemption-full',
  amended: false,
  status: 'read',
  dormant: false,
}

function period(end: string, stated: Figures): AccountsFacts['periods'][number] {
  const figures = JUDGED_KEYS.map((key) => [key, stated[key] ?? null])
  return {
    start: `${end.slice(0, 4)}-01-01`,
    end,
    months: 12,
    currency: 'GBP',
    figures: Object.fromEntries(figures) as Record<JudgedKey, string | null>,
  }
}

const SOUND: Figures = {
  turnover: '900000',
  profit: '12000.50',
  employees: '9',
  cash: '20000',
  creditors_within_one_year: '20000',
  net_current_assets: '0',
  net_assets: '100000',
}

/** Each boundary of the table from both sides. */
function accountsCases(): Omit<AccountsCase, 'judgements'>[] {
  const facts = (
    now: Figures,
    { before = {}, ...other }: Partial<AccountsFacts> & { before?: Figures } = {},
  ): AccountsFacts => ({
    filings: [FILING],
    periods: [
      period('2025-12-31', { ...SOUND, ...now }),
      period('2024-12-31', { ...SOUND, ...before }),
    ],
    conflicts: [],
    restated: [],
    ...other,
  })
  const filing = (change: Partial<Filing>) => ({ ...FILING, ...change })
  const conflict = { end: '2025-12-31', key: 'net_assets', detail: '100 and 101' }
  const scan = filing({
    status: 'not_machine_readable',
    made_up_to: '2026-06-30',
    dormant: null,
    accounts_type: 'full',
  })
  return [
    { name: 'sound, nothing fires', facts: facts({}) },
    {
      name: 'nothing but net assets',
      facts: { ...facts({}), periods: [period('2025-12-31', { net_assets: '1' })] },
    },
    { name: 'net assets of zero', facts: facts({ net_assets: '0' }) },
    { name: 'net assets a penny below zero', facts: facts({ net_assets: '-0.01' }) },
    { name: 'net current assets below zero', facts: facts({ net_current_assets: '-1' }) },
    { name: 'net assets fallen to half', facts: facts({ net_assets: '50000' }) },
    { name: 'net assets fallen to a penny above half', facts: facts({ net_assets: '50000.01' }) },
    {
      name: 'net assets fallen from below zero',
      facts: facts({ net_assets: '-200' }, { before: { net_assets: '-100' } }),
    },
    { name: 'cash a penny below short-term creditors', facts: facts({ cash: '19999.99' }) },
    { name: 'a loss', facts: facts({ profit: '-1' }) },
    {
      name: 'dormant by the register',
      facts: facts(
        { turnover: '0', employees: '0' },
        { filings: [filing({ accounts_type: 'dormant' })] },
      ),
    },
    {
      name: 'dormant by the filing, with employees',
      facts: facts({}, { filings: [filing({ dormant: true })] }),
    },
    { name: 'no employees', facts: facts({ employees: '0' }) },
    { name: 'amended', facts: facts({}, { filings: [filing({ amended: true }), FILING] }) },
    {
      name: 'amended long before',
      facts: facts({}, { filings: [FILING, filing({ amended: true, made_up_to: '2020-12-31' })] }),
    },
    { name: 'a newer filing is a scan', facts: facts({}, { filings: [scan, FILING] }) },
    { name: 'an older filing is a scan', facts: facts({}, { filings: [FILING, scan] }) },
    { name: 'a contradiction', facts: facts({}, { conflicts: [conflict] }) },
    {
      name: 'three contradictions',
      facts: facts({}, { conflicts: [conflict, conflict, conflict] }),
    },
    {
      name: 'restated',
      facts: facts({}, { restated: [{ ...conflict, detail: '100 became 90' }] }),
    },
    {
      name: 'all at once',
      facts: facts(
        {
          net_assets: '-5',
          net_current_assets: '-5',
          cash: '0',
          profit: '-9',
          employees: '0',
        },
        {
          filings: [scan, filing({ amended: true, accounts_type: 'dormant' })],
          conflicts: [conflict],
          restated: [conflict],
        },
      ),
    },
    {
      name: 'nothing that can be read',
      facts: { filings: [scan], periods: [], conflicts: [], restated: [] },
    },
    {
      name: 'two currencies',
      facts: {
        ...facts({}),
        periods: [
          { ...period('2025-12-31', { net_assets: '1' }), currency: 'EUR' },
          period('2024-12-31', { net_assets: '100' }),
        ],
      },
    },
  ]
}

type PaymentReport = NonNullable<AccountsFacts['payment_reports']>[number]

/** Each boundary of the rules on payments from both sides; rules 1.0.0 do not take these facts. */
function paymentCases(): Omit<AccountsCase, 'judgements'>[] {
  const facts = {
    filings: [FILING],
    periods: [period('2025-12-31', SOUND)],
    conflicts: [],
    restated: [],
  }
  const report = (change: Partial<PaymentReport> = {}): PaymentReport => ({
    period_start: '2026-01-01',
    period_end: '2026-06-30',
    filed: '2026-07-20',
    average_days: 45,
    not_within_terms_pct: 12,
    ...change,
  })
  const before = (change: Partial<PaymentReport> = {}) =>
    report({
      period_start: '2025-07-01',
      period_end: '2025-12-31',
      filed: '2026-01-20',
      average_days: 30,
      ...change,
    })
  const reports = (name: string, ...payment_reports: PaymentReport[]) => ({
    name,
    facts: { ...facts, payment_reports },
  })
  return [
    { name: 'reports are not known', facts: { ...facts, payment_reports: null } },
    reports('never reported'),
    reports('half not within terms', report({ not_within_terms_pct: 50 })),
    reports('just below half not within terms', report({ not_within_terms_pct: 49.9 })),
    reports('figures not stated', report({ not_within_terms_pct: null, average_days: null })),
    reports(
      'the period ended 18 months before',
      report({ period_end: '2025-05-20', not_within_terms_pct: 90 }),
      before({ period_end: '2024-12-31', average_days: 10 }),
    ),
    reports(
      'the period ended 18 months and a day before',
      report({ period_end: '2025-05-19', not_within_terms_pct: 90 }),
      before({ period_end: '2024-12-31', average_days: 10 }),
    ),
    reports('slower by 15 days and half', report(), before()),
    reports('slower by 14.9 days', report({ average_days: 44.9 }), before()),
    reports(
      'slower by 15 days and 30 per cent',
      report({ average_days: 65 }),
      before({ average_days: 50 }),
    ),
    reports(
      'slower by 15 days and less than 30 per cent',
      report({ average_days: 66 }),
      before({ average_days: 51 }),
    ),
    reports(
      'slower by 15 days in tenths',
      report({ average_days: 45.3 }),
      before({ average_days: 30.3 }),
    ),
    reports('slower than at once', report({ average_days: 15 }), before({ average_days: 0 })),
    reports('the days before are not stated', report(), before({ average_days: null })),
    {
      name: 'reports and no accounts',
      facts: {
        filings: [],
        periods: [],
        conflicts: [],
        restated: [],
        payment_reports: [report({ not_within_terms_pct: 80 }), before()],
      },
    },
  ]
}

/** Builds cases with the scope of the judged figures. Rules before 1.2.0 do not take it. */
function scopeCases(): Omit<AccountsCase, 'judgements'>[] {
  const facts = {
    filings: [FILING],
    periods: [period('2025-12-31', { net_assets: '-5' })],
    conflicts: [],
    restated: [],
  }
  return (['group', 'company', null] as const).map((scope) => ({
    name: `figures of ${scope ?? 'no known scope'}`,
    facts: { ...facts, scope },
  }))
}

/**
 * The last day on which figures of 2025-12-31 are not old, the first on which they are, and the day
 * of the others.
 */
const ACCOUNTS_DAYS = [TODAY, '2027-09-30', '2027-10-01']

export const ACCOUNTS_GOLDEN: Golden<AccountsRules, AccountsCase> = {
  rules: ACCOUNTS,
  wing: 'company',
  make: async (rules) =>
    [
      ...accountsCases(),
      ...(rules.version === '1.0.0' ? [] : paymentCases()),
      ...(['1.0.0', '1.1.0'].includes(rules.version) ? [] : scopeCases()),
    ].map(({ name, facts }) => ({
      name,
      facts,
      judgements: ACCOUNTS_DAYS.map((day) => rules.judge(facts, day)),
    })),
  judge: async (rules, { judgements, ...rest }) => ({
    ...rest,
    judgements: judgements.map(({ evaluation }) =>
      rules.judge(rest.facts, evaluation.evaluated_on),
    ),
  }),
  facts: ({ facts }) => [facts],
}
