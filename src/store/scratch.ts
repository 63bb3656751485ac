/** SQLite files that can be built again from other data. */
import { DatabaseSync } from 'node:sqlite'

/** Result codes of SQLite. */
const CORRUPT = 11
const FULL = 13
const NOT_A_DATABASE = 26

/**
 * Opens a file for one writer, without a journal and without waiting for the disk. The caller
 * closes it.
 */
export function openScratch(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE',
  )
  return database
}

/**
 * Returns what `read` finds; `null` if the file is damaged or no database. @throws errors of the
 * disk.
 */
export function readScratch<T>(path: string, read: (database: DatabaseSync) => T): T | null {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return read(database)
  } catch (error) {
    const code = findCode(error)
    if (code === CORRUPT || code === NOT_A_DATABASE) return null
    throw error
  } finally {
    database.close()
  }
}

export const isDiskFull = (error: unknown): boolean => findCode(error) === FULL

function findCode(error: unknown): number | undefined {
  return (error as { errcode?: number } | null)?.errcode
}
