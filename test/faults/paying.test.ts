/** Payer, number of payments and deliveries, if only the buyer is careless or dishonest. */
import { describe, expect, it } from 'vitest'
import { shiftedClock, TEA } from '../support/service.ts'
import { createShop } from '../support/shop.ts'
import {
  eachInOneWorld,
  eventually,
  expectDelivered,
  expectProblem,
  expectRefused,
  ITEM_PRICE,
  ledgerOf,
  withoutChain,
} from '../support/world.ts'

describe.skipIf(withoutChain)('a payment on the local chain', () => {
  const world = eachInOneWorld()

  it('is settled once and buys the answer', async () => {
    const { service, wallet, buy, expectPaid } = await world.sale()
    const reply = await buy(await world.pays(wallet))
    expectDelivered(reply)
    expect(reply.json).toMatchObject({
      result: { item: 'tea' },
      cost: { amount: '0.10', currency: 'USDC' },
    })
    expect(reply.headers.get('cache-control')).toBe('private, no-store')
    const [transfer] = (await world.chain.transfers()).filter(
      (each) => each.from === wallet.address,
    )
    expect(reply.receipt).toMatchObject({
      transaction: transfer!.transaction,
      payer: wallet.address.toLowerCase(),
      amount: '100000',
    })
    await expectPaid()
    expect(await ledgerOf(service, wallet)).toEqual([
      { tx_hash: transfer!.transaction, amount_atomic: '100000' },
    ])
  })

  it('buys as the official client for Python writes it: fields in its order, what the quote said of the resource and its extensions handed back', async () => {
    const { service, wallet, expectPaid } = await world.sale()
    const quote = (await service.ask(TEA)).headers.get('payment-required')!
    const { resource, extensions } = JSON.parse(Buffer.from(quote, 'base64').toString()) as Record<
      string,
      unknown
    >
    const { payload, accepted } = await world.pays(wallet)
    // Dumped by its models: version, payload, terms, then what is there of the rest; nothing is
    // null, nothing is indented.
    const written = JSON.stringify({ x402Version: 2, payload, accepted, resource, extensions })
    const headers = { 'PAYMENT-SIGNATURE': Buffer.from(written).toString('base64') }
    const reply = await service.ask(TEA, { headers })
    expectDelivered(reply)
    expect((await service.ask(TEA, { headers })).bytes).toBe(reply.bytes)
    await expectPaid()
  })

  it('replays its answer byte for byte, free, also after a restart', async () => {
    const shop = createShop()
    const first = await world.serve({
      shop,
      store: { databaseUrl: null, dataDir: (await world.serve()).store.dataDir },
    })
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    const bought = await first.ask('/v1/shop/items/tea?colour=green&detail=full', { payment })
    expectDelivered(bought)
    const again = await first.ask('/v1/shop/items/tea?colour=green&detail=full', { payment })
    await first.stop()
    const second = await world.serve({ store: first.store })
    const restarted = await second.ask('/v1/shop/items/tea?detail=full&colour=green', { payment })
    for (const replay of [again, restarted]) {
      expect(replay.bytes).toBe(bought.bytes)
      expect(replay.headers.get('payment-response')).toBe(bought.headers.get('payment-response'))
      expect(replay.headers.get('payment-replayed')).toBe('true')
    }
    expect(shop.runs + second.shop.runs).toBe(1)
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('replays for a whole day', async () => {
    const clock = shiftedClock()
    const { buy, expectPaid } = await world.sale({ overrides: { clock } })
    const bought = await buy()
    clock.shiftMs = 86_400_000 - 10_000
    expect((await buy()).bytes).toBe(bought.bytes)
    await expectPaid()
  })

  it('is charged once when ten requests race with it, and one handler runs', async () => {
    const { service, buy, expectPaid } = await world.sale({}, 2)
    const replies = await Promise.all(Array.from({ length: 10 }, () => buy()))
    const delivered = replies.filter((reply) => reply.status === 200)
    expect(delivered.length).toBeGreaterThan(0)
    for (const reply of replies) {
      if (reply.status === 200) expect(reply.bytes).toBe(delivered[0]!.bytes)
      else {
        expectProblem(reply, 409, 'PAYMENT_IN_FLIGHT', null)
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    expect(service.shop.runs).toBe(1)
    await expectPaid()
  })

  it('made on the test network opens nothing once the house is on the main network', async () => {
    const test = await world.serve()
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    expectDelivered(await test.ask(TEA, { payment }))
    await test.app.stop()
    const main = await world.serve({
      store: test.store,
      environment: { X402_NETWORK: 'eip155:8453' },
    })
    const refused = await main.ask(TEA, { payment })
    expectRefused(refused, 'no_matching')
    expect(refused.terms!.accepts[0]).toMatchObject({ network: 'eip155:8453' })
    expect(refused.json.extensions).toMatchObject({ refusal: { charged: true } })
    const relabelled = {
      ...payment,
      accepted: { ...payment.accepted, network: 'eip155:8453' as const },
    }
    expectRefused(await main.ask(TEA, { payment: relabelled }), 'no_matching')
    expect(main.shop.runs).toBe(0)
  })

  it('is not blocked by a junk signature for it, before, during and after the real one', async () => {
    const { service, payment, buy, expectPaid } = await world.sale()
    // Longer than an ordinary wallet's signature: only the facilitator can judge it.
    const forged = {
      ...payment,
      payload: { ...payment.payload, signature: `0x${'1b'.repeat(65)}aa` },
    }
    // Before: the forgery holds the claim while the facilitator takes its time over it.
    world.facilitator.faults.next('verify', { kind: 'delay', ms: 300 })
    const asked = world.facilitator.calls.verify
    const blocking = buy(forged)
    await eventually(() => world.facilitator.calls.verify > asked)
    const held = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    service.shop.onRun = async () => {
      started.resolve()
      await held.promise
    }
    const real = buy()
    await started.promise
    // During.
    const meanwhile = await buy(forged)
    expect([402, 409]).toContain(meanwhile.status)
    held.resolve()
    expectDelivered(await real)
    expect((await blocking).status).not.toBe(200)
    // After.
    expectProblem(await buy(forged), 409, 'PAYMENT_KNOWN', true)
    expect((await buy()).headers.get('payment-replayed')).toBe('true')
    expect(service.shop.runs).toBe(1)
    await expectPaid()
  })

  it('counts against its payer only once it is verified: forged payments lock no payer out', async () => {
    const { wallet, buy, expectPaid } = await world.sale({
      environment: { RATE_LIMITS: 'address:100000/100000,payer:2' },
    })
    for (let round = 0; round < 4; round += 1) {
      const junk = {
        ...(await world.pays(wallet)),
        payload: { ...(await world.pays(wallet)).payload, signature: `0x${'22'.repeat(65)}` },
      }
      expect((await buy(junk)).status).toBe(402)
    }
    const first = await world.pays(wallet)
    expectDelivered(await buy(first))
    expectDelivered(await buy(await world.pays(wallet), '/v1/shop/items/coffee'))
    const third = await world.pays(wallet)
    const limited = await buy(third, '/v1/shop/items/milk')
    expectProblem(limited, 429, 'RATE_LIMITED')
    expect(limited.headers.get('ratelimit-policy')).toBe('"payer";q=2;w=60')
    // A replay is no new payment.
    for (let round = 0; round < 3; round += 1) expect((await buy(first)).status).toBe(200)
    await expectPaid(2)
  })

  it('carries no second payment past our checks', async () => {
    const { wallet, payment, buy, expectPaid } = await world.sale()
    const doubled = {
      ...payment,
      payload: { ...payment.payload, permit2Authorization: { from: wallet.address, nonce: '1' } },
    }
    expectDelivered(await buy(doubled))
    await expectPaid()
  })
})
