import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const grants: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('grants')
      .addColumn('slug', 'text', (column) => column.primaryKey())
      .addColumn('item', 'text', (column) => column.notNull())
      .addColumn('item_sha256', 'text', (column) => column.notNull())
      .addColumn('detail', 'text')
      .addColumn('etag', 'text')
      .addColumn('detail_checked_ms', 'bigint')
      .addColumn('first_seen_ms', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_ms', 'bigint', (column) => column.notNull())
      .addColumn('gone_ms', 'bigint')
      .execute()
    await db.schema
      .createTable('grant_readings')
      .addColumn('text_sha256', 'text', (column) => column.notNull())
      .addColumn('reader', 'text', (column) => column.notNull())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('read_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('grant_readings_key', ['text_sha256', 'reader'])
      .execute()
  },
}
