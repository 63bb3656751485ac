import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres, runAll } from '../dialect.ts'

/**
 * CPV codes and regions next to the facts: a search by them on PostgreSQL reads only the narrow
 * table.
 */
export const contractCodes: Migration = {
  async up(db: Kysely<unknown>) {
    const terms = isPostgres(db)
      ? `select coalesce(string_agg(term, ' '), '') from regexp_split_to_table(c.terms, ' ') as term where term ~ '^[cr]'`
      : `select coalesce(group_concat(value, ' '), '') from json_each('["' || replace(c.terms, ' ', '","') || '"]') where value glob '[cr]*'`
    await runAll(db, [
      `alter table tender_contract_facts add column codes text not null default ''`,
      `update tender_contract_facts set codes = (select (${terms}) from tender_contracts c where c.id = tender_contract_facts.id)`,
      ...(isPostgres(db)
        ? [
            `create index tender_contract_facts_by_code on tender_contract_facts using gin (to_tsvector('simple', codes))`,
            'create index tender_contract_facts_by_end on tender_contract_facts (ends)',
          ]
        : []),
    ])
  },
}
