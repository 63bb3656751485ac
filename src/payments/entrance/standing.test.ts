import { expect, it } from 'vitest'
import { createStanding, type Settled } from './standing.ts'

const DAY_MS = 86_400_000

function standingOf(settled: Settled) {
  const clock = { ms: 100 * DAY_MS, nowMs: () => clock.ms }
  const read: { sinceMs: number; most: number }[] = []
  const standing = createStanding(async (_, sinceMs, most) => {
    read.push({ sinceMs, most })
    return settled
  }, clock)
  return { standing, clock, read }
}

it('believes the ledger for a minute, and asks it of the last day', async () => {
  const { standing, clock, read } = standingOf({ lastMs: 100 * DAY_MS - 1, count: 3 })
  expect([await standing.settledToday('ann'), await standing.isProven('ann')]).toEqual([3, true])
  clock.ms += 59_999
  expect(await standing.settledToday('ann')).toBe(3)
  expect(read).toEqual([{ sinceMs: 99 * DAY_MS, most: 500 }])
  clock.ms += 1
  expect(await standing.settledToday('ann')).toBe(3)
  expect(read).toHaveLength(2)
  expect(await standing.settledToday('bob')).toBe(3)
  expect(read).toHaveLength(3)
})

it('counts what is sold here at once, up to what the register could answer', async () => {
  const { standing } = standingOf({ lastMs: null, count: 499 })
  expect(await standing.isProven('ann')).toBe(false)
  for (let sold = 0; sold < 3; sold += 1) standing.noteSettled('ann')
  expect([await standing.settledToday('ann'), await standing.isProven('ann')]).toEqual([500, true])
  // Nobody asked for him yet: the ledger will tell.
  standing.noteSettled('bob')
  expect(await standing.settledToday('bob')).toBe(499)
})

it('knows a buyer for thirty days after his last payment', async () => {
  const last = { lastMs: 70 * DAY_MS, count: 0 }
  expect(await standingOf(last).standing.isProven('ann')).toBe(false)
  expect(await standingOf({ ...last, lastMs: last.lastMs + 1 }).standing.isProven('ann')).toBe(true)
})
