/**
 * A signing key that fails: what was paid is written down and delivered all the same, and the
 * receipt follows when it signs again.
 */
import { expect, it } from 'vitest'
import type { Delivery } from '../../src/payments/gate.ts'
import type { Proof, Receipts } from '../../src/payments/offer-receipt.ts'
import { bareLedger, chargeOf, nonce, scriptedFacilitator, TX } from '../support/bare-gate.ts'

const ledger = await bareLedger()
const proof: Proof = {
  endpoint: 'shop_item',
  method: null,
  dataVintage: '2026-11-21T12:00:00Z',
  responseHash: 'a'.repeat(64),
  answerDigest: 'b'.repeat(64),
  resourceUrl: 'https://shop.test/v1/shop/items/tea',
  etag: null,
}
const delivery: Delivery = { status: 200, body: Buffer.from('{"answer":1}'), proof }

it('loses no paid answer', async () => {
  let isBroken = true
  const receipts: Receipts = {
    sign() {
      if (isBroken) throw new Error('the key is gone')
      return 'signed'
    },
  }
  const { facilitator } = scriptedFacilitator({
    settle: async () => ({ kind: 'settled', txHash: TX }),
  })
  const gate = ledger.gate({ facilitator, receipts })
  const charge = chargeOf({ nonce: nonce('e9'), work: async () => delivery })
  const extensionsOf = async () => {
    const outcome = await gate.charge(charge)
    if (outcome.kind !== 'delivered') throw new Error(outcome.kind)
    expect(outcome.delivery.body.toString()).toBe('{"answer":1}')
    const receipt = JSON.parse(Buffer.from(outcome.receipt, 'base64').toString())
    expect(receipt).toMatchObject({ success: true, transaction: TX })
    return JSON.stringify(receipt.extensions ?? null)
  }
  expect(await extensionsOf()).toBe('null')
  expect(await extensionsOf()).toBe('null')
  isBroken = false
  const signed = await extensionsOf()
  expect(signed).toContain('signed')
  isBroken = true
  expect(await extensionsOf()).toBe(signed)
})
