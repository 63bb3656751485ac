import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres, runAll } from '../dialect.ts'

/** Releases are stored as they came, less persons, and contracts know their process. */
export const tenderRaw: Migration = {
  async up(db: Kysely<unknown>) {
    const [bytes, process] = isPostgres(db)
      ? ['bytea', `split_part(key, '|', 1)`]
      : ['blob', `substr(key, 1, instr(key, '|') - 1)`]
    await runAll(db, [
      `create table tender_raw (
        key text primary key, ocid text not null, day text not null, hash text not null, reader integer not null, bytes ${bytes} not null)`,
      'create index tender_raw_by_process on tender_raw (ocid)',
      'create index tender_raw_by_reader on tender_raw (reader, ocid)',
      'create index tender_raw_by_day on tender_raw (day)',
      `alter table tender_contract_facts add column ocid text not null default ''`,
      'alter table tender_contract_facts add column raw integer not null default 0',
      `update tender_contract_facts set ocid = ${process}`,
      'create index tender_contract_facts_by_process on tender_contract_facts (ocid)',
    ])
  },
}
