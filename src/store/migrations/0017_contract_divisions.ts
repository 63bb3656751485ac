import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres, runAll } from '../dialect.ts'

/**
 * Contracts by division of their CPV codes and by end, with all that a search by codes reads.
 * Triggers fill it, so a restored backup has it too.
 */
export const contractDivisions: Migration = {
  up: (db: Kysely<unknown>) => runAll(db, isPostgres(db) ? POSTGRES : SQLITE),
}

const COLUMNS = (exact: string, integer: string) =>
  `code ${exact} not null, ends ${exact} not null, key ${exact} not null, latest ${exact}, terminated integer not null,
   amount ${integer}, currency text, summable integer not null, awarded_on text not null, codes text`

/** A row of PostgreSQL's index has at most 2,700 bytes. Longer codes are read where they are. */
const LONGEST = 1500
const rowOf = (contract: string, division: string) =>
  `${division}, coalesce(${contract}.ends, ''), ${contract}.key, ${contract}.latest, ${contract}.terminated, ${contract}.amount,
   ${contract}.currency, ${contract}.summable, ${contract}.awarded_on,
   case when length(${contract}.key) + length(${contract}.codes) <= ${LONGEST} then ${contract}.codes end`

/** Codes are words of letters and digits. Others, which would be no JSON, are left out. */
const sqliteCodes = (contract: string) => {
  const list = `'["' || replace(${contract}.codes, ' ', '","') || '"]'`
  return `json_each(case when json_valid(${list}) then ${list} else '[]' end) as code where code.value glob 'c[0-9][0-9]*'`
}
const sqliteInsert = (contract: string, from = '') =>
  `insert into tender_contract_divisions select distinct ${rowOf(contract, 'substr(code.value, 1, 3)')} from ${from}${sqliteCodes(contract)}`
const sqliteDelete = `delete from tender_contract_divisions where code in (select substr(code.value, 1, 3) from ${sqliteCodes('old')})
  and ends = coalesce(old.ends, '') and key = old.key`

const SQLITE = [
  `create table tender_contract_divisions (${COLUMNS('text', 'integer')}, primary key (code, ends, key)) without rowid`,
  sqliteInsert('f', 'tender_contract_facts as f, '),
  `create trigger tender_contract_facts_added after insert on tender_contract_facts begin ${sqliteInsert('new')}; end`,
  `create trigger tender_contract_facts_dropped after delete on tender_contract_facts begin ${sqliteDelete}; end`,
  `create trigger tender_contract_facts_changed after update on tender_contract_facts begin ${sqliteDelete}; ${sqliteInsert('new')}; end`,
]

const postgresCodes = (contract: string) =>
  `regexp_split_to_table(${contract}.codes, ' ') as code where code ~ '^c[0-9]{2}'`
const postgresInsert = (contract: string, from = '') =>
  `insert into tender_contract_divisions select distinct ${rowOf(contract, 'substr(code, 1, 3)')} from ${from}${postgresCodes(contract)}`

const POSTGRES = [
  `create table tender_contract_divisions (${COLUMNS('text collate "C"', 'bigint')},
    primary key (code, ends, key) include (latest, terminated, amount, currency, summable, awarded_on, codes))`,
  postgresInsert('f', 'tender_contract_facts as f, '),
  `create function follow_contract_divisions() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then
      delete from tender_contract_divisions where code in (select substr(code, 1, 3) from ${postgresCodes('old')})
        and ends = coalesce(old.ends, '') and key = old.key;
    end if;
    if tg_op <> 'DELETE' then ${postgresInsert('new')}; end if;
    return null; end $$`,
  `create trigger follow_divisions after insert or update or delete on tender_contract_facts
    for each row execute function follow_contract_divisions()`,
]
