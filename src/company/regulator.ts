/**
 * The regulator's standing of a company: policy (fallback mode), cache windows and failures in one
 * place.
 */

import type { FreshCache } from '../background/fresh-cache.ts'
import type { ReadTimeouts } from '../background/read-timeouts.ts'
import { buildDegradation, describeFailure } from '../background/source.ts'
import { instant } from '../platform/clock.ts'
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
  budgetMs: number
}): Regulator {
  const { client, cache, budgetMs } = options
  if (client === null) {
    const reading: StandingReading = {
      standing: { outcome: 'not_consulted', reason: FALLBACK_NOTE },
      sources: [],
      degradations: [],
    }
    return { consulted: false, standing: async () => reading, isCached: async () => true }
  }

  const copyOf = (id: string) => ({
    layout: FCA_STANDING,
    id,
    windowMs: (_: number, { outcome }: StandingFacts) =>
      outcome === 'matched' ? MATCH_WINDOW_MS : MISS_WINDOW_MS,
  })

  return {
    consulted: true,
    isCached: async (number) => (await cache.findCached(copyOf(number))) !== null,
    async standing(profile, timeouts) {
      try {
        const fetch = () => client.standing(profile, AbortSignal.timeout(budgetMs))
        const reading = await cache.read({ ...copyOf(profile.number), fetch, timeouts })
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
