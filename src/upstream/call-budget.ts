/**
 * The calls that an upstream allows within a window, as numbered slots. A request reserves all the
 * slots that it may need before its first call, or none. A slot is free again when every call that
 * was made in it is older than the window, so no window ever holds more calls than there are slots.
 * The first slots are reserved for some callers. Slots of a process that died become free by
 * themselves.
 */
import type { Reservation } from '../platform/caller.ts'
import type { LeaseClock } from '../platform/lease-clock.ts'
import type { Slots } from '../platform/slots.ts'
import { UpstreamError } from './http.ts'

export interface CallBudgetOptions {
  /** The name of the upstream in failures. */
  upstream: string
  slots: Slots
  /** At most so many calls within any `perMs`, … */
  calls: number
  /** … of which so many are reserved for callers who may use them. */
  reserved: number
  perMs: number
  /** Not moved by steps of the time of day, and on PostgreSQL equal for all replicas. */
  clock: Pick<LeaseClock, 'nowMs'>
}

export interface CallBudget {
  /**
   * Reserves so many calls, or as many as there are where these are fewer. @throws NoCallLeft;
   * StoreUnavailable
   */
  reserve(count: number, mayUseReserved: boolean): Promise<Reservation>
  /** Calls that could be reserved now. @throws StoreUnavailable */
  countLeft(mayUseReserved: boolean): Promise<number>
}

/** The caller's share of the calls is used up, which says nothing about the upstream. */
export class NoCallLeft extends UpstreamError {}

/**
 * Parts of the window: how long reserved calls may be made, and how long the last one may take to
 * arrive.
 */
const SPENT_WITHIN = 1 / 20
const ARRIVES_WITHIN = 1 / 60

export function createCallBudget({
  upstream,
  slots,
  calls,
  reserved,
  perMs,
  clock,
}: CallBudgetOptions): CallBudget {
  const fromOf = (mayUseReserved: boolean) => (mayUseReserved ? 0 : reserved)
  const spendMs = Math.ceil(perMs * SPENT_WITHIN)
  const arrivesMs = Math.ceil(perMs * ARRIVES_WITHIN)

  /**
   * Returns the end times of the slots that a caller may use; free slots have `nowMs`. The clock
   * may advance during the query, so the caller reads it once.
   */
  async function listEnds(from: number, nowMs: number): Promise<number[]> {
    const used = await slots.listUsed(nowMs)
    return Array.from({ length: calls - from }, (_, index) => used.get(from + index) ?? nowMs)
  }

  function reservation(
    taken: readonly number[],
    { nowMs, untilMs }: { nowMs: number; untilMs: number },
  ): Reservation {
    const unspent = [...taken]
    const spent: number[] = []
    let lastMs = nowMs
    let isOver = false
    return {
      spend() {
        if (isOver || clock.nowMs() > nowMs + spendMs || unspent.length === 0) return false
        lastMs = clock.nowMs()
        spent.push(unspent.shift()!)
        return true
      },
      giveBack() {
        if (isOver) return
        isOver = true
        // Without the store they end by themselves, only later.
        const hold = (some: readonly number[], newUntilMs: number) =>
          slots.hold(some, untilMs, newUntilMs).catch(() => {})
        if (unspent.length > 0) void hold(unspent, clock.nowMs())
        if (spent.length > 0) void hold(spent, lastMs + perMs + arrivesMs)
      },
    }
  }

  return {
    async reserve(count, mayUseReserved) {
      const from = fromOf(mayUseReserved)
      const most = Math.min(count, calls - from)
      // Read before the query, which may be slow.
      const nowMs = clock.nowMs()
      const untilMs = nowMs + spendMs + perMs + arrivesMs
      const taken = await slots.take({ count: most, from, to: calls, nowMs, untilMs })
      if (taken.length === most) return reservation(taken, { nowMs, untilMs })
      const ends = (await listEnds(from, nowMs)).sort((a, b) => a - b)
      const retryAfterMs = Math.max(1, Math.min(perMs, ends[most - 1]! - clock.nowMs()))
      const detail = mayUseReserved
        ? 'the calls of these five minutes are spent'
        : 'the calls left are reserved for earlier buyers'
      throw new NoCallLeft(upstream, 'throttled', detail, { retryAfterMs })
    },
    async countLeft(mayUseReserved) {
      const nowMs = clock.nowMs()
      return (await listEnds(fromOf(mayUseReserved), nowMs)).filter((endMs) => endMs <= nowMs)
        .length
    },
  }
}
