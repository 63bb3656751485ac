/**
 * One process at a time does a run. The lease beats by the clock, not by progress: a run that waits
 * for a slow source keeps it. One rule when it cannot be shown to be held any more (taken over,
 * store away, machine asleep): the run aborts and writes nothing more.
 */

import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import { measureSince } from '../platform/lease-clock.ts'
import { systemTimers, type Timers } from '../platform/timers.ts'
import type { Runs } from '../store/runs.ts'

/**
 * Lifetime of a lease after its process died on another machine. A dead process of this machine is
 * detected immediately.
 */
export const LEASE_MS = 120_000
export const HEARTBEAT_MS = 30_000

/** Message of a command whose run another process is doing. */
export const RUN_IS_TAKEN = 'if it died on another machine, its lease ends within two minutes'

class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export interface ActiveLease {
  /** Aborted when the lease is lost, the run is over, or the service stops. */
  readonly signal: AbortSignal
  /** Throws if the run must not go on. Called before every write, and when a request begins. */
  check(): void
}

export interface LeaseContext {
  runs: Runs
  clock: Clock
  log: Log
  timers?: Timers
}

/** Null: another process is at it. */
export async function underLease<T>(
  { runs, clock, log, timers = systemTimers }: LeaseContext,
  name: string,
  stopping: AbortSignal,
  work: (runLease: ActiveLease) => Promise<T>,
): Promise<T | null> {
  let ageMs = measureSince(clock)
  const lease = await runs.acquire(name, LEASE_MS)
  if (!lease) return null
  const lost = new AbortController()
  const lose = (why: string, cause?: unknown) => {
    if (lost.signal.aborted) return
    log.warn({ run: name, err: cause }, `the lease was lost: ${why}`)
    lost.abort(new LeaseLost(`the run was given up: ${why}`, { cause }))
  }
  let beating = false
  const endHeartbeat = timers.every(HEARTBEAT_MS, () => {
    if (beating) return lose('it could not be extended in time')
    beating = true
    const extendedMs = measureSince(clock)
    lease.extend().then(
      (extended) => {
        beating = false
        if (extended) ageMs = extendedMs
        else lose('another process took it over')
      },
      (error: unknown) => lose('it could not be extended', error),
    )
  })
  const signal = AbortSignal.any([stopping, lost.signal])
  try {
    return await work({
      signal,
      check() {
        // A machine that slept finds its lease expired before the next heartbeat.
        if (ageMs() >= LEASE_MS) lose('its time was over')
        signal.throwIfAborted()
      },
    })
  } finally {
    endHeartbeat()
    // A part of the run may outlive it: another process takes over now.
    lost.abort(new LeaseLost('the run is over'))
    await lease
      .release()
      .catch((error: unknown) => log.error({ err: error, run: name }, 'the lease was not released'))
  }
}
