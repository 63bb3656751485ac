import type { Kysely } from 'kysely'
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
      return row ? { json: row.json, fetchedMs: row.fetched_ms } : null
    },

    async save(key: string, json: string, fetchedMs: number): Promise<void> {
      await main
        .insertInto('documents')
        .values({ key, json, fetched_ms: fetchedMs })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ json, fetched_ms: fetchedMs }),
        )
        .execute()
    },

    /** Drops documents fetched before the given time. */
    async purge(beforeMs: number): Promise<void> {
      await main.deleteFrom('documents').where('fetched_ms', '<', beforeMs).execute()
    },
  }
}
