/** The time of leases: what is stored as their end, and when a stored one is over. */
import type { Clock } from './clock.ts'
import { createLruMap } from './lru-map.ts'

export interface LeaseClock {
  /** Milliseconds since the Unix epoch, by which leases are written and compared. */
  nowMs(): number
  /**
   * Returns whether the lease has ended. One that ends later than any lease can was written before
   * the clock was set back: it is over once it has been seen for its whole length.
   */
  isOver(name: string, untilMs: number, lengthMs: number): boolean
}

const MAX_SEEN = 1000

export function createLeaseClock(clock: Clock, nowMs = () => clock.nowMs()): LeaseClock {
  const seen = createLruMap<{ untilMs: number; sinceMs: number }>(MAX_SEEN)
  return {
    nowMs,
    isOver(name, untilMs, lengthMs) {
      const leftMs = untilMs - nowMs()
      if (leftMs <= 0) return true
      if (leftMs <= lengthMs) return false
      const elapsedMs = clock.elapsedMs()
      const known = seen.get(name)
      if (known?.untilMs === untilMs) return elapsedMs - known.sinceMs >= lengthMs
      seen.set(name, { untilMs, sinceMs: elapsedMs })
      return false
    },
  }
}

/**
 * Starts to measure a time. What it returns says how much has passed: by the monotonic clock, or by
 * the time of day if that is more, because a machine that slept has a monotonic clock that did not
 * run.
 */
export function measureSince(clock: Clock): () => number {
  const [beganMs, beganElapsedMs] = [clock.nowMs(), clock.elapsedMs()]
  return () => Math.max(clock.nowMs() - beganMs, clock.elapsedMs() - beganElapsedMs)
}
