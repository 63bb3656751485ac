import { expect, it } from 'vitest'
import { createMemorySlots } from '../platform/slots.ts'
import { createCallBudget } from './call-budget.ts'

it('the calls that are left › are all of them, though the clock goes on while they are counted', async () => {
  let nowMs = 0
  const clock = {
    nowMs: () => {
      nowMs += 1
      return nowMs
    },
  }
  const budget = createCallBudget({
    upstream: 'register',
    slots: createMemorySlots(),
    calls: 40,
    reserved: 12,
    perMs: 300_000,
    clock,
  })
  expect(await budget.countLeft(true)).toBe(40)
  expect(await budget.countLeft(false)).toBe(28)
})
