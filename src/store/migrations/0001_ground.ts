import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const ground: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('documents')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('json', 'text', (column) => column.notNull())
      .addColumn('fetched_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('documents_by_age').on('documents').column('fetched_ms').execute()
    await db.schema
      .createTable('feedback')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('received_ms', 'bigint', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('endpoint', 'text')
      .addColumn('contact', 'text')
      .execute()
    await db.schema
      .createTable('runs')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text')
      .addColumn('lease_until_ms', 'bigint', (column) => column.notNull())
      .addColumn('fence', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('sources')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('last_success_ms', 'bigint')
      .addColumn('last_attempt_ms', 'bigint')
      .addColumn('failure', 'text')
      .addColumn('detail', 'text', (column) => column.notNull())
      .execute()
  },
}
