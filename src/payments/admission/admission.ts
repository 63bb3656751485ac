/**
 * What is judged about a payment before the facilitator is asked, and what a call that ends unpaid costs its caller.
 *
 * Junk that can be told here never reaches the facilitator: a signature that an ordinary wallet did not make, a balance that was found short
 * less than 30 seconds ago, unless the chain shows by now that it was filled, a payer or an address whose allowance is spent. The official facilitator takes 65 bytes for an ordinary wallet's
 * signature only where the payer's address has no code (@x402/evm 2.27.0, verifyHashSignature); where it has, the contract is asked, and an owner's
 * 65 bytes may satisfy it. So 65 bytes that somebody else signed are junk when the chain says that there is no code, go on to the facilitator when there
 * is some or the chain does not answer, and count as junk where no chain is configured (test networks only). Longer signatures (EIP-1271,
 * ERC-6492) always go on.
 */
import type { Clock } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { createLruMap } from '../../platform/lru-map.ts'
import type { Timers } from '../../platform/timers.ts'
import type { Counters } from '../../store/counters.ts'
import type { Chain } from '../evm/chain.ts'
import { type ClaimKey, type Presented, signedByPayer, tokenDomainOf } from '../evm/presented.ts'
import type { PaymentSettings } from '../terms.ts'
import type { WaitBudget } from '../wait-budget.ts'
import { createAllowance, type Hold, type Limit } from './allowance.ts'
import type { Purchases } from './purchases.ts'

export interface AdmissionOptions {
  clock: Clock
  purchases: Purchases
  /** Verified calls that end unpaid. */
  limits: Readonly<Record<'unpaid_payer' | 'unpaid_address', Limit>>
  /** What replicas share; null: there is this process alone. */
  counters?: Counters | null
  /** Verified payments a minute of one payer. */
  payers: { require(key: string): void; admit(key: string): unknown }
  settings: Pick<PaymentSettings, 'network' | 'asset' | 'assetName'>
  /** Null: none is configured. */
  chain: Pick<Chain, 'isContract' | 'balanceOf'> | null
  /** Recovers the signer: the dearest step of a contested payment. */
  isSignedByPayer?: typeof signedByPayer
  /** After how many good signatures a payer is believed. */
  believedAfter?: number
  /** System timers unless a test turns the time by hand. */
  timers?: Timers
  /** Time that only goes on, whatever the clock is set to. */
  elapsedMs?: () => number
}

/** One call on its way through the gate. */
export interface Visit {
  /** Returns why the facilitator need not judge the payment, or null. Chain requests use up the buyer's waiting time. @throws ServiceError RATE_LIMITED */
  checkBeforeVerify(patience?: WaitBudget): Promise<string | null>
  /** Told what the facilitator said; null: the payment is good. @throws ServiceError RATE_LIMITED */
  verified(refusal: string | null): Promise<void>
  /** Admits a known payment that needs facilitator and chain again. @throws ServiceError RATE_LIMITED */
  admitKnownPayment(): Promise<void>
  /** Told how it ended, once: the last word to the buyer, or what was thrown. `buyerLeft`: nobody waited for it. */
  end(
    end:
      | { kind: 'delivered'; replayed: boolean }
      | { kind: 'refused' | 'free' | 'requote' }
      | { kind: 'threw'; error: unknown },
    buyerLeft: boolean,
  ): void
}

export interface Admission {
  /** `draws`: how much of the allowances it costs when it ends unpaid; one where nothing is said. */
  open(call: { presented: Presented; address: string; draws?: number }): Visit
  /** Gives back what a payment drew while its settlement was unknown. By this process alone: what another one counted, time forgives. */
  settled(payment: Pick<ClaimKey, 'payer' | 'nonce'>): void
}

/** Settled calls of the last day add this many to a payer's allowance. */
const EARNED_PER_CALL = 10
const SHORT_MS = 30_000
/** The least time between two looks at the balance of a payer who was short, by the facilitator or on the chain. */
const LOOK_AGAIN_MS = 5000
const TOO_SHORT = new Set(['invalid_exact_evm_insufficient_balance', 'insufficient_funds'])
const BAD_SIGNATURE = 'invalid_exact_evm_signature'
/** Coinbase's facilitator names it differently. */
const BAD_SIGNATURES = new Set([BAD_SIGNATURE, 'invalid_exact_evm_payload_signature'])
/**
 * A payer of whom so many signatures were good, and none bad, is believed for a while: judging costs more than all the rest of a paid
 * request. The first bad one that the facilitator finds ends it.
 */
const GOOD_SIGNATURES = 16
const BELIEVED_MS = 600_000
/** For how long an address without code counts as one. */
const PLAIN_MS = 60_000
const MAX_PAYERS = 20_000

export function createAdmission(options: AdmissionOptions): Admission {
  const { clock, purchases, limits, counters = null, payers, settings, chain } = options
  const {
    isSignedByPayer = signedByPayer,
    believedAfter = GOOD_SIGNATURES,
    elapsedMs = () => performance.now(),
  } = options
  const time = { elapsedMs, ...(options.timers ? { timers: options.timers } : {}) }
  const domain = tokenDomainOf(settings)
  const allowance = (name: keyof typeof limits, kind: string) =>
    createAllowance({ name, kind, limit: limits[name], clock, counters, ...time })
  const unpaidPayer = allowance('unpaid_payer', 'verified calls of one payer that ended unpaid')
  const unpaidAddress = allowance(
    'unpaid_address',
    'verified calls from one address that ended unpaid',
  )
  const balances = createShortBalances(clock, chain, settings.asset)
  const good = createLruMap<{ count: number; sinceMs: number }>(MAX_PAYERS)

  /** Draws of payments whose settlement is unknown. */
  const undecided = createLruMap<{ address: string; draws: number }[]>(MAX_PAYERS)
  const nameOf = ({ payer, nonce }: Pick<ClaimKey, 'payer' | 'nonce'>) => `${payer} ${nonce}`

  /** Until when addresses count as without code. */
  const plain = createLruMap<number>(MAX_PAYERS)

  async function isForged(presented: Presented, patience?: WaitBudget): Promise<boolean> {
    const { payer } = presented.key
    // Smart wallets: what they sign has no fixed length and means what their contract says.
    if (presented.signature.length !== 132) return false
    const nowMs = clock.nowMs()
    let record = good.get(payer)
    if (record && nowMs - record.sinceMs > BELIEVED_MS) record = undefined
    if (record && record.count >= believedAfter) return false
    if (await isSignedByPayer(presented, domain)) {
      if (record) record.count += 1
      else good.set(payer, { count: 1, sinceMs: nowMs })
      return false
    }
    return !(await mayBeContract(payer, patience))
  }

  async function mayBeContract(address: string, patience?: WaitBudget): Promise<boolean> {
    if (!chain?.isContract || (plain.get(address) ?? 0) >= elapsedMs()) return false
    const { isContract } = chain
    const found = await (patience ? patience.run(() => isContract(address)) : isContract(address))
    if (found === false) plain.set(address, elapsedMs() + PLAIN_MS)
    return found !== false
  }

  function rememberRefusal(presented: Presented, refusal: string): void {
    if (TOO_SHORT.has(refusal)) balances.foundShort(presented)
    if (BAD_SIGNATURES.has(refusal)) good.delete(presented.key.payer)
  }

  const earnedCalls = async (payer: string) =>
    EARNED_PER_CALL * (await purchases.settledToday(payer))

  return {
    open({ presented, address, draws = 1 }) {
      const { payer } = presented.key
      const holds: Hold[] = []
      let costs = draws
      let isOver = false

      /** Holds a place until the call ends. A place that is free only after that is left immediately. */
      async function take(place: Promise<Hold>): Promise<void> {
        const taken = await place
        if (isOver) taken.release('free')
        else holds.push(taken)
      }

      /** Checks the cheap limits first. The payer is only named so far, so nothing is counted against that payer. */
      function requireAddress(): void {
        unpaidAddress.require(address)
        payers.require(payer)
      }

      async function admitPayer(): Promise<void> {
        await payers.admit(payer)
        await take(unpaidPayer.hold(payer, await earnedCalls(payer)))
      }

      return {
        async checkBeforeVerify(patience) {
          requireAddress()
          if (await balances.isShort(presented, patience))
            return 'invalid_exact_evm_insufficient_balance'
          unpaidPayer.require(payer, await earnedCalls(payer))
          if (await isForged(presented, patience)) return BAD_SIGNATURE
          await take(unpaidAddress.hold(address))
          return null
        },

        async verified(refusal) {
          if (refusal !== null) return rememberRefusal(presented, refusal)
          await admitPayer()
        },

        async admitKnownPayment() {
          // Its answer is made, so it costs no source anything.
          costs = 1
          requireAddress()
          unpaidPayer.require(payer, await earnedCalls(payer))
          await take(unpaidAddress.hold(address))
          await admitPayer()
        },

        end(end, buyerLeft) {
          isOver = true
          const isVerified = holds.length === 2
          const drawn = isVerified && endsUnpaid(end, buyerLeft)
          for (const place of holds) place.release(drawn ? 'drawn' : 'free', costs)
          if (drawn && isUndecided(end)) {
            const name = nameOf(presented.key)
            undecided.set(name, [...(undecided.get(name) ?? []), { address, draws: costs }])
          }
          if (end.kind === 'delivered' && isVerified && !end.replayed) purchases.noteSettled(payer)
        },
      }
    },

    settled(payment) {
      const name = nameOf(payment)
      for (const { address, draws } of undecided.get(name) ?? []) {
        unpaidPayer.refund(payment.payer, draws)
        unpaidAddress.refund(address, draws)
      }
      undecided.delete(name)
    },
  }
}

/** Payers whose balance the facilitator found short not long ago. */
function createShortBalances(clock: Clock, chain: AdmissionOptions['chain'], asset: string) {
  const short = createLruMap<{ amount: bigint; untilMs: number; lookedMs: number }>(MAX_PAYERS)
  return {
    /** Queries the chain at times whether a payer who was short has topped up. */
    async isShort(
      { key: { payer }, authorization }: Presented,
      patience?: WaitBudget,
    ): Promise<boolean> {
      const known = short.get(payer)
      const [nowMs, value] = [clock.nowMs(), BigInt(authorization.value)]
      if (known === undefined || known.untilMs <= nowMs || value < known.amount) return false
      if (!chain?.balanceOf || nowMs - known.lookedMs < LOOK_AGAIN_MS) return true
      known.lookedMs = nowMs
      const { balanceOf } = chain
      const balance = await (patience
        ? patience.run(() => balanceOf(asset, payer))
        : balanceOf(asset, payer))
      if (balance === null || balance < value) return true
      // A later verdict of the facilitator counts more.
      if (short.get(payer) === known) short.delete(payer)
      return false
    },

    foundShort({ key, authorization }: Presented): void {
      const nowMs = clock.nowMs()
      short.set(key.payer, {
        amount: BigInt(authorization.value),
        untilMs: nowMs + SHORT_MS,
        lookedMs: nowMs,
      })
    },
  }
}

/** A wallet may pass verification and have every settlement fail: until the money is known to have moved, it counts as unpaid. */
const isUndecided = (end: Parameters<Visit['end']>[0]) =>
  end.kind === 'threw' &&
  end.error instanceof ServiceError &&
  end.error.code === 'SETTLEMENT_UNKNOWN'

/** Our own failures cost the caller nothing. */
function endsUnpaid(end: Parameters<Visit['end']>[0], buyerLeft: boolean): boolean {
  if (end.kind === 'delivered') return false
  if (end.kind === 'refused' || end.kind === 'requote' || buyerLeft || isUndecided(end)) return true
  return (
    end.kind === 'threw' &&
    end.error instanceof ServiceError &&
    end.error.status < 500 &&
    end.error.code !== 'RATE_LIMITED'
  )
}
