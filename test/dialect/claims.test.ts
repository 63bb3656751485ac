/** Claims compared with a model under random interleavings of owners with stale tokens. */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type ClaimRow,
  type Claims,
  createClaims,
  type NewClaim,
  type OwnedClaim,
} from '../../src/store/ledger/claims.ts'
import { eachEngine } from '../support/engines.ts'
import { payment } from '../support/ledger-rows.ts'

const NOW = 1_795_000_000_000
const EXPIRES = NOW + 86_400_000

function newClaim(nonce: string, owner: string, fingerprint: string): NewClaim {
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
    fence: 1,
    payment_id: null,
    signature: '0x00',
    amount_atomic,
    pay_to,
    valid_after: '0',
    valid_before: String(NOW / 1000 + 60),
    failure: null,
    created_ms: NOW,
    expires_ms: EXPIRES,
  }
}

function keyOf(nonce: string) {
  const { network, asset, payer } = payment(nonce)
  return { network, asset, payer, nonce }
}

/** Operations on one payment. `by` selects one of all tokens ever issued. */
type Move =
  | { do: 'claim'; question: 'a' | 'b' }
  | {
      do: 'takeOver' | 'release' | 'withdraw' | 'beginSettling' | 'endLease' | 'settle' | 'fail'
      by: number
    }
  | { do: 'purge'; late: boolean }

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      question: fc.constantFrom('a' as const, 'b' as const),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'takeOver' as const,
        'release' as const,
        'withdraw' as const,
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
  it('are settled and recorded together or not at all, whatever breaks between the two', async () => {
    const store = await under.open()
    const claims = createClaims(store)
    const { row } = await claims.claim(newClaim('0xbreaks', 'one', 'a'))
    await claims.beginSettling(row, {
      status: 200,
      body: Buffer.from('answer'),
      leaseUntilMs: NOW,
      expiresMs: EXPIRES,
    })
    const recorded = () =>
      store.ledger.read
        .selectFrom('payments')
        .select('tx_hash')
        .where('nonce', '=', row.nonce)
        .execute()

    // A payment without a transaction breaks the rule of its table; what comes in the same moment
    // is not touched by it.
    const neighbour = claims.claim(newClaim('0xneighbour', 'one', 'a'))
    await expect(claims.settle(row, null as unknown as string, NOW)).rejects.toThrow()
    expect((await neighbour).isNew).toBe(true)
    expect(await recorded()).toEqual([])
    expect((await claims.find(row))?.state).toBe('settling')

    await claims.settle(row, '0xpaid', NOW)
    expect(await recorded()).toEqual([{ tx_hash: '0xpaid' }])
    expect((await claims.find(row))?.state).toBe('settled')
  })

  it('keep the answer from the moment it may be paid for, and drop it with a claim that never was', async () => {
    const claims = createClaims(await under.open())
    const { row } = await claims.claim(newClaim('0xanswered', 'one', 'a'))
    expect(await claims.findStoredAnswer(row)).toBeNull()
    const body = Buffer.from([0, 255, 123, 10, 13])
    await claims.beginSettling(row, { status: 200, body, leaseUntilMs: NOW, expiresMs: EXPIRES })
    const kept = await claims.findStoredAnswer(row)
    expect([kept?.status, [...kept!.body], kept?.tx_hash]).toEqual([200, [...body], null])
    // Money may move: what is known never to have been sent is withdrawn, nothing else.
    expect(await claims.release(row)).toBe(false)
    expect(await claims.withdraw(row)).toBe(true)
    expect(await claims.findStoredAnswer(row)).toBeNull()

    const again = (await claims.claim(newClaim('0xanswered', 'one', 'a'))).row
    expect(again.id).not.toBe(row.id)
    expect(
      await claims.beginSettling(row, { status: 200, body, leaseUntilMs: NOW, expiresMs: EXPIRES }),
    ).toBe(false)
    expect(await claims.findStoredAnswer(again)).toBeNull()
  })

  it('that do not exist cannot be settled silently', async () => {
    const claims = createClaims(await under.open())
    const { row } = await claims.claim(newClaim('0xgone', 'one', 'a'))
    await claims.release(row)
    await claims.claim(newClaim('0xgone', 'two', 'b'))
    await expect(claims.settle(row, '0x1', NOW)).rejects.toThrow('whose claim was purged')
    expect(await claims.find(row)).toMatchObject({ state: 'claimed', owner: 'two' })
  })

  it('follow the model, whatever stale owners try: no success is lost, no token works twice', {
    timeout: 60_000,
  }, async () => {
    const store = await under.open()
    const claims = createClaims(store)
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 30 }), async (moves) => {
        const nonce = randomBytes(8).toString('hex')
        const paid = await follow(claims, nonce, moves)
        const recorded = await store.ledger.read
          .selectFrom('payments')
          .select(['claim_id', 'tx_hash'])
          .where('nonce', '=', nonce)
          .orderBy('claim_id')
          .execute()
        expect(recorded).toEqual(paid)
      }),
      { numRuns: 60 },
    )
  })

  it('are changed one at a time: whatever is done to one leaves its neighbour as it is, with answer, key and lease', async () => {
    const store = await under.open()
    const claims = createClaims(store)
    const answer = {
      status: 200,
      body: Buffer.from('{}'),
      leaseUntilMs: NOW + 30_000,
      expiresMs: EXPIRES,
    }
    // Two payers with the same nonce and the same identifier: only the payer distinguishes them.
    const ofPayer = async (digit: string, isBegun: boolean) => {
      const payer = `0x${digit.repeat(40)}`
      const { row } = await claims.claim({
        ...newClaim('shared', 'one', 'a'),
        payer,
        payment_id: 'key',
      })
      await claims.bindPaymentId(
        row,
        { ...keyOf('shared'), payer, payment_id: 'key', fingerprint: 'a' },
        EXPIRES,
      )
      if (isBegun) await claims.beginSettling(row, answer)
      return (await claims.find(row))!
    }
    const rowsOf = async ({ id, payer }: ClaimRow) => [
      await claims.find({ ...keyOf('shared'), payer }),
      await claims.findStoredAnswer({ id }),
      await store.ledger.read
        .selectFrom('payment_ids')
        .selectAll()
        .where('payer', '=', payer)
        .execute(),
    ]
    const bindingOf = ({ payer }: ClaimRow) => ({
      ...keyOf('shared'),
      payer,
      payment_id: 'key',
      fingerprint: 'a',
    })
    const [resting, settling] = [await ofPayer('1', false), await ofPayer('2', true)]
    const neighbours = async () => [await rowsOf(resting), await rowsOf(settling)]
    const before = await neighbours()
    const acts: [boolean, (row: ClaimRow) => Promise<unknown>][] = [
      [
        false,
        (row) =>
          claims.takeOver(row, {
            state: 'claimed',
            owner: 'two',
            lease_until_ms: NOW,
            payment_id: 'another',
          }),
      ],
      [false, (row) => claims.beginSettling(row, answer)],
      [
        false,
        (row) =>
          claims.rebindPaymentId(row, bindingOf(row), row, {
            nonce: 'moved',
            fingerprint: 'b',
            expiresMs: NOW,
          }),
      ],
      [false, (row) => claims.release(row)],
      [true, (row) => claims.endLease(row, NOW)],
      [true, (row) => claims.fail(row, 'a reason', NOW)],
      [true, (row) => claims.settle(row, '0x1', NOW, 'a receipt')],
      [true, (row) => claims.withdraw(row)],
    ]
    for (const [index, [isBegun, act]] of acts.entries()) {
      const row = await ofPayer(
        String.fromCharCode(97 + index).replace(/[g-z]/, (letter) =>
          String(letter.charCodeAt(0) % 10),
        ),
        isBegun,
      )
      const unchanged = await rowsOf(row)
      await act(row)
      expect(await rowsOf(row)).not.toEqual(unchanged)
      expect(await neighbours()).toEqual(before)
    }
  })

  it('end their lease only for their owner, and only while they are settled', async () => {
    const claims = createClaims(await under.open())
    const leaseOf = async () => (await claims.find(newClaim('leased', '', '')))!.lease_until_ms
    const { row } = await claims.claim(newClaim('leased', 'one', 'a'))
    await claims.endLease(row, NOW)
    expect(await leaseOf()).toBe(NOW + 30_000)
    await claims.beginSettling(row, {
      status: 200,
      body: Buffer.from('{}'),
      leaseUntilMs: NOW + 30_000,
      expiresMs: EXPIRES,
    })
    await claims.endLease({ ...row, fence: 2 }, NOW)
    expect(await leaseOf()).toBe(NOW + 30_000)
    await claims.endLease(row, NOW)
    expect(await leaseOf()).toBe(NOW)
  })

  it('have one winner among concurrent owners, over two stores', async () => {
    const settings = await under.freshSettings()
    const stores = [
      await under.open(settings),
      under.engine === 'postgres' ? await under.open(settings) : null,
    ]
    const sides = stores.filter((store) => store !== null).map((store) => createClaims(store))
    const each = <T>(act: (claims: Claims, index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: 8 }, (_, index) => act(sides[index % sides.length]!, index)))
    for (let round = 0; round < 10; round += 1) {
      const nonce = `race-${round}`
      const claimed = await each((claims, index) =>
        claims.claim(newClaim(nonce, `owner-${index}`, 'a')),
      )
      expect(claimed.filter(({ isNew }) => isNew)).toHaveLength(1)
      const row = (await sides[0]!.find(newClaim(nonce, '', '')))!
      expect(new Set(claimed.map((each) => each.row.owner))).toEqual(new Set([row.owner]))
      const taken = await each((claims, index) =>
        claims.takeOver(row, { state: 'claimed', owner: `taker-${index}`, lease_until_ms: NOW }),
      )
      const held = taken.filter((each) => each !== null)
      expect(held).toHaveLength(1)
      const answer = { status: 200, body: Buffer.from('{}'), leaseUntilMs: NOW, expiresMs: EXPIRES }
      const begun = await each((claims) => claims.beginSettling(held[0]!, answer))
      expect(begun.filter(Boolean)).toHaveLength(1)
      // Eight learn that the money moved while eight believe that it failed.
      const settling = (await sides[0]!.find(row))!
      await Promise.all([
        each((claims, index) => claims.settle(settling, `0x${index}`, NOW)),
        each((claims) => claims.fail(held[0]!, 'a late failure', EXPIRES)),
      ])
      expect(await sides[0]!.find(row)).toMatchObject({ state: 'settled' })
      expect(await sides[0]!.findStoredAnswer(row)).toMatchObject({
        status: 200,
        tx_hash: expect.stringMatching(/^0x\d$/),
      })
    }
  })

  it('are claimed again when they are released in the moment they are found', async () => {
    const settings = await under.freshSettings()
    const [one, two] = [
      createClaims(await under.open(settings)),
      createClaims(await under.open(settings)),
    ]
    for (let round = 0; round < 25; round += 1) {
      const fresh = newClaim(`flicker-${round}`, 'one', 'a')
      const { row } = await one.claim(fresh)
      const [released, other] = await Promise.all([
        one.release(row),
        two.claim({ ...fresh, owner: 'two' }),
      ])
      expect(released).toBe(true)
      expect(other.row.owner).toBe(other.isNew ? 'two' : 'one')
      expect((await one.find(row))?.owner ?? null).toBe(other.isNew ? 'two' : null)
    }
  })

  it('let a key of the buyer move on only while its former payment is as it was judged', async () => {
    const settings = await under.freshSettings()
    const [one, two] = [
      createClaims(await under.open(settings)),
      createClaims(await under.open(settings)),
    ]
    const to = (nonce: string) => ({ nonce, fingerprint: 'a', expiresMs: EXPIRES })
    const bind = async (claims: Claims, held: ClaimRow, payment_id: string) =>
      (await claims.bindPaymentId(
        held,
        { ...keyOf(held.nonce), payment_id, fingerprint: 'a' },
        EXPIRES,
      ))!
    const claimed = async (claims: Claims, nonce: string, payment_id: string) =>
      (await claims.claim({ ...newClaim(nonce, 'two', 'a'), payment_id })).row

    const first = await claimed(one, 'first', 'key')
    const second = await claimed(one, 'second', 'key')
    const bound = await bind(one, first, 'key')
    await one.release({ ...first, payment_id: null })
    // Released, and used again while another payment continues from its release.
    const row = await claimed(two, 'first', 'key')
    expect(await one.rebindPaymentId(second, bound, null, to('second'))).toBe(false)
    expect(await bind(two, row, 'key')).toMatchObject({ nonce: 'first' })
    // Stopped, and taken over again.
    const stopped = (await one.takeOver(row, {
      state: 'claimed',
      owner: 'one',
      lease_until_ms: NOW,
    }))!
    const again = (await two.takeOver(stopped, {
      state: 'claimed',
      owner: 'two',
      lease_until_ms: NOW,
    }))!
    expect(await one.rebindPaymentId(second, bound, stopped, to('second'))).toBe(false)
    // Bound again in the meantime, by the same payment for another question.
    const otherQuestion = { nonce: 'first', fingerprint: 'b', expiresMs: NOW + 1000 }
    expect(await one.rebindPaymentId(again, bound, again, otherQuestion)).toBe(true)
    expect(await two.rebindPaymentId(second, bound, again, to('second'))).toBe(false)
    const moved = { ...bound, fingerprint: 'b' }
    expect(await two.rebindPaymentId({ ...second, fence: 2 }, moved, again, to('second'))).toBe(
      false,
    )
    expect(await two.rebindPaymentId(second, moved, again, to('second'))).toBe(true)
    expect(await bind(two, again, 'key')).toMatchObject({ nonce: 'second' })

    // Concurrently: both never continue.
    for (let round = 0; round < 25; round += 1) {
      const key = `key-${round}`
      const released = await claimed(one, `former-${round}`, key)
      const later = await claimed(one, `later-${round}`, key)
      const former = await bind(one, released, key)
      await one.release({ ...released, payment_id: null })
      const [isMoved, repeated] = await Promise.all([
        one.rebindPaymentId(later, former, null, to(`later-${round}`)),
        claimed(two, former.nonce, key).then((held) => bind(two, held, key)),
      ])
      expect(repeated.nonce).toBe(isMoved ? `later-${round}` : former.nonce)
    }
  })

  it('bind a buyer’s identifier only for their owner', async () => {
    const store = await under.open()
    const claims = createClaims(store)
    const { row } = await claims.claim({ ...newClaim('held', 'one', 'a'), payment_id: 'key' })
    const taken = (await claims.takeOver(row, {
      state: 'claimed',
      owner: 'two',
      lease_until_ms: NOW,
    }))!
    const bind = (held: OwnedClaim) =>
      claims.bindPaymentId(held, { ...keyOf('held'), payment_id: 'key', fingerprint: 'a' }, EXPIRES)
    expect(await bind(row)).toBeNull()
    expect(await store.ledger.read.selectFrom('payment_ids').selectAll().execute()).toEqual([])
    expect(await bind(taken)).toEqual({ ...keyOf('held'), payment_id: 'key', fingerprint: 'a' })
    expect(await claims.release(taken)).toBe(true)
    expect(await bind(taken)).toBeNull()
    expect(await store.ledger.read.selectFrom('payment_ids').selectAll().execute()).toEqual([])
  })

  it('forget answers after their time, but never an undecided settlement nor a payment', async () => {
    const store = await under.open()
    const claims = createClaims(store)
    const answer = {
      status: 200,
      body: Buffer.from('{"a":1}'),
      leaseUntilMs: NOW,
      expiresMs: EXPIRES,
    }
    for (const nonce of ['settled', 'undecided']) {
      const { row } = await claims.claim(newClaim(nonce, 'one', 'a'))
      await claims.beginSettling(row, answer)
      if (nonce === 'settled') await claims.settle(row, '0x1', NOW)
    }
    const stateOf = async (nonce: string) =>
      (await claims.find(newClaim(nonce, '', '')))?.state ?? null
    await claims.purge(EXPIRES, NOW)
    expect([await stateOf('settled'), await stateOf('undecided')]).toEqual(['settled', 'settling'])
    await claims.purge(EXPIRES + 1, NOW)
    expect([await stateOf('settled'), await stateOf('undecided')]).toEqual([null, 'settling'])
    expect(await store.ledger.read.selectFrom('payments').select('nonce').execute()).toEqual([
      { nonce: 'settled' },
    ])
    expect(await store.ledger.read.selectFrom('answers').select('claim_id').execute()).toHaveLength(
      1,
    )
  })

  it('are either dropped or taken over when both are tried concurrently, each with its result', async () => {
    const settings = await under.freshSettings()
    const [one, two] = [
      createClaims(await under.open(settings)),
      createClaims(await under.open(settings)),
    ]
    for (let round = 0; round < 25; round += 1) {
      const { row } = await one.claim(newClaim(`old-${round}`, 'one', 'a'))
      await one.beginSettling(row, {
        status: 200,
        body: Buffer.from('{}'),
        leaseUntilMs: NOW,
        expiresMs: EXPIRES,
      })
      await one.fail(row, 'a reason', EXPIRES)
      const failed = (await one.find(row))!
      const [, taken] = await Promise.all([
        one.purge(EXPIRES + 1, NOW),
        two.takeOver(failed, { state: 'settling', owner: 'two', lease_until_ms: NOW }),
      ])
      expect((await one.find(row))?.state ?? null).toBe(taken ? 'settling' : null)
      expect((await one.findStoredAnswer(row))?.status ?? null).toBe(taken ? 200 : null)
    }
  })

  it('that were undecided for long are kept with their answer and key as long as any other, from the day they are settled', async () => {
    const store = await under.open()
    const claims = createClaims(store)
    const { row } = await claims.claim({ ...newClaim('late', 'one', 'a'), payment_id: 'key' })
    await claims.bindPaymentId(
      row,
      { ...keyOf('late'), payment_id: 'key', fingerprint: 'a' },
      EXPIRES,
    )
    await claims.beginSettling(row, {
      status: 200,
      body: Buffer.from('{}'),
      leaseUntilMs: NOW,
      expiresMs: EXPIRES,
    })
    const left = async () => {
      const keys = await store.ledger.read.selectFrom('payment_ids').select('payment_id').execute()
      return [
        (await claims.find(row))?.state ?? null,
        (await claims.findStoredAnswer(row))?.status ?? null,
        keys.length,
      ]
    }
    const settledMs = EXPIRES + 10_000
    await claims.purge(settledMs, settledMs - 5000)
    expect(await left()).toEqual(['settling', 200, 1])
    await claims.settle(row, '0x1', settledMs)
    await claims.purge(settledMs + 4999, settledMs - 1)
    expect(await left()).toEqual(['settled', 200, 1])
    await claims.purge(settledMs + 5000, settledMs)
    expect(await left()).toEqual([null, null, 0])
  })

  it('list for reconciliation only what is undecided, left alone, and of these settings', async () => {
    const claims = createClaims(await under.open())
    const answer = { status: 200, body: Buffer.from('{}'), leaseUntilMs: NOW, expiresMs: EXPIRES }
    const rows = [
      newClaim('ours', 'one', 'a'),
      newClaim('busy', 'one', 'a'),
      { ...newClaim('elsewhere', 'one', 'a'), network: 'eip155:8453' },
      { ...newClaim('other-token', 'one', 'a'), asset: `0x${'9'.repeat(40)}` },
      newClaim('claimed', 'one', 'a'),
    ]
    for (const fresh of rows) {
      const { row } = await claims.claim(fresh)
      if (row.nonce !== 'claimed')
        await claims.beginSettling(row, {
          ...answer,
          leaseUntilMs: row.nonce === 'busy' ? NOW + 1 : NOW,
        })
    }
    const { network, asset } = rows[0]!
    expect(
      (
        await claims.listExpiredSettling(
          { network, asset: asset.toUpperCase().replace('0X', '0x') },
          { nowMs: NOW, lengthMs: 30_000 },
          10,
        )
      ).map((row) => row.nonce),
    ).toEqual(['ours'])
    expect(await claims.countSettling()).toBe(4)
  })

  it('are dropped in portions, however many there are', async () => {
    const store = await under.open()
    const claims = createClaims(store)
    const nonces = Array.from({ length: 1200 }, (_, index) => `old-${index}`)
    await Promise.all(nonces.map((nonce) => claims.claim(newClaim(nonce, 'one', 'a'))))
    await claims.purge(EXPIRES + 1, NOW)
    expect(await store.ledger.read.selectFrom('claims').select('id').execute()).toEqual([])
  })
})

/**
 * Makes the moves and compares every result, and the row after it, with what the model says.
 * Returns the payments there should be.
 */
async function follow(
  claims: Claims,
  nonce: string,
  moves: readonly Move[],
): Promise<{ claim_id: number; tx_hash: string }[]> {
  interface Model extends OwnedClaim {
    state: ClaimRow['state']
    fingerprint: string
  }
  let model = null as Model | null
  const paid: { claim_id: number; tx_hash: string }[] = []
  const tokens: ClaimRow[] = []
  const key = newClaim(nonce, '', '')

  for (const [index, step] of moves.entries()) {
    if (step.do === 'claim') {
      const { isNew, row } = await claims.claim(newClaim(nonce, `owner-${index}`, step.question))
      expect(isNew).toBe(model === null)
      if (model === null) {
        expect(tokens.map(({ id }) => id)).not.toContain(row.id)
        model = { id: row.id, fence: row.fence, state: 'claimed', fingerprint: step.question }
        tokens.push(row)
      } else expect([row.id, row.fence]).toEqual([model.id, model.fence])
    } else if (step.do === 'purge') {
      await claims.purge(step.late ? EXPIRES + 1 : NOW, NOW)
      if (step.late && model?.state !== 'settling') model = null
    } else {
      const held = tokens[step.by % Math.max(1, tokens.length)]
      if (!held) continue
      const holds = model !== null && model.id === held.id && model.fence === held.fence
      if (step.do === 'takeOver') {
        // As the gate does: only what has an answer is settled.
        const state = held.state === 'claimed' ? 'claimed' : 'settling'
        const taken = await claims.takeOver(held, {
          state,
          owner: `taker-${index}`,
          lease_until_ms: NOW,
        })
        const wins = holds && model!.state === held.state
        expect(taken !== null).toBe(wins)
        if (wins) {
          model = { ...model!, state, fence: held.fence + 1 }
          tokens.push(taken!)
        }
      } else if (step.do === 'release' || step.do === 'withdraw') {
        const wins: boolean =
          holds && model!.state === (step.do === 'release' ? 'claimed' : 'settling')
        expect(await claims[step.do](held)).toBe(wins)
        if (wins) model = null
      } else if (step.do === 'beginSettling') {
        const wins: boolean = holds && model!.state === 'claimed'
        expect(
          await claims.beginSettling(held, {
            status: 200,
            body: Buffer.from('{}'),
            leaseUntilMs: NOW,
            expiresMs: EXPIRES,
          }),
        ).toBe(wins)
        if (wins) {
          model = { ...model!, state: 'settling' }
          tokens.push({ ...held, state: 'settling' })
        }
      } else if (step.do === 'endLease') {
        await claims.endLease(held, NOW)
      } else if (step.do === 'settle') {
        const isIt = model !== null && model.id === held.id
        const settling = claims.settle(held, `0x${index}`, NOW)
        // A settled payment stays settled for every owner, but never for another claim.
        if (isIt && model!.state !== 'claimed') {
          expect(await settling).toBe(model!.state !== 'settled')
          if (model!.state !== 'settled') paid.push({ claim_id: held.id, tx_hash: `0x${index}` })
          model = { ...model!, state: 'settled' }
        } else await expect(settling).rejects.toThrow('whose claim was purged')
      } else {
        const wins: boolean = holds && model!.state === 'settling'
        expect(await claims.fail(held, 'a reason', EXPIRES)).toBe(wins)
        if (wins) {
          model = { ...model!, state: 'failed' }
          tokens.push({ ...held, state: 'failed' })
        }
      }
    }
    const found = await claims.find(key)
    expect(
      found && {
        id: found.id,
        fence: found.fence,
        state: found.state,
        fingerprint: found.fingerprint,
      },
    ).toEqual(model)
    if (!found) continue
    const kept = await claims.findStoredAnswer(found)
    expect(kept === null).toBe(found.state === 'claimed')
    expect(kept?.tx_hash ?? null).toBe(
      paid.find((each) => each.claim_id === found.id)?.tx_hash ?? null,
    )
  }
  return paid.sort((a, b) => a.claim_id - b.claim_id)
}
