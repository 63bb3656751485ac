/** Input and outcomes of the payment gate. */
import type { PaymentPayload } from '@x402/core/types'
import type { FreeAnswer } from '../contract/operation.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import type { PaymentState, ServiceError } from '../platform/errors.ts'
import type { LeaseClock } from '../platform/lease-clock.ts'
import type { Timers } from '../platform/timers.ts'
import type { ClaimRow, Claims } from '../store/ledger/claims.ts'
import type { Admission, Visit } from './admission/admission.ts'
import type { Chain } from './evm/chain.ts'
import type { Presented } from './evm/presented.ts'
import type { hasPayersSignature } from './evm/signature.ts'
import type { Facilitator } from './facilitator.ts'
import type { Listing } from './listing-guard.ts'
import type { Proof, Receipts } from './offer-receipt.ts'
import type { PaymentSettings, Terms } from './terms.ts'
import type { WaitBudget } from './wait-budget.ts'

/** Answer of the handler, serialised once. */
export interface Delivery {
  status: number
  body: Buffer
  /** Data that its receipt is signed from; null or absent if it gets none. */
  proof?: Proof | null
}

export interface Charge {
  terms: Terms
  /**
   * SHA-256 of operation id and canonical input: the same question has the same fingerprint over
   * every transport.
   */
  fingerprint: string
  /**
   * Returns the fingerprint that an earlier release gave to the same question, so that its claims
   * are still found.
   */
  formerFingerprint?: () => string
  presented: Presented
  /**
   * Error for input that this release refuses and an earlier one took. It applies to payments that
   * the ledger does not know. Absent if this release takes the input.
   */
  narrowed?: ServiceError | null
  /** Returns our listing for directories; absent if there is none. */
  listing?: () => Listing
  /**
   * Runs before the payment is verified. Returns why the call costs nothing or has another price,
   * or null if it can be sold for this payment. @throws ServiceError if no caller can get the
   * answer now
   */
  findUnsold?: () => Promise<UnsoldOutcome | null>
  /**
   * Builds the answer. Runs after verification and before settlement. The buyer is not charged if
   * it throws or returns a requote.
   */
  work: (signal: AbortSignal) => Promise<Delivery | RequoteOutcome>
  /**
   * Number of tokens that are debited if the call ends unpaid, by the source calls that it may
   * cause; default: one.
   */
  debits?: number
  /** Aborted when the buyer has left. */
  signal: AbortSignal
  /** Network address of the caller, as the limits count it. */
  address: string
  /** Id of the request, for the log. */
  requestId?: string
}

/** One call that presents a payment. */
export interface PaymentCall {
  request: Charge
  budget: WaitBudget
}

/** A call that holds the claim of its payment. */
export interface ClaimedCharge extends PaymentCall {
  claim: ClaimRow
  visit: Visit | undefined
}

/** A call whose payment may go to the facilitator. */
export interface AdmittedCharge extends ClaimedCharge {
  /** The payment that the facilitator receives. */
  payload: PaymentPayload
}

export interface Delivered {
  kind: 'delivered'
  delivery: Delivery
  /** The PAYMENT-RESPONSE header: follows from the claim and its transaction. */
  receipt: string
  transaction: string
  replayed: boolean
}

/** The payment does not pay for this answer. */
export interface RefusedOutcome {
  kind: 'refused'
  reason: string
  /** State of the payment after the refusal. */
  payment: PaymentState
  /** The PAYMENT-RESPONSE header of a failed settlement. */
  receipt?: string
}

/** The call costs nothing now. */
export interface FreeOutcome {
  kind: 'free'
  answer: FreeAnswer
  /** When this was decided. */
  atMs: number
}

/** Another number of units can be answered now than the payment is for. */
export interface RequoteOutcome {
  kind: 'requote'
  terms: Terms
}

/** The call is not sold, and no failure is the cause. The payment stays unspent. */
export type UnsoldOutcome = FreeOutcome | RequoteOutcome

/** Outcome of the payment itself. */
export type PaymentOutcome = Delivered | RefusedOutcome

export type ChargeOutcome = PaymentOutcome | UnsoldOutcome

/** The points between which a crash may happen, in order. */
export type GateStep = 'claimed' | 'verified' | 'answered' | 'settling' | 'settled' | 'recorded'

export interface GateOptions {
  settings: PaymentSettings
  facilitator: Facilitator
  /**
   * `null` if no RPC is configured: unknown outcomes then stay unknown until the facilitator
   * reports them.
   */
  chain: Chain | null
  claims: Claims
  clock: Clock
  /** Time of the claims' leases; the time of day if left out. */
  leases?: LeaseClock
  log: Log
  /** Name of this process, by which another process finds out whether it has ended. */
  owner: string
  isOwnerDead: (owner: string) => boolean
  /** System timers, unless a test advances the time by hand. */
  timers?: Timers
  /** Recovers the signer: the most expensive step of a contested payment. */
  isSignedByPayer?: typeof hasPayersSignature
  /** Checks and debits calls before the facilitator is called; absent in tests without limits. */
  admission?: Admission
  claimLeaseMs?: number
  settleLeaseMs?: number
  /** Time for which an answer is stored after its settlement. */
  replayMs?: number
  /** Time for which an unknown outcome is searched on the chain before the buyer has to retry. */
  reconcileWindowMs?: number
  /** Total time that a buyer waits for a chain that does not answer. */
  chainBudgetMs?: number
  /** Aborted when the process stops: no request waits for a chain any more. */
  stopping?: AbortSignal
  /** Signs receipts; absent if none is sent. */
  receipts?: Receipts | undefined
  /**
   * Called once for each settlement that this process records, for a buyer or in the background.
   */
  onPaid?: (payment: { operation: string; amountAtomic: string }) => void
  /** Observes each step; crash tests end the process in it. */
  onStep?: (step: GateStep, charge: Charge) => void | Promise<void>
}
