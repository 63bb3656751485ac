import { expect, it } from 'vitest'
import { manualClock } from '../kernel/clock.ts'
import { createShare } from './share.ts'

it('gives three calls in any ten seconds and says when the next is free', () => {
  const clock = manualClock(0)
  const share = createShare({ calls: 3, perMs: 10_000 }, clock)
  expect([share.take(), share.take()]).toEqual([0, 0])
  clock.advance(4000)
  expect([share.take(), share.take()]).toEqual([0, 6000])
  clock.advance(6000)
  expect([share.take(), share.take(), share.take()]).toEqual([0, 0, 4000])
  // Taken anyhow, it counts.
  expect(share.take(true)).toBe(0)
  clock.advance(4000)
  expect(share.take()).toBe(6000)
})
