/**
 * The freshness-labelled cache over slow or failing upstreams (contract section 2): within its window a value is served as it is;
 * past it the refresh is awaited for a moment, then the stale copy is served while the refresh goes on; a failed refresh serves
 * the old copy and says so; nothing older than thirty days is served.
 */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../kernel/clock.ts'
import { errorMessage } from '../kernel/errors.ts'
import { OLDEST_SERVED_MS } from './source.ts'

export interface Reading<T> {
  value: T
  fetchedMs: number
  state: 'fresh' | 'stale' | 'failed'
  /** What failed, for a flag's detail; null unless `state` is `failed`. */
  failure: string | null
}

/** Where documents live between restarts. Implemented by the store. */
export interface DocumentStore {
  load(key: string): Promise<{ json: string; fetchedMs: number } | null>
  save(key: string, json: string, fetchedMs: number): Promise<void>
}

export interface FreshCache {
  /**
   * `fetch` is called at most once at a time per key, for all callers. Its value must survive JSON.
   * @throws whatever `fetch` throws when there is no copy to serve.
   */
  read<T>(key: string, windowMs: number, fetch: () => Promise<T>): Promise<Reading<T>>
}

interface Entry {
  value: unknown
  fetchedMs: number
}

export function createFreshCache(options: {
  documents: DocumentStore
  clock: Clock
  /** How long a caller waits for the refresh of a stale copy. */
  staleWaitMs: number
  maxEntries: number
  onError?: (key: string, error: unknown) => void
}): FreshCache {
  const { documents, clock, staleWaitMs } = options
  const memory = new LRUCache<string, Entry>({ max: options.maxEntries })
  const flights = new Map<string, Promise<Entry>>()

  async function lookUp(key: string): Promise<Entry | null> {
    const held = memory.get(key)
    if (held) return held
    const stored = await documents.load(key).catch((error: unknown) => {
      // A copy that cannot be read is none; the source may well answer.
      options.onError?.(key, error)
      return null
    })
    // A flight may have landed while the store was asked.
    const landed = memory.get(key)
    if (landed || !stored) return landed ?? null
    const entry = { value: JSON.parse(stored.json) as unknown, fetchedMs: stored.fetchedMs }
    memory.set(key, entry)
    return entry
  }

  function refresh(key: string, fetch: () => Promise<unknown>): Promise<Entry> {
    const running = flights.get(key)
    if (running) return running
    const flight = (async () => {
      const entry = { value: await fetch(), fetchedMs: clock.nowMs() }
      memory.set(key, entry)
      // A copy that could not be kept is still an answer.
      await documents.save(key, JSON.stringify(entry.value), entry.fetchedMs).catch((error) => options.onError?.(key, error))
      return entry
    })().finally(() => flights.delete(key))
    flight.catch((error) => options.onError?.(key, error))
    flights.set(key, flight)
    return flight
  }

  return {
    async read<T>(key: string, windowMs: number, fetch: () => Promise<T>): Promise<Reading<T>> {
      const held = await lookUp(key)
      const ageMs = held ? clock.nowMs() - held.fetchedMs : Number.POSITIVE_INFINITY
      if (held && ageMs <= windowMs) return reading<T>(held, 'fresh', null)
      if (!held || ageMs > OLDEST_SERVED_MS) return reading<T>(await refresh(key, fetch), 'fresh', null)
      const outcome = await Promise.race([
        refresh(key, fetch).then(
          (entry) => reading<T>(entry, 'fresh', null),
          (error: unknown) => reading<T>(held, 'failed', errorMessage(error)),
        ),
        delay(staleWaitMs),
      ])
      return outcome ?? reading<T>(held, 'stale', null)
    },
  }
}

function reading<T>(entry: Entry, state: Reading<T>['state'], failure: string | null): Reading<T> {
  return { value: entry.value as T, fetchedMs: entry.fetchedMs, state, failure }
}

function delay(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null).unref())
}
