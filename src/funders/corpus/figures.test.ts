import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computePercentile, computeSteps } from './figures.ts'

const awards = fc.array(fc.integer({ min: 1, max: 5_000_00 }), { minLength: 20, maxLength: 300 })

it('a hundred steps place any amount as the awards themselves do', () => {
  fc.assert(
    fc.property(awards, fc.integer({ min: 0, max: 6_000_00 }), (pence, asked) => {
      const below = pence.filter((each) => each <= asked).length
      expect(computePercentile(computeSteps(Float64Array.from(pence))!, asked)).toBe(
        Math.floor((100 * below) / pence.length),
      )
    }),
  )
})

it.each([
  [19, null],
  [20, 100],
])('of %i awards: %j steps', (count, steps) => {
  expect(computeSteps(new Float64Array(count).fill(100))?.length ?? null).toBe(steps)
})

it('a larger amount never lies lower', () => {
  fc.assert(
    fc.property(awards, fc.nat(6_000_00), fc.nat(1_000_00), (pence, asked, more) => {
      const steps = computeSteps(Float64Array.from(pence))!
      expect(computePercentile(steps, asked + more)).toBeGreaterThanOrEqual(
        computePercentile(steps, asked),
      )
    }),
  )
})
