/** Checks of the database under the store, for `ukintel doctor`. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Check } from '../platform/examination.ts'
import { findOlderLayout, type Store } from './open.ts'

export interface StoreState {
  olderLayout: string | null
  journal?: string | undefined
  isWritable?: boolean
  freeBytes?: number
  synchronous_commit?: string
  unpinned_commit?: string
  fsync?: string
  transaction_read_only?: string
  clockApartMs?: number
}

export async function stateOfStore(
  store: Store,
  dataDir: string,
  nowMs: () => number,
): Promise<StoreState> {
  const { engine, ledger } = store
  const olderLayout = await findOlderLayout(store)
  if (engine === 'sqlite') {
    const { rows } = await sql<{ journal_mode: string }>`PRAGMA journal_mode`.execute(ledger.read)
    const { bavail, bsize } = statfsSync(dataDir)
    const isWritable = canWrite(dataDir)
    return { olderLayout, journal: rows[0]?.journal_mode, isWritable, freeBytes: bavail * bsize }
  }
  const { rows } = await sql<StoreState & { now_ms: string }>`
    select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync,
      (select reset_val from pg_settings where name = 'synchronous_commit') as unpinned_commit,
      current_setting('transaction_read_only') as transaction_read_only, extract(epoch from clock_timestamp()) * 1000 as now_ms`.execute(
    ledger.read,
  )
  const { now_ms, ...state } = rows[0]!
  return { ...state, olderLayout, clockApartMs: Number(now_ms) - nowMs() }
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

type Judge = (state: StoreState) => string | null

const isDurable = (commit: string | undefined) => commit === 'on' || commit === 'remote_apply'

const LAYOUT: [string, Judge] = [
  'layout: its layout is the one of this release',
  ({ olderLayout }) => olderLayout,
]

const CHECKS: Record<Store['engine'], readonly [assumption: string, judge: Judge][]> = {
  sqlite: [
    LAYOUT,
    [
      'journal: the ledger keeps a write-ahead log',
      ({ journal }) => (journal === 'wal' ? null : `the journal is ${journal}`),
    ],
    [
      'room: a file can be written to its folder, and a gigabyte is free',
      ({ isWritable, freeBytes = 0 }) => {
        if (!isWritable) return 'no file can be written'
        return freeBytes >= 1e9 ? null : `${Math.round(freeBytes / 1e6)} MB are free`
      },
    ],
  ],
  postgres: [
    LAYOUT,
    [
      'durable: a confirmed commit is on disk (`synchronous_commit`, `fsync`)',
      ({ synchronous_commit: commit, fsync }) =>
        isDurable(commit) && fsync === 'on' ? null : `synchronous_commit ${commit}, fsync ${fsync}`,
    ],
    [
      'unpinned: so is one of a session that a transaction pooler hands over without our `synchronous_commit`',
      ({ unpinned_commit: commit }) =>
        isDurable(commit)
          ? null
          : `server, database or role set synchronous_commit ${commit}; run: alter database … set synchronous_commit = on`,
    ],
    [
      'writable: the server takes writes: it is no standby',
      ({ transaction_read_only: readOnly }) => (readOnly === 'off' ? null : 'it only reads'),
    ],
    [
      "clock: the server's clock is ours, within a minute",
      ({ clockApartMs = 0 }) =>
        Math.abs(clockApartMs) <= 60_000
          ? null
          : `they are ${Math.round(Math.abs(clockApartMs) / 1000)} s apart`,
    ],
  ],
}

export function storeChecks(
  engine: Store['engine'],
  read: () => Promise<StoreState>,
): readonly Check[] {
  let state: Promise<StoreState> | undefined
  return CHECKS[engine].map(([assumption, judge]) => ({
    assumption: `store/${assumption}`,
    async difference() {
      state ??= read()
      return judge(await state)
    },
  }))
}
