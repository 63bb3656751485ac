import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Reports of companies on how fast they pay suppliers. */
export const paymentReports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table payment_reports (
      number text not null, report_id text not null, seen_ms bigint not null, json text not null, primary key (number, report_id))`.execute(
      db,
    )
  },
}
