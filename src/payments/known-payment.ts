/**
 * A payment that was seen before: who signed it, its state, and whether this caller may get its
 * answer.
 */
import { ServiceError } from '../platform/errors.ts'
import type { ClaimRow, NewClaim } from '../store/ledger/claims.ts'
import { restartCharge, withVisit } from './charge.ts'
import { FOR_KNOWN_PAYMENT, firstMatch, type KnownPayment } from './decisions.ts'
import {
  createInFlightError,
  createPaymentKnownError,
  createReusedError,
  createTooManyRetriesError,
} from './errors.ts'
import { buildTokenDomain } from './evm/presented.ts'
import { signatureKey } from './evm/signature.ts'
import { type GateContext, hasSameFingerprint, isLeaseOver } from './gate-context.ts'
import { bindIdentifier } from './identifier.ts'
import type { Charge, ChargeOutcome, PaymentCall } from './outcome.ts'
import { stateOf } from './payment-state.ts'
import { findOutcomeOfNewOwner, replayAnswer } from './replay.ts'
import { resumeSettlement } from './settlement.ts'

const NO_TOKEN_IN_TIME = {
  retryAfterSeconds: 5,
  headers: {},
  detail: 'no token of the limit was free within the time of this request',
}

/** @param mine the claim that would be written for this request */
export async function handleKnownPayment(
  gate: GateContext,
  row: ClaimRow,
  mine: NewClaim,
  call: PaymentCall,
): Promise<ChargeOutcome> {
  switch (firstMatch(FOR_KNOWN_PAYMENT, await describe(gate, row, call.request))) {
    case 'begin_anew': {
      const { fence: _, ...change } = mine
      return await restartCharge(gate, row, change, call)
    }
    case 'in_flight':
      throw createInFlightError()
    case 'other_signature':
      throw createPaymentKnownError('signature', stateOf(row))
    case 'reused':
      throw createReusedError(stateOf(row))
    case 'other_identifier':
      throw createPaymentKnownError('payment-identifier', stateOf(row))
    case 'replay':
      return await replayAnswer(gate, row)
    case 'resume_failed':
      return await workOnceAdmitted(gate, call, () => resumeFailed(gate, row, call))
    case 'resume':
      return await workOnceAdmitted(gate, call, () => resumeSettlement(gate, row, call))
  }
}

async function describe(gate: GateContext, row: ClaimRow, request: Charge): Promise<KnownPayment> {
  const lease = isLeaseOver(gate, row) ? 'over' : 'running'
  const mayEvict = row.state === 'claimed' && lease === 'running'
  return {
    state: row.state,
    lease,
    signature: await findSigner(gate, row, request, mayEvict),
    question: hasSameFingerprint(row.fingerprint, request) ? 'same' : 'other',
    identifier:
      row.payment_id === null || row.payment_id === request.presented.paymentId ? 'same' : 'other',
  }
}

/**
 * Recovers the signer only of another signature, and only where that decides, because it takes 2
 * ms.
 */
async function findSigner(
  { isSignedByPayer, settings }: Pick<GateContext, 'isSignedByPayer' | 'settings'>,
  row: ClaimRow,
  { presented }: Charge,
  mayEvict: boolean,
): Promise<KnownPayment['signature']> {
  if (signatureKey(row.signature) === signatureKey(presented.signature)) return 'same'
  if (!mayEvict) return 'foreign'
  return (await isSignedByPayer(presented, buildTokenDomain(settings))) ? 'own' : 'foreign'
}

/**
 * Runs the work after the admission, as for a new payment. The wait for a token uses up the buyer's
 * wait budget, like chain requests.
 */
function workOnceAdmitted(
  gate: GateContext,
  { request, budget }: PaymentCall,
  work: () => Promise<ChargeOutcome>,
): Promise<ChargeOutcome> {
  return withVisit(gate, request, async (visit) => {
    const isAdmitted = await budget
      .run(async () => {
        await visit?.admitKnownPayment()
        return true
      })
      .catch((error: unknown) => {
        throw error instanceof ServiceError && error.code === 'RATE_LIMITED'
          ? createTooManyRetriesError(error)
          : error
      })
    if (isAdmitted === null) {
      const limit = visit?.awaitedLimit() ?? null
      throw createTooManyRetriesError({ ...NO_TOKEN_IN_TIME, limit })
    }
    return await work()
  })
}

/**
 * Resumes a failed payment. Its identifier may be moving to another payment in this moment, so the
 * claim is taken over first. A process that has read the claim before can then no longer rebind the
 * identifier, and an earlier rebinding is found by the binding.
 */
async function resumeFailed(
  gate: GateContext,
  row: ClaimRow,
  call: PaymentCall,
): Promise<ChargeOutcome> {
  if (row.payment_id === null) return await resumeSettlement(gate, row, call)
  const { claims, leases, owner } = gate
  const taken = await claims.takeOver(row, {
    state: 'failed',
    owner,
    lease_until_ms: leases.nowMs(),
  })
  if (!taken) return await findOutcomeOfNewOwner(gate, row)
  return (await bindIdentifier(gate, taken, call)) ?? (await resumeSettlement(gate, taken, call))
}
