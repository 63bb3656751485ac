/** A payment that was seen before: who signed it, its state, and whether this caller may get its answer. */
import { ServiceError } from '../platform/errors.ts'
import type { ClaimRow, NewClaim } from '../store/ledger/claims.ts'
import type { Charging } from './charge.ts'
import { FOR_KNOWN_PAYMENT, firstMatch, type KnownPayment } from './decisions.ts'
import { inFlight, madeWithPaymentId, retriedTooOften, reused } from './errors.ts'
import { signatureKey, tokenDomainOf } from './evm/presented.ts'
import type { GateContext } from './gate-context.ts'
import type { Identifiers } from './identifier.ts'
import type { Charge, ChargeOutcome } from './outcome.ts'
import { OTHER_SIGNATURE_REASON } from './refusal.ts'
import type { Settlement } from './settlement.ts'
import type { WaitBudget } from './wait-budget.ts'

const NO_TOKEN_IN_TIME = {
  retryAfterSeconds: 5,
  headers: {},
  limit: null,
  detail: 'no token of the limit was free within the time of this request',
}

export function createKnownPayment(
  shared: GateContext,
  settlement: Settlement,
  identifiers: Identifiers,
  charging: Charging,
) {
  const { settings, claims, clock, owner, hasSameFingerprint, leaseIsOver, refuse } = shared
  const domain = tokenDomainOf(settings)

  /** @param mine the claim that would be written for this request */
  return async function handleKnownPayment(
    row: ClaimRow,
    mine: NewClaim,
    request: Charge,
    budget: WaitBudget,
  ): Promise<ChargeOutcome> {
    const { presented, terms } = request
    const lease = leaseIsOver(row) ? 'over' : 'running'
    const action = firstMatch(FOR_KNOWN_PAYMENT, {
      state: row.state,
      lease,
      signature:
        row.state === 'claimed' && lease === 'over' ? 'foreign' : await findSigner(row, request),
      question: hasSameFingerprint(row.fingerprint, request) ? 'same' : 'other',
      identifier:
        row.payment_id === null || row.payment_id === presented.paymentId ? 'same' : 'other',
    })
    switch (action) {
      case 'begin_anew': {
        const { fence: _, ...change } = mine
        return await charging.restart(row, change, request, budget)
      }
      case 'in_flight':
        throw inFlight()
      case 'refuse_signature':
        return refuse(OTHER_SIGNATURE_REASON)
      case 'reused':
        throw reused()
      case 'other_identifier':
        throw madeWithPaymentId()
      case 'replay':
        return await settlement.replay(row)
      case 'resume_failed':
        return await workOnceAdmitted(request, budget, () => resumeFailed(row, request, budget))
      case 'resume':
        return await workOnceAdmitted(request, budget, () => settlement.resume(row, terms, budget))
    }
  }

  /** Runs the work after the admission, as for a new payment. The wait for a token uses up the buyer's wait budget, like chain requests. */
  function workOnceAdmitted(
    request: Charge,
    budget: WaitBudget,
    work: () => Promise<ChargeOutcome>,
  ): Promise<ChargeOutcome> {
    return charging.withVisit(request, async (visit) => {
      const isAdmitted = await budget
        .run(async () => {
          await visit?.admitKnownPayment()
          return true
        })
        .catch((error: unknown) => {
          throw error instanceof ServiceError && error.code === 'RATE_LIMITED'
            ? retriedTooOften(error)
            : error
        })
      if (isAdmitted === null) throw retriedTooOften(NO_TOKEN_IN_TIME)
      return await work()
    })
  }

  /** Recovers the signer only if the signature is not the stored one, because that takes 2 ms. */
  async function findSigner(
    row: ClaimRow,
    { presented }: Charge,
  ): Promise<KnownPayment['signature']> {
    if (signatureKey(row.signature) === signatureKey(presented.signature)) return 'same'
    return (await shared.isSignedByPayer(presented, domain)) ? 'own' : 'foreign'
  }

  /**
   * Resumes a failed payment. Its identifier may be moving to another payment in this moment, so the claim is taken over first. A process that
   * has read the claim before can then no longer rebind the identifier, and an earlier rebinding is found by the binding.
   */
  async function resumeFailed(
    row: ClaimRow,
    request: Charge,
    budget: WaitBudget,
  ): Promise<ChargeOutcome> {
    if (row.payment_id === null) return await settlement.resume(row, request.terms, budget)
    const taken = await claims.takeOver(row, {
      state: 'failed',
      owner,
      lease_until_ms: clock.nowMs(),
    })
    if (!taken) return await settlement.outcomeOfNewOwner(row)
    return (
      (await identifiers.join(taken, request, budget)) ??
      (await settlement.resume(taken, request.terms, budget))
    )
  }
}
