import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../test/support/service.ts'
import type { RuleTable } from '../contract/rules.ts'

let service: Service
interface Listed extends RuleTable {
  id: string
  subject: string
  version: string
  rules_version: string
  current: boolean
  url: string
  documentation: string
}

let books: Listed[]
beforeAll(async () => {
  service = await startService({ domains: 'real' })
  books = ((await (await fetch(`${service.url}/v1/rules`)).json()) as { rules: typeof books }).rules
})
afterAll(() => service.stop())

/**
 * The specification's table, written down here once more: publishing another one must be noticed.
 */
const SPECIFIED = {
  STATUS_DISSOLVED: { cap: 5 },
  STATUS_ADMINISTRATION: { cap: 20 },
  STRIKE_OFF_ACTIVE: { cap: 35 },
  ACCOUNTS_OVERDUE: { points: -25 },
  CONF_STATEMENT_OVERDUE: { points: -15 },
  YOUNG_COMPANY: { points: -10 },
  DORMANT: { points: -10 },
  OFFICER_CHURN: { points: -10 },
  NO_ACTIVE_DIRECTORS: { points: -20 },
  FS_SIC_NOT_FCA: { points: -20 },
  FCA_WARNING: { points: -15 },
  CHARGES_INFO: { points: 0 },
  STATUS_VOLUNTARY_ARRANGEMENT: { points: -25 },
  INSOLVENCY_HISTORY: { points: 0 },
  OFFICERS_UNAVAILABLE: { points: 0 },
}

describe('published rules', () => {
  it('publish the company table of the specification in its order', () => {
    const company = books.find((book) => book.id === 'verdict-1.0.0')!
    expect(Object.fromEntries(company.rules.map(({ code, effect }) => [code, effect]))).toEqual(
      SPECIFIED,
    )
    expect(company.rules.map(({ code }) => code)).toEqual(Object.keys(SPECIFIED))
    expect(company.bands).toEqual([
      { band: 'low_risk', from: 80, to: 100 },
      { band: 'caution', from: 50, to: 79 },
      { band: 'high_risk', from: 0, to: 49 },
    ])
  })

  it('name operations that exist, and a page for each version that is served', async () => {
    const ids = service.app.operations.map((bound) => bound.operation.id)
    for (const book of books) {
      for (const id of book.applies_to) expect(ids).toContain(id)
      const page = await fetch(book.documentation)
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        'text/markdown; charset=utf-8',
      ])
      const text = await page.text()
      for (const { code } of book.rules) expect(text).toContain(`\`${code}\``)
    }
  })

  it('name the version in health', async () => {
    const { rules_version } = (await (await fetch(`${service.url}/v1/health`)).json()) as {
      rules_version: string
    }
    expect(
      books
        .filter(({ current, subject }) => current && subject === 'verdict')
        .map((book) => book.rules_version),
    ).toEqual([rules_version])
  })

  it('are there one by one, each with the schema of its facts', async () => {
    expect(books.map(({ url }) => new URL(url).pathname)).toEqual(
      expect.arrayContaining([
        '/v1/rules/verdict/1.0.0',
        '/v1/rules/fit/1.0.0',
        '/v1/rules/eligibility/1.0.0',
      ]),
    )
    for (const book of books) {
      const reply = await fetch(book.url)
      expect(reply.status).toBe(200)
      expect(await reply.json()).toEqual({
        ...book,
        facts: expect.objectContaining({ type: 'object', additionalProperties: false }),
      })
    }
  })

  it('are still found where eligibility 1.0.0 was first published', async () => {
    const page = await fetch(`${service.url}/docs/rules/grant-eligibility-1.0.0.md`)
    expect([page.status, new URL(page.url).pathname]).toEqual([
      200,
      '/docs/rules/eligibility-1.0.0.md',
    ])
  })
})
