/**
 * Data about buyers beyond their open notices: contracts that they awarded, and their payment
 * records.
 */
import type { Kysely, Transaction } from 'kysely'
import type { MainTables } from './schema.ts'

export interface BuyerRow {
  key: string
  buyerKey: string
  buyerNameKey: string
  /** Date of the award, or end of the reported period. */
  onDate: string
  json: string
}

type Table = 'tender_contracts' | 'tender_payments'

export interface BuyerStore {
  /** JSON of a buyer's newest awards, newest first. */
  contracts(buyerKey: string, buyerNameKey: string, limit: number): Promise<string[]>
  /** JSON of the payments notice of its last period. */
  payments(buyerKey: string, buyerNameKey: string): Promise<string | null>
}

export function createBuyerStore(main: Kysely<MainTables>): BuyerStore {
  async function newest(
    table: Table,
    buyerKey: string,
    buyerNameKey: string,
    limit: number,
  ): Promise<string[]> {
    const rows = await main
      .selectFrom(table)
      .select('json')
      .where((row) =>
        row.or([row('buyer_key', '=', buyerKey), row('buyer_name_key', '=', buyerNameKey)]),
      )
      .orderBy('on_date', 'desc')
      .orderBy('key')
      .limit(limit)
      .execute()
    return rows.map((row) => row.json)
  }
  return {
    contracts: (buyerKey, buyerNameKey, limit) =>
      newest('tender_contracts', buyerKey, buyerNameKey, limit),
    payments: async (buyerKey, buyerNameKey) =>
      (await newest('tender_payments', buyerKey, buyerNameKey, 1))[0] ?? null,
  }
}

export async function keepBuyerRows(
  tx: Transaction<MainTables>,
  table: Table,
  rows: readonly BuyerRow[],
): Promise<void> {
  for (const { key, buyerKey, buyerNameKey, onDate, json } of rows) {
    await tx
      .insertInto(table)
      .values({ key, buyer_key: buyerKey, buyer_name_key: buyerNameKey, on_date: onDate, json })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          buyer_key: buyerKey,
          buyer_name_key: buyerNameKey,
          on_date: onDate,
          json,
        }),
      )
      .execute()
  }
}
