/** Filed accounts by company, stored for ever. */
import type { Kysely } from 'kysely'
import type { MainTables } from './schema.ts'

export interface StoredFiling {
  number: string
  /** Transaction id of the register; `bulk-` and the day of the accounts if the filing came from the bulk product. */
  id: string
  madeUpTo: string | null
  json: string
}

export interface CompanyFilings {
  of(number: string): Promise<StoredFiling[]>
  /** Stores new filings and replaces those of an earlier reading. */
  save(filings: readonly StoredFiling[], nowMs: number): Promise<void>
}

export function createCompanyFilings(main: Kysely<MainTables>): CompanyFilings {
  return {
    async of(number) {
      const rows = await main
        .selectFrom('company_filings')
        .select(['id', 'made_up_to', 'json'])
        .where('number', '=', number)
        .orderBy('id')
        .execute()
      return rows.map(({ id, made_up_to: madeUpTo, json }) => ({ number, id, madeUpTo, json }))
    },

    async save(filings, nowMs) {
      if (filings.length === 0) return
      const rows = filings.map(({ number, id, madeUpTo, json }) => ({
        number,
        id,
        made_up_to: madeUpTo,
        stored_ms: nowMs,
        json,
      }))
      await main
        .insertInto('company_filings')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['number', 'id']).doUpdateSet((excluded) => ({
            made_up_to: excluded.ref('excluded.made_up_to'),
            stored_ms: excluded.ref('excluded.stored_ms'),
            json: excluded.ref('excluded.json'),
          })),
        )
        .execute()
    },
  }
}
