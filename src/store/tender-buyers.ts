/**
 * Data about buyers beyond their open notices: contracts that they awarded, and their payment
 * records.
 */
import type { Kysely } from 'kysely'
import type { Camel } from './rows.ts'
import type { MainTables } from './schema.ts'

/** Payment record of a buyer; `onDate` is the end of the reported period. */
export type BuyerRow = Camel<MainTables['tender_payments']>

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
