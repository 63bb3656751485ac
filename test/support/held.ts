import type { Held } from '../../src/refresh/lease.ts'

/** A lease that only ends with the signal. */
export function heldUntil(signal: AbortSignal): Held {
  return { signal, check: () => signal.throwIfAborted() }
}
