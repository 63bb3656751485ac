import { expect, it } from 'vitest'
import { createShop } from '../../test/support/shop.ts'
import type { Presented } from '../payments/evm/presented.ts'
import type { Gate } from '../payments/gate.ts'
import type { Terms } from '../payments/terms.ts'
import { currentCaller } from '../platform/caller.ts'
import { manualClock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { readable } from './registry.ts'
import { createSale } from './sale.ts'

/** Counts the returns of one reservation, sold through a gate that runs the work and then fails with `end`. */
async function soldThrough(end: ServiceError): Promise<number> {
  let returned = 0
  const charge = async ({ work }: Parameters<Gate['charge']>[0]) => {
    await work(new AbortController().signal).catch(() => {})
    throw end
  }
  const bound = createShop().wing.operations.find(({ operation }) => operation.id === 'shop_item')
  const sale = createSale(
    {
      gate: { charge } as unknown as Gate,
      termsOf: () => ({ byUnits: null }) as Terms,
      clock: manualClock('2026-11-20T12:00:00Z'),
      isProven: () => false,
    },
    async () => {
      currentCaller()!.reservation = Promise.resolve({
        spend: () => true,
        giveBack: () => (returned += 1),
      })
      throw new Error('not needed here')
    },
  )
  const order = {
    raw: { params: { number: 'tea' }, query: [] },
    resourceUrl: 'http://shop',
    address: '127.0.0.1',
    signal: new AbortController().signal,
  }
  const presented = { key: { payer: '0x1' }, authorization: { value: '1' } } as Presented
  await expect(sale.sell(readable(bound!), order as never, presented)).rejects.toBe(end)
  await Promise.resolve()
  return returned
}

it('a call that ends unpaid returns what it reserved of a source and did not use', async () => {
  expect(await soldThrough(new ServiceError('UPSTREAM_UNAVAILABLE', 'away'))).toBe(1)
})

it('a call whose settlement is unknown returns nothing until that ends by itself', async () => {
  expect(await soldThrough(new ServiceError('SETTLEMENT_UNKNOWN', 'nobody knows'))).toBe(0)
})
