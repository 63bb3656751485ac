/** Adverts of the grant listing, gone ones included, and what was read from their texts. */
import type { Kysely } from 'kysely'
import type { MainTables } from './schema.ts'

/** One advert. `item` and `detail` are JSON documents of the wing's own. */
export interface GrantRow {
  slug: string
  item: string
  itemSha256: string
  /** Null as long as the page was never read. */
  detail: string | null
  etag: string | null
  detailCheckedMs: number | null
  firstSeenMs: number
  lastSeenMs: number
  /** Not on the listing since; null while it is. */
  goneMs: number | null
}

/** What one reader (a version of the rules, or a model) made of one text. */
export interface ReadingRow {
  textSha256: string
  reader: string
  answer: string
  readMs: number
}

export interface GrantsStore {
  all(): Promise<GrantRow[]>
  readings(): Promise<ReadingRow[]>
  /** Every row of one refresh and the adverts that are gone, in one transaction. */
  saveRefresh(rows: readonly GrantRow[], goneSlugs: readonly string[], nowMs: number): Promise<void>
  saveReadings(rows: readonly ReadingRow[]): Promise<void>
}

export function createGrantsStore(main: Kysely<MainTables>): GrantsStore {
  return {
    async all() {
      const rows = await main.selectFrom('grants').selectAll().orderBy('slug').execute()
      return rows.map((row) => ({
        slug: row.slug,
        item: row.item,
        itemSha256: row.item_sha256,
        detail: row.detail,
        etag: row.etag,
        detailCheckedMs: row.detail_checked_ms,
        firstSeenMs: row.first_seen_ms,
        lastSeenMs: row.last_seen_ms,
        goneMs: row.gone_ms,
      }))
    },

    async readings() {
      const rows = await main.selectFrom('grant_readings').selectAll().orderBy('text_sha256').orderBy('reader').execute()
      return rows.map((row) => ({ textSha256: row.text_sha256, reader: row.reader, answer: row.answer, readMs: row.read_ms }))
    },

    async saveRefresh(rows, goneSlugs, nowMs) {
      await main.transaction().execute(async (transaction) => {
        for (const row of rows) {
          const values = {
            item: row.item,
            item_sha256: row.itemSha256,
            detail: row.detail,
            etag: row.etag,
            detail_checked_ms: row.detailCheckedMs,
            last_seen_ms: row.lastSeenMs,
            gone_ms: row.goneMs,
          }
          await transaction
            .insertInto('grants')
            .values({ slug: row.slug, first_seen_ms: row.firstSeenMs, ...values })
            .onConflict((conflict) => conflict.column('slug').doUpdateSet(values))
            .execute()
        }
        for (const slug of goneSlugs) {
          await transaction.updateTable('grants').set({ gone_ms: nowMs }).where('slug', '=', slug).where('gone_ms', 'is', null).execute()
        }
      })
    },

    async saveReadings(rows) {
      for (const row of rows) {
        const values = { answer: row.answer, read_ms: row.readMs }
        await main
          .insertInto('grant_readings')
          .values({ text_sha256: row.textSha256, reader: row.reader, ...values })
          .onConflict((conflict) => conflict.columns(['text_sha256', 'reader']).doUpdateSet(values))
          .execute()
      }
    },
  }
}
