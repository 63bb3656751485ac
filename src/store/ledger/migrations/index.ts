import type { Migration } from 'kysely/migration'
import { baseline } from './0010_baseline.ts'

/**
 * Migrations in the order of their names. A migration never changes after its release; 0.2.0
 * replaced those of 0.1.0 by its baseline.
 */
export const ledgerMigrations: Readonly<Record<string, Migration>> = {
  '0010_baseline': baseline,
}
