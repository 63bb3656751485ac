/** Reads the state of a payment from the ledger, before or instead of a decision about it. */
import type { PaymentState } from '../platform/errors.ts'
import type { ClaimRow } from '../store/ledger/claims.ts'
import { parseSeconds } from './evm/checks.ts'
import type { ClaimKey } from './evm/presented.ts'
import type { GateContext } from './gate-context.ts'

/** A presented payment, as far as it could be read. */
export interface NamedPayment {
  key: ClaimKey
  /** `validBefore` is null if it could not be read. */
  authorization: { validBefore: string | null }
}

/**
 * Returns the state of a known payment. A claim counts as undecided even after its lease: its owner
 * may be paused just before the settlement.
 */
export function stateOf({ state }: Pick<ClaimRow, 'state'>): PaymentState {
  return state === 'settled' || state === 'failed' ? state : 'undecided'
}

/**
 * Returns the state of a payment by the ledger. Never throws: `unread` if the ledger does not
 * answer.
 */
export async function findPaymentState(
  { claims, clock, replayMs, log }: Pick<GateContext, 'claims' | 'clock' | 'replayMs' | 'log'>,
  { key, authorization }: NamedPayment,
): Promise<PaymentState> {
  try {
    const row = await claims.find(key)
    if (row) return stateOf(row)
    if (await claims.isSettled(key)) return 'settled'
  } catch (error) {
    log.warn({ err: error }, 'a payment could not be looked up')
    return 'unread'
  }
  // An undecided payment stays in the ledger, so one that is absent has not moved. Before this time
  // the ledger may be a restored one.
  if (authorization.validBefore === null) return 'unspent'
  const expiredMs = parseSeconds(authorization.validBefore) * 1000
  return expiredMs > clock.nowMs() - replayMs ? 'unspent' : 'unread'
}
