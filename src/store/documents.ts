import type { Kysely } from 'kysely'
import { fromRow, upsert } from './rows.ts'
import type { MainTables } from './schema.ts'

/** Cached upstream documents by key; the shape that `refresh/fresh-cache` keeps its copies in. */
export type Documents = ReturnType<typeof createDocuments>

export function createDocuments(main: Kysely<MainTables>) {
  return {
    async load(key: string): Promise<{ json: string; fetchedMs: number } | null> {
      const row = await main
        .selectFrom('documents')
        .select(['json', 'fetched_ms'])
        .where('key', '=', key)
        .executeTakeFirst()
      return row ? fromRow(row) : null
    },

    save: (key: string, json: string, fetchedMs: number): Promise<void> =>
      upsert(main, 'documents', ['key'], [{ key, json, fetchedMs }]),

    /** Drops documents fetched before the given time. */
    async purge(beforeMs: number): Promise<void> {
      await main.deleteFrom('documents').where('fetched_ms', '<', beforeMs).execute()
    },
  }
}
