/**
 * The profile of a company. The first of these that there is answers:
 *
 * 1. the mirror's row, if it is the whole profile and its stream is current;
 * 2. the cached copy, if it is fresh: within its window, and fetched after the last streamed
 * change;
 * 3. the mirror's row of the monthly file, if its stream is current and no other fields are needed;
 * 4. the register, for as long as the request waits (`background/read-timeouts.ts`);
 * 5. the newer one of cached copy and mirror's row, with the reason why the register gave nothing.
 *    A spent quota is such a reason.
 *
 * If there is none, the error is UPSTREAM_UNAVAILABLE and nothing is charged.
 */

import type { CachedValue, CacheQuery, FreshCache } from '../background/fresh-cache.ts'
import type { ReadTimeouts } from '../background/read-timeouts.ts'
import { describeFailure, OLDEST_SERVED_MS } from '../background/source.ts'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { createLruMap } from '../platform/lru-map.ts'
import { STREAM_SOURCE } from './mirror/follow.ts'
import type { KnownCompany } from './mirror/known.ts'
import type { RegisteredFacts } from './model/facts.ts'
import { BULK_FILE, COMPANY_WINDOW_MS } from './source.ts'
import { createNotFoundError, createUnavailableError } from './source-status.ts'
import type { CompaniesHouse } from './sources/companies-house.ts'
import { COMPANIES_HOUSE } from './sources/register-calls.ts'
import { PROFILE } from './stored-layouts.ts'

const ABSENT_FOR_MS = 10 * 60_000

export interface ProfileReading {
  reading: CachedValue<RegisteredFacts>
  source: string
  /** Whether all of the register's fields are present, not only those of the monthly file. */
  whole: boolean
}

/**
 * State without a query: a profile could be served, the register recently had none, or it would
 * have to be queried.
 */
export type Knowledge = 'held' | 'absent' | 'unknown'

export interface ProfileReader {
  read(
    number: string,
    register: CompaniesHouse,
    asking: { timeouts: ReadTimeouts; known: KnownCompany; whole: boolean },
  ): Promise<ProfileReading>
  /**
   * The reading that the mirror gives alone, whatever other calls have fetched; `null` if there is
   * none.
   */
  readMirrored(known: KnownCompany): ProfileReading | null
  /** Returns the state without a query. */
  knows(number: string, known: KnownCompany): Promise<Knowledge>
}

export function createProfileReader({
  cache,
  clock,
  budgetMs,
}: {
  cache: FreshCache
  clock: Clock
  budgetMs: number
}): ProfileReader {
  /**
   * Numbers that the register said it does not hold, with the time until which that is believed.
   */
  const absent = createLruMap<number>(10_000)
  const isAbsent = (number: string) => (absent.get(number) ?? 0) > clock.elapsedMs()

  /** Reads the fresh copy, else the register, else an old copy (2, 4 and the copy of 5). */
  async function readThroughCache(
    copy: CopyQuestion,
    register: CompaniesHouse,
    timeouts: ReadTimeouts,
  ): Promise<CachedValue<RegisteredFacts>> {
    const number = copy.id
    if (isAbsent(number)) throw createNotFoundError(number)
    const fetch = async () => {
      const facts = await register.profile(number, AbortSignal.timeout(budgetMs))
      if (facts) return facts
      absent.set(number, clock.elapsedMs() + ABSENT_FOR_MS)
      throw createNotFoundError(number)
    }
    const reading = await cache.read({ ...copy, fetch, timeouts })
    // The register's "no such company" outweighs an old copy.
    if (isAbsent(number)) throw createNotFoundError(number)
    return reading
  }

  async function read(
    number: string,
    register: CompaniesHouse,
    { timeouts, known, whole }: { timeouts: ReadTimeouts; known: KnownCompany; whole: boolean },
  ): Promise<ProfileReading> {
    const { windowMs, changedMs } = known.part('profile')
    const copy = { layout: PROFILE, id: number, windowMs, changedMs }
    if (known.fresh && known.facts) {
      if (known.whole) return readMirrored(known, FRESH)
      const cached = await cache.findCached(copy)
      if (cached) return ofRegister(cached)
      if (!whole) return readMirrored(known, FRESH)
    }

    /** A row that the stream confirmed within the window is as good as a fetch at that time. */
    const isRecent = clock.nowMs() - known.asOfMs <= COMPANY_WINDOW_MS
    const readRow = (given: Pick<CachedValue<unknown>, 'state' | 'failure'>) =>
      readMirrored(known, isRecent ? FRESH : given)
    try {
      const reading = await readThroughCache(copy, register, timeouts)
      const isRowNewer =
        reading.state !== 'fresh' && known.facts !== null && known.asOfMs > reading.fetchedMs
      return isRowNewer ? readRow(reading) : ofRegister(reading)
    } catch (error) {
      if (error instanceof ServiceError) throw error
      if (known.facts === null) throw createUnavailableError(error)
      return readRow({ state: 'failed', failure: describeFailure(COMPANIES_HOUSE, error) })
    }
  }

  return {
    read,
    // A stored copy of the register goes before a row of the monthly file.
    readMirrored: (known) =>
      known.fresh && known.whole && known.facts ? readMirrored(known, FRESH) : null,
    async knows(number, { facts, fresh }) {
      if (facts !== null && fresh) return 'held'
      if (isAbsent(number)) return 'absent'
      if (facts !== null) return 'held'
      return (await cache.findCached({ layout: PROFILE, id: number, windowMs: OLDEST_SERVED_MS }))
        ? 'held'
        : 'unknown'
    },
  }
}

type CopyQuestion = Omit<CacheQuery<RegisteredFacts>, 'fetch' | 'timeouts'>

const ofRegister = (reading: CachedValue<RegisteredFacts>): ProfileReading => ({
  reading,
  source: COMPANIES_HOUSE,
  whole: true,
})

/** The row is as good as the register's answer. */
const FRESH = { state: 'fresh', failure: null } as const

/** @param given what the register gave instead */
function readMirrored(
  known: KnownCompany,
  { state, failure }: Pick<CachedValue<unknown>, 'state' | 'failure'>,
): ProfileReading {
  return {
    reading: { value: known.facts!, fetchedMs: known.asOfMs, state, failure },
    source: known.whole || known.asOfMs > known.writtenMs ? STREAM_SOURCE : BULK_FILE,
    whole: known.whole,
  }
}
