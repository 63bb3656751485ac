/**
 * The payment-identifier extension: one identifier for one purchase, however often it is tried and
 * signed.
 */
import { randomBytes } from 'node:crypto'
import type { PaymentPayload } from '@x402/core/types'
import { PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { describe, expect, it } from 'vitest'
import { TEA } from '../support/service.ts'
import {
  eachInOneWorld,
  expectDelivered,
  expectProblem,
  expectRefused,
  ITEM_PRICE,
  ledgerOf,
  withoutChain,
} from '../support/world.ts'

const COFFEE = '/v1/shop/items/coffee'

function named(payment: PaymentPayload, id: unknown): PaymentPayload {
  return {
    ...payment,
    extensions: { ...payment.extensions, [PAYMENT_IDENTIFIER]: { info: { required: false, id } } },
  }
}

describe.skipIf(withoutChain)('a payment-identifier', () => {
  const world = eachInOneWorld()
  const newId = () => `purchase_${randomBytes(8).toString('hex')}`

  it('is offered on every quote, and not required', async () => {
    const service = await world.serve()
    const { terms } = await service.ask(TEA)
    expect(terms!.extensions).toMatchObject({ [PAYMENT_IDENTIFIER]: { info: { required: false } } })
  })

  it('gets the same answer for a second signature, without a second charge', async () => {
    const { service, wallet, buy, expectPaid } = await world.sale()
    const id = newId()
    const first = await buy(named(await world.pays(wallet), id))
    expectDelivered(first)
    const second = named(await world.pays(wallet), id)
    for (let round = 0; round < 2; round += 1) {
      const again = await buy(second)
      expect(again.bytes).toBe(first.bytes)
      expect(again.headers.get('payment-response')).toBe(first.headers.get('payment-response'))
    }
    expect(service.shop.runs).toBe(1)
    await expectPaid()
  })

  it('charges once when five signatures race under it', async () => {
    const { service, wallet, buy, expectPaid } = await world.sale()
    const id = newId()
    const payments = await Promise.all(
      Array.from({ length: 5 }, async () => named(await world.pays(wallet), id)),
    )
    const replies = await Promise.all(payments.map((payment) => buy(payment)))
    const delivered = replies.filter((reply) => reply.status === 200)
    expect(new Set(delivered.map((reply) => reply.bytes)).size).toBe(1)
    for (const reply of replies.filter((each) => each.status !== 200))
      expectProblem(reply, 409, 'PAYMENT_IN_FLIGHT', null)
    for (const payment of payments) expect((await buy(payment)).bytes).toBe(delivered[0]!.bytes)
    expect(service.shop.runs).toBe(1)
    await expectPaid()
  })

  it('belongs to its payer: another buyer may have the same one', async () => {
    const service = await world.serve()
    const [one, two] = [await world.buyerWith(1), await world.buyerWith(1)]
    const id = newId()
    expectDelivered(await service.ask(TEA, { payment: named(await world.pays(one), id) }))
    expectDelivered(await service.ask(COFFEE, { payment: named(await world.pays(two), id) }))
    expect(await Promise.all([one, two].map(world.paidBy))).toEqual([[ITEM_PRICE], [ITEM_PRICE]])
  })

  it('is not taken by a forgery in its payer’s name', async () => {
    const { wallet, buy, expectPaid } = await world.sale()
    const id = newId()
    const forged = named(await world.pays(wallet), id)
    expectRefused(
      await buy(
        { ...forged, payload: { ...forged.payload, signature: `0x${'44'.repeat(65)}` } },
        COFFEE,
      ),
      'signature',
    )
    expectDelivered(await buy(named(await world.pays(wallet), id)))
    await expectPaid()
  })

  it('whose purchase came to nothing is free for the next try', async () => {
    const { wallet, buy, expectPaid } = await world.sale()
    const id = newId()
    expectProblem(
      await buy(named(await world.pays(wallet), id), '/v1/shop/items/down'),
      503,
      'UPSTREAM_UNAVAILABLE',
    )
    expectDelivered(await buy(named(await world.pays(wallet), id)))
    await expectPaid()
  })

  it('finds the purchase whose settlement was unknown, instead of paying again', async () => {
    const { service, wallet, buy, expectPaid } = await world.sale({
      timeouts: { settleMs: 800 },
      overrides: { gate: { reconcileWindowMs: 0 } },
    })
    const id = newId()
    await world.chain.setAutomine(false)
    expectProblem(await buy(named(await world.pays(wallet), id)), 503, 'SETTLEMENT_UNKNOWN', null)
    await world.chain.mine()
    await world.chain.setAutomine(true)
    // The buyer signs again although the hint says otherwise.
    const second = named(await world.pays(wallet), id)
    expectDelivered(await buy(second))
    expect(service.shop.runs).toBe(1)
    await expectPaid()
    expect(await ledgerOf(service, wallet)).toHaveLength(1)
  })
})
