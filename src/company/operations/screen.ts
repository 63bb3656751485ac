import { z } from 'zod'
import type { Degradation } from '../../background/source.ts'
import type { Source } from '../../contract/envelope.ts'
import { flagSchema, noFields, noVerdictSchema, textOrNull } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { COMPANY_NUMBER_PATTERN } from '../../platform/company-number.ts'
import { VERDICT } from '../rules/published.ts'
import type { CompanyDeps } from './shared/deps.ts'
import {
  COMPANIES_ATTRIBUTION,
  companyNumber,
  evidenceSchema,
  verdictBand,
  WITH_FCA_ATTRIBUTION,
} from './shared/fields.ts'
import { VERDICT_PRICE_USDC } from './shared/judged.ts'
import type { ScreenedRow } from './shared/screening.ts'

const MOST = 50
const EXAMPLES = ['99000001', '99000002']

const body = z.strictObject({
  numbers: z
    .array(companyNumber)
    .min(1)
    .max(MOST)
    // A company that is named twice is one row and paid for once.
    .transform((numbers) => [...new Set(numbers)])
    .meta({
      override: {
        type: 'array',
        items: { type: 'string', pattern: COMPANY_NUMBER_PATTERN },
        minItems: 1,
        maxItems: MOST,
      },
      description:
        'Company numbers as company_verdict takes them; one that is given twice is one row',
      example: EXAMPLES,
    }),
})

const count = (description: string) => z.int().min(0).max(MOST).describe(description)

const rowSchema = z.strictObject({
  number: z.string().describe('Company number, 8 characters'),
  status: z.enum(['judged', 'not_found', 'unavailable']).meta({
    description:
      'not_found: the register holds no such company; unavailable: it did not answer, which says nothing about the company',
  }),
  name: textOrNull.describe(
    'Registered name; null where not judged, or where the register gives none',
  ),
  score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('As company_verdict gives it; null where not judged'),
  band: verdictBand.nullable().describe('Band of the score; null where not judged'),
  flags: z
    .array(flagSchema)
    .describe(
      'As company_verdict gives them with detail=full; empty when none, or where not judged',
    ),
  evidence: evidenceSchema
    .nullable()
    .describe('Same as result.evidence of company_verdict; null where not judged'),
})

/** Many verdicts for one payment. */
export const companyScreen = definePaid<CompanyDeps>()({
  id: 'company_screen',
  method: 'POST',
  path: '/v1/company/screen',
  family: 'wing-1',
  priceUsdc: VERDICT_PRICE_USDC,
  soldBy: { unit: 'row judged', most: MOST },
  title: 'Verdicts for up to 50 UK companies',
  notFor: 'one company: company_verdict has more detail',
  summary:
    'Screens a list of up to 50 UK company numbers in one payment: score, band and flags of each, by the rules of company_verdict. Rows without an answer cost nothing.',
  params: noFields,
  query: noFields,
  body,
  result: z.strictObject({
    rows: z.array(rowSchema).max(MOST).describe('One for each company, in the requested order'),
    judged: count('Rows that are judged: what was paid for'),
    not_found: count('Rows of numbers that the register does not hold'),
    unavailable: count('Rows that could not be judged now'),
  }),
  verdict: noVerdictSchema,
  attribution: COMPANIES_ATTRIBUTION,
  example: {
    summary: 'Judge several companies in one payment',
    listed: [
      'result.rows.number',
      'result.rows.status',
      'result.rows.score',
      'result.rows.band',
      'result.rows.flags.code',
      'result.judged',
    ],
    input: { numbers: EXAMPLES },
    result: {
      rows: [
        {
          number: '99000001',
          status: 'judged',
          name: 'HARBOUR LANE BAKERY LIMITED',
          score: 75,
          band: 'caution',
          flags: [
            { code: 'ACCOUNTS_OVERDUE', detail: 'accounts due 2026-06-30, 143 days overdue' },
          ],
          evidence: { level: 'full', reasons: [] },
        },
        {
          number: '99000002',
          status: 'not_found',
          name: null,
          score: null,
          band: null,
          flags: [],
          evidence: null,
        },
      ],
      judged: 1,
      not_found: 1,
      unavailable: 0,
    },
  },
  quote: ({ numbers }, { screening }) => screening.quote(numbers),
  async answer({ numbers }, { screening, regulator }, { today, signal }) {
    const rows = await screening.rows(numbers, { today, signal })
    const countRows = (status: ScreenedRow['status']) =>
      rows.filter((each) => each.status === status).length
    const judged = countRows('judged')
    return {
      result: {
        rows: rows.map(({ number, status, row }) => ({
          number,
          status,
          name: row?.name ?? null,
          score: row?.score ?? null,
          band: row?.band ?? null,
          flags: row?.flags ?? [],
          evidence: row?.evidence ?? null,
        })),
        judged,
        not_found: countRows('not_found'),
        unavailable: countRows('unavailable'),
      },
      units: judged,
      sources: mergeSources(rows),
      degradations: mergeDegradations(rows),
      judgedBy: `verdict ${VERDICT.current.version}`,
      ...(regulator.consulted ? { attribution: WITH_FCA_ATTRIBUTION } : {}),
    }
  },
})

/**
 * Lists each register once, with the age of its oldest row. A list of several subjects has no
 * single address.
 */
function mergeSources(rows: readonly ScreenedRow[]): Source[] {
  const byName = new Map<string, Source>()
  for (const { name, fetched } of rows.flatMap(({ row }) => row?.sources ?? [])) {
    const known = byName.get(name)?.fetched ?? null
    const oldest = known !== null && (fetched === null || known < fetched) ? known : fetched
    byName.set(name, { name, fetched: oldest, url: null })
  }
  return [...byName.values()]
}

/** Each row reports its own problems. */
function mergeDegradations(rows: readonly ScreenedRow[]): Degradation[] {
  const of = (
    kind: Degradation['kind'],
    also: (row: ScreenedRow) => boolean,
    what: string,
  ): Degradation[] => {
    const concerned = rows.filter(
      (each) =>
        also(each) || each.row?.degradations.some((degradation) => degradation.kind === kind),
    ).length
    return concerned === 0
      ? []
      : [{ kind, detail: `${concerned} of ${rows.length} rows: ${what}`, flagged: true }]
  }
  return [
    ...of(
      'failed',
      ({ status }) => status === 'unavailable',
      'a source failed, as the row or its flags say',
    ),
    ...of('stale', () => false, 'a source is past its window, as its flags say'),
  ]
}
