/**
 * Who is behind the request that is being answered, as far as the pace of an upstream has to know.
 * Carried by the asynchronous context: operations and a shared cache stand between the gate, which
 * knows it, and the upstream, which needs it, and have no business with it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Buyer {
  payer: string
  paidAtomic: number
}

export interface Caller {
  /** Has bought something lately. */
  readonly hasRecentPurchase: boolean
  /**
   * The payer and what it paid lately, in atomic units: the share of reserved calls that it may
   * use.
   */
  readonly buyer?: Buyer | undefined
  /** Answered only from data within its window, without a fetch. */
  readonly cacheOnly?: boolean
  /** One row of a batch request. It yields to requests for one subject. */
  readonly isBatchRow?: boolean
  /**
   * How many calls of a source that counts them the request may make; absent: one. All are reserved
   * before the first one is made.
   */
  mayNeed?: number
  /** The reserved calls. The source sets it with the first call. */
  reservation?: Promise<Reservation>
  /**
   * Further calls that were taken one by one from the share of a buyer. They end with the request.
   */
  drawn?: readonly Reservation[]
}

/** Calls that are reserved for one request. */
export interface Reservation {
  /** Uses one of them. False: none is left, or their time is over. */
  spend(): boolean
  /** Returns those that were not used. */
  giveBack(): void
  /** Ends the share of a buyer whose call ended unpaid. */
  forfeit?(): void
}

/** The data is not stored, or not fresh, and must not be fetched for this caller. */
class NotCached extends Error {
  override name = 'NotHeld'
}

/** @throws NotCached for a caller with `cacheOnly` */
export function assertMayFetch(): void {
  if (callers.getStore()?.cacheOnly) throw new NotCached('not held')
}

const callers = new AsyncLocalStorage<Caller>()

export function runFor<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work)
}

/** Does the work for a caller and then returns the calls that it reserved and did not use. */
export async function runToTheEnd<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await runFor(caller, work)
  } finally {
    giveBackCalls(caller)
  }
}

/** Returns the calls that were reserved for a caller and not used. */
export function giveBackCalls({ reservation, drawn = [] }: Caller): void {
  for (const calls of drawn) calls.giveBack()
  void reservation?.then(
    (calls) => calls.giveBack(),
    () => {},
  )
}

/** Ends the share of reserved calls of a caller whose call ended unpaid. */
export function forfeitCalls({ reservation, drawn = [] }: Caller): void {
  for (const calls of drawn) calls.forfeit?.()
  void reservation?.then(
    (calls) => calls.forfeit?.(),
    () => {},
  )
}

/** Undefined outside of any request. */
export function currentCaller(): Caller | undefined {
  return callers.getStore()
}
