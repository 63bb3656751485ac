import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, type Measured, medianInterval } from '../../bench/support/report.ts'

const figure = (rounds: number[], aim: Measured['aim']): Measured => ({
  key: 'a/b',
  rounds,
  unit: 'ratio',
  aim,
})

describe('a figure of a bench', () => {
  test('holds or fails when all that its rounds leave possible lies on one side of the aim', () => {
    expect(judge(figure([0.95, 1, 1.02, 0.97, 0.99], { atLeast: 0.9 }), null)).toMatchObject({
      value: 0.99,
      fault: null,
    })
    expect(
      judge(figure([0.95, 1, 1.02, 0.97, 0.99], { atLeast: 0.9 }), null).undecided,
    ).toBeUndefined()
    expect(judge(figure([0.7, 0.75, 0.72, 0.71, 0.74], { atLeast: 0.9 }), null).fault).toBe(
      'under its aim of 0.9',
    )
    expect(judge(figure([1.6, 1.8, 1.7, 1.9, 1.7], { atMost: 1.5 }), null).fault).toBe(
      'over its aim of 1.5',
    )
  })

  test('is not decided when the spread hides the answer', () => {
    const judged = judge(figure([0.7, 1.3, 0.95, 0.8, 1], { atLeast: 0.9 }), null)
    expect(judged.fault).toBeNull()
    expect(judged.undecided).toMatch(/0\.70 to 1\.30.*not decided/)
  })

  test('is not judged where something else was the limit, or where it has no aim', () => {
    expect(
      judge(
        { ...figure([0.1, 0.1, 0.1, 0.1, 0.1], { atLeast: 0.9 }), undecided: 'a neighbour' },
        null,
      ).fault,
    ).toBeNull()
    expect(judge(figure([0.1], null), null).fault).toBeNull()
  })

  test('is never judged by the baseline, which another machine may have written', () => {
    const baseline = {
      date: '',
      machine: '',
      node: '',
      figures: { 'a/b': { value: 10, unit: 'ratio' as const } },
    }
    expect(judge(figure([1, 1, 1, 1, 1], { atLeast: 0.9 }), baseline)).toMatchObject({
      fault: null,
      change: 0.1,
    })
  })
})

test('the interval of a median has its known ranks', () => {
  const ranks = (count: number) =>
    medianInterval(Array.from({ length: count }, (_, index) => index + 1))
  expect(ranks(1)).toEqual({ low: 1, high: 1 })
  expect(ranks(5)).toEqual({ low: 1, high: 5 })
  expect(ranks(7)).toEqual({ low: 1, high: 7 })
  expect(ranks(8)).toEqual({ low: 2, high: 7 })
  expect(ranks(20)).toEqual({ low: 6, high: 15 })
})

test('the interval of a median holds the median of the rounds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 40 }),
      (rounds) => {
        const { low, high } = medianInterval(rounds)
        const { value } = judge(figure(rounds, null), null)
        expect(low).toBeLessThanOrEqual(value)
        expect(high).toBeGreaterThanOrEqual(value)
      },
    ),
  )
})
