/** Opens the store. */
import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Pool, PoolConfig } from 'pg'
import { describeStatement, inSpan } from '../observe/spans.ts'
import { errorMessage, StartError, StoreUnavailable } from '../platform/errors.ts'
import { makePrivate } from '../platform/private-folder.ts'
import { directConnection, sqliteDialect, sqlitePragmas } from './dialect.ts'
import { isAnswerOfPostgres, isBusy, postgresFault } from './driver-errors.ts'
import { ledgerMigrations } from './ledger/migrations/index.ts'
import { groupCommit, type LedgerWriter, ownTransactions } from './ledger/writer.ts'
import { mainMigrations } from './migrations/index.ts'
import type { LedgerTables, MainTables } from './schema.ts'
import { withinStoreWait } from './wait-limit.ts'

export interface Store {
  readonly engine: 'sqlite' | 'postgres'
  readonly main: Kysely<MainTables>
  readonly ledger: LedgerWriter & { readonly read: Kysely<LedgerTables> }
  /**
   * Notifications of writes by other processes, over a separate connection; `null` if the engine
   * has none. @throws StoreUnavailable
   */
  readonly listen: Listen | null
  close(): Promise<void>
}

/**
 * The callback receives the payload of each notification on the channel; `lost` runs once when the
 * connection has ended or is silent.
 */
export type Listen = (
  channel: string,
  on: { onMessage(payload: string): void; onLost(): void },
) => Promise<{ close(): Promise<void> }>

/**
 * What opening does if the store's layout is not the one of this release. `migrate`: brings it up
 * to date. `create`: fills an empty place and refuses an older layout. `current`: refuses both.
 * `as-is`: takes both as they are. A later layout is always refused.
 */
type LayoutPolicy = 'migrate' | 'create' | 'current' | 'as-is'

export interface StoreOptions {
  layout?: LayoutPolicy
  /**
   * Called in place of each sync of the ledger's log; runs it, and sees what was on disk before and
   * after.
   */
  aroundSync?: (sync: () => Promise<void>) => Promise<void>
  /** How long PostgreSQL may take for one statement. */
  queryTimeoutMs?: number
  /** Receives what opening waits for, if that takes long: a host may be silent for 40 s. */
  onWait?: (what: string) => void
}

const WAIT_IS_TOLD_AFTER_MS = 2_000

/**
 * Opens SQLite in `dataDir` (two files: the main store, and the ledger, which is synced before a
 * write counts), or PostgreSQL if a URL is given. Several processes may create or migrate the store
 * at the same time. @throws StartError
 */
export async function openStore(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  options: StoreOptions = {},
): Promise<Store> {
  const place =
    databaseUrl === null ? `DATA_DIR "${dataDir}"` : `PostgreSQL at ${parseHost(databaseUrl)}`
  const wait = setTimeout(() => options.onWait?.(place), WAIT_IS_TOLD_AFTER_MS)
  try {
    return databaseUrl === null
      ? await openSqlite(dataDir, options)
      : await openPostgres(databaseUrl, options)
  } catch (error) {
    const what =
      databaseUrl === null
        ? `${place} holds no usable database`
        : `DATABASE_URL: no usable ${place}`
    throw new StartError(`${what}: ${errorMessage(error).split('\n', 1)[0]}`, { cause: error })
  } finally {
    clearTimeout(wait)
  }
}

/** Without user, password and options. */
function parseHost(databaseUrl: string): string {
  return /^\w+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(databaseUrl)?.[1] || 'the local socket'
}

/** Answers in them are given to who knows their payment. */
export const STORE_FILES = ['ledger', 'ukintel'].flatMap((name) =>
  ['.db', '.db-wal', '.db-shm'].map((end) => `${name}${end}`),
)

/**
 * A checkpoint waits for the disk twice on the serving thread. It is therefore rare, after 64 MB of
 * log, when many pages have changed several times.
 */
const CHECKPOINT_PAGES = 16_000

async function openSqlite(
  dataDir: string,
  { layout = 'create', aroundSync = (sync) => sync() }: StoreOptions,
): Promise<Store> {
  makePrivate(dataDir, STORE_FILES)
  const main = new Kysely<MainTables>({
    dialect: sqliteDialect(await openFile(join(dataDir, 'ukintel.db'), 'NORMAL')),
  })
  const ledgerFile = await openFile(join(dataDir, 'ledger.db'), 'FULL')
  const ledger = new Kysely<LedgerTables>({ dialect: sqliteDialect(ledgerFile) })
  try {
    await settleLayout(main, mainMigrations, 'main', layout)
    await settleLayout(ledger, ledgerMigrations, 'ledger', layout)
  } catch (error) {
    await ledger.destroy()
    await main.destroy()
    throw error
  }
  const journal = openJournal(dataDir, 'ledger.db')
  // From here on the ledger's writer waits for the disk itself, without holding up everything else.
  ledgerFile.exec(`PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=${CHECKPOINT_PAGES}`)
  return {
    engine: 'sqlite',
    main,
    listen: null,
    ledger: {
      read: ledger,
      ...inSpans(
        groupCommit({
          db: ledger,
          connection: directConnection(ledgerFile),
          sync: () => aroundSync(journal.sync),
        }),
      ),
    },
    async close() {
      journal.close()
      await ledger.destroy()
      await main.destroy()
    },
  }
}

/** Gives each unit a span that lasts until it is on disk. */
function inSpans({ write, apply, announce }: LedgerWriter): LedgerWriter {
  return {
    write: (work) => inSpan('store ledger transaction', () => write(work)),
    apply: (...statements) =>
      inSpan(
        () => describeStatement(statements[0].sql),
        () => apply(...statements),
      ),
    announce: (...statements) =>
      inSpan(
        () => describeStatement(statements[0].sql),
        () => announce(...statements),
      ),
  }
}

export type SecondaryDatabase = { path: string } | { databaseUrl: string; schema: string }

/**
 * Opens a database next to the store: a separate SQLite file, or a PostgreSQL schema with separate
 * connections. For data that is built next to the served data. With `patient`, statements have no
 * timeout. The caller destroys it.
 */
export async function openSecondaryDatabase<Tables>(
  place: SecondaryDatabase,
  { patient }: { patient: boolean },
): Promise<Kysely<Tables>> {
  if ('path' in place)
    return new Kysely<Tables>({ dialect: sqliteDialect(await openFile(place.path, 'NORMAL')) })
  const { databaseUrl, schema } = place
  const pool = await postgresPool(databaseUrl, {
    max: 4,
    query_timeout: patient ? 0 : QUERY_TIMEOUT_MS,
    // Serving connections read by indexes only: with a LIMIT the planner prefers to read millions
    // of rows in the hope of early matches.
    options: `-c search_path=${schema},public${patient ? '' : ' -c enable_seqscan=off'}`,
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: adaptPool(pool) }) })
}

/** Creates the file, readable by its owner only. SQLite gives its mode to the log next to it. */
function createPrivately(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}

const OPEN_RETRY_MS = 25
const OPEN_TRIES = 400

/**
 * While one process creates the write-ahead log of a new file, SQLite refuses others immediately,
 * regardless of their busy timeout.
 */
async function openFile(path: string, synchronous: 'NORMAL' | 'FULL'): Promise<DatabaseSync> {
  if (path !== ':memory:') createPrivately(path)
  const database = new DatabaseSync(path)
  for (let tried = 1; ; tried += 1) {
    try {
      database.exec(sqlitePragmas(synchronous))
      return database
    } catch (error) {
      if (tried < OPEN_TRIES && isBusy(error)) await sleep(OPEN_RETRY_MS)
      else {
        database.close()
        throw error
      }
    }
  }
}

/**
 * The write-ahead log of an open database: with `synchronous=NORMAL` a commit has written it, and
 * syncing it makes the commit as durable as `synchronous=FULL` does. SQLite holds no locks on this
 * file, so that a handle of our own is harmless.
 */
function openJournal(dataDir: string, file: string): { sync(): Promise<void>; close(): void } {
  const journal = openSync(join(dataDir, `${file}-wal`), 'r+')
  // The log's name must outlast the power supply as well; SQLite would see to that with the first
  // commit it syncs itself.
  if (process.platform !== 'win32') {
    const folder = openSync(dataDir, 'r')
    fsyncSync(folder)
    closeSync(folder)
  }
  const sync = () =>
    syncData(journal).catch((error: unknown) => {
      throw new StoreUnavailable(error)
    })
  return { sync, close: () => closeSync(journal) }
}

const syncData = promisify(fdatasync)

const CONNECT_TIMEOUT_MS = 8_000
/** Above the longest single statement, the load of an index. */
const QUERY_TIMEOUT_MS = 60_000

async function postgresPool(
  databaseUrl: string,
  options: Pick<PoolConfig, 'max' | 'query_timeout' | 'options'>,
): Promise<Pool> {
  const { default: pg } = await import('pg')
  const bigintAsNumber = (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return Number
    return format === 'binary'
      ? pg.types.getTypeParser(oid, 'binary')
      : pg.types.getTypeParser(oid, 'text')
  }
  // BIGINT columns hold epoch milliseconds and counts, all exact as numbers.
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    ...options,
    types: { getTypeParser: bigintAsNumber },
    // A server that takes no connections, or says nothing more on one, is an error and not a wait
    // without end.
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // A connection that dies while idle is replaced; without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}

async function openPostgres(
  databaseUrl: string,
  { layout = 'create', queryTimeoutMs = QUERY_TIMEOUT_MS }: StoreOptions,
): Promise<Store> {
  const pool = await postgresPool(databaseUrl, { max: 10, query_timeout: queryTimeoutMs })
  const db = new Kysely<MainTables & LedgerTables>({
    dialect: new PostgresDialect({ pool: adaptPool(pool) }),
  })
  try {
    await settleLayout(db, mainMigrations, 'main', layout)
    await settleLayout(db, ledgerMigrations, 'ledger', layout)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    engine: 'postgres',
    listen: (channel, on) => listenTo(databaseUrl, channel, on),
    main: db as unknown as Kysely<MainTables>,
    ledger: {
      read: db as unknown as Kysely<LedgerTables>,
      ...ownTransactions(db as unknown as Kysely<LedgerTables>),
    },
    close: () => db.destroy(),
  }
}

/** Interval and timeout of the check that a silent connection is alive. */
const ALIVE_EVERY_MS = 20_000
const ALIVE_WITHIN_MS = 5_000

/** A pool would hand the connection on, and LISTEN with it. */
async function listenTo(
  databaseUrl: string,
  channel: string,
  { onMessage, onLost }: Parameters<Listen>[1],
): Promise<{ close(): Promise<void> }> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'ukintel listens',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ALIVE_WITHIN_MS,
    keepAlive: true,
  })
  let open = true
  let alive: NodeJS.Timeout | undefined
  const end = (reports: boolean) => {
    if (!open) return Promise.resolve()
    open = false
    clearInterval(alive)
    if (reports) onLost()
    // One that is silent does not say goodbye either.
    return Promise.race([
      client.end().catch(() => {}),
      new Promise<void>((resolve) => setTimeout(resolve, 500).unref()),
    ])
  }
  client.on('notification', ({ payload = '' }) => onMessage(payload))
  client.on('error', () => void end(true))
  client.on('end', () => void end(true))
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    await end(false)
    throw new StoreUnavailable(error)
  }
  alive = setInterval(
    () => void client.query('select 1').catch(() => end(true)),
    ALIVE_EVERY_MS,
  ).unref()
  return { close: () => end(false) }
}

const DURABLE_COMMITS = `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') not in ('on', 'remote_apply')`

/** Returns the pool as Kysely uses it, with errors that identify an unavailable server. */
function adaptPool(pool: Pool): PostgresPool {
  pool.on('connect', (client) => {
    // A connection that dies between two statements fails at the next one. Without this listener it
    // would end the process.
    client.on('error', () => {})
    // Overrides settings of server, database and role: a committed write is on disk, also on the
    // disk of a synchronous standby. Runs before any other statement. A stricter setting stays.
    const query = client.query.bind(client) as (...parameters: unknown[]) => Promise<unknown>
    let pinning: Promise<unknown> | null = query({
      text: DURABLE_COMMITS,
      query_timeout: CONNECT_TIMEOUT_MS,
    }).catch((error: unknown) => {
      throw new StoreUnavailable(error)
    })
    pinning.then(
      () => {
        pinning = null
      },
      // Nothing is committed over a connection of which this is not known: its statements fail, and
      // the pool drops it.
      () => void client.end().catch(() => {}),
    )
    const queryWithin = async (withinMs: number | null, parameters: unknown[]) => {
      try {
        if (pinning !== null) await pinning
        return await query(...limitStatement(parameters, withinMs))
      } catch (error) {
        // The server may still run what it was sent. Another user of this connection could commit
        // that statement, or lose work to an open transaction.
        if (!isAnswerOfPostgres(error)) void client.end().catch(() => {})
        throw postgresFault(error)
      }
    }
    const queryReporting = (...parameters: unknown[]) =>
      inSpan(
        () => describeStatement(typeof parameters[0] === 'string' ? parameters[0] : 'cursor'),
        () => withinStoreWait((withinMs) => queryWithin(withinMs, parameters)),
      )
    client.query = queryReporting as typeof client.query
  })
  return {
    options: pool.options,
    // Refused, silent, full, shut to us: without a connection no statement is at fault.
    connect: () =>
      withinStoreWait((withinMs) =>
        connectWithin(pool, withinMs).catch((error: unknown) => {
          throw new StoreUnavailable(error)
        }),
      ) as Promise<PostgresPoolClient>,
    end: () => pool.end(),
  }
}

/**
 * Returns the parameters of a statement with the time that it may take. A statement of a cursor has
 * none.
 */
function limitStatement(parameters: unknown[], withinMs: number | null): unknown[] {
  const [text, values] = parameters
  if (withinMs === null || typeof text !== 'string') return parameters
  return [{ text, values, query_timeout: withinMs }]
}

/** @throws Error after that time; a connection that comes later goes back to the pool */
async function connectWithin(pool: Pool, withinMs: number | null): Promise<unknown> {
  const connecting = pool.connect()
  if (withinMs === null) return await connecting
  let timer: NodeJS.Timeout | undefined
  let isLate = false
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(new Error(`no connection to the store in ${withinMs} ms`))
    }, withinMs)
  })
  connecting.then(
    (client) => isLate && client.release(),
    () => {},
  )
  return await Promise.race([connecting, late]).finally(() => clearTimeout(timer))
}

type Migrations = Readonly<Record<string, Migration>>

/** Brings the layout of one part to what the policy permits. @throws Error if it is another one */
async function settleLayout<T>(
  db: Kysely<T>,
  migrations: Migrations,
  name: 'main' | 'ledger',
  policy: LayoutPolicy,
): Promise<void> {
  const found = await listMigrations(db, name)
  refuseOthers(found, migrations, name)
  const isCurrent = Object.keys(migrations).every((each) => found.includes(each))
  if (isCurrent || policy === 'as-is') return
  if (policy === 'migrate' || (policy === 'create' && found.length === 0))
    await migrate(db, migrations, name)
  else if (found.length === 0)
    throw new Error(
      'there is no store yet; create it with `ukintel migrate` or the first `ukintel serve`',
    )
  else throw new Error(olderLayout(name, found))
}

/**
 * Leaves alone what release 0.1.0 wrote, whose layouts are no longer migrated, and what a later
 * release wrote. @throws Error
 */
function refuseOthers(found: readonly string[], migrations: Migrations, name: string): void {
  const unknown = found.find((each) => !Object.hasOwn(migrations, each))
  if (unknown === undefined) return
  throw new Error(
    unknown < Object.keys(migrations)[0]!
      ? `release 0.1.0 wrote it (layout ${name} ${unknown}), which this release does not read; start with an empty store, or run release 0.1.0`
      : `a later release wrote it (layout ${name} ${unknown}); start that release, or restore a backup of before`,
  )
}

const olderLayout = (name: string, found: readonly string[]): string =>
  `an earlier release wrote it (layout ${name} ${found.at(-1)}); write a backup with \`ukintel backup FILE\`, stop the service, then run \`ukintel migrate\``

/**
 * Returns what is older than this release about a store that was opened as it is; `null` if nothing
 * is, or if it is empty.
 */
export async function findOlderLayout({ main, ledger }: Store): Promise<string | null> {
  const parts = [
    ['main', mainMigrations, await listMigrations(main, 'main')],
    ['ledger', ledgerMigrations, await listMigrations(ledger.read, 'ledger')],
  ] as const
  const older = parts.find(
    ([, migrations, found]) =>
      found.length > 0 && !Object.keys(migrations).every((each) => found.includes(each)),
  )
  return older ? olderLayout(older[0], older[2]) : null
}

async function migrate<T>(db: Kysely<T>, migrations: Migrations, name: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: `migrations_${name}`,
    migrationLockTableName: `migrations_${name}_lock`,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Returns the names of the migrations that made one part, in order; none if the part is empty. */
export async function listMigrations<T>(db: Kysely<T>, name: 'main' | 'ledger'): Promise<string[]> {
  const table = `migrations_${name}`
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((each) => each.name === table)) return []
  const { rows } = await sql<{
    name: string
  }>`select name from ${sql.table(table)} order by name`.execute(db)
  return rows.map((row) => row.name)
}
