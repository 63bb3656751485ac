/** Earlier purchases of a payer: a payer who has bought before gets more calls than one who has not. */
import type { Clock } from '../../platform/clock.ts'
import { createLruMap } from '../../platform/lru-map.ts'

const DAY_MS = 86_400_000
/** Calls of the company register are reserved for payers with a settled call within this time. */
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

/** Returns a promise only if the ledger has to be read. */
export interface Purchases {
  /** Settled calls of the last day. */
  countSettledToday(payer: string): number | Promise<number>
  isProven(payer: string): boolean | Promise<boolean>
  /** One more was settled, here and now. */
  noteSettled(payer: string): void
}

interface Known {
  lastMs: number | null
  today: number
  /** On the monotonic clock. */
  readMs: number
}

/** Remembers for a minute what `read` returned from the ledger, which all replicas share. Sales of this process count immediately. */
export function createPurchases(
  read: (payer: string, sinceMs: number, most: number) => Promise<Settled>,
  clock: Clock,
): Purchases {
  const known = createLruMap<Known>(MAX_PAYERS)

  function withKnown<T>(payer: string, read: (known: Known) => T): T | Promise<T> {
    const remembered = known.get(payer)
    return remembered && clock.elapsedMs() - remembered.readMs < BELIEVED_MS
      ? read(remembered)
      : readKnown(payer).then(read)
  }

  async function readKnown(payer: string): Promise<Known> {
    const readMs = clock.elapsedMs()
    const { lastMs, count } = await read(payer, clock.nowMs() - DAY_MS, MAX_COUNTED)
    const fresh = { lastMs, today: count, readMs }
    known.set(payer, fresh)
    return fresh
  }

  return {
    countSettledToday: (payer) => withKnown(payer, ({ today }) => today),
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
