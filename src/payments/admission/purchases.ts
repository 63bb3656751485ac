/**
 * Earlier purchases of a payer: a payer who has bought before gets more calls than one who has not.
 */
import type { Clock } from '../../platform/clock.ts'
import { createLruMap } from '../../platform/lru-map.ts'

const DAY_MS = 86_400_000
/** Calls of the company register are reserved for payers with a settled call within this time. */
const PROVEN_MS = 30 * DAY_MS
const BELIEVED_MS = 60_000
const MAX_PAYERS = 20_000
/**
 * More settled calls of one day are not counted: they would allow more than the register answers.
 */
const MAX_COUNTED = 500

export interface Settled {
  /** When the payer's newest payment of the last 30 days was settled; null if there is none. */
  lastMs: number | null
  /** Payments of the last day, up to the given number. */
  count: number
  /** Amount of the payments of the last 30 days, up to the given number. */
  paidAtomic: number
}

/** Returns a promise only if the ledger has to be read. */
export interface Purchases {
  /** Settled calls of the last day. */
  countSettledToday(payer: string): number | Promise<number>
  /** Returns what the payer paid in the last 30 days, in atomic units; 0 without a purchase. */
  paidRecently(payer: string): number | Promise<number>
  /** One more was settled, here and now. */
  noteSettled(payer: string, amountAtomic: number): void
}

interface Known {
  lastMs: number | null
  today: number
  paidAtomic: number
  /** On the monotonic clock. */
  readMs: number
}

/**
 * Remembers for a minute what `read` returned from the ledger, which all replicas share. Sales of
 * this process count immediately.
 */
export function createPurchases(
  read: (
    payer: string,
    since: { todayMs: number; recentMs: number; most: number },
  ) => Promise<Settled>,
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
    const nowMs = clock.nowMs()
    const { lastMs, count, paidAtomic } = await read(payer, {
      todayMs: nowMs - DAY_MS,
      recentMs: nowMs - PROVEN_MS,
      most: MAX_COUNTED,
    })
    const fresh = { lastMs, today: count, paidAtomic, readMs }
    known.set(payer, fresh)
    return fresh
  }

  return {
    countSettledToday: (payer) => withKnown(payer, ({ today }) => today),
    paidRecently: (payer) =>
      withKnown(payer, ({ lastMs, paidAtomic }) =>
        lastMs !== null && clock.nowMs() - lastMs < PROVEN_MS ? paidAtomic : 0,
      ),
    noteSettled(payer, amountAtomic) {
      const remembered = known.get(payer)
      if (!remembered) return
      remembered.lastMs = clock.nowMs()
      remembered.paidAtomic += amountAtomic
      remembered.today = Math.min(MAX_COUNTED, remembered.today + 1)
    },
  }
}
