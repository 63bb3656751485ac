/**
 * The only way to wait inside a payment. Tests and the simulation hand in their own, so that no
 * second passes.
 */
export interface Timers {
  sleep(ms: number): Promise<void>
  /** Runs once after the delay, unless what it returns is called before. */
  after(delayMs: number, run: () => void): () => void
  /** Runs again and again, until what it returns is called. */
  every(intervalMs: number, run: () => void): () => void
}

export const systemTimers: Timers = {
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs)
    return () => clearInterval(timer)
  },
}
