/** Stored answers of settled payments, with the receipt that their first buyer got. */
import type { ClaimRow } from '../store/ledger/claims.ts'
import { createInFlightError, createPaymentKnownError, createReusedError } from './errors.ts'
import { signatureKey } from './evm/signature.ts'
import type { GateContext } from './gate-context.ts'
import type { Proof } from './offer-receipt.ts'
import type { Delivered, PaymentOutcome } from './outcome.ts'
import { encodeSettled, type SignedReceipt, signReceipt } from './payment-response.ts'
import { reportUnknownOnError } from './unknown-outcome.ts'

/**
 * Returns the outcome of the process that has taken the claim over. @throws ServiceError while it
 * is working, or if the claim is of another question
 */
export async function findOutcomeOfNewOwner(
  gate: GateContext,
  row: ClaimRow,
): Promise<PaymentOutcome> {
  const current = await reportUnknownOnError(gate, row, () => gate.claims.find(row))
  if (current?.state !== 'settled') throw createInFlightError()
  // A forged payment that the payer's own signature evicted gets no answer. The payer retries, and
  // that call decides.
  if (signatureKey(current.signature) !== signatureKey(row.signature)) throw createInFlightError()
  if (current.fingerprint !== row.fingerprint) throw createReusedError('settled')
  if (current.payment_id !== row.payment_id)
    throw createPaymentKnownError('payment-identifier', 'settled')
  return await replayAnswer(gate, current)
}

/** @throws ServiceError if the answer was purged in this moment: a retry gets the outcome */
export async function replayAnswer(gate: GateContext, row: ClaimRow): Promise<Delivered> {
  const stored = await reportUnknownOnError(gate, row, () => gate.claims.findStoredAnswer(row))
  // Empty if the facilitator named no transaction and no chain could be queried.
  if (typeof stored?.tx_hash !== 'string') throw createInFlightError()
  const { tx_hash: txHash, status, settled_ms, receipt } = stored
  const proof = stored.proof === null ? null : (JSON.parse(stored.proof) as Proof)
  const settled = { txHash, settledMs: Number(settled_ms), receipt }
  const signed = proof && (await findOrSignReceipt(gate, row, settled, proof))
  return {
    kind: 'delivered',
    delivery: { status, body: Buffer.from(stored.body), proof },
    receipt: encodeSettled(gate, row, txHash, signed),
    transaction: txHash,
    replayed: true,
  }
}

/**
 * Returns the stored receipt. If the settlement was only found on the chain, signs and stores it
 * for the first retry.
 */
async function findOrSignReceipt(
  gate: GateContext,
  row: ClaimRow,
  settled: { txHash: string; settledMs: number; receipt: string | null },
  proof: Proof,
): Promise<SignedReceipt | null> {
  if (settled.receipt !== null) return { jws: settled.receipt, proof }
  const signed = signReceipt(gate, row, settled, proof)
  if (!signed) return null
  const jws = await reportUnknownOnError(gate, row, () => gate.claims.keepReceipt(row, signed.jws))
  // Purged in this moment. Another retry at the same time could get a receipt with other bytes, so
  // none is sent.
  if (jws === null) throw createInFlightError()
  return { proof, jws }
}
