/**
 * What a buyer would miss in the drawing of an answer: a change of the value of any member changes
 * the drawing, but for the members that are listed here.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service.ts'
import { ACCOUNTS, VERDICT } from '../../company/rules/published.ts'
import { drawAnswer } from './draw-answer.ts'

type Json = Record<string, unknown>

/** Parts of a call, facts for a replay, and the place of each figure in its filing. */
const NEVER_DRAWN = /: query\.|\.facts\.|\.figures\.\w+\.(?:status|source\.)/
/** Ends of other paths that are not drawn: identifiers, and what is drawn in other words. */
const UNDRAWN = [
  ...['_id', '.ocid', '_ids[]', 'documents[].id', 'filings[].type', 'filings[].format', 'cursor'],
  ...['result.returned', 'amounts.min', 'amounts.max', 'evidence.level', 'reasons[].code'],
  ...['spans[].start', 'spans[].length', 'spans[].index', 'criteria[].code', 'missing[].code'],
  ...['award_criteria[].type', 'rows[].status', 'matched.by', 'fit.rules_version', 'org_types[]'],
  ...['periods[].start', 'periods[].scope', 'changes[].key', 'changes[].from', 'changes[].to'],
  ...['years.first', 'years.last', 'typical_award_gbp', 'size_distribution_gbp.mean'],
  ...['value', 'value[]', 'unit', 'parameter', 'operator', 'code'].map(
    (name) => `criteria_parsed[].${name}`,
  ),
  ...['deadline', 'days_remaining', 'published', 'summary'].map(
    (name) => `tender_brief: result.${name}`,
  ),
  ...['company_profile: result.evidence.reasons[].detail', 'tenders_fit_score: verdict.score'],
  'tenders_fit_score: verdict.band',
]

const FULL_DETAIL = {
  evidence: { level: 'thin', reasons: [{ code: 'NEW', detail: 'no accounts are filed yet' }] },
  filing_history: [
    { date: '2026-06-20', type: 'AA', category: 'accounts', description: 'accounts made up' },
  ],
  officer_records: [
    { ref: 'o1', role: 'director', status: 'active', appointed: '2019-03-02', resigned: null },
  ],
  officers_identity: { verified: 1, due: 2, overdue: 3, not_told: 4 },
  register_notes: [{ code: 'PREVIOUS_NAMES', detail: '2 since 2015-04-01' }],
}
const FCA_FOUND = {
  checked: true,
  regulated: true,
  frn: '900001',
  firm_name: 'Harbour Finance',
  status: 'Authorised',
  permissions_summary: '3 permissions',
  warnings: ['a requirement'],
  note: 'found by its company number',
}
const FUNDING = {
  min: 5000,
  max: 20_000,
  currency: 'GBP',
  basis: 'listing',
  note: 'as listed',
  funder_context: { funder: 'F', percentile: 81, awards: 40, since: '2019-01-05', publisher: 'P' },
}
const CERTAINTY = { certainty: [{ index: 0, certainty: 'doubtful', reason: 'may bind one kind' }] }
/** Members that the example of an operation lacks or leaves empty. */
const MORE: Readonly<Record<string, { result: Json; verdict?: Json }>> = {
  company_profile: { result: FULL_DETAIL },
  company_verdict: {
    result: {
      ...FULL_DETAIL,
      evaluation: { rules: [{ code: 'YOUNG_COMPANY', outcome: 'clear' }] },
    },
    verdict: { fca: FCA_FOUND, narrative: 'Two sentences of a model.' },
  },
  company_fca: { result: { fca: FCA_FOUND } },
  company_screen: { result: { rows: [{ evidence: FULL_DETAIL.evidence }], unavailable: 3 } },
  company_accounts: {
    result: { filings: [{ status: 'unreadable', reason: 'the file is damaged' }] },
  },
  tenders_search: { result: { total_matched: 7, excluded: { no_region: 2 } } },
  tender_brief: {
    result: {
      lots: [
        {
          id: 'L-1',
          title: 'North',
          description: 'Parks of the north.',
          value: { amount: 90_000, currency: 'GBP', tax: 'excluded' },
          status: 'active',
          contract_end: '2029-01-30',
          award_criteria: [{ name: 'Social value', type: 'quality', weight_pct: 25 }],
          options: 'further parks',
          framework: { kind: 'framework', ceiling: 800_000, currency: 'GBP', period_end: null },
        },
      ],
      timeline: { deadline_estimate: '2026-12-20T12:00:00Z' },
      source: { also_published_as: [{ ocid: 'ocds-2', name: 'Contracts Finder', notice_url: '' }] },
    },
  },
  contracts_search: {
    result: {
      contracts: [
        {
          actual_end: '2026-10-01',
          value: { basis: 'final' },
          matched: { words: ['schools'], cpv: null, by: 'words', relevance: 'related' },
        },
      ],
    },
  },
  grants_match: { result: {} },
  grant_eligibility: {
    result: { indicative_funding: FUNDING, criteria_provenance: CERTAINTY },
  },
  grant_eligibility_reading: {
    result: {
      indicative_funding: FUNDING,
      criteria_provenance: CERTAINTY,
      missing: [{ parameter: 'annual_income', type: 'number', unit: 'GBP', allowed: null }],
      failed: [{ code: 'WINDOW', detail: 'closed on 2026-10-02' }],
    },
  },
  funder_dossier: {
    result: {
      live_grants_now: [
        {
          id: 'a-scheme',
          name: 'A scheme',
          amounts: { min: 1, max: 2, text: 'Up to £2' },
          window: { opens: null, closes: '2027-01-09', open_now: true, days_to_close: 50 },
          source_url: 'https://grants.example.org/a-scheme',
          history: null,
        },
      ],
    },
  },
}

/** Objects and first entries of lists are merged; everything else is replaced. */
function merged(base: unknown, more: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(more))
    return more.map((each, index) => merged(base[index], each)).concat(base.slice(more.length))
  if (isObject(base) && isObject(more))
    return Object.fromEntries(
      [...new Set([...Object.keys(base), ...Object.keys(more)])].map((key) => [
        key,
        key in more ? merged(base[key], more[key]) : base[key],
      ]),
    )
  return more
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Each text, number and truth value of an answer, with its place. */
function leaves(value: unknown, path: string): [path: string, holder: Json, key: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => {
    const place = Array.isArray(value) ? `${path}[]` : `${path}.${key}`
    return typeof each === 'object'
      ? leaves(each, place)
      : [[place.slice(1), value as Json, key] as [string, Json, string]]
  })
}

/** Another value of the same form. */
function changed(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d/.test(text)) return text.replace(/^\d{4}-\d\d-\d\d/, '2031-07-19')
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return `${Number(text) + 1}`
  if (text === 'excluded') return 'included'
  if (text === 'pass' || text === 'undeclared') return 'fail'
  return text === 'fail' ? 'pass' : `${text}x`
}

let service: Service
beforeAll(async () => {
  service = await startService({ domains: 'real' })
})
afterAll(() => service?.stop())

const context = () => ({
  rules: [VERDICT, ACCOUNTS].map(({ current }) => current.table),
  offered: service.app.catalogue.operations.map(({ operation }) => operation.id),
})

function answerOf(id: string): Json {
  const { operation } = service.app.catalogue.operations.find((each) => each.operation.id === id)!
  const { result, verdict = { score: null, band: null, flags: [] } } = operation.example as {
    result: Json
    verdict?: Json
  }
  return merged(
    {
      query: { number: '99000001', ocid: 'ocds-h6vhtk-0a1b2c', id: 'village-halls-warm-roof-fund' },
      result,
      verdict,
      confidence: 'high',
      as_of: '2026-11-20T20:25:31Z',
      sources: [{ name: 'A source', fetched: '2026-11-19T09:00:00Z', url: null }],
      attribution: 'Contains information of others.',
    },
    MORE[id] ?? {},
  ) as Json
}

const draw = (id: string, answer: Json) => drawAnswer(id, answer, context())
describe('what a buyer would miss', () => {
  it('are all the members of an answer but those that say nothing to a reader', () => {
    const paid = service.app.catalogue.operations.filter(({ kind }) => kind === 'paid')
    const undrawn = new Set<string>()
    for (const { operation } of paid) {
      const answer = answerOf(operation.id)
      const html = draw(operation.id, answer)
      for (const [path, holder, key] of leaves(answer, '')) {
        const value = holder[key]
        holder[key] = changed(value)
        const place = `${operation.id}: ${path}`
        const isListed = NEVER_DRAWN.test(place) || UNDRAWN.some((end) => place.endsWith(end))
        if (!isListed && draw(operation.id, answer) === html) undrawn.add(place)
        holder[key] = value
      }
    }
    expect(paid).toHaveLength(17)
    expect([...undrawn]).toEqual([])
  })

  it.each(['tenders_fit_score', 'grants_match', 'company_screen'])('has all rows: %s', (id) => {
    const answer = answerOf(id)
    const result = answer.result as Json
    const key = 'matches' in result ? 'matches' : 'rows'
    const [row] = result[key] as Json[]
    const rows = Array.from({ length: 10 }, (_, index) =>
      merged(
        row,
        row!.grant
          ? { grant: { name: `Row ${index}.` } }
          : { title: `Row ${index}.`, name: `Row ${index}.` },
      ),
    )
    const html = draw(id, { ...answer, result: { ...result, [key]: rows } })
    for (let index = 0; index < 10; index += 1) expect(html).toContain(`Row ${index}.`)
  })
})
