/** How the database under an open store is set up, for `ukintel doctor`. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { findOlderLayout, type Store } from './open.ts'

export async function stateOfStore(
  store: Store,
  dataDir: string,
  nowMs: () => number,
): Promise<Record<string, unknown>> {
  const { engine, ledger } = store
  const older_layout = await findOlderLayout(store)
  if (engine === 'sqlite') {
    const { rows } = await sql<{ journal_mode: string }>`PRAGMA journal_mode`.execute(ledger.read)
    const { bavail, bsize } = statfsSync(dataDir)
    return {
      older_layout,
      journal: rows[0]?.journal_mode,
      written: canWrite(dataDir),
      freeBytes: bavail * bsize,
    }
  }
  const { rows } = await sql<{ now_ms: string }>`
    select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync,
      (select reset_val from pg_settings where name = 'synchronous_commit') as unpinned_commit,
      current_setting('transaction_read_only') as transaction_read_only, extract(epoch from clock_timestamp()) * 1000 as now_ms`.execute(
    ledger.read,
  )
  const { now_ms, ...state } = rows[0]!
  return { ...state, older_layout, clock_apart_ms: Number(now_ms) - nowMs() }
}

function canWrite(dataDir: string): boolean {
  const path = join(dataDir, `.doctor-${process.pid}`)
  try {
    writeFileSync(path, 'written by ukintel doctor', { flush: true })
    rmSync(path)
    return true
  } catch {
    return false
  }
}
