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
import { decodePayment } from '../../src/payments/evm/presented.ts'
import { signatureKey } from '../../src/payments/evm/signature.ts'
import { malleated } from '../support/payments.ts'
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
  const shapes: [string, (payment: PaymentPayload) => unknown][] = [
    ['empty', () => ''],
    ['not base64', () => 'raw:{"x402Version":2}'],
    ['base64 of nothing like JSON', () => 'hello'],
    ['base64 of half the JSON', (payment) => JSON.stringify(payment).slice(0, 100)],
    ['null', () => null],
    ['a number', () => 42],
    ['a list', (payment) => [payment]],
    ['an empty object', () => ({})],
    ['of version 1', (payment) => ({ ...payment, x402Version: 1 })],
    ['without a version', (payment) => ({ ...payment, x402Version: undefined })],
    ['without the accepted terms', (payment) => ({ ...payment, accepted: undefined })],
    ['with terms that are a string', (payment) => ({ ...payment, accepted: 'exact' })],
    ['without a payload', (payment) => ({ ...payment, payload: undefined })],
    ['with a payload that is null', (payment) => ({ ...payment, payload: null })],
    [
      'without a signature',
      (payment) => ({ ...payment, payload: { ...payment.payload, signature: undefined } }),
    ],
    [
      'with a signature that is no hex',
      (payment) => ({ ...payment, payload: { ...payment.payload, signature: '0xzz' } }),
    ],
    [
      'with an empty signature',
      (payment) => ({ ...payment, payload: { ...payment.payload, signature: '0x' } }),
    ],
    [
      'with a signature of half bytes',
      (payment) => ({ ...payment, payload: { ...payment.payload, signature: '0x123' } }),
    ],
    [
      'without an authorization',
      (payment) => ({ ...payment, payload: { signature: payment.payload.signature } }),
    ],
    ['from nobody', authorization({ from: undefined })],
    ['from a name', authorization({ from: 'alice.eth' })],
    ['with a short nonce', authorization({ nonce: '0x01' })],
    ['with a nonce that is a number', authorization({ nonce: 1 })],
    ['with a value that is a number', authorization({ value: 100000 })],
    ['with a negative value', authorization({ value: '-100000' })],
    ['with a hexadecimal value', authorization({ value: '0x186a0' })],
    ['with a fraction as the value', authorization({ value: '100000.0' })],
    ['with a value beyond 256 bits', authorization({ value: '9'.repeat(78) })],
    ['with an end beyond 256 bits', authorization({ validBefore: (2n ** 256n).toString() })],
    ['with an end that is a date', authorization({ validBefore: '2026-12-31' })],
    ['with an end that is infinite', authorization({ validBefore: 'Infinity' })],
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

  it('of 25,000 characters is 400', async () => {
    const reply = await service.ask(TEA, { headers: { 'payment-signature': 'A'.repeat(25_000) } })
    expectProblem(reply, 400, 'PAYMENT_MALFORMED', null)
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

describe('the identity of a signature', () => {
  it('is the same for its malleated twin and for any spelling, and different for any other', async () => {
    const payment = await pay()
    const other = await pay()
    const keyOf = (each: PaymentPayload) =>
      signatureKey((each.payload as { signature: string }).signature)
    expect(keyOf(malleated(payment))).toBe(keyOf(payment))
    expect(keyOf(malleated(malleated(payment)))).toBe(keyOf(payment))
    expect(
      signatureKey(
        (payment.payload as { signature: string }).signature.toUpperCase().replace('0X', '0x'),
      ),
    ).toBe(keyOf(payment))
    expect(keyOf(other)).not.toBe(keyOf(payment))
  })

  it('never throws on bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        (bytes) => signatureKey(`0x${Buffer.from(bytes).toString('hex')}`).length > 0,
      ),
    )
  })
})

it('a decoded payment keeps nothing that was not checked', async () => {
  const payment = await pay()
  const presented = decodePayment(
    base64({ ...payment, payload: { ...payment.payload, permit2Authorization: {}, more: 1 } }),
  )
  expect(Object.keys(presented.payload.payload)).toEqual(['signature', 'authorization'])
})
