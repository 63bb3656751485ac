/** The payment tables, in a file of their own on SQLite: contract section 7. */

/** One row a payment authorization that was presented. Deleted some time after its answer can no longer be replayed. */
export interface ClaimsTable {
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
  fence: number
  payment_id: string | null
  /** The signature reduced to what cannot be varied: low-s r and s, or a hash where it is no plain ECDSA signature. */
  signature_key: string
  amount_atomic: string
  pay_to: string
  valid_before_s: number
  /** The whole payment payload and the requirements it met, to settle or reconcile again. */
  payload_json: string
  requirements_json: string
  /** Set from `settling` on. */
  answer_status: number | null
  answer_body: Uint8Array | null
  /** The PAYMENT-RESPONSE header, set with `settled`. */
  receipt: string | null
  failure: string | null
  created_ms: number
  expires_ms: number
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

/** Every settled payment, for ever. */
export interface PaymentsTable {
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

export interface LedgerTables {
  claims: ClaimsTable
  payment_ids: PaymentIdsTable
  payments: PaymentsTable
}
