/** Differences between SQLite and PostgreSQL, in one place. */
import type { DatabaseSync, SQLInputValue, StatementResultingChanges } from 'node:sqlite'
import {
  type Dialect,
  type Kysely,
  PostgresAdapter,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  sql,
} from 'kysely'
import { describeStatement, inSpan } from '../observe/spans.ts'
import { createLruMap } from '../platform/lru-map.ts'
import { sqliteFault } from './driver-errors.ts'
import type { Done } from './ledger/statements.ts'
import type { DirectConnection } from './ledger/writer.ts'

/** Runs statements one after the other. */
export async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export function isPostgres(db: Kysely<unknown> | Kysely<never>): boolean {
  return (db as Kysely<unknown>).getExecutor().adapter instanceof PostgresAdapter
}

/**
 * SQLite rolls back schema changes, too. With this flag Kysely migrates in one transaction, so that
 * one of several processes migrates completely.
 */
class TransactionalDdl extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

export function sqliteDialect(database: DatabaseSync): Dialect {
  const dialect = new SqliteDialect({ database: sqliteAdapter(database) })
  return {
    createAdapter: () => new TransactionalDdl(),
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** `node:sqlite` as Kysely's SqliteDialect expects a database to look. */
function sqliteAdapter(database: DatabaseSync): SqliteDatabase {
  const prepare = createPreparedStatements(database)
  return {
    prepare(text) {
      // Otherwise a transaction that reads before it writes fails immediately after a concurrent
      // write.
      const { reader, all, run } = prepare(text === 'begin' ? 'begin immediate' : text)
      return {
        reader,
        all: (parameters) =>
          inSpan(
            () => describeStatement(text),
            () => all(parameters as SQLInputValue[]),
          ),
        run(parameters) {
          // A full disk may have rolled the transaction back already; the original error is then
          // reported.
          if (text === 'rollback' && !database.isTransaction)
            return { changes: 0, lastInsertRowid: 0 }
          return inSpan(
            () => describeStatement(text),
            () => run(parameters as SQLInputValue[]),
          )
        },
        // Iterating takes turns with other queries, which may be of the same text.
        iterate: (parameters) =>
          database.prepare(text).iterate(...(parameters as never[])) as IterableIterator<never>,
      }
    },
    close: () => database.close(),
  }
}

const MAX_PREPARED = 200

interface Prepared {
  /** Whether it returns rows. */
  reader: boolean
  all(parameters: readonly SQLInputValue[]): unknown[]
  run(parameters: readonly SQLInputValue[]): StatementResultingChanges
}

/**
 * Statements by their text, prepared once; the ones longest unused are forgotten. Each @throws
 * StoreUnavailable, or what is its own fault.
 */
function createPreparedStatements(database: DatabaseSync): (text: string) => Prepared {
  const known = createLruMap<Prepared>(MAX_PREPARED)
  return (text) => {
    const cached = known.get(text)
    if (cached) return cached
    const prepared = prepareOne(database, text)
    known.set(text, prepared)
    return prepared
  }
}

function prepareOne(database: DatabaseSync, text: string): Prepared {
  try {
    const statement = database.prepare(text)
    const reader = statement.columns().length > 0
    // Row numbers within a full-text index go beyond what a number holds, and reading the last one
    // would throw after the statement was done.
    if (!reader) statement.setReadBigInts(true)
    return {
      reader,
      all(parameters) {
        try {
          return statement.all(...parameters)
        } catch (error) {
          throw sqliteFault(error)
        }
      },
      run(parameters) {
        try {
          return statement.run(...parameters)
        } catch (error) {
          throw sqliteFault(error)
        }
      },
    }
  } catch (error) {
    throw sqliteFault(error)
  }
}

/** Insert of one row, without RETURNING: the row id is queried separately. */
const NUMBERED_INSERT =
  /^(insert into "\w+" \([^)]*\) values \([^)]*\)(?: on conflict \([^)]*\) do nothing)?) returning "id"$/

/** Returns a connection without Kysely and without promises: SQLite answers synchronously. */
export function directConnection(database: DatabaseSync): DirectConnection {
  // Of statements that are compiled once there are few.
  const known = new Map<string, (values: readonly SQLInputValue[]) => Done>()
  const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'].map((text) =>
    prepareOne(database, text),
  ) as [Prepared, Prepared, Prepared]
  return {
    execute({ sql, values }) {
      let execute = known.get(sql)
      if (!execute) {
        execute = compileExecution(database, sql)
        known.set(sql, execute)
      }
      return execute(values as readonly SQLInputValue[])
    },
    transaction(work) {
      begin.run([])
      try {
        const value = work()
        commit.run([])
        return value
      } catch (error) {
        // As above.
        if (database.isTransaction) rollback.run([])
        throw error
      }
    },
  }
}

function compileExecution(
  database: DatabaseSync,
  sql: string,
): (values: readonly SQLInputValue[]) => Done {
  const insert = NUMBERED_INSERT.exec(sql)?.[1]
  if (insert !== undefined) {
    const { run } = prepareOne(database, insert)
    // SQLite knows the number of the row last inserted; to return it as a row takes half as long
    // again as to insert it.
    return (values) => {
      const { changes, lastInsertRowid } = run(values)
      return Number(changes) === 0
        ? { rows: [], changes: 0 }
        : { rows: [{ id: Number(lastInsertRowid) }], changes: 1 }
    }
  }
  const { reader, all, run } = prepareOne(database, sql)
  if (!reader) return (values) => ({ rows: [], changes: Number(run(values).changes) })
  return (values) => {
    const rows = all(values)
    return { rows, changes: rows.length }
  }
}

/**
 * Pragmas of every SQLite connection: several processes may share the file, a writer waits its
 * turn.
 */
export function sqlitePragmas(synchronous: 'NORMAL' | 'FULL'): string {
  return `PRAGMA busy_timeout=10000; PRAGMA journal_mode=WAL; PRAGMA synchronous=${synchronous}; PRAGMA foreign_keys=ON;`
}
