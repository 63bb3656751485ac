import { describe, expect, it } from 'vitest'
import { startService } from '../../../test/support/service.ts'
import { ACCOUNTS, VERDICT } from '../../company/rules/published.ts'
import { drawAnswer } from './draw-answer.ts'

const context = {
  rules: [VERDICT, ACCOUNTS].map(({ current }) => current.table),
  offered: ['company_accounts', 'company_verdict', 'contracts_search', 'tender_brief'],
}
const draw = (envelope: unknown, id = 'any') => drawAnswer(id, envelope, context)
/** Text that a reader sees. */
const seen = (html: string) =>
  html
    .replace(/<svg[\s\S]*?<\/svg>/g, (svg) => svg.replace(/<[^<>]+>/g, ' '))
    .replace(/<[^<>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const figure = (value: string | null, status = value === null ? 'absent' : 'stated') => ({
  value,
  status,
  source: null,
})
const accounts = {
  result: {
    company_number: '01234567',
    filings: [
      {
        made_up_to: '2025-09-30',
        filed: '2026-06-20',
        accounts_type: 'micro-entity',
        status: 'read',
        reason: null,
        document_url: 'javascript:alert(1)',
      },
    ],
    periods: [
      {
        start: '2024-10-01',
        end: '2025-09-30',
        months: 12,
        currency: 'EUR',
        figures: {
          net_assets: figure('-12345678901234567890.5'),
          cash: figure('0'),
          debtors: figure(null, 'conflict'),
          turnover: figure(null),
          employees: figure('7'),
        },
      },
      {
        start: '2023-10-01',
        end: '2024-09-30',
        months: 12,
        currency: 'EUR',
        figures: {
          net_assets: figure('31800', 'derived'),
          cash: figure(null),
          debtors: figure('10'),
          turnover: figure(null),
          employees: figure('8'),
        },
      },
    ],
    ratios: [],
    changes: [{ key: 'employees', from: '8', to: '7', pct: '-12.5' }],
    payment_practices: null as unknown,
  },
  verdict: { score: 85, band: 'low_risk', flags: [{ code: 'NO_EMPLOYEES', detail: 'none' }] },
}

describe('drawn accounts', () => {
  it('show every figure exactly, period next to period', () => {
    const text = seen(draw(accounts))
    expect(text).toContain('Year to 30 Sept 2025')
    expect(text).toContain('−€12,345,678,901,234,567,890.50')
    expect(text).toContain('€31,800 derived')
    expect(text).toContain('−12.5%')
  })

  it('say that a figure is absent or contradictory, and never make it zero', () => {
    const text = seen(draw(accounts))
    expect(text).toContain('Cash €0 not filed')
    expect(text).toContain('Debtors contradictory €10')
    expect(text).toMatch(/Not filed for any of these periods, which is not zero: [^.]*turnover/)
  })

  it('show the points by the rules of accounts', () => {
    const effect = ACCOUNTS.current.table.rules.find(({ code }) => code === 'NO_EMPLOYEES')!.effect
    const points = (effect as { points: number }).points
    expect(seen(draw(accounts))).toContain(
      `${points === 0 ? 'noted' : String(points).replace('-', '−')} NO_EMPLOYEES`,
    )
  })

  it("say which column is the group's and which the company's own, and on which the score rests", () => {
    const [newest] = accounts.result.periods
    const result = {
      ...accounts.result,
      scope: 'group',
      periods: [{ ...newest, scope: 'group' }],
      company_periods: [{ ...newest, currency: 'GBP', scope: 'company' }],
    }
    const text = seen(draw({ ...accounts, result }))
    expect(text).toMatch(
      /Accounts of the group Figures of the group, the company with its subsidiaries\. Score, ratios and changes rest on them\..*−€12,345/,
    )
    expect(text).toMatch(
      /Figures of the company itself\. Score, ratios and changes do not rest on them\..*−£12,345/,
    )
  })

  it('compare no periods of different currencies as bars', () => {
    const [newest, before] = accounts.result.periods
    const html = draw({
      ...accounts,
      result: { ...accounts.result, periods: [newest, { ...before, currency: 'GBP' }] },
    })
    expect(html).not.toContain('class="period-0"')
    expect(seen(html)).toContain('£31,800')
  })

  it('draw payment practices over time, oldest first, without inventing a missing figure', () => {
    const report = (end: string, days: number | null) => ({
      report_id: '1',
      period_start: '2025-01-01',
      period_end: end,
      average_days: days,
      within_30_days_pct: 60,
      from_31_to_60_days_pct: null,
      later_than_60_days_pct: 10,
      not_within_terms_pct: 51,
      url: 'https://example.org/1',
    })
    const html = draw({
      ...accounts,
      result: {
        ...accounts.result,
        periods: [],
        payment_practices: { reports: [report('2026-06-30', 45), report('2025-12-31', null)] },
      },
    })
    expect(html).toContain('Dec 2025 not stated, Jun 2026 45 days')
    expect(seen(html)).toContain('45 60% not stated 10% 51%')
    expect(seen(draw(accounts))).toContain('has never reported')
  })
})

describe('drawn contracts', () => {
  const contract = {
    title: 'Cleaning',
    buyer: 'Council',
    suppliers: [{ name: 'Clean Limited', company_number: '01234567' }],
    value: { amount: 420_000, currency: 'GBP', basis: 'ceiling' },
    awarded: '2024-02-12',
    starts: '2024-04-01',
    ends: '2027-03-31',
    ends_at_latest: '2029-03-31',
    notice_url: 'https://example.org/notice',
  }
  const answer = (contracts: object[]) => ({
    result: {
      total_matched: 12,
      contracts,
      totals: { by_currency: [{ currency: 'GBP', sum: 99, counted: 1, without_value: 2 }] },
      coverage: { since: '2024-01-02', portals: ['A'] },
    },
    verdict: { flags: [{ code: 'COVERAGE', detail: 'since then' }] },
    as_of: '2026-11-25T10:00:00Z',
  })

  it('show holder, dates, options, value with its basis, and totals', () => {
    const text = seen(draw(answer([contract])))
    expect(text).toContain('1 of 12')
    expect(text).toContain('buyer: Council · supplier: Clean Limited (company 01234567)')
    expect(text).toContain('until 31 Mar 2027 · with options until 31 Mar 2029')
    expect(text).toContain('£420,000 (ceiling)')
    expect(text).toContain('Sum Counted Without value GBP £99 1 2')
    expect(text).toContain('COVERAGE')
  })

  it('say which are close to the question, and which only related', () => {
    const matched = (relevance: string) => ({ ...contract, matched: { relevance } })
    const { result } = answer([matched('close'), matched('related')])
    const counts = { close: 7, related: 5, loose: 0 }
    const text = seen(draw({ result: { ...result, found_by_relevance: counts } }))
    expect(text).toContain('2 of 12: 7 close, 5 related')
    expect(text).toMatch(/close to your question(?!:)/)
    expect(text).not.toContain('Less close to the question')
  })

  it('draw no bar for an end that is not stated', () => {
    const html = draw(answer([contract, { ...contract, ends: null, ends_at_latest: null }]))
    expect(html.match(/aria-label="From /g)).toHaveLength(1)
    expect(seen(html)).toContain('end not stated')
  })
})

describe('the gauge', () => {
  it('has no shape over a text at any score', () => {
    for (let score = 0; score <= 100; score += 1) {
      const html = draw({
        result: { company_number: '01234567', name: 'A' },
        verdict: { score, band: 'caution', flags: [] },
      })
      const [, x1, y1, x2, y2] = /class="needle" d="M([\d.-]+),([\d.-]+)L([\d.-]+),([\d.-]+)"/
        .exec(html)!
        .map(Number) as [number, number, number, number, number]
      for (const [, kind, x, y, text] of html.matchAll(
        /<text class="(small|score)" x="([\d.]+)" y="([\d.]+)">([^<]*)</g,
      )) {
        const size = kind === 'score' ? 38 : 11.5
        const half = (text!.length * size * 0.62) / 2
        for (let step = 0; step <= 20; step += 1) {
          const [px, py] = [x1 + ((x2 - x1) * step) / 20, y1 + ((y2 - y1) * step) / 20]
          const isOver =
            Math.abs(px - Number(x)) < half + 2 &&
            py > Number(y) - size * 0.75 - 2 &&
            py < Number(y) + 2
          expect(isOver, `${text} at ${score}`).toBe(false)
        }
      }
    }
  })
})

describe('drawn answers', () => {
  it('write amounts, dates and codes of a sentence as everywhere', () => {
    const answer = (detail: string) => ({ result: {}, verdict: { flags: [{ code: 'A', detail }] } })
    for (const [detail, wanted] of [
      ['net current assets -21500 GBP at 2026-01-31', 'net current assets −£21,500 at 31 Jan 2026'],
      [
        'cash 6120, creditors within one year 39800 GBP at 2025-09-30',
        'cash £6,120, creditors within one year £39,800 at 30 Sept 2025',
      ],
      [
        'declared amount_needed: 500000 GBP; from 2000 to 10000 GBP',
        'declared amount needed: £500,000; from £2,000 to £10,000',
      ],
      [
        'notices since 2024-01-02T23:30:00Z, 12 of CPV 77310000',
        '2 Jan 2024, 23:30 UK time, 12 of CPV 77310000',
      ],
    ] as const)
      expect(seen(draw(answer(detail)))).toContain(wanted)
  })

  it('know a company by the name that an earlier answer gave, and by no other', () => {
    const { result, verdict } = accounts
    const title = (names?: Record<string, string>) =>
      seen(
        drawAnswer(
          'company_accounts',
          { result, verdict },
          { ...context, ...(names && { names }) },
        ),
      )
    expect(title()).toContain('Company 01234567 85 of 100')
    expect(title({ '01234567': 'KNOWN LTD', '1': 'B' })).toContain('KNOWN LTD 85 of 100')
  })

  it('lead from what was found to the form that reads more about it, where there is one', () => {
    const found = {
      result: { results: [{ company_number: '01234567', name: 'A & B' }], total_matches: 1 },
    }
    expect(draw(found)).toContain('href="/docs/api/company_verdict?number=01234567#ask"')
    expect(drawAnswer('any', found, { ...context, offered: [] })).not.toContain('href="/')
  })

  it('show fields that changed, from what to what', () => {
    const html = draw({
      result: {
        changes: [
          {
            at: '2026-11-20T06:12:09Z',
            kind: 'deadline_moved',
            id: 'ocds-1',
            detail: { fields: [{ field: 'deadline', before: '2026-12-04', after: null }] },
          },
        ],
        more: true,
      },
    })
    expect(seen(html)).toContain('ocds-1 deadline moved')
    expect(html).toContain('<del>4 Dec 2026</del> → <ins>none</ins>')
    expect(seen(html)).toContain('There are more')
  })

  it('name every member where there is no drawing', () => {
    const text = seen(draw({ result: { a_b: { c: 5, d: [], e: null, f: true }, g: ['x', 'y'] } }))
    expect(text.trim()).toBe('About this answer A b C 5 D none E not stated F yes G x, y')
  })

  it('keep hostile text as text, in every member of every example', async () => {
    const service = await startService({ domains: 'real' })
    try {
      for (const { operation } of service.app.catalogue.operations) {
        const html = draw(poisoned(operation.example), operation.id)
        expect(html, operation.id).not.toMatch(/href="(?!\/|https:)/)
        const tags = html
          .replaceAll(/"[^"]*"/g, '""')
          .match(/<[^>]*>/g)!
          .join('\n')
        expect(tags, operation.id).not.toMatch(/^<(img|script)|\son\w+=/m)
        expect(html, operation.id).toContain('&lt;img')
      }
    } finally {
      await service.stop()
    }
  })

  it('keep hostile names of members as text', () => {
    expect(draw({ result: { '<img src=x>': 1 } })).not.toContain('<img')
  })

  it('fail on no form of answer', () => {
    for (const odd of [null, 1, 'text', [], {}, { result: null }, { result: { periods: [null] } }])
      expect(typeof draw(odd)).toBe('string')
    for (const key of ['periods', 'contracts', 'changes', 'rows', 'awards', 'criteria', 'matches'])
      expect(typeof draw({ result: { [key]: [{}, null, 5] }, verdict: { flags: [7] } })).toBe(
        'string',
      )
  })
})

const POISON = `"><img src=x onerror=alert(1)><script>alert(1)</script>' onload='`

/** The same with poison in every text; dates and addresses stay what they are in front of it. */
function poisoned(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith('http') ? 'javascript:alert(1)' : `${value}${POISON}`
  if (Array.isArray(value)) return value.map(poisoned)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poisoned(each)]))
    : value
}

it('shows the text of a grant as it was published', () => {
  const envelope = {
    result: { id: 'a-fund', text: 'Who can apply: <anyone>', source_url: 'https://a.example/' },
  }
  const quoted = '<blockquote class="text">Who can apply: &lt;anyone&gt;</blockquote>'
  expect(draw(envelope, 'grant_text')).toContain(quoted)
  expect(draw(envelope, 'grant_text')).toContain('href="https://a.example/"')
})
