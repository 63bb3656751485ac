/**
 * How long one request waits for its sources, whatever it reads one after the other: a moment in
 * all for refreshes of copies that it holds, a longer while in all for what it holds no copy of.
 * What it gives up waiting for goes on, for the next one.
 */
import type { Timers } from '../platform/timers.ts'

export interface ReadTimeouts {
  /** Null when the time for refreshes is over: the copy is to be served. */
  whileStale<T>(work: Promise<T>): Promise<T | null>
  /** @throws when the whole time is over */
  whileMissing<T>(work: Promise<T>): Promise<T>
}

/** A request's time does not keep a process up that has nothing else to do. */
const UNREFED_TIMERS: Pick<Timers, 'after'> = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref()
    return () => clearTimeout(timer)
  },
}

export function createReadTimeouts(options: {
  staleWaitMs: number
  totalMs: number
  timers?: Pick<Timers, 'after'>
}): ReadTimeouts {
  const { staleWaitMs, totalMs, timers = UNREFED_TIMERS } = options
  const over = (ms: number) => {
    let time: Promise<void> | null = null
    return () => {
      time ??= new Promise((resolve) => timers.after(ms, resolve))
      // Results that are already available, such as an open circuit, are returned even when no time
      // is left.
      return time.then(() => new Promise<void>((resolve) => setImmediate(resolve)))
    }
  }
  const staleIsOver = over(staleWaitMs)
  const allIsOver = over(totalMs)
  return {
    whileStale(work) {
      const late = Promise.race([staleIsOver(), allIsOver()]).then(() => null)
      return Promise.race([work, late])
    },
    whileMissing(work) {
      const late = allIsOver().then(() => {
        throw new Error(`no answer within ${totalMs / 1000} s`)
      })
      return Promise.race([work, late])
    },
  }
}
