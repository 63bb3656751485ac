/**
 * Counts that all replicas share, each of which begins anew after a time of its own: PostgreSQL only, by rate-limiter-flexible's one statement for each. On
 * SQLite there is one process, which counts by itself.
 */
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Store } from './open.ts'

export interface Counters {
  /** Adds to a count, which ends `windowMs` after it was begun. What stood there before, and for how long it still stands. */
  add(key: string, points: number, windowMs: number): Promise<{ before: number; endsInMs: number }>
  /** 0 where it has ended. */
  read(key: string): Promise<number>
  /** Of many things one each: 0 for who has it now, for so long; for all others how long it is still another's. */
  occupy(key: string, forMs: number): Promise<number>
  /** Those that somebody has, and for how long. */
  occupied(prefix: string): Promise<Map<string, number>>
  /** Drops what has ended. */
  clear(): Promise<void>
}

const COUNTERS_TABLE = 'limit_counts'

/** Null on SQLite. */
export function createCounters({ engine, main }: Pick<Store, 'engine' | 'main'>): Counters | null {
  if (engine !== 'postgres') return null
  const storeClient = {
    async query({ text, values = [] }: { text: string; values?: unknown[] }) {
      const { rows } = await main.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: rows.length }
    },
  }
  const limiter = new RateLimiterPostgres({
    storeClient,
    storeType: 'pool',
    tableName: COUNTERS_TABLE,
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: '',
    points: 1,
    duration: 1,
  })
  /** In whole seconds: the library multiplies, and the column takes no fractions. */
  const lasting = (ms: number) => ({ customDuration: Math.ceil(ms / 1000) })
  return {
    async add(key, points, windowMs) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, points, lasting(windowMs))
      return { before: consumedPoints - points, endsInMs: msBeforeNext }
    },
    read: async (key) => (await limiter.get(key))?.consumedPoints ?? 0,
    async occupy(key, forMs) {
      try {
        await limiter.consume(key, 1, lasting(forMs))
        return 0
      } catch (refused) {
        if (refused instanceof Error) throw refused
        return Math.max(1, (refused as RateLimiterRes).msBeforeNext)
      }
    },
    async occupied(prefix) {
      const nowMs = Date.now()
      const text = `select key, expire from ${COUNTERS_TABLE} where starts_with(key, $1) and expire > $2`
      const { rows } = await main.executeQuery<{ key: string; expire: number }>(CompiledQuery.raw(text, [prefix, nowMs]))
      return new Map(rows.map(({ key, expire }) => [key, expire - nowMs]))
    },
    async clear() {
      await main.executeQuery(CompiledQuery.raw(`delete from ${COUNTERS_TABLE} where expire < $1`, [Date.now()]))
    },
  }
}
