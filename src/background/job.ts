/**
 * Work that is done again and again in the background. A timer and a flag, no cron library: what is
 * due is decided by the store's own record of the last success and an injected clock, so a job only
 * has to look often enough.
 */

import type { Log } from '../observe/log.ts'
import type { Lifecycle } from '../platform/lifecycle.ts'
import { systemTimers, type Timers } from '../platform/timers.ts'

export interface Job {
  /**
   * One round now; the round under way, if there is one. Never rejects: what goes wrong is logged
   * and tried again.
   */
  run(): Promise<void>
  /**
   * Runs immediately and then every `everyMs` until the service stops. The running round ends
   * before anything that it needs closes.
   */
  start(): void
}

export interface JobOptions {
  /** Name in log lines and stop steps. */
  name: string
  everyMs: number
  work: () => Promise<unknown>
  lifecycle: Lifecycle
  log: Log
  timers?: Timers
}

export function createJob({
  name,
  everyMs,
  work,
  lifecycle,
  log,
  timers = systemTimers,
}: JobOptions): Job {
  let running: Promise<void> | null = null

  async function round(): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!lifecycle.signal.aborted) log.error({ err: error, job: name }, 'background work failed')
    }
  }

  function run(): Promise<void> {
    running ??= round().finally(() => {
      running = null
    })
    return running
  }

  return {
    run,
    start() {
      const end = timers.every(everyMs, run)
      lifecycle.onStop(name, async () => {
        end()
        await running
      })
      void run()
    },
  }
}
