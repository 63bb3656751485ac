/**
 * Built funder dossiers by generation. A generation is visible once its own row is written, after
 * all of its dossiers.
 */
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { fromRow, upsert } from './rows.ts'
import type { MainTables } from './schema.ts'

export interface FunderGeneration {
  id: string
  builtMs: number
  /** When the corpus was last checked with its publishers. */
  fetchedMs: number
  /** JSON of the domain's own. */
  summary: string
}

export interface FunderStore {
  current(): Promise<FunderGeneration | null>
  /** JSON of every dossier of a generation, in batches. */
  dossiers(generation: string): AsyncGenerator<string[]>
  /** Writes a generation next to the current one, makes it current and deletes all others. */
  replace(
    generation: FunderGeneration,
    dossiers: AsyncIterable<{ slug: string; json: string }>,
  ): Promise<void>
}

const WRITE_BATCH = 100
/** Parsed in one go by the reader, between which requests are served. */
const READ_BATCH = 100

export function createFunderStore(main: Kysely<MainTables>): FunderStore {
  async function insert(
    generation: string,
    batch: readonly { slug: string; json: string }[],
  ): Promise<void> {
    if (batch.length === 0) return
    await main
      .insertInto('funder_dossiers')
      .values(batch.map(({ slug, json }) => ({ generation, slug, json })))
      .execute()
  }

  return {
    async current() {
      const row = await main
        .selectFrom('funder_generations')
        .selectAll()
        .orderBy('built_ms', 'desc')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      return row ? fromRow(row) : null
    },

    async *dossiers(generation) {
      for (let after = ''; ; ) {
        const rows = await main
          .selectFrom('funder_dossiers')
          .select(['slug', 'json'])
          .where('generation', '=', generation)
          .where('slug', '>', after)
          .orderBy('slug')
          .limit(READ_BATCH)
          .execute()
        if (rows.length === 0) return
        after = rows.at(-1)!.slug
        yield rows.map((row) => row.json)
      }
    },

    async replace(generation, dossiers) {
      // What a build that was cut off left behind.
      await main.deleteFrom('funder_dossiers').where('generation', '=', generation.id).execute()
      let batch: { slug: string; json: string }[] = []
      for await (const dossier of dossiers) {
        batch.push(dossier)
        if (batch.length < WRITE_BATCH) continue
        await insert(generation.id, batch)
        batch = []
        // An embedded database answers without giving way to requests.
        await setImmediate()
      }
      await insert(generation.id, batch)
      await upsert(main, 'funder_generations', ['id'], [generation])
      await main.deleteFrom('funder_generations').where('id', '!=', generation.id).execute()
      await main.deleteFrom('funder_dossiers').where('generation', '!=', generation.id).execute()
    },
  }
}
