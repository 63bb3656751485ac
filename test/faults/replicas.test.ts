/**
 * Two replicas on one PostgreSQL, or two processes on one folder: one claim, one charge, one
 * answer.
 */
import { expect, it } from 'vitest'
import { eachEngine, type StoreSettings } from '../support/engines.ts'
import { startDoomed } from '../support/killed.ts'
import { ask, type Service, shiftedClock, TEA } from '../support/service.ts'
import {
  answering,
  eachInOneWorld,
  expectDelivered,
  expectProblem,
  ITEM_PRICE,
  ledgerOf,
  withoutChain,
} from '../support/world.ts'

eachEngine(
  'two replicas',
  (under) => {
    const world = eachInOneWorld()

    async function pair(): Promise<{ store: StoreSettings; one: Service; two: Service }> {
      const store = await under.freshSettings({ migrated: true })
      return { store, one: await world.serve({ store }), two: await world.serve({ store }) }
    }

    it('that race with one payment charge once and run one handler', async () => {
      const { one, two } = await pair()
      const wallet = await world.buyerWith(1)
      const payment = await world.pays(wallet)
      const replies = await Promise.all(
        [one, two, one, two, one, two].map((replica) => replica.ask(TEA, { payment })),
      )
      const delivered = replies.filter((reply) => reply.status === 200)
      expect(delivered.length).toBeGreaterThan(0)
      for (const reply of replies) {
        if (reply.status === 200) expect(reply.bytes).toBe(delivered[0]!.bytes)
        else expectProblem(reply, 409, 'PAYMENT_IN_FLIGHT', null)
      }
      expect(one.shop.runs + two.shop.runs).toBe(1)
      for (const replica of [one, two]) {
        const replay = await replica.ask(TEA, { payment })
        expect([replay.bytes, replay.headers.get('payment-response')]).toEqual([
          delivered[0]!.bytes,
          delivered[0]!.headers.get('payment-response'),
        ])
      }
      expectProblem(
        await two.ask('/v1/shop/items/coffee', { payment }),
        409,
        'PAYMENT_REUSED',
        true,
      )
      expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
    })

    it('in separate processes settle every payment once', async () => {
      const store = await under.freshSettings({ migrated: true })
      const one = await world.serve({ store })
      const two = await startDoomed({
        facilitatorUrl: world.facilitator.url,
        rpcUrl: world.chain.url,
        store,
      })
      try {
        const wallet = await world.buyerWith(2)
        const payments = await Promise.all(Array.from({ length: 16 }, () => world.pays(wallet)))
        await Promise.all(
          payments.flatMap((payment) => [
            one.ask(TEA, { payment }),
            ask(`${two.url}${TEA}`, { payment }),
          ]),
        )
        for (const payment of payments) {
          const left = await one.ask(TEA, { payment })
          expectDelivered(left)
          expect((await ask(`${two.url}${TEA}`, { payment })).bytes).toBe(left.bytes)
        }
        expect(await world.paidBy(wallet)).toEqual(payments.map(() => ITEM_PRICE))
        expect(await ledgerOf(one, wallet)).toHaveLength(16)
      } finally {
        await two.kill()
      }
    })

    it('of which one refuses junk and the other takes the real payment never answer 500', async () => {
      const { one, two } = await pair()
      const wallet = await world.buyerWith(3)
      for (let round = 0; round < 8; round += 1) {
        const payment = await world.pays(wallet)
        const junk = {
          ...payment,
          payload: { ...payment.payload, signature: `0x${'55'.repeat(65)}` },
        }
        const replies = await Promise.all([
          one.ask(TEA, { payment: junk }),
          two.ask(TEA, { payment: junk }),
          two.ask(TEA, { payment }),
          one.ask(TEA, { payment: junk }),
        ])
        for (const reply of replies) expect([200, 402, 409]).toContain(reply.status)
        expectDelivered(await one.ask(TEA, { payment }))
      }
      expect(await world.paidBy(wallet)).toEqual(Array.from({ length: 8 }, () => ITEM_PRICE))
    })

    it.each(['answered', 'settling', 'settled'] as const)(
      'of which one dies at "%s": the other finishes',
      async (step) => {
        const store = await under.freshSettings({ migrated: true })
        const survivor = await world.serve({ store })
        const victim = await startDoomed({
          facilitatorUrl: world.facilitator.url,
          rpcUrl: world.chain.url,
          store,
          killAt: step,
        })
        const wallet = await world.buyerWith(1)
        const payment = await world.pays(wallet)
        await expect(ask(`${victim.url}${TEA}`, { payment })).rejects.toThrow()
        await victim.died
        expectDelivered(await survivor.ask(TEA, { payment }))
        expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
        expect(await ledgerOf(survivor, wallet)).toHaveLength(1)
      },
    )

    it.each([
      ['settles it again', false],
      ['is told that it failed', true],
    ])(
      'of which one hangs past its lease: the other finishes, and the late one that %s does not contradict it',
      async (_, refused) => {
        const store = await under.freshSettings({ migrated: true })
        const held = Promise.withResolvers<void>()
        const reached = Promise.withResolvers<void>()
        const slow = await world.serve({
          store,
          // Without a chain it has only the facilitator's statement.
          ...(refused ? { rpcUrl: '' } : {}),
          overrides: {
            gate: {
              async onStep(step) {
                if (step !== 'settling') return
                reached.resolve()
                await held.promise
              },
            },
          },
        })
        // By its clock the lease of the other is over.
        const ahead = shiftedClock()
        ahead.shiftMs = 31_000
        const quick = await world.serve({ store, overrides: { clock: ahead } })
        const wallet = await world.buyerWith(1)
        const payment = await world.pays(wallet)
        const late = slow.ask(TEA, { payment })
        await reached.promise
        const reply = await quick.ask(TEA, { payment })
        expectDelivered(reply)
        const failure = JSON.stringify({
          success: false,
          errorReason: 'insufficient_funds',
          transaction: '',
          network: 'eip155:84532',
        })
        if (refused) world.facilitator.faults.next('settle', answering(failure))
        held.resolve()
        const lateReply = await late
        expectDelivered(lateReply)
        expect(lateReply.bytes).toBe(reply.bytes)
        expect(lateReply.headers.get('payment-response')).toBe(
          reply.headers.get('payment-response'),
        )
        expect(slow.shop.runs + quick.shop.runs).toBe(1)
        expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
      },
    )
  },
  { skip: withoutChain },
)
