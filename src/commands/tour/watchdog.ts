/**
 * A limit on the time without progress, not on the whole: a slow machine takes long and goes on.
 */
import { systemTimers, type Timers } from '../../platform/timers.ts'

export interface Watchdog {
  /** Starts the limit again. `done` names what was reached, for the error. */
  progress(done: string): void
  /** Rejects once the limit has passed without progress. */
  readonly expired: Promise<never>
  end(): void
}

/**
 * Parts of the limit. Parts are counted, so that a process that was stopped or starved of CPU loses
 * one part at most.
 */
const PARTS = 60

export function createWatchdog(limitMs: number, timers: Timers = systemTimers): Watchdog {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  let passed = 0
  let last = 'the start'
  const end = timers.every(limitMs / PARTS, () => {
    passed += 1
    if (passed >= PARTS)
      reject(new Error(`nothing happened for ${limitMs / 1000} s after: ${last}`))
  })
  // Whether anyone waits for it or not, its rejection is no fault of the process.
  expired.catch(() => {})
  return {
    progress(done) {
      passed = 0
      last = done
    },
    expired,
    end,
  }
}
