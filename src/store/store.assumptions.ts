/** What the store takes for granted of the database under it: `open.ts`, `ledger/writer.ts`. */
import { type Assumption, objectOf } from '../platform/assumption.ts'

const SEEN = { on: '2026-11-22, SQLite of Node 26 and PostgreSQL 18', live: true }
const held = (id: string, says: string, fault: Assumption['fault']): Assumption => ({
  id: `store/${id}`,
  says,
  since: '2026-11-22',
  seen: SEEN,
  fault,
})

const LAYOUT = held('layout', 'its layout is the one of this release', ({ json }) => {
  const { older_layout: older } = objectOf(json)
  return typeof older === 'string' ? older : null
})

const DURABLE = ['on', 'remote_apply']

/** The answers to `state` of the engine, by name. */
export const storeAssumptions = (engine: 'sqlite' | 'postgres'): readonly Assumption[] =>
  engine === 'sqlite'
    ? [
        LAYOUT,
        held('journal', 'the ledger keeps a write-ahead log', ({ json }) =>
          objectOf(json).journal === 'wal' ? null : `the journal is ${objectOf(json).journal}`,
        ),
        held('room', 'a file can be written beside it, and a gigabyte is free', ({ json }) => {
          const { written, freeBytes } = objectOf(json)
          if (written !== true) return 'no file can be written'
          return Number(freeBytes) >= 1e9
            ? null
            : `${Math.round(Number(freeBytes) / 1e6)} MB are free`
        }),
      ]
    : [
        LAYOUT,
        held(
          'durable',
          'a commit that was told is on disk (`synchronous_commit`, `fsync`)',
          ({ json }) => {
            const { synchronous_commit: commit, fsync } = objectOf(json)
            return DURABLE.includes(String(commit)) && fsync === 'on'
              ? null
              : `synchronous_commit ${commit}, fsync ${fsync}`
          },
        ),
        held(
          'unpinned',
          'so is one of a session that a transaction pooler gave to us without our `synchronous_commit`',
          ({ json }) => {
            const { unpinned_commit: commit } = objectOf(json)
            if (DURABLE.includes(String(commit))) return null
            return `server, database or role set synchronous_commit ${commit}; run: alter database … set synchronous_commit = on`
          },
        ),
        held('writable', 'the server takes writes: it is no standby', ({ json }) =>
          objectOf(json).transaction_read_only === 'off' ? null : 'it only reads',
        ),
        held('clock', "the server's clock is ours, within a minute", ({ json }) => {
          const apartMs = Math.abs(Number(objectOf(json).clock_apart_ms))
          return apartMs <= 60_000 ? null : `they are ${Math.round(apartMs / 1000)} s apart`
        }),
      ]
