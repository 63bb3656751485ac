import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What changed of each subject, in the order of its commits, and what was last seen of companies. */
export const changes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('change_heads')
      .addColumn('subject', 'text', (column) => column.primaryKey())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('dropped', 'bigint', (column) => column.notNull())
      .addColumn('told_ms', 'bigint')
      .execute()
    await db.schema
      .createTable('changes')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addPrimaryKeyConstraint('changes_key', ['subject', 'position'])
      .execute()
    await db.schema.createIndex('changes_by_id').on('changes').columns(['subject', 'id', 'position']).execute()
    await db.schema
      .createTable('company_seen')
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('part', 'text', (column) => column.notNull())
      .addColumn('seen_ms', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('company_seen_key', ['number', 'part'])
      .execute()
    await db.schema.alterTable('tender_notices').addColumn('live_until_ms', 'bigint').execute()
    await db.schema.createIndex('tender_notices_by_end').on('tender_notices').column('live_until_ms').execute()
  },
}
