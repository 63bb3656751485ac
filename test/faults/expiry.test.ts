/**
 * When an unknown settlement becomes a failure: not before the chain itself says that the
 * authorization can no longer be used.
 */
import { describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import type { Service } from '../support/service.ts'
import { TEA } from '../support/service.ts'
import {
  eachInOneWorld,
  eventually,
  expectProblem,
  expectRefused,
  withoutChain,
} from '../support/world.ts'

describe.skipIf(withoutChain)('an authorization that was never used', () => {
  const world = eachInOneWorld()
  const gate = { reconcileWindowMs: 0 }

  async function unknownAt(service: Service, validForSeconds: number) {
    const wallet = await world.buyerWith(1)
    // The chain's clock runs ahead of ours in this file.
    const payment = await world.pays(wallet, {
      validBefore: String((await world.chain.now()) + validForSeconds),
    })
    world.facilitator.faults.next('settle', { kind: 'reset', when: 'before' })
    expectProblem(await service.ask(TEA, { payment }), 503, 'SETTLEMENT_UNKNOWN', null)
    return { wallet, payment }
  }

  it('stays unknown until its end and a margin have passed on the chain, then it is a failure for good', async () => {
    const service = await world.serve({ overrides: { gate } })
    const { wallet, payment } = await unknownAt(service, 30)
    await world.chain.advanceTime(45)
    // Expired, but a transaction sent in time might still be in a block that this node has not
    // seen.
    world.facilitator.faults.next('settle', { kind: 'reset', when: 'before' })
    expectProblem(await service.ask(TEA, { payment }), 503, 'SETTLEMENT_UNKNOWN', null)
    await world.chain.advanceTime(60)
    for (let round = 0; round < 2; round += 1) {
      const reply = await service.ask(TEA, { payment })
      expectRefused(reply, /expired|valid_before/)
      expect(reply.receipt).toMatchObject({ success: false })
    }
    expect(service.shop.runs).toBe(1)
    expect(await world.paidBy(wallet)).toEqual([])
  })

  it('is given up in the background, on its own network only', async () => {
    const first = await world.serve({ overrides: { gate } })
    const { wallet, payment } = await unknownAt(first, 30)
    await first.app.stop()
    await world.chain.advanceTime(120)
    // The same ledger under another network: this chain's clock says nothing about that payment.
    const other = await world.serve({
      store: first.store,
      environment: { X402_NETWORK: 'eip155:8453' },
    })
    await other.stop()
    expect(await stateOf(other)).toBe('settling')
    const own = await world.serve({ store: first.store })
    await eventually(async () => (await stateOf(own)) !== 'settling')
    expect(await stateOf(own)).toBe('failed')
    expectRefused(await own.ask(TEA, { payment }), /expired|valid_before/)
    expect(await world.paidBy(wallet)).toEqual([])
  })

  async function stateOf(service: Service): Promise<string> {
    const store = await openStore(service.store)
    try {
      return (
        await store.ledger.read.selectFrom('claims').select('state').executeTakeFirstOrThrow()
      ).state
    } finally {
      await store.close()
    }
  }
})
