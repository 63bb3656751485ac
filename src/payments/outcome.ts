/** What goes into the payment gate and what comes out of it. */
import type { PaymentPayload } from '@x402/core/types'
import type { FreeAnswer } from '../contract/operation.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Timers } from '../platform/timers.ts'
import type { Claims } from '../store/ledger/claims.ts'
import type { Admission } from './admission/admission.ts'
import type { Chain } from './evm/chain.ts'
import type { Presented, signedByPayer } from './evm/presented.ts'
import type { Facilitator } from './facilitator.ts'
import type { Proof, Receipts } from './offer-receipt.ts'
import type { PaymentSettings, Terms } from './terms.ts'

/** What the handler made, serialised once. */
export interface Delivery {
  status: number
  body: Buffer
  /** What its receipt is signed from; null or absent: it gets none. */
  proof?: Proof | null
}

export interface Charge {
  terms: Terms
  /** SHA-256 of operation id and canonical input: the same question has the same fingerprint over every transport. */
  fingerprint: string
  /** What an earlier release made of the same question; its claims are still found. */
  formerFingerprint?: () => string
  presented: Presented
  /** Gives what a directory may read of this sale, in our own words; left out: nothing. */
  listing?: () => Pick<PaymentPayload, 'resource' | 'extensions'>
  /**
   * Runs before the payment is verified. Returns why the call costs nothing or has another price, or null if it can be sold for this
   * payment. @throws ServiceError if no caller can get the answer now
   */
  findUnsold?: () => Promise<UnsoldOutcome | null>
  /** Builds the answer. Runs after verification and before settlement. The buyer is not charged if it throws or asks for a new quote. */
  work: (signal: AbortSignal) => Promise<Delivery | RequoteOutcome>
  /** Number of tokens that are debited if the call ends unpaid, by the source calls that it may cause; default: one. */
  debits?: number
  /** Aborted when the buyer is gone. */
  signal: AbortSignal
  /** Where it comes from, as limits count it. */
  address: string
}

export interface Delivered {
  kind: 'delivered'
  delivery: Delivery
  /** The PAYMENT-RESPONSE header: follows from the claim and its transaction. */
  receipt: string
  replayed: boolean
}

/** The payment does not pay for this answer. */
export interface RefusedOutcome {
  kind: 'refused'
  reason: string
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

/** What became of the payment itself. */
export type PaymentOutcome = Delivered | RefusedOutcome

export type ChargeOutcome = PaymentOutcome | UnsoldOutcome

/** The points between which a crash may happen, in order. */
export type GateStep = 'claimed' | 'verified' | 'answered' | 'settling' | 'settled' | 'recorded'

export interface GateOptions {
  settings: PaymentSettings
  facilitator: Facilitator
  /** Null: no RPC is configured, unknown outcomes stay unknown until the facilitator tells. */
  chain: Chain | null
  claims: Claims
  clock: Clock
  log: Log
  /** Names this process; another process may ask whether it is gone. */
  owner: string
  isOwnerDead: (owner: string) => boolean
  /** System timers unless a test turns the time by hand. */
  timers?: Timers
  /** Recovers the signer: the dearest step of a contested payment. */
  isSignedByPayer?: typeof signedByPayer
  /** What is judged before the facilitator is asked, and what a call that ends unpaid costs; left out: nothing. */
  entrance?: Admission
  claimLeaseMs?: number
  settleLeaseMs?: number
  /** How long an answer is kept after its settlement. */
  replayMs?: number
  /** How long an unknown outcome is looked for on the chain before the buyer is asked to come back. */
  reconcileWindowMs?: number
  /** How long a buyer waits in all for a chain that does not answer. */
  chainBudgetMs?: number
  /** Aborted when the process stops: nobody waits for a chain any more. */
  stopping?: AbortSignal
  /** Signs receipts; left out: none is given. */
  receipts?: Receipts | undefined
  /** Observes each step; crash tests end the process in it. */
  onStep?: (step: GateStep, charge: Charge) => void | Promise<void>
}
