import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { types } from '../../dialect.ts'

/** Money that the operator sent back, as he says: the service holds no key and sends nothing. */
export const refunds: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('refunds')
      .addColumn('claim_id', types(db).rowId, (column) => column.primaryKey())
      .addColumn('tx_hash', 'text', (column) => column.notNull())
      .addColumn('recorded_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
