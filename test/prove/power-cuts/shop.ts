/**
 * Payments without sockets for the power cuts: the real gate and claims over a store, a facilitator
 * and a chain in memory that share the moved money, and a list of all answers and settlements in
 * order.
 */
import { PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { silentLog } from '../../../src/observe/log.ts'
import type { Chain } from '../../../src/payments/evm/chain.ts'
import { presentPayment } from '../../../src/payments/evm/presented.ts'
import type { Facilitator, SettleOutcome } from '../../../src/payments/facilitator.ts'
import { type Charge, createGate, type Gate } from '../../../src/payments/gate.ts'
import { ServiceError } from '../../../src/platform/errors.ts'
import { createClaims } from '../../../src/store/ledger/claims.ts'
import type { Store } from '../../../src/store/open.ts'
import type { Random } from '../random.ts'

export const NOW_MS = Date.parse('2026-11-21T12:00:00Z')
/** Undecided leases of the dead are over by then; the payments are still valid. */
export const LATER_MS = NOW_MS + 31_000

const requirements = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '100000',
  asset: `0x${'3'.repeat(40)}`,
  payTo: `0x${'2'.repeat(40)}`,
  maxTimeoutSeconds: 300,
  extra: {},
} as const
const PAYER = `0x${'1'.repeat(40)}`

export interface Wish {
  nonce: string
  item: string
  paymentId: string | null
}

export type Told =
  | { kind: 'delivered'; body: string; receipt: string }
  | { kind: 'not charged' }
  | { kind: 'unknown' }
  | { kind: 'later' }

/**
 * Events in order. `begun`: the facilitator received the settlement and, unless `unsent`, money may
 * move from here on.
 */
export type Fact =
  | { kind: 'told'; nonce: string; told: Told }
  | { kind: 'begun' | 'unsent' | 'moved'; nonce: string }

/** Number of transfers of each payment. */
export type Money = Map<string, number>

export function wishesOf(random: Random, count: number): Wish[] {
  const shared = `purchase_${random.bytes(8).toString('hex')}`
  return Array.from({ length: count }, (_, index) => ({
    nonce: `0x${random.bytes(32).toString('hex')}`,
    // Some are one purchase under several signatures.
    item: random.chance(0.25) ? 'shared' : `item-${index}`,
    paymentId: null as string | null,
  })).map((wish) => (wish.item === 'shared' ? { ...wish, paymentId: shared } : wish))
}

export function openShop(
  store: Store,
  money: Money,
  random: Random,
  options: { nowMs: number; owner: string; faults: boolean; note: (fact: Fact) => void },
) {
  const move = (nonce: string) => {
    const times = (money.get(nonce) ?? 0) + 1
    money.set(nonce, times)
    options.note({ kind: 'moved', nonce })
  }
  const gate = createGate({
    settings: {
      ...requirements,
      networkName: 'test',
      test: true,
      assetName: 'USDC',
      publicUrl: 'http://127.0.0.1',
    },
    facilitator: facilitatorOf(money, move, random, options),
    chain: chainOf(money, options.nowMs),
    claims: createClaims(store),
    clock: { nowMs: () => options.nowMs, elapsedMs: () => options.nowMs },
    log: silentLog,
    owner: options.owner,
    isOwnerDead: (owner) => owner !== options.owner,
    reconcileWindowMs: 0,
    isSignedByPayer: async () => true,
  })
  return {
    async ask(wish: Wish): Promise<Told> {
      const told = await tell(gate, wish)
      options.note({ kind: 'told', nonce: wish.nonce, told })
      return told
    },
  }
}

async function tell(gate: Gate, wish: Wish): Promise<Told> {
  try {
    const outcome = await gate.charge(chargeOf(wish))
    if (outcome.kind !== 'delivered') return { kind: 'not charged' }
    return { kind: 'delivered', body: outcome.delivery.body.toString(), receipt: outcome.receipt }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === 'SETTLEMENT_UNKNOWN') return { kind: 'unknown' }
    // A conflict asks the buyer to repeat and says nothing about money.
    return error.status === 409 ? { kind: 'later' } : { kind: 'not charged' }
  }
}

function facilitatorOf(
  money: Money,
  move: (nonce: string) => void,
  random: Random,
  { faults, note }: { faults: boolean; note: (fact: Fact) => void },
): Facilitator {
  return {
    async verify() {
      await turns(random.below(3))
      return { kind: 'valid' }
    },
    async settle(payload): Promise<SettleOutcome> {
      const { nonce } = (payload.payload as { authorization: { nonce: string } }).authorization
      note({ kind: 'begun', nonce })
      const fate = faults ? random.pick(FATES) : 'settles'
      await turns(random.below(6))
      if (money.has(nonce)) return { kind: 'refused', reason: 'nonce_already_used' }
      if (fate === 'refuses') return { kind: 'refused', reason: 'insufficient_funds' }
      if (fate === 'is not reached') {
        note({ kind: 'unsent', nonce })
        return { kind: 'not_sent', reason: 'connect ECONNREFUSED' }
      }
      if (fate === 'falls silent') return { kind: 'unknown', reason: 'timeout' }
      move(nonce)
      await turns(random.below(3))
      if (fate === 'settles unheard') return { kind: 'unknown', reason: 'reset' }
      return { kind: 'settled', txHash: txOf(nonce) }
    },
    probe: async () => 'supported',
    capability: () => 'supported',
    lastProblem: () => null,
    advice: () => null,
    countFailedSettlements: () => 0,
    notes: () => [],
    noteContradiction: () => {},
  }
}

const FATES = [
  'settles',
  'settles',
  'settles',
  'settles',
  'settles unheard',
  'falls silent',
  'refuses',
  'is not reached',
] as const

function chainOf(money: Money, nowMs: number): Chain {
  return {
    async lookUp({ key }) {
      await turns(1)
      return money.has(key.nonce)
        ? { kind: 'settled', txHash: txOf(key.nonce) }
        : { kind: 'unused', chainTimeS: Math.floor(nowMs / 1000) }
    },
  } as Chain
}

export const txOf = (nonce: string) => `0x${nonce.slice(2).split('').reverse().join('')}`

function chargeOf({ nonce, item, paymentId }: Wish): Charge {
  const authorization = {
    from: PAYER,
    to: requirements.payTo,
    value: requirements.amount,
    validAfter: '0',
    validBefore: String(NOW_MS / 1000 + 300),
    nonce,
  }
  const presented = presentPayment({
    x402Version: 2,
    accepted: requirements,
    payload: { signature: `0x${nonce.slice(2)}${nonce.slice(2)}1b`, authorization },
    ...(paymentId === null
      ? {}
      : { extensions: { [PAYMENT_IDENTIFIER]: { info: { id: paymentId } } } }),
  })
  const body = Buffer.from(JSON.stringify({ item, nonce, filler: 'x'.repeat(900) }))
  return {
    terms: { operationId: 'shop_item', requirements } as unknown as Charge['terms'],
    fingerprint: Buffer.from(item).toString('hex').padStart(64, '0'),
    presented,
    work: async () => ({ status: 200, body }),
    signal: new AbortController().signal,
    address: '127.0.0.1',
  }
}

/** Lets others go first so many times. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
