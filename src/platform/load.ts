import { performance } from 'node:perf_hooks'

const SAMPLE_MS = 1000
/** Share of the time in which the event loop was busy. */
const BUSY_SHARE = 0.85

/**
 * Returns a function that reports whether the event loop of this process was nearly always busy in
 * the last second or longer.
 */
export function createLoadGauge(): () => boolean {
  let last = performance.eventLoopUtilization()
  let lastMs = performance.now()
  let busy = false
  return () => {
    const nowMs = performance.now()
    if (nowMs - lastMs < SAMPLE_MS) return busy
    const now = performance.eventLoopUtilization()
    busy = performance.eventLoopUtilization(now, last).utilization > BUSY_SHARE
    last = now
    lastMs = nowMs
    return busy
  }
}
