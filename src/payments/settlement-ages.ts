/** Time since each operation was last settled: a directory drops an entry without a settlement. */
import type { Clock } from '../platform/clock.ts'
import { type Currency, createBooks } from '../store/ledger/payment-report.ts'
import { readLastSettlements } from '../store/ledger/sales.ts'
import type { Store } from '../store/open.ts'

/** Coinbase's Bazaar drops an entry after this many days without a settlement. */
export const BAZAAR_FORGETS_DAYS = 30
/** Age at which the operator is warned. */
export const BAZAAR_WARNS_DAYS = 25

/** Commits of other replicas may appear this late. */
const OVERLAP_MS = 600_000

export interface SettlementAges {
  /** Reads the settlements since the last reading; the first reading covers the whole ledger. */
  refresh(): Promise<void>
  /**
   * Time of the last settlement by operation, in ms since the epoch; operations that never settled
   * are absent.
   */
  last(): ReadonlyMap<string, number>
}

export function createSettlementAges(options: {
  store: Pick<Store, 'ledger'>
  currency: Currency
  operations: readonly string[]
  clock: Clock
}): SettlementAges {
  const { store, operations, clock } = options
  const currency = {
    network: options.currency.network,
    asset: options.currency.asset.toLowerCase(),
  }
  const last = new Map<string, number>()
  let readUntilMs: number | null = null
  return {
    async refresh() {
      const untilMs = clock.nowMs()
      const fromMs =
        readUntilMs === null
          ? await createBooks(store).oldestSettledMs(currency)
          : readUntilMs - OVERLAP_MS
      if (fromMs !== null) {
        for (const [id, atMs] of await readLastSettlements(store, currency, operations, {
          fromMs,
          untilMs,
        }))
          last.set(id, atMs)
      }
      readUntilMs = untilMs
    },
    last: () => last,
  }
}
