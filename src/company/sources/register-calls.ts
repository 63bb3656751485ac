/**
 * The register's calls: what a request reserves before its first one, from which share, and how
 * each attempt is counted.
 */
import { type Caller, currentCaller, type Reservation } from '../../platform/caller.ts'
import { sha256Hex } from '../../platform/hash.ts'
import type { LeaseClock } from '../../platform/lease-clock.ts'
import { createMemorySlots } from '../../platform/slots.ts'
import type { Counters } from '../../store/counters.ts'
import { createCallBudget, NoCallLeft } from '../../upstream/call-budget.ts'
import { UpstreamError } from '../../upstream/http.ts'
import { createPace, type Pace } from '../../upstream/pace.ts'
import { countForMany, countReserved, QUOTA_WINDOW_MS } from '../limits.ts'
import { COMPANIES_HOUSE } from '../source.ts'
import { createCallShares } from './call-shares.ts'

export interface RegisterCalls {
  /**
   * Reserves all calls that the caller may need, once. @throws UpstreamError where there are not so
   * many
   */
  begin(caller: Caller): Promise<void>
  /** Runs attempts in turn, each of which uses a call that the caller has reserved. */
  pace: Pace
  /**
   * Calls that are neither reserved nor made in the last five minutes, and how many of all are
   * reserved for earlier buyers.
   */
  countLeft(): Promise<{ left: number; reserved: number }>
  /** Calls that rows of many could reserve now. */
  room(caller: Caller | undefined): Promise<number>
}

export function createRegisterCalls(options: {
  apiKey: string
  calls: number
  /** The store in which replicas share the calls; null: there is one process. */
  counters: Pick<Counters, 'slots' | 'add' | 'read'> | null
  leases: Pick<LeaseClock, 'nowMs'>
}): RegisterCalls {
  const { apiKey, calls, counters, leases } = options
  const reserved = countReserved(calls)
  // The register counts by key.
  const name = `register/${sha256Hex(apiKey).slice(0, 12)}`
  const openSlots = (share: string) => counters?.slots(`${name}/${share}`) ?? createMemorySlots()
  const common = { upstream: COMPANIES_HOUSE, perMs: QUOTA_WINDOW_MS, clock: leases }
  const all = createCallBudget({ ...common, slots: openSlots('all'), calls, reserved })
  const forMany = createCallBudget({
    ...common,
    slots: openSlots('many'),
    calls: countForMany(calls),
    reserved: 0,
  })
  const turns = createPace({ concurrency: 16 })
  const shares = createCallShares({ name, reserved, leases, counters })

  /**
   * Reserves calls of all callers, and only where these are used up calls of the share of an
   * earlier buyer.
   */
  async function reserveForOne({ buyer }: Caller, count: number): Promise<Reservation> {
    try {
      return await all.reserve(count, false)
    } catch (error) {
      if (!buyer || !(error instanceof NoCallLeft)) throw error
      const drawn = await shares.draw(buyer, count, () => all.reserve(count, true))
      if (!drawn) throw error
      return drawn
    }
  }

  async function reserve(caller: Caller, count: number): Promise<Reservation> {
    if (!caller.isBatchRow) return await reserveForOne(caller, count)
    const many = await forMany.reserve(count, true)
    try {
      return both(many, await reserveForOne(caller, count))
    } catch (error) {
      many.giveBack()
      throw error
    }
  }

  const ensure = <T>(reserving: Promise<T>): Promise<T> =>
    reserving.catch((cause: unknown) => {
      if (cause instanceof UpstreamError) throw cause
      throw new UpstreamError(
        COMPANIES_HOUSE,
        'throttled',
        'the store that counts the calls is away',
        { cause },
      )
    })

  /** Uses a reserved call; a further page or attempt reserves its own. */
  async function spend(caller: Caller): Promise<void> {
    const startedReservation = await caller.reservation
    if (startedReservation?.spend()) return
    const further = await ensure(reserve(caller, 1))
    further.spend()
    further.giveBack()
  }

  return {
    async begin(caller) {
      caller.reservation ??= ensure(reserve(caller, caller.mayNeed ?? 1))
      await caller.reservation
    },
    pace: {
      ...turns,
      run(task, signal, priority) {
        // The task before this one starts it, in the context of another caller.
        const caller = currentCaller() ?? { hasRecentPurchase: false }
        const spendAndRun = async () => {
          await spend(caller)
          return await task()
        }
        return turns.run(spendAndRun, signal, priority)
      },
    },
    countLeft: async () => ({ left: await all.countLeft(true), reserved }),
    async room(caller) {
      const [many, shared, total, earned] = await Promise.all([
        forMany.countLeft(true),
        all.countLeft(false),
        all.countLeft(true),
        caller?.buyer ? shares.of(caller.buyer) : 0,
      ])
      // Without a caller it is health that reads all.
      const share = caller ? earned : total
      return Math.min(many, shared + Math.min(share, total - shared))
    },
  }
}

/** Two reservations of the same calls. */
function both(one: Reservation, other: Reservation): Reservation {
  return {
    spend: () => one.spend() && other.spend(),
    giveBack() {
      one.giveBack()
      other.giveBack()
    },
    forfeit() {
      one.forfeit?.()
      other.forfeit?.()
    },
  }
}
