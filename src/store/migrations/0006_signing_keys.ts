import type { Migration } from 'kysely/migration'

/** Public keys, so that what was signed before a rotation can be verified after it, whichever replica is asked. */
export const signingKeys: Migration = {
  async up(db) {
    await db.schema
      .createTable('signing_keys')
      .addColumn('thumbprint', 'text', (column) => column.primaryKey())
      .addColumn('jwk', 'text', (column) => column.notNull())
      .addColumn('first_used_ms', 'bigint', (column) => column.notNull())
      .execute()
  },
}
