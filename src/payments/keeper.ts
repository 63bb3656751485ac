/** The payment side of the house put together: facilitator, chain, claims, gate and its background work. */
import type { Clock } from '../kernel/clock.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'
import type { Log } from '../observe/log.ts'
import type { Claims } from '../store/ledger/claims.ts'
import type { Facilitator } from './facilitator.ts'
import type { Gate } from './gate.ts'

const RECONCILE_INTERVAL_MS = 30_000
const PURGE_INTERVAL_MS = 3_600_000
const PROBE_INTERVAL_MS = 300_000

/** Starts what goes on without a request: finishing unknown settlements, forgetting old claims, asking what the facilitator serves. */
export function keepTill(options: {
  gate: Gate
  claims: Claims
  facilitator: Facilitator
  clock: Clock
  log: Log
  lifecycle: Lifecycle
  /** How long an answer is kept after its settlement. */
  replayMs: number
  timers?: Timers
}): void {
  const { gate, claims, facilitator, clock, log, lifecycle, replayMs, timers = systemTimers } = options
  const every = (name: string, intervalMs: number, work: () => Promise<unknown>) => {
    let running: Promise<void> | null = null
    const run = () => {
      running ??= work()
        .catch((error: unknown) => log.error({ err: error, job: name }, 'background work failed'))
        .then(() => {
          running = null
        })
    }
    const end = timers.every(intervalMs, run)
    // What is under way ends before the store closes under it.
    lifecycle.onStop(name, async () => {
      end()
      await running
    })
    run()
  }
  every('reconcile settlements', RECONCILE_INTERVAL_MS, () => gate.reconcileExpired())
  every('purge claims', PURGE_INTERVAL_MS, () => claims.purge(clock.nowMs(), clock.nowMs() - replayMs))
  every('probe facilitator', PROBE_INTERVAL_MS, async () => {
    const before = facilitator.capability()
    const now = await facilitator.probe()
    if (now === 'unsupported' && before !== now)
      log.warn({ problem: facilitator.lastProblem() }, 'the facilitator does not serve our network')
  })
}
