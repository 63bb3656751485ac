import { expect, it } from 'vitest'
import { silentLog } from '../observe/log.ts'
import { manualClock } from '../platform/clock.ts'
import { createLifecycle } from '../platform/lifecycle.ts'
import type { Timers } from '../platform/timers.ts'
import type { Counters } from '../store/counters.ts'
import { createReplicaCounter } from './replica-counter.ts'

const ROUND_MS = 20_000

function house() {
  const clock = manualClock('2026-11-22T09:00:10Z')
  const counts = new Map<string, number>()
  const state = { away: false }
  const counters = {
    async add(key: string, points: number) {
      if (state.away) throw new Error('away')
      const before = counts.get(key) ?? 0
      counts.set(key, before + points)
      return { before, endsInMs: 1 }
    },
    read: async (key: string) => counts.get(key) ?? 0,
  } as Partial<Counters> as Counters
  const beats: (() => unknown)[] = []
  const timers = {
    every: (_: number, run: () => unknown) => void beats.push(run),
  } as unknown as Timers
  async function joins() {
    const headcount = createReplicaCounter({
      counters,
      leases: clock,
      log: silentLog,
      lifecycle: createLifecycle(),
      timers,
    })
    await headcount.start()
    return headcount
  }
  return {
    joins,
    state,
    /** One round of the first replicas that are still running, in order of joining. */
    async round(living = beats.length) {
      clock.advance(ROUND_MS)
      for (const beat of beats.slice(0, living)) await beat()
    },
  }
}

it('counts a new replica immediately, and drops a stopped one after two rounds', async () => {
  const { joins, round } = house()
  const first = await joins()
  expect(first.count()).toBe(1)
  const third = [await joins(), await joins()][1]!
  expect(third.count()).toBe(3)
  await round()
  expect([first.count(), third.count()]).toEqual([3, 3])
  await round(1)
  expect(first.count()).toBe(3)
  await round(1)
  expect(first.count()).toBe(1)
})

it('is known to all others after two rounds', async () => {
  const { joins, round } = house()
  const headcount = await joins()
  await round()
  expect(headcount.isKnown()).toBe(false)
  await round()
  expect(headcount.isKnown()).toBe(true)
})

it('reckons with many while it was never counted', async () => {
  const { joins, state, round } = house()
  state.away = true
  const headcount = await joins()
  expect([headcount.count(), headcount.isKnown()]).toEqual([16, false])
  state.away = false
  await round()
  expect(headcount.count()).toBe(1)
})
