/** The operator's page, as a browser gets it. */
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OperatorReport, renderOperatorPage } from '../../src/operator/page.ts'
import { londonDate } from '../../src/platform/london.ts'
import { createClaims } from '../../src/store/ledger/claims.ts'
import { openStore } from '../../src/store/open.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { payment } from '../support/ledger-rows.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { buyer, pay, type Service, startService, TEA } from '../support/service.ts'

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

describe("the operator's page", () => {
  let service: Service
  let port: number
  beforeAll(async () => {
    port = await freePort()
    service = await startService({ environment: { METRICS_PORT: String(port) } })
    const item = TEA
    const sold = await pay()
    expect((await service.ask(item, { payment: sold })).status).toBe(200)
    const misdirected = await signedPayment(buyer, terms(buyer.address))
    expect((await service.ask(item, { payment: misdirected })).status).toBe(402)
    await leaveUndecided()
  })
  afterAll(() => service?.stop())

  /** Writes what a replica leaves that stopped in the middle of a settlement. */
  async function leaveUndecided(): Promise<void> {
    const store = await openStore(service.store)
    const { settled_ms: _, tx_hash: __, claim_id: ___, ...row } = payment('undecided')
    const claims = createClaims(store)
    const createdMs = Date.now() - 15 * 60_000
    const lease = { lease_until_ms: Date.now() + 600_000, owner: 'another', fence: 1 }
    const { row: claim } = await claims.claim({
      ...row,
      ...lease,
      ...{ state: 'claimed', payment_id: null, signature: '0x00', failure: null },
      ...{ valid_after: '0', valid_before: '1', created_ms: createdMs, expires_ms: createdMs * 2 },
    })
    const answer = { status: 200, body: Buffer.from('{}') }
    await claims.beginSettling(claim, {
      ...answer,
      leaseUntilMs: lease.lease_until_ms,
      expiresMs: createdMs * 2,
    })
    await store.close()
  }

  /** `fetch` sends no chosen Host. */
  const open = (host: string, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/', method, headers: { host } }, async (response) =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: await text(response),
        }),
      )
        .on('error', reject)
        .end()
    })

  it('shows sales of day and month, refusals, unknown settlements and commands, without scripts', async () => {
    const { status, headers, body } = await open(`127.0.0.1:${port}`)
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(body).not.toMatch(/<script|\son\w+=|javascript:/)
    const plain = body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    expect(plain).toContain(`Payments, ${londonDate(Date.now())}`)
    expect(plain).toMatch(/shop_item 1 0\.1 1 0\.1 All 1 0\.1 1 0\.1/)
    expect(plain).toContain('no_matching_payment_requirements 1')
    expect(plain).toMatch(/company_verdict 0x0000…00b1 0\.1 1\d min/)
    expect(plain).toContain('ukintel ledger reconcile')
    expect(body).not.toMatch(/0x[0-9a-f]{40}/i)
  })

  it('is refused under a foreign host name, and is not on the public port', async () => {
    for (const host of [`localhost:${port}`, `[::1]:${port}`, '10.1.2.3'])
      expect((await open(host)).status, host).toBe(200)
    for (const host of ['attacker.example', `attacker.example:${port}`, '127.0.0.1.nip.io'])
      expect((await open(host)).status, host).toBe(403)
    expect((await open('localhost', 'POST')).status).toBe(405)
    for (const path of ['/', '/operator', '/metrics'])
      expect((await service.ask(path)).bytes).not.toContain('Settlements with unknown outcome')
  })
})

const REPORT: OperatorReport = {
  version: '1',
  network: 'eip155:84532',
  atIso: '2026-11-28T12:00:00Z',
  undeliverable: [],
  sold: 2,
  facilitatorProblem: null,
  warnings: [],
  ledger: { day: '2026-11-28', month: '2026-11', sales: [], undecided: [] },
  refusals: [],
  sources: {},
  registerCalls: null,
}

it.each([
  ['all is sold', {}, 'All 2 paid operations are sold.'],
  [
    'one is not',
    { undeliverable: ['a'] },
    '1 of 2 paid operations are sold. Not delivered now: a.',
  ],
  ['nothing is', { undeliverable: ['a', 'b'] }, 'Nothing can be bought now'],
  [
    'the facilitator is away',
    { facilitatorProblem: 'does not answer' },
    'Nothing can be bought now',
  ],
  ['the store is away', { ledger: null }, 'Nothing is sold: the store does not answer.'],
])('says first what is sold: %s', (_, given, sentence) => {
  expect(renderOperatorPage({ ...REPORT, ...given })).toContain(sentence)
})

it('shows each source with age and next step, and texts of others as text', () => {
  const source = { last_success: null, fresh_for_seconds: null }
  const html = renderOperatorPage({
    ...REPORT,
    warnings: ['<img src=x>'],
    sources: {
      companies_house: { ...source, status: 'failing', age_seconds: 7300 },
      fca_register: { ...source, status: 'waiting', age_seconds: null },
    },
    registerCalls: { left: 100, reserved: 20 },
  })
  const plain = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(plain).toContain(
    'Companies House does not answer 2 h the service repeats; run ukintel doctor',
  )
  expect(plain).toContain('FCA register not queried yet – none: the first call queries it')
  expect(plain).toContain('100 calls left in these five minutes, 20 of them reserved')
  expect(html).toContain('&lt;img src=x&gt;')
})
