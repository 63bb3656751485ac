import type { HeldLease } from '../../src/background/lease.ts'

/** A lease that only ends with the signal. */
export function heldUntil(signal: AbortSignal): HeldLease {
  return { signal, check: () => signal.throwIfAborted() }
}
