/** A share of an upstream's calls that some callers may not exceed. */
import type { Clock } from '../kernel/clock.ts'

export interface Share {
  /** Takes one call. Milliseconds until one is free again, or 0 when it was taken. `anyhow`: it is taken and counted in any case. */
  take(anyhow?: boolean): number
  left(): number
}

/** At most `calls` within any `perMs`. */
export function createShare({ calls, perMs }: { calls: number; perMs: number }, clock: Clock): Share {
  /** Times of the last calls, the oldest at `next`. */
  const times: number[] = []
  let next = 0
  return {
    left() {
      const sinceMs = clock.nowMs() - perMs
      return calls - times.filter((timeMs) => timeMs > sinceMs).length
    },
    take(anyhow = false) {
      const nowMs = clock.nowMs()
      if (times.length < calls) {
        times.push(nowMs)
        return 0
      }
      const waitMs = times[next]! + perMs - nowMs
      if (waitMs > 0 && !anyhow) return Math.min(waitMs, perMs)
      times[next] = nowMs
      next = (next + 1) % calls
      return 0
    },
  }
}
