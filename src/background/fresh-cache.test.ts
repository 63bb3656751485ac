import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { manualClock } from '../platform/clock.ts'
import {
  createFreshCache,
  type DocumentStore,
  type FreshCache,
  StillRunning,
} from './fresh-cache.ts'
import type { Layout } from './stored-layout.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const ANYTHING: Layout<unknown> = { name: 'anything', version: 1, schema: z.unknown() }

/** Shorthand for reads: each is a separate request unless a budget is given. */
function shorthand(cache: FreshCache) {
  return {
    timeouts: cache.createTimeouts,
    read: <T>(
      id: string,
      windowMs: number,
      fetch: () => Promise<T>,
      timeouts = cache.createTimeouts(10_000),
    ) => cache.read<T>({ layout: ANYTHING as Layout<T>, id, windowMs, fetch, timeouts }),
  }
}

function setting(staleWaitMs = 5) {
  const clock = manualClock('2026-11-21T10:00:00Z')
  const rows = new Map<string, { json: string; fetchedMs: number }>()
  const documents: DocumentStore = {
    load: async (key) => rows.get(key) ?? null,
    save: async (key, json, fetchedMs) => void rows.set(key, { json, fetchedMs }),
  }
  const cache = shorthand(createFreshCache({ documents, clock, staleWaitMs, maxEntries: 10 }))
  return { clock, rows, documents, cache }
}

const never = () => new Promise<never>(() => {})
const down = async () => {
  throw new Error('Register: answered 500')
}

describe('a cached source', () => {
  it('is fetched when copies cannot be read or written: an unavailable store is not its failure', async () => {
    const { documents, cache } = setting()
    documents.load = down
    documents.save = down
    expect(await cache.read('a', HOUR_MS, async () => 'asked')).toMatchObject({
      value: 'asked',
      state: 'fresh',
    })
    await expect(
      cache.read('b', HOUR_MS, async () => {
        throw new Error('the register is down too')
      }),
    ).rejects.toThrow('the register is down too')
  })

  it('is fetched once within its window', async () => {
    const { cache, clock } = setting()
    let calls = 0
    const fetch = async () => ++calls
    expect(await cache.read('a', 6 * HOUR_MS, fetch)).toMatchObject({ value: 1, state: 'fresh' })
    clock.advance(6 * HOUR_MS)
    expect(await cache.read('a', 6 * HOUR_MS, fetch)).toMatchObject({ value: 1, state: 'fresh' })
    clock.advance(1)
    expect(await cache.read('a', 6 * HOUR_MS, fetch)).toMatchObject({ value: 2, state: 'fresh' })
  })

  it('is fetched once for a hundred concurrent callers', async () => {
    const { cache } = setting()
    let calls = 0
    const fetch = async () => {
      calls += 1
      await Promise.resolve()
      return calls
    }
    const readings = await Promise.all(
      Array.from({ length: 100 }, () => cache.read('a', HOUR_MS, fetch)),
    )
    expect(calls).toBe(1)
    expect(new Set(readings.map((reading) => reading.value))).toEqual(new Set([1]))
  })

  it('serves the stale copy when its refresh takes too long, and the fresh one once it is there', async () => {
    const { cache, clock } = setting()
    await cache.read('a', HOUR_MS, async () => 'old')
    clock.advance(2 * HOUR_MS)
    let finish: (value: string) => void = () => {}
    const slow = () =>
      new Promise<string>((resolve) => {
        finish = resolve
      })
    expect(await cache.read('a', HOUR_MS, slow)).toMatchObject({
      value: 'old',
      state: 'stale',
      failure: null,
    })
    finish('new')
    expect(await cache.read('a', HOUR_MS, never)).toMatchObject({ value: 'new', state: 'fresh' })
  })

  it('serves the old copy and names the failure when the refresh fails', async () => {
    const { cache, clock } = setting()
    await cache.read('a', HOUR_MS, async () => 'old')
    clock.advance(DAY_MS)
    expect(await cache.read('a', HOUR_MS, down)).toMatchObject({
      value: 'old',
      state: 'failed',
      failure: 'Register: answered 500',
    })
  })

  it('serves nothing older than thirty days', async () => {
    const { cache, clock } = setting()
    await cache.read('a', HOUR_MS, async () => 'old')
    clock.advance(30 * DAY_MS + 1)
    await expect(cache.read('a', HOUR_MS, down)).rejects.toThrow('answered 500')
  })

  it('fails when there is no copy at all, and tries again next time', async () => {
    const { cache } = setting()
    await expect(cache.read('a', HOUR_MS, down)).rejects.toThrow('answered 500')
    expect(await cache.read('a', HOUR_MS, async () => 'here')).toMatchObject({ value: 'here' })
  })

  it('survives a restart', async () => {
    const { documents, clock, cache } = setting()
    await cache.read('a', HOUR_MS, async () => ({ name: 'kept' }))
    const restarted = shorthand(
      createFreshCache({ documents, clock, staleWaitMs: 5, maxEntries: 10 }),
    )
    expect(await restarted.read('a', HOUR_MS, never)).toMatchObject({
      value: { name: 'kept' },
      state: 'fresh',
    })
  })

  it('answers even when the copy cannot be kept', async () => {
    const { clock } = setting()
    const broken: DocumentStore = {
      load: async () => null,
      save: () => Promise.reject(new Error('disk full')),
    }
    const problems: unknown[] = []
    const onError = (_key: string, error: unknown) => problems.push(error)
    const cache = shorthand(
      createFreshCache({ documents: broken, clock, staleWaitMs: 5, maxEntries: 10, onError }),
    )
    expect(await cache.read('a', HOUR_MS, async () => 1)).toMatchObject({ value: 1 })
    expect(problems).toHaveLength(1)
  })
})

describe('a request that reads several slow sources one after the other', () => {
  /** Clock that moves only when the test moves it. */
  function turned() {
    const waiting: { atMs: number; run: () => void }[] = []
    let nowMs = 0
    return {
      after(delayMs: number, run: () => void) {
        waiting.push({ atMs: nowMs + delayMs, run })
        return () => {}
      },
      async pass(ms: number) {
        nowMs += ms
        for (const { atMs, run } of waiting) if (atMs <= nowMs) run()
        for (let turns = 0; turns < 20; turns += 1)
          await new Promise((resolve) => setImmediate(resolve))
      },
    }
  }

  async function aged(names: readonly string[]) {
    const { documents, clock } = setting()
    const timers = turned()
    const cache = shorthand(
      createFreshCache({ documents, clock, staleWaitMs: 4000, maxEntries: 10, timers }),
    )
    for (const name of names) await cache.read(name, HOUR_MS, async () => 'old')
    clock.advance(8 * DAY_MS)
    return { cache, timers }
  }

  it('waits for refreshes of its copies four seconds in all', async () => {
    const { cache, timers } = await aged(['a', 'b', 'c'])
    const timeouts = cache.timeouts(10_000)
    const states: string[] = []
    const request = (async () => {
      for (const name of ['a', 'b', 'c'])
        states.push((await cache.read(name, HOUR_MS, never, timeouts)).state)
    })()
    await timers.pass(0)
    await timers.pass(3999)
    expect(states).toEqual([])
    await timers.pass(1)
    expect(states).toEqual(['stale', 'stale', 'stale'])
    await request
  })

  it('receives an already known failure even after its time is over', async () => {
    const { cache, timers } = await aged(['a', 'b'])
    const timeouts = cache.timeouts(10_000)
    const first = cache.read('a', HOUR_MS, never, timeouts)
    await timers.pass(0)
    await timers.pass(4000)
    await first
    expect(await cache.read('b', HOUR_MS, down, timeouts)).toMatchObject({
      value: 'old',
      state: 'failed',
    })
  })

  it('gives up without a copy after its whole time, and the fetch serves the next caller', async () => {
    const { cache, timers } = await aged(['a'])
    const timeouts = cache.timeouts(10_000)
    const { promise, resolve } = Promise.withResolvers<string>()
    const first = cache.read('a', HOUR_MS, never, timeouts)
    await timers.pass(0)
    await timers.pass(4000)
    await first
    const second = cache.read('new', HOUR_MS, () => promise, timeouts)
    second.catch(() => {})
    await timers.pass(6000)
    await expect(second).rejects.toThrow('no answer within 10 s')
    resolve('late')
    await timers.pass(0)
    expect(await cache.read('new', HOUR_MS, never)).toMatchObject({ value: 'late', state: 'fresh' })
  })

  it('spends no time on a copy after all its time went to what it has none of', async () => {
    const { cache, timers } = await aged(['a'])
    const timeouts = cache.timeouts(10_000)
    cache.read('new', HOUR_MS, never, timeouts).catch(() => {})
    await timers.pass(0)
    await timers.pass(10_000)
    const copy = cache.read('a', HOUR_MS, never, timeouts)
    await timers.pass(0)
    expect(await copy).toMatchObject({ value: 'old', state: 'stale' })
  })

  it('waits with a stand-in as if there were a copy', async () => {
    const { documents, clock } = setting()
    const timers = turned()
    const cache = createFreshCache({ documents, clock, staleWaitMs: 4000, maxEntries: 10, timers })
    const timeouts = cache.createTimeouts(10_000)
    const layout = ANYTHING as Layout<string>
    const question = { layout, id: '1', windowMs: HOUR_MS, fetch: never, timeouts }
    const reading = cache.read({ ...question, hasStandIn: true })
    reading.catch(() => {})
    await timers.pass(0)
    await timers.pass(4000)
    await expect(reading).rejects.toThrow(StillRunning)
  })
})

describe('a copy of another layout', () => {
  const named = (version: number): Layout<{ name: string }> => ({
    name: 'thing',
    version,
    schema: z.strictObject({ name: z.string() }),
  })
  const fetch = async () => ({ name: 'new' })
  const question = { id: '1', windowMs: HOUR_MS, fetch, timeouts: null }

  it.each<[string, string]>([
    ['another version', JSON.stringify({ layout: 'thing/1', value: { name: 'old' } })],
    ['a missing member', JSON.stringify({ layout: 'thing/2', value: {} })],
    ['an unknown member', JSON.stringify({ layout: 'thing/2', value: { name: 'old', more: 1 } })],
    ['no layout', JSON.stringify({ name: 'old' })],
    ['torn JSON', '{"layout":"thing/2","val'],
  ])('%s is none: it is fetched again', async (_, json) => {
    const { documents, rows, clock } = setting()
    rows.set('thing:1', { json, fetchedMs: clock.nowMs() })
    const cache = createFreshCache({ documents, clock, staleWaitMs: 5, maxEntries: 10 })
    expect(await cache.read({ ...question, layout: named(2) })).toMatchObject({
      value: { name: 'new' },
      state: 'fresh',
    })
    expect(rows.get('thing:1')!.json).toBe('{"layout":"thing/2","value":{"name":"new"}}')
  })
})
