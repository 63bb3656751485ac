/** The tables of the main store as of release 0.2.0. */
import type { Migration } from 'kysely/migration'
import { isPostgres, runAll } from '../dialect.ts'

const TENDER_BUYERS = ['tender_contracts', 'tender_payments'].flatMap((table) => [
  `create table ${table} (
    key text primary key, buyer_key text not null, buyer_name_key text not null, on_date text not null, json text not null)`,
  `create index ${table}_by_buyer on ${table} (buyer_key, on_date)`,
  `create index ${table}_by_name on ${table} (buyer_name_key, on_date)`,
])

const TABLES = [
  'create table documents (key text primary key, json text not null, fetched_ms bigint not null)',
  'create index documents_by_age on documents (fetched_ms)',
  'create table feedback (id text primary key, received_ms bigint not null, message text not null, endpoint text, contact text)',
  'create table runs (name text primary key, owner text, lease_until_ms bigint not null, fence integer not null)',
  'create table sources (name text primary key, last_success_ms bigint, last_attempt_ms bigint, failure text, detail text not null)',
  `create table signing_keys (thumbprint text primary key, jwk text not null, first_used_ms bigint not null)`,

  `create table tender_releases (
    key text primary key, ocid text not null, released_ms bigint not null, hash text not null, json text not null)`,
  'create index tender_releases_by_process on tender_releases (ocid)',
  `create table tender_notices (
    key text primary key, ocid text not null, updated_ms bigint not null, keep_until_ms bigint not null, revision bigint not null,
    json text not null, live_until_ms bigint not null)`,
  'create index tender_notices_by_process on tender_notices (ocid)',
  'create index tender_notices_by_end on tender_notices (live_until_ms)',
  `create table tender_awards (
    key text primary key, buyer_key text not null, buyer_name_key text not null, awarded_on text not null, divisions text not null,
    suppliers text not null)`,
  'create index tender_awards_by_date on tender_awards (awarded_on)',
  'create table tender_quarantine (key text primary key, portal text not null, release_id text, reason text not null, seen_ms bigint not null)',
  ...TENDER_BUYERS,

  `create table grants (
    slug text primary key, item text not null, item_sha256 text not null, detail text, etag text, detail_checked_ms bigint,
    first_seen_ms bigint not null, last_seen_ms bigint not null, gone_ms bigint)`,
  `create table grant_readings (
    text_sha256 text not null, reader text not null, answer text not null, read_ms bigint not null, primary key (text_sha256, reader))`,
  'create table funder_generations (id text primary key, built_ms bigint not null, fetched_ms bigint not null, summary text not null)',
  'create table funder_dossiers (generation text not null, slug text not null, json text not null, primary key (generation, slug))',

  'create table company_streamed (number text primary key, published_ms bigint not null, ended integer not null, json text)',
  'create index company_streamed_by_time on company_streamed (published_ms)',
  `create table company_changes (
    number text not null, part text not null, published_ms bigint not null, primary key (number, part))`,
  'create index company_changes_by_time on company_changes (published_ms)',
  `create table company_seen (
    number text not null, part text not null, seen_ms bigint not null, state text not null, primary key (number, part))`,

  'create table change_heads (subject text primary key, position bigint not null, dropped bigint not null, told_ms bigint)',
  `create table changes (
    subject text not null, position bigint not null, at_ms bigint not null, kind text not null, id text not null, detail text not null,
    before text, after text, primary key (subject, position))`,
  'create index changes_by_id on changes (subject, id, position)',
]

/**
 * Tables that replicas on one PostgreSQL share: counts (columns of rate-limiter-flexible) and
 * notifications of source data. SQLite has one process.
 */
const REPLICAS = [
  'create table limit_counts (key varchar(255) primary key, points integer not null default 0, expire bigint)',
  // Committed with the row, so that a replica that is notified finds the row.
  `create function announce_source() returns trigger language plpgsql as $$
    begin perform pg_notify('ukintel_sources', new.name); return null; end $$`,
  'create trigger announce_source after insert or update on sources for each row execute function announce_source()',
]

export const baseline: Migration = {
  up: (db) => runAll(db, isPostgres(db) ? [...TABLES, ...REPLICAS] : TABLES),
}
