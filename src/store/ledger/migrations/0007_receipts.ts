import type { Migration } from 'kysely/migration'
import { types } from '../../dialect.ts'

/** What a receipt is signed from, kept with the answer, and the receipt as it was given: a rotation of keys changes none. */
export const receipts: Migration = {
  async up(db) {
    await db.schema.alterTable('answers').addColumn('proof', 'text').execute()
    await db.schema
      .createTable('receipts')
      .addColumn('claim_id', types(db).rowId, (column) => column.primaryKey())
      .addColumn('jws', 'text', (column) => column.notNull())
      .execute()
  },
}
