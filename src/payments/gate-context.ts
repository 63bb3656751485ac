/** What the parts of the gate have in common: the settings in force, and the few things each of them does with a claim. */
import { ServiceError } from '../platform/errors.ts'
import { systemTimers } from '../platform/timers.ts'
import type { ClaimRow } from '../store/ledger/claims.ts'
import { settlementUnknown } from './errors.ts'
import { signedByPayer } from './evm/presented.ts'
import { OFFER_RECEIPT, type Proof, receiptExtension } from './offer-receipt.ts'
import type { Charge, GateOptions, GateStep, RefusedOutcome } from './outcome.ts'
import { createWaitBudget, type WaitBudget } from './wait-budget.ts'
import { encodeHeader } from './wire.ts'

/** With the facilitator's answers and the handler's the buyer's answer leaves within 10 seconds, as contract and documents promise. */
const CHAIN_BUDGET_MS = 9_000
/** How long an answer that was paid for is kept after its settlement, unless the operator says otherwise. */
const DEFAULT_REPLAY_DAYS = 30
const DAY_MS = 86_400_000

export type GateContext = ReturnType<typeof createGateContext>

export function createGateContext(options: GateOptions) {
  const { settings, claims, clock, log, owner } = options
  const timers = options.timers ?? systemTimers
  const chainPatienceMs = options.chainBudgetMs ?? CHAIN_BUDGET_MS

  return {
    ...options,
    timers,
    isSignedByPayer: options.isSignedByPayer ?? signedByPayer,
    claimLeaseMs: options.claimLeaseMs ?? 30_000,
    settleLeaseMs: options.settleLeaseMs ?? 30_000,
    replayMs: options.replayMs ?? DEFAULT_REPLAY_DAYS * DAY_MS,
    reconcileWindowMs: options.reconcileWindowMs ?? 3000,

    step: (name: GateStep, charge: Charge) => options.onStep?.(name, charge),

    createBudget: (totalMs = chainPatienceMs): WaitBudget =>
      createWaitBudget({ totalMs, clock, timers, stopping: options.stopping ?? null }),

    /** Whether a kept fingerprint is of the question that this request asks. */
    hasSameFingerprint: (kept: string, { fingerprint, formerFingerprint }: Charge) =>
      kept === fingerprint || kept === formerFingerprint?.(),

    leaseIsOver(row: ClaimRow): boolean {
      return (
        row.lease_until_ms <= clock.nowMs() ||
        (row.owner !== owner && options.isOwnerDead(row.owner))
      )
    },

    /**
     * Whether the claim was still ours and is gone now. Never throws: what the buyer is to be told may be that money has moved under his
     * identifier, and the claim's lease ends by itself.
     */
    async releaseClaim(held: ClaimRow): Promise<'released' | 'lost' | 'unknown'> {
      try {
        return (await claims.release(held)) ? 'released' : 'lost'
      } catch (error) {
        log.error({ err: error }, 'a claim could not be released')
        return 'unknown'
      }
    },

    /** Money of this claim may have moved: whatever breaks, nobody is told that it did not. */
    async reportUnknownOnError<T>(row: ClaimRow, work: () => Promise<T>): Promise<T> {
      try {
        return await work()
      } catch (error) {
        if (error instanceof ServiceError) throw error
        log.error(
          { err: error, operation: row.operation, payer: row.payer, nonce: row.nonce },
          'a settlement was interrupted',
        )
        // Best effort: what broke may be the ledger, and then the lease ends by itself.
        await claims.endLease(row, clock.nowMs()).catch(() => {})
        throw settlementUnknown('interrupted')
      }
    },

    /** @param signed null where the answer has no proof */
    receiptOf(
      { payer, amount_atomic }: ClaimRow,
      txHash: string,
      signed: { jws: string; proof: Proof } | null,
    ): string {
      const told = {
        success: true,
        transaction: txHash,
        network: settings.network,
        payer,
        amount: amount_atomic,
      }
      return encodeHeader(
        signed === null
          ? told
          : {
              ...told,
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
