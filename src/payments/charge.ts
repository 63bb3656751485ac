/** One payment on its way: verify, answer, settle. Every step is durable before the next depends on it. */
import type { PaymentPayload } from '@x402/core/types'
import { type ErrorCode, ServiceError, StoreUnavailable } from '../platform/errors.ts'
import type { ClaimRow, NewClaim } from '../store/ledger/claims.ts'
import type { Visit } from './admission/admission.ts'
import { buyerLeft, facilitatorUnavailable, inFlight } from './errors.ts'
import { mismatchOf, secondsOf } from './evm/checks.ts'
import type { GateContext } from './gate-context.ts'
import type { Identifiers } from './identifier.ts'
import type { Charge, ChargeOutcome, Delivery } from './outcome.ts'
import { REPRICED_REASON } from './refusal.ts'
import type { Settlement } from './settlement.ts'
import type { WaitBudget } from './wait-budget.ts'

const UNDECIDED: readonly unknown[] = [
  'SETTLEMENT_UNKNOWN',
  'PAYMENT_IN_FLIGHT',
] satisfies ErrorCode[]

/** Of the records being away a buyer is told to repeat, and nothing of earlier requests. */
function saysUncharged(error: unknown): boolean {
  if (error instanceof ServiceError) return !UNDECIDED.includes(error.code)
  return !(error instanceof StoreUnavailable)
}

/** Whether a payment for units was first presented at another price of one than it has now. */
function isRepriced(row: ClaimRow, mine: Omit<NewClaim, 'fence'>): boolean {
  return (
    row.unit_amount_atomic !== null &&
    row.operation === mine.operation &&
    row.unit_amount_atomic !== mine.unit_amount_atomic
  )
}

/**
 * Makes the payment as the facilitator gets it. The signature covers neither resource nor extensions, and the facilitator's directory reads both:
 * a buyer's copies could rewrite our entry there, so ours take their place.
 */
function forwarded({ presented, listing }: Charge): PaymentPayload {
  const { accepted, payload } = presented.payload
  return { x402Version: 2, accepted, payload, ...listing?.() }
}

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

  /** Holds the claim. @throws ServiceError and whatever `work` throws */
  async function run(
    held: ClaimRow,
    request: Charge,
    patience: WaitBudget,
  ): Promise<ChargeOutcome> {
    return await visiting(request, (visit) => perform(held, request, patience, visit))
  }

  /** Does the work of one call and says at the entrance how it ended. */
  async function visiting(
    request: Charge,
    work: (visit: Visit | undefined) => Promise<ChargeOutcome>,
  ): Promise<ChargeOutcome> {
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
    held: ClaimRow,
    request: Charge,
    patience: WaitBudget,
    visit: Visit | undefined,
  ): Promise<ChargeOutcome> {
    const payload = forwarded(request)
    let delivery: Delivery
    try {
      const refused = await verify(request, payload, visit, patience)
      if (refused) return await refuseAndLetGo(held, refused)
      await step('verified', request)
      const joined = await identifiers.join(held, request, patience)
      if (joined) return joined
      delivery = await request.work(request.signal)
      await step('answered', request)
      if (request.signal.aborted) throw buyerLeft()
    } catch (error) {
      const end = await releaseClaim(held)
      if (end === 'lost') return await outcomeOfNewOwner(held)
      // What broke says "nothing was charged", and somebody else may hold the claim by now.
      if (end === 'unknown' && saysUncharged(error)) throw inFlight()
      throw request.signal.aborted ? buyerLeft(error) : error
    }
    const nowMs = clock.nowMs()
    // Spent before, it may be forgotten by now; unspent, it can buy nothing any more.
    if (secondsOf(held.valid_before) * 1000 <= nowMs)
      return await refuseAndLetGo(held, 'invalid_exact_evm_payload_authorization_valid_before')
    const leaseUntilMs = nowMs + settleLeaseMs
    const proof = delivery.proof ? JSON.stringify(delivery.proof) : null
    const ours = await claims.beginSettling(held, {
      ...delivery,
      proof,
      leaseUntilMs,
      expiresMs: nowMs + replayMs,
    })
    // Whoever overslept his lease sends nothing: others may have judged by then that nothing will be sent.
    if (!ours || clock.nowMs() >= leaseUntilMs) return await outcomeOfNewOwner(held)
    const settling: ClaimRow = { ...held, state: 'settling', lease_until_ms: leaseUntilMs }
    return await reportUnknownOnError(settling, async () => {
      await step('settling', request)
      const reply = await facilitator.settle(payload, request.terms.requirements)
      await step('settled', request)
      const outcome = await settleFirst(settling, reply, patience, delivery)
      await step('recorded', request)
      return outcome
    })
  }

  /** A reason to refuse, or null. @throws ServiceError when the facilitator gives no answer */
  async function verify(
    { terms, mustBeSold }: Charge,
    payload: PaymentPayload,
    visit: Visit | undefined,
    patience: WaitBudget,
  ): Promise<string | null> {
    await mustBeSold?.()
    if (facilitator.capability() === 'unsupported')
      throw facilitatorUnavailable('it does not serve our network')
    const known = await visit?.checkBeforeVerify(patience)
    if (known) return known
    const verified = await facilitator.verify(payload, terms.requirements)
    if (verified.kind === 'unavailable') throw facilitatorUnavailable(verified.reason)
    const refusal = verified.kind === 'invalid' ? verified.reason : null
    await visit?.verified(refusal)
    return refusal
  }

  /** Takes a claim that nobody works on, or that the payer evicts, and begins anew. */
  async function beginAnew(
    row: ClaimRow,
    mine: Omit<NewClaim, 'fence'>,
    request: Charge,
    patience: WaitBudget,
  ): Promise<ChargeOutcome> {
    if (isRepriced(row, mine)) {
      // The claim stays: forgotten, the same money would buy another number of units the next time.
      const taken = await claims.takeOver(row, {
        state: 'claimed',
        owner: mine.owner,
        lease_until_ms: clock.nowMs(),
      })
      if (!taken) throw inFlight()
      return refuse(REPRICED_REASON)
    }
    const held = await claims.takeOver(row, mine)
    if (!held) throw inFlight()
    await step('claimed', request)
    // Told only with the claim in hand: its former owner may be asleep just before the settlement.
    const mismatch = mismatchOf(request.presented, request.terms.requirements, clock.nowMs())
    if (mismatch) return await refuseAndLetGo(held, mismatch)
    return await run(held, request, patience)
  }

  /** Who refuses without the claim in hand may be telling "not charged" beside somebody who charges. */
  async function refuseAndLetGo(held: ClaimRow, reason: string): Promise<ChargeOutcome> {
    const end = await releaseClaim(held)
    if (end === 'lost') return await outcomeOfNewOwner(held)
    // A 402 makes the buyer sign again, so it takes certainty.
    if (end === 'unknown') throw inFlight()
    return refuse(reason)
  }

  return { run, beginAnew, visiting }
}
