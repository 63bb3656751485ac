/**
 * The freshness-labelled cache over slow or failing upstreams. Within its window a value is served
 * as it is. Past the window, the refresh is awaited for a moment, then the stale copy is served
 * while the refresh continues. After a failed refresh the stale copy is served with the failure. A
 * copy older than thirty days, or of another layout, is never served.
 */

import { assertMayFetch } from '../platform/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { errorMessage } from '../platform/errors.ts'
import { createLruMap } from '../platform/lru-map.ts'
import type { Timers } from '../platform/timers.ts'
import { NoCallLeft } from '../upstream/call-budget.ts'
import { createReadTimeouts, type ReadTimeouts } from './read-timeouts.ts'
import { OLDEST_SERVED_MS } from './source.ts'
import { type Layout, pack, unpack } from './stored-layout.ts'

export interface CachedValue<T> {
  value: T
  fetchedMs: number
  state: 'fresh' | 'stale' | 'failed'
  /** Reason of the failure for a flag's detail; `null` unless `state` is `failed`. */
  failure: string | null
}

/** Storage of documents between restarts. The store implements it. */
export interface DocumentStore {
  load(key: string): Promise<{ json: string; fetchedMs: number } | null>
  save(key: string, json: string, fetchedMs: number): Promise<void>
}

/** The fetch goes on; the time to wait for it is over. */
export class StillRunning extends Error {}

export interface CacheQuery<T> {
  /** Kind of document; its name is the prefix of the key. */
  layout: Layout<T>
  id: string
  /** May depend on when the copy was fetched, and on what it says. */
  windowMs: number | ((fetchedMs: number, value: T) => number)
  /** When the original is known to have changed last: an older copy is not fresh. */
  changedMs?: number
  /**
   * Called at most once at a time per document, for all callers, and never cut off by one of them.
   * Its value must survive JSON.
   */
  fetch: () => Promise<T>
  /** Remaining time of the caller. `null` for a background read, which waits for the fetch. */
  timeouts: ReadTimeouts | null
  /** The caller has something else to serve, and waits no longer than for a copy. */
  hasStandIn?: boolean
}

export interface FreshCache {
  /**
   * @throws whatever `fetch` throws when there is no copy to serve, or that the caller's time is
   * over
   */
  read<T>(question: CacheQuery<T>): Promise<CachedValue<T>>
  /** Returns the copy while it is fresh. Never fetches. */
  findCached<T>(question: Omit<CacheQuery<T>, 'fetch' | 'timeouts'>): Promise<CachedValue<T> | null>
  /**
   * For one request. `totalMs`: how long it waits at most for what it has no copy of, other waits
   * counted.
   */
  createTimeouts(totalMs: number): ReadTimeouts
}

interface CacheEntry {
  value: unknown
  fetchedMs: number
}

export function createFreshCache(options: {
  documents: DocumentStore
  clock: Clock
  /** How long a request waits for the refresh of stale copies, of all that it reads together. */
  staleWaitMs: number
  maxEntries: number
  onError?: (key: string, error: unknown) => void
  timers?: Pick<Timers, 'after'>
}): FreshCache {
  const { documents, clock, staleWaitMs } = options
  const timers = options.timers ? { timers: options.timers } : {}
  const memory = createLruMap<CacheEntry>(options.maxEntries)
  const flights = new Map<string, Promise<CacheEntry>>()

  /** Most copies are in memory: those are had without a promise. */
  const lookUp = <T>(key: string, layout: Layout<T>): CacheEntry | Promise<CacheEntry | null> =>
    memory.get(key) ?? load(key, layout)

  async function load<T>(key: string, layout: Layout<T>): Promise<CacheEntry | null> {
    const stored = await documents.load(key).catch((error: unknown) => {
      // A copy that cannot be read is none; the source may well answer.
      options.onError?.(key, error)
      return null
    })
    // Another read may have finished its fetch while the store was queried.
    const landed = memory.get(key)
    if (landed || !stored) return landed ?? null
    const value = unpack(layout, stored.json)
    if (value === null) return null
    const entry = { value, fetchedMs: stored.fetchedMs }
    memory.set(key, entry)
    return entry
  }

  function refresh<T>(key: string, question: CacheQuery<T>): Promise<CacheEntry> {
    const running = flights.get(key)
    if (!running) return begin(key, question)
    return running.catch((error: unknown) => {
      // The caller who began it may make no further call; this one perhaps may.
      if (error instanceof NoCallLeft) return begin(key, question)
      throw error
    })
  }

  function begin<T>(key: string, { layout, fetch }: CacheQuery<T>): Promise<CacheEntry> {
    const flight = (async () => {
      const value = await fetch()
      const entry = { value, fetchedMs: clock.nowMs() }
      memory.set(key, entry)
      // A copy that could not be kept is still an answer.
      await documents
        .save(key, pack(layout, value), entry.fetchedMs)
        .catch((error) => options.onError?.(key, error))
      return entry
    })().finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    flight.catch((error) => options.onError?.(key, error))
    flights.set(key, flight)
    return flight
  }

  function isFresh<T>(
    { value, fetchedMs }: CacheEntry,
    { windowMs, changedMs = 0 }: Pick<CacheQuery<T>, 'windowMs' | 'changedMs'>,
  ): boolean {
    const window = typeof windowMs === 'number' ? windowMs : windowMs(fetchedMs, value as T)
    const ageMs = clock.nowMs() - fetchedMs
    // Fetched before the clock was set back: its age is not known.
    return ageMs >= 0 && ageMs <= window && fetchedMs >= changedMs
  }

  return {
    async findCached<T>(
      question: Omit<CacheQuery<T>, 'fetch' | 'timeouts'>,
    ): Promise<CachedValue<T> | null> {
      const found = lookUp(`${question.layout.name}:${question.id}`, question.layout)
      const readFresh = found instanceof Promise ? await found : found
      return readFresh && isFresh(readFresh, question)
        ? toCachedValue<T>(readFresh, 'fresh', null)
        : null
    },

    createTimeouts: (totalMs) => createReadTimeouts({ staleWaitMs, totalMs, ...timers }),

    async read<T>(question: CacheQuery<T>): Promise<CachedValue<T>> {
      const { layout, id, timeouts, hasStandIn = false } = question
      const key = `${layout.name}:${id}`
      const found = lookUp(key, layout)
      const readFresh = found instanceof Promise ? await found : found
      const ageMs = readFresh ? clock.nowMs() - readFresh.fetchedMs : Number.POSITIVE_INFINITY
      if (readFresh && isFresh(readFresh, question))
        return toCachedValue<T>(readFresh, 'fresh', null)
      assertMayFetch()
      const flight = refresh(key, question)
      if (!readFresh || ageMs > OLDEST_SERVED_MS) {
        const wait = hasStandIn ? timeouts?.whileStale(flight) : timeouts?.whileMissing(flight)
        const entry = await (wait ?? flight)
        if (entry === null) throw new StillRunning()
        return toCachedValue<T>(entry, 'fresh', null)
      }
      const refreshed = flight.then(
        (entry) => toCachedValue<T>(entry, 'fresh', null),
        (error: unknown) => toCachedValue<T>(readFresh, 'failed', errorMessage(error)),
      )
      return (
        (await (timeouts?.whileStale(refreshed) ?? refreshed)) ??
        toCachedValue<T>(readFresh, 'stale', null)
      )
    },
  }
}

function toCachedValue<T>(
  entry: CacheEntry,
  state: CachedValue<T>['state'],
  failure: string | null,
): CachedValue<T> {
  return { value: entry.value as T, fetchedMs: entry.fetchedMs, state, failure }
}
