/** Figures of the ledger that the operator's page shows. */
import type { Store } from '../open.ts'

/** A settlement whose outcome is unknown. */
export interface UndecidedSettlement {
  operation: string
  payer: string
  amountAtomic: string
  createdMs: number
}

/** Lists undecided settlements, the oldest first. */
export async function listUndecided(
  { ledger }: Pick<Store, 'ledger'>,
  limit: number,
): Promise<UndecidedSettlement[]> {
  const rows = await ledger.read
    .selectFrom('claims')
    .select(['operation', 'payer', 'amount_atomic', 'created_ms'])
    .where('state', '=', 'settling')
    .orderBy('created_ms')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    operation: row.operation,
    payer: row.payer,
    amountAtomic: row.amount_atomic,
    createdMs: Number(row.created_ms),
  }))
}
