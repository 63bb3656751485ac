import { createSettlementUnknownError } from '../payments/errors.ts'
import type { Timers } from '../platform/timers.ts'

/** Time in which a paid call is answered, whatever it waits for. */
const PAID_CALL_MS = 30_000

/**
 * Answers a paid call in time. After it the call ends like one whose buyer has left: before its
 * settlement nothing is sent any more, and a settlement is recorded or found by the next call with
 * this payment. @throws ServiceError SETTLEMENT_UNKNOWN
 */
export async function answerInTime<T>(
  { signal }: { signal: AbortSignal },
  answer: (limited: { signal: AbortSignal }) => Promise<T>,
  timers: Pick<Timers, 'after'>,
): Promise<T> {
  const over = new AbortController()
  const late = Promise.withResolvers<never>()
  const cancel = timers.after(PAID_CALL_MS, () => {
    late.reject(createSettlementUnknownError(`no end in ${PAID_CALL_MS} ms`))
    over.abort(new Error('the time of the call is over'))
  })
  const answering = answer({ signal: AbortSignal.any([signal, over.signal]) })
  answering.catch(() => {})
  return await Promise.race([answering, late.promise]).finally(cancel)
}
