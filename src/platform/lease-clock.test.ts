import { describe, expect, it } from 'vitest'
import { manualClock } from './clock.ts'
import { createLeaseClock, measureSince } from './lease-clock.ts'

const DAY_MS = 86_400_000
const LENGTH_MS = 30_000

describe('a lease', () => {
  it('is over at its end', () => {
    const clock = manualClock(1_000_000)
    const leases = createLeaseClock(clock)
    const untilMs = clock.nowMs() + LENGTH_MS
    expect(leases.isOver('a', untilMs, LENGTH_MS)).toBe(false)
    clock.advance(LENGTH_MS)
    expect(leases.isOver('a', untilMs, LENGTH_MS)).toBe(true)
  })

  it('of before the clock was set back a day is over once it was seen for its whole length', () => {
    const clock = manualClock(10 * DAY_MS)
    const leases = createLeaseClock(clock)
    const untilMs = clock.nowMs() + LENGTH_MS
    clock.step(-DAY_MS)
    expect(leases.isOver('a', untilMs, LENGTH_MS)).toBe(false)
    clock.advance(LENGTH_MS - 1)
    expect(leases.isOver('a', untilMs, LENGTH_MS)).toBe(false)
    // Another lease of that name is another wait.
    expect(leases.isOver('b', untilMs, LENGTH_MS)).toBe(false)
    clock.advance(1)
    expect(leases.isOver('a', untilMs, LENGTH_MS)).toBe(true)
    expect(leases.isOver('a', untilMs + 1, LENGTH_MS)).toBe(false)
  })
})

it.each([
  ['runs', 5000, 0, 5000],
  ['is set back', 5000, -DAY_MS, 5000],
  ['is set ahead, or the machine slept', 5000, DAY_MS, DAY_MS + 5000],
])('a measured time while the clock %s', (_, passMs, stepMs, expected) => {
  const clock = manualClock(10 * DAY_MS)
  const passedMs = measureSince(clock)
  clock.advance(passMs)
  clock.step(stepMs)
  expect(passedMs()).toBe(expected)
})
