import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const tenders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('tender_releases')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('ocid', 'text', (column) => column.notNull())
      .addColumn('released_ms', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('json', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('tender_releases_by_process').on('tender_releases').column('ocid').execute()
    await db.schema
      .createTable('tender_notices')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('ocid', 'text', (column) => column.notNull())
      .addColumn('updated_ms', 'bigint', (column) => column.notNull())
      .addColumn('keep_until_ms', 'bigint', (column) => column.notNull())
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .addColumn('json', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('tender_notices_by_process').on('tender_notices').column('ocid').execute()
    await db.schema
      .createTable('tender_awards')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('buyer_key', 'text', (column) => column.notNull())
      .addColumn('buyer_name_key', 'text', (column) => column.notNull())
      .addColumn('awarded_on', 'text', (column) => column.notNull())
      .addColumn('divisions', 'text', (column) => column.notNull())
      .addColumn('suppliers', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('tender_awards_by_date').on('tender_awards').column('awarded_on').execute()
    await db.schema
      .createTable('tender_quarantine')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('portal', 'text', (column) => column.notNull())
      .addColumn('release_id', 'text')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('seen_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
