/** `charged` and terms of every refusal of a payment, over HTTP, MCP and A2A. */
import type { PaymentPayload } from '@x402/core/types'
import { PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '../../src/platform/clock.ts'
import { createClaims } from '../../src/store/ledger/claims.ts'
import { openStore } from '../../src/store/open.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { buyer, type Service, seller, shiftedClock, startService, TEA } from '../support/service.ts'
import { createShop } from '../support/shop.ts'
import { termsWith } from '../support/world.ts'

const COFFEE = '/v1/shop/items/coffee'
const LONG = 'a-number-of-18-chars'

let service: Service
let clock: Clock & { shiftMs: number }
let areAnswersLost: boolean

async function open(options: Parameters<typeof startService>[0] = {}): Promise<void> {
  service = await startService({
    ...options,
    lost: () => areAnswersLost,
    overrides: { clock, ...options.overrides },
  })
}
beforeEach(async () => {
  clock = shiftedClock()
  areAnswersLost = false
  await open()
})
afterEach(() => service.stop())

/** Starts the next release over the same ledger. */
async function upgrade(options: Parameters<typeof createShop>[0]): Promise<void> {
  const { store, app } = service
  await app.stop()
  await open({ store, shop: createShop(options) })
}

const pay = (change: Parameters<typeof signedPayment>[2] = {}) =>
  signedPayment(buyer, terms(seller.address), change)
const named = (payment: PaymentPayload, id: string): PaymentPayload => ({
  ...payment,
  extensions: { [PAYMENT_IDENTIFIER]: { info: { id } } },
})

interface Said {
  status: number | null
  code: unknown
  charged: unknown
  terms: unknown
}

interface Problem {
  status?: number
  code?: string
  charged?: boolean | null
}

/** Requests an item with a payment, over each transport. */
const TRANSPORTS: Record<
  string,
  (number: string, payment: unknown) => Promise<Said & { bytes: string }>
> = {
  async http(number, payment) {
    const reply = await service.ask(`/v1/shop/items/${number}`, {
      payment: payment as PaymentPayload,
    })
    const { code, charged } = reply.json
    return { status: reply.status, code, charged, terms: reply.terms, bytes: reply.bytes }
  },
  async mcp(number, payment) {
    const reply = await service.ask('/mcp', {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'uk_shop_item',
          arguments: { number },
          _meta: { 'x402/payment': payment },
        },
      }),
    })
    const { structuredContent, content } = reply.json.result as {
      structuredContent: Problem & { x402Version?: 2 }
      content: { text: string }[]
    }
    const { status = 200, code, charged, x402Version } = structuredContent
    const found = x402Version === undefined ? null : structuredContent
    return { status, code, charged, terms: found, bytes: content[0]!.text }
  },
  async a2a(number, payment) {
    const reply = await service.ask('/message:send', {
      method: 'POST',
      body: JSON.stringify({
        message: {
          messageId: 'm',
          role: 'ROLE_USER',
          parts: [{ data: { skill: 'shop_item', input: { number } } }],
          metadata: {
            'x402.payment.status': 'payment-submitted',
            'x402.payment.payload': payment,
          },
        },
      }),
    })
    const { error, task } = reply.json as {
      error?: { details: { value?: Problem }[] }
      task?: {
        status: { message: { metadata: Record<string, unknown>; parts: { data?: Problem }[] } }
        artifacts?: { parts: { data: object }[] }[]
      }
    }
    const message = task?.status.message
    const problem = error?.details[1]?.value ?? message?.parts.find(({ data }) => data)?.data ?? {}
    const { status = 200, code, charged } = problem
    const found = message?.metadata['x402.payment.required'] ?? null
    const bytes = JSON.stringify(task?.artifacts?.[0]?.parts[0]?.data ?? null)
    return { status, code, charged, terms: found, bytes }
  },
}

const REFUSAL_OF = { error: expect.any(String), x402Version: 2, accepts: [{ amount: '100000' }] }

describe.each(Object.keys(TRANSPORTS))('over %s', (name) => {
  const call = TRANSPORTS[name]!

  it('a settled payment for another question is PAYMENT_REUSED, charged, with terms', async () => {
    const payment = await pay()
    await service.ask(TEA, { payment })
    expect(await call('coffee', payment)).toMatchObject({
      status: 409,
      code: 'PAYMENT_REUSED',
      charged: true,
      terms: REFUSAL_OF,
    })
  })

  it('a settled payment without its identifier is PAYMENT_KNOWN, charged, without terms', async () => {
    const payment = await pay()
    await service.ask(TEA, { payment: named(payment, 'one_purchase_of_tea') })
    expect(await call('tea', payment)).toMatchObject({
      status: 409,
      code: 'PAYMENT_KNOWN',
      charged: true,
      terms: null,
    })
  })

  it('a settled payment under a signature of another party is PAYMENT_KNOWN', async () => {
    const payment = await pay()
    await service.ask(TEA, { payment })
    const forged = {
      ...payment,
      payload: { ...payment.payload, signature: `0x${'1b'.repeat(65)}` },
    }
    expect(await call('tea', forged)).toMatchObject({
      status: 409,
      code: 'PAYMENT_KNOWN',
      charged: true,
      terms: null,
    })
  })

  it('an identifier of another question is IDENTIFIER_REUSED, not charged, with terms', async () => {
    await service.ask(TEA, { payment: named(await pay(), 'one_purchase_of_tea') })
    expect(await call('coffee', named(await pay(), 'one_purchase_of_tea'))).toMatchObject({
      status: 409,
      code: 'IDENTIFIER_REUSED',
      charged: false,
      terms: REFUSAL_OF,
    })
  })

  it('a malformed payment has terms; the state of the payment that it names is read', async () => {
    const payment = await pay()
    const bent = { ...payment, x402Version: 1 }
    const refused = { status: 400, code: 'PAYMENT_MALFORMED', terms: REFUSAL_OF }
    expect(await call('tea', bent)).toMatchObject({ ...refused, charged: false })
    await service.ask(TEA, { payment })
    expect(await call('tea', bent)).toMatchObject({ ...refused, charged: true })
  })

  it('malformed input says what the ledger knows of the payment', async () => {
    const payment = await pay()
    const refused = { status: 400, code: 'VALIDATION', terms: null }
    expect(await call('NO', payment)).toMatchObject({ ...refused, charged: false })
    await service.ask(TEA, { payment })
    expect(await call('NO', payment)).toMatchObject({ ...refused, charged: true })
  })

  it('an unknown settlement is neither charged nor uncharged, whatever request follows', async () => {
    const payment = await pay()
    areAnswersLost = true
    const unknown = { charged: null, terms: null }
    expect(await call('tea', payment)).toMatchObject({ ...unknown, code: 'SETTLEMENT_UNKNOWN' })
    expect(await call('NO', payment)).toMatchObject({ ...unknown, code: 'VALIDATION' })
    expect(await call('coffee', payment)).toMatchObject({ charged: null, code: 'PAYMENT_REUSED' })
  })

  it('a subject that does not exist is not charged', async () => {
    expect(await call('unknown', await pay())).toMatchObject({
      status: 404,
      charged: false,
      terms: null,
    })
  })

  it('a known payment is answered before the bounds of this release, a new one after them', async () => {
    const payment = await pay()
    const bought = await call(LONG, payment)
    expect(bought.status).toBe(200)
    await upgrade({ narrower: true })
    const again = await call(LONG, payment)
    expect([again.status, again.bytes]).toEqual([200, bought.bytes])
    const refused = await call(LONG, await pay())
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION', charged: false, terms: null })
    expect(service.shop.runs).toBe(0)
  })
})

it('a request that a limit or an unknown path ends before the ledger is read does not know', async () => {
  const payment = await pay()
  const paths = { '/v1/nowhere': 404, '/v1/shop/items': 404 }
  for (const [path, status] of Object.entries(paths)) {
    expect(await service.ask(path, { payment })).toMatchObject({ status, json: { charged: null } })
    expect(await service.ask(path)).toMatchObject({ status, json: { charged: false } })
  }
  await service.stop()
  await open({ environment: { RATE_LIMITS: 'address:1' } })
  expect((await service.ask(TEA)).status).toBe(402)
  for (const path of [TEA, COFFEE])
    expect(await service.ask(path, { payment })).toMatchObject({
      status: 429,
      json: { charged: null },
    })
  expect((await service.ask(TEA)).json).toMatchObject({ code: 'RATE_LIMITED', charged: false })
  expect((await service.ask('/mcp', { method: 'POST', body: '{}' })).json).toMatchObject({
    charged: null,
  })
})

describe('an expired signature', () => {
  const nowS = () => Math.floor(clock.nowMs() / 1000)
  const expired = () => pay({ validBefore: String(nowS() - 5) })

  it('that the ledger does not know is refused, not charged', async () => {
    const refused = await service.ask(TEA, { payment: await expired() })
    expect([refused.status, refused.json.extensions]).toMatchObject([
      402,
      { refusal: { charged: false } },
    ])
  })

  it('that ended longer ago than answers are kept is neither', async () => {
    const payment = await pay({ validBefore: String(nowS() - 31 * 86_400) })
    expect((await service.ask(TEA, { payment })).json.extensions).toMatchObject({
      refusal: { charged: null },
    })
  })

  it('whose answer was purged is charged', async () => {
    const payment = await pay()
    await service.ask(TEA, { payment })
    const { store, app } = service
    await app.stop()
    clock.shiftMs = 40 * 86_400_000
    const ledger = await openStore(store)
    await createClaims(ledger).purge(clock.nowMs(), clock.nowMs() - 30 * 86_400_000)
    await ledger.close()
    await open({ store })
    const refused = await service.ask(TEA, { payment })
    expect([refused.status, refused.json.extensions]).toMatchObject([
      402,
      { refusal: { charged: true } },
    ])
  })

  it('under a known identifier gets its answer, if the payer made it', async () => {
    const id = 'one_purchase_of_tea'
    const bought = await service.ask(TEA, { payment: named(await pay(), id) })
    const again = named(await expired(), id)
    const reply = await service.ask(TEA, { payment: again })
    expect([reply.status, reply.bytes, reply.receipt]).toEqual([200, bought.bytes, bought.receipt])

    const other = await service.ask(COFFEE, { payment: again })
    expect([other.status, termsWith(other).error]).toEqual([
      402,
      expect.stringContaining('valid_before'),
    ])
    const forged = { ...again, payload: { ...again.payload, signature: `0x${'1b'.repeat(65)}` } }
    expect((await service.ask(TEA, { payment: forged })).status).toBe(402)
    expect(service.ledger.transferCount).toBe(1)
  })
})
