/**
 * Each end of a payment, one at a time: the buyer's answer, the records, and the number of chain
 * queries.
 */
import { expect, it, vi } from 'vitest'
import { silentLog } from '../../src/observe/log.ts'
import type { Visit } from '../../src/payments/admission/admission.ts'
import type { Chain, ChainFinding } from '../../src/payments/evm/chain.ts'
import type { SettleOutcome } from '../../src/payments/facilitator.ts'
import type { Receipts } from '../../src/payments/offer-receipt.ts'
import { type ErrorCode, ServiceError, StoreUnavailable } from '../../src/platform/errors.ts'
import type { Timers } from '../../src/platform/timers.ts'
import {
  bareLedger,
  chargeOf,
  NOW_S,
  nonce,
  scriptedFacilitator,
  TX,
  type Wish,
} from '../support/bare-gate.ts'
import { expectCode } from '../support/expect-code.ts'

const ledger = await bareLedger()
const { clock, claims } = ledger
const UNUSED: ChainFinding = { kind: 'unused', chainTimeS: NOW_S }
const UNKNOWN: SettleOutcome = { kind: 'unknown', reason: 'no answer' }
const saying = (finding: ChainFinding): Chain => ({ lookUp: async () => finding })
const settling = (outcome: SettleOutcome) =>
  scriptedFacilitator({ settle: async () => outcome }).facilitator
const keyOf = (pair: string) => chargeOf({ nonce: nonce(pair) }).presented.key
const known = async (pair: string) => (await claims.find(keyOf(pair)))!
const wish = (pair: string, more: Partial<Wish> = {}): Wish => ({
  nonce: nonce(pair),
  validBeforeS: NOW_S + 3600,
  ...more,
})
/** Timers that fire immediately. */
const hurried: Timers = {
  sleep: async (ms) => clock.advance(ms),
  after: () => () => {},
  every: () => () => {},
}

/** Admission that admits all and records the visits. */
const visitor = (visits: string[]): Visit => ({
  async checkBeforeVerify() {
    visits.push('enter')
    return null
  },
  noteVerified: async () => void visits.push('verified'),
  admitKnownPayment: async () => void visits.push('again'),
  awaitedLimit: () => null,
  end: (end) =>
    void visits.push(end.kind === 'threw' ? (end.error as ServiceError).code : end.kind),
})

async function undecided(pair: string, more: Partial<Wish> = {}): Promise<void> {
  const gate = ledger.gate({ facilitator: settling(UNKNOWN) })
  await expectCode(gate.charge(chargeOf(wish(pair, more))), 'SETTLEMENT_UNKNOWN')
}

it.each([
  ['10', UNUSED, 'insufficient_funds'],
  ['11', { kind: 'unpaid', reason: 'cancelled' }, 'cancelled'],
  ['12', { kind: 'unused', chainTimeS: NOW_S + 7200 }, 'the authorization expired unused'],
] as const)(
  'a refusal (%s) of which the chain says %o is told with the better reason of the two: %s',
  async (pair, finding, reason) => {
    const gate = ledger.gate({
      chain: saying(finding),
      facilitator: settling({ kind: 'refused', reason: 'insufficient_funds' }),
    })
    const outcome = await gate.charge(chargeOf(wish(pair)))
    if (outcome.kind !== 'refused') throw new Error(outcome.kind)
    expect(outcome.reason).toBe(reason)
    expect(JSON.parse(Buffer.from(outcome.receipt!, 'base64').toString())).toMatchObject({
      success: false,
      errorReason: reason,
      transaction: '',
    })
    expect(await known(pair)).toMatchObject({ state: 'failed', failure: reason })
  },
)

it('a refused payment whose repetition is not sent stays refused, for its first reason, and nothing was charged', async () => {
  const charge = chargeOf(wish('20'))
  await ledger
    .gate({ facilitator: settling({ kind: 'refused', reason: 'insufficient_funds' }) })
    .charge(charge)
  const unsent = ledger.gate({ facilitator: settling({ kind: 'not_sent', reason: 'no route' }) })
  await expectCode(unsent.charge(charge), 'FACILITATOR_UNAVAILABLE')
  expect(await known('20')).toMatchObject({ state: 'failed', failure: 'insufficient_funds' })
})

it('nothing is charged, and nothing sent, while the facilitator does not serve the network', async () => {
  const { facilitator, settled } = scriptedFacilitator()
  const gate = ledger.gate({ facilitator: { ...facilitator, capability: () => 'unsupported' } })
  await expectCode(gate.charge(chargeOf(wish('21'))), 'FACILITATOR_UNAVAILABLE')
  expect(settled).toEqual([])
})

it.each([
  ['1a', 'network', 'eip155:8453'],
  ['1b', 'asset', `0x${'9'.repeat(40)}`],
])(
  'money (%s) of another %s, %s, is refused before anybody is asked',
  async (pair, member, other) => {
    const { facilitator, settled } = scriptedFacilitator()
    const { presented, ...charge } = chargeOf(wish(pair))
    const foreign = {
      ...charge,
      presented: { ...presented, key: { ...presented.key, [member]: other } },
    }
    expect(await ledger.gate({ facilitator }).charge(foreign)).toMatchObject({
      kind: 'refused',
      reason: 'no_matching_payment_requirements',
    })
    expect([settled, await claims.find(foreign.presented.key)]).toEqual([[], null])
  },
)

it('an unknown outcome is looked up on the chain every 400 ms for three seconds, and no longer', async () => {
  let asked = 0
  const chain: Chain = {
    async lookUp() {
      asked += 1
      return UNUSED
    },
  }
  const beganMs = clock.nowMs()
  const gate = ledger.gate({ chain, timers: hurried, facilitator: settling(UNKNOWN) })
  await expectCode(gate.charge(chargeOf(wish('22'))), 'SETTLEMENT_UNKNOWN')
  expect([asked, clock.nowMs() - beganMs]).toEqual([8, 2800])
})

it('an undecided payment has an owner for as long as it is repeated, and none afterwards', async () => {
  await undecided('23')
  const gate = ledger.gate()
  const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const chain: Chain = {
    async lookUp() {
      asked.resolve()
      await told.promise
      return { kind: 'unknown', reason: 'away' }
    },
  }
  const first = ledger
    .gate({ chain, timers: hurried, facilitator: settling(UNKNOWN) })
    .charge(chargeOf(wish('23')))
  await asked.promise
  expect((await known('23')).lease_until_ms).toBe(clock.nowMs() + 30_000)
  await expectCode(gate.charge(chargeOf(wish('23'))), 'PAYMENT_IN_FLIGHT')
  told.resolve()
  await expectCode(first, 'SETTLEMENT_UNKNOWN')
  expect(await gate.charge(chargeOf(wish('23')))).toMatchObject({ kind: 'delivered' })
})

it.each<[string, string, Pick<Wish, 'question' | 'paymentId'>, ErrorCode]>([
  ['24', 'another question', { question: 'e'.repeat(64) }, 'PAYMENT_REUSED'],
  ['25', 'another identifier', { paymentId: 'of_another_purchase' }, 'PAYMENT_KNOWN'],
])(
  'who finds (%s) that his payment was settled for %s meanwhile is not given that answer',
  async (pair, _, other, code) => {
    await undecided(pair)
    const gate = ledger.gate({
      replaced: {
        // Released, taken and settled by another owner between reading and taking the claim.
        async takeOver(row) {
          await claims.settle(row, TX, clock.nowMs())
          return null
        },
        async find(key) {
          const row = (await claims.find(key))!
          return row.state === 'settled'
            ? {
                ...row,
                fingerprint: other.question ?? row.fingerprint,
                payment_id: other.paymentId ?? null,
              }
            : row
        },
      },
    })
    await expect(gate.charge(chargeOf(wish(pair)))).rejects.toMatchObject({
      code,
      payment: 'settled',
    })
  },
)

it('a repetition that finds it unsettled learns that another one is at work', async () => {
  await undecided('26')
  const gate = ledger.gate({ replaced: { takeOver: async () => null } })
  await expectCode(gate.charge(chargeOf(wish('26'))), 'PAYMENT_IN_FLIGHT')
})

it('an answer, or its receipt, that is purged during a repetition is not sent', async () => {
  const receipts: Receipts = { sign: () => 'signed' }
  const proof = {
    endpoint: 'shop_item',
    resourceUrl: 'https://shop.test/',
    method: null,
    etag: null,
  } as never
  const charge = chargeOf(
    wish('27', { work: async () => ({ status: 200, body: Buffer.from('{}'), proof }) }),
  )
  expect(await ledger.gate().charge(charge)).toMatchObject({ kind: 'delivered' })
  for (const replaced of [
    { findStoredAnswer: async () => null },
    { keepReceipt: async () => null },
  ]) {
    await expectCode(ledger.gate({ receipts, replaced }).charge(charge), 'PAYMENT_IN_FLIGHT')
  }
  expect(await ledger.gate({ receipts }).charge(charge)).toMatchObject({
    kind: 'delivered',
    replayed: true,
  })
})

it.each([
  ['28', new ServiceError('SUBJECT_NOT_FOUND', 'No such company.'), 'PAYMENT_IN_FLIGHT'],
  ['29', new StoreUnavailable(new Error('gone')), undefined],
])(
  'a handler that fails (%s) while the claim cannot be let go says nothing of what was charged: %o',
  async (pair, error, code) => {
    const gate = ledger.gate({ replaced: { release: () => Promise.reject(new Error('gone')) } })
    const failing = gate.charge(chargeOf(wish(pair, { work: () => Promise.reject(error) })))
    await expect(failing).rejects.toMatchObject(code ? { code } : { name: 'StoreUnavailable' })
  },
)

it('a repetition that is overtaken when it starts again learns that another one is at work', async () => {
  const gate = ledger.gate({ replaced: { release: () => Promise.reject(new Error('gone')) } })
  await expect(
    gate.charge(chargeOf(wish('2a', { work: () => Promise.reject(new Error('broken')) }))),
  ).rejects.toThrow()
  clock.advance(30_000)
  const overtaken = ledger.gate({ replaced: { takeOver: async () => null } })
  await expectCode(overtaken.charge(chargeOf(wish('2a'))), 'PAYMENT_IN_FLIGHT')
})

it('a lease ends with its last millisecond', async () => {
  const { row } = await claims.claim({ ...(await rowOf('2b')), lease_until_ms: clock.nowMs() + 1 })
  await expectCode(ledger.gate().charge(chargeOf(wish('2b'))), 'PAYMENT_IN_FLIGHT')
  clock.advance(1)
  expect(await ledger.gate().charge(chargeOf(wish('2b')))).toMatchObject({ kind: 'delivered' })
  expect((await known('2b')).fence).toBe(row.fence + 1)
})

/** A claim as the gate writes it, for another buyer. */
async function rowOf(pair: string) {
  await undecided('ff')
  const { id: _, ...row } = await known('ff')
  return { ...row, ...keyOf(pair), state: 'claimed' as const, owner: 'another', fence: 1 }
}

const FORMER = 'one_purchase_at_most'

it.each([
  ['30', '31', { rebindPaymentId: async () => false }],
  ['32', '33', { takeOver: async () => null }],
])(
  'a second signature (%s, %s) whose identifier is moved by somebody else meanwhile is told to come back',
  async (first, second, replaced) => {
    const paymentId = `${FORMER}_${first}`
    await ledger
      .gate({ facilitator: settling({ kind: 'refused', reason: 'insufficient_funds' }) })
      .charge(chargeOf(wish(first, { paymentId })))
    const { facilitator, settled } = scriptedFacilitator()
    const later = ledger
      .gate({ facilitator, replaced })
      .charge(chargeOf(wish(second, { paymentId })))
    await expectCode(later, 'PAYMENT_IN_FLIGHT')
    expect(settled).toEqual([])
  },
)

it('a second signature under the identifier of an undecided payment is given its answer, as a repetition, and is free for another purchase', async () => {
  await undecided('34', { paymentId: `${FORMER}_34` })
  const { facilitator, settled } = scriptedFacilitator()
  const gate = ledger.gate({ facilitator })
  expect(await gate.charge(chargeOf(wish('35', { paymentId: `${FORMER}_34` })))).toMatchObject({
    kind: 'delivered',
    replayed: true,
  })
  expect(settled).toEqual([`0x${nonce('34')}`])
  expect(await claims.find(keyOf('35'))).toBeNull()
})

it('a second signature is charged when the undecided payment before it turns out to be refused', async () => {
  await undecided('36', { paymentId: `${FORMER}_36` })
  const { facilitator, settled } = scriptedFacilitator()
  const gate = ledger.gate({
    facilitator,
    chain: {
      lookUp: async ({ key }) =>
        key.nonce === keyOf('36').nonce ? { kind: 'unpaid', reason: 'cancelled' } : UNUSED,
    },
  })
  expect(await gate.charge(chargeOf(wish('37', { paymentId: `${FORMER}_36` })))).toMatchObject({
    kind: 'delivered',
    replayed: false,
  })
  expect(settled).toEqual([`0x${nonce('37')}`])
  expect(await known('36')).toMatchObject({ state: 'failed' })
})

it('a second signature is asked to return when the refused payment before it is taken over at that moment', async () => {
  await undecided('38', { paymentId: `${FORMER}_38` })
  const { facilitator, settled } = scriptedFacilitator()
  let looks = 0
  const gate = ledger.gate({
    facilitator,
    chain: saying({ kind: 'unpaid', reason: 'cancelled' }),
    replaced: {
      async find(key) {
        looks += 1
        const row = await claims.find(key)
        return looks === 2
          ? await claims.takeOver(row!, {
              state: 'settling',
              owner: 'another',
              lease_until_ms: clock.nowMs(),
            })
          : row
      },
    },
  })
  const second = gate.charge(chargeOf(wish('39', { paymentId: `${FORMER}_38` })))
  await expectCode(second, 'PAYMENT_IN_FLIGHT')
  expect([looks, settled]).toEqual([2, []])
})

it('a refused payment stays refused when the ledger breaks while its identifier is looked at again', async () => {
  const charge = chargeOf(wish('3a', { paymentId: `${FORMER}_3a` }))
  await ledger
    .gate({ facilitator: settling({ kind: 'refused', reason: 'insufficient_funds' }) })
    .charge(charge)
  const away = ledger.gate({
    replaced: { bindPaymentId: () => Promise.reject(new StoreUnavailable(new Error('gone'))) },
  })
  await expect(away.charge(charge)).rejects.toThrow()
  expect(await known('3a')).toMatchObject({ state: 'failed', failure: 'insufficient_funds' })
})

it('a known payment is admitted again before any query for it, unless it is settled: then its payer gets the answer', async () => {
  const visits: string[] = []
  const admission = { open: () => visitor(visits), noteSettled: () => {} }
  const charge = chargeOf(wish('3b'))
  await expectCode(
    ledger.gate({ admission, facilitator: settling(UNKNOWN) }).charge(charge),
    'SETTLEMENT_UNKNOWN',
  )
  const limited = () =>
    Promise.reject(
      new ServiceError('RATE_LIMITED', 'Too many.', {
        retryAfterSeconds: 20,
        headers: { ratelimit: 'r=0' },
      }),
    )
  const { facilitator, settled } = scriptedFacilitator({
    settle: async () => ({ kind: 'refused', reason: 'insufficient_funds' }),
  })
  const full = { ...admission, open: () => ({ ...visitor(visits), admitKnownPayment: limited }) }
  const told = { code: 'SETTLEMENT_UNKNOWN', retryAfterSeconds: 20, headers: { ratelimit: 'r=0' } }
  await expect(ledger.gate({ admission: full, facilitator }).charge(charge)).rejects.toMatchObject(
    told,
  )
  expect(settled).toEqual([])
  const chain = saying({ kind: 'unpaid', reason: 'cancelled' })
  expect(await ledger.gate({ admission, chain, facilitator }).charge(charge)).toMatchObject({
    kind: 'refused',
  })
  // So is one that was refused.
  await expect(ledger.gate({ admission: full, facilitator }).charge(charge)).rejects.toMatchObject(
    told,
  )
  expect(
    await ledger.gate({ admission, chain: saying({ kind: 'settled', txHash: TX }) }).charge(charge),
  ).toMatchObject({
    kind: 'delivered',
  })
  expect(await ledger.gate({ admission: full }).charge(charge)).toMatchObject({
    kind: 'delivered',
    replayed: true,
  })
  expect(visits).toEqual([
    ...['enter', 'verified', 'SETTLEMENT_UNKNOWN'],
    'SETTLEMENT_UNKNOWN',
    ...['again', 'refused'],
    'SETTLEMENT_UNKNOWN',
    ...['again', 'delivered'],
  ])
})

it('a known payment › waits for a place within the time of its request, and its settlement stays unknown', async () => {
  await undecided('3c')
  const limit = { name: 'unpaid_payer', keyHash: '0'.repeat(32) }
  const admission = {
    open: () => ({
      ...visitor([]),
      admitKnownPayment: () => new Promise<void>(() => {}),
      awaitedLimit: () => limit,
    }),
    noteSettled: () => {},
  }
  const { facilitator, settled } = scriptedFacilitator({ settle: async () => UNKNOWN })
  const begunMs = clock.nowMs()
  const inTime: Timers = {
    ...hurried,
    after(ms, run) {
      const due = setImmediate(() => {
        clock.advance(ms)
        run()
      })
      return () => clearImmediate(due)
    },
  }
  const again = ledger.gate({ admission, facilitator, timers: inTime }).charge(chargeOf(wish('3c')))
  await expect(again).rejects.toMatchObject({
    code: 'SETTLEMENT_UNKNOWN',
    retryAfterSeconds: 5,
    limit,
  })
  expect(clock.nowMs() - begunMs).toBeLessThanOrEqual(9000)
  expect([settled, (await known('3c')).state]).toEqual([[], 'settling'])
})

it('the background writes down what the chain says of who does not come back, and counts what it has decided', async () => {
  clock.advance(120_000)
  await ledger.gate({ chain: saying({ kind: 'unpaid', reason: 'cancelled' }) }).reconcileExpired()
  for (const pair of ['41', '42', '43', '44']) await undecided(pair)
  const findings: Record<string, ChainFinding> = {
    '41': { kind: 'settled', txHash: TX },
    '42': { kind: 'unpaid', reason: 'cancelled' },
    '43': { kind: 'unused', chainTimeS: NOW_S + 7200 },
    '44': UNUSED,
  }
  const chain: Chain = { lookUp: async ({ key }) => findings[key.nonce.slice(2, 4)]! }
  clock.advance(1)
  const paid: string[] = []
  const admission = {
    open: () => visitor([]),
    noteSettled: ({ nonce }: { nonce: string }) => void paid.push(nonce.slice(2, 4)),
  }
  const onPaid = vi.fn()
  expect(await ledger.gate({ chain, admission, onPaid }).reconcileExpired()).toBe(3)
  expect(paid).toEqual(['41'])
  expect(onPaid.mock.calls).toEqual([[{ operation: 'shop_item', amountAtomic: '100000' }]])
  const states = await Promise.all(
    Object.keys(findings).map(async (pair) => (await known(pair)).state),
  )
  expect(states).toEqual(['settled', 'failed', 'failed', 'settling'])
  expect((await known('42')).failure).toBe('cancelled')
  // The next time it is another's turn first.
  expect((await known('44')).lease_until_ms).toBe(clock.nowMs())
  expect(
    await ledger.gate({ chain: saying({ kind: 'settled', txHash: TX }) }).reconcileExpired(),
  ).toBe(1)
})

it.each([
  ['4a', 'and claimed again, it is left to the new claim', true],
  ['4b', 'and not claimed again, its payment is an error', false],
])(
  'a settlement (%s) that was withdrawn while the background asked the chain, %s',
  async (pair, _, isAgain) => {
    await undecided(pair)
    const stale = await known(pair)
    const errors: unknown[] = []
    const chain: Chain = {
      async lookUp({ key }) {
        if (key.nonce !== stale.nonce) return UNUSED
        // A database may do a statement long after its client gave up.
        await claims.withdraw(stale)
        if (isAgain) await undecided(pair)
        return { kind: 'settled', txHash: TX }
      },
    }
    clock.advance(1)
    const log = { ...silentLog, error: (...said: unknown[]) => void errors.push(said) }
    await ledger.gate({ chain, log }).reconcileExpired()
    expect(errors).toHaveLength(isAgain ? 0 : 1)
    const current = await claims.find(stale)
    if (!isAgain) return expect(current).toBeNull()
    expect([current?.state, current?.id === stale.id]).toEqual(['settling', false])
    expect(await claims.settle(current!, TX, clock.nowMs())).toBe(true)
  },
)

it('the background leaves a chain in peace that has been silent three times in a row', async () => {
  for (const pair of ['45', '46', '47', '48', '49']) await undecided(pair)
  const heard: string[] = []
  const answering = (answers: readonly ChainFinding[]): Chain => ({
    async lookUp({ key }) {
      heard.push(key.nonce.slice(2, 4))
      return answers[heard.length - 1] ?? { kind: 'unknown', reason: 'away' }
    },
  })
  clock.advance(1)
  expect(await ledger.gate({ chain: answering([]) }).reconcileExpired()).toBe(0)
  expect(heard).toEqual(['45', '46', '47'])
  heard.length = 0
  clock.advance(1)
  // One answer in between, and it goes on.
  expect(
    await ledger
      .gate({ chain: answering([{ kind: 'unknown', reason: 'away' }, UNUSED]) })
      .reconcileExpired(),
  ).toBe(0)
  expect(heard).toEqual(['48', '49', '45', '46', '47'])
})

const TEA = 'a'.repeat(64)
const COFFEE = 'c'.repeat(64)

it('a payment whose process died before it settled buys something else under its identifier, which is then bound to that', async () => {
  const [died, down] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  const dies = async () => {
    died.resolve()
    return await down.promise
  }
  void ledger
    .gate()
    .charge(chargeOf(wish('d0', { paymentId: 'bought_once_only', question: COFFEE, work: dies })))
  await died.promise
  const other = ledger.gate({ owner: 'two', isOwnerDead: (owner) => owner === 'one' })
  expect(
    await other.charge(chargeOf(wish('d0', { paymentId: 'bought_once_only', question: TEA }))),
  ).toMatchObject({ kind: 'delivered' })
  const { facilitator, settled } = scriptedFacilitator()
  const again = ledger
    .gate({ owner: 'two', facilitator })
    .charge(chargeOf(wish('d1', { paymentId: 'bought_once_only', question: TEA })))
  expect(await again).toMatchObject({ kind: 'delivered', replayed: true })
  expect(settled).toEqual([])
})

it('a claim of a live process is in flight until its lease ends, for any caller', async () => {
  const [works, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = async () => {
    works.resolve()
    await goesOn.promise
    return { status: 200, body: Buffer.from('{"answer":1}') }
  }
  const first = ledger.gate().charge(chargeOf(wish('d2', { work: slow })))
  await works.promise
  for (const owner of ['one', 'two']) {
    // Owners are checked for other processes only: a process never treats itself as dead.
    const gate = ledger.gate({ owner, isOwnerDead: (each) => each === owner })
    await expectCode(gate.charge(chargeOf(wish('d2'))), 'PAYMENT_IN_FLIGHT')
  }
  goesOn.resolve()
  expect(await first).toMatchObject({ kind: 'delivered', replayed: false })
})

it('a payment that was repeated without its identifier is no answer under it', async () => {
  const failing = ledger.gate({
    facilitator: settling({ kind: 'refused', reason: 'insufficient_funds' }),
  })
  const [died, down] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  const dies = async () => {
    died.resolve()
    return await down.promise
  }
  void failing.charge(chargeOf(wish('d3', { paymentId: 'left_off_later_on', work: dies })))
  await died.promise
  const other = ledger.gate({ owner: 'two', isOwnerDead: (owner) => owner === 'one' })
  expect(await other.charge(chargeOf(wish('d3')))).toMatchObject({ kind: 'delivered' })
  const { facilitator, settled } = scriptedFacilitator()
  const under = ledger
    .gate({ owner: 'two', facilitator })
    .charge(chargeOf(wish('d4', { paymentId: 'left_off_later_on' })))
  expect(await under).toMatchObject({ kind: 'delivered', replayed: false })
  expect(settled).toEqual([`0x${nonce('d4')}`])
})
