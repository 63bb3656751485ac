import type { ActiveLease } from '../../src/background/lease.ts'

/** A lease that only ends with the signal. */
export function heldUntil(signal: AbortSignal): ActiveLease {
  return { signal, check: () => signal.throwIfAborted() }
}
