import { describe, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../platform/clock.ts'
import type { Limit } from '../platform/rate-limit.ts'
import type { Counters } from '../store/counters.ts'
import { createLimiter, type Limiter } from './rate-limit.ts'
import { createSharedLimiter } from './shared-limit.ts'

/** The store's counts in memory, by an invented clock. */
function countsOf(clock: ManualClock) {
  const counts = new Map<string, { points: number; endMs: number }>()
  const state = { asked: 0, away: false }
  const add: Counters['add'] = async (key, points, windowMs) => {
    state.asked += 1
    if (state.away) throw new Error('away')
    const held = counts.get(key)
    const count =
      held && held.endMs > clock.nowMs() ? held : { points: 0, endMs: clock.nowMs() + windowMs }
    const before = count.points
    counts.set(key, { ...count, points: before + points })
    return { before, endsInMs: count.endMs - clock.nowMs() }
  }
  return { state, counters: { add } as Counters }
}

function replicasOf(count: number, limit: Limit) {
  const clock = manualClock('2026-11-22T09:00:00Z')
  const { state, counters } = countsOf(clock)
  const replicas = { count: () => count, isKnown: () => true }
  const one = () =>
    createSharedLimiter({
      name: 'address',
      limit,
      local: createLimiter('address', limit, clock),
      counters,
      replicas,
      clock,
    })
  return { clock, state, limiters: Array.from({ length: count }, one) }
}

/** How many of so many requests, one replica after the other, are let in. */
async function countAllowed(
  limiters: readonly Limiter[],
  requests: number,
  key = 'a',
): Promise<number> {
  let count = 0
  for (let request = 0; request < requests; request += 1) {
    try {
      await limiters[request % limiters.length]!.debit(key)
      count += 1
    } catch {}
  }
  return count
}

describe('600 a minute with a burst of 300', () => {
  const limit = { perMinute: 600, burst: 300 }

  it('are 300 for one replica, as without a store, for a question in eighteen or so', async () => {
    const { limiters, state } = replicasOf(1, limit)
    expect(await countAllowed(limiters, 400)).toBe(300)
    expect(state.asked).toBeLessThan(40)
  })

  it.each([2, 4, 16])('are no more for %i replicas, and hardly less', async (count) => {
    const { limiters } = replicasOf(count, limit)
    const total = await countAllowed(limiters, 2000)
    expect(total).toBeLessThanOrEqual(300)
    expect(total).toBeGreaterThan(300 - 4 * count - 5)
  })

  it('ask the store nothing for one who comes seldom', () => {
    const { limiters, state, clock } = replicasOf(4, limit)
    for (let visit = 0; visit < 20; visit += 1) {
      expect(limiters[visit % 4]!.debit('seldom')).not.toBeInstanceOf(Promise)
      clock.advance(5000)
    }
    expect(state.asked).toBe(0)
  })

  it('are not requested again while they are known to be spent', async () => {
    const { limiters, state } = replicasOf(2, limit)
    await countAllowed(limiters, 1000)
    const { asked } = state
    expect(await countAllowed(limiters, 1000)).toBe(0)
    expect(state.asked - asked).toBeLessThanOrEqual(2)
    expect(() => limiters[0]!.assertAvailable('a')).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED' }),
    )
  })

  it('start again', async () => {
    const { limiters, clock } = replicasOf(2, limit)
    await countAllowed(limiters, 1000)
    clock.advance(30_000)
    expect(await countAllowed(limiters, 1000)).toBeGreaterThan(280)
  })

  it('are the stored rest and then a part for each replica while the store is unavailable', async () => {
    const { limiters, state, clock } = replicasOf(4, limit)
    await countAllowed(limiters, 40)
    state.away = true
    const first = await countAllowed(limiters, 2000)
    expect(first).toBeLessThan(300)
    let then = 0
    for (let second = 0; second < 60; second += 1) {
      clock.advance(1000)
      then += await countAllowed(limiters, 40)
    }
    expect(then).toBeGreaterThan(400)
    expect(then).toBeLessThanOrEqual(600)
    // Somebody new is not turned away.
    expect(await countAllowed(limiters, 4, 'new')).toBe(4)
    // Once a second and limiter, and not for each request.
    expect(state.asked).toBeLessThan(330)
  })
})

it('a limit too small for a credit admits callers while the store is unavailable', async () => {
  const { limiters, state } = replicasOf(2, { perMinute: 5, burst: 5 })
  state.away = true
  expect(await countAllowed(limiters, 40)).toBe(4)
})

it('a burst that is given back within a second does not slow the minute', async () => {
  const { limiters, clock } = replicasOf(2, { perMinute: 600, burst: 2 })
  let total = 0
  for (let tenth = 0; tenth < 600; tenth += 1) {
    clock.advance(100)
    total += await countAllowed(limiters, 2)
  }
  expect(total).toBeGreaterThan(550)
  expect(total).toBeLessThanOrEqual(620)
})

it('a limit of 5 messages a minute is 5 for four replicas', async () => {
  const { limiters } = replicasOf(4, { perMinute: 5, burst: 5 })
  expect(await countAllowed(limiters, 40)).toBe(5)
})
