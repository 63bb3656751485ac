import { describe, expect, it } from 'vitest'
import { silentLog } from '../observe/log.ts'
import { createGenerations } from './generations.ts'
import { shrunk } from './shrink-guard.ts'

const numbers = (fault?: (serving: number[], next: number[]) => string | null) =>
  createGenerations<number[]>({ name: 'numbers', log: silentLog, ...(fault ? { fault } : {}) })

describe('generations', () => {
  it('serve the old one until the next is whole, then the next in one step', async () => {
    const generations = numbers()
    await generations.follow('1', async () => [1])
    const { promise, resolve } = Promise.withResolvers<number[]>()
    const swapped = generations.follow('2', () => promise)
    expect(generations.current()).toEqual([1])
    resolve([1, 2])
    expect(await swapped).toBe(true)
    expect(generations.current()).toEqual([1, 2])
  })

  it('are built once for each version, by the first caller', async () => {
    const generations = numbers()
    let builds = 0
    const build = async () => [++builds]
    await Promise.all([generations.follow('1', build), generations.follow('1', build)])
    await generations.follow('1', build)
    expect(builds).toBe(1)
  })

  it('that fail a check are refused once, and judged again when the data is other data', async () => {
    const generations = numbers((serving, next) =>
      shrunk('the numbers', serving.length, next.length),
    )
    await generations.follow('1', async () => [1, 2, 3])
    let builds = 0
    const small = async () => [++builds]
    expect(await generations.follow('2', small)).toBe(false)
    expect(await generations.follow('2', small)).toBe(false)
    expect([builds, generations.current()]).toEqual([1, [1, 2, 3]])
    expect(await generations.follow('3', async () => [4, 5])).toBe(true)
  })

  it('that cannot be built leave the old one and are tried again', async () => {
    const generations = numbers()
    await generations.follow('1', async () => [1])
    await expect(generations.follow('2', () => Promise.reject(new Error('torn')))).rejects.toThrow(
      'torn',
    )
    expect(await generations.follow('2', async () => null)).toBe(false)
    expect(generations.current()).toEqual([1])
    expect(await generations.follow('2', async () => [2])).toBe(true)
  })
})

it.each([
  [90, 60, null],
  [90, 59, 'the list shrank from 90 to 59'],
  [29, 1, null],
  [0, 0, null],
])('%i followed by %i: %s', (before, after, expected) => {
  expect(shrunk('the list', before, after, 30)).toBe(expected)
})
