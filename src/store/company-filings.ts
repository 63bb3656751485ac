/** Filed accounts by company, stored for ever. */
import type { Kysely } from 'kysely'
import { fromRow, upsert } from './rows.ts'
import type { MainTables } from './schema.ts'

export interface StoredFiling {
  number: string
  /**
   * Transaction id of the register; `bulk-` and the day of the accounts if the filing came from the
   * bulk product.
   */
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
        .select(['number', 'id', 'made_up_to', 'json'])
        .where('number', '=', number)
        .orderBy('id')
        .execute()
      return rows.map(fromRow)
    },

    save: (filings, nowMs) =>
      upsert(
        main,
        'company_filings',
        ['number', 'id'],
        filings.map((filing) => ({ ...filing, storedMs: nowMs })),
      ),
  }
}
