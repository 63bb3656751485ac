/** What goes into the payment gate and what comes out of it. */
import type { PaymentPayload } from '@x402/core/types'
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
  /** Throws where there is nothing to be sold: nobody can have an answer just now, or not for this amount, or everybody has it for nothing. No payment is verified for it. */
  mustBeSold?: () => Promise<void>
  /** Makes the answer. Runs after verification, before settlement; whatever it throws costs the buyer nothing. */
  work: (signal: AbortSignal) => Promise<Delivery>
  /** What it costs of the allowances when it ends unpaid, by what it may ask of a source; one where nothing is said. */
  draws?: number
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

export type ChargeOutcome =
  | Delivered
  /** 402: the payment does not pay for this. `receipt` tells of a failed settlement. */
  | { kind: 'refused'; reason: string; receipt?: string }

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
