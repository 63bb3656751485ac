import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres, runAll } from '../dialect.ts'

/**
 * Awards and contracts become one table. Rows of before are found by their buyer until their
 * release is read again.
 */
export const tenderContracts: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = isPostgres(db)
    const [id, exact] = postgres
      ? ['bigint primary key', 'text collate "C"']
      : ['integer primary key', 'text']
    await runAll(db, [
      'alter table tender_contracts rename to earlier_contracts',
      `create table tender_contracts (
        id ${id}, key text not null unique, buyer_key text not null, buyer_name_key text not null, awarded_on text not null,
        divisions text not null, suppliers text not null, keep_until text not null, shown integer not null, terms text not null,
        json text not null)`,
      `create table tender_contract_facts (
        id ${id}, key ${exact} not null, awarded_on text not null, released_ms bigint not null, portal text not null, ends text,
        latest text, terminated integer not null, amount bigint, currency text, summable integer not null)`,
      'create index tender_contract_facts_by_portal on tender_contract_facts (portal, released_ms)',
      ...(postgres ? [] : FULL_TEXT),
    ])
    await sql`insert into tender_contracts
      select row_number() over (order by a.key), a.key, a.buyer_key, a.buyer_name_key, a.awarded_on, a.divisions, a.suppliers,
        cast(cast(substr(a.awarded_on, 1, 4) as integer) + 7 as text) || substr(a.awarded_on, 5), 1, '', coalesce(c.json, '{}')
      from tender_awards a left join earlier_contracts c on c.key = a.key`.execute(db)
    await sql`insert into tender_contract_facts
      select id, key, awarded_on, 0, '', null, null, 0, null, null, 0 from tender_contracts`.execute(
      db,
    )
    await runAll(db, [
      'drop table earlier_contracts',
      'drop table tender_awards',
      'create index tender_contracts_by_buyer on tender_contracts (buyer_key, awarded_on)',
      'create index tender_contracts_by_name on tender_contracts (buyer_name_key, awarded_on)',
      'create index tender_contracts_by_last_day on tender_contracts (keep_until)',
      ...(postgres
        ? [
            `create index tender_contracts_by_term on tender_contracts using gin (to_tsvector('simple', terms))`,
          ]
        : []),
    ])
  },
}

/** Full text of SQLite, filled by triggers so that a restored backup has it too. */
const FULL_TEXT = [
  `create virtual table tender_contracts_fts using fts5(terms, tokenize='unicode61', content='', contentless_delete=1)`,
  `create trigger tender_contracts_added after insert on tender_contracts when new.terms <> '' begin
    insert into tender_contracts_fts (rowid, terms) values (new.id, new.terms); end`,
  `create trigger tender_contracts_dropped after delete on tender_contracts when old.terms <> '' begin
    delete from tender_contracts_fts where rowid = old.id; end`,
  `create trigger tender_contracts_changed after update of terms on tender_contracts when old.terms <> new.terms begin
    delete from tender_contracts_fts where rowid = old.id;
    insert into tender_contracts_fts (rowid, terms) select new.id, new.terms where new.terms <> ''; end`,
]
