/**
 * What a buyer would miss in the drawing of an answer, by operation and by the part of the drawing
 * that shows it. Each field is looked for in that part, and a change of its value changes the part.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service.ts'
import { ACCOUNTS, VERDICT } from '../../company/rules/published.ts'
import { drawAnswer } from './draw-answer.ts'

type Json = Record<string, unknown>

const COMPANY = [
  ...['company_number', 'status', 'type', 'incorporated', 'sic_codes[]', 'age_years'],
  ...['registered_office.address_line_1', 'registered_office.postal_code'],
  ...['accounts.next_due', 'accounts.overdue', 'accounts.last_made_up_to', 'accounts.last_type'],
  ...['confirmation_statement.next_due', 'confirmation_statement.overdue'],
  ...['officers.active', 'officers.total', 'officers.resigned_last_12m'],
].map((field) => `result.${field}`)
const COMPANY_IN_FULL = [
  ...['filing_history[].date', 'filing_history[].type', 'filing_history[].description'],
  ...['officer_records[].role', 'officer_records[].status', 'officer_records[].appointed'],
  ...['officers_identity.verified', 'officers_identity.overdue'],
  ...['register_notes[].code', 'register_notes[].detail'],
].map((field) => `result.${field}`)
const FCA = ['regulated', 'frn', 'firm_name', 'status', 'permissions_summary', 'warnings[]', 'note']
const TENDER = [
  ...['title', 'buyer', 'value.amount', 'value.tax', 'deadline', 'days_remaining', 'stage'],
  ...['region', 'cpv[]', 'published', 'summary', 'source.name', 'source.notice_url'],
]
const MATCHED = ['matched.relevance', 'matched.words[]']
const GRANT = [
  ...['name', 'funder', 'amounts.text', 'window.opens', 'window.closes', 'window.open_now'],
  ...['window.days_to_close', 'source_url'],
]
const ELIGIBILITY = {
  grant: GRANT.map((field) => `result.grant.${field}`),
  checklist: [
    ...['score', 'band'].map((field) => `verdict.${field}`),
    ...['requirement', 'pass', 'detail'].map((field) => `result.criteria[].${field}`),
    ...['certainty', 'reason'].map((f) => `result.criteria_provenance.certainty[].${f}`),
  ],
  members: [
    ...['min', 'max', 'note'].map((field) => `result.indicative_funding.${field}`),
    ...['percentile', 'awards', 'since', 'publisher'].map(
      (field) => `result.indicative_funding.funder_context.${field}`,
    ),
    ...['source', 'complete', 'parsed_at', 'rules_version', 'text_url'].map(
      (field) => `result.criteria_provenance.${field}`,
    ),
  ],
  '': ['result.missing[].parameter', 'result.missing[].type', 'verdict.flags[].detail'],
}
const EVERYWHERE = ['confidence', 'as_of', 'sources[].name', 'sources[].fetched', 'attribution']

/** Fields by part of the drawing: the kind of a figure, or the whole drawing for an empty name. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  company_search: {
    results: ['name', 'company_number', 'status', 'incorporated', 'address_snippet'].map(
      (field) => `result.results[].${field}`,
    ),
  },
  company_profile: { members: [...COMPANY, ...COMPANY_IN_FULL] },
  company_verdict: {
    gauge: [
      ...['result.name', 'verdict.score', 'verdict.band', 'result.evidence.reasons[].detail'],
      ...['verdict.flags[].code', 'verdict.flags[].detail'],
    ],
    members: [...COMPANY, ...COMPANY_IN_FULL],
    fca: FCA.map((field) => `verdict.fca.${field}`),
    '': [
      'verdict.narrative',
      'result.evaluation.rules[].code',
      'result.evaluation.rules[].outcome',
    ],
  },
  company_fca: {
    fca: FCA.map((field) => `result.fca.${field}`),
    members: ['query.number'],
  },
  company_screen: {
    rows: ['name', 'number', 'score', 'band', 'flags[].detail', 'evidence.reasons[].detail'].map(
      (field) => `result.rows[].${field}`,
    ),
    members: ['judged', 'not_found', 'unavailable'].map((field) => `result.${field}`),
  },
  company_accounts: {
    gauge: ['verdict.score', 'verdict.band', 'verdict.flags[].code', 'verdict.flags[].detail'],
    accounts: [
      ...['end', 'figures.net_assets.value', 'figures.cash.value', 'figures.employees.value'].map(
        (field) => `result.periods[].${field}`,
      ),
      'result.changes[].pct',
    ],
    filings: ['made_up_to', 'accounts_type', 'filed', 'status', 'reason', 'document_url'].map(
      (field) => `result.filings[].${field}`,
    ),
    practices: [
      ...['period_start', 'period_end', 'filed', 'average_days', 'within_30_days_pct'],
      ...['from_31_to_60_days_pct', 'later_than_60_days_pct', 'not_within_terms_pct'],
      ...['standard_days_shortest', 'standard_days_longest', 'url'],
    ].map((field) => `result.payment_practices.reports[].${field}`),
    members: [
      'result.company_number',
      ...['key', 'value', 'of[]'].map((field) => `result.ratios[].${field}`),
    ],
  },
  tenders_search: {
    notices: [
      'result.total_matched',
      'result.found_by_relevance.close',
      ...[...TENDER, ...MATCHED].map((field) => `result.notices[].${field}`),
    ],
    members: ['result.excluded.no_region'],
  },
  tenders_fit_score: {
    matches: [
      ...TENDER,
      ...['fit.score', 'fit.band', 'fit.flags[].detail', 'emphasise'],
      ...['relevance', 'of', 'value_fit', 'geography', 'timeline', 'buyer_history'].map(
        (factor) => `fit.factors.${factor}`,
      ),
    ].map((field) => `result.matches[].${field}`),
    members: ['result.considered'],
  },
  tender_brief: {
    timeline: [
      ...['title', 'buyer', 'value.amount', 'stage', 'region', 'cpv[]'],
      ...[
        ...['published', 'enquiry_deadline', 'deadline', 'deadline_estimate'],
        ...['contract_start', 'contract_end'],
      ].map((date) => `timeline.${date}`),
      ...['days_remaining', 'working_days_remaining'].map((field) => `timeline.${field}`),
    ].map((field) => `result.${field}`),
    lots: [
      ...['id', 'title', 'description', 'value.amount', 'status', 'contract_end', 'options'],
      ...['award_criteria[].name', 'award_criteria[].weight_pct', 'framework.ceiling'],
    ].map((field) => `result.lots[].${field}`),
    members: [
      ...['ocid', 'submission_url', 'documents[].title', 'documents[].url', 'source.notice_url'],
      ...['source.notice_id', 'source.fetched', 'timeline.contract.renewal.text'],
      'source.also_published_as[].name',
      ...['timeline.deadline_basis', 'timeline.updated', 'timeline.calendar'],
    ].map((field) => `result.${field}`),
    '': ['result.description', 'result.timeline.contract.award_criteria[].weight_pct'],
  },
  tender_buyer: {
    members: [
      ...['buyer', 'ids[]', 'open_notices', 'incumbent.supplier', 'incumbent.value.amount'],
      ...['incumbent.contract_end', 'incumbent.basis', 'payments.within_30_days_pct'],
      ...['payments.later_pct', 'payments.mean_days', 'payments.notice_url'],
      'payments.period_end',
    ].map((field) => `result.${field}`),
    awards: ['title', 'suppliers[]', 'value.amount', 'value.tax', 'awarded', 'contract_end'].map(
      (field) => `result.awards[].${field}`,
    ),
  },
  contracts_search: {
    contracts: [
      ...['title', 'buyer', 'suppliers[].name', 'suppliers[].company_number', 'value.amount'],
      ...['value.tax', 'value.basis', 'awarded', 'starts', 'ends', 'ends_at_latest', 'state'],
      ...['actual_end', 'cpv[]', 'region', 'portal', 'notice_url', ...MATCHED],
    ].map((field) => `result.contracts[].${field}`),
    members: [
      ...['currency', 'sum', 'counted', 'without_value'].map((f) => `totals.by_currency[].${f}`),
      ...['excluded.dates', 'coverage.since', 'coverage.portals[]'],
    ].map((field) => `result.${field}`),
    '': ['verdict.flags[].detail'],
  },
  grants_search: {
    grants: [
      ...[...GRANT, ...MATCHED, 'who_can_apply', 'regions[]', 'summary'],
      ...['criteria_parsed[].requirement', 'criteria_basis'],
    ].map((field) => `result.grants[].${field}`),
    members: ['result.excluded.not_open'],
  },
  grants_match: {
    matches: [
      ...GRANT.map((field) => `grant.${field}`),
      ...['grant.summary', 'relevance', 'eligibility.score', 'eligibility.band'],
      ...MATCHED,
      ...['requirement', 'pass', 'detail'].map((field) => `eligibility.criteria[].${field}`),
      ...['eligibility.missing[].parameter', 'eligibility.flags[].detail'],
    ].map((field) => `result.matches[].${field}`),
    members: ['result.considered', 'result.excluded.ineligible'],
  },
  grant_eligibility: ELIGIBILITY,
  grant_eligibility_reading: {
    ...ELIGIBILITY,
    checklist: [...ELIGIBILITY.checklist, 'result.criteria[].by'],
    '': [...ELIGIBILITY[''], 'result.failed[].detail'],
  },
  funder_dossier: {
    giving: [
      ...['grants_made', 'total_awarded_gbp', 'yearly.2023.total_gbp', 'yearly.2023.grants'],
      ...['yearly.2024.median_gbp', 'size_distribution_gbp.min', 'size_distribution_gbp.median'],
      'size_distribution_gbp.max',
    ].map((field) => `result.giving.${field}`),
    recent_awards: [
      ...['title', 'recipient', 'amount_gbp', 'award_date', 'programme', 'url', 'publisher'],
    ].map((field) => `result.recent_awards[].${field}`),
    live_grants_now: ['name', 'amounts.text', 'window.closes', 'source_url'].map(
      (field) => `result.live_grants_now[].${field}`,
    ),
    members: [
      ...['funder.name', 'funder.ids[]', 'coverage.datasets[].title', 'coverage.first_award'],
      ...['coverage.datasets[].licence', 'coverage.excluded_zero_amount'],
    ].map((field) => `result.${field}`),
  },
  changes: {
    changes: [
      ...['at', 'kind', 'id', 'detail.title', 'detail.party', 'detail.url'],
      ...['detail.fields[].field', 'detail.fields[].before', 'detail.fields[].after'],
    ].map((field) => `result.changes[].${field}`),
  },
}

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

/** Calls `visit` for each place of a path, such as `result.rows[].name`. */
function places(root: unknown, path: string, visit: (holder: Json, key: string) => void): void {
  const step = (value: unknown, keys: readonly string[]): void => {
    const [key, ...rest] = keys
    if (key === undefined || typeof value !== 'object' || value === null) return
    const name = key.replace(/\[\]$/, '')
    const holder = value as Json
    if (!key.endsWith('[]')) {
      if (rest.length === 0) visit(holder, name)
      else step(holder[name], rest)
      return
    }
    const list = holder[name]
    if (!Array.isArray(list)) return
    for (const [index, each] of list.entries())
      if (rest.length === 0) visit(list as unknown as Json, String(index))
      else step(each, rest)
  }
  step(root, path.split('.'))
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
const figureOf = (html: string, kind: string) =>
  kind === ''
    ? html
    : [...html.matchAll(/<figure class="drawn (\w+)">[\s\S]*?<\/figure>/g)]
        .filter(([, each]) => each === kind)
        .join('')

describe('what a buyer would miss', () => {
  it('is listed for every paid operation', () => {
    const paid = service.app.catalogue.operations.filter(({ kind }) => kind === 'paid')
    expect(Object.keys(FIELDS).sort()).toEqual(paid.map(({ operation }) => operation.id).sort())
    expect(paid).toHaveLength(17)
  })

  it.each(Object.keys(FIELDS))('is drawn, and from the answer: %s', (id) => {
    const answer = answerOf(id)
    const html = draw(id, answer)
    const undrawn: string[] = []
    const parts = Object.entries({ ...FIELDS[id], provenance: EVERYWHERE })
    for (const [kind, paths] of parts)
      for (const path of paths) {
        let found = 0
        places(answer, path, (holder, key) => {
          const value = holder[key]
          if (value === null || value === undefined) return
          found += 1
          holder[key] = changed(value)
          const part = kind === 'provenance' ? '' : kind
          if (figureOf(draw(id, answer), part) === figureOf(html, part))
            undrawn.push(`${kind}: ${path}`)
          holder[key] = value
        })
        if (found === 0) undrawn.push(`${kind}: ${path} has no value`)
      }
    expect(undrawn).toEqual([])
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
