import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const DAY_MS = 86_400_000

interface Tables {
  claims: { state: string; created_ms: number; expires_ms: number }
}

/**
 * How long claims live, and how payments are found by their age. Claims of former releases lived as long as their authorizations, which could
 * be for ever: what was not settled now ends two days after it was made, as if it had had the longest validity that is taken; the rest after
 * a month, where its settlement is not later.
 */
export const lifetimes: Migration = {
  async up(given: Kysely<unknown>) {
    const db = given as Kysely<Tables>
    const endAfter = (days: number) => {
      const end = sql<number>`created_ms + ${sql.lit(days * DAY_MS)}`
      return db.updateTable('claims').set({ expires_ms: end }).where('expires_ms', '>', end)
    }
    await endAfter(2).where('state', 'in', ['claimed', 'failed']).execute()
    await endAfter(30).execute()
    await db.schema.createIndex('claims_failed').on('claims').column('expires_ms').where(sql<boolean>`state = 'failed'`).execute()
    await db.schema.createIndex('payment_ids_by_expiry').on('payment_ids').column('expires_ms').execute()
    // Grows at its end: in a group of payments one page.
    await db.schema.createIndex('payments_by_settlement').on('payments').column('settled_ms').execute()
  },
}
