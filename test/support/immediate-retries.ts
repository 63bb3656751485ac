/**
 * Retries failed calls of upstreams without a pause. `src/upstream/http.test.ts` tests the pauses.
 */
import { DelegateBackoff } from 'cockatiel'
import { afterEach, beforeEach, vi } from 'vitest'

const IMMEDIATE = { duration: 0, next: () => IMMEDIATE }

/** Removes the pauses before retries from the tests of a file. */
export function retryImmediately(): void {
  let spy: ReturnType<typeof vi.spyOn>
  beforeEach(() => {
    spy = vi.spyOn(DelegateBackoff.prototype, 'next').mockReturnValue(IMMEDIATE)
  })
  afterEach(() => spy.mockRestore())
}
