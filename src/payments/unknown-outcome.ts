/** Settlements whose outcome the buyer must not take for "not charged". */
import { ServiceError } from '../platform/errors.ts'
import type { ClaimRow } from '../store/ledger/claims.ts'
import { createSettlementUnknownError } from './errors.ts'
import { abandonClaim, type GateContext } from './gate-context.ts'

export type UnknownOutcomeContext = Pick<GateContext, 'claims' | 'leases' | 'log' | 'abandoned'>

/**
 * Money of this claim may have moved, so an unexpected error is reported as an unknown settlement.
 */
export async function reportUnknownOnError<T>(
  gate: UnknownOutcomeContext,
  row: ClaimRow,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    gate.log.error(
      { err: error, operation: row.operation, payer: row.payer, nonce: row.nonce },
      'a settlement was interrupted',
    )
    // The ledger itself may have failed. For other processes the lease then ends after its time.
    await gate.claims.endLease(row, gate.leases.nowMs()).catch(() => abandonClaim(gate, row))
    throw createSettlementUnknownError('interrupted')
  }
}

export async function throwUnknown(
  { claims, leases }: UnknownOutcomeContext,
  row: ClaimRow,
  reason: string,
): Promise<never> {
  await claims.endLease(row, leases.nowMs())
  throw createSettlementUnknownError(reason)
}
