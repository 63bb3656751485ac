/** Settings and claim functions that all parts of the gate use. */
import { ServiceError } from '../platform/errors.ts'
import { systemTimers } from '../platform/timers.ts'
import type { ClaimRow } from '../store/ledger/claims.ts'
import { settlementUnknown } from './errors.ts'
import { signedByPayer } from './evm/presented.ts'
import { OFFER_RECEIPT, type Proof, receiptExtension } from './offer-receipt.ts'
import type { Charge, GateOptions, GateStep, RefusedOutcome } from './outcome.ts'
import { createWaitBudget, type WaitBudget } from './wait-budget.ts'
import { encodeHeader } from './wire.ts'

/** Together with the facilitator and the handler, the buyer gets a reply within 10 seconds, as the documents promise. */
const CHAIN_BUDGET_MS = 9_000
/** Time for which a paid answer is stored after its settlement, unless the operator configures another. */
const DEFAULT_REPLAY_DAYS = 30
const DAY_MS = 86_400_000

export type GateContext = ReturnType<typeof createGateContext>

export function createGateContext(options: GateOptions) {
  const { settings, claims, clock, log, owner } = options
  const timers = options.timers ?? systemTimers
  const chainBudgetMs = options.chainBudgetMs ?? CHAIN_BUDGET_MS

  return {
    ...options,
    timers,
    isSignedByPayer: options.isSignedByPayer ?? signedByPayer,
    claimLeaseMs: options.claimLeaseMs ?? 30_000,
    settleLeaseMs: options.settleLeaseMs ?? 30_000,
    replayMs: options.replayMs ?? DEFAULT_REPLAY_DAYS * DAY_MS,
    reconcileWindowMs: options.reconcileWindowMs ?? 3000,

    step: (name: GateStep, charge: Charge) => options.onStep?.(name, charge),

    createBudget: (totalMs = chainBudgetMs): WaitBudget =>
      createWaitBudget({ totalMs, clock, timers, stopping: options.stopping ?? null }),

    /** Returns whether a stored fingerprint is that of this request's question. */
    hasSameFingerprint: (stored: string, { fingerprint, formerFingerprint }: Charge) =>
      stored === fingerprint || stored === formerFingerprint?.(),

    leaseIsOver(row: ClaimRow): boolean {
      return (
        row.lease_until_ms <= clock.nowMs() ||
        (row.owner !== owner && options.isOwnerDead(row.owner))
      )
    },

    /**
     * Deletes our claim. Returns `lost` if another process owns it, `unknown` if the ledger does not answer: the lease then ends after its
     * time. Never throws, because the caller may have to report that money has moved under the buyer's identifier.
     */
    async releaseClaim(claim: ClaimRow): Promise<'released' | 'lost' | 'unknown'> {
      try {
        return (await claims.release(claim)) ? 'released' : 'lost'
      } catch (error) {
        log.error({ err: error }, 'a claim could not be released')
        return 'unknown'
      }
    },

    /** Money of this claim may have moved, so an unexpected error is reported as an unknown settlement. */
    async reportUnknownOnError<T>(row: ClaimRow, work: () => Promise<T>): Promise<T> {
      try {
        return await work()
      } catch (error) {
        if (error instanceof ServiceError) throw error
        log.error(
          { err: error, operation: row.operation, payer: row.payer, nonce: row.nonce },
          'a settlement was interrupted',
        )
        // The ledger itself may have failed. The lease then ends after its time.
        await claims.endLease(row, clock.nowMs()).catch(() => {})
        throw settlementUnknown('interrupted')
      }
    },

    /** Returns the PAYMENT-RESPONSE header. @param signed null if the answer has no proof */
    receiptOf(
      { payer, amount_atomic }: ClaimRow,
      txHash: string,
      signed: { jws: string; proof: Proof } | null,
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
    },

    refuse(reason: string, failed?: ClaimRow): RefusedOutcome {
      if (!failed) return { kind: 'refused', reason }
      const receipt = encodeHeader({
        success: false,
        errorReason: reason,
        transaction: '',
        network: settings.network,
        payer: failed.payer,
      })
      return { kind: 'refused', reason, receipt }
    },
  }
}
