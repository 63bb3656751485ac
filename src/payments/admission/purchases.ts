/** What a payer has bought before: who pays is given more room than who has never paid. */
import type { Clock } from '../../platform/clock.ts'
import { createLruMap } from '../../platform/lru-map.ts'

const DAY_MS = 86_400_000
/** A payer with a settled call within this time has calls of the register kept for him. */
const PROVEN_MS = 30 * DAY_MS
const BELIEVED_MS = 60_000
const MAX_PAYERS = 20_000
/** More settled calls of one day are not counted: they would allow more than the register answers. */
const MAX_COUNTED = 500

export interface Settled {
  /** When the payer's newest payment was settled; null: never. */
  lastMs: number | null
  /** Payments since the given time, up to the given number. */
  count: number
}

/** A promise only where the ledger has to be asked. */
export interface Purchases {
  /** Settled calls of the last day. */
  settledToday(payer: string): number | Promise<number>
  isProven(payer: string): boolean | Promise<boolean>
  /** One more was settled, here and now. */
  noteSettled(payer: string): void
}

interface Known {
  lastMs: number | null
  today: number
  readMs: number
}

/** `read`: from the ledger, which all replicas share. What it said is believed for a minute; own sales count at once. */
export function createPurchases(
  read: (payer: string, sinceMs: number, most: number) => Promise<Settled>,
  clock: Clock,
): Purchases {
  const known = createLruMap<Known>(MAX_PAYERS)

  function withKnown<T>(payer: string, tell: (of: Known) => T): T | Promise<T> {
    const nowMs = clock.nowMs()
    const remembered = known.get(payer)
    return remembered && nowMs - remembered.readMs < BELIEVED_MS
      ? tell(remembered)
      : readKnown(payer, nowMs).then(tell)
  }

  async function readKnown(payer: string, nowMs: number): Promise<Known> {
    const { lastMs, count } = await read(payer, nowMs - DAY_MS, MAX_COUNTED)
    const fresh = { lastMs, today: count, readMs: nowMs }
    known.set(payer, fresh)
    return fresh
  }

  return {
    settledToday: (payer) => withKnown(payer, ({ today }) => today),
    isProven: (payer) =>
      withKnown(payer, ({ lastMs }) => lastMs !== null && clock.nowMs() - lastMs < PROVEN_MS),
    noteSettled(payer) {
      const remembered = known.get(payer)
      if (!remembered) return
      remembered.lastMs = clock.nowMs()
      remembered.today = Math.min(MAX_COUNTED, remembered.today + 1)
    },
  }
}
