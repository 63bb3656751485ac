/** Cases in which a paid operation costs nothing. */
import type { FreeOutcome } from '../payments/outcome.ts'
import type { Clock } from '../platform/clock.ts'
import type { PaidCall, UnavailableReason, ValidInput } from './paid-call.ts'
import type { BoundPaid } from './registry.ts'

/** Returns the free answer to this call, or null if the call has a price. @throws ServiceError */
export type FindFreeAnswer = (
  bound: BoundPaid,
  validated: ValidInput,
  call: Pick<PaidCall, 'address'>,
) => Promise<FreeOutcome | null>

export function createFindFreeAnswer(
  clock: Clock,
  unavailableReason: UnavailableReason,
): FindFreeAnswer {
  return async ({ operation, freeAnswer }, { input }, { address }) => {
    if (!freeAnswer || unavailableReason(operation.id, input)) return null
    const nowMs = clock.nowMs()
    const answer = await freeAnswer(input, { nowMs, address })
    return answer && { kind: 'free', answer, atMs: nowMs }
  }
}
