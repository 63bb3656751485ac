/** Signing of offers: once for each address, price and minute. */
import { expect, it } from 'vitest'
import { createOffers, createReceipts, offerExtension } from '../../src/payments/offer-receipt.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { requirements } from '../support/bare-gate.ts'

const MINUTE_S = Date.parse('2026-11-21T12:00:00Z') / 1000

function offering(atS: number) {
  const clock = manualClock(atS * 1000)
  const signed: Record<string, unknown>[] = []
  const jws = (payload: Record<string, unknown>) => `${signed.push(payload)}`
  const offers = createOffers({ jws } as never, clock)
  return {
    clock,
    signed,
    ask: (url = 'https://shop.test/tea', amount = '100000') =>
      offers.sign({ ...requirements, amount } as never, url),
  }
}

it('says the terms, and holds from five to six minutes', () => {
  const { signed, ask } = offering(MINUTE_S + 17)
  ask()
  const { scheme, network, asset, payTo, amount } = requirements
  expect(signed).toEqual([
    {
      version: 1,
      resourceUrl: 'https://shop.test/tea',
      scheme,
      network,
      asset,
      payTo,
      amount,
      validUntil: MINUTE_S + 360,
    },
  ])
})

it('is signed once for an address and a price in a minute', () => {
  const { clock, signed, ask } = offering(MINUTE_S)
  expect([ask(), ask()]).toEqual(['1', '1'])
  clock.advance(59_999)
  expect(ask()).toBe('1')
  expect([ask('https://shop.test/coffee'), ask('https://shop.test/tea', '200000'), ask()]).toEqual([
    '2',
    '3',
    '1',
  ])
  clock.advance(1)
  expect([ask(), ask()]).toEqual(['4', '4'])
  expect(signed.at(-1)).toMatchObject({ validUntil: MINUTE_S + 420 })
})

it('is signed again when the clock is set back, so that none is valid longer than it should', () => {
  const { clock, signed, ask } = offering(MINUTE_S + 30)
  ask()
  clock.advance(-31_000)
  expect(ask()).toBe('2')
  expect(signed.at(-1)).toMatchObject({ validUntil: MINUTE_S + 300 })
})

it('is deleted with all others when there are 4,096 of them, since any caller can request addresses', () => {
  const { ask } = offering(MINUTE_S + 1)
  for (let address = 1; address <= 4096; address += 1) ask(`https://shop.test/${address}`)
  expect(ask('https://shop.test/more')).toBe('4097')
  expect(ask('https://shop.test/1')).toBe('4098')
})

it('is in a 402 as the offer of its first and only terms', () => {
  expect(offerExtension('signed')).toEqual({
    info: { offers: [{ format: 'jws', acceptIndex: 0, signature: 'signed' }] },
    schema: {},
  })
})

it('has a receipt of the same version', () => {
  const signed: unknown[] = []
  const jws = (payload: unknown) => `${signed.push(payload)}`
  const proof = {
    resourceUrl: 'https://shop.test/tea',
    endpoint: 'shop_item',
    method: null,
  } as never
  createReceipts({ jws } as never).sign(
    { payer: '0x1', network: requirements.network },
    { txHash: '0x2', settledMs: 1999 },
    proof,
  )
  expect(signed).toEqual([expect.objectContaining({ version: 1, issuedAt: 1, transaction: '0x2' })])
})
