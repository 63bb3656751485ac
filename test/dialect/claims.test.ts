/** Claims against a model of what contract section 7 asks of them, under random interleavings of owners that may hold stale tokens. */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ClaimRow, type Claims, createClaims, type Held } from '../../src/store/ledger/claims.ts'
import { eachEngine } from '../support/engines.ts'
import { payment } from '../support/ledger-rows.ts'

const NOW = 1_795_000_000_000
const EXPIRES = NOW + 86_400_000

function newClaim(nonce: string, owner: string, fingerprint: string, fence: number): ClaimRow {
  const { network, asset, payer, pay_to, amount_atomic } = payment(nonce)
  return {
    network,
    asset,
    payer,
    nonce,
    fingerprint,
    operation: 'company_verdict',
    state: 'claimed',
    owner,
    lease_until_ms: NOW + 30_000,
    fence,
    payment_id: null,
    signature_key: '00',
    amount_atomic,
    pay_to,
    valid_before_s: NOW / 1000 + 60,
    payload_json: '{}',
    requirements_json: '{}',
    answer_status: null,
    answer_body: null,
    receipt: null,
    failure: null,
    created_ms: NOW,
    expires_ms: EXPIRES,
  }
}

/** What may be done to the one payment. `by` picks, among all tokens ever given out, the one it is done with. */
type Move =
  | { do: 'claim'; question: 'a' | 'b' }
  | { do: 'takeOver' | 'release' | 'beginSettling' | 'endLease' | 'settle' | 'fail'; by: number }
  | { do: 'purge'; late: boolean }

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('claim' as const), question: fc.constantFrom('a' as const, 'b' as const) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'takeOver' as const,
        'release' as const,
        'beginSettling' as const,
        'endLease' as const,
        'settle' as const,
        'fail' as const,
      ),
      by: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('purge' as const), late: fc.boolean() }) },
)

eachEngine('claims', (under) => {
  it('are not settled before the payment is recorded, whatever breaks between the two', async () => {
    const store = await under.open()
    const claims = createClaims(store)
    const row = newClaim('0xbreaks', 'one', 'a', 7)
    await claims.claim(row)
    await claims.beginSettling(row, { status: 200, body: Buffer.from('answer'), leaseUntilMs: NOW })
    const recorded = () => store.ledger.read.selectFrom('payments').select('tx_hash').where('nonce', '=', row.nonce).execute()

    // A payment without a transaction breaks the rule of its table.
    await expect(claims.settle(row, 'receipt', null as unknown as string, NOW)).rejects.toThrow()
    expect(await recorded()).toEqual([])
    expect((await claims.find(row))?.state).toBe('settling')

    await claims.settle(row, 'receipt', '0xpaid', NOW)
    expect(await recorded()).toEqual([{ tx_hash: '0xpaid' }])
    expect((await claims.find(row))?.state).toBe('settled')
  })

  it('follow the model, whatever stale owners try: no success is lost, no token works twice', { timeout: 60_000 }, async () => {
    const store = await under.open()
    const claims = createClaims(store)
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 30 }), async (moves) => {
        const nonce = randomBytes(8).toString('hex')
        await follow(claims, nonce, moves)
        const settled = (await store.ledger.read.selectFrom('payments').select('nonce').where('nonce', '=', nonce).execute()).length
        expect(settled).toBeLessThanOrEqual(1)
      }),
      { numRuns: 60 },
    )
  })

  it('have one winner when many go for the same claim at once, over two stores', async () => {
    const settings = await under.freshSettings()
    const stores = [await under.open(settings), under.engine === 'postgres' ? await under.open(settings) : null]
    const sides = stores.filter((store) => store !== null).map((store) => createClaims(store))
    const each = <T>(act: (claims: Claims, index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: 8 }, (_, index) => act(sides[index % sides.length]!, index)))
    for (let round = 0; round < 10; round += 1) {
      const nonce = `race-${round}`
      const claimed = await each((claims, index) => claims.claim(newClaim(nonce, `owner-${index}`, 'a', 1000 + index)))
      expect(claimed.filter((known) => known === null)).toHaveLength(1)
      const row = (await sides[0]!.find(newClaim(nonce, '', '', 0)))!
      const taken = await each((claims, index) => claims.takeOver(row, { state: 'claimed', owner: `taker-${index}`, lease_until_ms: NOW }))
      const held = taken.filter((each) => each !== null)
      expect(held).toHaveLength(1)
      const answer = { status: 200, body: Buffer.from('{}'), leaseUntilMs: NOW }
      const begun = await each((claims) => claims.beginSettling(held[0]!, answer))
      expect(begun.filter(Boolean)).toHaveLength(1)
      // Eight learn that the money moved while eight believe that it failed.
      const settling = (await sides[0]!.find(row))!
      await Promise.all([
        each((claims, index) => claims.settle(settling, 'receipt', `0x${index}`, NOW)),
        each((claims) => claims.fail(held[0]!, 'a late failure')),
      ])
      expect(await sides[0]!.find(row)).toMatchObject({ state: 'settled', receipt: 'receipt' })
    }
  })

  it('are claimed anew when they are released in the very moment they are found', async () => {
    const settings = await under.freshSettings()
    const [one, two] = [createClaims(await under.open(settings)), createClaims(await under.open(settings))]
    for (let round = 0; round < 25; round += 1) {
      const row = newClaim(`flicker-${round}`, 'one', 'a', 1)
      await one.claim(row)
      const [released, known] = await Promise.all([one.release(row), two.claim({ ...row, owner: 'two', fence: 2 })])
      expect(released).toBe(true)
      const now = await one.find(row)
      if (known === null) expect(now).toMatchObject({ owner: 'two' })
      else expect(known).toMatchObject({ owner: 'one' })
    }
  })

  it('forget answers after their time, but never an undecided settlement nor a payment', async () => {
    const store = await under.open()
    const claims = createClaims(store)
    const answer = { status: 200, body: Buffer.from('{"a":1}'), leaseUntilMs: NOW }
    for (const nonce of ['settled', 'undecided']) {
      const row = newClaim(nonce, 'one', 'a', 1)
      await claims.claim(row)
      await claims.beginSettling(row, answer)
      if (nonce === 'settled') await claims.settle(row, 'receipt', '0x1', NOW)
    }
    const stateOf = async (nonce: string) => (await claims.find(newClaim(nonce, '', '', 0)))?.state ?? null
    await claims.purge(EXPIRES)
    expect([await stateOf('settled'), await stateOf('undecided')]).toEqual(['settled', 'settling'])
    await claims.purge(EXPIRES + 1)
    expect([await stateOf('settled'), await stateOf('undecided')]).toEqual([null, 'settling'])
    expect(await store.ledger.read.selectFrom('payments').select('nonce').execute()).toEqual([{ nonce: 'settled' }])
  })

  it('list for reconciliation only what is undecided, left alone, and of this till', async () => {
    const claims = createClaims(await under.open())
    const answer = { status: 200, body: Buffer.from('{}'), leaseUntilMs: NOW }
    const rows = [
      newClaim('ours', 'one', 'a', 1),
      newClaim('busy', 'one', 'a', 1),
      { ...newClaim('elsewhere', 'one', 'a', 1), network: 'eip155:8453' },
      newClaim('claimed', 'one', 'a', 1),
    ]
    for (const row of rows) {
      await claims.claim(row)
      if (row.nonce !== 'claimed') await claims.beginSettling(row, { ...answer, leaseUntilMs: row.nonce === 'busy' ? NOW + 1 : NOW })
    }
    const { network, asset } = rows[0]!
    expect(
      (await claims.expiredSettling({ network, asset: asset.toUpperCase().replace('0X', '0x') }, NOW, 10)).map((row) => row.nonce),
    ).toEqual(['ours'])
  })
})

/** Makes the moves and compares every result, and the row after it, with what the model says. */
async function follow(claims: Claims, nonce: string, moves: readonly Move[]): Promise<void> {
  interface Model {
    state: ClaimRow['state']
    fence: number
    fingerprint: string
  }
  let model = null as Model | null
  let fences = 0
  let paid = false
  const tokens: { held: Held; fingerprint: string; state: ClaimRow['state'] }[] = []
  const key = newClaim(nonce, '', '', 0)

  for (const [index, step] of moves.entries()) {
    if (step.do === 'claim') {
      // As the gate does: first tokens never repeat.
      fences += 1000
      const row = newClaim(nonce, `owner-${index}`, step.question, fences)
      const known = await claims.claim(row)
      expect(known?.fence ?? null).toBe(model?.fence ?? null)
      if (!model) {
        model = { state: 'claimed', fence: fences, fingerprint: step.question }
        tokens.push({ held: row, fingerprint: step.question, state: 'claimed' })
      }
    } else if (step.do === 'purge') {
      await claims.purge(step.late ? EXPIRES + 1 : NOW)
      if (step.late && model?.state !== 'settling') model = null
    } else {
      const token = tokens[step.by % Math.max(1, tokens.length)]
      if (!token) continue
      const { held } = token
      const holds = model !== null && model.fence === held.fence
      const row = { ...newClaim(nonce, 'x', token.fingerprint, held.fence), state: token.state }
      if (step.do === 'takeOver') {
        const taken = await claims.takeOver(row, { state: 'settling', owner: `taker-${index}`, lease_until_ms: NOW })
        const wins = holds && model!.state === token.state
        expect(taken !== null).toBe(wins)
        if (wins) {
          model = { ...model!, state: 'settling', fence: held.fence + 1 }
          tokens.push({ held: taken!, fingerprint: token.fingerprint, state: 'settling' })
        }
      } else if (step.do === 'release') {
        const wins: boolean = holds && (model!.state === 'claimed' || model!.state === 'settling')
        expect(await claims.release(held)).toBe(wins)
        if (wins) model = null
      } else if (step.do === 'beginSettling') {
        const wins: boolean = holds && model!.state === 'claimed'
        expect(await claims.beginSettling(held, { status: 200, body: Buffer.from('{}'), leaseUntilMs: NOW })).toBe(wins)
        if (wins) model = { ...model!, state: 'settling' }
      } else if (step.do === 'endLease') {
        await claims.endLease(held, NOW)
      } else if (step.do === 'settle') {
        await claims.settle(row, 'receipt', `0x${index}`, NOW)
        paid = true
        // A settled payment is a fact whoever learns it, but never another question's answer.
        if (model && model.fingerprint === token.fingerprint && (model.state === 'settling' || model.state === 'failed')) {
          model = { ...model, state: 'settled' }
        }
      } else {
        const wins: boolean = holds && model!.state === 'settling'
        expect(await claims.fail(held, 'a reason')).toBe(wins)
        if (wins) model = { ...model!, state: 'failed' }
      }
    }
    const found = await claims.find(key)
    expect(found && { state: found.state, fence: found.fence, fingerprint: found.fingerprint }).toEqual(model)
    if (found?.state === 'settled') expect(paid).toBe(true)
  }
}
