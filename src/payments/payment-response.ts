/** The PAYMENT-RESPONSE header of settled and refused payments, and the signed receipt in it. */
import type { PaymentState } from '../platform/errors.ts'
import type { ClaimRow } from '../store/ledger/claims.ts'
import type { GateContext } from './gate-context.ts'
import { OFFER_RECEIPT, type Proof, receiptExtension } from './offer-receipt.ts'
import type { RefusedOutcome } from './outcome.ts'
import { encodeHeader } from './wire.ts'

export interface SignedReceipt {
  jws: string
  proof: Proof
}

/**
 * Returns the receipt of a new settlement, or null if it gets none. A failing key must not prevent
 * the payment from being recorded.
 */
export function signReceipt(
  { receipts, log }: Pick<GateContext, 'receipts' | 'log'>,
  row: ClaimRow,
  settled: { txHash: string; settledMs: number },
  proof: Proof | null,
): SignedReceipt | null {
  if (!proof || !receipts) return null
  try {
    return { jws: receipts.sign(row, settled, proof), proof }
  } catch (error) {
    log.error({ err: error, operation: row.operation }, 'a receipt could not be signed')
    return null
  }
}

/** @param signed null if the answer has no proof */
export function encodeSettled(
  { settings }: Pick<GateContext, 'settings'>,
  { payer, amount_atomic }: ClaimRow,
  txHash: string,
  signed: SignedReceipt | null,
): string {
  const response = {
    success: true,
    transaction: txHash,
    network: settings.network,
    payer,
    amount: amount_atomic,
  }
  return encodeHeader(
    signed === null
      ? response
      : {
          ...response,
          extensions: { [OFFER_RECEIPT]: receiptExtension(signed.jws, signed.proof) },
        },
  )
}

/** Builds the outcome of a payment that was refused before its settlement. */
export const refuse = (reason: string, payment: PaymentState = 'unspent'): RefusedOutcome => ({
  kind: 'refused',
  reason,
  payment,
})

/** Builds the outcome of a payment whose settlement was refused. */
export function refuseSettlement(
  { settings }: Pick<GateContext, 'settings'>,
  { payer }: ClaimRow,
  reason: string,
): RefusedOutcome {
  const receipt = encodeHeader({
    success: false,
    errorReason: reason,
    transaction: '',
    network: settings.network,
    payer,
  })
  return { kind: 'refused', reason, payment: 'failed', receipt }
}
