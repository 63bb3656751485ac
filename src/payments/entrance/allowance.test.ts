import { describe, expect, it } from 'vitest'
import { manualClock } from '../../kernel/clock.ts'
import { createAllowance } from './allowance.ts'

const START = '2026-11-21T10:00:00Z'

function allowanceOf(burst: number, waitMs = 0) {
  const clock = manualClock(START)
  return { clock, allowance: createAllowance({ name: 'unpaid_payer', kind: 'calls', limit: { perMinute: 3, burst }, clock, waitMs }) }
}

describe('an allowance of 2, 3 a minute forgiven', () => {
  it('is spent by two calls that ended unpaid, and one is forgiven every twenty seconds', async () => {
    const { clock, allowance } = allowanceOf(2)
    for (let call = 0; call < 2; call += 1) (await allowance.hold('a')).leave('drawn')
    expect(() => allowance.require('a')).toThrow(
      expect.objectContaining({
        code: 'RATE_LIMITED',
        retryAfterSeconds: 20,
        headers: expect.objectContaining({ ratelimit: '"unpaid_payer";r=0;t=20' }),
      }),
    )
    clock.advance(20_000)
    ;(await allowance.hold('a')).leave('drawn')
    expect(() => allowance.require('a')).toThrow()
  })

  it('is not touched by calls that were paid, however many', async () => {
    const { allowance } = allowanceOf(2)
    for (let call = 0; call < 50; call += 1) (await allowance.hold('a')).leave('free')
    allowance.require('a')
  })

  it('counts each key for itself, and what was earned on top', async () => {
    const { allowance } = allowanceOf(2)
    for (let call = 0; call < 12; call += 1) (await allowance.hold('a', 10)).leave('drawn')
    expect(() => allowance.require('a', 10)).toThrow()
    allowance.require('b')
  })

  it('lets calls beside each other wait for a place instead of refusing them', async () => {
    const { allowance } = allowanceOf(2, 10_000)
    const running = [await allowance.hold('a'), await allowance.hold('a')]
    const third = allowance.hold('a')
    running[0]!.leave('free')
    ;(await third).leave('free')
    running[1]!.leave('free')
  })

  it('is never exceeded by calls beside each other: who waited is refused when those before him ended unpaid', async () => {
    const { allowance } = allowanceOf(2, 10_000)
    const running = [await allowance.hold('a'), await allowance.hold('a')]
    const waiting = [allowance.hold('a'), allowance.hold('a')].map((each) => each.catch((error: { code: string }) => error.code))
    for (const place of running) place.leave('drawn')
    expect(await Promise.all(waiting)).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
  })

  it('does not let anybody wait for ever', async () => {
    const { allowance } = allowanceOf(1, 1)
    await allowance.hold('a')
    await expect(allowance.hold('a')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})

it('is one allowance for four replicas, but for one more each, and each its own while the store is away', async () => {
  const clock = manualClock(START)
  const counts = new Map<string, number>()
  const state = { away: false }
  const counters = {
    async add(key: string, points: number, windowMs: number) {
      if (state.away) throw new Error('away')
      const before = counts.get(key) ?? 0
      counts.set(key, before + points)
      return { before, endsInMs: windowMs }
    },
  }
  const of = () => createAllowance({ name: 'unpaid_payer', kind: 'calls', limit: { perMinute: 3, burst: 30 }, clock, counters })
  const replicas = [of(), of(), of(), of()]
  async function drawn(key: string): Promise<number> {
    let draws = 0
    for (let call = 0; call < 200; call += 1) {
      try {
        ;(await replicas[call % 4]!.hold(key)).leave('drawn')
        draws += 1
      } catch {}
      await new Promise((resolve) => setImmediate(resolve))
    }
    return draws
  }
  const draws = await drawn('a')
  expect(draws).toBeGreaterThanOrEqual(30)
  expect(draws).toBeLessThanOrEqual(33)
  state.away = true
  expect(await drawn('b')).toBe(120)
})
