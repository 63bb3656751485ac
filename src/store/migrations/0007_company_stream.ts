import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the register's streams told: whole profiles, and of every other part of a company when it last changed. */
export const companyStream: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('company_streamed')
      .addColumn('number', 'text', (column) => column.primaryKey())
      .addColumn('published_ms', 'bigint', (column) => column.notNull())
      .addColumn('ended', 'integer', (column) => column.notNull())
      .addColumn('json', 'text')
      .execute()
    await db.schema.createIndex('company_streamed_by_time').on('company_streamed').column('published_ms').execute()
    await db.schema
      .createTable('company_changes')
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('part', 'text', (column) => column.notNull())
      .addColumn('published_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('company_changes_key', ['number', 'part'])
      .execute()
    await db.schema.createIndex('company_changes_by_time').on('company_changes').column('published_ms').execute()
  },
}
