import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { createAllowance } from './allowance.ts'

const START = '2026-11-21T10:00:00Z'

function allowanceOf(burst: number, waitMs = 0) {
  const clock = manualClock(START)
  return {
    clock,
    allowance: createAllowance({
      name: 'unpaid_payer',
      kind: 'calls',
      limit: { perMinute: 3, burst },
      clock,
      waitMs,
    }),
  }
}

describe('an allowance of 2, 3 a minute forgiven', () => {
  it('is spent by two calls that ended unpaid, and one is forgiven every twenty seconds', async () => {
    const { clock, allowance } = allowanceOf(2)
    for (let call = 0; call < 2; call += 1) (await allowance.hold('a')).release('debited')
    expect(() => allowance.assertAvailable('a')).toThrow(
      expect.objectContaining({
        code: 'RATE_LIMITED',
        retryAfterSeconds: 20,
        headers: expect.objectContaining({ ratelimit: '"unpaid_payer";r=0;t=20' }),
      }),
    )
    clock.advance(20_000)
    ;(await allowance.hold('a')).release('debited')
    expect(() => allowance.assertAvailable('a')).toThrow()
  })

  it('is not touched by calls that were paid, however many', async () => {
    const { allowance } = allowanceOf(2)
    for (let call = 0; call < 50; call += 1) (await allowance.hold('a')).release('free')
    allowance.assertAvailable('a')
  })

  it('counts each key for itself, and what was earned on top', async () => {
    const { allowance } = allowanceOf(2)
    for (let call = 0; call < 12; call += 1) (await allowance.hold('a', 10)).release('debited')
    expect(() => allowance.assertAvailable('a', 10)).toThrow()
    allowance.assertAvailable('b')
  })

  it('lets concurrent calls wait for a slot instead of refusing them', async () => {
    const { allowance } = allowanceOf(2, 10_000)
    const running = [await allowance.hold('a'), await allowance.hold('a')]
    const third = allowance.hold('a')
    running[0]!.release('free')
    ;(await third).release('free')
    running[1]!.release('free')
  })

  it('is never exceeded by concurrent calls: a waiting one is refused when earlier ones ended unpaid', async () => {
    const { allowance } = allowanceOf(2, 10_000)
    const running = [await allowance.hold('a'), await allowance.hold('a')]
    const waiting = [allowance.hold('a'), allowance.hold('a')].map((each) =>
      each.catch((error: { code: string }) => error.code),
    )
    for (const place of running) place.release('debited')
    expect(await Promise.all(waiting)).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
  })

  it('ends every wait', async () => {
    const { allowance } = allowanceOf(1, 1)
    await allowance.hold('a')
    await expect(allowance.hold('a')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      detail: 'If the running calls end like that, there will be more than 1 calls.',
    })
  })

  it('gets a place back once, however often it is given, and only that one', async () => {
    const { allowance } = allowanceOf(2)
    const [one] = [await allowance.hold('a'), await allowance.hold('a')]
    one.release('free')
    one.release('free')
    const third = await allowance.hold('a')
    await expect(allowance.hold('a')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    third.release('debited')
    third.release('debited')
    ;(await allowance.hold('a', 1)).release('free')
    expect(() => allowance.assertAvailable('a')).not.toThrow()
  })

  it('says how much of it running calls hold, and to return in a second', async () => {
    const { allowance } = allowanceOf(2)
    for (let call = 0; call < 5; call += 1) await allowance.hold('a', 3)
    await expect(allowance.hold('a', 3)).rejects.toMatchObject({
      detail: 'If the running calls end like that, there will be more than 5 calls.',
      retryAfterSeconds: 1,
      headers: { ratelimit: '"unpaid_payer";r=0;t=1' },
    })
  })

  it('is not forgiven by being looked at', async () => {
    const { allowance } = allowanceOf(2)
    for (let call = 0; call < 2; call += 1) (await allowance.hold('a')).release('debited')
    for (let look = 0; look < 20_001; look += 1) allowance.assertAvailable('a', 1)
    expect(() => allowance.assertAvailable('a')).toThrow()
  })

  it('is remembered however many others pay for all that they ask', async () => {
    const { allowance } = allowanceOf(1)
    ;(await allowance.hold('spent')).release('debited')
    for (let call = 0; call < 50_001; call += 1)
      (await allowance.hold(`paying ${call}`)).release('free')
    expect(() => allowance.assertAvailable('spent')).toThrow()
  })

  it('counts a call that was still running while its account was forgotten amid fifty thousand others', async () => {
    const { allowance } = allowanceOf(1)
    const running = await allowance.hold('a')
    for (let call = 0; call < 50_001; call += 1) await allowance.hold(`another ${call}`)
    running.release('debited')
    expect(() => allowance.assertAvailable('a')).toThrow()
  })
})

describe('who waits for a place', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())
  const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  /**
   * All places but one are held throughout, that one by the first. What becomes of further ones.
   */
  async function crowded(places = 2) {
    const limit = { perMinute: 3, burst: places }
    const allowance = createAllowance({
      name: 'unpaid_payer',
      kind: 'calls',
      limit,
      clock: manualClock(START),
    })
    for (let held = 1; held < places; held += 1) await allowance.hold('a')
    const ends: string[] = []
    const asks = async (name: string) => {
      try {
        const place = await allowance.hold('a')
        ends.push(`${name} in`)
        return place
      } catch {
        ends.push(`${name} refused`)
        return null
      }
    }
    return { first: (await asks('first'))!, asks, ends }
  }

  it('waits for eight seconds without blocking other callers', async () => {
    const { ends, asks } = await crowded()
    const second = asks('second')
    await passes(7999)
    expect(ends).toEqual(['first in'])
    await passes(1)
    await second
    expect(ends).toEqual(['first in', 'second refused'])
  })

  it('gets it after an earlier waiting call, although there is one slot', async () => {
    const { first, ends, asks } = await crowded(1)
    const second = asks('second')
    const third = asks('third')
    first.release('free')
    const place = (await second)!
    place.release('free')
    await passes(10_000)
    await third
    expect(ends).toEqual(['first in', 'second in', 'third in'])
  })

  it('gets it although an earlier call gave up', async () => {
    const { first, ends, asks } = await crowded()
    void asks('second')
    await passes(5000)
    void asks('third')
    await passes(4000)
    first.release('free')
    await passes(10_000)
    expect(ends).toEqual(['first in', 'second refused', 'third in'])
  })

  it('gets it although the time of an earlier call, which got its slot, would be over', async () => {
    const { first, ends, asks } = await crowded()
    const second = asks('second')
    await passes(5000)
    first.release('free')
    const place = (await second)!
    void asks('third')
    await passes(4000)
    place.release('free')
    await passes(10_000)
    expect(ends).toEqual(['first in', 'second in', 'third in'])
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
  const of = () =>
    createAllowance({
      name: 'unpaid_payer',
      kind: 'calls',
      limit: { perMinute: 3, burst: 30 },
      clock,
      counters,
    })
  const replicas = [of(), of(), of(), of()]
  async function drawn(key: string): Promise<number> {
    let draws = 0
    for (let call = 0; call < 200; call += 1) {
      try {
        ;(await replicas[call % 4]!.hold(key)).release('debited')
        draws += 1
      } catch {}
      await new Promise((resolve) => setImmediate(resolve))
    }
    return draws
  }
  const draws = await drawn('a')
  expect(draws).toBeGreaterThanOrEqual(30)
  expect(draws).toBeLessThanOrEqual(33)
  expect(await drawn('another')).toBeGreaterThanOrEqual(30)
  state.away = true
  expect(await drawn('b')).toBe(120)
})

describe('debits of other replicas', () => {
  /** Another replica's draws; the window is that in which a whole burst is forgiven. */
  function told(answers: (windowMs: number) => Promise<{ before: number; endsInMs: number }>) {
    const clock = manualClock(START)
    const counters = {
      add: async (_: string, __: number, windowMs: number) => await answers(windowMs),
    }
    const limit = { perMinute: 3, burst: 30 }
    return {
      clock,
      allowance: createAllowance({
        name: 'unpaid_payer',
        kind: 'calls',
        limit,
        clock,
        counters,
        waitMs: 0,
      }),
    }
  }
  const heard = () => new Promise((resolve) => setImmediate(resolve))

  it('is forgiven at the same steady rate', async () => {
    const windows: number[] = []
    const { allowance } = told(async (windowMs) => {
      windows.push(windowMs)
      return { before: 30, endsInMs: windowMs / 2 }
    })
    ;(await allowance.hold('a')).release('debited')
    await heard()
    expect(windows).toEqual([600_000])
    // 31 drawn by all, 15 of them forgiven in five minutes: 14 are left of 30.
    for (let call = 0; call < 14; call += 1) await allowance.hold('a')
    await expect(allowance.hold('a')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('counts although it arrives after the local debit was refilled', async () => {
    const answer = Promise.withResolvers<{ before: number; endsInMs: number }>()
    const { allowance, clock } = told(() => answer.promise)
    ;(await allowance.hold('a')).release('debited')
    clock.advance(20_000)
    ;(await allowance.hold('a')).release('free')
    answer.resolve({ before: 30, endsInMs: 600_000 })
    await heard()
    expect(() => allowance.assertAvailable('a')).toThrow()
  })
})
