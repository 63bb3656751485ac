import { expect, it } from 'vitest'
import { createShop } from '../../test/support/shop.ts'
import type { Presented } from '../payments/evm/presented.ts'
import type { Gate } from '../payments/gate.ts'
import type { Terms } from '../payments/terms.ts'
import { currentCaller } from '../platform/caller.ts'
import { ServiceError } from '../platform/errors.ts'
import { createProofs } from './proofs.ts'
import { createPurchase } from './purchase.ts'
import { readable } from './registry.ts'

/**
 * Counts how often one reservation is returned by a purchase whose gate runs the work and then
 * fails with `end`.
 */
async function countReturns(end: ServiceError): Promise<number> {
  let returned = 0
  const charge = async ({ work }: Parameters<Gate['charge']>[0]) => {
    await work(new AbortController().signal).catch(() => {})
    throw end
  }
  const bound = createShop().wing.operations.find(({ operation }) => operation.id === 'shop_item')
  const purchase = createPurchase({
    gate: { charge, findState: async () => 'unspent' },
    termsOf: () => ({ byUnits: null }) as Terms,
    paidRecently: () => 0,
    unavailableReason: () => null,
    findFreeAnswer: async () => null,
    async answering() {
      currentCaller()!.reservation = Promise.resolve({
        spend: () => true,
        giveBack: () => (returned += 1),
      })
      throw new Error('not needed here')
    },
    proofs: createProofs(),
    onEnd: () => {},
  })
  const call = {
    raw: { params: { number: 'tea' }, query: [] },
    resourceUrl: 'http://shop',
    address: '127.0.0.1',
    signal: new AbortController().signal,
  }
  const presented = { key: { payer: '0x1' }, authorization: { value: '1' } } as Presented
  await expect(purchase(readable(bound!), call as never, presented)).rejects.toBe(end)
  await Promise.resolve()
  return returned
}

it('returns the source calls that an unpaid call reserved and did not use', async () => {
  expect(await countReturns(new ServiceError('UPSTREAM_UNAVAILABLE', 'away'))).toBe(1)
})

it('does not return reserved source calls while the settlement is unknown', async () => {
  expect(await countReturns(new ServiceError('SETTLEMENT_UNKNOWN', 'nobody knows'))).toBe(0)
})

it('answers a failed settlement with its receipt, also when the answer is not sold any more', async () => {
  const bound = createShop().wing.operations.find(({ operation }) => operation.id === 'shop_item')
  const ends: string[] = []
  const terms = {
    byUnits: null,
    requirements: { amount: '1' },
    challenge: () => ({ body: Buffer.alloc(0), header: 'terms' }),
  } as unknown as Terms
  const refused = { kind: 'refused' as const, reason: 'insufficient_funds' }
  const outcomes = [
    { ...refused, payment: 'failed' as const, receipt: 'not settled' },
    { ...refused, payment: 'unspent' as const },
  ]
  const purchase = createPurchase({
    gate: { charge: async () => outcomes.shift()!, findState: async () => 'unspent' },
    termsOf: () => terms,
    paidRecently: () => 0,
    unavailableReason: () => null,
    findFreeAnswer: async () => {
      throw new ServiceError('VALIDATION', 'the quote is not in the text any more')
    },
    answering: () => Promise.reject(new Error('not needed here')),
    proofs: createProofs(),
    onEnd: ({ kind }) => ends.push(kind),
  })
  const call = {
    raw: { params: { number: 'tea' }, query: [] },
    resourceUrl: 'http://shop',
    address: '127.0.0.1',
    signal: new AbortController().signal,
  }
  const presented = {
    key: { payer: '0x1' },
    authorization: { value: '1', from: '0x1' },
  } as Presented
  const pay = () => purchase(readable(bound!), call as never, presented)
  expect(await pay()).toMatchObject({
    status: 402,
    headers: { 'payment-response': 'not settled' },
  })
  expect(ends).toEqual(['refused'])
  await expect(pay()).rejects.toMatchObject({ code: 'VALIDATION' })
})
