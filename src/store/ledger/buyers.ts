/** Purchases of a payer. One indexed query, whose caller remembers the result. */
import type { Store } from '../open.ts'

/**
 * The newest payment, how many there were since `todayMs`, and what the payer paid since
 * `recentMs`, in atomic units. Reads at most `most`.
 */
export interface Bought {
  lastMs: number | null
  count: number
  paidAtomic: number
}

export function createBuyers(
  { ledger }: Pick<Store, 'ledger'>,
  settings: { network: string; asset: string },
) {
  const { network } = settings
  const asset = settings.asset.toLowerCase()
  return async (
    payer: string,
    { todayMs, recentMs, most }: { todayMs: number; recentMs: number; most: number },
  ): Promise<Bought> => {
    const rows = await ledger.read
      .selectFrom('payments')
      .select(['settled_ms', 'amount_atomic'])
      .where('payer', '=', payer)
      .where('network', '=', network)
      .where('asset', '=', asset)
      .where('settled_ms', '>', recentMs)
      .orderBy('settled_ms', 'desc')
      .limit(most)
      .execute()
    return {
      lastMs: rows[0]?.settled_ms ?? null,
      count: rows.filter(({ settled_ms }) => settled_ms > todayMs).length,
      paidAtomic: rows.reduce((sum, { amount_atomic }) => sum + Number(amount_atomic), 0),
    }
  }
}
