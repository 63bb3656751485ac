/**
 * What is judged about a payment before the facilitator is asked, and what a call that ends unpaid costs its caller.
 *
 * Junk that can be told here never reaches the facilitator: a signature that an ordinary wallet did not make, a balance that was found short
 * less than 30 seconds ago, a payer or an address whose allowance is spent. The official facilitator takes 65 bytes for an ordinary wallet's
 * signature only where the payer's address has no code (@x402/evm 2.27.0, verifyHashSignature); where it has, the contract is asked, and an owner's
 * 65 bytes may satisfy it. So 65 bytes that somebody else signed are junk when the chain says that there is no code, go on to the facilitator when there
 * is some or the chain does not answer, and count as junk where no chain is configured (test networks only). Longer signatures (EIP-1271,
 * ERC-6492) always go on.
 */
import type { Clock } from '../../kernel/clock.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { createRecent } from '../../kernel/recent.ts'
import type { Timers } from '../../kernel/timers.ts'
import type { Counters } from '../../store/counters.ts'
import type { Chain } from '../evm/chain.ts'
import { type Presented, signedByPayer, tokenDomainOf } from '../evm/presented.ts'
import type { PaymentSettings } from '../terms.ts'
import { createAllowance, type Limit, type Place } from './allowance.ts'
import type { Purchases } from './purchases.ts'

export interface EntranceOptions {
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
  chain: Pick<Chain, 'isContract'> | null
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
  /** Why the facilitator need not be asked, or null. @throws ServiceError RATE_LIMITED */
  enter(): Promise<string | null>
  /** Told what the facilitator said; null: the payment is good. @throws ServiceError RATE_LIMITED */
  verified(refusal: string | null): Promise<void>
  /** Told how it ended, once: the last word to the buyer, or what was thrown. `buyerLeft`: nobody waited for it. */
  end(
    end: { kind: 'delivered'; replayed: boolean } | { kind: 'refused'; reason: string } | { kind: 'threw'; error: unknown },
    buyerLeft: boolean,
  ): void
}

export interface Entrance {
  /** `draws`: how much of the allowances it costs when it ends unpaid; one where nothing is said. */
  open(call: { presented: Presented; address: string; draws?: number }): Visit
}

/** Settled calls of the last day add this many to a payer's allowance. */
const EARNED_PER_CALL = 10
const SHORT_MS = 30_000
const TOO_SHORT = new Set(['invalid_exact_evm_insufficient_balance', 'insufficient_funds'])
const BAD_SIGNATURE = 'invalid_exact_evm_signature'
/**
 * A payer of whom so many signatures were good, and none bad, is believed for a while: judging costs more than all the rest of a paid
 * request. The first bad one that the facilitator finds ends it.
 */
const GOOD_SIGNATURES = 16
const BELIEVED_MS = 600_000
/** For how long an address without code counts as one. */
const PLAIN_MS = 60_000
const MAX_PAYERS = 20_000

export function createEntrance(options: EntranceOptions): Entrance {
  const { clock, purchases, limits, counters = null, payers, settings, chain } = options
  const { isSignedByPayer = signedByPayer, believedAfter = GOOD_SIGNATURES, elapsedMs = () => performance.now() } = options
  const time = { elapsedMs, ...(options.timers ? { timers: options.timers } : {}) }
  const domain = tokenDomainOf(settings)
  const allowance = (name: keyof typeof limits, kind: string) =>
    createAllowance({ name, kind, limit: limits[name], clock, counters, ...time })
  const unpaidPayer = allowance('unpaid_payer', 'verified calls of one payer that ended unpaid')
  const unpaidAddress = allowance('unpaid_address', 'verified calls from one address that ended unpaid')
  const short = createRecent<{ amount: bigint; untilMs: number }>(MAX_PAYERS)
  const good = createRecent<{ count: number; sinceMs: number }>(MAX_PAYERS)

  /** Until when addresses count as without code. */
  const plain = createRecent<number>(MAX_PAYERS)

  function balanceIsShort({ key, authorization }: Presented): boolean {
    const known = short.get(key.payer)
    return known !== undefined && known.untilMs > clock.nowMs() && BigInt(authorization.value) >= known.amount
  }

  async function isForged(presented: Presented): Promise<boolean> {
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
    return !(await mayBeContract(payer))
  }

  async function mayBeContract(address: string): Promise<boolean> {
    if (!chain?.isContract || (plain.get(address) ?? 0) >= elapsedMs()) return false
    const found = await chain.isContract(address)
    if (found === false) plain.set(address, elapsedMs() + PLAIN_MS)
    return found !== false
  }

  function learn({ key, authorization }: Presented, refusal: string): void {
    if (TOO_SHORT.has(refusal)) short.set(key.payer, { amount: BigInt(authorization.value), untilMs: clock.nowMs() + SHORT_MS })
    if (refusal === BAD_SIGNATURE) good.delete(key.payer)
  }

  return {
    open({ presented, address, draws }) {
      const { payer } = presented.key
      const places: Place[] = []
      return {
        async enter() {
          // The cheap ones first; the payer is only named so far, so nothing is counted against him.
          unpaidAddress.require(address)
          payers.require(payer)
          if (balanceIsShort(presented)) return 'invalid_exact_evm_insufficient_balance'
          unpaidPayer.require(payer, EARNED_PER_CALL * (await purchases.settledToday(payer)))
          if (await isForged(presented)) return BAD_SIGNATURE
          places.push(await unpaidAddress.hold(address))
          return null
        },

        async verified(refusal) {
          if (refusal !== null) return learn(presented, refusal)
          await payers.admit(payer)
          places.push(await unpaidPayer.hold(payer, EARNED_PER_CALL * (await purchases.settledToday(payer))))
        },

        end(end, buyerLeft) {
          const isVerified = places.length === 2
          const drawn = isVerified && endsUnpaid(end, buyerLeft)
          for (const place of places) place.leave(drawn ? 'drawn' : 'free', draws)
          if (end.kind === 'delivered' && isVerified && !end.replayed) purchases.noteSettled(payer)
        },
      }
    },
  }
}

/** Our own failures cost the caller nothing. */
function endsUnpaid(end: Parameters<Visit['end']>[0], buyerLeft: boolean): boolean {
  if (end.kind === 'delivered') return false
  if (end.kind === 'refused' || buyerLeft) return true
  return end.error instanceof ServiceError && end.error.status < 500 && end.error.code !== 'RATE_LIMITED'
}
