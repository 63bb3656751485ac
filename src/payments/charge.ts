/** One payment on its way: verify, answer, settle. Every step is durable before the next depends on it. */
import type { PaymentPayload } from '@x402/core/types'
import { type ErrorCode, ServiceError, StoreUnavailable } from '../platform/errors.ts'
import type { ClaimRow, NewClaim } from '../store/ledger/claims.ts'
import type { Visit } from './admission/admission.ts'
import { buyerLeft, facilitatorUnavailable, inFlight } from './errors.ts'
import { mismatchOf, secondsOf } from './evm/checks.ts'
import type { GateContext } from './gate-context.ts'
import type { Identifiers } from './identifier.ts'
import type {
  Charge,
  ChargeOutcome,
  Delivery,
  PaymentOutcome,
  RefusedOutcome,
  UnsoldOutcome,
} from './outcome.ts'
import { REPRICED_REASON } from './refusal.ts'
import type { Settlement } from './settlement.ts'
import type { WaitBudget } from './wait-budget.ts'

const UNDECIDED: readonly unknown[] = [
  'SETTLEMENT_UNKNOWN',
  'PAYMENT_IN_FLIGHT',
] satisfies ErrorCode[]

/**
 * Returns whether this error promises the buyer that nothing was charged. `StoreUnavailable` makes no such promise about earlier requests
 * with the same payment.
 */
function promisesNoCharge(error: unknown): boolean {
  if (error instanceof ServiceError) return !UNDECIDED.includes(error.code)
  return !(error instanceof StoreUnavailable)
}

/** Returns whether the price of one unit has changed since this payment for units was first presented. */
function isRepriced(row: ClaimRow, mine: Omit<NewClaim, 'fence'>): boolean {
  return (
    row.unit_amount_atomic !== null &&
    row.operation === mine.operation &&
    row.unit_amount_atomic !== mine.unit_amount_atomic
  )
}

/**
 * Builds the payment that the facilitator receives. The signature covers neither resource nor extensions, and the facilitator's directory
 * reads both. A buyer's copies could rewrite our entry there, so they are replaced by ours.
 */
function toForwardedPayload({ presented, listing }: Charge): PaymentPayload {
  const { accepted, payload } = presented.payload
  return { x402Version: 2, accepted, payload, ...listing?.() }
}

/** @throws ServiceError if the buyer has left */
function assertBuyerPresent({ signal }: Charge): void {
  if (signal.aborted) throw buyerLeft()
}

/** How the work before the settlement ended. */
type Prepared =
  | { kind: 'answered'; delivery: Delivery }
  /** An earlier payment under the same identifier decides; our claim is released. */
  | { kind: 'joined'; outcome: PaymentOutcome }
  | { kind: 'rejected'; reason: string }
  | UnsoldOutcome

export type Charging = ReturnType<typeof createCharging>

export function createCharging(
  shared: GateContext,
  settlement: Settlement,
  identifiers: Identifiers,
) {
  const {
    facilitator,
    claims,
    clock,
    settleLeaseMs,
    replayMs,
    reportUnknownOnError,
    releaseClaim,
    refuse,
    step,
  } = shared
  const { outcomeOfNewOwner, settleFirst } = settlement

  /** Runs a payment whose claim we hold. @throws ServiceError and whatever `work` throws */
  async function run(claim: ClaimRow, request: Charge, budget: WaitBudget): Promise<ChargeOutcome> {
    return await withVisit(request, (visit) => perform(claim, request, budget, visit))
  }

  /** Does the work of one call and reports to the admission how it ended. */
  async function withVisit<T extends ChargeOutcome>(
    request: Charge,
    work: (visit: Visit | undefined) => Promise<T>,
  ): Promise<T> {
    const visit = shared.entrance?.open(request)
    try {
      const outcome = await work(visit)
      visit?.end(outcome, request.signal.aborted)
      return outcome
    } catch (error) {
      visit?.end({ kind: 'threw', error }, request.signal.aborted)
      throw error
    }
  }

  async function perform(
    claim: ClaimRow,
    request: Charge,
    budget: WaitBudget,
    visit: Visit | undefined,
  ): Promise<ChargeOutcome> {
    const payload = toForwardedPayload(request)
    let prepared: Prepared
    try {
      prepared = await prepare(claim, request, budget, payload, visit)
    } catch (error) {
      return await releaseAndThrow(claim, request, error)
    }
    switch (prepared.kind) {
      case 'answered':
        return await settle(claim, request, budget, payload, prepared.delivery)
      case 'joined':
        return prepared.outcome
      case 'rejected':
        return await releaseAndEnd(claim, refuse(prepared.reason))
      default:
        return await releaseAndEnd(claim, prepared)
    }
  }

  /** Does everything that comes before the settlement. The caller releases the claim if it throws. */
  async function prepare(
    claim: ClaimRow,
    request: Charge,
    budget: WaitBudget,
    payload: PaymentPayload,
    visit: Visit | undefined,
  ): Promise<Prepared> {
    const unsold = await request.findUnsold?.()
    if (unsold) {
      assertBuyerPresent(request)
      return unsold
    }

    const reason = await verify(request, payload, visit, budget)
    if (reason !== null) return { kind: 'rejected', reason }
    await step('verified', request)

    const outcome = await identifiers.join(claim, request, budget)
    if (outcome) return { kind: 'joined', outcome }

    const made = await request.work(request.signal)
    await step('answered', request)
    assertBuyerPresent(request)
    return 'kind' in made ? made : { kind: 'answered', delivery: made }
  }

  /** Releases the claim after an error. Returns what the new owner of the claim found out, if there is one. @throws the error otherwise */
  async function releaseAndThrow(
    claim: ClaimRow,
    request: Charge,
    error: unknown,
  ): Promise<PaymentOutcome> {
    const released = await releaseClaim(claim)
    if (released === 'lost') return await outcomeOfNewOwner(claim)
    // We may not promise "nothing was charged" while another replica could own the claim and settle it.
    if (released === 'unknown' && promisesNoCharge(error)) throw inFlight()
    throw request.signal.aborted ? buyerLeft(error) : error
  }

  /** Stores the answer, sends the settlement and records its outcome. Each step is durable before the next depends on it. */
  async function settle(
    claim: ClaimRow,
    request: Charge,
    budget: WaitBudget,
    payload: PaymentPayload,
    delivery: Delivery,
  ): Promise<PaymentOutcome> {
    const nowMs = clock.nowMs()
    // The ledger may have forgotten an expired payment that was settled before. If it was not, it cannot be settled any more.
    if (secondsOf(claim.valid_before) * 1000 <= nowMs)
      return await releaseAndEnd(
        claim,
        refuse('invalid_exact_evm_payload_authorization_valid_before'),
      )

    const leaseUntilMs = nowMs + settleLeaseMs
    const proof = delivery.proof ? JSON.stringify(delivery.proof) : null
    const stillOwner = await claims.beginSettling(claim, {
      ...delivery,
      proof,
      leaseUntilMs,
      expiresMs: nowMs + replayMs,
    })
    // After our lease another replica may have recorded that this payment was never sent. Sending it now could charge for an answer that is not stored.
    if (!stillOwner || clock.nowMs() >= leaseUntilMs) return await outcomeOfNewOwner(claim)

    const settling: ClaimRow = { ...claim, state: 'settling', lease_until_ms: leaseUntilMs }
    return await reportUnknownOnError(settling, async () => {
      await step('settling', request)
      const reply = await facilitator.settle(payload, request.terms.requirements)
      await step('settled', request)
      const outcome = await settleFirst(settling, reply, budget, delivery)
      await step('recorded', request)
      return outcome
    })
  }

  /** Returns a reason to refuse the payment, or null. @throws ServiceError if the facilitator gives no answer */
  async function verify(
    { terms }: Charge,
    payload: PaymentPayload,
    visit: Visit | undefined,
    budget: WaitBudget,
  ): Promise<string | null> {
    if (facilitator.capability() === 'unsupported')
      throw facilitatorUnavailable('it does not serve our network')
    const known = await visit?.checkBeforeVerify(budget)
    if (known) return known

    const verified = await facilitator.verify(payload, terms.requirements)
    if (verified.kind === 'unavailable') throw facilitatorUnavailable(verified.reason)
    const refusal = verified.kind === 'invalid' ? verified.reason : null
    await visit?.verified(refusal)
    return refusal
  }

  /** Takes over a claim whose lease has ended, or that the payer evicts, and starts the payment from the beginning. */
  async function restart(
    row: ClaimRow,
    mine: Omit<NewClaim, 'fence'>,
    request: Charge,
    budget: WaitBudget,
  ): Promise<ChargeOutcome> {
    if (isRepriced(row, mine)) {
      // The claim stays in the ledger. Without it the same payment would buy another number of units the next time.
      const taken = await claims.takeOver(row, {
        state: 'claimed',
        owner: mine.owner,
        lease_until_ms: clock.nowMs(),
      })
      if (!taken) throw inFlight()
      return refuse(REPRICED_REASON)
    }

    const claim = await claims.takeOver(row, mine)
    if (!claim) throw inFlight()
    await step('claimed', request)
    // Checked only while we hold the claim: its former owner may be paused just before the settlement.
    const mismatch = mismatchOf(request.presented, request.terms.requirements, clock.nowMs())
    if (mismatch) return await releaseAndEnd(claim, refuse(mismatch))
    return await run(claim, request, budget)
  }

  /** Ends the call with this outcome, which says that nothing was charged. Only the owner of the claim may say so. */
  async function releaseAndEnd<T extends RefusedOutcome | UnsoldOutcome>(
    claim: ClaimRow,
    outcome: T,
  ): Promise<T | PaymentOutcome> {
    const released = await releaseClaim(claim)
    if (released === 'lost') return await outcomeOfNewOwner(claim)
    // The buyer signs a new payment after such an outcome, so it must be certain.
    if (released === 'unknown') throw inFlight()
    return outcome
  }

  return { run, restart, withVisit }
}
