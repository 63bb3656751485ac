/**
 * Runs the handler of a paid operation within its time and puts what it returns into the envelope.
 */
import { type Envelope, envelope } from '../contract/envelope.ts'
import { type Clock, instant } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { londonDate } from '../platform/london.ts'
import { systemTimers, type Timers } from '../platform/timers.ts'
import type { Validated } from './input.ts'
import type { BoundPaid } from './registry.ts'

/** A handler that takes longer is given up; the payment stays unspent. */
const HANDLER_BUDGET_MS = 12_000

export interface Answered {
  envelope: Envelope
  /** The rules that judged, null where none did. */
  judgedBy: string | null
  /** How many are answered of what is sold by units; else 1. */
  units: number
}

/** `price`: what the envelope says that so many units cost. @throws ServiceError, UnitsChanged */
export type Answering = (
  bound: BoundPaid,
  validated: Extract<Validated, { ok: true }>,
  price: (units: number) => string,
  signal: AbortSignal,
) => Promise<Answered>

export function createAnswering(options: {
  clock: Clock
  handlerBudgetMs?: number
  timers?: Timers
}): Answering {
  const { clock, handlerBudgetMs: budgetMs = HANDLER_BUDGET_MS, timers = systemTimers } = options
  return async (bound, { input, echo }, price, caller) => {
    const nowMs = clock.nowMs()
    const made = await withinBudget({ caller, budgetMs, timers }, (signal) =>
      bound.answer(input, { today: londonDate(nowMs), nowMs, signal }),
    )
    const { judgedBy = null, units = 1 } = made
    return {
      envelope: envelope(echo, made, bound.operation.attribution, price(units), instant(nowMs)),
      judgedBy,
      units,
    }
  }
}

/**
 * Gives up when the caller leaves or time runs out, whether the work heeds its signal or not.
 * @throws ServiceError UPSTREAM_UNAVAILABLE
 */
async function withinBudget<T>(
  { caller, budgetMs, timers }: { caller: AbortSignal; budgetMs: number; timers: Timers },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const { signal } = controller
  const givenUp = Promise.withResolvers<never>()
  const giveUp = (reason: unknown) => {
    controller.abort(reason)
    givenUp.reject(reason)
  }
  const leave = () => giveUp(caller.reason)
  if (caller.aborted) controller.abort(caller.reason)
  else caller.addEventListener('abort', leave, { once: true })
  const disarm = timers.after(budgetMs, () =>
    giveUp(
      new ServiceError(
        'UPSTREAM_UNAVAILABLE',
        'The source of this answer took too long; nothing was charged.',
        { retryAfterSeconds: 10 },
      ),
    ),
  )
  try {
    return await Promise.race([work(signal), givenUp.promise])
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    disarm()
    caller.removeEventListener('abort', leave)
  }
}
