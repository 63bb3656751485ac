/**
 * Counts the replicas: each registers itself in the store periodically, and one that stopped is
 * missing after two rounds.
 */

import type { Log } from '../observe/log.ts'
import type { LeaseClock } from '../platform/lease-clock.ts'
import type { Lifecycle } from '../platform/lifecycle.ts'
import type { Timers } from '../platform/timers.ts'
import type { Counters } from '../store/counters.ts'
import { createJob } from './job.ts'

export interface ReplicaCounter {
  /**
   * Number of replicas including this one. Until the store answered, the number of replicas that a
   * deployment usually has.
   */
  count(): number
  /** All others have counted this one by now. */
  isKnown(): boolean
}

const ROUND_MS = 20_000
const UNKNOWN = 16
/** Ended rounds are deleted every so many rounds. */
const CLEAR_EVERY = 15

export interface ReplicaCounterOptions {
  counters: Counters
  leases: Pick<LeaseClock, 'nowMs'>
  log: Log
  lifecycle: Lifecycle
  timers?: Timers
}

/**
 * Creates the counter. `start` registers this replica immediately. If the store is unavailable, the
 * next round tries again.
 */
export function createReplicaCounter({
  counters,
  leases,
  ...house
}: ReplicaCounterOptions): ReplicaCounter & { start(): Promise<void> } {
  let count = UNKNOWN
  let firstRound: number | null = null
  let lastRound = Number.NEGATIVE_INFINITY
  let rounds = 0

  async function beat(): Promise<void> {
    const round = Math.floor(leases.nowMs() / ROUND_MS)
    const key = (which: number) => `replicas/${which}`
    const here =
      round === lastRound
        ? await counters.read(key(round))
        : (await counters.add(key(round), 1, 3 * ROUND_MS)).before + 1
    lastRound = round
    firstRound ??= round
    // Other replicas may not have joined the current round yet.
    count = Math.max(1, here, await counters.read(key(round - 1)))
    rounds += 1
    if (rounds % CLEAR_EVERY === 0) await counters.clear()
  }

  const job = createJob({ name: 'headcount of replicas', everyMs: ROUND_MS, work: beat, ...house })
  return {
    count: () => count,
    isKnown: () => firstRound !== null && lastRound - firstRound >= 2,
    async start() {
      job.start()
      await job.run()
    },
  }
}
