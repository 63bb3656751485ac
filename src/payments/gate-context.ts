/** Settings and services of the gate, and how it judges a stored claim. */
import { createLeaseClock } from '../platform/lease-clock.ts'
import { createLruMap } from '../platform/lru-map.ts'
import { systemTimers } from '../platform/timers.ts'
import type { ClaimRow, OwnedClaim } from '../store/ledger/claims.ts'
import { hasPayersSignature } from './evm/signature.ts'
import type { Charge, GateOptions } from './outcome.ts'
import { createWaitBudget, type WaitBudget } from './wait-budget.ts'

/**
 * Together with the facilitator and the handler, the buyer gets a reply within 10 seconds, as the
 * documents promise.
 */
const CHAIN_BUDGET_MS = 9_000
/**
 * Time for which a paid answer is stored after its settlement, unless the operator configures
 * another.
 */
const DEFAULT_REPLAY_DAYS = 30
const DAY_MS = 86_400_000
/**
 * Claims that this process gave up while the ledger took no writes. Of older ones the lease ends
 * after its time.
 */
const MAX_ABANDONED = 10_000

/**
 * Options of the gate with their defaults. Each function of the gate takes it as its first
 * argument.
 */
export type GateContext = ReturnType<typeof createGateContext>

export function createGateContext(options: GateOptions) {
  const { clock, chainBudgetMs = CHAIN_BUDGET_MS, timers = systemTimers } = options
  return {
    ...options,
    leases: options.leases ?? createLeaseClock(clock),
    isSignedByPayer: options.isSignedByPayer ?? hasPayersSignature,
    claimLeaseMs: options.claimLeaseMs ?? 30_000,
    settleLeaseMs: options.settleLeaseMs ?? 30_000,
    replayMs: options.replayMs ?? DEFAULT_REPLAY_DAYS * DAY_MS,
    reconcileWindowMs: options.reconcileWindowMs ?? 3000,
    abandoned: createLruMap<true>(MAX_ABANDONED),

    createBudget: (totalMs = chainBudgetMs): WaitBudget =>
      createWaitBudget({ totalMs, clock, timers, stopping: options.stopping ?? null }),
  }
}

/** Returns whether a stored fingerprint is that of this request's question. */
export function hasSameFingerprint(
  stored: string,
  { fingerprint, formerFingerprint }: Charge,
): boolean {
  return stored === fingerprint || stored === formerFingerprint?.()
}

/**
 * Notes that no call of this process works on the claim any more, although the ledger could not be
 * told. Its lease is over here, so the buyer may repeat the request as soon as the ledger takes
 * writes. Until then nobody can take the claim over.
 */
export function abandonClaim({ abandoned }: Pick<GateContext, 'abandoned'>, row: OwnedClaim): void {
  abandoned.set(nameOf(row), true)
}

const nameOf = ({ id, fence }: OwnedClaim) => `${id} ${fence}`

export function isLeaseOver(
  { leases, owner, isOwnerDead, abandoned, ...gate }: GateContext,
  row: ClaimRow,
): boolean {
  const lengthMs = Math.max(gate.claimLeaseMs, gate.settleLeaseMs)
  return (
    leases.isOver(`claim ${row.id}`, row.lease_until_ms, lengthMs) ||
    (row.owner === owner ? abandoned.get(nameOf(row)) === true : isOwnerDead(row.owner))
  )
}
