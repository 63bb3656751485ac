/** Total time that one buyer waits for the chain, over all requests to it. */
import type { Clock } from '../platform/clock.ts'
import type { Timers } from '../platform/timers.ts'

export interface WaitBudget {
  /**
   * Returns the result of the work, or null if it takes longer than the rest of the budget. Its
   * signal is then aborted.
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null>
  /** Waits this long or less. Returns false if the budget is used up. */
  sleep(ms: number): Promise<boolean>
}

export function createWaitBudget(options: {
  totalMs: number
  clock: Clock
  timers: Timers
  stopping: AbortSignal | null
}): WaitBudget {
  const { clock, timers, stopping } = options
  let leftMs = options.totalMs
  const isOver = () => leftMs <= 0 || stopping?.aborted === true

  async function subtractTime<T>(wait: () => Promise<T>): Promise<T> {
    const beganMs = clock.elapsedMs()
    try {
      return await wait()
    } finally {
      leftMs -= clock.elapsedMs() - beganMs
    }
  }

  return {
    async run(work) {
      if (isOver()) return null
      return await subtractTime(async () => {
        const controller = new AbortController()
        const over = Promise.withResolvers<null>()
        const giveUp = () => {
          controller.abort()
          over.resolve(null)
        }
        const cancel = timers.after(leftMs, () => {
          leftMs = 0
          giveUp()
        })
        stopping?.addEventListener('abort', giveUp, { once: true })
        try {
          return await Promise.race([work(controller.signal), over.promise])
        } finally {
          cancel()
          stopping?.removeEventListener('abort', giveUp)
        }
      })
    },
    async sleep(ms) {
      if (isOver()) return false
      await subtractTime(() => timers.sleep(Math.min(ms, leftMs)))
      return !isOver()
    },
  }
}
