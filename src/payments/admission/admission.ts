/**
 * Checks of a payment before the facilitator is called, and the debits of calls that end unpaid.
 *
 * Some payments never reach the facilitator: those with a signature that an ordinary wallet did not
 * make, those of a payer whose balance was too low less than 30 seconds ago (unless the chain shows
 * that it has been topped up), and those whose payer or address has an empty bucket.
 *
 * The official facilitator takes 65 bytes for an ordinary wallet's signature only if the payer's
 * address has no code (@x402/evm 2.27.0, verifyHashSignature). If it has code, the contract
 * decides, and 65 bytes of an owner may satisfy it. So 64 or 65 bytes of another signer are refused
 * if the chain reports no code. They go on to the facilitator if there is code or the chain does
 * not answer. Without a configured chain (test networks only) they are refused. Longer signatures
 * (EIP-1271, ERC-6492) always go on.
 */
import type { Clock } from '../../platform/clock.ts'
import { type RefusingLimit, ServiceError } from '../../platform/errors.ts'
import { createLruMap } from '../../platform/lru-map.ts'
import { hashKey, type Limit, type LimitName } from '../../platform/rate-limit.ts'
import type { Timers } from '../../platform/timers.ts'
import type { Counters } from '../../store/counters.ts'
import type { Chain } from '../evm/chain.ts'
import { buildTokenDomain, type ClaimKey, type Presented } from '../evm/presented.ts'
import { hasPayersSignature, isOrdinaryLength } from '../evm/signature.ts'
import type { PaymentSettings } from '../terms.ts'
import type { WaitBudget } from '../wait-budget.ts'
import { type Allowance, createAllowance, type Hold } from './allowance.ts'
import type { Purchases } from './purchases.ts'

export interface AdmissionOptions {
  clock: Clock
  purchases: Purchases
  /** Limits on verified calls that end unpaid. */
  limits: Readonly<Record<'unpaid_payer' | 'unpaid_address', Limit>>
  /** Counts that replicas share; null if there is this process alone. */
  counters?: Counters | null
  /** Limit on the verified payments of one payer. */
  payers: { assertAvailable(key: string): void; debit(key: string): unknown }
  settings: Pick<PaymentSettings, 'network' | 'asset' | 'assetName'>
  /** `null` if no RPC is configured. */
  chain: Pick<Chain, 'isContract' | 'readBalance'> | null
  /** Recovers the signer: the most expensive step of a contested payment. */
  isSignedByPayer?: typeof hasPayersSignature
  /** Number of good signatures after which a payer is trusted. */
  believedAfter?: number
  /** System timers, unless a test advances the time by hand. */
  timers?: Timers
}

/** How a call ended. */
export type VisitEnd =
  | { kind: 'delivered'; replayed: boolean }
  | { kind: 'refused' | 'free' | 'requote' }
  | { kind: 'threw'; error: unknown }

/** One call in the gate. */
export interface Visit {
  /**
   * Returns a reason to refuse the payment without the facilitator, or null. Chain requests use up
   * the wait budget. @throws ServiceError RATE_LIMITED
   */
  checkBeforeVerify(budget?: WaitBudget): Promise<string | null>
  /**
   * Takes the facilitator's verdict, which is null for a good payment. @throws ServiceError
   * RATE_LIMITED
   */
  noteVerified(refusal: string | null): Promise<void>
  /**
   * Admits a known payment that needs the facilitator and the chain again. @throws ServiceError
   * RATE_LIMITED
   */
  admitKnownPayment(): Promise<void>
  /** Returns the limit whose token the call is waiting for, `null` if for none. */
  awaitedLimit(): RefusingLimit | null
  /** Takes the end of the call, once. `buyerLeft` is true if the buyer did not wait for it. */
  end(end: VisitEnd, buyerLeft: boolean): void
}

export interface Admission {
  /**
   * @param call `debits` is the number of tokens that the call costs if it ends unpaid; default:
   * one
   */
  open(call: { presented: Presented; address: string; debits?: number }): Visit
  /**
   * Refunds the debits of a payment whose settlement was unknown. Debits that another process
   * counted are only refilled with time.
   */
  noteSettled(payment: Pick<ClaimKey, 'payer' | 'nonce'>): void
}

/** Tokens that each settled call of the last day adds to a payer's bucket. */
const EARNED_PER_CALL = 10
const SHORT_MS = 30_000
/**
 * Shortest time between two checks of a balance that was too low, by the facilitator or on the
 * chain.
 */
const RECHECK_MS = 5000
const TOO_SHORT = new Set(['invalid_exact_evm_insufficient_balance', 'insufficient_funds'])
const BAD_SIGNATURE = 'invalid_exact_evm_signature'
/** The second one is the name that Coinbase's facilitator uses. */
const BAD_SIGNATURES = new Set([BAD_SIGNATURE, 'invalid_exact_evm_payload_signature'])
/**
 * A payer with this many good signatures and no bad one is trusted for a while, because the
 * recovery of a signer costs more than the rest of a paid request. The first bad signature that the
 * facilitator finds ends the trust.
 */
const GOOD_SIGNATURES = 16
const TRUSTED_MS = 600_000
/** Time for which an address without code counts as such. */
const NO_CODE_MS = 60_000
const MAX_PAYERS = 20_000

export function createAdmission(options: AdmissionOptions): Admission {
  const { clock, limits, counters = null, chain, settings } = options
  const { timers } = options

  const createUnpaid = (name: keyof typeof limits, kind: string) =>
    createAllowance({
      name,
      kind,
      limit: limits[name],
      clock,
      counters,
      ...(timers ? { timers } : {}),
    })
  const unpaidPayer = createUnpaid('unpaid_payer', 'verified calls of one payer that ended unpaid')
  const unpaidAddress = createUnpaid(
    'unpaid_address',
    'verified calls from one address that ended unpaid',
  )
  const balances = createShortBalances(clock, chain, settings.asset)
  const signatures = createSignatureCheck(options)
  const undecided = createUndecidedDebits(unpaidPayer, unpaidAddress)

  return {
    open: (call) =>
      openVisit(call, options, { unpaidPayer, unpaidAddress, balances, signatures, undecided }),
    noteSettled: undecided.refund,
  }
}

interface Parts {
  unpaidPayer: Allowance
  unpaidAddress: Allowance
  balances: ReturnType<typeof createShortBalances>
  signatures: ReturnType<typeof createSignatureCheck>
  undecided: ReturnType<typeof createUndecidedDebits>
}

function openVisit(
  { presented, address, debits = 1 }: Parameters<Admission['open']>[0],
  { payers, purchases }: AdmissionOptions,
  { unpaidPayer, unpaidAddress, balances, signatures, undecided }: Parts,
): Visit {
  const { payer } = presented.key
  const holds: Hold[] = []
  let cost = debits
  let hasEnded = false
  let awaited: { name: LimitName; key: string } | null = null
  const countEarnedTokens = async () => EARNED_PER_CALL * (await purchases.countSettledToday(payer))

  /**
   * Keeps the hold until the call ends. A hold that is granted after that is released immediately.
   */
  async function keep(name: LimitName, key: string, granted: Promise<Hold>): Promise<void> {
    awaited = { name, key }
    const hold = await granted
    awaited = null
    if (hasEnded) hold.release('free')
    else holds.push(hold)
  }

  /**
   * Checks the cheap limits first. The signature is not verified yet, so nothing is debited from
   * the payer.
   */
  function assertAvailable(): void {
    unpaidAddress.assertAvailable(address)
    payers.assertAvailable(payer)
  }

  async function admitPayer(): Promise<void> {
    await payers.debit(payer)
    await keep('unpaid_payer', payer, unpaidPayer.hold(payer, await countEarnedTokens()))
  }

  return {
    async checkBeforeVerify(budget) {
      assertAvailable()
      if (await balances.isShort(presented, budget)) return 'invalid_exact_evm_insufficient_balance'
      unpaidPayer.assertAvailable(payer, await countEarnedTokens())
      if (await signatures.isForged(presented, budget)) return BAD_SIGNATURE
      await keep('unpaid_address', address, unpaidAddress.hold(address))
      return null
    },

    async noteVerified(refusal) {
      if (refusal === null) return await admitPayer()
      if (TOO_SHORT.has(refusal)) balances.noteShort(presented)
      if (BAD_SIGNATURES.has(refusal)) signatures.noteBad(presented)
    },

    async admitKnownPayment() {
      // Its answer is stored, so it costs no source call.
      cost = 1
      assertAvailable()
      unpaidPayer.assertAvailable(payer, await countEarnedTokens())
      await keep('unpaid_address', address, unpaidAddress.hold(address))
      // The call may have ended while it waited: it is then not one of the payer's.
      if (!hasEnded) await admitPayer()
    },

    awaitedLimit: () => awaited && { name: awaited.name, keyHash: hashKey(awaited.key) },

    end(end, buyerLeft) {
      hasEnded = true
      const isVerified = holds.length === 2
      const isDebited = isVerified && endsUnpaid(end, buyerLeft)
      for (const hold of holds) hold.release(isDebited ? 'debited' : 'free', cost)
      if (isDebited && isUndecided(end)) undecided.note(presented.key, address, cost)
      if (end.kind === 'delivered' && isVerified && !end.replayed)
        purchases.noteSettled(payer, Number(presented.authorization.value))
    },
  }
}

/** Debits of payments whose settlement is unknown. */
function createUndecidedDebits(unpaidPayer: Allowance, unpaidAddress: Allowance) {
  type Payment = Parameters<Admission['noteSettled']>[0]
  const debitsByPayment = createLruMap<{ address: string; debits: number }[]>(MAX_PAYERS)
  const nameOf = ({ payer, nonce }: Payment) => `${payer} ${nonce}`
  return {
    note(payment: Payment, address: string, debits: number): void {
      const name = nameOf(payment)
      debitsByPayment.set(name, [...(debitsByPayment.get(name) ?? []), { address, debits }])
    },

    refund(payment: Payment): void {
      const name = nameOf(payment)
      for (const { address, debits } of debitsByPayment.get(name) ?? []) {
        unpaidPayer.refund(payment.payer, debits)
        unpaidAddress.refund(address, debits)
      }
      debitsByPayment.delete(name)
    },
  }
}

/** Finds signatures of ordinary wallets that the payer did not make. */
function createSignatureCheck({ clock, chain, settings, ...options }: AdmissionOptions) {
  const { isSignedByPayer = hasPayersSignature, believedAfter = GOOD_SIGNATURES } = options
  const domain = buildTokenDomain(settings)
  const good = createLruMap<{ count: number; sinceMs: number }>(MAX_PAYERS)
  /** Until when each address counts as one without code. */
  const withoutCode = createLruMap<number>(MAX_PAYERS)

  async function mayBeContract(address: string, budget?: WaitBudget): Promise<boolean> {
    if (!chain?.isContract || (withoutCode.get(address) ?? 0) >= clock.elapsedMs()) return false
    const { isContract } = chain
    const found = await (budget ? budget.run(() => isContract(address)) : isContract(address))
    if (found === false) withoutCode.set(address, clock.elapsedMs() + NO_CODE_MS)
    return found !== false
  }

  function trustRecord(payer: string, nowMs: number) {
    const record = good.get(payer)
    return record && nowMs - record.sinceMs <= TRUSTED_MS ? record : undefined
  }

  return {
    async isForged(presented: Presented, budget?: WaitBudget): Promise<boolean> {
      const { payer } = presented.key
      // Only the contract of a smart wallet can judge other lengths.
      if (!isOrdinaryLength(presented.signature)) return false
      const nowMs = clock.elapsedMs()
      const record = trustRecord(payer, nowMs)
      if (record && record.count >= believedAfter) return false
      if (!(await isSignedByPayer(presented, domain))) return !(await mayBeContract(payer, budget))
      if (record) record.count += 1
      else good.set(payer, { count: 1, sinceMs: nowMs })
      return false
    },

    /** Ends the trust in a payer. */
    noteBad({ key }: Presented): void {
      good.delete(key.payer)
    },
  }
}

/** Payers whose balance the facilitator recently found too low. */
function createShortBalances(clock: Clock, chain: AdmissionOptions['chain'], asset: string) {
  const short = createLruMap<{ amount: bigint; untilMs: number; checkedMs: number }>(MAX_PAYERS)
  return {
    /** Reads the balance from the chain now and then, because a payer may have topped it up. */
    async isShort(
      { key: { payer }, authorization }: Presented,
      budget?: WaitBudget,
    ): Promise<boolean> {
      const known = short.get(payer)
      const [nowMs, value] = [clock.elapsedMs(), BigInt(authorization.value)]
      if (known === undefined || known.untilMs <= nowMs || value < known.amount) return false
      if (!chain?.readBalance || nowMs - known.checkedMs < RECHECK_MS) return true

      known.checkedMs = nowMs
      const { readBalance } = chain
      const balance = await (budget
        ? budget.run(() => readBalance(asset, payer))
        : readBalance(asset, payer))
      if (balance === null || balance < value) return true
      // A later verdict of the facilitator takes precedence.
      if (short.get(payer) === known) short.delete(payer)
      return false
    },

    noteShort({ key, authorization }: Presented): void {
      const nowMs = clock.elapsedMs()
      short.set(key.payer, {
        amount: BigInt(authorization.value),
        untilMs: nowMs + SHORT_MS,
        checkedMs: nowMs,
      })
    },
  }
}

/**
 * A wallet may pass verification and have every settlement fail. Such a call counts as unpaid until
 * the money is known to have moved.
 */
const isUndecided = (end: VisitEnd) =>
  end.kind === 'threw' &&
  end.error instanceof ServiceError &&
  end.error.code === 'SETTLEMENT_UNKNOWN'

/** Returns whether a call is debited. Failures of this service are not. */
function endsUnpaid(end: VisitEnd, buyerLeft: boolean): boolean {
  if (end.kind === 'delivered') return false
  if (end.kind === 'refused' || end.kind === 'requote' || buyerLeft || isUndecided(end)) return true
  return (
    end.kind === 'threw' &&
    end.error instanceof ServiceError &&
    end.error.status < 500 &&
    end.error.code !== 'RATE_LIMITED'
  )
}
