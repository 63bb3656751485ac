import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a payer has bought lately decides how much room he is given. */
export const paymentsByPayer: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('payments_by_payer').on('payments').columns(['payer', 'settled_ms']).execute()
  },
}
