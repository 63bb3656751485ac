/**
 * The register's calls: what a request reserves before its first one, from which share, and how
 * each attempt is counted.
 */
import { type Caller, currentCaller, type Reservation } from '../../platform/caller.ts'
import { sha256Hex } from '../../platform/hash.ts'
import type { LeaseClock } from '../../platform/lease-clock.ts'
import { createMemorySlots, type Slots } from '../../platform/slots.ts'
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

interface SharedCallsOptions {
  upstream: string
  /** Name of the counted calls in the store. */
  name: string
  calls: number
  reserved: number
  /** The store in which replicas share the calls; null: there is one process. */
  counters: Pick<Counters, 'slots' | 'add' | 'read'> | null
  leases: Pick<LeaseClock, 'nowMs'>
  slots: Slots
}

/** Calls of one API for all callers, of which some are reserved for earlier buyers. */
function createSharedCalls({ upstream, calls, leases, slots, ...options }: SharedCallsOptions) {
  const { reserved } = options
  const all = createCallBudget({
    upstream,
    slots,
    calls,
    reserved,
    perMs: QUOTA_WINDOW_MS,
    clock: leases,
  })
  const shares = createCallShares({ ...options, leases })
  return {
    all,
    shares,
    /** Reserves calls of all callers, else of the share of an earlier buyer. */
    async reserve({ buyer }: Caller, count: number): Promise<Reservation> {
      try {
        return await all.reserve(count, false)
      } catch (error) {
        if (!buyer || !(error instanceof NoCallLeft)) throw error
        const drawn = await shares.draw(buyer, count, () => all.reserve(count, true))
        if (!drawn) throw error
        return drawn
      }
    },
  }
}

/** Runs attempts in turn, each after it has used a call. */
function createCountedPace(concurrency: number, spend: (caller: Caller) => Promise<void>): Pace {
  const turns = createPace({ concurrency })
  return {
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
  }
}

/** Uses one call that was not reserved before. One of a buyer's share ends with the request. */
async function spendFurther(caller: Caller, reserving: Promise<Reservation>): Promise<void> {
  const call = await reserving
  call.spend()
  if (call.forfeit) caller.drawn = [...(caller.drawn ?? []), call]
  else call.giveBack()
}

type CallsOptions = { apiKey: string; calls: number } & Pick<
  SharedCallsOptions,
  'counters' | 'leases'
>

/** Creates the pace of the document API, which the register counts apart. */
export function createDocumentPace(options: CallsOptions & { upstream: string }): Pace {
  const name = `documents/${hashKey(options.apiKey)}`
  const reserved = Math.floor(options.calls / 4)
  const slots = openSlots(options, name)
  const { reserve } = createSharedCalls({ ...options, name, reserved, slots })
  return createCountedPace(8, (caller) => spendFurther(caller, reserve(caller, 1)))
}

const openSlots = ({ counters }: Pick<CallsOptions, 'counters'>, name: string) =>
  counters?.slots(name) ?? createMemorySlots()

/** The register counts by key. */
const hashKey = (apiKey: string) => sha256Hex(apiKey).slice(0, 12)

export function createRegisterCalls(options: CallsOptions): RegisterCalls {
  const { calls } = options
  const reserved = countReserved(calls)
  const name = `register/${hashKey(options.apiKey)}`
  const slots = openSlots(options, `${name}/all`)
  const shared = createSharedCalls({ ...options, upstream: COMPANIES_HOUSE, name, reserved, slots })
  const { all, shares } = shared
  const forMany = createCallBudget({
    upstream: COMPANIES_HOUSE,
    slots: openSlots(options, `${name}/many`),
    calls: countForMany(calls),
    reserved: 0,
    perMs: QUOTA_WINDOW_MS,
    clock: options.leases,
  })

  async function reserve(caller: Caller, count: number): Promise<Reservation> {
    if (!caller.isBatchRow) return await shared.reserve(caller, count)
    const many = await forMany.reserve(count, true)
    try {
      return both(many, await shared.reserve(caller, count))
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
        {
          cause,
        },
      )
    })

  return {
    async begin(caller) {
      caller.reservation ??= ensure(reserve(caller, caller.mayNeed ?? 1))
      await caller.reservation
    },
    // A further page or attempt reserves its own.
    pace: createCountedPace(16, async (caller) => {
      const reserved = await caller.reservation
      if (!reserved?.spend()) await spendFurther(caller, ensure(reserve(caller, 1)))
    }),
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
