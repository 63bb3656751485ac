import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Each process reads the notices that changed since it last looked. */
export const tenderRevisions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('tender_notices_by_revision')
      .on('tender_notices')
      .column('revision')
      .execute()
  },
}
