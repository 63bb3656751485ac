/**
 * Watched companies are read again in the background when their last seen state is past its window:
 * one after the other, with a tenth of the register's calls, after requests of buyers. A call for
 * changes costs the register nothing. Addresses take turns, so a caller who watches many companies
 * does not delay one who watches few.
 */

import { runToTheEnd } from '../platform/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { createLruMap } from '../platform/lru-map.ts'
import type { SeenCompanies } from '../store/company-seen.ts'
import { SEEN_PARTS } from './change-recorder.ts'
import { COMPANY_WINDOW_MS } from './limits.ts'

export interface BackgroundWatch {
  /** Wants them looked at where they are not fresh. */
  request(numbers: readonly string[], address: string): Promise<void>
  /** Looks at the next one that is wanted. False: none is. */
  next(): Promise<boolean>
}

/** Two calls a company, from a tenth of what the register allows in five minutes. */
export const watchEveryMs = (callsPer5Min: number) => 6_000_000 / callsPer5Min
const MOST_OF_AN_ADDRESS = 200
const MOST_ADDRESSES = 500
/** A number that is not on the register, or could not be looked at, is let be for so long. */
const REST_MS = 30 * 60_000

export function createBackgroundWatch({
  seenCompanies,
  clock,
  look,
}: {
  seenCompanies: SeenCompanies
  clock: Clock
  look: (number: string) => Promise<unknown>
}): BackgroundWatch {
  /** Each address with what it waits for; the first is served next, and goes to the end. */
  const waiting = new Map<string, Set<string>>()
  const restingUntilMs = createLruMap<number>(20_000)

  return {
    async request(numbers, address) {
      const seen = await seenCompanies.of(numbers)
      const nowMs = clock.nowMs()
      const isWanted = (number: string) => {
        if ((restingUntilMs.get(number) ?? 0) > clock.elapsedMs()) return false
        const known = seen.get(number)
        return (
          !known ||
          known.parts < SEEN_PARTS.length ||
          known.outdated ||
          nowMs - known.seenMs > COMPANY_WINDOW_MS
        )
      }
      const wanted = numbers.filter(isWanted)
      if (wanted.length === 0) return
      const waitingNumbers = waiting.get(address) ?? new Set()
      if (!waiting.has(address) && waiting.size >= MOST_ADDRESSES) return
      waiting.set(address, waitingNumbers)
      for (const number of wanted)
        if (waitingNumbers.size < MOST_OF_AN_ADDRESS) waitingNumbers.add(number)
    },

    async next() {
      const [turn] = waiting
      if (!turn) return false
      const [address, numbers] = turn
      const [number] = numbers
      waiting.delete(address)
      if (number === undefined) return true
      numbers.delete(number)
      if (numbers.size > 0) waiting.set(address, numbers)
      restingUntilMs.set(number, clock.elapsedMs() + REST_MS)
      // Like a stranger: what is kept for buyers stays theirs.
      await runToTheEnd({ hasRecentPurchase: false }, () => look(number)).then(
        () => restingUntilMs.delete(number),
        () => {},
      )
      return true
    },
  }
}
