import { sha256Hex } from '../../src/platform/hash.ts'
import type { PaymentsTable } from '../../src/store/ledger/schema.ts'

/** A settled payment with the given nonce; everything else is the same for all. */
export function payment(nonce: string): PaymentsTable {
  return {
    // Derived from the nonce: the same nonce twice is the same payment.
    claim_id: Number.parseInt(sha256Hex(nonce).slice(0, 12), 16),
    network: 'eip155:84532',
    asset: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
    payer: '0x00000000000000000000000000000000000000b1',
    nonce,
    operation: 'company_verdict',
    fingerprint: 'f'.repeat(64),
    amount_atomic: '100000',
    pay_to: '0x00000000000000000000000000000000000000c1',
    tx_hash: `0x${'a'.repeat(64)}`,
    settled_ms: 1_795_000_000_123,
  }
}
