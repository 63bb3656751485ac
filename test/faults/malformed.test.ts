/**
 * Payment headers that are no payment: always 400 (or 402 when they are one, but not for us), never
 * a result, never an error of ours.
 */
import type { PaymentPayload } from '@x402/core/types'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { buyer, pay, type Service, seller, startService, TEA } from '../support/service.ts'
import { expectProblem, termsWith } from '../support/world.ts'

const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')

describe('a PAYMENT-SIGNATURE header', () => {
  let facilitator: MemoryFacilitator
  let service: Service
  let good: PaymentPayload
  beforeAll(async () => {
    facilitator = await startMemoryFacilitator()
    facilitator.ledger.mint(buyer.address, 10_000_000n)
    service = await startService({ facilitatorUrl: facilitator.url })
    good = await pay()
  })
  afterAll(async () => {
    await service.stop()
    await facilitator.close()
  })

  const authorization = (change: Record<string, unknown>) => (payment: PaymentPayload) => ({
    ...payment,
    payload: {
      ...payment.payload,
      authorization: { ...(payment.payload.authorization as object), ...change },
    },
  })
  type Shape = [string, (payment: PaymentPayload) => unknown]
  const shapes: Shape[] = [
    ['empty', () => ''],
    ['not base64', () => 'raw:{"x402Version":2}'],
    ['base64 of nothing like JSON', () => 'hello'],
    ['base64 of half the JSON', (payment) => JSON.stringify(payment).slice(0, 100)],
    ...[null, 42, [], {}].map((value): Shape => [JSON.stringify(value), () => value]),
    ...Object.entries({
      x402Version: [1, undefined],
      accepted: [undefined, 'exact'],
      payload: [undefined, null],
    })
      .flatMap(([member, values]) => values.map((value) => [member, value] as const))
      .map(
        ([member, value]): Shape => [
          `with ${member} of ${value}`,
          (payment) => ({ ...payment, [member]: value }),
        ],
      ),
    ...[undefined, '0xzz', '0x', '0x123'].map(
      (signature): Shape => [
        `with the signature ${signature}`,
        (payment) => ({ ...payment, payload: { ...payment.payload, signature } }),
      ],
    ),
    [
      'without an authorization',
      (payment) => ({ ...payment, payload: { signature: payment.payload.signature } }),
    ],
    ...Object.entries({
      from: [undefined, 'alice.eth'],
      nonce: ['0x01', 1],
      value: [100000, '-100000', '0x186a0', '100000.0', '9'.repeat(78)],
      validBefore: [(2n ** 256n).toString(), '2026-12-31', 'Infinity'],
    })
      .flatMap(([member, values]) => values.map((value) => [member, value] as const))
      .map(
        ([member, value]): Shape => [
          `with ${member} of ${value}`,
          authorization({ [member]: value }),
        ],
      ),
  ]
  it.each(shapes)('that is %s is 400, before the facilitator is called', async (_, bend) => {
    const bent = bend(good)
    const header =
      typeof bent === 'string' && bent.startsWith('raw:')
        ? bent.slice(4)
        : bent === ''
          ? ''
          : base64(bent)
    const calls = { ...facilitator.calls }
    const reply = await service.ask(TEA, { headers: { 'payment-signature': header } })
    const isRead = typeof bent !== 'string'
    expectProblem(reply, 400, 'PAYMENT_MALFORMED', isRead ? false : null)
    expect(termsWith(reply)).toMatchObject({
      error: expect.stringMatching(/^PAYMENT_MALFORMED: /),
      extensions: { refusal: { field: 'PAYMENT-SIGNATURE', charged: isRead ? false : null } },
    })
    expect(reply.json.errors).toMatchObject([{ field: 'PAYMENT-SIGNATURE', in: 'header' }])
    expect(facilitator.calls.verify).toBe(calls.verify)
    expect(facilitator.ledger.transferCount).toBe(0)
  })

  it('sent twice is 400', async () => {
    const header = base64(good)
    expectProblem(
      await service.ask(TEA, { headers: { 'payment-signature': `${header}, ${header}` } }),
      400,
      'PAYMENT_MALFORMED',
      null,
    )
  })

  it('whose terms nest a thousand deep is not our failure', async () => {
    const deep = JSON.parse(`${'['.repeat(1500)}${']'.repeat(1500)}`) as unknown
    const payment = { ...good, accepted: { ...good.accepted, extra: { name: deep, version: '2' } } }
    expect((await service.ask(TEA, { payment: payment as PaymentPayload })).status).toBe(402)
  })

  it('of version 1, X-PAYMENT, is not read: an unpaid quote', async () => {
    expect((await service.ask(TEA, { headers: { 'x-payment': base64(good) } })).status).toBe(402)
  })

  it('of any junk at all never gets a result, a crash or a charge', async () => {
    const json = fc.json({ maxDepth: 4 })
    const mutated = fc
      .tuple(fc.constantFrom('x402Version', 'accepted', 'payload'), fc.jsonValue({ maxDepth: 3 }))
      .map(([key, value]) => JSON.stringify({ ...good, [key]: value }))
    const inner = fc
      .tuple(
        fc.constantFrom('from', 'to', 'value', 'validAfter', 'validBefore', 'nonce'),
        fc.oneof(fc.string(), fc.jsonValue(), fc.bigInt().map(String)),
      )
      .map(([key, value]) => JSON.stringify(authorization({ [key]: value })(good)))
    const cut = fc.nat(600).map((length) => JSON.stringify(good).slice(0, length))
    const header = fc.oneof(
      fc.base64String(),
      json.map(base64),
      mutated.map(base64),
      inner.map(base64),
      cut.map(base64),
    )
    await fc.assert(
      fc.asyncProperty(header, async (value) => {
        const reply = await service.ask(TEA, { headers: { 'payment-signature': value } })
        expect([400, 402]).toContain(reply.status)
        expect(reply.json).not.toHaveProperty('result')
      }),
      { numRuns: 150 },
    )
    expect(facilitator.ledger.transferCount).toBe(0)
    expect(service.shop.runs).toBe(0)
  })

  it('with any resource and extensions is a payment or none, and never our failure', async () => {
    const part = fc.tuple(fc.constantFrom('resource', 'extensions'), fc.jsonValue({ maxDepth: 3 }))
    await fc.assert(
      fc.asyncProperty(part, async ([key, value]) => {
        const payment = { ...(await pay()), [key]: value }
        const before = facilitator.ledger.balance(seller.address)
        const reply = await service.ask(TEA, { headers: { 'payment-signature': base64(payment) } })
        expect([200, 400]).toContain(reply.status)
        expect(facilitator.ledger.balance(seller.address) - before).toBe(
          reply.status === 200 ? 100_000n : 0n,
        )
      }),
      { numRuns: 40 },
    )
  })
})
