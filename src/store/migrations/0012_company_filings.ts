import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Filed accounts as they were read. A filing never changes, so a row stays. */
export const companyFilings: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table company_filings (
      number text not null, id text not null, made_up_to text, stored_ms bigint not null, json text not null, primary key (number, id))`.execute(
      db,
    )
  },
}
