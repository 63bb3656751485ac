/** Problems, health and questions in a browser: pages for people, JSON for programs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Health } from '../../src/meta/deps.ts'
import { healthPage } from '../../src/site/health-section.ts'
import { readQuestion } from '../../src/site/question.ts'
import { createSite } from '../../src/site/site.ts'
import { type Service, startService } from '../support/service.ts'
import { BROWSER_ACCEPT } from './browser-accept.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ domains: 'real' })
})
afterAll(() => service?.stop())

const open = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}${path}`, {
    headers: { accept: BROWSER_ACCEPT, ...headers },
  })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    html: await response.text(),
  }
}
const HTML = 'text/html; charset=utf-8'

describe('a problem in a browser', () => {
  it.each([
    ['/nothing/here', 404, 'ROUTE_NOT_FOUND', 'data-start'],
    ['/v1/company/1/verdict', 400, 'COMPANY_NUMBER_INVALID', 'value="1"'],
    ['/v1/contracts/search?status=later&q=roofs', 400, 'VALIDATION', 'value="roofs"'],
    ['/v1/grants/none/text', 503, 'UPSTREAM_UNAVAILABLE', 'value="none"'],
    ['/v1/company/screen', 405, 'METHOD_NOT_ALLOWED', 'data-start'],
  ] as const)(
    '%s says what happened, that nothing was charged, what to do, and offers the form',
    async (path, status, code, form) => {
      const page = await open(path)
      expect([page.status, page.type]).toEqual([status, HTML])
      expect(page.html).toContain(`href="/docs/errors#${code.toLowerCase()}">${code}</a>`)
      expect(page.html).toContain('<b>Nothing was charged.</b>')
      expect(page.html).toContain('What to do')
      expect(page.html).toContain(form)
      expect(page.html).toContain('name="viewport"')
      const json = await open(path, { accept: 'application/json' })
      expect(JSON.parse(json.html)).toMatchObject({ code, charged: false })
    },
  )

  it('names each field at fault', async () => {
    const { html } = await open('/v1/contracts/search?q=a&ends_after=soon&limit=99')
    expect(html).toContain('(<code>ends_after</code>)')
    expect(html).toContain('(<code>limit</code>)')
  })

  it('keeps what a caller wrote as text', async () => {
    const { html } = await open('/v1/contracts/search?status=%3Cscript%3Ealert(1)%3C/script%3E')
    expect(html).not.toMatch(/<script>alert/)
  })

  it('is JSON for a request that pays', async () => {
    const paid = await open('/v1/company/1/verdict', { 'payment-signature': 'e30=' })
    expect(paid.type).toContain('problem+json')
  })

  it('takes up to its allowance of requests, and says so in words', async () => {
    const limited = await startService({
      domains: 'real',
      environment: { RATE_LIMITS: 'address:2/1' },
    })
    try {
      const answers = []
      for (let call = 0; call < 4; call += 1)
        answers.push(
          await fetch(`${limited.url}/v1/health`, { headers: { accept: BROWSER_ACCEPT } }),
        )
      const last = answers.at(-1)!
      expect([last.status, last.headers.get('content-type')]).toEqual([429, HTML])
      expect(await last.text()).toContain('Nothing was charged.')
    } finally {
      await limited.stop()
    }
  })
})

describe('health in a browser', () => {
  const site = () => createSite(service.app.catalogue, () => Promise.reject(new Error('not read')))
  const source = (status: string) => ({
    status,
    last_success: null,
    age_seconds: null,
    fresh_for_seconds: null,
  })
  const page = (more: object) =>
    healthPage(
      {
        status: 'degraded',
        version: '1',
        network: 'eip155:84532',
        upstreams: { find_a_tender: source('ok'), find_a_grant: source('failing') },
        rules_version: '1.0.0',
        warnings: [],
        ...more,
      } as unknown as Health,
      site(),
    )

  it('is a page, and JSON for programs', async () => {
    expect((await open('/v1/health')).type).toBe(HTML)
    expect((await open('/v1/health', { accept: '*/*' })).type).toContain('application/json')
  })

  it('says the worst first', () => {
    const ids = service.app.operations
      .filter(({ kind }) => kind === 'paid')
      .map(({ operation }) => operation.id)
    const undelivered = (some: readonly string[]) =>
      `cannot be delivered now: ${some.join(', ')}: the index is empty (INDEX_EMPTY); paid calls answer 503 and are not charged`
    expect(
      page({ warnings: ['facilitator: does not answer; paid requests get 503', undelivered(ids)] }),
    ).toContain('badge bad">Nothing can be bought now: payments cannot be taken')
    expect(page({ warnings: [undelivered(ids)] })).toContain(
      'badge bad">Nothing can be bought now: the index is empty (INDEX_EMPTY)',
    )
    expect(page({ warnings: [undelivered(['tenders_search'])] })).toContain(
      'badge bad">Cannot be bought now: Search live UK public-sector tenders: the index is empty',
    )
    expect(page({})).toContain('badge warn">Some answers are older')
    expect(page({ status: 'ok' })).toContain('badge good">Everything works')
  })

  it('lists the worst source first', () => {
    const html = page({})
    expect(html.indexOf('Find a Grant') > 0 ? html.indexOf('does not answer') : -1).toBeLessThan(
      html.indexOf('>works<'),
    )
  })
})

describe('the question of a paid page', () => {
  it('has the fields of its address above the button, and no name that is sold', async () => {
    const { html } = await open('/v1/company/99000020/verdict?detail=full')
    expect(html.indexOf('<dt>Company number</dt>')).toBeLessThan(html.indexOf('data-purchase='))
    expect(html).toContain('<dd>99000020 <b data-company="99000020"></b></dd>')
    expect(html).toContain('<dt>Detail</dt><dd>full</dd>')
  })

  it('reads path and query as they were sent', () => {
    const { operation } = service.app.catalogue.operations.find(
      (each) => each.operation.id === 'funder_dossier',
    )!
    expect(readQuestion(operation, '/v1/funders/A%20%26%20B?x=1')).toEqual({
      name: 'A & B',
      x: '1',
    })
    expect(readQuestion(operation, '/v1/funders/%E0%A4%A')).toEqual({ name: '%E0%A4%A' })
  })
})

describe('the first screen', () => {
  it('has a field with the price of each kind, and lines to copy for each host', async () => {
    const { html } = await open('/')
    for (const price of ['0.005 USDC', '0.05 USDC', '0.10 USDC']) expect(html).toContain(price)
    expect(html.replace(/<[^<>]+>/g, '')).toContain('claude mcp add --transport http ukintel')
    expect(html).toContain('.cursor/mcp.json')
    expect(html).toContain('.vscode/mcp.json')
    expect(html).toContain('paid tools need a wallet in the host')
    expect(html).not.toContain('With a wallet')
  })
})
