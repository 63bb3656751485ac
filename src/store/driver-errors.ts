/**
 * Distinguishes an unavailable database from a wrong statement: the first passes, the second is our
 * fault.
 */
import { StoreUnavailable } from '../platform/errors.ts'

/**
 * Busy, no memory, read only, disk, corrupt, full, cannot open, locking protocol, no database:
 * result codes of SQLite.
 */
const SQLITE_AWAY = new Set([5, 7, 8, 10, 11, 13, 14, 15, 26])

/** Returns the error to throw for an error of `node:sqlite`. */
export function sqliteFault(error: unknown): unknown {
  const { errcode } = error as { errcode?: unknown }
  // The low byte; the rest says more closely what failed.
  return typeof errcode === 'number' && SQLITE_AWAY.has(errcode & 0xff)
    ? new StoreUnavailable(error)
    : error
}

/**
 * Classes of SQLSTATE in which the server, and not the statement, is the trouble: connection,
 * resources, operator intervention, system; and a transaction that a standby refuses because it
 * only reads.
 */
const POSTGRES_AWAY = /^(08|53|57P|58|25006)/

/**
 * Whether the server itself reported this error: only then is it known to have ended the statement.
 */
export function isAnswerOfPostgres(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity !== undefined
}

/**
 * Returns the error to throw for an error of a query. Errors of the server have a severity; a lost
 * or silent connection is a plain Error.
 */
export function postgresFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code } = error as { code?: string }
  const away = isAnswerOfPostgres(error) ? POSTGRES_AWAY.test(code ?? '') : error.name === 'Error'
  return away ? new StoreUnavailable(error) : error
}

/** Returns whether SQLite refused because another connection has a lock. */
export function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === 5
}
