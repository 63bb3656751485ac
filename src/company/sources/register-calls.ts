/** The register's calls: what a request reserves before its first one, from which share, and how each attempt is counted. */
import { type Caller, currentCaller, type Reservation } from '../../platform/caller.ts'
import { sha256Hex } from '../../platform/hash.ts'
import type { LeaseClock } from '../../platform/lease-clock.ts'
import { createLruMap } from '../../platform/lru-map.ts'
import { hashKey } from '../../platform/rate-limit.ts'
import { createMemorySlots } from '../../platform/slots.ts'
import type { Counters } from '../../store/counters.ts'
import { createCallBudget, NoCallLeft } from '../../upstream/call-budget.ts'
import { UpstreamError } from '../../upstream/http.ts'
import { createPace, type Pace } from '../../upstream/pace.ts'

export const COMPANIES_HOUSE = 'Companies House'
export const WINDOW_MS = 300_000
/** The two possible causes of a 403. */
export const FORBIDDEN =
  'the key is refused, or the address of this machine is blocked (2,000 calls in five minutes from one address)'

const MAX_PAYERS = 20_000
/** Reserved for buyers who have paid before. A tiny ceiling is halved. */
const countReserved = (calls: number) =>
  Math.min(Math.max(12, Math.ceil(calls / 4)), Math.floor(calls / 2))
/** The most that rows of screens may take together. The other half is for requests about one company. */
const countForMany = (calls: number) => Math.max(1, Math.floor(calls / 2))

/** A payment of so much, in atomic units of USDC, earns one reserved call in each window of 30 days: a verdict earns the five that it may need. */
const PAID_PER_CALL = 20_000
/** The most of the reserved calls that one payer may use in a window. */
const SHARE_OF_RESERVED = 1 / 10
/** Calls that one verdict may need. A smaller share would not suffice for one. */
const SMALLEST_SHARE = 5

/** Reserved calls that a payer may use in one window. */
export function computeShare(paidAtomic: number, reserved: number): number {
  const most = Math.max(SMALLEST_SHARE, Math.floor(reserved * SHARE_OF_RESERVED))
  return Math.min(most, Math.floor(paidAtomic / PAID_PER_CALL))
}

export interface RegisterCalls {
  /** Reserves all calls that the caller may need, once. @throws UpstreamError where there are not so many */
  begin(caller: Caller): Promise<void>
  /** Runs attempts in turn, each of which uses a call that the caller has reserved. */
  pace: Pace
  /** Calls that are neither reserved nor made in the last five minutes, and how many of all are reserved for earlier buyers. */
  countLeft(): Promise<{ left: number; reserved: number }>
  /** Calls that rows of many could reserve now. */
  room(caller: Caller | undefined): Promise<number>
}

export function createRegisterCalls(options: {
  apiKey: string
  calls: number
  /** The store in which replicas share the calls; null: there is one process. */
  counters: Pick<Counters, 'slots' | 'add'> | null
  leases: Pick<LeaseClock, 'nowMs'>
}): RegisterCalls {
  const { apiKey, calls, counters, leases } = options
  const reserved = countReserved(calls)
  // The register counts by key.
  const name = `register/${sha256Hex(apiKey).slice(0, 12)}`
  const openSlots = (share: string) => counters?.slots(`${name}/${share}`) ?? createMemorySlots()
  const common = { upstream: COMPANIES_HOUSE, perMs: WINDOW_MS, clock: leases }
  const all = createCallBudget({ ...common, slots: openSlots('all'), calls, reserved })
  const forMany = createCallBudget({
    ...common,
    slots: openSlots('many'),
    calls: countForMany(calls),
    reserved: 0,
  })
  const turns = createPace({ concurrency: 16 })
  const shares = createShares(leases, counters)

  /** Reserves calls of all callers, and only where these are used up calls of the share of an earlier buyer. */
  async function reserveForOne({ buyer }: Caller, count: number): Promise<Reservation> {
    try {
      return await all.reserve(count, false)
    } catch (error) {
      if (!buyer || !(error instanceof NoCallLeft)) throw error
      const share = computeShare(buyer.paidAtomic, reserved)
      if (!(await shares.take(buyer.payer, count, share))) throw error
      const drawn = await all.reserve(count, true).catch((failure: unknown) => {
        shares.giveBack(buyer.payer, count)
        throw failure
      })
      return shares.watch(drawn, buyer.payer, { count, share })
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
      const [many, shared, total] = await Promise.all([
        forMany.countLeft(true),
        all.countLeft(false),
        all.countLeft(true),
      ])
      // Without a caller it is health that reads all.
      const share = caller ? computeShare(caller.buyer?.paidAtomic ?? 0, reserved) : total
      return Math.min(many, shared + Math.min(share, total - shared))
    },
  }
}

/** Counts how much of its share each payer has used in the current window. */
function createShares(leases: Pick<LeaseClock, 'nowMs'>, counters: Pick<Counters, 'add'> | null) {
  const used = createLruMap<{ count: number; endsMs: number }>(MAX_PAYERS)

  /** Adds to the payer's count of this window and returns the count before. */
  async function add(payer: string, count: number): Promise<number> {
    if (counters) return (await counters.add(`share/${hashKey(payer)}`, count, WINDOW_MS)).before
    const nowMs = leases.nowMs()
    const known = used.get(payer)
    const current = known && known.endsMs > nowMs ? known : { count: 0, endsMs: nowMs + WINDOW_MS }
    used.set(payer, { ...current, count: current.count + count })
    return current.count
  }

  const giveBack = (payer: string, count: number) => void add(payer, -count).catch(() => {})

  return {
    giveBack,

    async take(payer: string, count: number, share: number): Promise<boolean> {
      if (count > share) return false
      if ((await add(payer, count)) + count <= share) return true
      giveBack(payer, count)
      return false
    },

    /** Returns unused calls to the share, and ends the share of this window if the call ended unpaid. */
    watch(calls: Reservation, payer: string, { count, share }: { count: number; share: number }) {
      let unspent = count
      let isOver = false
      const end = (change: number) => {
        if (!isOver && change !== 0) giveBack(payer, -change)
        isOver = true
      }
      return {
        spend() {
          const isSpent = calls.spend()
          if (isSpent) unspent -= 1
          return isSpent
        },
        giveBack() {
          calls.giveBack()
          end(-unspent)
        },
        forfeit: () => end(share),
      }
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
