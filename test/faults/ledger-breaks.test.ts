/** A ledger that fails in one place: the result of a payment is reported nevertheless. */
import { expect, it } from 'vitest'
import type { SettleOutcome } from '../../src/payments/facilitator.ts'
import type { ChargeOutcome } from '../../src/payments/gate.ts'
import { StoreUnavailable } from '../../src/platform/errors.ts'
import type { Claims } from '../../src/store/ledger/claims.ts'
import { bareLedger, chargeOf, nonce, scriptedFacilitator, TX } from '../support/bare-gate.ts'
import { expectCode } from '../support/expect-code.ts'

const ledger = await bareLedger()
const gone = () => Promise.reject(new StoreUnavailable(new Error('gone')))

/**
 * Two payments under one identifier: the first stays unknown, and the ledger fails while the second
 * finds it settled.
 */
async function secondSignature(digit: string, replaced: Partial<Claims>): Promise<ChargeOutcome> {
  const settlements: SettleOutcome[] = [
    { kind: 'unknown', reason: 'no answer' },
    { kind: 'settled', txHash: TX },
  ]
  const { facilitator } = scriptedFacilitator({ settle: async () => settlements.shift()! })
  const gate = ledger.gate({ facilitator, replaced })
  const pay = (pair: string) =>
    gate.charge(chargeOf({ nonce: nonce(pair), paymentId: `one_purchase_only_${digit}` }))
  await expectCode(pay(`${digit}1`), 'SETTLEMENT_UNKNOWN')
  return await pay(`${digit}2`).finally(() => expect(settlements).toEqual([]))
}

it('a purchase settled under its identifier is answered, though the claim of the second signature cannot be dropped', async () => {
  expect(await secondSignature('a', { release: gone })).toMatchObject({
    kind: 'delivered',
    delivery: { body: Buffer.from('{"answer":1}') },
    replayed: true,
  })
})

it('a purchase that may have been settled under its identifier is called unknown, never uncharged', async () => {
  await expectCode(secondSignature('b', { settle: gone, release: gone }), 'SETTLEMENT_UNKNOWN')
})
