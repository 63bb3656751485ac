import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { types } from '../../dialect.ts'

/** What looking for payments on the chain has found, and how far it has come. */
export const audits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('audits')
      .addColumn('claim_id', types(db).rowId, (column) => column.primaryKey())
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('finding', 'text', (column) => column.notNull())
      .addColumn('detail', 'text')
      .addColumn('checked_ms', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('audits_by_finding').on('audits').columns(['finding', 'checked_ms']).execute()
    await db.schema
      .createTable('audit_marks')
      .addColumn('round', 'integer', (column) => column.primaryKey())
      .addColumn('settled_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
