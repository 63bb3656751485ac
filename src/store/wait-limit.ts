/**
 * Limits how long one call waits for the store, over all its statements. Jobs wait as long as their
 * statements may take.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

interface StoreWait {
  leftMs: number
  /** Work that a call began for all callers goes on without its limit. */
  isOver: boolean
}

/**
 * A statement after the limit is still tried: the store may be back, and a settlement has to be
 * recorded.
 */
const LAST_TRY_MS = 500

const waits = new AsyncLocalStorage<StoreWait>()

/** Runs a call whose statements may together take this long. */
export function limitStoreWait<T>(limitMs: number, call: () => T): T {
  const wait: StoreWait = { leftMs: limitMs, isOver: false }
  const end = () => {
    wait.isOver = true
  }
  const result = waits.run(wait, call)
  if (result instanceof Promise) result.then(end, end)
  else end()
  return result
}

/**
 * Runs one step of a statement with the time that it may take, in ms; `null` if there is no limit.
 */
export async function withinStoreWait<T>(
  step: (withinMs: number | null) => Promise<T>,
): Promise<T> {
  const wait = waits.getStore()
  if (!wait || wait.isOver) return await step(null)
  const beganMs = performance.now()
  try {
    return await step(Math.max(LAST_TRY_MS, Math.ceil(wait.leftMs)))
  } finally {
    wait.leftMs -= performance.now() - beganMs
  }
}
