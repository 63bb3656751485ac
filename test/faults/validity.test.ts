/**
 * How far ahead an authorization may end: what may land for years would have to be remembered for
 * years. Contract, Paying.
 */
import { expect, it } from 'vitest'
import { bareLedger, chargeOf, NOW_S, nonce, scriptedFacilitator } from '../support/bare-gate.ts'

const ledger = await bareLedger()
const DAY_S = 86_400

it.each([
  ['a day to the second', NOW_S + DAY_S, 'delivered'],
  ['a second more', NOW_S + DAY_S + 1, 'refused'],
  ['for ever', String(2n ** 256n - 1n), 'refused'],
])('%s ahead: %s is %s', async (name, validBeforeS, kind) => {
  const { facilitator } = scriptedFacilitator()
  const outcome = await ledger
    .gate({ facilitator })
    .charge(chargeOf({ nonce: nonce(name.length.toString(16).padStart(2, '0')), validBeforeS }))
  expect(outcome.kind).toBe(kind)
  if (outcome.kind === 'refused') expect(outcome.reason).toMatch(/valid_before.*24 hours/)
})

it('a failed payment is forgotten a day after its end', async () => {
  const { facilitator } = scriptedFacilitator({
    settle: async () => ({ kind: 'refused', reason: 'insufficient_funds' }),
  })
  const charge = chargeOf({ nonce: nonce('c1'), validBeforeS: NOW_S + 60 })
  expect(await ledger.gate({ facilitator }).charge(charge)).toMatchObject({ kind: 'refused' })
  expect(await ledger.claims.find(charge.presented.key)).toMatchObject({
    state: 'failed',
    expires_ms: (NOW_S + 60 + DAY_S) * 1000,
  })
})

it('an answer that was paid for is kept for a month from the day it was settled', async () => {
  const charge = chargeOf({ nonce: nonce('c2') })
  await ledger.gate().charge(charge)
  expect(await ledger.claims.find(charge.presented.key)).toMatchObject({
    state: 'settled',
    expires_ms: (NOW_S + 30 * DAY_S) * 1000,
  })
})
