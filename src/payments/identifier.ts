/** The buyer's payment identifier: the same identifier and question replay without a charge, even under a new nonce. */
import type { ClaimRow, OwnedClaim, PaymentIdRow } from '../store/ledger/claims.ts'
import { FOR_REBOUND_IDENTIFIER, firstMatch } from './decisions.ts'
import { inFlight, paymentIdReused } from './errors.ts'
import { unsettledExpiryMs } from './evm/checks.ts'
import type { GateContext } from './gate-context.ts'
import type { Charge, PaymentOutcome } from './outcome.ts'
import type { Settlement } from './settlement.ts'
import type { WaitBudget } from './wait-budget.ts'

export type Identifiers = ReturnType<typeof createIdentifiers>

export function createIdentifiers(shared: GateContext, settlement: Settlement) {
  const { claims, clock, owner, hasSameFingerprint, leaseIsOver, releaseClaim } = shared

  /** Binds the identifier to this payment. Returns null, or the outcome of an earlier payment under it after releasing our claim. @throws ServiceError */
  async function join(
    claim: ClaimRow,
    request: Charge,
    budget: WaitBudget,
  ): Promise<PaymentOutcome | null> {
    const { paymentId, key } = request.presented
    // An earlier release may have computed another fingerprint of this question. Claim and binding must have the same one.
    const { fingerprint } = claim
    if (paymentId === null) return null
    const expiresMs = unsettledExpiryMs(claim.valid_before, clock.nowMs())
    const bound = await claims.bindPaymentId(
      claim,
      { ...key, payment_id: paymentId, fingerprint },
      expiresMs,
    )
    if (!bound) return await settlement.outcomeOfNewOwner(claim)
    const isOurs = bound.nonce === key.nonce
    if (isOurs && bound.fingerprint === fingerprint) return null
    const former = isOurs
      ? { kind: 'nothing' as const, judged: claim }
      : await findFormerOutcome(bound, request, budget)
    if (former.kind !== 'nothing') {
      await releaseClaim(claim)
      return former
    }
    if (
      !(await claims.rebindPaymentId(claim, bound, former.judged, {
        nonce: key.nonce,
        fingerprint,
        expiresMs,
      }))
    )
      throw inFlight()
    return null
  }

  /** Returns the outcome of the payment that the identifier is bound to, or `nothing` if it cannot settle while its claim is unchanged. @throws ServiceError */
  async function findFormerOutcome(
    bound: PaymentIdRow,
    request: Charge,
    budget: WaitBudget,
  ): Promise<PaymentOutcome | { kind: 'nothing'; judged: OwnedClaim | null }> {
    const former = await claims.find(bound)
    const isIt = former?.fingerprint === bound.fingerprint && former.payment_id === bound.payment_id
    const action = firstMatch(FOR_REBOUND_IDENTIFIER, {
      // A released payment may have bought something else since.
      state: isIt ? former.state : 'gone',
      lease: isIt && !leaseIsOver(former) ? 'running' : 'over',
      question: hasSameFingerprint(bound.fingerprint, request) ? 'same' : 'other',
    })
    if (action === 'rebind') return { kind: 'nothing', judged: former }
    if (action === 'reused') throw paymentIdReused()
    if (action === 'in_flight') throw inFlight()
    if (action === 'replay') return await settlement.replay(former!)
    if (action === 'stop_and_rebind') return await stop(former!)
    const outcome = await settlement.resume(former!, request.terms, budget)
    if (outcome.kind === 'delivered') return { ...outcome, replayed: true }
    const failed = await claims.find(bound)
    if (failed?.state !== 'failed') throw inFlight()
    return await stop(failed)
  }

  /** Takes over the former claim, so that a running retry of it cannot settle next to the new payment. */
  async function stop(former: ClaimRow): Promise<{ kind: 'nothing'; judged: OwnedClaim }> {
    const stopped = await claims.takeOver(former, {
      state: former.state,
      owner,
      lease_until_ms: clock.nowMs(),
    })
    if (!stopped) throw inFlight()
    return { kind: 'nothing', judged: stopped }
  }

  return { join }
}
