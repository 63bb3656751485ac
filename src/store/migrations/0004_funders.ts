import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const funders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('funder_generations')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('built_ms', 'bigint', (column) => column.notNull())
      .addColumn('fetched_ms', 'bigint', (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('funder_dossiers')
      .addColumn('generation', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('json', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('funder_dossiers_key', ['generation', 'slug'])
      .execute()
  },
}
