/** Repetitions of an undecided payment, with a concurrent end and with a failing ledger. */
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { expect, it } from 'vitest'
import type { Visit } from '../../src/payments/admission/admission.ts'
import { presentPayment } from '../../src/payments/evm/presented.ts'
import { ServiceError, StoreUnavailable } from '../../src/platform/errors.ts'
import type { Claims } from '../../src/store/ledger/claims.ts'
import {
  bareLedger,
  chargeOf,
  NOW_S,
  nonce,
  requirements,
  scriptedFacilitator,
  TX,
  type Wish,
} from '../support/bare-gate.ts'
import { expectCode } from '../support/expect-code.ts'
import { signedPayment } from '../support/payments.ts'
import { buyer } from '../support/service.ts'

const ledger = await bareLedger()
const { claims, clock } = ledger
const away = async () => {
  throw new StoreUnavailable(new Error('gone'))
}
const chargeWith = (digit: string, more: Partial<Wish> = {}) =>
  chargeOf({ nonce: digit.repeat(64), ...more })

/**
 * A gate without a chain, with some functions of the claims replaced; its facilitator never reports
 * the end of a settlement.
 */
const gateOver = (replaced: Partial<Claims>) =>
  ledger.gate({
    facilitator: scriptedFacilitator({
      settle: async () => ({ kind: 'unknown', reason: 'no answer' }),
    }).facilitator,
    replaced,
  })

it('gets what was settled in the meantime, not a request to return', async () => {
  const gate = gateOver({
    // As the background does between the reading of the claim and the taking of it.
    async takeOver(row, change) {
      await claims.settle(row, TX, clock.nowMs())
      return await claims.takeOver(row, change)
    },
  })
  const charge = chargeWith('4')
  await expectCode(gate.charge(charge), 'SETTLEMENT_UNKNOWN')
  const outcome = await gate.charge(charge)
  expect(outcome).toMatchObject({ kind: 'delivered', replayed: true })
  expect(outcome.kind === 'delivered' && outcome.delivery.body.toString()).toBe('{"answer":1}')
})

it('is never answered "not charged" when the ledger breaks during the takeover', async () => {
  const charge = chargeWith('6')
  await expectCode(gateOver({}).charge(charge), 'SETTLEMENT_UNKNOWN')
  await expectCode(gateOver({ takeOver: away }).charge(charge), 'SETTLEMENT_UNKNOWN')
})

it('is never answered "not charged" when the ledger breaks over its settled answer', async () => {
  const charge = chargeWith('7')
  await expectCode(gateOver({}).charge(charge), 'SETTLEMENT_UNKNOWN')
  await claims.settle((await claims.find(charge.presented.key))!, TX, clock.nowMs())
  await expectCode(gateOver({ findStoredAnswer: away }).charge(charge), 'SETTLEMENT_UNKNOWN')
  expect(await gateOver({}).charge(charge)).toMatchObject({ kind: 'delivered', replayed: true })
})

it('names another question as the cause of a refusal, and not a missing identifier', async () => {
  const paymentId = 'one_purchase_only'
  await ledger.gate().charge(chargeWith('8', { paymentId }))
  await expect(
    ledger.gate().charge(chargeWith('8', { question: 'e'.repeat(64) })),
  ).rejects.toMatchObject({
    code: 'PAYMENT_REUSED',
    payment: 'settled',
    detail: 'This payment belongs to another request.',
  })
  await expect(ledger.gate().charge(chargeWith('8'))).rejects.toMatchObject({
    code: 'PAYMENT_KNOWN',
    payment: 'settled',
    detail: expect.stringContaining('payment-identifier'),
  })
})

it('takes over a running claim by a signature of the payer, and by no other signature', async () => {
  const signed = async (validBefore: number) =>
    presentPayment(
      await signedPayment(buyer, requirements, {
        nonce: `0x${nonce('9a')}`,
        validBefore: String(validBefore),
      }),
    )
  const payment = await signed(NOW_S + 60)
  const withSignature = (text: string) => ({ ...payment, signature: `0x${text}` as const })
  const [arrived, forever] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  const never = async () => {
    arrived.resolve()
    return await forever.promise
  }
  const charge = chargeWith('9')

  void ledger.gate().charge({ ...charge, presented: withSignature('55'.repeat(65)), work: never })
  await arrived.promise
  await expectCode(
    ledger.gate().charge({ ...charge, presented: withSignature('66'.repeat(65)) }),
    'PAYMENT_IN_FLIGHT',
  )
  expect(await ledger.gate().charge({ ...charge, presented: payment })).toMatchObject({
    kind: 'delivered',
    replayed: false,
  })

  // Once it is settled, the answer is for the signature that bought it. Others are refused, also a
  // new one of the payer.
  for (const presented of [withSignature('66'.repeat(65)), await signed(NOW_S + 50)])
    await expect(ledger.gate().charge({ ...charge, presented })).rejects.toMatchObject({
      code: 'PAYMENT_KNOWN',
      payment: 'settled',
    })
  expect(await ledger.gate().charge({ ...charge, presented: payment })).toMatchObject({
    kind: 'delivered',
    replayed: true,
  })
})

it('reports an error of the admission that is no limit as it is', async () => {
  const charge = chargeWith('a')
  await expectCode(gateOver({}).charge(charge), 'SETTLEMENT_UNKNOWN')
  const stopping = new ServiceError('SHUTTING_DOWN', 'The service stops.')
  const visit = { admitKnownPayment: () => Promise.reject(stopping), end() {} } as unknown as Visit
  const admission = { open: () => visit, noteSettled() {} }
  await expect(ledger.gate({ admission }).charge(charge)).rejects.toBe(stopping)
})

it('is resumed under the terms that were signed, whatever price and payee are by then', async () => {
  const sent: [PaymentPayload, PaymentRequirements][] = []
  const { facilitator } = scriptedFacilitator({
    async settle(payload, terms) {
      sent.push([payload, terms])
      return sent.length === 1
        ? { kind: 'unknown', reason: 'no answer' }
        : { kind: 'settled', txHash: TX }
    },
  })
  const charge = chargeWith('e')
  await expectCode(ledger.gate({ facilitator }).charge(charge), 'SETTLEMENT_UNKNOWN')
  const today = { ...requirements, amount: '150000', payTo: `0x${'7'.repeat(40)}` }
  const resumed = { ...charge, terms: { ...charge.terms, requirements: today } }
  expect(await ledger.gate({ facilitator }).charge(resumed)).toMatchObject({ kind: 'delivered' })
  expect(sent).toHaveLength(2)
  for (const [{ accepted, payload }, terms] of sent) {
    expect(terms).toMatchObject({ amount: requirements.amount, payTo: requirements.payTo })
    expect(accepted).toEqual(terms)
    expect(payload.authorization).toMatchObject({
      value: requirements.amount,
      to: requirements.payTo,
    })
  }
})

it('continues immediately after a settlement that an unexpected error interrupted', async () => {
  const charge = chargeWith('b')
  const breaking = ledger.gate({
    onStep(step) {
      if (step === 'settled') throw new Error('out of memory')
    },
  })
  await expectCode(breaking.charge(charge), 'SETTLEMENT_UNKNOWN')
  expect(await ledger.gate({ owner: 'two' }).charge(charge)).toMatchObject({ kind: 'delivered' })
})

it('can be repeated for thirty days, unless the operator decides otherwise', async () => {
  const dayMs = 86_400_000
  for (const [digit, options, days] of [
    ['c', {}, 30],
    ['d', { replayMs: 7 * dayMs }, 7],
  ] as const) {
    const charge = chargeWith(digit)
    await ledger.gate(options).charge(charge)
    const row = await claims.find(charge.presented.key)
    expect(Number(row!.expires_ms) - clock.nowMs()).toBe(days * dayMs)
  }
})

it('whose answer was purged gets what its identifier names now, and nothing without it', async () => {
  const facilitator = (digit: string) =>
    scriptedFacilitator({
      settle: async () => ({ kind: 'settled', txHash: `0x${digit.repeat(64)}` }),
    }).facilitator
  let runs = 0
  const charge = (digit: string, more: Partial<Wish> = {}) =>
    chargeWith(digit, {
      paymentId: 'one_purchase_a_month',
      validBeforeS: clock.nowMs() / 1000 + 60,
      work: async () => ({ status: 200, body: Buffer.from(`{"run":${++runs}}`) }),
      ...more,
    })
  const gate = (of: string, isSignedByPayer = true) =>
    ledger.gate({ facilitator: facilitator(of), isSignedByPayer: async () => isSignedByPayer })
  const first = charge('f')
  expect(await gate('f').charge(first)).toMatchObject({ kind: 'delivered', replayed: false })
  clock.advance(32 * 86_400_000)
  await claims.purge(clock.nowMs(), clock.nowMs() - 30 * 86_400_000)
  expect(await gate('f').charge(first)).toMatchObject({ kind: 'refused', payment: 'settled' })

  const second = await gate('0').charge(charge('0'))
  expect(second).toMatchObject({ kind: 'delivered', transaction: `0x${'0'.repeat(64)}` })
  // The same payer, question and identifier: the purchase that is named now, with its own receipt.
  expect(await gate('f').charge(first)).toMatchObject({ ...second, replayed: true })
  const unnamed = chargeWith('f', { validBeforeS: first.presented.authorization.validBefore })
  for (const [payment, isSigned] of [
    [unnamed, true],
    [first, false],
    [charge('f', { validBeforeS: NOW_S, question: 'e'.repeat(64) }), true],
  ] as const)
    expect(await gate('f', isSigned).charge(payment)).toMatchObject({
      kind: 'refused',
      payment: 'settled',
    })
  expect(runs).toBe(2)
})
