/**
 * Who is behind the request that is being answered, as far as the pace of an upstream has to know. Carried by the asynchronous context: operations
 * and a shared cache stand between the gate, which knows it, and the upstream, which needs it, and have no business with it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Caller {
  /** Has bought something lately. */
  readonly proven: boolean
  /** Whether this request has had a call from the share of all: what it began it may finish. */
  begun: boolean
  /** Answered from what is held within its window, or not at all: nobody is asked for it. */
  readonly heldOnly?: boolean
  /** A row of many that one request asks for: it gives way to requests of their own. */
  readonly oneOfMany?: boolean
}

/** What was asked for is not held, or no longer fresh, and must not be fetched for this caller. */
class NotHeld extends Error {
  override name = 'NotHeld'
}

/** @throws NotHeld for a caller who is answered from what is held */
export function mayAskOthers(): void {
  if (callers.getStore()?.heldOnly) throw new NotHeld('not held')
}

const callers = new AsyncLocalStorage<Caller>()

export function answeringFor<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work)
}

/** Undefined outside of any request. */
export function currentCaller(): Caller | undefined {
  return callers.getStore()
}
