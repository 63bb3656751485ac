/** The profile of a company: from the mirror where it is current, else from the register, else the newest copy that there is. */

import type { CachedValue, FreshCache } from '../background/fresh-cache.ts'
import type { ReadTimeouts } from '../background/read-timeouts.ts'
import { describeFailure, OLDEST_SERVED_MS } from '../background/source.ts'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { createLruMap } from '../platform/lru-map.ts'
import { STREAM_SOURCE } from './mirror/follow.ts'
import type { KnownCompany, PartKnowledge } from './mirror/mirror.ts'
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
  /** The reading that the mirror gives alone, whatever other calls have fetched; `null` if there is none. */
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
  /** Numbers that the register said it does not hold, with the time until which that is believed. */
  const absent = createLruMap<number>(10_000)
  const isAbsent = (number: string) => (absent.get(number) ?? 0) > clock.elapsedMs()

  /** Requests the profile from the register unless a fresh copy is stored. */
  async function askProfile(
    number: string,
    register: CompaniesHouse,
    timeouts: ReadTimeouts,
    knowledge: PartKnowledge,
  ): Promise<CachedValue<RegisteredFacts>> {
    if (isAbsent(number)) throw createNotFoundError(number)
    const fetch = async () => {
      const facts = await register.profile(number, AbortSignal.timeout(budgetMs))
      if (facts) return facts
      absent.set(number, clock.elapsedMs() + ABSENT_FOR_MS)
      throw createNotFoundError(number)
    }
    const { windowMs, changedMs } = knowledge
    const reading = await cache.read({
      layout: PROFILE,
      id: number,
      windowMs,
      changedMs,
      fetch,
      timeouts,
    })
    // The register's "no such company" outweighs an old copy.
    if (isAbsent(number)) throw createNotFoundError(number)
    return reading
  }

  /**
   * Reads the mirror if it is current, else the register, else the newest copy. `whole`: fields
   * beyond the monthly file are needed.
   */
  async function read(
    number: string,
    register: CompaniesHouse,
    { timeouts, known, whole }: { timeouts: ReadTimeouts; known: KnownCompany; whole: boolean },
  ): Promise<ProfileReading> {
    const knowledge = known.part('profile')
    const readMirrored = (failure: string | null) => readMirroredProfile(known, failure)
    /** Data that the stream confirmed within the window is as good as a fetch at that time. */
    const recent = clock.nowMs() - known.asOfMs <= COMPANY_WINDOW_MS
    if (known.fresh && known.facts) {
      if (known.whole) return readMirrored(null)
      const copy = await cache.findCached({
        layout: PROFILE,
        id: number,
        windowMs: knowledge.windowMs,
        changedMs: knowledge.changedMs,
      })
      if (copy) return { reading: copy, source: COMPANIES_HOUSE, whole: true }
      if (!whole) return readMirrored(null)
    }
    try {
      const reading = await askProfile(number, register, timeouts, knowledge)
      const older =
        reading.state === 'failed' && known.facts !== null && known.asOfMs > reading.fetchedMs
      return older
        ? readMirrored(recent ? null : reading.failure)
        : { reading, source: COMPANIES_HOUSE, whole: true }
    } catch (error) {
      if (error instanceof ServiceError) throw error
      if (known.facts === null) throw createUnavailableError(error)
      // Current data stays current although the register, which has more fields, does not answer.
      return readMirrored(recent ? null : describeFailure(COMPANIES_HOUSE, error))
    }
  }

  return {
    read,
    // A stored copy of the register goes before a row of the monthly file.
    readMirrored: (known) =>
      known.fresh && known.whole && known.facts ? readMirroredProfile(known, null) : null,
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

function readMirroredProfile(known: KnownCompany, failure: string | null): ProfileReading {
  return {
    reading: {
      value: known.facts!,
      fetchedMs: known.asOfMs,
      state: failure === null ? 'fresh' : 'failed',
      failure,
    },
    source: known.whole || known.asOfMs > known.writtenMs ? STREAM_SOURCE : BULK_FILE,
    whole: known.whole,
  }
}
