import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readInput } from '../contract/input.ts'
import { findExcess } from '../platform/json.ts'
import { countRequests } from './body-bounds.ts'

const BOUNDS = { values: 10, members: 3, depth: 3 }

describe('findExcess', () => {
  it.each([
    [1, null],
    [[], null],
    [Array(10).fill(0), null],
    [Array(11).fill(0), 'has more than 10 values'],
    [{ a: [1, 2, 3, 4], b: [1, 2, 3, 4] }, null],
    [{ a: [1, 2, 3, 4], b: [1, 2, 3, 4, 5] }, 'has more than 10 values'],
    [{ a: 1, b: 2, c: 3 }, null],
    [[{ a: 1, b: 2, c: 3, d: 4 }], 'has an object with more than 3 members'],
    [[[[]]], null],
    [[[[[]]]], 'is nested more than 3 levels deep'],
  ])('%j › %j', (value, excess) => {
    expect(findExcess(value, BOUNDS)).toBe(excess)
  })

  it('a value of a million entries is read to the bound only', () => {
    const reads = { count: 0 }
    const huge = new Proxy(Array(1_000_000).fill({}), {
      get(target, name) {
        reads.count += 1
        return Reflect.get(target, name)
      },
    })
    expect(findExcess({ huge }, { ...BOUNDS, values: 1000 })).toBe('has more than 1000 values')
    expect(reads.count).toBeLessThan(10)
  })
})

it.each([
  [0, 1],
  [16 * 1024, 1],
  [16 * 1024 + 1, 2],
  [64 * 1024, 4],
  [256 * 1024, 16],
])('a body of %i bytes counts as %i requests', (bytes, requests) => {
  expect(countRequests(bytes)).toBe(requests)
})

it('large input is reported with its first fault, small input with all', () => {
  const schema = z.strictObject({ rows: z.array(z.strictObject({ a: z.number() })) })
  const faults = (rows: number) =>
    readInput(schema, { rows: Array(rows).fill({}) }).error?.issues.length
  expect([faults(20), faults(5000)]).toEqual([20, 1])
})
