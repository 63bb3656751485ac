/**
 * A new payment whose claim we hold: verify, bind its identifier, answer, settle. Every step is
 * durable before the next depends on it.
 */
import type { PaymentPayload } from '@x402/core/types'
import type { ClaimRow, NewClaim } from '../store/ledger/claims.ts'
import type { Visit } from './admission/admission.ts'
import {
  createBuyerLeftError,
  createFacilitatorUnavailableError,
  createInFlightError,
} from './errors.ts'
import { findMismatch } from './evm/checks.ts'
import { buildTokenDomain } from './evm/presented.ts'
import { toForwardedSignature } from './evm/signature.ts'
import type { GateContext } from './gate-context.ts'
import { bindIdentifier } from './identifier.ts'
import type {
  AdmittedCharge,
  Charge,
  ChargeOutcome,
  ClaimedCharge,
  Delivery,
  PaymentCall,
  PaymentOutcome,
  UnsoldOutcome,
} from './outcome.ts'
import { refuse } from './payment-response.ts'
import { blamesFacilitator, REPRICED_REASON } from './refusal.ts'
import { releaseAndEnd, releaseAndThrow } from './release.ts'
import { settleAnswer } from './settlement.ts'

/** How the work before the settlement ended. */
type Prepared =
  | { kind: 'answered'; charge: AdmittedCharge; delivery: Delivery }
  /** An earlier payment under the same identifier decides; our claim is released. */
  | { kind: 'joined'; outcome: PaymentOutcome }
  | { kind: 'rejected'; reason: string }
  | UnsoldOutcome

/** Runs a payment whose claim we hold. @throws ServiceError and whatever `work` throws */
export async function chargeClaim(
  gate: GateContext,
  claim: ClaimRow,
  { request, budget }: PaymentCall,
): Promise<ChargeOutcome> {
  return await withVisit(gate, request, (visit) => perform(gate, { claim, request, budget, visit }))
}

/**
 * Takes over a claim whose lease has ended, or that the payer evicts, and starts the payment from
 * the beginning.
 */
export async function restartCharge(
  gate: GateContext,
  row: ClaimRow,
  mine: Omit<NewClaim, 'fence'>,
  call: PaymentCall,
): Promise<ChargeOutcome> {
  const { claims, clock, leases } = gate
  const { request } = call
  if (isRepriced(row, mine)) {
    // The claim stays in the ledger. Without it the same payment would buy another number of units
    // the next time.
    const taken = await claims.takeOver(row, {
      state: 'claimed',
      owner: mine.owner,
      lease_until_ms: leases.nowMs(),
    })
    if (!taken) throw createInFlightError()
    return refuse(REPRICED_REASON)
  }

  const claim = await claims.takeOver(row, mine)
  if (!claim) throw createInFlightError()
  await gate.onStep?.('claimed', request)
  // Checked only while we hold the claim: its former owner may be paused just before the
  // settlement.
  const { narrowed } = request
  if (narrowed) return await releaseAndThrow(gate, { claim, request }, narrowed)
  const mismatch = findMismatch(request.presented, request.terms.requirements, clock.nowMs())
  if (mismatch) return await releaseAndEnd(gate, claim, refuse(mismatch))
  return await chargeClaim(gate, claim, call)
}

/** Does the work of one call and reports to the admission how it ended. */
export async function withVisit<T extends ChargeOutcome>(
  { admission }: Pick<GateContext, 'admission'>,
  request: Charge,
  work: (visit: Visit | undefined) => Promise<T>,
): Promise<T> {
  const visit = admission?.open(request)
  try {
    const outcome = await work(visit)
    visit?.end(outcome, request.signal.aborted)
    return outcome
  } catch (error) {
    visit?.end({ kind: 'threw', error }, request.signal.aborted)
    throw error
  }
}

async function perform(gate: GateContext, charge: ClaimedCharge): Promise<ChargeOutcome> {
  let prepared: Prepared
  try {
    prepared = await prepare(gate, charge)
  } catch (error) {
    return await releaseAndThrow(gate, charge, error)
  }
  switch (prepared.kind) {
    case 'answered':
      return await settleAnswer(gate, prepared.charge, prepared.delivery)
    case 'joined':
      return prepared.outcome
    case 'rejected':
      return await releaseAndEnd(gate, charge.claim, refuse(prepared.reason))
    default:
      return await releaseAndEnd(gate, charge.claim, prepared)
  }
}

/** Does everything that comes before the settlement. The caller releases the claim if it throws. */
async function prepare(gate: GateContext, charge: ClaimedCharge): Promise<Prepared> {
  const { claim, request } = charge
  const unsold = await request.findUnsold?.()
  if (unsold) {
    assertBuyerPresent(request)
    return unsold
  }

  const admitted = await admit(gate, charge)
  if (typeof admitted === 'string') return { kind: 'rejected', reason: admitted }
  const reason = await verify(gate, admitted)
  if (reason !== null) return { kind: 'rejected', reason }
  await gate.onStep?.('verified', request)

  const outcome = await bindIdentifier(gate, claim, charge)
  if (outcome) return { kind: 'joined', outcome }

  const made = await request.work(request.signal)
  await gate.onStep?.('answered', request)
  assertBuyerPresent(request)
  return 'kind' in made ? made : { kind: 'answered', charge: admitted, delivery: made }
}

/**
 * Returns a reason to refuse the payment without the facilitator, or the charge with the payment to
 * forward. @throws ServiceError
 */
async function admit(gate: GateContext, charge: ClaimedCharge): Promise<string | AdmittedCharge> {
  if (gate.facilitator.capability() === 'unsupported')
    throw createFacilitatorUnavailableError('it does not serve our network')
  const reason = await charge.visit?.checkBeforeVerify(charge.budget)
  return reason || { ...charge, payload: await buildForwardedPayload(gate, charge.request) }
}

/**
 * Returns a reason to refuse the payment, or null. @throws ServiceError if the facilitator gives no
 * answer
 */
async function verify(gate: GateContext, charge: AdmittedCharge): Promise<string | null> {
  const { facilitator } = gate
  const { request, payload, visit } = charge
  const verified = await facilitator.verify(payload, request.terms.requirements)
  if (verified.kind === 'unavailable') throw createFacilitatorUnavailableError(verified.reason)
  const refusal = verified.kind === 'invalid' ? verified.reason : null
  if (refusal !== null && (await isFacilitatorAtFault(gate, charge, refusal))) {
    facilitator.noteContradiction(refusal)
    throw createFacilitatorUnavailableError(refusal)
  }
  await visit?.noteVerified(refusal)
  return refusal
}

/**
 * Returns whether the reason contradicts what was judged here. The contract of a wallet with code
 * judges its signatures itself.
 */
async function isFacilitatorAtFault(
  { settings, chain, isSignedByPayer }: GateContext,
  { request: { presented }, budget }: AdmittedCharge,
  reason: string,
): Promise<boolean> {
  const blame = blamesFacilitator(reason, 'verification')
  if (blame !== 'if own signature') return blame
  if (!(await isSignedByPayer(presented, buildTokenDomain(settings)))) return false
  return (await budget.run(async () => await chain?.isContract?.(presented.key.payer))) !== true
}

/**
 * Builds the payment that the facilitator receives. The signature covers neither `accepted` nor
 * resource nor extensions, and the facilitator's directory reads the latter. A buyer's copies could
 * rewrite our entry there or contain additional keys, so they are replaced by ours.
 */
async function buildForwardedPayload(
  { settings, isSignedByPayer }: Pick<GateContext, 'settings' | 'isSignedByPayer'>,
  { presented, terms, listing }: Charge,
): Promise<PaymentPayload> {
  const { authorization } = presented
  const domain = buildTokenDomain(settings)
  const signature = await toForwardedSignature(presented, domain, isSignedByPayer)
  return {
    x402Version: 2,
    accepted: terms.requirements,
    payload: { signature, authorization },
    ...listing?.(),
  }
}

/**
 * Returns whether the price of one unit has changed since this payment for units was first
 * presented.
 */
function isRepriced(row: ClaimRow, mine: Omit<NewClaim, 'fence'>): boolean {
  return (
    row.unit_amount_atomic !== null &&
    row.operation === mine.operation &&
    row.unit_amount_atomic !== mine.unit_amount_atomic
  )
}

/** @throws ServiceError if the buyer has left */
function assertBuyerPresent({ signal }: Charge): void {
  if (signal.aborted) throw createBuyerLeftError()
}
