/**
 * `kill -9` at every step of the payment gate: a buyer who repeats the request gets the answer and
 * pays once.
 */
import { expect, it } from 'vitest'
import type { GateStep } from '../../src/payments/gate.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { eachEngine, type StoreSettings } from '../support/engines.ts'
import { type DoomedService, startDoomed } from '../support/killed.ts'
import { ask, type Reply, TEA } from '../support/service.ts'
import {
  eachInOneWorld,
  expectDelivered,
  ITEM_PRICE,
  ledgerOf,
  withoutChain,
} from '../support/world.ts'

const STEPS: GateStep[] = ['claimed', 'verified', 'answered', 'settling', 'settled', 'recorded']
/** Payments of the buyer when the process dies at each step. */
const PAID_BY_THEN: Record<GateStep, bigint[]> = {
  claimed: [],
  verified: [],
  answered: [],
  settling: [],
  settled: [ITEM_PRICE],
  recorded: [ITEM_PRICE],
}

eachEngine(
  'a service killed outright',
  (under) => {
    const world = eachInOneWorld()

    async function doomed(
      store: StoreSettings,
      how: { killAt?: GateStep; killAfterSteps?: number },
    ): Promise<DoomedService> {
      return await startDoomed({
        facilitatorUrl: world.facilitator.url,
        rpcUrl: world.chain.url,
        store,
        ...how,
      })
    }

    it.each(STEPS)(
      'at "%s" delivers to the buyer who repeats the request, for one charge',
      async (step) => {
        const store = await under.freshSettings({ migrated: true })
        const first = await doomed(store, { killAt: step })
        const wallet = await world.buyerWith(1)
        const payment = await world.pays(wallet)
        await expect(ask(`${first.url}${TEA}`, { payment })).rejects.toThrow()
        expect(await first.died).toBe('SIGKILL')
        expect(await world.paidBy(wallet)).toEqual(PAID_BY_THEN[step])

        const second = await world.serve({ store })
        const reply = await second.ask(TEA, { payment })
        expectDelivered(reply)
        expect((await second.ask(TEA, { payment })).bytes).toBe(reply.bytes)
        // What was written down before the crash is delivered; only what was not is made again.
        expect(second.shop.runs).toBe(['claimed', 'verified', 'answered'].includes(step) ? 1 : 0)
        expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
        expect(await ledgerOf(second, wallet)).toHaveLength(1)
      },
    )

    it('at "settling" charges nothing when the buyer never comes back', async () => {
      const store = await under.freshSettings({ migrated: true })
      const first = await doomed(store, { killAt: 'settling' })
      const wallet = await world.buyerWith(1)
      await expect(
        ask(`${first.url}${TEA}`, { payment: await world.pays(wallet) }),
      ).rejects.toThrow()
      await first.died
      const settles = world.facilitator.calls.settle
      const second = await world.serve({
        store,
        overrides: { clock: { ...systemClock, nowMs: () => Date.now() + 31_000 } },
      })
      await second.stop()
      expect(world.facilitator.calls.settle).toBe(settles)
      expect(await world.paidBy(wallet)).toEqual([])
    })

    it('repeatedly under load loses no answer and charges no buyer twice', {
      timeout: 60_000,
    }, async () => {
      const store = await under.freshSettings({ migrated: true })
      const wallet = await world.buyerWith(5)
      const sellerBefore = (await world.chain.transfers()).length
      const payments = await Promise.all(Array.from({ length: 12 }, () => world.pays(wallet)))
      const pathOf = (index: number) => `/v1/shop/items/item-${index}`
      const answers = new Map<number, Reply>()

      for (const killAfterSteps of [7, 20, 38]) {
        const service = await doomed(store, { killAfterSteps })
        const asked = payments.map(async (payment, index) => {
          const reply = await ask(`${service.url}${pathOf(index)}`, { payment })
          if (reply.status !== 200) return
          const known = answers.get(index)
          if (known) expect(reply.bytes).toBe(known.bytes)
          answers.set(index, reply)
        })
        await Promise.allSettled(asked)
        await service.kill()
      }

      const last = await world.serve({ store })
      for (const [index, payment] of payments.entries()) {
        const reply = await last.ask(pathOf(index), { payment })
        expectDelivered(reply)
        expect(reply.json.result).toMatchObject({ item: `item-${index}` })
        if (answers.has(index)) expect(reply.bytes).toBe(answers.get(index)!.bytes)
      }
      const transfers = (await world.chain.transfers()).slice(sellerBefore)
      const rows = await ledgerOf(last, wallet)
      expect(transfers).toHaveLength(payments.length)
      expect(await world.paidBy(wallet)).toEqual(payments.map(() => ITEM_PRICE))
      expect(new Set(rows.map((row) => row.tx_hash))).toEqual(
        new Set(transfers.map((transfer) => transfer.transaction)),
      )
      expect(await world.chain.balance(wallet.address)).toBe(5_000_000n - 12n * ITEM_PRICE)
    })
  },
  { skip: withoutChain },
)
