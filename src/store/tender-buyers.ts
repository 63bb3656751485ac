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
  /** End of the reported period. */
  onDate: string
  json: string
}

export interface BuyerStore {
  /** JSON of a buyer's newest awards, newest first. */
  contracts(buyerKey: string, buyerNameKey: string, limit: number): Promise<string[]>
  /** JSON of the payments notice of its last period. */
  payments(buyerKey: string, buyerNameKey: string): Promise<string | null>
}

export function createBuyerStore(main: Kysely<MainTables>): BuyerStore {
  return {
    async contracts(buyerKey, buyerNameKey, limit) {
      const rows = await main
        .selectFrom('tender_contracts')
        .select('json')
        .where((row) =>
          row.or([row('buyer_key', '=', buyerKey), row('buyer_name_key', '=', buyerNameKey)]),
        )
        .where('shown', '=', 1)
        // Rows of an earlier layout may have fingerprints alone.
        .where('json', '<>', '{}')
        .orderBy('awarded_on', 'desc')
        .orderBy('key')
        .limit(limit)
        .execute()
      return rows.map(({ json }) => json)
    },
    async payments(buyerKey, buyerNameKey) {
      const row = await main
        .selectFrom('tender_payments')
        .select('json')
        .where((each) =>
          each.or([each('buyer_key', '=', buyerKey), each('buyer_name_key', '=', buyerNameKey)]),
        )
        .orderBy('on_date', 'desc')
        .orderBy('key')
        .limit(1)
        .executeTakeFirst()
      return row?.json ?? null
    },
  }
}

export async function storePayments(
  tx: Transaction<MainTables>,
  rows: readonly BuyerRow[],
): Promise<void> {
  for (const { key, buyerKey, buyerNameKey, onDate, json } of rows) {
    await tx
      .insertInto('tender_payments')
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
