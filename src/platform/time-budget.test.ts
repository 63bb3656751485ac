import { expect, it } from 'vitest'
import { createTimeBudget } from './time-budget.ts'

it('a time budget › is spent by its steps together and not between them', async () => {
  let nowMs = 0
  const delaysMs: number[] = []
  const due: (() => void)[] = []
  const timers = {
    after(delayMs: number, run: () => void) {
      delaysMs.push(delayMs)
      due.push(run)
      return () => void due.splice(due.indexOf(run), 1)
    },
  }
  const reason = new Error('too slow')
  const budget = createTimeBudget({ limitMs: 100, reason, timers, nowMs: () => nowMs })
  await budget.spend(async () => {
    nowMs += 70
  })
  nowMs += 10_000
  expect(due).toEqual([])
  const never = budget.spend(
    () =>
      new Promise((_, reject) =>
        budget.signal.addEventListener('abort', () => reject(budget.signal.reason)),
      ),
  )
  expect(delaysMs).toEqual([100, 30])
  due[0]!()
  await expect(never).rejects.toBe(reason)
})
