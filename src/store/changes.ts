/**
 * Lists of changes, one for each subject, append-only. A writer locks the head of the list until
 * its transaction ends. A reader who sees a position therefore sees all before it, on either
 * engine: nothing appears later with a smaller position.
 */
import type { Kysely, Transaction } from 'kysely'
import { chunks, fromRow } from './rows.ts'
import type { MainTables } from './schema.ts'
import { readStoredKey } from './stored-key.ts'

export const CHANGED_SUBJECTS = ['tenders', 'grants', 'company', 'contracts'] as const

export type ChangedSubject = (typeof CHANGED_SUBJECTS)[number]

export interface NewChange {
  kind: string
  id: string
  /** JSON. */
  detail: string
  /** JSON of what filters look at. */
  before: string | null
  after: string | null
}

export interface Change extends NewChange {
  position: number
  atMs: number
}

type Tx = Transaction<MainTables>

/** The list of a subject, held by a transaction. */
export interface LockedList {
  /** Up to when what time alone does is recorded; null: nothing is recorded yet. */
  readonly reportedMs: number | null
  append(changes: readonly NewChange[], atMs: number): Promise<void>
  setReported(ms: number): Promise<void>
}

/** Locks the list until the transaction ends. */
export async function holdRecord(tx: Tx, subject: ChangedSubject): Promise<LockedList> {
  const head = await tx
    .insertInto('change_heads')
    .values({ subject, position: 0, dropped: 0, told_ms: null })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((row) => ({ position: row.ref('change_heads.position') })),
    )
    .returning(['position', 'told_ms'])
    .executeTakeFirstOrThrow()
  let { position } = head
  const update = () => tx.updateTable('change_heads').where('subject', '=', subject)
  return {
    reportedMs: head.told_ms,
    async append(changes, atMs) {
      if (changes.length === 0) return
      for (const chunk of chunks(changes)) {
        const rows = chunk.map((change) => {
          position += 1
          return { ...change, subject, position, at_ms: atMs }
        })
        await tx.insertInto('changes').values(rows).execute()
      }
      await update().set({ position }).execute()
    },
    async setReported(ms) {
      await update().set({ told_ms: ms }).execute()
    },
  }
}

export interface Head {
  position: number
  dropped: number
}

export interface ChangeStore {
  head(subject: ChangedSubject): Promise<Head>
  /** Those after one position and up to another, oldest first. */
  between(subject: ChangedSubject, after: number, upTo: number): Promise<Change[]>
  /** Reads changes of these ids only. */
  of(
    subject: ChangedSubject,
    ids: readonly string[],
    range: { after: number; upTo: number; limit: number },
  ): Promise<Change[]>
  /** When the change at a position was recorded; null where there is none. */
  at(subject: ChangedSubject, position: number): Promise<number | null>
  /** The same for every process on this store. */
  key(): Promise<Buffer>
  /** Drops what was recorded before. */
  purge(beforeMs: number): Promise<void>
}

export function createChangeStore(main: Kysely<MainTables>): ChangeStore {
  let known: Buffer | null = null
  return {
    async head(subject) {
      const head = await main
        .selectFrom('change_heads')
        .select(['position', 'dropped'])
        .where('subject', '=', subject)
        .executeTakeFirst()
      return head ?? { position: 0, dropped: 0 }
    },

    async between(subject, after, upTo) {
      const rows = main.selectFrom('changes').selectAll().where('subject', '=', subject)
      return (
        await rows
          .where('position', '>', after)
          .where('position', '<=', upTo)
          .orderBy('position')
          .execute()
      ).map(fromRow)
    },

    async of(subject, ids, { after, upTo, limit }) {
      const rows = main
        .selectFrom('changes')
        .selectAll()
        .where('subject', '=', subject)
        .where('id', 'in', ids)
      const within = rows.where('position', '>', after).where('position', '<=', upTo)
      return (await within.orderBy('position').limit(limit).execute()).map(fromRow)
    },

    async at(subject, position) {
      const rows = main
        .selectFrom('changes')
        .select('at_ms')
        .where('subject', '=', subject)
        .where('position', '=', position)
      return (await rows.executeTakeFirst())?.at_ms ?? null
    },

    async key() {
      if (known) return known
      known = await readStoredKey(main, 'change-cursors', 'base64')
      return known
    },

    async purge(beforeMs) {
      for (const subject of CHANGED_SUBJECTS) {
        await main.transaction().execute(async (tx) => {
          const old = tx
            .selectFrom('changes')
            .where('subject', '=', subject)
            .where('at_ms', '<', beforeMs)
          const { last } = await old
            .select((row) => row.fn.max('position').as('last'))
            .executeTakeFirstOrThrow()
          if (last === null) return
          await tx
            .updateTable('change_heads')
            .set({ dropped: Number(last) })
            .where('subject', '=', subject)
            .execute()
          await tx
            .deleteFrom('changes')
            .where('subject', '=', subject)
            .where('position', '<=', Number(last))
            .execute()
        })
      }
    },
  }
}
