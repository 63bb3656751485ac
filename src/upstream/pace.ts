import PQueue from 'p-queue'

/**
 * Turns under a ceiling of calls per interval. One pace may be shared by several upstreams that
 * count together.
 */
export interface Pace {
  /**
   * Waits for a turn, then runs: of those that wait, the higher priority first. Rejects with the
   * signal's reason when it aborts first.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal, priority?: number): Promise<T>
  /** No turn begins for this long: the upstream said so. */
  holdFor(ms: number): void
  /** Milliseconds until the next turn may begin because of `holdFor`; 0 when nothing holds. */
  pausedForMs(): number
}

/**
 * Creates a pace: at most `calls` starts within `perMs` (both absent if calls are counted
 * elsewhere) and at most `concurrency` running. With `sliding` the limit holds in any window of
 * `perMs`, for upstreams whose windows start at unknown times.
 */
export function createPace(options: {
  calls?: number
  perMs?: number
  concurrency?: number
  sliding?: boolean
}): Pace {
  const queue = new PQueue({
    intervalCap: options.calls ?? Number.POSITIVE_INFINITY,
    interval: options.perMs ?? 0,
    concurrency: options.concurrency ?? Number.POSITIVE_INFINITY,
    ...(options.sliding ? { strict: true } : { carryoverIntervalCount: true }),
  })
  let pausedUntilMs = 0
  return {
    run: (task, signal, priority = 0) =>
      queue.add(task, { priority, ...(signal ? { signal } : {}) }),
    holdFor(ms) {
      const until = performance.now() + ms
      if (until <= pausedUntilMs) return
      pausedUntilMs = until
      queue.pause()
      setTimeout(() => {
        if (performance.now() >= pausedUntilMs - 1) queue.start()
      }, ms).unref()
    },
    pausedForMs: () => Math.max(0, pausedUntilMs - performance.now()),
  }
}
