/** How the database under an open store is set up, for `ukintel doctor`. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Store } from './open.ts'

export async function stateOfStore({ engine, ledger }: Store, dataDir: string, nowMs: () => number): Promise<Record<string, unknown>> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ journal_mode: string }>`PRAGMA journal_mode`.execute(ledger.read)
    const { bavail, bsize } = statfsSync(dataDir)
    return { journal: rows[0]?.journal_mode, written: canWrite(dataDir), freeBytes: bavail * bsize }
  }
  const { rows } = await sql<{ now_ms: string }>`
    select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync,
      current_setting('transaction_read_only') as transaction_read_only, extract(epoch from clock_timestamp()) * 1000 as now_ms`.execute(
    ledger.read,
  )
  const { now_ms, ...state } = rows[0]!
  return { ...state, clock_apart_ms: Number(now_ms) - nowMs() }
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
