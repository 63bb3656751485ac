import { systemTimers, type Timers } from './timers.ts'

/**
 * Time that several steps of one piece of work may take together. Between the steps, such as while
 * one waits for its turn, no time is spent.
 */
export interface TimeBudget {
  /** Aborts with the given reason when the time is spent. */
  readonly signal: AbortSignal
  /** Runs one step. */
  spend<T>(step: () => Promise<T>): Promise<T>
}

export interface TimeBudgetOptions {
  limitMs: number
  /** Reason with which the signal aborts. */
  reason: Error
  timers?: Pick<Timers, 'after'>
  nowMs?: () => number
}

export function createTimeBudget(options: TimeBudgetOptions): TimeBudget {
  const { limitMs, reason, timers = systemTimers, nowMs = () => performance.now() } = options
  const controller = new AbortController()
  let leftMs = limitMs
  return {
    signal: controller.signal,
    async spend(step) {
      const startedMs = nowMs()
      const cancel = timers.after(Math.max(0, leftMs), () => controller.abort(reason))
      try {
        return await step()
      } finally {
        cancel()
        leftMs -= nowMs() - startedMs
      }
    },
  }
}
