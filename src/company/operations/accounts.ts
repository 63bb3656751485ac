import { FIGURE_KEYS, type FigureKey, SCOPES, SELECTORS } from 'ukintel-ixbrl/concepts'
import { z } from 'zod'
import type { Flag } from '../../contract/envelope.ts'
import { dateOrNull, flagSchema, instant, queryInteger, textOrNull } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { findJudgedFacts, rulesVersionField } from '../../contract/rules.ts'
import { ServiceError } from '../../platform/errors.ts'
import type { FilingReading } from '../accounts.ts'
import { believeDates } from '../model/accounts/filing-list.ts'
import {
  type CompanyPeriods,
  computeChanges,
  computeRatios,
  joinPeriods,
  RATIOS,
  type RatioKey,
  type ReportedFigure,
} from '../model/accounts/periods.ts'
import { type PaymentReport, paymentReport } from '../model/payment-practices.ts'
import type { PaymentPracticesReading } from '../payment-practices.ts'
import { ACCOUNTS_EXAMPLE, EXAMPLE_REPORTS } from '../rules/example.ts'
import { JUDGED_KEYS } from '../rules/figure-keys.ts'
import { ACCOUNTS } from '../rules/published.ts'
import type { AccountsFacts, VerdictBand } from '../rules/version.ts'
import { createUnavailableError, PUBLIC_SITE } from '../source-status.ts'
import type { CompanyDeps } from './shared/deps.ts'
import { COMPANIES_ATTRIBUTION, numberParams } from './shared/fields.ts'

const DEFAULT_PERIODS = 2
const MOST_PERIODS = 5
const MOST_REPORTS = 6

const query = z.strictObject({
  periods: queryInteger({
    min: 1,
    max: MOST_PERIODS,
    description: `Accounting periods to return, newest first; ${DEFAULT_PERIODS} when left out`,
  })
    .optional()
    .transform((periods) => periods ?? DEFAULT_PERIODS)
    .meta({
      override: { type: 'integer', minimum: 1, maximum: MOST_PERIODS, default: DEFAULT_PERIODS },
      description: 'Accounting periods to return, newest first',
    }),
})

const figureKey = z.enum(FIGURE_KEYS)
const decimal = z.string()

const filingSchema = z.strictObject({
  transaction_id: textOrNull.describe(
    "The register's id of the filing; null where the register's list is unavailable",
  ),
  type: z.enum(['AA', 'AAMD']).describe('AA: accounts; AAMD: amended accounts'),
  filed: dateOrNull.describe('Day of filing; null where the register gives none'),
  made_up_to: dateOrNull.describe('Balance sheet date; null where the register gives none'),
  accounts_type: textOrNull.describe(
    "The register's kind of accounts, such as micro-entity or dormant; null where it gives none",
  ),
  format: z.enum(['ixbrl', 'xbrl', 'pdf']).describe('Format in which the register has the filing'),
  status: z
    .enum(['read', 'not_machine_readable', 'unreadable'])
    .describe('not_machine_readable: PDF or paper alone; unreadable: see reason'),
  reason: textOrNull.describe(
    'Reason why the filing, or a fact of it, could not be read; else null',
  ),
  document_url: textOrNull.describe(
    "The document on the register's public site; null without a transaction id",
  ),
})

const figureSchema = z.strictObject({
  value: decimal
    .nullable()
    .describe(
      'Exact decimal in units of the currency, a whole number for employees; null unless stated or derived',
    ),
  status: z
    .enum(['stated', 'derived', 'absent', 'conflict'])
    .describe(
      'absent: not filed, not zero; derived: by an identity of the balance sheet; conflict: two values, one without a place, or no whole count',
    ),
  source: z
    .strictObject({
      transaction_id: textOrNull.describe('Filing of the figure; null for the bulk product'),
      concept: z.string().describe('Concept of the taxonomy'),
      context: z.string().describe('Id of the context in the document; empty when derived'),
      decimals: textOrNull.describe('Accuracy as filed, or INF; null where the filing has none'),
      scale: z.int().describe('Power of ten by which the tag multiplies its text'),
      sign: z.literal('-').nullable().describe('- where the tag negates its text; else null'),
      raw: z.string().describe('Text of the tag; of a derived figure the identity'),
    })
    .nullable()
    .describe('Where a reader finds the figure; null when absent'),
})

const periodSchema = z.strictObject({
  start: dateOrNull.describe('First day; null where no filing says'),
  end: z.iso.date().describe('Last day, the balance sheet date'),
  months: z.int().nullable().describe('Length to the nearest month; null where no filing says'),
  currency: textOrNull.describe('ISO 4217 code; null where no amount is filed'),
  figures: z.record(figureKey, figureSchema).describe('Every key, of the scope'),
  scope: z.enum(SCOPES).describe('Entity of the figures: the group, or the company alone'),
})

const resultSchema = z.strictObject({
  company_number: z.string().describe('Company number, 8 characters'),
  filings: z
    .array(filingSchema)
    .describe('Filings that were looked at for these periods, newest first'),
  periods: z
    .array(periodSchema)
    .describe('Newest first, of the group where the newest filing has some'),
  ratios: z
    .array(
      z.strictObject({
        key: z.enum(Object.keys(RATIOS) as [RatioKey, ...RatioKey[]]).describe('Name of the ratio'),
        value: decimal.describe('Decimal with up to four places'),
        of: z.array(figureKey).describe('Numerator and denominator'),
      }),
    )
    .describe(
      'Ratios of the newest period of `scope`; both figures known, the denominator above 0',
    ),
  changes: z
    .array(
      z.strictObject({
        key: figureKey.describe('Figure that both periods have'),
        from: decimal.describe('Value of the period before'),
        to: decimal.describe('Value of the newest period'),
        pct: decimal
          .nullable()
          .describe(
            'Change in per cent, one place; null from 0 or below, or for periods of other length',
          ),
      }),
    )
    .describe('From the period before to the newest one, of `scope`'),
  payment_practices: z
    .strictObject({
      reports: z
        .array(paymentReport)
        .min(1)
        .max(MOST_REPORTS)
        .describe('Newest first, of each period the report filed last'),
      as_of: instant.describe("When the service's file of all reports was fetched, UTC"),
    })
    .nullable()
    .describe(
      'How the company pays suppliers, as it reported; null if it never did, or if a flag names the source',
    ),
  evaluation: z
    .strictObject({
      rules_version: rulesVersionField(ACCOUNTS).describe(
        'Published version of the rules that judged',
      ),
      evaluated_on: z.iso.date().describe('Day in London on which they judged'),
      inputs_hash: z
        .string()
        .describe('First 16 hex digits of the SHA-256 of the facts as canonical JSON'),
      rules: z
        .array(
          z.strictObject({
            code: z.string().describe('Code of the rule'),
            outcome: z
              .enum(['fired', 'clear', 'not_applicable', 'unavailable'])
              .describe('unavailable: a figure that it reads is not filed'),
          }),
        )
        .describe('Every rule, in the order of the table'),
      facts: findJudgedFacts(ACCOUNTS, ''),
    })
    .describe('How the score came about'),
  scope: z
    .enum(SCOPES)
    .nullable()
    .describe('Scope of the figures judged and compared; null without any'),
  company_periods: z
    .array(periodSchema)
    .nullable()
    .meta({
      override: { type: ['array', 'null'] },
      description: "The company's own, as `periods`, where those are of the group; else null",
    }),
})

const verdictSchema = z.strictObject({
  score: z
    .int()
    .min(0)
    .max(100)
    .describe('100 less the points of every rule that fired, never above a cap'),
  band: z
    .enum(ACCOUNTS.current.table.bands.map(({ band }) => band as VerdictBand))
    .describe('Band of the score by the same rules'),
  flags: z.array(flagSchema).describe('Rules that fired, DATES_SET_ASIDE, sources that failed'),
  narrative: z.null().describe('Always null'),
})

type Result = z.output<typeof resultSchema>

export const companyAccounts = definePaid<CompanyDeps>()({
  id: 'company_accounts',
  method: 'GET',
  path: '/v1/company/{number}/accounts',
  family: 'wing-1',
  priceUsdc: '0.10',
  title: 'UK company accounts in figures',
  notFor: 'whether a company is punctual: company_verdict judges that',
  summary:
    "Figures of a UK company's filed accounts: net assets, cash, creditors, employees, turnover and profit where filed, with ratios, changes and a score by published rules.",
  params: numberParams,
  query,
  body: null,
  result: resultSchema,
  verdict: verdictSchema,
  attribution: `${COMPANIES_ATTRIBUTION} Contains reports on payment practices, Open Government Licence v3.0.`,
  example: buildExample(),
  async answer({ number, periods }, deps, { today, nowMs }) {
    const { register, accounts, paymentPractices, createTimeouts: begin } = deps
    const timeouts = begin()
    const reading = await register.company(number, 'identity', { timeouts, accounts: true })
    const listed = believeDates(reading.accounts, today)
    const { filings, failure } = await accounts.read(number, listed.filings, {
      periods,
      timeouts,
    })
    const read = filings.flatMap(({ filing, content }) =>
      content.accounts === null
        ? []
        : [
            {
              transactionId: filing.transactionId,
              accounts: content.accounts,
              published: filing.filed ?? today,
            },
          ],
    )
    // A filing that could not be fetched may be the newest, or the only one with figures.
    const isNewestMissing = filings[0]?.isFetched === false
    if (failure !== null && (isNewestMissing || read.length === 0))
      throw failure instanceof ServiceError ? failure : createUnavailableError(failure)
    const payments = await paymentPractices(number, nowMs)
    if (read.length === 0 && !payments.reports?.length)
      throw createNotReadableError(number, filings)
    const joined = joinPeriods(read, periods)
    const { judged } = joined
    const setAside = [...listed.setAside, ...joined.setAside, ...payments.setAside]
    const facts = buildFacts(filings, joined, payments.reports)
    const { score, band, flags, evaluation } = ACCOUNTS.current.judge(facts, today)
    const missing = filings.filter(({ isFetched }) => !isFetched)
    return {
      result: {
        company_number: number,
        filings: filings.map((each) => toFilingResult(number, each)),
        periods: joined.periods,
        ratios: computeRatios(judged.periods[0]),
        changes: computeChanges(judged.periods),
        payment_practices: paymentsResult(payments),
        evaluation: { ...evaluation, facts: facts as unknown as Record<string, unknown> },
        scope: joined.scope,
        company_periods: joined.companyPeriods,
      },
      verdict: {
        score,
        band: band as VerdictBand,
        flags: [...flags, ...listSetAside(setAside)],
        narrative: null,
      },
      sources: [...reading.sources, ...payments.sources],
      degradations: [
        ...reading.degradations,
        ...payments.degradations,
        ...(missing.length > 0
          ? [
              {
                kind: 'failed' as const,
                detail: `${missing.length} of ${filings.length} filings could not be fetched now`,
                flagged: true,
              },
            ]
          : []),
      ],
      judgedBy: `accounts ${ACCOUNTS.current.version}`,
    }
  },
})

/** Names dates that cannot be right, of which none makes anything the newest. */
function listSetAside(setAside: readonly string[]): Flag[] {
  const [first, ...more] = setAside
  if (first === undefined) return []
  const rest = more.length === 0 ? '' : `, and ${more.length} more`
  return [
    {
      code: 'DATES_SET_ASIDE',
      detail: `${setAside.length} later than what states ${more.length === 0 ? 'it' : 'them'}: ${first}${rest}`,
    },
  ]
}

function toFilingResult(
  number: string,
  { filing, content }: FilingReading,
): Result['filings'][number] {
  const { transactionId, type, filed, madeUpTo, accountsType } = filing
  const { format, status, reason } = content
  const shown = format === 'pdf' ? 'pdf' : 'xhtml'
  return {
    transaction_id: transactionId,
    type,
    filed,
    made_up_to: madeUpTo,
    accounts_type: accountsType,
    format,
    status,
    reason,
    document_url:
      transactionId === null
        ? null
        : `${PUBLIC_SITE}/company/${number}/filing-history/${transactionId}/document?format=${shown}&download=0`,
  }
}

function paymentsResult({ reports, asOf }: PaymentPracticesReading): Result['payment_practices'] {
  if (!reports?.length || asOf === null) return null
  return { reports: reports.slice(0, MOST_REPORTS), as_of: asOf }
}

/** Reduces filings, periods and reports to what the rules read. */
function buildFacts(
  filings: readonly FilingReading[],
  { judged: { periods, conflicts, restated }, scope }: CompanyPeriods,
  reports: readonly PaymentReport[] | null,
): AccountsFacts {
  return {
    filings: filings.map(({ filing, content }) => ({
      made_up_to: filing.madeUpTo,
      filed: filing.filed,
      accounts_type: filing.accountsType,
      amended: filing.type === 'AAMD',
      status: content.status,
      dormant: content.accounts?.dormant ?? null,
    })),
    periods: periods.map(({ figures, scope: _, ...period }) => ({
      ...period,
      figures: Object.fromEntries(
        JUDGED_KEYS.map((key) => [key, figures[key].value]),
      ) as AccountsFacts['periods'][number]['figures'],
    })),
    conflicts,
    restated,
    payment_reports: reports && reportFacts(reports),
    scope,
  }
}

function reportFacts(reports: readonly PaymentReport[]) {
  return reports
    .slice(0, MOST_REPORTS)
    .map(({ period_start, period_end, filed, average_days, not_within_terms_pct }) => ({
      period_start,
      period_end,
      filed,
      average_days,
      not_within_terms_pct,
    }))
}

const MOST_NAMED = 3

/** A company of which no machine can read a filing; free of charge. */
function createNotReadableError(number: string, filings: readonly FilingReading[]): ServiceError {
  const named = filings.slice(0, MOST_NAMED).map(({ filing, content }) => {
    const kind = filing.accountsType?.replaceAll('-', ' ') ?? 'accounts'
    return `${kind} made up to ${filing.madeUpTo ?? 'an unknown day'} (${content.reason ?? content.status})`
  })
  const more = filings.length > named.length ? `, and ${filings.length - named.length} more` : ''
  const what =
    named.length === 0 ? 'The register lists none.' : `Filed: ${named.join('; ')}${more}.`
  return new ServiceError(
    'ACCOUNTS_NOT_READABLE',
    `No accounts of company ${number} can be read by a machine. ${what}`,
    {
      hint: 'GET /v1/company/{number}/verdict judges a company without figures; nothing was charged.',
    },
  )
}

function buildExample() {
  const facts: AccountsFacts = {
    ...(ACCOUNTS_EXAMPLE.facts as AccountsFacts),
    payment_reports: reportFacts(EXAMPLE_REPORTS),
    scope: 'company',
  }
  const { date } = ACCOUNTS_EXAMPLE
  const { score, band, flags, evaluation } = ACCOUNTS.current.judge(facts, date)
  const figure = (key: FigureKey, value: string | null, context: string): ReportedFigure =>
    value === null
      ? { value, status: 'absent', source: null }
      : {
          value,
          status: 'stated',
          source: {
            transaction_id: 'MzQxMjM0NTY3OGFkaXF6a2N4',
            concept: SELECTORS[key][0]!.concept,
            context,
            decimals: '0',
            scale: 0,
            sign: Number(value) < 0 ? '-' : null,
            raw: Math.abs(Number(value)).toLocaleString('en-GB'),
          },
        }
  const periods = facts.periods.map(({ figures, ...period }) => ({
    ...period,
    figures: Object.fromEntries(
      FIGURE_KEYS.map((key) => [key, figure(key, figures[key], `e${period.end.slice(0, 4)}`)]),
    ) as Record<FigureKey, ReportedFigure>,
    scope: 'company' as const,
  }))
  return {
    summary: 'Read what one company owns and owes',
    listed: [
      'result.company_number',
      'result.periods.end',
      'result.periods.figures.employees.value',
      'verdict.score',
      'verdict.band',
    ],
    input: { number: '99000001', periods: 2 },
    result: {
      company_number: '99000001',
      filings: [
        {
          transaction_id: 'MzQxMjM0NTY3OGFkaXF6a2N4',
          type: 'AA',
          filed: '2026-06-20',
          made_up_to: '2025-09-30',
          accounts_type: 'total-exemption-full',
          format: 'ixbrl',
          status: 'read',
          reason: null,
          document_url: `${PUBLIC_SITE}/company/99000001/filing-history/MzQxMjM0NTY3OGFkaXF6a2N4/document?format=xhtml&download=0`,
        },
      ],
      periods,
      ratios: computeRatios(periods[0]),
      changes: computeChanges(periods),
      payment_practices: { reports: EXAMPLE_REPORTS.slice(0, 1), as_of: '2026-11-18T04:00:00Z' },
      evaluation: {
        ...evaluation,
        rules: evaluation.rules.slice(0, 1),
        facts: facts as unknown as Record<string, unknown>,
      },
      scope: 'company' as const,
      company_periods: null,
    },
    verdict: { score, band, flags, narrative: null },
  }
}
