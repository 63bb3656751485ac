/** Calls of a source that are reserved for earlier buyers, divided by what each has paid. */
import type { Buyer, Reservation } from '../../platform/caller.ts'
import type { LeaseClock } from '../../platform/lease-clock.ts'
import { createLruMap } from '../../platform/lru-map.ts'
import { hashKey } from '../../platform/rate-limit.ts'
import type { Counters } from '../../store/counters.ts'

export const WINDOW_MS = 300_000
/** Payments of this time earn calls, and calls that ended unpaid count against them. */
const EARNED_MS = 30 * 86_400_000
const MAX_PAYERS = 20_000

/**
 * A payment of so much, in atomic units of USDC, earns one reserved call in each window of 30 days:
 * a verdict earns the five that it may need.
 */
const PAID_PER_CALL = 20_000
/** The most of the reserved calls that one payer may use in a window. */
const SHARE_OF_RESERVED = 1 / 10
/** Calls that one verdict may need. A smaller share would not suffice for one. */
const SMALLEST_SHARE = 5

/**
 * Reserved calls that a payer may use in one window. @param lost calls of the last 30 days that
 * ended unpaid
 */
export function computeShare(paidAtomic: number, reserved: number, lost = 0): number {
  const most = Math.max(SMALLEST_SHARE, Math.floor(reserved * SHARE_OF_RESERVED))
  return Math.max(0, Math.min(most, Math.floor(paidAtomic / PAID_PER_CALL) - lost))
}

/** A count with a limited lifetime, shared by replicas where these share a store. */
function createCount(
  prefix: string,
  lengthMs: number,
  leases: Pick<LeaseClock, 'nowMs'>,
  counters: Pick<Counters, 'add' | 'read'> | null,
) {
  const held = createLruMap<{ count: number; endsMs: number }>(MAX_PAYERS)
  const keyOf = (payer: string) => `${prefix}/${hashKey(payer)}`
  function current(payer: string) {
    const known = held.get(payer)
    const nowMs = leases.nowMs()
    return known && known.endsMs > nowMs ? known : { count: 0, endsMs: nowMs + lengthMs }
  }
  return {
    /** Returns the count before. */
    async add(payer: string, count: number): Promise<number> {
      if (counters) return (await counters.add(keyOf(payer), count, lengthMs)).before
      const before = current(payer)
      held.set(payer, { ...before, count: before.count + count })
      return before.count
    },
    read: async (payer: string) =>
      counters ? await counters.read(keyOf(payer)) : current(payer).count,
  }
}

/** @param name the source whose calls are divided, with its key */
export function createCallShares({
  name,
  reserved,
  leases,
  counters,
}: {
  name: string
  reserved: number
  leases: Pick<LeaseClock, 'nowMs'>
  counters: Pick<Counters, 'add' | 'read'> | null
}) {
  const used = createCount(`${name}/share`, WINDOW_MS, leases, counters)
  const lost = createCount(`${name}/lost`, EARNED_MS, leases, counters)
  const note = (adding: Promise<number>) => void adding.catch(() => {})

  const of = async ({ payer, paidAtomic }: Buyer) =>
    computeShare(paidAtomic, reserved, await lost.read(payer))

  /**
   * Returns unused calls to the share. If the call ended unpaid, ends the share of this window and
   * debits what was earned by the calls that it used.
   */
  function watch(calls: Reservation, payer: string, count: number, share: number): Reservation {
    let unspent = count
    let isOver = false
    return {
      spend() {
        const isSpent = calls.spend()
        if (isSpent) unspent -= 1
        return isSpent
      },
      giveBack() {
        calls.giveBack()
        if (!isOver && unspent > 0) note(used.add(payer, -unspent))
        isOver = true
      },
      forfeit() {
        if (isOver) return
        isOver = true
        note(used.add(payer, share))
        note(lost.add(payer, count - unspent))
      },
    }
  }

  return {
    of,
    /**
     * Reserves calls from the buyer's share, or returns null if it has not so many. @throws what
     * `draw` throws
     */
    async draw(
      buyer: Buyer,
      count: number,
      draw: () => Promise<Reservation>,
    ): Promise<Reservation | null> {
      const share = await of(buyer)
      if (count > share) return null
      const giveBack = () => note(used.add(buyer.payer, -count))
      if ((await used.add(buyer.payer, count)) + count > share) {
        giveBack()
        return null
      }
      const calls = await draw().catch((failure: unknown) => {
        giveBack()
        throw failure
      })
      return watch(calls, buyer.payer, count, share)
    },
  }
}
