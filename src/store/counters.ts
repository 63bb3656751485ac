/**
 * Counts that all replicas share, each with a limited lifetime. PostgreSQL only, with one statement
 * of rate-limiter-flexible for each. SQLite has one process, which counts in memory.
 */
import { CompiledQuery } from 'kysely'
import type { Slots } from '../platform/slots.ts'
import type { Store } from './open.ts'

export interface Counters {
  /**
   * Adds to a count that ends `windowMs` after its start. Returns the value before and its
   * remaining lifetime.
   */
  add(key: string, points: number, windowMs: number): Promise<{ before: number; endsInMs: number }>
  /** 0 where it has ended. */
  read(key: string): Promise<number>
  /** Numbered slots of that name, which all replicas share. */
  slots(name: string): Slots
  /** Drops what has ended. */
  clear(): Promise<void>
}

const COUNTERS_TABLE = 'limit_counts'

/** Null on SQLite. */
export async function createCounters({
  engine,
  main,
}: Pick<Store, 'engine' | 'main'>): Promise<Counters | null> {
  if (engine !== 'postgres') return null
  const { RateLimiterPostgres } = await import('rate-limiter-flexible')
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
  const toDuration = (ms: number) => ({ customDuration: Math.ceil(ms / 1000) })
  return {
    async add(key, points, windowMs) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(
        key,
        points,
        toDuration(windowMs),
      )
      return { before: consumedPoints - points, endsInMs: msBeforeNext }
    },
    read: async (key) => (await limiter.get(key))?.consumedPoints ?? 0,
    slots: (name) => createSharedSlots(main, name),
    async clear() {
      await main.executeQuery(
        CompiledQuery.raw(`delete from ${COUNTERS_TABLE} where expire < $1`, [Date.now()]),
      )
    },
  }
}

/** Replicas that take at the same moment choose the same slots; who loses some takes others, at most so often. */
const TAKES = 8

function createSharedSlots(main: Store['main'], name: string): Slots {
  const query = async <Row>(text: string, values: unknown[]) =>
    (await main.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  const prefix = `${name}/`
  const parseNumber = ({ key }: { key: string }) => Number(key.slice(prefix.length))
  const listKeys = (slots: readonly number[]) => slots.map((slot) => `${prefix}${slot}`)

  async function hold(
    slots: readonly number[],
    untilMs: number,
    newUntilMs: number,
  ): Promise<void> {
    await query(`update ${COUNTERS_TABLE} set expire = $1 where key = any($2) and expire = $3`, [
      newUntilMs,
      listKeys(slots),
      untilMs,
    ])
  }

  async function readUsed(nowMs: number): Promise<Map<number, number>> {
    const text = `select key, expire from ${COUNTERS_TABLE} where starts_with(key, $1) and expire > $2`
    const rows = await query<{ key: string; expire: number }>(text, [prefix, nowMs])
    return new Map(rows.map((row) => [parseNumber(row), Number(row.expire)]))
  }

  return {
    async take({ count, from, to, nowMs, untilMs }) {
      const taken: number[] = []
      for (let tries = 0; tries < TAKES && taken.length < count; tries += 1) {
        const missing = count - taken.length
        const rows = await query<{ key: string }>(TAKE, [
          prefix,
          from,
          to - 1,
          nowMs,
          missing,
          untilMs,
        ])
        taken.push(...rows.map(parseNumber))
        if (rows.length > 0) continue
        const busy = [...(await readUsed(nowMs)).keys()].filter((slot) => slot >= from && slot < to)
        if (to - from - busy.length < missing) break
      }
      if (taken.length === count) return taken
      if (taken.length > 0) await hold(taken, untilMs, nowMs)
      return []
    },
    hold,
    listUsed: readUsed,
  }
}

/** Takes the first free slots where there are enough of them, in one statement: prefix, first, last, now, how many, until. */
const TAKE = `
  with free as (
    select $1::text || slot as key from generate_series($2::int, $3::int) as slot
    left join ${COUNTERS_TABLE} on key = $1::text || slot
    where key is null or expire <= $4::bigint order by slot limit $5::int)
  insert into ${COUNTERS_TABLE} as held (key, points, expire)
  select key, 1, $6::bigint from free where (select count(*) from free) = $5::int
  on conflict (key) do update set expire = excluded.expire where held.expire <= $4::bigint
  returning key`
