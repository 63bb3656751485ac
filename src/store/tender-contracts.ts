/**
 * Awards as contracts: one table for the search of contracts, for buyers and for their history. A
 * separate narrow table has the columns that filters read. Words are in FTS5 on SQLite
 * (`tender_contracts_fts`, filled by triggers) and in an index over `to_tsvector` on PostgreSQL.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { findParts, isAtMostByCodes, listSources, type Source } from './contract-divisions.ts'
import {
  type ContractFilter,
  codeTerms,
  conditionSql,
  isOfCodes,
  NO_END,
  NO_VALUE,
  outcomeSql,
  PASSES,
  postgresText,
  sqliteText,
  type TextQuery,
} from './contract-filter.ts'
import { isPostgres } from './dialect.ts'
import { type Camel, chunks, fromRow, upsert } from './rows.ts'
import type { MainTables } from './schema.ts'

/**
 * An award in both tables; `releasedMs` is the time of the newest release that states something of
 * it.
 */
export type ContractRow = Camel<
  Omit<MainTables['tender_contracts'] & MainTables['tender_contract_facts'], 'id' | 'codes'>
>

export interface ContractSum {
  currency: string
  sum: number
  counted: number
  withoutValue: number
  /** Those counted whose value includes VAT. */
  withTax: number
}

export interface FoundContracts {
  total: number
  /** JSON, in the order of the status. */
  best: string[]
  totals: ContractSum[]
  /** Contracts that a filter could not judge, each once. */
  excluded: { value: number; dates: number }
}

export interface ContractStore {
  /** Whether the words alone find at most so many contracts. Reads no more than one above. */
  isAtMost(text: TextQuery, most: number): Promise<boolean>
  search(filter: ContractFilter, limit: number): Promise<FoundContracts>
  /** Reads the JSON of contracts, the newest first. */
  texts(text: TextQuery, limit: number): Promise<string[]>
  /** Reads the time of the first release of each of these portals, in ms since the epoch. */
  firstReleases(portals: readonly string[]): Promise<Map<string, number>>
}

/** Currency of contracts that state no value. */
const DEFAULT_CURRENCY = 'GBP'
/** `summable` of a value that includes VAT. */
const WITH_TAX = 2
/**
 * SQLite answers on the thread that serves requests: a search looks at so many contracts between
 * two of its turns.
 */
const SLICE = 100_000

interface Ordered {
  past: number
  ends: string | null
  awarded_on: string
  key: string
}

/** `sliceRows` changes how many contracts a statement of a search by codes reads. */
export function createContractStore(main: Kysely<MainTables>, sliceRows?: number): ContractStore {
  const postgres = isPostgres(main as unknown as Kysely<unknown>)

  const matchText = (text: TextQuery, [from, to]: Span): RawBuilder<unknown> =>
    postgres
      ? postgresMatch(text)
      : sql`f.id IN (SELECT rowid FROM tender_contracts_fts WHERE tender_contracts_fts MATCH ${sqliteText(text)} AND rowid BETWEEN ${from} AND ${to})`

  async function spans(): Promise<Span[]> {
    if (postgres) return [[0, 0]]
    const { last } = await main
      .selectFrom('tender_contract_facts')
      .select((row) => row.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    const slices = Math.ceil((Number(last ?? 0) + 1) / SLICE)
    return Array.from({ length: slices }, (_, index) => [index * SLICE, (index + 1) * SLICE - 1])
  }

  /**
   * Yields counts and best contracts of one slice after the other; each contract is in one of them.
   */
  async function* read(filter: ContractFilter, limit: number): AsyncGenerator<Slice> {
    const parts = findParts(filter.text)
    if (parts) {
      for await (const source of listSources(main, parts, filter, sliceRows))
        yield await readRange(main, source, limit)
      return
    }
    for (const span of await spans())
      yield await readMatches(main, matchText(filter.text, span), filter, limit)
  }

  return {
    async isAtMost(text, most) {
      const parts = findParts(text)
      if (parts) return await isAtMostByCodes(main, parts, most)
      const { rows } = await sql<{ n: number | string }>`
        SELECT count(*) AS n FROM (SELECT f.id FROM tender_contract_facts AS f
          WHERE ${matchText(text, [0, Number.MAX_SAFE_INTEGER])} LIMIT ${sql.lit(most + 1)}) AS found`.execute(
        main,
      )
      return Number(rows[0]!.n) <= most
    },

    async search(filter, limit) {
      const { status } = filter
      const found: FoundContracts = {
        total: 0,
        best: [],
        totals: [],
        excluded: { value: 0, dates: 0 },
      }
      const sums = new Map<string, ContractSum>()
      let best: Ordered[] = []
      const before = status === 'running' ? soonestFirst : newestFirst
      for await (const { counts, page } of read(filter, limit)) {
        for (const row of counts) add(row, found, sums)
        best = [...best, ...page].sort(before).slice(0, limit)
        await nextTurn()
      }
      found.best = await readJson(
        main,
        best.map(({ key }) => key),
      )
      found.totals = [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1))
      return found
    },

    async texts(text, limit) {
      const { rows } = await sql<{ key: string }>`
        SELECT f.key FROM tender_contract_facts AS f WHERE ${matchText(text, [0, Number.MAX_SAFE_INTEGER])}
        ORDER BY awarded_on DESC, key LIMIT ${sql.lit(limit)}`.execute(main)
      return readJson(
        main,
        rows.map(({ key }) => key),
      )
    },

    async firstReleases(portals) {
      const found = new Map<string, number>()
      for (const portal of portals) {
        const { first } = await main
          .selectFrom('tender_contract_facts')
          .select((row) => row.fn.min('released_ms').as('first'))
          .where('portal', '=', portal)
          .executeTakeFirstOrThrow()
        if (first !== null) found.set(portal, Number(first))
      }
      return found
    },
  }
}

interface Slice {
  counts: readonly CountRow[]
  page: readonly Ordered[]
}

/** Counts and sum of the contracts in one currency. */
type CountRow = { currency: string | null } & Record<Counted, number | string | null>
type Counted = Exclude<keyof ContractSum, 'currency'> | 'noValue' | 'noEnd'

const columnsOf = (filter: ContractFilter, hasEnd = false) =>
  sql`key, ends, awarded_on, currency, summable, amount, ${outcomeSql(filter, hasEnd)} AS outcome,
    CASE WHEN ends < ${filter.today} THEN 1 ELSE 0 END AS past`

/** Counts by conditions: groups would have to be sorted. */
function countsOf(which: RawBuilder<unknown>): RawBuilder<unknown> {
  const passes = (summable: string) =>
    sql`FILTER (WHERE summable ${sql.raw(summable)} AND outcome = ${sql.lit(PASSES)} AND ${which})`
  const leftOut = (outcome: number) =>
    sql`count(*) FILTER (WHERE outcome = ${sql.lit(outcome)} AND ${which})`
  return sql`${leftOut(NO_VALUE)} AS "noValue", ${leftOut(NO_END)} AS "noEnd",
    sum(amount * 1.0) ${passes('> 0')} AS sum, count(*) ${passes('> 0')} AS counted,
    count(*) ${passes('= 0')} AS "withoutValue", count(*) ${passes(`= ${WITH_TAX}`)} AS "withTax"`
}

/** Reads what a text finds, in one statement, so that each match is looked up once. */
async function readMatches(
  main: Kysely<MainTables>,
  match: RawBuilder<unknown>,
  filter: ContractFilter,
  limit: number,
): Promise<Slice> {
  const order = filter.status === 'running' ? sql`past, ends, key` : sql`awarded_on DESC, key`
  const { rows } = await sql<CountRow & Ordered & { n: number | null }>`
    WITH found AS MATERIALIZED (
      SELECT ${columnsOf(filter)} FROM tender_contract_facts AS f WHERE ${match} AND ${conditionSql(filter)})
    SELECT * FROM (
      SELECT CAST(NULL AS integer) AS past, CAST(NULL AS text) AS ends, CAST(NULL AS text) AS awarded_on, CAST(NULL AS text) AS key,
        currency, ${countsOf(sql`true`)} FROM found GROUP BY currency) AS counts
    UNION ALL SELECT * FROM (
      SELECT past, ends, awarded_on, key, CAST(NULL AS text), CAST(NULL AS bigint), CAST(NULL AS bigint), CAST(NULL AS numeric),
        CAST(NULL AS bigint), CAST(NULL AS bigint), CAST(NULL AS bigint) FROM found
      WHERE outcome = ${sql.lit(PASSES)} ORDER BY ${order} LIMIT ${sql.lit(limit)}) AS page`.execute(
    main,
  )
  return {
    counts: rows.filter(({ key }) => key === null),
    page: rows.filter(({ key }) => key !== null),
  }
}

/**
 * Reads one range of a division. Its running contracts are in the order of the page already, so few
 * of them are read twice; nearly all are in GBP, so others are.
 */
async function readRange(
  main: Kysely<MainTables>,
  { table, isShown, hasEnd, filter }: Source,
  limit: number,
): Promise<Slice> {
  const found = sql`(SELECT ${columnsOf(filter, hasEnd)} FROM ${table} AS f WHERE ${conditionSql(filter)}) AS found`
  const isForeign = sql`currency <> ${sql.lit(DEFAULT_CURRENCY)}`
  const own = await sql<CountRow & { others: number | string }>`
    SELECT NULL AS currency, ${countsOf(sql`(${isForeign}) IS NOT TRUE`)}, count(*) FILTER (WHERE ${isForeign}) AS others
    FROM ${found}`.execute(main)
  const counts: CountRow[] = own.rows
  if (Number(own.rows[0]!.others) > 0) {
    const others = await sql<CountRow>`
      SELECT currency, ${countsOf(sql`true`)} FROM ${found} WHERE ${isForeign} GROUP BY currency`.execute(
      main,
    )
    counts.push(...others.rows)
  }
  if (limit === 0 || !isShown) return { counts, page: [] }
  const order = filter.status === 'running' ? sql`ends, key` : sql`awarded_on DESC, key`
  const page = await sql<Ordered>`
    SELECT past, ends, awarded_on, key FROM ${found}
    WHERE outcome = ${sql.lit(PASSES)} ORDER BY ${order} LIMIT ${sql.lit(limit)}`.execute(main)
  return { counts, page: page.rows }
}

/** Codes are indexed in the narrow table, which the filters read anyway. */
function postgresMatch(text: TextQuery): RawBuilder<unknown> {
  const parts = 'all' in text ? text.all : [text]
  const codes = parts.filter(isOfCodes)
  const others = parts.filter((part) => !isOfCodes(part))
  return sql.join(
    [
      ...(codes.length === 0
        ? []
        : [sql`to_tsvector('simple', f.codes) @@ ${postgresText({ all: codes })}::tsquery`]),
      ...(others.length === 0
        ? []
        : [
            sql`f.id IN (SELECT id FROM tender_contracts WHERE to_tsvector('simple', terms) @@ ${postgresText({ all: others })}::tsquery)`,
          ]),
    ],
    sql` AND `,
  )
}

type Span = [from: number, to: number]

/** Adds the contracts of one currency to what was found. */
function add(row: CountRow, found: FoundContracts, sums: Map<string, ContractSum>): void {
  found.excluded.value += Number(row.noValue)
  found.excluded.dates += Number(row.noEnd)
  const [counted, withoutValue] = [Number(row.counted), Number(row.withoutValue)]
  if (counted + withoutValue === 0) return
  const currency = row.currency ?? DEFAULT_CURRENCY
  const none = { currency, sum: 0, counted: 0, withoutValue: 0, withTax: 0 }
  const sum = sums.getOrInsert(currency, none)
  sum.sum += Number(row.sum)
  sum.counted += counted
  sum.withoutValue += withoutValue
  sum.withTax += Number(row.withTax)
  found.total += counted + withoutValue
}

const byKey = (a: Ordered, b: Ordered) => (a.key < b.key ? -1 : 1)

function soonestFirst(a: Ordered, b: Ordered): number {
  if (a.past !== b.past) return a.past - b.past
  return a.ends === b.ends ? byKey(a, b) : a.ends! < b.ends! ? -1 : 1
}

function newestFirst(a: Ordered, b: Ordered): number {
  return a.awarded_on === b.awarded_on ? byKey(a, b) : a.awarded_on < b.awarded_on ? 1 : -1
}

/** Reads the JSON of contracts in the given order. */
async function readJson(main: Kysely<MainTables>, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await main
    .selectFrom('tender_contracts')
    .select(['key', 'json'])
    .where('key', 'in', keys)
    .execute()
  const texts = new Map(rows.map(({ key, json }) => [key, json]))
  return keys.flatMap((key) => texts.get(key) ?? [])
}

type Tx = Transaction<MainTables>

/** A contract before and after a batch; `before` is `null` if it was not stored. */
export interface ContractUpdate {
  before: ContractRow | null
  after: ContractRow
}

/** Merges rows into the stored ones. Returns those that changed. */
export async function storeContracts(
  tx: Tx,
  rows: readonly ContractRow[],
  merge: (older: ContractRow, newer: ContractRow) => ContractRow,
): Promise<ContractUpdate[]> {
  const incoming = new Map<string, ContractRow>()
  for (const row of rows) {
    const known = incoming.get(row.key)
    incoming.set(row.key, known === undefined ? row : inOrder(known, row, merge))
  }
  const updates: ContractUpdate[] = []
  for (const chunk of chunks([...incoming.values()])) {
    const found = await readRows(
      tx,
      'key',
      chunk.map(({ key }) => key),
    )
    const stored = new Map(found.map((row) => [row.key, row]))
    const merged = listUpdates(chunk, stored, (before, row) => inOrder(before, row, merge))
    await writeUpdates(tx, merged)
    updates.push(...merged)
  }
  return updates
}

/**
 * Replaces the contracts of a process by those that its stored releases state. A row that came from
 * elsewhere, such as an import, is merged with them. Returns those that changed, without the
 * dropped.
 */
export async function replaceContracts(
  tx: Tx,
  ocid: string,
  rows: readonly ContractRow[],
  merge: (older: ContractRow, newer: ContractRow) => ContractRow,
  releasedMs: ReadonlySet<number>,
): Promise<ContractUpdate[]> {
  const stored = new Map((await readRows(tx, 'ocid', [ocid])).map((row) => [row.key, row]))
  const stated = new Set(rows.map(({ key }) => key))
  const dropped = [...stored.values()].filter(
    (row) => !stated.has(row.key) && (row.raw === 1 || releasedMs.has(row.releasedMs)),
  )
  if (dropped.length > 0) await dropRows(tx, dropped)
  const updates = listUpdates(rows, stored, (before, row) =>
    before.raw === 1 ? row : inOrder(before, row, merge),
  )
  await writeUpdates(tx, updates)
  return updates
}

async function dropRows(tx: Tx, rows: readonly { id: number }[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  for (const chunk of chunks(ids)) {
    await tx.deleteFrom('tender_contract_facts').where('id', 'in', chunk).execute()
    await tx.deleteFrom('tender_contracts').where('id', 'in', chunk).execute()
  }
}

/** Pages of the running contracts that end after one date and up to another. */
export async function* listEndingContracts(
  tx: Tx,
  after: string,
  upTo: string,
): AsyncGenerator<ContractRow[]> {
  const found = await tx
    .selectFrom('tender_contract_facts')
    .select('id')
    .where('ends', '>', after)
    .where('ends', '<=', upTo)
    .where('terminated', '=', 0)
    .orderBy('ends')
    .orderBy('key')
    .execute()
  const ids = found.map(({ id }) => Number(id))
  for (const chunk of chunks(ids)) {
    const rows = await readRows(tx, 'id', chunk)
    yield rows.filter(({ shown }) => shown === 1)
  }
}

function inOrder(
  stored: ContractRow,
  row: ContractRow,
  merge: (older: ContractRow, newer: ContractRow) => ContractRow,
): ContractRow {
  return stored.releasedMs <= row.releasedMs ? merge(stored, row) : merge(row, stored)
}

/** Returns the rows that differ from the stored ones, merged with them. */
const listUpdates = <Stored extends ContractRow>(
  rows: readonly ContractRow[],
  stored: ReadonlyMap<string, Stored>,
  merge: (before: Stored, row: ContractRow) => ContractRow,
) =>
  rows.flatMap((row) => {
    const before = stored.get(row.key) ?? null
    const after = before === null ? row : merge(before, row)
    return before !== null && isSame(before, after) ? [] : [{ before, after }]
  })

const isSame = ({ ...before }: ContractRow, after: ContractRow) =>
  Object.entries(after).every(([name, value]) => before[name as keyof ContractRow] === value)

async function readRows(
  tx: Tx,
  column: 'key' | 'id' | 'ocid',
  values: readonly (string | number)[],
): Promise<(ContractRow & { id: number })[]> {
  const found = await tx
    .selectFrom('tender_contracts as c')
    .innerJoin('tender_contract_facts as f', 'f.id', 'c.id')
    .selectAll('c')
    .select([
      'f.ocid',
      'f.raw',
      'f.portal',
      'f.ends',
      'f.latest',
      'f.terminated',
      'f.amount',
      'f.currency',
      'f.summable',
    ])
    .select('f.released_ms')
    .where(column === 'ocid' ? 'f.ocid' : `c.${column}`, 'in', values as never)
    .orderBy('f.ends')
    .orderBy('c.key')
    .execute()
  return found.map(fromRow)
}

async function writeUpdates(
  tx: Tx,
  updates: readonly { before: (ContractRow & { id: number }) | null; after: ContractRow }[],
): Promise<void> {
  const rows = updates.map(({ before, after }) => ({ ...after, id: before?.id ?? null }))
  if (rows.length === 0) return
  const { last } = await tx
    .selectFrom('tender_contracts')
    .select((row) => row.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  let next = Number(last ?? 0)
  const numbered = rows.map((row) => {
    if (row.id === null) next += 1
    return { ...row, id: row.id ?? next }
  })
  const contracts = numbered.map((row) => {
    const {
      ocid,
      raw,
      releasedMs,
      portal,
      ends,
      latest,
      terminated,
      amount,
      currency,
      summable,
      ...own
    } = row
    return own
  })
  const facts = numbered.map((row) => {
    const { buyerKey, buyerNameKey, divisions, suppliers, keepUntil, shown, terms, json, ...own } =
      row
    return { ...own, codes: codeTerms(terms) }
  })
  await upsert(tx, 'tender_contracts', ['id'], contracts)
  await upsert(tx, 'tender_contract_facts', ['id'], facts)
}

/** Drops the contracts that are past their last day. */
export async function purgeContracts(tx: Tx, today: string): Promise<void> {
  const old = tx.selectFrom('tender_contracts').select('id').where('keep_until', '<', today)
  await tx.deleteFrom('tender_contract_facts').where('id', 'in', old).execute()
  await tx.deleteFrom('tender_contracts').where('keep_until', '<', today).execute()
}
