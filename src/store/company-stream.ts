/**
 * Events of the register's streams, written in one transaction with the position of each stream: no
 * event is lost or counted twice.
 */
import type { Kysely } from 'kysely'
import { fromRow, upsert } from './rows.ts'
import type { MainTables } from './schema.ts'

export interface StreamedCompany {
  number: string
  publishedMs: number
  ended: boolean
  /** JSON of the domain's own; null: it was taken off the register. */
  json: string | null
}

export interface PartChange {
  number: string
  part: string
  publishedMs: number
}

export interface StreamBatch {
  /** Name of its row among the sources. */
  source: string
  /** Position in the stream, stored with the data read up to it. */
  detail: object
  companies: readonly StreamedCompany[]
  changes: readonly PartChange[]
}

export interface CompanyStreamStore {
  apply(batch: StreamBatch): Promise<void>
  /** When each part of a company last changed. */
  changes(number: string): Promise<Map<string, number>>
  /** Those published since, and all that have ended, in pages. */
  companies(sinceMs: number): AsyncGenerator<StreamedCompany[]>
  /** Drops changes from before the time, by which every copy is older. */
  purge(beforeMs: number): Promise<void>
}

const PAGE = 200

export function createCompanyStreamStore(main: Kysely<MainTables>): CompanyStreamStore {
  return {
    apply: ({ source, detail, companies, changes }) =>
      main.transaction().execute(async (tx) => {
        for (const { number, publishedMs, ended, json } of companies) {
          const values = { published_ms: publishedMs, ended: ended ? 1 : 0, json }
          await tx
            .insertInto('company_streamed')
            .values({ number, ...values })
            .onConflict((conflict) =>
              // What is delivered again after a reconnect changes nothing.
              conflict
                .column('number')
                .doUpdateSet(values)
                .where('company_streamed.published_ms', '<=', publishedMs),
            )
            .execute()
        }
        for (const { number, part, publishedMs } of changes) {
          await tx
            .insertInto('company_changes')
            .values({ number, part, published_ms: publishedMs })
            .onConflict((conflict) =>
              conflict
                .columns(['number', 'part'])
                .doUpdateSet({ published_ms: publishedMs })
                .where('company_changes.published_ms', '<', publishedMs),
            )
            .execute()
        }
        await upsert(tx, 'sources', ['name'], [{ name: source, detail: JSON.stringify(detail) }])
      }),

    async changes(number) {
      const rows = await main
        .selectFrom('company_changes')
        .select(['part', 'published_ms'])
        .where('number', '=', number)
        .execute()
      return new Map(rows.map((row) => [row.part, row.published_ms]))
    },

    async *companies(sinceMs) {
      for (let after = ''; ; ) {
        const rows = await main
          .selectFrom('company_streamed')
          .selectAll()
          .where('number', '>', after)
          .where((row) => row.or([row('published_ms', '>=', sinceMs), row('ended', '=', 1)]))
          .orderBy('number')
          .limit(PAGE)
          .execute()
        if (rows.length === 0) return
        after = rows.at(-1)!.number
        yield rows.map((row) => ({ ...fromRow(row), ended: row.ended === 1 }))
      }
    },

    async purge(beforeMs) {
      await main.deleteFrom('company_changes').where('published_ms', '<', beforeMs).execute()
    },
  }
}
