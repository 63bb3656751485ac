/**
 * Counts that all replicas share, each with a limited lifetime by the clock of the database.
 * PostgreSQL only, with one statement for each. SQLite has one process, which counts in memory.
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

/** The database's clock, which is one for all replicas. It stays the same within a statement. */
const NOW_MS = '(extract(epoch from now()) * 1000)::bigint'

/**
 * Key, points, length. A count that ends later than one that begins now was written before the
 * clock was set back.
 */
const ADD = `
  with now as (select ${NOW_MS} as ms)
  insert into ${COUNTERS_TABLE} as held (key, points, expire)
  select $1, $2::int, ms + $3::bigint from now
  on conflict (key) do update set
    points = case when ${isOver('held')} then excluded.points else held.points + excluded.points end,
    expire = case when ${isOver('held')} then excluded.expire else held.expire end
  returning points, expire - ${NOW_MS} as ends_in_ms`

function isOver(row: string): string {
  return `(${row}.expire <= ${NOW_MS} or ${row}.expire > excluded.expire)`
}

function queryOn(main: Store['main']) {
  return async <Row>(text: string, values: unknown[]) =>
    (await main.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/** Null on SQLite. */
export function createCounters({ engine, main }: Pick<Store, 'engine' | 'main'>): Counters | null {
  if (engine !== 'postgres') return null
  const query = queryOn(main)
  return {
    async add(key, points, windowMs) {
      const [row] = await query<{ points: number; ends_in_ms: string | number }>(ADD, [
        key,
        points,
        Math.ceil(windowMs),
      ])
      return { before: row!.points - points, endsInMs: Number(row!.ends_in_ms) }
    },
    async read(key) {
      const text = `select points from ${COUNTERS_TABLE} where key = $1 and expire > ${NOW_MS}`
      return (await query<{ points: number }>(text, [key]))[0]?.points ?? 0
    },
    slots: (name) => createSharedSlots(main, name),
    async clear() {
      await query(`delete from ${COUNTERS_TABLE} where expire < ${NOW_MS}`, [])
    },
  }
}

/**
 * Replicas that take at the same moment choose the same slots; who loses some takes others, at most
 * so often.
 */
const TAKES = 8

function createSharedSlots(main: Store['main'], name: string): Slots {
  const query = queryOn(main)
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

/**
 * Takes the first free slots where there are enough of them, in one statement: prefix, first, last,
 * now, how many, until.
 */
const TAKE = `
  with free as (
    select $1::text || slot as key from generate_series($2::int, $3::int) as slot
    left join ${COUNTERS_TABLE} on key = $1::text || slot
    where key is null or expire <= $4::bigint order by slot limit $5::int)
  insert into ${COUNTERS_TABLE} as held (key, points, expire)
  select key, 1, $6::bigint from free where (select count(*) from free) = $5::int
  on conflict (key) do update set expire = excluded.expire where held.expire <= $4::bigint
  returning key`
