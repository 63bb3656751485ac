/** The buyer's idempotency key: the same key and question replay without a charge, even under a new nonce. */
import type { ClaimRow, HeldClaim, PaymentIdRow } from '../store/ledger/claims.ts'
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

  /** Binds the key to this payment, or tells what was bought under it before; then the claim is let go. @throws ServiceError */
  async function join(
    held: ClaimRow,
    request: Charge,
    budget: WaitBudget,
  ): Promise<PaymentOutcome | null> {
    const { paymentId, key } = request.presented
    // The claim's own: an earlier release may have made another fingerprint of the same question, and the two must stay equal.
    const { fingerprint } = held
    if (paymentId === null) return null
    const expiresMs = unsettledExpiryMs(held.valid_before, clock.nowMs())
    const bound = await claims.bindPaymentId(
      held,
      { ...key, payment_id: paymentId, fingerprint },
      expiresMs,
    )
    if (!bound) return await settlement.outcomeOfNewOwner(held)
    const isOurs = bound.nonce === key.nonce
    if (isOurs && bound.fingerprint === fingerprint) return null
    const former = isOurs
      ? { kind: 'nothing' as const, judged: held }
      : await formerOf(bound, request, budget)
    if (former.kind !== 'nothing') {
      await releaseClaim(held)
      return former
    }
    if (
      !(await claims.rebindPaymentId(held, bound, former.judged, {
        nonce: key.nonce,
        fingerprint,
        expiresMs,
      }))
    )
      throw inFlight()
    return null
  }

  /** What became of the payment that a key is bound to; `nothing` when, as long as its claim is as judged, nothing will. @throws ServiceError */
  async function formerOf(
    bound: PaymentIdRow,
    request: Charge,
    budget: WaitBudget,
  ): Promise<PaymentOutcome | { kind: 'nothing'; judged: HeldClaim | null }> {
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

  /** Its token is spent here, so that a repetition already under way cannot go on beside the new payment. */
  async function stop(former: ClaimRow): Promise<{ kind: 'nothing'; judged: HeldClaim }> {
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
