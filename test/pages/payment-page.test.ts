/** A paid address in a browser: a page about the same terms for HTML requests only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BoundPaid } from '../../src/api/registry.ts'
import { moduleUrl } from '../../src/site/modules.ts'
import { paymentPage } from '../../src/site/payment-page.ts'
import { createSite } from '../../src/site/site.ts'
import { prefersHtml } from '../../src/transports/http/headers.ts'
import { askedPrice } from '../support/asked-price.ts'
import { type Service, startService } from '../support/service.ts'
import { BROWSER_ACCEPT } from './browser-accept.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ domains: 'real' })
})
afterAll(() => service?.stop())

const VERDICT = '/v1/company/00445790/verdict'
const ask = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${service.url}${path}`, { headers, ...init })

describe('a paid address in a browser', () => {
  it('is a page with status 402 and the terms in the header, and shows price and how to buy', async () => {
    const json = await ask(VERDICT, {})
    const page = await ask(VERDICT, { accept: BROWSER_ACCEPT })
    expect(page.status).toBe(402)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('payment-required')).toBe(json.headers.get('payment-required'))
    expect([page.headers.get('vary'), json.headers.get('vary')]).toEqual(['accept', 'accept'])
    const html = await page.text()
    expect(html).toContain(
      `<strong>${(await askedPrice(`${service.url}${VERDICT}`)).text} USDC</strong>`,
    )
    expect(html).toContain(`${service.url}${VERDICT}`)
    expect(html).toContain('href="/docs"')
  })

  it('shows how fresh the data is, and how much there is to buy', () => {
    const { catalogue } = service.app
    const bound = catalogue.operations.find(
      ({ operation }) => operation.id === 'tenders_search',
    ) as BoundPaid
    const site = createSite(catalogue, () => Promise.reject(new Error('not read')))
    const sources = [{ name: 'Portal <A>', as_of: '2026-11-25T10:00:00Z', state: 'stale' as const }]
    const html = paymentPage(bound, '/v1/tenders/search?q=a', site, {
      freshness: { as_of: '2026-11-25T10:00:00Z', sources, matches: 12 },
    })
    expect(html).toContain('12 matches')
    expect(html).toContain('Portal &lt;A&gt;')
    expect(html).toContain('>stale<')
    expect(html).toContain('25 Nov 2026, 10:00 UK time')
    expect(paymentPage(bound, '/v1/tenders/search?q=a', site, {})).not.toContain('id="freshness"')
  })

  it('sells in the browser, and serves no wallet', async () => {
    const html = await (await ask(VERDICT, { accept: BROWSER_ACCEPT })).text()
    expect(html).toContain(
      `data-purchase="company_verdict" data-method="GET" data-target="${VERDICT}"`,
    )
    expect(html).toContain(`src="${moduleUrl('src/site/browser/page')}"`)
    expect(html).not.toContain('sandbox')
    expect((await ask(moduleUrl('src/site/browser/page'), {})).status).toBe(200)
    for (const path of [
      '/assets/sandbox-wallet.js',
      '/sandbox/wallet',
      '/assets/modules/src/main.ts',
    ])
      expect([path, (await ask(path, {})).status]).toEqual([path, 404])
    const call = { method: 'POST', body: '{"method":"eth_requestAccounts"}' }
    expect((await ask('/sandbox/wallet', {}, call)).status).toBe(404)
  })

  it('escapes what the caller wrote', async () => {
    const page = await ask('/v1/company/search?q=%3Cscript%3Ealert(1)%3C/script%3E\'"', {
      accept: BROWSER_ACCEPT,
    })
    expect(page.status).toBe(402)
    expect(await page.text()).not.toMatch(/<script>|alert\(1\)<\/script/)
  })

  it('stays JSON, byte for byte, for other requests', async () => {
    const bytes = async (headers: Record<string, string>) =>
      Buffer.from(await (await ask(VERDICT, headers)).arrayBuffer()).toString('hex')
    const plain = await bytes({})
    for (const accept of [
      '*/*',
      'application/json',
      'application/json, text/html',
      'text/html;q=0.5, application/json',
      'application/json, text/plain, */*',
      'text/html;q=0',
      'image/*',
    ])
      expect(await bytes({ accept }), accept).toBe(plain)
    const paid = await ask(VERDICT, { accept: BROWSER_ACCEPT, 'payment-signature': 'e30=' })
    expect(paid.headers.get('content-type')).toContain('json')
    const posted = await ask(
      '/v1/grants/match',
      { accept: BROWSER_ACCEPT, 'content-type': 'application/json' },
      { method: 'POST', body: '{}' },
    )
    expect([posted.status, posted.headers.get('content-type')]).toEqual([
      402,
      'application/json; charset=utf-8',
    ])
    const malformed = await ask('/v1/company/1/verdict', { accept: BROWSER_ACCEPT })
    expect([malformed.status, malformed.headers.get('content-type')]).toEqual([
      400,
      'text/html; charset=utf-8',
    ])
  })

  it.each([
    [BROWSER_ACCEPT, true],
    ['text/html', true],
    ['text/html, */*;q=0.1', true],
    ['TEXT/HTML'.toLowerCase(), true],
    ['text/html;q=0.9, application/json;q=0.8', true],
    ['*/*', false],
    [undefined, false],
    ['text/html, application/json', false],
    ['text/html;q=0.1, */*', false],
    ['text/html;q=x', false],
  ])('prefersHtml(%s) is %s', (accept, wanted) => {
    expect(prefersHtml(accept)).toBe(wanted)
  })
})
