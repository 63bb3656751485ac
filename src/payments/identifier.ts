/**
 * The buyer's payment identifier: the same identifier and question replay without a charge, even
 * under a new nonce.
 */
import type { ClaimRow, OwnedClaim, PaymentIdRow } from '../store/ledger/claims.ts'
import { FOR_REBOUND_IDENTIFIER, firstMatch } from './decisions.ts'
import { createIdentifierReusedError, createInFlightError } from './errors.ts'
import { computeUnsettledExpiryMs } from './evm/checks.ts'
import { buildTokenDomain } from './evm/presented.ts'
import { type GateContext, hasSameFingerprint, isLeaseOver } from './gate-context.ts'
import type { PaymentCall, PaymentOutcome } from './outcome.ts'
import { releaseClaim } from './release.ts'
import { findOutcomeOfNewOwner, replayAnswer } from './replay.ts'
import { resumeSettlement } from './settlement.ts'

/**
 * Binds the identifier to this payment. Returns null, or the outcome of an earlier payment under it
 * after releasing our claim. @throws ServiceError
 */
export async function bindIdentifier(
  gate: GateContext,
  claim: ClaimRow,
  call: PaymentCall,
): Promise<PaymentOutcome | null> {
  const { claims, clock } = gate
  const { paymentId, key } = call.request.presented
  // An earlier release may have computed another fingerprint of this question. Claim and binding
  // must have the same one.
  const { fingerprint } = claim
  if (paymentId === null) return null
  const expiresMs = computeUnsettledExpiryMs(claim.valid_before, clock.nowMs())
  const bound = await claims.bindPaymentId(
    claim,
    { ...key, payment_id: paymentId, fingerprint },
    expiresMs,
  )
  if (!bound) return await findOutcomeOfNewOwner(gate, claim)
  const isOurs = bound.nonce === key.nonce
  if (isOurs && bound.fingerprint === fingerprint) return null
  const former = isOurs
    ? { kind: 'nothing' as const, judged: claim }
    : await findFormerOutcome(gate, bound, claim, call)
  if (former.kind !== 'nothing') {
    await releaseClaim(gate, claim)
    return former
  }
  if (
    !(await claims.rebindPaymentId(claim, bound, former.judged, {
      nonce: key.nonce,
      fingerprint,
      expiresMs,
    }))
  )
    throw createInFlightError()
  return null
}

/**
 * Returns the outcome of the payment that the identifier is bound to, or `nothing` if it cannot
 * settle while its claim is unchanged. @throws ServiceError
 */
async function findFormerOutcome(
  gate: GateContext,
  bound: PaymentIdRow,
  claim: ClaimRow,
  call: PaymentCall,
): Promise<PaymentOutcome | { kind: 'nothing'; judged: OwnedClaim | null }> {
  const former = await gate.claims.find(bound)
  const isIt = former?.fingerprint === bound.fingerprint && former.payment_id === bound.payment_id
  const action = firstMatch(FOR_REBOUND_IDENTIFIER, {
    // A released payment may have bought something else since.
    state: isIt ? former.state : 'gone',
    lease: isIt && !isLeaseOver(gate, former) ? 'running' : 'over',
    question: hasSameFingerprint(bound.fingerprint, call.request) ? 'same' : 'other',
  })
  if (action === 'rebind') return { kind: 'nothing', judged: former }
  if (action === 'reused')
    throw createIdentifierReusedError(claim.state === 'failed' ? 'failed' : null)
  if (action === 'in_flight') throw createInFlightError()
  if (action === 'replay') return await replayAnswer(gate, former!)
  if (action === 'stop_and_rebind') return await stop(gate, former!)
  const outcome = await resumeSettlement(gate, former!, call)
  if (outcome.kind === 'delivered') return { ...outcome, replayed: true }
  const failed = await gate.claims.find(bound)
  if (failed?.state !== 'failed') throw createInFlightError()
  return await stop(gate, failed)
}

/**
 * Returns the answer of the settled payment that the identifier of this one names, or `null`. This
 * payment does not meet the terms, for example because it has expired. It is neither claimed nor
 * sent, but its signature identifies the caller.
 */
export async function findNamedAnswer(
  gate: GateContext,
  { request }: PaymentCall,
): Promise<PaymentOutcome | null> {
  const { presented } = request
  const { key, paymentId } = presented
  const bound = paymentId === null ? null : await gate.claims.findBinding(key, paymentId)
  if (!bound || !hasSameFingerprint(bound.fingerprint, request)) return null
  const former = await gate.claims.find(bound)
  if (former?.state !== 'settled' || former.payment_id !== paymentId) return null
  const domain = buildTokenDomain(gate.settings)
  return (await gate.isSignedByPayer(presented, domain)) ? await replayAnswer(gate, former) : null
}

/**
 * Takes over the former claim, so that a running retry of it cannot settle next to the new payment.
 */
async function stop(
  { claims, leases, owner }: Pick<GateContext, 'claims' | 'leases' | 'owner'>,
  former: ClaimRow,
): Promise<{ kind: 'nothing'; judged: OwnedClaim }> {
  const stopped = await claims.takeOver(former, {
    state: former.state,
    owner,
    lease_until_ms: leases.nowMs(),
  })
  if (!stopped) throw createInFlightError()
  return { kind: 'nothing', judged: stopped }
}
