/**
 * Two processes over one payment, one asleep or with another clock: "not charged" is never reported
 * during a charge.
 */
import { expect, it } from 'vitest'
import { ServiceError } from '../../src/platform/errors.ts'
import { bareLedger, chargeOf, NOW_S, nonce, scriptedFacilitator } from '../support/bare-gate.ts'
import { expectCode } from '../support/expect-code.ts'

const ledger = await bareLedger()
const ANSWER = { status: 200, body: Buffer.from('{"answer":1}') }
/** A process whose clock is ahead by this. */
const ahead = (ms: number) => ({
  clock: { ...ledger.clock, nowMs: () => ledger.clock.nowMs() + ms },
  owner: 'two',
})

it('a verification that was overtaken by the settlement delivers, instead of refusing a nonce that is used', async () => {
  const asked = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const slow = scriptedFacilitator({
    async verify() {
      asked.resolve()
      await told.promise
      return { kind: 'invalid', reason: 'invalid_exact_evm_nonce_already_used' }
    },
  })
  const charge = chargeOf({ nonce: nonce('a1') })
  const late = ledger.gate({ facilitator: slow.facilitator }).charge(charge)
  await asked.promise
  expect(await ledger.gate(ahead(31_000)).charge(charge)).toMatchObject({
    kind: 'delivered',
    replayed: false,
  })
  told.resolve()
  expect(await late).toMatchObject({ kind: 'delivered', replayed: true, delivery: ANSWER })
})

it('a handler that fails after it was overtaken returns the result of the other', async () => {
  const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wish = { nonce: nonce('a2') }
  const late = ledger.gate().charge(
    chargeOf({
      ...wish,
      async work() {
        asked.resolve()
        await told.promise
        throw new ServiceError('UPSTREAM_UNAVAILABLE', 'out of reach')
      },
    }),
  )
  await asked.promise
  expect(await ledger.gate(ahead(31_000)).charge(chargeOf(wish))).toMatchObject({
    kind: 'delivered',
  })
  told.resolve()
  expect(await late).toMatchObject({ kind: 'delivered', replayed: true, delivery: ANSWER })
})

it('a clock that is ahead refuses a payment as too short-lived only with its claim in hand', async () => {
  const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { facilitator, settled } = scriptedFacilitator()
  const wish = { nonce: nonce('a3'), validBeforeS: NOW_S + 50 }
  const running = ledger.gate({ facilitator }).charge(
    chargeOf({
      ...wish,
      async work() {
        asked.resolve()
        await told.promise
        return ANSWER
      },
    }),
  )
  await asked.promise
  expect(await ledger.gate({ facilitator, ...ahead(35_000) }).charge(chargeOf(wish))).toMatchObject(
    { kind: 'refused' },
  )
  told.resolve()
  await expectCode(running, 'PAYMENT_IN_FLIGHT')
  expect(settled).toEqual([])
})

it('a refusal whose claim cannot be dropped, because the ledger is unavailable, asks the buyer to return, not to sign again', async () => {
  const { facilitator } = scriptedFacilitator({
    verify: async () => ({ kind: 'invalid', reason: 'insufficient_funds' }),
  })
  const gate = ledger.gate({
    facilitator,
    replaced: { release: () => Promise.reject(new Error('gone')) },
  })
  await expectCode(gate.charge(chargeOf({ nonce: nonce('a4') })), 'PAYMENT_IN_FLIGHT')
})
