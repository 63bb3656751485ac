/** Calls of a source that are reserved for earlier buyers, divided by what each has paid. */
import type { Buyer, Reservation } from '../../platform/caller.ts'
import type { LeaseClock } from '../../platform/lease-clock.ts'
import { createLruMap } from '../../platform/lru-map.ts'
import { hashKey } from '../../platform/rate-limit.ts'
import type { Counters } from '../../store/counters.ts'
import {
  CALLS_EARNED,
  EARNED_BY_ATOMIC,
  EARNED_MS,
  QUOTA_WINDOW_MS,
  SHARE_OF_RESERVED,
} from '../limits.ts'

const MAX_PAYERS = 20_000

/**
 * Reserved calls that a payer may use in one window. @param lost calls of the last 30 days that
 * ended unpaid
 */
export function computeShare(paidAtomic: number, reserved: number, lost = 0): number {
  const most = Math.max(CALLS_EARNED, Math.floor(reserved * SHARE_OF_RESERVED))
  const earned = Math.floor((paidAtomic * CALLS_EARNED) / EARNED_BY_ATOMIC)
  return Math.max(0, Math.min(most, earned - lost))
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
  const used = createCount(`${name}/share`, QUOTA_WINDOW_MS, leases, counters)
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
