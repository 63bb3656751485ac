/**
 * A store as lines of text, and back: for backups while it is served, for restoring them, and for
 * moving from one engine to the other. Read in one transaction an engine, the ledger first, so that
 * a payment is in it whole or not at all.
 */
import { type Kysely, sql } from 'kysely'
import { ledgerMigrations } from './ledger/migrations/index.ts'
import { mainMigrations } from './migrations/index.ts'
import { listMigrations, type Store } from './open.ts'

export interface DumpHead {
  format: 1
  created: string
  engine: Store['engine']
  /** The newest migration of each part. */
  layouts: Layouts
}

interface Layouts {
  main: string
  ledger: string
}

type Part = keyof Layouts
type AnyTables = Record<string, Record<string, unknown>>
type Line =
  | { head: DumpHead }
  | { part: Part; table: string; rows: Record<string, unknown>[] }
  | { claims: number }
  | { end: { rows: number } }

/** A dump that cannot be used, or must not be used here. */
export class DumpError extends Error {
  override name = 'DumpError'
}

const BATCH = 500
/** Leases and counts of processes that run now mean nothing elsewhere. */
const LEFT_OUT = new Set(['runs', 'limit_counts', 'tender_contract_divisions'])

const findNewest = (migrations: object) => Object.keys(migrations).sort().at(-1)!
const layouts = (): Layouts => ({
  main: findNewest(mainMigrations),
  ledger: findNewest(ledgerMigrations),
})

/** Returns the layout that the store has, which may be older than the one of this release. */
async function readLayouts(store: Store): Promise<Layouts> {
  const newest = async (part: Part) => (await listMigrations(databaseOf(store, part), part)).at(-1)
  const [main, ledger] = [await newest('main'), await newest('ledger')]
  if (main === undefined || ledger === undefined) throw new DumpError('there is no store yet')
  return { main, ledger }
}

/** Releases as they came: the largest table that can be fetched again. */
export const RAW_RELEASES = ['tender_raw'] as const

/** JSON lines without their line ends. `without` names tables that are left out. */
export async function* dump(
  store: Store,
  created: string,
  without: readonly string[] = [],
): AsyncGenerator<string> {
  let rows = 0
  const line = (value: Line) => JSON.stringify(value, bytesAsText)
  yield line({
    head: { format: 1, created, engine: store.engine, layouts: await readLayouts(store) },
  })
  for (const part of ['ledger', 'main'] as const) {
    for await (const batch of dumpPart(store, part, without)) {
      if ('claims' in batch) yield line(batch)
      else {
        rows += batch.rows.length
        yield line({ part, ...batch })
      }
    }
  }
  yield line({ end: { rows } })
}

type Batch = { table: string; rows: Record<string, unknown>[] } | { claims: number }

/** On a channel, since Kysely's transactions are callbacks. */
async function* dumpPart(
  store: Store,
  part: Part,
  without: readonly string[],
): AsyncGenerator<Batch> {
  const database = databaseOf(store, part)
  const tables = (await ownTables(database, part)).filter((name) => !without.includes(name)).sort()
  const channel = new TransformStream<Batch, Batch>(
    undefined,
    { highWaterMark: 1 },
    { highWaterMark: 1 },
  )
  const writer = channel.writable.getWriter()
  const reading = (store.engine === 'sqlite' ? sqliteSnapshot : postgresSnapshot)(
    database,
    tables,
    async (batch) => {
      await writer.ready
      await writer.write(batch)
    },
  ).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error),
  )
  yield* channel.readable
  await reading
}

type Keep = (batch: Batch) => Promise<void>

/** Reads in a snapshot that blocks no writer. */
async function sqliteSnapshot(
  database: Kysely<AnyTables>,
  tables: readonly string[],
  keep: Keep,
): Promise<void> {
  await database.connection().execute(async (connection) => {
    await sql`begin deferred`.execute(connection)
    try {
      for (const table of tables) {
        let rows: Record<string, unknown>[] = []
        for await (const row of connection.selectFrom(table).selectAll().stream(BATCH)) {
          rows.push(row)
          if (rows.length < BATCH) continue
          await keep({ table, rows })
          rows = []
        }
        if (rows.length > 0) await keep({ table, rows })
      }
      if (tables.includes('claims')) {
        const { rows } = await sql<{
          seq: number
        }>`select seq from sqlite_sequence where name = 'claims'`.execute(connection)
        await keep({ claims: Number(rows[0]?.seq ?? 0) })
      }
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

async function postgresSnapshot(
  database: Kysely<AnyTables>,
  tables: readonly string[],
  keep: Keep,
): Promise<void> {
  const transaction = database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
  await transaction.execute(async (tx) => {
    for (const table of tables) {
      await sql`declare dump no scroll cursor for select * from ${sql.table(table)}`.execute(tx)
      for (;;) {
        const { rows } = await sql<
          Record<string, unknown>
        >`fetch ${sql.lit(BATCH)} from dump`.execute(tx)
        if (rows.length === 0) break
        await keep({ table, rows })
      }
      await sql`close dump`.execute(tx)
    }
    if (tables.includes('claims')) {
      const { rows } = await sql<{
        last: string
      }>`select last_value as last from claims_id_seq`.execute(tx)
      await keep({ claims: Number(rows[0]!.last) })
    }
  })
}

/**
 * Into a store that holds no payment yet; all of it or nothing of each part. What the main part
 * holds already, which can be fetched again, gives way.
 * @throws DumpError
 */
export async function load(
  store: Store,
  lines: AsyncIterable<string>,
): Promise<DumpHead & { rows: number }> {
  const reader = parseLines(lines)
  const first = await reader.next()
  const head = first.done || !('head' in first.value) ? null : first.value.head
  if (head?.format !== 1) throw new DumpError('this is no backup of ours')
  const here = layouts()
  for (const part of ['main', 'ledger'] as const) {
    if (head.layouts[part] === here[part]) continue
    throw new DumpError(
      `the backup has the layout ${part} ${head.layouts[part]}, this release ${here[part]}: restore it with the release that wrote it`,
    )
  }
  await mustBeEmpty(store)
  const parts = { main: await begin(store, 'main'), ledger: await begin(store, 'ledger') }
  const { main, ledger } = parts
  let rows = 0
  let isWhole = false
  try {
    await clear(main, await ownTables(main, 'main'))
    for await (const line of reader) {
      if ('rows' in line) {
        rows += line.rows.length
        await parts[line.part].insertInto(line.table).values(line.rows).execute()
      } else if ('claims' in line) await continueNumbers(ledger, store.engine, line.claims)
      else if ('end' in line) {
        if (line.end.rows !== rows)
          throw new DumpError(`the backup lacks rows: ${rows} of ${line.end.rows}`)
        isWhole = true
      }
    }
    if (!isWhole) throw new DumpError('the backup is cut off; nothing was restored')
    await main.commit().execute()
    // The ledger is committed last: an interrupted restore leaves a store without payments and
    // starts again.
    await ledger.commit().execute()
  } catch (error) {
    for (const part of [main, ledger]) if (!part.isCommitted) await part.rollback().execute()
    throw error
  }
  return { ...head, rows }
}

const begin = (store: Store, part: Part) => databaseOf(store, part).startTransaction().execute()

async function mustBeEmpty({ ledger }: Store): Promise<void> {
  const payment = await ledger.read
    .selectFrom('payments')
    .select('claim_id')
    .limit(1)
    .executeTakeFirst()
  const claim = await ledger.read.selectFrom('claims').select('id').limit(1).executeTakeFirst()
  if (payment || claim)
    throw new DumpError(
      'the store holds payments already; restore into an empty DATA_DIR or database',
    )
}

async function clear(tx: Kysely<AnyTables>, tables: readonly string[]): Promise<void> {
  for (const table of tables) await tx.deleteFrom(table).execute()
}

/** Numbers of claims are never given twice. */
async function continueNumbers(
  tx: Kysely<AnyTables>,
  engine: Store['engine'],
  last: number,
): Promise<void> {
  if (engine === 'postgres') {
    await sql`select setval('claims_id_seq', ${Math.max(1, last)}, ${last > 0})`.execute(tx)
    return
  }
  await sql`delete from sqlite_sequence where name = 'claims'`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values ('claims', ${last})`.execute(tx)
}

const LEDGER_TABLES = new Set([
  'claims',
  'answers',
  'receipts',
  'payment_ids',
  'payments',
  'audits',
  'audit_marks',
  'refunds',
])

/** PostgreSQL holds both parts in one place. */
async function ownTables(database: Kysely<AnyTables>, part: Part): Promise<string[]> {
  const names = (await database.introspection.getTables()).map(({ name }) => name)
  return names.filter(
    (name) =>
      // What triggers fill is filled again by them.
      !/^(migrations_|sqlite_|kysely_)|_fts(_|$)/.test(name) &&
      !LEFT_OUT.has(name) &&
      LEDGER_TABLES.has(name) === (part === 'ledger'),
  )
}

const databaseOf = (store: Store, part: Part) =>
  (part === 'main' ? store.main : store.ledger.read) as unknown as Kysely<AnyTables>

async function* parseLines(lines: AsyncIterable<string>): AsyncGenerator<Line> {
  for await (const line of lines) {
    if (line === '') continue
    let value: Line
    try {
      value = JSON.parse(line, textAsBytes) as Line
    } catch {
      throw new DumpError('the backup is damaged or cut off; nothing was restored')
    }
    yield value
  }
}

function bytesAsText(this: Record<string, unknown>, name: string, value: unknown): unknown {
  // A Buffer has turned itself into an object by now.
  const raw = this[name]
  return raw instanceof Uint8Array ? { $bytes: Buffer.from(raw).toString('base64') } : value
}

function textAsBytes(_: string, value: unknown): unknown {
  const bytes = (value as { $bytes?: string } | null)?.$bytes
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : value
}
