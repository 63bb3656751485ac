/** Purchases of a payer. One indexed query, whose caller remembers the result. */
import type { Store } from '../open.ts'

/** Payments of the configured network and asset: the newest, and how many since `sinceMs`, counted up to `most`. */
export function createBuyers(
  { ledger }: Pick<Store, 'ledger'>,
  settings: { network: string; asset: string },
) {
  const { network } = settings
  const asset = settings.asset.toLowerCase()
  return async (
    payer: string,
    sinceMs: number,
    most: number,
  ): Promise<{ lastMs: number | null; count: number }> => {
    const own = ledger.read
      .selectFrom('payments')
      .where('payer', '=', payer)
      .where('network', '=', network)
      .where('asset', '=', asset)
    const newest = await own
      .select('settled_ms')
      .orderBy('settled_ms', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!newest) return { lastMs: null, count: 0 }
    if (newest.settled_ms <= sinceMs) return { lastMs: newest.settled_ms, count: 0 }
    const recent = await own
      .select('settled_ms')
      .where('settled_ms', '>', sinceMs)
      .orderBy('settled_ms', 'desc')
      .limit(most)
      .execute()
    return { lastMs: newest.settled_ms, count: recent.length }
  }
}
