/** A later release: this one with one more migration. */
import type { Migration } from 'kysely/migration'
import { mainMigrations } from '../../src/store/migrations/index.ts'

const NAME = '9999_later'
const later: Migration = {
  up: (db) => db.schema.createTable('later').addColumn('key', 'text').execute(),
}

/** Does the work while this process is the later release. */
export async function asLaterRelease<T>(work: () => Promise<T>): Promise<T> {
  Object.assign(mainMigrations, { [NAME]: later })
  try {
    return await work()
  } finally {
    Reflect.deleteProperty(mainMigrations, NAME)
  }
}
