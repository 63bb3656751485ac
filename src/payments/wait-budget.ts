/** How long one buyer waits for the chain in all, over every question that is asked for his sake. */
import type { Clock } from '../platform/clock.ts'
import type { Timers } from '../platform/timers.ts'

export interface WaitBudget {
  /** What the work says, or null when it takes longer than what is left of the patience; its signal ends then. */
  run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null>
  /** Waits as long, or less. False: the patience is at its end. */
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

  /** Our own clock may be set back meanwhile, and forward: a wait is never counted as less than nothing. */
  async function subtractTimeOf<T>(wait: () => Promise<T>): Promise<T> {
    const beganMs = clock.nowMs()
    try {
      return await wait()
    } finally {
      leftMs -= Math.max(0, clock.nowMs() - beganMs)
    }
  }

  return {
    async run(work) {
      if (isOver()) return null
      return await subtractTimeOf(async () => {
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
      await subtractTimeOf(() => timers.sleep(Math.min(ms, leftMs)))
      return !isOver()
    },
  }
}
