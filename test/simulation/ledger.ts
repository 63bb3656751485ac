/**
 * One ledger for several simulated processes: the real claims and the real writers over one SQLite
 * database in memory. A unit of work is whole or nothing, as both engines promise; between any two
 * of them others come, and its reply may be lost after it was done.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { Migrator } from 'kysely/migration'
import { StoreUnavailable } from '../../src/platform/errors.ts'
import { directConnection, sqliteDialect } from '../../src/store/dialect.ts'
import { type Audits, createAudits } from '../../src/store/ledger/audits.ts'
import { createBuyers } from '../../src/store/ledger/buyers.ts'
import { type Claims, createClaims } from '../../src/store/ledger/claims.ts'
import { ledgerMigrations } from '../../src/store/ledger/migrations/index.ts'
import { groupCommit, type LedgerWriter, ownTransactions } from '../../src/store/ledger/writer.ts'
import type { LedgerTables } from '../../src/store/schema.ts'

/** How one process reaches the ledger. */
export interface Link {
  /** A server over a network (PostgreSQL), or the file of all processes of one host (SQLite). */
  readonly engine: 'sqlite' | 'postgres'
  /** On the way there. @throws StoreUnavailable: it never arrived */
  request(what: 'read' | 'statement' | 'transaction'): Promise<void>
  /**
   * The way back, possibly lost or late. @throws StoreUnavailable: it was done, and the caller does
   * not learn it
   */
  reply(): Promise<void>
  /**
   * Null: what was just sent is done in time. Otherwise the client gives up on it, and it is done
   * all the same, later.
   */
  late(): DoneLate | null
  /** Writes commits to the disk. @throws StoreUnavailable */
  sync(): Promise<void>
  turn(): Promise<void>
}

/**
 * `keepsOthersOut`: no other process writes before. @throws StoreUnavailable: its client gave up
 */
type DoneLate = (run: () => void, keepsOthersOut: boolean) => Promise<never>

interface Slot {
  /** For one process, from its start. */
  connect(
    link: Link,
    settings: { network: string; asset: string },
  ): { claims: Claims; audits: Audits; buyers: ReturnType<typeof createBuyers> }
}

export interface SimulatedLedger {
  readonly slots: readonly Slot[]
  /** Reads directly, for the checks. */
  rows<T>(sql: string, ...values: SQLInputValue[]): T[]
  reset(): void
}

export async function openLedger(slotCount: number): Promise<SimulatedLedger> {
  const database = new DatabaseSync(':memory:')
  const migrator = new Migrator({
    db: new Kysely<LedgerTables>({ dialect: sqliteDialect(database) }),
    provider: { getMigrations: async () => ({ ...ledgerMigrations }) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  database.exec('PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY')
  const statements = new Map<string, { statement: StatementSync; reads: boolean }>()
  const prepared = (text: string) => {
    const known = statements.get(text)
    if (known) return known
    const statement = database.prepare(text)
    const entry = { statement, reads: statement.columns().length > 0 }
    statements.set(text, entry)
    return entry
  }
  const run = (text: string, values: readonly unknown[]): QueryResult<never> => {
    const { statement, reads } = prepared(text)
    if (reads) {
      const rows = statement.all(...(values as SQLInputValue[])) as never[]
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    return {
      rows: [],
      numAffectedRows: BigInt(statement.run(...(values as SQLInputValue[])).changes),
    }
  }
  const direct = directConnection(database)

  async function slot(): Promise<Slot> {
    let link: Link = AT_ONCE
    const db = new Kysely<LedgerTables>({ dialect: dialectOver(run, () => link) })
    // Its driver takes extra steps before the first statement only.
    await sql`select 1`.execute(db)
    return {
      connect(to, settings) {
        link = to
        const writer: LedgerWriter =
          to.engine === 'postgres'
            ? ownTransactions(db)
            : groupCommit({ db, connection: direct, sync: () => to.sync(), turn: () => to.turn() })
        const ledger = { read: db, ...writer }
        return {
          claims: createClaims({ ledger }),
          audits: createAudits({ ledger }, settings),
          buyers: createBuyers({ ledger }, settings),
        }
      },
    }
  }

  const tables = [
    'claims',
    'answers',
    'receipts',
    'payment_ids',
    'payments',
    'audits',
    'audit_marks',
  ]
  return {
    slots: await Promise.all(Array.from({ length: slotCount }, slot)),
    rows: <T>(text: string, ...values: SQLInputValue[]) =>
      prepared(text).statement.all(...values) as T[],
    reset() {
      if (database.isTransaction) database.exec('rollback')
      for (const table of tables) prepared(`delete from ${table}`).statement.run()
      prepared('delete from sqlite_sequence').statement.run()
    },
  }
}

/**
 * Runs statements of one process. In a transaction they follow each other immediately, so no other
 * process sees half of it.
 */
function dialectOver(
  run: (text: string, values: readonly unknown[]) => QueryResult<never>,
  link: () => Link,
): Dialect {
  class Connection implements DatabaseConnection {
    inTransaction = false
    /** Statements of the open transaction. */
    sent: CompiledQuery[] = []
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { sql, parameters } = query
      // Sqlite's own group commit has its turns: a statement outside of it is a read.
      if (this.inTransaction) {
        this.sent.push(query)
        return run(sql, parameters)
      }
      const { engine, request, reply, late } = link()
      const reads = sql.startsWith('select')
      await request(reads ? 'read' : 'statement')
      const doneLate = reads ? null : late()
      if (doneLate) await doneLate(() => run(sql, parameters), false)
      const result = run(sql, parameters)
      if (engine === 'postgres') await reply()
      return result
    }
    // biome-ignore lint/correctness/useYield: nothing here streams
    async *streamQuery(): AsyncIterableIterator<never> {
      throw new Error('the ledger streams nothing')
    }
  }
  return {
    createAdapter: () => new ManyConnections(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      async init() {},
      acquireConnection: async () => new Connection(),
      async beginTransaction(connection) {
        const { engine, request } = link()
        if (engine === 'postgres') await request('transaction')
        Object.assign(connection, { inTransaction: true, sent: [] })
        run('begin immediate', [])
      },
      async commitTransaction(connection) {
        const { engine, reply, late } = link()
        const doneLate = late()
        run(doneLate ? 'rollback' : 'commit', [])
        ;(connection as Connection).inTransaction = false
        const { sent } = connection as Connection
        // No other process writes before, so a repetition has the same result.
        const commit = () => {
          run('begin immediate', [])
          for (const { sql, parameters } of sent) run(sql, parameters)
          run('commit', [])
        }
        if (doneLate) await doneLate(commit, true)
        if (engine === 'postgres') await reply()
      },
      async rollbackTransaction(connection) {
        if ((connection as Connection).inTransaction) run('rollback', [])
        ;(connection as Connection).inTransaction = false
      },
      async releaseConnection() {},
      async destroy() {},
    }),
  }
}

/** Kysely would let one statement of a process wait for the other's reply. */
class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

const AT_ONCE: Link = {
  engine: 'sqlite',
  request: async () => {},
  reply: async () => {},
  late: () => null,
  sync: async () => {},
  turn: async () => {},
}

export const away = (what: string) => new StoreUnavailable(new Error(what))
