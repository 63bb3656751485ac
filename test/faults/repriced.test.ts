/**
 * An operation sold by units, paid under one release and presented again under the next, with
 * another price of a unit.
 */
import { expect, it } from 'vitest'
import type { Charge } from '../../src/payments/gate.ts'
import {
  bareLedger,
  chargeOf,
  nonce,
  requirements,
  scriptedFacilitator,
} from '../support/bare-gate.ts'

const ledger = await bareLedger()

/** A payment of one amount, as a release quotes it for so many units. */
function quoted(pair: string, count: number, operationId = 'shop_basket'): Charge {
  const unitAmountAtomic = String(Number(requirements.amount) / count)
  const terms = {
    operationId,
    requirements,
    byUnits: { count, unitAmountAtomic },
  } as unknown as Charge['terms']
  return { ...chargeOf({ nonce: nonce(pair) }), terms }
}

/** Leaves the claim of a process that was killed while it made the answer. */
async function begun(charge: Charge): Promise<void> {
  const killed = () => Promise.reject(new Error('killed'))
  const gate = ledger.gate({ owner: 'gone', replaced: { release: killed } })
  await expect(gate.charge({ ...charge, work: killed })).rejects.toThrow()
}

const after = (options: Parameters<typeof ledger.gate>[0] = {}) =>
  ledger.gate({ ...options, isOwnerDead: (owner) => owner === 'gone' })
const claimed = async (charge: Charge) => await ledger.claims.find(charge.presented.key)

it('a claim says for how many units and at which price of one it was quoted, and nothing where there are none', async () => {
  const [basket, item] = [quoted('a1', 2), chargeOf({ nonce: nonce('a2') })]
  await begun(basket)
  await begun(item)
  expect(await claimed(basket)).toMatchObject({ units: 2, unit_amount_atomic: '50000' })
  expect(await claimed(item)).toMatchObject({ units: null, unit_amount_atomic: null })
})

it.each([
  ['b1', 2, 1],
  ['b2', 2, 4],
] as const)(
  'a payment (%s) that was quoted for %i units is refused unspent while its amount pays for %i, however often it comes',
  async (pair, then, now) => {
    const old = quoted(pair, then)
    await begun(old)
    const { facilitator, settled } = scriptedFacilitator()
    const gate = after({ facilitator })
    for (let times = 0; times < 2; times += 1) {
      const refused = await gate.charge(quoted(pair, now))
      expect(refused).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(
          /^no_matching_payment_requirements: a unit has another price/,
        ),
      })
    }
    expect(settled).toEqual([])
    // A replica of the former release still sells what was signed for.
    expect(await gate.charge(old)).toMatchObject({ kind: 'delivered', replayed: false })
    expect(await claimed(old)).toMatchObject({ state: 'settled', units: then })
    // Once paid for it is answered under any price.
    expect(await gate.charge(quoted(pair, now))).toMatchObject({
      kind: 'delivered',
      replayed: true,
    })
    expect(settled).toHaveLength(1)
  },
)

it('a payment that was quoted for units may buy what costs as much and is another operation', async () => {
  await begun(quoted('c1', 2))
  const { terms, ...item } = chargeOf({ nonce: nonce('c1') })
  expect(await after().charge({ ...item, terms })).toMatchObject({ kind: 'delivered' })
  expect(await ledger.claims.find(item.presented.key)).toMatchObject({
    operation: 'shop_item',
    units: null,
  })
})

it('a claim of a release that kept no number of units is sold as it was', async () => {
  const old = quoted('d1', 2)
  await begun(old)
  await ledger.store.ledger.write((tx) =>
    tx
      .updateTable('claims')
      .set({ units: null, unit_amount_atomic: null })
      .where('nonce', '=', old.presented.key.nonce)
      .execute(),
  )
  expect(await after().charge(quoted('d1', 1))).toMatchObject({ kind: 'delivered' })
})
