/**
 * The payment gate: claim, verification, settlement and replay. Every step is durable before the
 * next depends on it.
 *
 *   claimed ──handler failed──▶ (released)          the payment may still buy something
 *      │ answer written
 *      ▼
 *   settling ──definite refusal──▶ failed           the buyer paid nothing
 *      │     ──surely not sent──▶ (released)         the payment may still buy something
 *      │ money moved (facilitator or chain says so)
 *      ▼
 *   settled                                          the stored answer is replayed, byte for byte
 *
 * What is decided where: decisions.ts. What is EVM: evm/.
 */
import { logWith } from '../observe/log.ts'
import type { PaymentState } from '../platform/errors.ts'
import type { NewClaim } from '../store/ledger/claims.ts'
import { chargeClaim } from './charge.ts'
import { computeUnsettledExpiryMs, findMismatch } from './evm/checks.ts'
import { createGateContext, type GateContext } from './gate-context.ts'
import { findNamedAnswer } from './identifier.ts'
import { handleKnownPayment } from './known-payment.ts'
import type { Charge, ChargeOutcome, GateOptions } from './outcome.ts'
import { refuse } from './payment-response.ts'
import { findPaymentState, type NamedPayment } from './payment-state.ts'
import { reconcileExpired } from './reconciliation.ts'

export type { Charge, ChargeOutcome, Delivery, GateOptions, GateStep } from './outcome.ts'

export interface Gate {
  /** @throws ServiceError 409, 503 and whatever `work` throws */
  charge(charge: Charge): Promise<ChargeOutcome>
  /** Returns what the ledger knows of a payment. Never throws. */
  findState(payment: NamedPayment): Promise<PaymentState>
  /**
   * Queries the chain about settlements whose process died or whose outcome was unknown. Sends
   * nothing. Returns how many were decided.
   */
  reconcileExpired(): Promise<number>
}

export function createGate(options: GateOptions): Gate {
  const gate = createGateContext(options)
  return {
    async charge(request) {
      const { requestId } = request
      const own = requestId ? { ...gate, log: logWith(gate.log, { requestId }) } : gate
      const outcome = await decide(own, request)
      if (outcome.kind === 'delivered') gate.admission?.noteSettled(request.presented.key)
      return outcome
    },
    findState: (payment) => findPaymentState(gate, payment),
    reconcileExpired: () => reconcileExpired(gate),
  }
}

async function decide(gate: GateContext, request: Charge): Promise<ChargeOutcome> {
  const { settings, claims, clock } = gate
  const { presented, terms, narrowed } = request
  // A payment on another network buys nothing, even if the ledger has it from an earlier
  // configuration.
  if (
    presented.key.network !== settings.network ||
    presented.key.asset !== settings.asset.toLowerCase()
  )
    return refuse('no_matching_payment_requirements', await findPaymentState(gate, presented))
  const call = { request, budget: gate.createBudget() }
  const mine = buildClaim(gate, request)
  const mismatch = findMismatch(presented, terms.requirements, clock.nowMs())
  if (mismatch || narrowed) {
    // Prices and bounds change. A payment that settled under the old ones still gets its answer.
    const known = await claims.find(presented.key)
    if (known) return await handleKnownPayment(gate, known, mine, call)
    const state = await findPaymentState(gate, presented)
    const named = await findNamedAnswer(gate, call)
    if (named) return named
    if (narrowed) throw narrowed.with({ payment: state })
    return refuse(mismatch!, state)
  }
  const { isNew, row } = await claims.claim(mine)
  if (!isNew) return await handleKnownPayment(gate, row, mine, call)
  await gate.onStep?.('claimed', request)
  return await chargeClaim(gate, row, call)
}

function buildClaim(
  {
    clock,
    leases,
    owner,
    claimLeaseMs,
  }: Pick<GateContext, 'clock' | 'leases' | 'owner' | 'claimLeaseMs'>,
  { presented, terms: { operationId, requirements, byUnits }, fingerprint }: Charge,
): NewClaim {
  const nowMs = clock.nowMs()
  const { validAfter, validBefore } = presented.authorization
  return {
    ...presented.key,
    fingerprint,
    operation: operationId,
    state: 'claimed',
    owner,
    lease_until_ms: leases.nowMs() + claimLeaseMs,
    fence: 1,
    payment_id: presented.paymentId,
    signature: presented.signature,
    amount_atomic: requirements.amount,
    pay_to: requirements.payTo.toLowerCase(),
    valid_after: validAfter,
    valid_before: validBefore,
    failure: null,
    created_ms: nowMs,
    expires_ms: computeUnsettledExpiryMs(validBefore, nowMs),
    units: byUnits?.count ?? null,
    unit_amount_atomic: byUnits?.unitAmountAtomic ?? null,
  }
}
