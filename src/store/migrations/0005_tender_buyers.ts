import type { Migration } from 'kysely/migration'

/** What buyers awarded and how they pay, as the dossier on a buyer shows it. */
export const tenderBuyers: Migration = {
  async up(db) {
    for (const table of ['tender_contracts', 'tender_payments']) {
      await db.schema
        .createTable(table)
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('buyer_key', 'text', (column) => column.notNull())
        .addColumn('buyer_name_key', 'text', (column) => column.notNull())
        .addColumn('on_date', 'text', (column) => column.notNull())
        .addColumn('json', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex(`${table}_by_buyer`).on(table).columns(['buyer_key', 'on_date']).execute()
      await db.schema.createIndex(`${table}_by_name`).on(table).columns(['buyer_name_key', 'on_date']).execute()
    }
  },
}
