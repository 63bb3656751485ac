/** A ledger that fails in one place: the result of a payment is reported nevertheless. */
import { PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { expect, it } from 'vitest'
import { createLog } from '../../src/observe/log.ts'
import { presentPayment } from '../../src/payments/evm/presented.ts'
import type { Facilitator, SettleOutcome } from '../../src/payments/facilitator.ts'
import { type Charge, type ChargeOutcome, createGate } from '../../src/payments/gate.ts'
import type { PaymentSettings, Terms } from '../../src/payments/terms.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { StoreUnavailable } from '../../src/platform/errors.ts'
import { type Claims, createClaims } from '../../src/store/ledger/claims.ts'
import { openStore } from '../../src/store/open.ts'
import { createFolder } from '../support/folder.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { buyer, seller } from '../support/service.ts'

const FOUND: SettleOutcome = { kind: 'settled', txHash: `0x${'7'.repeat(64)}` }
const gone = () => Promise.reject(new StoreUnavailable(new Error('gone')))

/**
 * Two payments under one identifier: the first stays unknown, and the ledger fails while the second
 * finds it settled.
 */
async function secondSignature(broken: Partial<Claims>): Promise<ChargeOutcome> {
  const dataDir = createFolder()
  const store = await openStore({ databaseUrl: null, dataDir })
  try {
    const requirements = terms(seller.address)
    const settlements: SettleOutcome[] = [{ kind: 'unknown', reason: 'no answer' }, FOUND]
    const facilitator: Facilitator = {
      verify: async () => ({ kind: 'valid' }),
      settle: async () => settlements.shift()!,
      probe: async () => 'supported',
      capability: () => 'supported',
      lastProblem: () => null,
      advice: () => null,
      countFailedSettlements: () => 0,
      notes: () => [],
      noteContradiction: () => {},
    }
    const gate = createGate({
      settings: {
        network: requirements.network,
        asset: requirements.asset,
        assetName: 'USDC',
      } as PaymentSettings,
      facilitator,
      chain: null,
      claims: { ...createClaims(store), ...broken },
      clock: manualClock(Date.now()),
      log: createLog('silent'),
      owner: 'one',
      isOwnerDead: () => false,
    })
    const charge = async (): Promise<Charge> => {
      const payment = await signedPayment(buyer, requirements)
      return {
        terms: { operationId: 'shop_item', requirements } as Terms,
        fingerprint: 'a',
        presented: presentPayment({
          ...payment,
          extensions: { [PAYMENT_IDENTIFIER]: { info: { id: 'one_purchase_only' } } },
        }),
        work: async () => ({ status: 200, body: Buffer.from('tea') }),
        signal: new AbortController().signal,
        address: '127.0.0.1',
      }
    }
    await expect(gate.charge(await charge())).rejects.toMatchObject({ code: 'SETTLEMENT_UNKNOWN' })
    return await gate.charge(await charge()).finally(() => expect(settlements).toEqual([]))
  } finally {
    await store.close()
  }
}

it('a purchase settled under its identifier is answered, though the claim of the second signature cannot be dropped', async () => {
  const outcome = await secondSignature({ release: gone })
  expect(outcome).toMatchObject({
    kind: 'delivered',
    delivery: { body: Buffer.from('tea') },
    replayed: true,
  })
})

it('a purchase that may have been settled under its identifier is called unknown, never uncharged', async () => {
  await expect(secondSignature({ settle: gone, release: gone })).rejects.toMatchObject({
    code: 'SETTLEMENT_UNKNOWN',
  })
})
