/** Payer, number of payments and deliveries, if only the buyer is careless or dishonest. */
import { describe, expect, it } from 'vitest'
import { malleated, signedPayment, terms } from '../support/payments.ts'
import { seller, shiftedClock } from '../support/service.ts'
import { createShop } from '../support/shop.ts'
import {
  eachInOneWorld,
  eventually,
  expectDelivered,
  expectProblem,
  expectRefused,
  ITEM_PRICE,
  ledgerOf,
  runOf,
  termsWith,
  withoutChain,
} from '../support/world.ts'

describe.skipIf(withoutChain)('a payment on the local chain', () => {
  const world = eachInOneWorld()
  const nowS = () => Math.floor(Date.now() / 1000)

  it('is settled once and buys the answer', async () => {
    const service = await world.serve()
    const wallet = await world.buyerWith(1)
    const reply = await service.ask('/v1/shop/items/tea', { payment: await world.pays(wallet) })
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
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
    expect(await ledgerOf(service, wallet)).toEqual([
      { tx_hash: transfer!.transaction, amount_atomic: '100000' },
    ])
  })

  it('buys as the official client for Python writes it: fields in its order, what the quote said of the resource and its extensions handed back', async () => {
    const service = await world.serve()
    const wallet = await world.buyerWith(1)
    const quote = (await service.ask('/v1/shop/items/tea')).headers.get('payment-required')!
    const { resource, extensions } = JSON.parse(Buffer.from(quote, 'base64').toString()) as Record<
      string,
      unknown
    >
    const { payload, accepted } = await world.pays(wallet)
    // Dumped by its models: version, payload, terms, then what is there of the rest; nothing is
    // null, nothing is indented.
    const written = JSON.stringify({ x402Version: 2, payload, accepted, resource, extensions })
    const headers = { 'PAYMENT-SIGNATURE': Buffer.from(written).toString('base64') }
    const reply = await service.ask('/v1/shop/items/tea', { headers })
    expectDelivered(reply)
    expect((await service.ask('/v1/shop/items/tea', { headers })).bytes).toBe(reply.bytes)
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
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
    const service = await world.serve({ overrides: { clock } })
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    const bought = await service.ask('/v1/shop/items/tea', { payment })
    clock.shiftMs = 86_400_000 - 10_000
    expect((await service.ask('/v1/shop/items/tea', { payment })).bytes).toBe(bought.bytes)
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('is charged once when ten requests race with it, and one handler runs', async () => {
    const service = await world.serve()
    const wallet = await world.buyerWith(2)
    const payment = await world.pays(wallet)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => service.ask('/v1/shop/items/tea', { payment })),
    )
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
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('of two racing buyers each pays for one answer', async () => {
    const service = await world.serve()
    const wallets = await Promise.all([world.buyerWith(1), world.buyerWith(1)])
    const payments = await Promise.all(wallets.map((wallet) => world.pays(wallet)))
    const replies = await Promise.all(
      payments.map((payment) => service.ask('/v1/shop/items/tea', { payment })),
    )
    replies.forEach(expectDelivered)
    expect(new Set(replies.map(runOf)).size).toBe(2)
    expect(await Promise.all(wallets.map(world.paidBy))).toEqual([[ITEM_PRICE], [ITEM_PRICE]])
  })

  it.each([
    ['another item', '/v1/shop/items/coffee'],
    ['other parameters', '/v1/shop/items/tea?detail=full'],
    ['another route of the same price', '/v1/shop/search?q=tea'],
  ])('does not buy %s as well', async (_, path) => {
    const service = await world.serve()
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    expectDelivered(await service.ask('/v1/shop/items/tea', { payment }))
    const refused = await service.ask(path, { payment })
    expectProblem(refused, 409, 'PAYMENT_REUSED', true)
    expect(termsWith(refused)).toMatchObject({
      error: expect.stringMatching(/^PAYMENT_REUSED: /),
      extensions: { refusal: { field: 'payload.authorization.nonce', charged: true } },
    })
    expect(service.shop.runs).toBe(1)
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('does not buy another item while the first is still being made', async () => {
    const service = await world.serve()
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    const held = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    service.shop.hold = held.promise
    service.shop.onRun = () => started.resolve()
    const slow = service.ask('/v1/shop/items/slow', { payment })
    await started.promise
    expectProblem(await service.ask('/v1/shop/items/tea', { payment }), 409, 'PAYMENT_REUSED', null)
    expectProblem(
      await service.ask('/v1/shop/items/slow', { payment }),
      409,
      'PAYMENT_IN_FLIGHT',
      null,
    )
    held.resolve()
    expectDelivered(await slow)
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('made for a cheaper route does not open a dearer one', async () => {
    const service = await world.serve()
    const wallet = await world.buyerWith(1)
    const reply = await service.ask('/v1/shop/orders', {
      method: 'POST',
      body: '{"item":"tea"}',
      payment: await world.pays(wallet),
    })
    expectRefused(reply, 'no_matching_payment_requirements')
    expect(reply.terms!.accepts[0]!.amount).toBe('200000')
    expect(await world.paidBy(wallet)).toEqual([])
  })

  const ours = terms(seller.address)
  const stranger = '0x00000000000000000000000000000000000000aa'
  const refusals: [
    string,
    Parameters<typeof signedPayment>[1],
    Parameters<typeof signedPayment>[2],
    number | undefined,
    string,
  ][] = [
    ['pays too little', { ...ours, amount: '99999' }, {}, undefined, 'no_matching'],
    ['says the right amount and signs another', ours, { value: '1' }, undefined, 'value_mismatch'],
    ['pays too much', ours, { value: '100001' }, undefined, 'value_mismatch'],
    [
      'has expired',
      ours,
      { validBefore: String(Math.floor(Date.now() / 1000) - 5) },
      undefined,
      'valid_before',
    ],
    [
      'has less than 20 seconds left',
      ours,
      { validBefore: String(Math.floor(Date.now() / 1000) + 15) },
      undefined,
      'valid_before',
    ],
    [
      'is not valid yet',
      ours,
      { validAfter: String(Math.floor(Date.now() / 1000) + 600) },
      undefined,
      'valid_after',
    ],
    ['is for another network', { ...ours, network: 'eip155:8453' }, {}, 8453, 'no_matching'],
    ['was signed for another network', ours, {}, 8453, 'invalid_exact_evm_signature'],
    ['is in another token', { ...ours, asset: stranger }, {}, undefined, 'no_matching'],
    ['names another payee', { ...ours, payTo: stranger }, {}, undefined, 'no_matching'],
    ['signs for another payee', ours, { to: stranger }, undefined, 'recipient_mismatch'],
    ['echoes other terms', { ...ours, maxTimeoutSeconds: 3600 }, {}, undefined, 'no_matching'],
    ['is of another scheme', { ...ours, scheme: 'upto' }, {}, undefined, 'no_matching'],
    [
      'names another token domain',
      { ...ours, extra: { name: 'USD Coin', version: '2' } },
      {},
      undefined,
      'no_matching',
    ],
  ]
  it.each(refusals)(
    'that %s is refused with the terms',
    async (_, accepted, overrides, chainId, reason) => {
      const service = await world.serve()
      const wallet = await world.buyerWith(1)
      const payment = await signedPayment(wallet, accepted, overrides, chainId)
      expectRefused(await service.ask('/v1/shop/items/tea', { payment }), reason)
      expect(service.shop.runs).toBe(0)
      expect(await world.paidBy(wallet)).toEqual([])
      expect(await world.chain.balance(wallet.address)).toBe(1_000_000n)
    },
  )

  it('without money behind it is refused before any work', async () => {
    const service = await world.serve()
    const wallet = await world.buyerWith(0)
    expectRefused(
      await service.ask('/v1/shop/items/tea', { payment: await world.pays(wallet) }),
      'insufficient_balance',
    )
    expect(service.shop.runs).toBe(0)
  })

  it('with 25 seconds left is accepted', async () => {
    const service = await world.serve()
    const wallet = await world.buyerWith(1)
    expectDelivered(
      await service.ask('/v1/shop/items/tea', {
        payment: await world.pays(wallet, { validBefore: String(nowS() + 25) }),
      }),
    )
  })

  it('that ends within a day is accepted, and pays once; one that never ends is refused, with the limit', async () => {
    const service = await world.serve()
    const wallet = await world.buyerWith(1)
    const endless = await world.pays(wallet, { validBefore: String(2n ** 256n - 1n) })
    expectRefused(
      await service.ask('/v1/shop/items/tea', { payment: endless }),
      /valid_before: more than 24 hours/,
    )
    const payment = await world.pays(wallet, { validBefore: String(nowS() + 86_000) })
    expectDelivered(await service.ask('/v1/shop/items/tea', { payment }))
    expect(
      (await service.ask('/v1/shop/items/tea', { payment })).headers.get('payment-replayed'),
    ).toBe('true')
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('keeps its price when ours changes after the payment, and meets the new one before', async () => {
    const before = await world.serve()
    const wallet = await world.buyerWith(1)
    const [bought, unsent] = [await world.pays(wallet), await world.pays(wallet)]
    const first = await before.ask('/v1/shop/items/tea', { payment: bought })
    await before.app.stop()
    const after = await world.serve({
      store: before.store,
      shop: createShop({ itemPriceUsdc: '0.15' }),
    })
    const refused = await after.ask('/v1/shop/items/tea', { payment: unsent })
    expectRefused(refused, 'no_matching')
    expect(refused.terms!.accepts[0]!.amount).toBe('150000')
    expect((await after.ask('/v1/shop/items/tea', { payment: bought })).bytes).toBe(first.bytes)
    expectProblem(
      await after.ask('/v1/shop/items/coffee', { payment: bought }),
      409,
      'PAYMENT_REUSED',
      true,
    )
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('made on the test network opens nothing once the house is on the main network', async () => {
    const test = await world.serve()
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    expectDelivered(await test.ask('/v1/shop/items/tea', { payment }))
    await test.app.stop()
    const main = await world.serve({
      store: test.store,
      environment: { X402_NETWORK: 'eip155:8453' },
    })
    const refused = await main.ask('/v1/shop/items/tea', { payment })
    expectRefused(refused, 'no_matching')
    expect(refused.terms!.accepts[0]).toMatchObject({ network: 'eip155:8453' })
    expect(refused.json.extensions).toMatchObject({ refusal: { charged: true } })
    const relabelled = {
      ...payment,
      accepted: { ...payment.accepted, network: 'eip155:8453' as const },
    }
    expectRefused(await main.ask('/v1/shop/items/tea', { payment: relabelled }), 'no_matching')
    expect(main.shop.runs).toBe(0)
  })

  describe('and its signature', () => {
    it('may come malleated: the twin is the same payment', async () => {
      const service = await world.serve()
      const wallet = await world.buyerWith(1)
      const payment = await world.pays(wallet)
      const bought = await service.ask('/v1/shop/items/tea', { payment })
      const twin = await service.ask('/v1/shop/items/tea', { payment: malleated(payment) })
      expect(twin.bytes).toBe(bought.bytes)
      expect(twin.headers.get('payment-replayed')).toBe('true')
      expectProblem(
        await service.ask('/v1/shop/items/coffee', { payment: malleated(payment) }),
        409,
        'PAYMENT_REUSED',
        true,
      )
      expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
    })

    it('does not count by its spelling: upper-case hex is the same payment', async () => {
      const service = await world.serve()
      const wallet = await world.buyerWith(1)
      const payment = await world.pays(wallet)
      const bought = await service.ask('/v1/shop/items/tea', { payment })
      const { signature, authorization } = payment.payload as {
        signature: string
        authorization: Record<string, string>
      }
      const shout = (text: string) => `0x${text.slice(2).toUpperCase()}`
      const spelt = {
        ...payment,
        payload: {
          signature: shout(signature),
          authorization: { ...authorization, nonce: shout(authorization.nonce!), value: '0100000' },
        },
      }
      expect((await service.ask('/v1/shop/items/tea', { payment: spelt })).bytes).toBe(bought.bytes)
      expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
    })

    const junk = `0x${'1b'.repeat(65)}`
    it('is required: the nonce alone gets no answer', async () => {
      const service = await world.serve()
      const wallet = await world.buyerWith(1)
      const payment = await world.pays(wallet)
      expectDelivered(await service.ask('/v1/shop/items/tea', { payment }))
      for (const signature of [junk, '0x00', `${junk}aa`]) {
        const forged = { ...payment, payload: { ...payment.payload, signature } }
        expectProblem(
          await service.ask('/v1/shop/items/tea', { payment: forged }),
          409,
          'PAYMENT_KNOWN',
          true,
        )
      }
      expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
    })

    it('blocks nothing when it is junk, before, during and after the real one', async () => {
      const service = await world.serve()
      const wallet = await world.buyerWith(1)
      const payment = await world.pays(wallet)
      // Longer than an ordinary wallet's signature: only the facilitator can judge it.
      const forged = { ...payment, payload: { ...payment.payload, signature: `${junk}aa` } }
      // Before: the forgery holds the claim while the facilitator takes its time over it.
      world.facilitator.faults.next('verify', { kind: 'delay', ms: 300 })
      const asked = world.facilitator.calls.verify
      const blocking = service.ask('/v1/shop/items/tea', { payment: forged })
      await eventually(() => world.facilitator.calls.verify > asked)
      const held = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      service.shop.onRun = async () => {
        started.resolve()
        await held.promise
      }
      const real = service.ask('/v1/shop/items/tea', { payment })
      await started.promise
      // During.
      const meanwhile = await service.ask('/v1/shop/items/tea', { payment: forged })
      expect([402, 409]).toContain(meanwhile.status)
      held.resolve()
      expectDelivered(await real)
      expect((await blocking).status).not.toBe(200)
      // After.
      expectProblem(
        await service.ask('/v1/shop/items/tea', { payment: forged }),
        409,
        'PAYMENT_KNOWN',
        true,
      )
      expect(
        (await service.ask('/v1/shop/items/tea', { payment })).headers.get('payment-replayed'),
      ).toBe('true')
      expect(service.shop.runs).toBe(1)
      expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
    })
  })

  it('counts against its payer only once it is verified: forged payments lock no payer out', async () => {
    const service = await world.serve({
      environment: { RATE_LIMITS: 'address:100000/100000,payer:2' },
    })
    const wallet = await world.buyerWith(1)
    for (let round = 0; round < 4; round += 1) {
      const junk = {
        ...(await world.pays(wallet)),
        payload: { ...(await world.pays(wallet)).payload, signature: `0x${'22'.repeat(65)}` },
      }
      expect((await service.ask('/v1/shop/items/tea', { payment: junk })).status).toBe(402)
    }
    const first = await world.pays(wallet)
    expectDelivered(await service.ask('/v1/shop/items/tea', { payment: first }))
    expectDelivered(
      await service.ask('/v1/shop/items/coffee', { payment: await world.pays(wallet) }),
    )
    const third = await world.pays(wallet)
    const limited = await service.ask('/v1/shop/items/milk', { payment: third })
    expectProblem(limited, 429, 'RATE_LIMITED')
    expect(limited.headers.get('ratelimit-policy')).toBe('"payer";q=2;w=60')
    // A replay is no new payment.
    for (let round = 0; round < 3; round += 1)
      expect((await service.ask('/v1/shop/items/tea', { payment: first })).status).toBe(200)
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE, ITEM_PRICE])
  })

  it('carries no second payment past our checks', async () => {
    const service = await world.serve()
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    const doubled = {
      ...payment,
      payload: { ...payment.payload, permit2Authorization: { from: wallet.address, nonce: '1' } },
    }
    expectDelivered(await service.ask('/v1/shop/items/tea', { payment: doubled }))
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })
})
