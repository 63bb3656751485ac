import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

/** What replicas on one PostgreSQL share besides data: counts (rate-limiter-flexible's table), and word of what was read. SQLite has one process. */
export const replicas: Migration = {
  async up(db: Kysely<unknown>) {
    if (!isPostgres(db)) return
    await sql`create table limit_counts (key varchar(255) primary key, points integer not null default 0, expire bigint)`.execute(db)
    // With the row, or not at all: whoever hears it finds what it tells of.
    await sql`create function announce_source() returns trigger language plpgsql as $$
      begin perform pg_notify('ukintel_sources', new.name); return null; end $$`.execute(db)
    await sql`create trigger announce_source after insert or update on sources for each row execute function announce_source()`.execute(db)
  },
}
