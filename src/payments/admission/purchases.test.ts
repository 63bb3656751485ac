import { expect, it } from 'vitest'
import { createPurchases, type Settled } from './purchases.ts'

const DAY_MS = 86_400_000

function purchasesOf(settled: Settled) {
  const clock = { ms: 100 * DAY_MS, nowMs: () => clock.ms, elapsedMs: () => clock.ms }
  const read: { todayMs: number; recentMs: number; most: number }[] = []
  const purchases = createPurchases(async (_, since) => {
    read.push(since)
    return settled
  }, clock)
  return { purchases, clock, read }
}

it('trusts the ledger for a minute, and reads the last day', async () => {
  const { purchases, clock, read } = purchasesOf({
    lastMs: 100 * DAY_MS - 1,
    count: 3,
    paidAtomic: 100_000,
  })
  expect([await purchases.countSettledToday('ann'), await purchases.paidRecently('ann')]).toEqual([
    3, 100_000,
  ])
  clock.ms += 59_999
  expect(await purchases.countSettledToday('ann')).toBe(3)
  expect(read).toEqual([{ todayMs: 99 * DAY_MS, recentMs: 70 * DAY_MS, most: 500 }])
  clock.ms += 1
  expect(await purchases.countSettledToday('ann')).toBe(3)
  expect(read).toHaveLength(2)
  expect(await purchases.countSettledToday('bob')).toBe(3)
  expect(read).toHaveLength(3)
})

it('counts local sales immediately, up to what the register could answer', async () => {
  const { purchases } = purchasesOf({ lastMs: null, count: 499, paidAtomic: 0 })
  expect(await purchases.paidRecently('ann')).toBe(0)
  for (let sold = 0; sold < 3; sold += 1) purchases.noteSettled('ann', 20_000)
  expect([await purchases.countSettledToday('ann'), await purchases.paidRecently('ann')]).toEqual([
    500, 60_000,
  ])
  // Nobody asked for him yet: the ledger will tell.
  purchases.noteSettled('bob', 20_000)
  expect(await purchases.countSettledToday('bob')).toBe(499)
})

it('recognises a buyer for thirty days after the last payment', async () => {
  const last = { lastMs: 70 * DAY_MS, count: 0, paidAtomic: 100_000 }
  expect(await purchasesOf(last).purchases.paidRecently('ann')).toBe(0)
  expect(
    await purchasesOf({ ...last, lastMs: last.lastMs + 1 }).purchases.paidRecently('ann'),
  ).toBe(100_000)
})
