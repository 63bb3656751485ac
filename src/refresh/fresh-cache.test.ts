import { describe, expect, it } from 'vitest'
import { manualClock } from '../kernel/clock.ts'
import { createFreshCache, type DocumentStore } from './fresh-cache.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

function setting(staleWaitMs = 5) {
  const clock = manualClock('2026-11-21T10:00:00Z')
  const rows = new Map<string, { json: string; fetchedMs: number }>()
  const documents: DocumentStore = {
    load: async (key) => rows.get(key) ?? null,
    save: async (key, json, fetchedMs) => void rows.set(key, { json, fetchedMs }),
  }
  const cache = createFreshCache({ documents, clock, staleWaitMs, maxEntries: 10 })
  return { clock, rows, documents, cache }
}

const never = () => new Promise<never>(() => {})
const down = async () => {
  throw new Error('Register: answered 500')
}

describe('a cached source', () => {
  it('is asked when the copies cannot be read or kept: the store being away is not its failure', async () => {
    const { documents, cache } = setting()
    documents.load = down
    documents.save = down
    expect(await cache.read('a', HOUR_MS, async () => 'asked')).toMatchObject({ value: 'asked', state: 'fresh' })
    await expect(
      cache.read('b', HOUR_MS, async () => {
        throw new Error('the register is down too')
      }),
    ).rejects.toThrow('the register is down too')
  })

  it('is asked once within its window', async () => {
    const { cache, clock } = setting()
    let calls = 0
    const fetch = async () => ++calls
    expect(await cache.read('a', 6 * HOUR_MS, fetch)).toMatchObject({ value: 1, state: 'fresh' })
    clock.advance(6 * HOUR_MS)
    expect(await cache.read('a', 6 * HOUR_MS, fetch)).toMatchObject({ value: 1, state: 'fresh' })
    clock.advance(1)
    expect(await cache.read('a', 6 * HOUR_MS, fetch)).toMatchObject({ value: 2, state: 'fresh' })
  })

  it('is asked once by a hundred callers at the same time', async () => {
    const { cache } = setting()
    let calls = 0
    const fetch = async () => {
      calls += 1
      await Promise.resolve()
      return calls
    }
    const readings = await Promise.all(Array.from({ length: 100 }, () => cache.read('a', HOUR_MS, fetch)))
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
    expect(await cache.read('a', HOUR_MS, slow)).toMatchObject({ value: 'old', state: 'stale', failure: null })
    finish('new')
    expect(await cache.read('a', HOUR_MS, never)).toMatchObject({ value: 'new', state: 'fresh' })
  })

  it('serves the old copy and names the failure when the refresh fails', async () => {
    const { cache, clock } = setting()
    await cache.read('a', HOUR_MS, async () => 'old')
    clock.advance(DAY_MS)
    expect(await cache.read('a', HOUR_MS, down)).toMatchObject({ value: 'old', state: 'failed', failure: 'Register: answered 500' })
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
    const restarted = createFreshCache({ documents, clock, staleWaitMs: 5, maxEntries: 10 })
    expect(await restarted.read('a', HOUR_MS, never)).toMatchObject({ value: { name: 'kept' }, state: 'fresh' })
  })

  it('answers even when the copy cannot be kept', async () => {
    const { clock } = setting()
    const broken: DocumentStore = { load: async () => null, save: () => Promise.reject(new Error('disk full')) }
    const problems: unknown[] = []
    const cache = createFreshCache({
      documents: broken,
      clock,
      staleWaitMs: 5,
      maxEntries: 10,
      onError: (_key, error) => problems.push(error),
    })
    expect(await cache.read('a', HOUR_MS, async () => 1)).toMatchObject({ value: 1 })
    expect(problems).toHaveLength(1)
  })
})
