/**
 * How long a buyer waits for the chain: to the millisecond, over all questions together, and no
 * longer than the process lives.
 */
import { expect, it } from 'vitest'
import { createWaitBudget } from '../../src/payments/wait-budget.ts'
import { manualClock } from '../../src/platform/clock.ts'
import type { Timers } from '../../src/platform/timers.ts'

function waiting(totalMs: number) {
  const clock = manualClock(0)
  const stopping = new AbortController()
  const set = new Map<() => void, number>()
  const timers: Timers = {
    sleep: async (ms) => clock.advance(ms),
    after(ms, run) {
      set.set(run, ms)
      return () => set.delete(run)
    },
    every: () => () => {},
  }
  const timeouts = createWaitBudget({ totalMs, clock, timers, stopping: stopping.signal })
  const taking = (ms: number) => async () => {
    clock.advance(ms)
    return 'answer'
  }
  return { timeouts, clock, stopping, set, taking }
}
const never = () => new Promise<string>(() => {})

it('is one for all questions, and ends with its last millisecond', async () => {
  const { timeouts, taking } = waiting(1000)
  expect(await timeouts.run(taking(600))).toBe('answer')
  expect(await timeouts.run(taking(399))).toBe('answer')
  expect(await timeouts.run(taking(1))).toBe('answer')
  expect(await timeouts.run(taking(0))).toBeNull()
})

it('is not used up by what takes no time, nor given back by a clock that is set back', async () => {
  const { timeouts, taking, clock } = waiting(1)
  for (let again = 0; again < 3; again += 1) expect(await timeouts.run(taking(0))).toBe('answer')
  clock.step(-3600)
  expect(await timeouts.run(taking(1))).toBe('answer')
  expect(await timeouts.run(taking(0))).toBeNull()
})

it('pauses no longer than it lasts, and says when it is at its end', async () => {
  const { timeouts, clock } = waiting(1000)
  expect(await timeouts.sleep(999)).toBe(true)
  expect(await timeouts.sleep(400)).toBe(false)
  expect(clock.nowMs()).toBe(1000)
  expect(await timeouts.sleep(400)).toBe(false)
  expect(clock.nowMs()).toBe(1000)
})

it('ends what takes too long, and sends no more queries, whatever the clock says', async () => {
  const { timeouts, set, taking } = waiting(1000)
  let signal: AbortSignal | undefined
  const waited = timeouts.run((its) => {
    signal = its
    return never()
  })
  expect([...set.values()]).toEqual([1000])
  for (const run of set.keys()) run()
  expect(await waited).toBeNull()
  expect(signal?.aborted).toBe(true)
  expect(await timeouts.run(taking(0))).toBeNull()
})

it('leaves what has ended in peace: no timer runs on, and no signal is given to it', async () => {
  const { timeouts, set, stopping } = waiting(1000)
  let signal: AbortSignal | undefined
  await timeouts.run(async (its) => {
    signal = its
  })
  expect(set.size).toBe(0)
  stopping.abort()
  expect(signal?.aborted).toBe(false)
})

it('ends with the process', async () => {
  const { timeouts, stopping, taking } = waiting(1000)
  const waited = timeouts.run(never)
  stopping.abort()
  expect(await waited).toBeNull()
  expect(await timeouts.run(taking(0))).toBeNull()
  expect(await timeouts.sleep(1)).toBe(false)
})
