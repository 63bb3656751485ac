import type { Migration } from 'kysely/migration'

/** What a claim for units was quoted for: a payment says only their sum, and a later release may have another price. */
export const claimedUnits: Migration = {
  async up(db) {
    await db.schema.alterTable('claims').addColumn('units', 'integer').execute()
    await db.schema.alterTable('claims').addColumn('unit_amount_atomic', 'text').execute()
  },
}
