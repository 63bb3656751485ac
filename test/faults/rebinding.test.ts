/**
 * Two signatures under one payment-identifier, the first of which was refused: exactly one is
 * settled, in any order.
 */
import { expect, it } from 'vitest'
import { bareLedger, chargeOf, nonce, scriptedFacilitator } from '../support/bare-gate.ts'

const ledger = await bareLedger()

async function refused(wish: ReturnType<typeof chargeOf>): Promise<void> {
  const { facilitator } = scriptedFacilitator({
    settle: async () => ({ kind: 'refused', reason: 'insufficient_funds' }),
  })
  expect(await ledger.gate({ facilitator }).charge(wish)).toMatchObject({ kind: 'refused' })
}

it('a repetition of the refused one that overtakes the rebinding causes no second charge', async () => {
  const [first, second] = ['a1', 'a2'].map((pair) =>
    chargeOf({ nonce: nonce(pair), paymentId: 'one_purchase_only' }),
  )
  await refused(first!)
  const { facilitator, settled } = scriptedFacilitator()
  const [bound, moved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const repeating = ledger.gate({
    facilitator,
    replaced: {
      async bindPaymentId(...given) {
        const binding = await ledger.claims.bindPaymentId(...given)
        bound.resolve()
        await moved.promise
        return binding
      },
    },
  })
  let repetition: Promise<unknown> = Promise.resolve()
  const rebinding = ledger.gate({
    facilitator,
    replaced: {
      // The former payment is judged dead and its token spent; now its repetition comes, and is
      // bound, before the rebinding.
      async rebindPaymentId(...given) {
        repetition = repeating.charge(first!)
        await bound.promise
        return await ledger.claims.rebindPaymentId(...given).finally(moved.resolve)
      },
    },
  })
  await Promise.allSettled([
    rebinding.charge(second!).catch(() => {}),
    bound.promise.then(() => repetition),
  ])
  expect(settled).toHaveLength(1)
  const paid = await ledger.store.ledger.read.selectFrom('payments').select('nonce').execute()
  expect(paid).toHaveLength(1)
})

it('a repetition that comes after the rebinding is answered with the other purchase', async () => {
  const [first, second] = ['b1', 'b2'].map((pair) =>
    chargeOf({ nonce: nonce(pair), paymentId: 'another_purchase' }),
  )
  await refused(first!)
  const { facilitator, settled } = scriptedFacilitator()
  const gate = ledger.gate({ facilitator })
  expect(await gate.charge(second!)).toMatchObject({ kind: 'delivered', replayed: false })
  expect(await gate.charge(first!)).toMatchObject({ kind: 'delivered', replayed: true })
  expect(settled).toEqual([`0x${nonce('b2')}`])
})

it.each([
  [
    'a settlement that was refused',
    'c',
    async (wish: ReturnType<typeof chargeOf>) => await refused(wish),
  ],
  [
    'an answer that was never made',
    'd',
    async (wish: ReturnType<typeof chargeOf>) => {
      const gone = ledger.gate({
        owner: 'gone',
        replaced: { release: async () => Promise.reject(new Error('killed')) },
      })
      const killed = async () => Promise.reject(new Error('killed'))
      await expect(gone.charge({ ...wish, work: killed })).rejects.toThrow()
    },
  ],
])(
  'a later release, which makes another fingerprint of the question, charges once under the identifier after %s',
  async (_, digit, begun) => {
    const paymentId = `across_releases_${digit}`
    const [former, today] = ['6', '7'].map((each) => each.repeat(64))
    const asked = (pair: string) => ({
      ...chargeOf({ nonce: nonce(pair), paymentId, question: today! }),
      formerFingerprint: () => former!,
    })
    await begun(chargeOf({ nonce: nonce(`${digit}1`), paymentId, question: former! }))
    const { facilitator, settled } = scriptedFacilitator()
    const gate = ledger.gate({ facilitator, isOwnerDead: (owner) => owner === 'gone' })
    expect(await gate.charge(asked(`${digit}1`))).toMatchObject({
      kind: 'delivered',
      replayed: false,
    })
    expect(await gate.charge(asked(`${digit}2`))).toMatchObject({
      kind: 'delivered',
      replayed: true,
    })
    expect(settled).toEqual([`0x${nonce(`${digit}1`)}`])
  },
)
