/**
 * The regulator's standing of a company: policy (fallback mode), cache windows and failures in one
 * place.
 */

import type { CachedValue, FreshCache } from '../background/fresh-cache.ts'
import type { ReadTimeouts } from '../background/read-timeouts.ts'
import { buildDegradation, describeFailure } from '../background/source.ts'
import { type Clock, instant } from '../platform/clock.ts'
import { MATCH_WINDOW_MS, MISS_WINDOW_MS } from './limits.ts'
import type { ProfileFacts, Standing, StandingFacts } from './model/facts.ts'
import { findTrouble } from './read-part.ts'
import type { SourceStatus } from './source-status.ts'
import { FCA_REGISTER, type FcaRegister } from './sources/fca-register.ts'
import { FCA_STANDING } from './stored-layouts.ts'

const SITE = 'https://register.fca.org.uk/'

export const FALLBACK_NOTE =
  'The FCA register is in fallback mode here: it was not consulted, so nothing is said about regulation.'

/** Without sources if the register was not consulted. */
export interface StandingReading extends SourceStatus {
  standing: Standing
}

export interface Regulator {
  readonly consulted: boolean
  /** Never rejects. */
  standing(profile: ProfileFacts, timeouts: ReadTimeouts): Promise<StandingReading>
  /** Whether a copy is here that would be served without asking. */
  isCached(number: string): Promise<boolean>
}

/** `client` null: fallback mode, which is a policy and lowers no confidence. */
export function createRegulator(options: {
  client: FcaRegister | null
  cache: FreshCache
  clock: Clock
  budgetMs: number
}): Regulator {
  const { client, cache, clock, budgetMs } = options
  if (client === null) {
    const reading: StandingReading = {
      standing: { outcome: 'not_consulted', reason: FALLBACK_NOTE },
      sources: [],
      degradations: [],
    }
    return { consulted: false, standing: async () => reading, isCached: async () => true }
  }

  /** A match is valid for a week, other results for a day. */
  const isOutdated = ({ value, fetchedMs }: CachedValue<StandingFacts>) =>
    value.outcome !== 'matched' && clock.nowMs() - fetchedMs > MISS_WINDOW_MS

  async function read(profile: ProfileFacts, register: FcaRegister, timeouts: ReadTimeouts) {
    const fetch = (): Promise<StandingFacts> =>
      register.standing(profile, AbortSignal.timeout(budgetMs))
    const question = { layout: FCA_STANDING, id: profile.number, fetch, timeouts }
    const reading = await cache.read({ ...question, windowMs: MATCH_WINDOW_MS })
    return reading.state === 'fresh' && isOutdated(reading)
      ? cache.read({ ...question, windowMs: MISS_WINDOW_MS })
      : reading
  }

  return {
    consulted: true,
    async isCached(number) {
      const copy = await cache.findCached({
        layout: FCA_STANDING,
        id: number,
        windowMs: MATCH_WINDOW_MS,
      })
      return copy !== null && !isOutdated(copy)
    },
    async standing(profile, timeouts) {
      try {
        const reading = await read(profile, client, timeouts)
        const source = { name: FCA_REGISTER, fetched: instant(reading.fetchedMs), url: SITE }
        const trouble = findTrouble(FCA_REGISTER, reading)
        const copyMs = reading.fetchedMs
        const degradations =
          trouble === null ? [] : [buildDegradation(FCA_REGISTER, { ...trouble, copyMs })]
        return { standing: reading.value, sources: [source], degradations }
      } catch (error) {
        const reason = describeFailure(FCA_REGISTER, error)
        return {
          standing: {
            outcome: 'unavailable',
            reason: `The FCA register is unavailable: ${reason}.`,
          },
          sources: [{ name: FCA_REGISTER, fetched: null, url: SITE }],
          degradations: [buildDegradation(FCA_REGISTER, { kind: 'failed', reason, copyMs: null })],
        }
      }
    },
  }
}
