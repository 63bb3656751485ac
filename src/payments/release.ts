/**
 * The end of a call whose payment stays unspent. Only the owner of a claim may say that nothing was
 * charged.
 */
import { ServiceError, StoreUnavailable, toServiceError } from '../platform/errors.ts'
import type { ClaimRow } from '../store/ledger/claims.ts'
import { createBuyerLeftError, createInFlightError } from './errors.ts'
import { abandonClaim, type GateContext } from './gate-context.ts'
import type { ClaimedCharge, PaymentOutcome, RefusedOutcome, UnsoldOutcome } from './outcome.ts'
import { findOutcomeOfNewOwner } from './replay.ts'

/** Ends the call with this outcome, which says that nothing was charged. */
export async function releaseAndEnd<T extends RefusedOutcome | UnsoldOutcome>(
  gate: GateContext,
  claim: ClaimRow,
  outcome: T,
): Promise<T | PaymentOutcome> {
  const released = await releaseClaim(gate, claim)
  if (released === 'lost') return await findOutcomeOfNewOwner(gate, claim)
  // The buyer signs a new payment after such an outcome, so it must be certain.
  if (released === 'unknown') throw createInFlightError()
  return outcome
}

/**
 * Releases the claim after an error. Returns what the new owner of the claim found out, if there is
 * one. @throws the error otherwise
 */
export async function releaseAndThrow(
  gate: GateContext,
  { claim, request }: Pick<ClaimedCharge, 'claim' | 'request'>,
  error: unknown,
): Promise<PaymentOutcome> {
  const released = await releaseClaim(gate, claim)
  if (released === 'lost') return await findOutcomeOfNewOwner(gate, claim)
  // We may not promise "nothing was charged" while another replica could own the claim and settle
  // it.
  if (released === 'unknown' && promisesNoCharge(error)) throw createInFlightError()
  const thrown = request.signal.aborted ? createBuyerLeftError(error) : error
  throw promisesNoCharge(error) ? toServiceError(thrown).with({ payment: 'unspent' }) : thrown
}

/**
 * Deletes our claim. Returns `lost` if another process owns it, `unknown` if the ledger does not
 * answer: its lease then ends here at once, and elsewhere after its time. Never throws, because the
 * caller may have to report that money has moved under the buyer's identifier.
 */
export async function releaseClaim(
  gate: Pick<GateContext, 'claims' | 'log' | 'abandoned'>,
  claim: ClaimRow,
): Promise<'released' | 'lost' | 'unknown'> {
  try {
    return (await gate.claims.release(claim)) ? 'released' : 'lost'
  } catch (error) {
    gate.log.error({ err: error }, 'a claim could not be released')
    abandonClaim(gate, claim)
    return 'unknown'
  }
}

/**
 * Returns whether this error promises the buyer that nothing was charged. `StoreUnavailable` makes
 * no such promise about earlier requests with the same payment.
 */
function promisesNoCharge(error: unknown): boolean {
  if (error instanceof ServiceError) return error.payment !== 'undecided'
  return !(error instanceof StoreUnavailable)
}
