/** The payment tables, in a separate file on SQLite. */
import type { Generated } from 'kysely'

/**
 * One row a payment authorization that was presented. Deleted some time after its answer can no
 * longer be replayed.
 */
export interface ClaimsTable {
  /** Never used twice. */
  id: Generated<number>
  /** CAIP-2, lower case. */
  network: string
  /** Lower-case hex, as are payer and nonce: the key is the bytes, not their spelling. */
  asset: string
  payer: string
  nonce: string
  fingerprint: string
  operation: string
  state: 'claimed' | 'settling' | 'settled' | 'failed'
  owner: string
  lease_until_ms: number
  /** Fencing token, together with the id: the number of owners so far. */
  fence: number
  payment_id: string | null
  /** The presented payment: with the key and the next columns it is all that a settlement needs. */
  signature: string
  amount_atomic: string
  pay_to: string
  /** Seconds since the epoch in decimal digits, of up to 256 bits. */
  valid_after: string
  valid_before: string
  failure: string | null
  created_ms: number
  expires_ms: number
  /**
   * How many units it was quoted for, and the price of one then; null where the operation is not
   * sold by units, and of former releases.
   */
  units: number | null
  unit_amount_atomic: string | null
}

/**
 * Answer of a claim, written with its state `settling`. In a separate table, so that changes of
 * state rewrite few bytes.
 */
export interface AnswersTable {
  claim_id: number
  status: number
  body: Uint8Array
  /** JSON that its receipt is signed from; null where answers carry none. */
  proof: string | null
}

/** The receipt that was given for a payment, as a compact JWS. Dropped with its answer. */
export interface ReceiptsTable {
  claim_id: number
  jws: string
}

/** A buyer's own idempotency key, bound after its payment was verified. */
export interface PaymentIdsTable {
  network: string
  asset: string
  payer: string
  payment_id: string
  nonce: string
  fingerprint: string
  expires_ms: number
}

/**
 * Every settled payment, for ever: written with the claim's state `settled`, which is reached once.
 */
export interface PaymentsTable {
  claim_id: number
  network: string
  asset: string
  payer: string
  nonce: string
  operation: string
  fingerprint: string
  amount_atomic: string
  pay_to: string
  tx_hash: string
  settled_ms: number
}

/** Results of looking up a payment, or a failed claim, on the chain. */
export interface AuditsTable {
  claim_id: number
  /**
   * Which look it was: 0 for a failed claim, 1 once the payment was some blocks deep, 2 after a
   * day.
   */
  round: number
  finding: 'matches' | 'differs' | 'unknown'
  detail: string | null
  checked_ms: number
}

/** Up to which time of settlement all payments in a token were looked for in a round. */
export interface AuditMarksTable {
  network: string
  asset: string
  round: number
  settled_ms: number
}

/** A payment that was sent back, whole. */
export interface RefundsTable {
  claim_id: number
  tx_hash: string
  recorded_ms: number
}

export interface LedgerTables {
  claims: ClaimsTable
  answers: AnswersTable
  payment_ids: PaymentIdsTable
  payments: PaymentsTable
  receipts: ReceiptsTable
  audits: AuditsTable
  audit_marks: AuditMarksTable
  refunds: RefundsTable
}
