/** Adverts of the grant listing, gone ones included, and what was read from their texts. */
import type { Kysely, Selectable } from 'kysely'
import { holdRecord, type NewChange } from './changes.ts'
import { type Camel, fromRow, upsert } from './rows.ts'
import type { MainTables } from './schema.ts'

/** One advert; `removedMs` is when it left the listing, `null` while it is listed. */
export type GrantRow = Camel<Omit<MainTables['grants'], 'gone_ms'>> & { removedMs: number | null }

/** Result of one reader (a version of the rules, or a model) for one text. */
export type ReadingRow = Camel<MainTables['grant_readings']>

export interface GrantsStore {
  all(): Promise<GrantRow[]>
  readings(): Promise<ReadingRow[]>
  /**
   * Writes all rows of one refresh, the withdrawn adverts and the resulting changes in one
   * transaction. `changes` reports them as of one moment.
   */
  saveRefresh(
    rows: readonly GrantRow[],
    removedSlugs: readonly string[],
    nowMs: number,
    changes?: GrantChanges,
  ): Promise<void>
  /**
   * Records what time alone did to listed adverts since it was recorded last. The first time
   * nothing but that the record begins.
   */
  recordTime(
    nowMs: number,
    listPassed: (row: GrantRow, fromMs: number, toMs: number) => NewChange[],
  ): Promise<void>
  saveReadings(rows: readonly ReadingRow[]): Promise<void>
}

/** Changes between the rows before and after. */
export type GrantChanges = (
  before: readonly GrantRow[],
  after: readonly GrantRow[],
  asOfMs: number,
) => NewChange[]

type Stored = Selectable<MainTables['grants']>

export function createGrantsStore(main: Kysely<MainTables>): GrantsStore {
  return {
    async all() {
      return (await main.selectFrom('grants').selectAll().orderBy('slug').execute()).map(toRow)
    },

    async readings() {
      const rows = await main
        .selectFrom('grant_readings')
        .selectAll()
        .orderBy('text_sha256')
        .orderBy('reader')
        .execute()
      return rows.map(fromRow)
    },

    async saveRefresh(rows, removedSlugs, nowMs, changes) {
      await main.transaction().execute(async (transaction) => {
        const all = () => transaction.selectFrom('grants').selectAll().orderBy('slug').execute()
        const record = changes ? await holdRecord(transaction, 'grants') : null
        const before = record ? (await all()).map(toRow) : []
        for (const row of rows) {
          const values = {
            item: row.item,
            item_sha256: row.itemSha256,
            detail: row.detail,
            etag: row.etag,
            detail_checked_ms: row.detailCheckedMs,
            last_seen_ms: row.lastSeenMs,
            gone_ms: row.removedMs,
          }
          await transaction
            .insertInto('grants')
            .values({ slug: row.slug, first_seen_ms: row.firstSeenMs, ...values })
            .onConflict((conflict) => conflict.column('slug').doUpdateSet(values))
            .execute()
        }
        for (const slug of removedSlugs) {
          await transaction
            .updateTable('grants')
            .set({ gone_ms: nowMs })
            .where('slug', '=', slug)
            .where('gone_ms', 'is', null)
            .execute()
        }
        if (!changes || !record) return
        await record.append(
          changes(before, (await all()).map(toRow), record.reportedMs ?? nowMs),
          nowMs,
        )
        if (record.reportedMs === null) await record.setReported(nowMs)
      })
    },

    async recordTime(nowMs, passed) {
      await main.transaction().execute(async (transaction) => {
        const record = await holdRecord(transaction, 'grants')
        const { reportedMs } = record
        if (reportedMs !== null && reportedMs >= nowMs) return
        const listed = transaction
          .selectFrom('grants')
          .selectAll()
          .where('gone_ms', 'is', null)
          .orderBy('slug')
        if (reportedMs !== null)
          await record.append(
            (await listed.execute()).flatMap((row) => passed(toRow(row), reportedMs, nowMs)),
            nowMs,
          )
        await record.setReported(nowMs)
      })
    },

    saveReadings: (rows) => upsert(main, 'grant_readings', ['text_sha256', 'reader'], rows),
  }
}

function toRow({ gone_ms: removedMs, ...row }: Stored): GrantRow {
  return { ...fromRow(row), removedMs }
}
