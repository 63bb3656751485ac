/**
 * Requests that outlive their lease: the later request continues, and the slow one can neither
 * charge nor answer.
 */
import { hostname } from 'node:os'
import { PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { describe, expect, it } from 'vitest'
import { processOwner } from '../../src/platform/process-owner.ts'
import { openStore } from '../../src/store/open.ts'
import type { Service } from '../support/service.ts'
import { TEA } from '../support/service.ts'
import {
  eachInOneWorld,
  expectDelivered,
  expectProblem,
  ITEM_PRICE,
  ledgerOf,
  withoutChain,
} from '../support/world.ts'

describe.skipIf(withoutChain)('a claim that its process left behind', () => {
  const world = eachInOneWorld()

  it.each<[string, string, number]>([
    [
      'a process that had our id before us: goes on at once',
      processOwner().split('/').with(2, '0badcafe').join('/'),
      200,
    ],
    [
      'process 1 of a container with our host name: waits for the lease',
      `${hostname()}/${process.pid}/0badcafe/0badcafe-1`,
      409,
    ],
    [
      'another host, which may be at work: waits for the lease',
      `elsewhere/${process.pid}/0badcafe`,
      409,
    ],
  ])('of %s', async (_, owner, status) => {
    let dies = true
    const { service, wallet, buy } = await world.sale({
      overrides: {
        gate: {
          onStep() {
            if (dies) throw new Error('the process ends here')
          },
        },
      },
    })
    expectProblem(await buy(), 500, 'INTERNAL', null)
    dies = false
    const store = await openStore(service.store)
    await store.ledger.write((tx) => tx.updateTable('claims').set({ owner }).execute())
    await store.close()
    expect((await buy()).status).toBe(status)
    expect(await world.paidBy(wallet)).toEqual(status === 200 ? [ITEM_PRICE] : [])
  })
})

describe.skipIf(withoutChain)('a request slower than its lease', () => {
  const world = eachInOneWorld()

  /**
   * Starts a service whose leases end immediately; its handlers wait as the test says, in order.
   */
  async function serveSlowly(
    waits: (Promise<void> | null)[],
  ): Promise<{ service: Service; running: (count: number) => Promise<void> }> {
    const service = await world.serve({ overrides: { gate: { claimLeaseMs: 0 } } })
    const starts = waits.map(() => Promise.withResolvers<void>())
    let runs = 0
    service.shop.onRun = async () => {
      const mine = runs++
      starts[mine]?.resolve()
      await waits[mine]
    }
    return { service, running: (count) => starts[count - 1]!.promise }
  }

  it('does not answer a later question with the same payment', async () => {
    const [first, third] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { service, running } = await serveSlowly([first.promise, null, third.promise])
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    const slow = service.ask('/v1/shop/items/coffee', { payment })
    await running(1)
    // Takes the claim over, finds nothing to sell, releases it.
    expectProblem(
      await service.ask('/v1/shop/items/unknown', { payment }),
      404,
      'SUBJECT_NOT_FOUND',
    )
    const later = service.ask(TEA, { payment })
    await running(3)
    first.resolve()
    expectProblem(await slow, 409, 'PAYMENT_IN_FLIGHT', null)
    third.resolve()
    const reply = await later
    expectDelivered(reply)
    expect(reply.json.result).toMatchObject({ item: 'tea' })
    expect((await service.ask(TEA, { payment })).bytes).toBe(reply.bytes)
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('is not charged in addition to the payment that took over its identifier', async () => {
    const first = Promise.withResolvers<void>()
    const { service, running } = await serveSlowly([first.promise, null])
    const wallet = await world.buyerWith(1)
    const named = async () => ({
      ...(await world.pays(wallet)),
      extensions: { [PAYMENT_IDENTIFIER]: { info: { required: false, id: 'one_purchase_only' } } },
    })
    const slow = service.ask(TEA, { payment: await named() })
    await running(1)
    expectDelivered(await service.ask(TEA, { payment: await named() }))
    first.resolve()
    expectProblem(await slow, 409, 'PAYMENT_IN_FLIGHT', null)
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
    expect(await ledgerOf(service, wallet)).toHaveLength(1)
  })
})
