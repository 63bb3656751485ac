/** The regulator's standing of a company: policy (fallback mode), cache windows and failures in one place. */
import type { Source } from '../contract/envelope.ts'
import { type Clock, instant } from '../kernel/clock.ts'
import { errorMessage } from '../kernel/errors.ts'
import type { FreshCache } from '../refresh/fresh-cache.ts'
import type { Degradation } from '../refresh/source.ts'
import type { ProfileFacts, Standing, StandingFacts } from './model/facts.ts'
import { FCA_REGISTER, type FcaRegister } from './sources/fca-register.ts'

export const MATCH_WINDOW_MS = 7 * 86_400_000
const MISS_WINDOW_MS = 86_400_000
const SITE = 'https://register.fca.org.uk/'

export const FALLBACK_NOTE = 'The FCA register is in fallback mode here: it was not consulted, so nothing is said about regulation.'

export interface StandingReading {
  standing: Standing
  /** Empty when the register was not consulted. */
  sources: Source[]
  degradations: Degradation[]
}

export interface Regulator {
  readonly consulted: boolean
  /** Never rejects. */
  standing(profile: ProfileFacts): Promise<StandingReading>
}

/** `client` null: fallback mode, which is a policy and lowers no confidence. */
export function createRegulator(options: { client: FcaRegister | null; cache: FreshCache; clock: Clock; budgetMs: number }): Regulator {
  const { client, cache, clock, budgetMs } = options
  if (client === null) {
    const reading: StandingReading = { standing: { outcome: 'not_consulted', reason: FALLBACK_NOTE }, sources: [], degradations: [] }
    return { consulted: false, standing: async () => reading }
  }

  async function read(profile: ProfileFacts, register: FcaRegister) {
    const key = `company:fca:${profile.number}`
    const fetch = (): Promise<StandingFacts> => register.standing(profile, AbortSignal.timeout(budgetMs))
    const reading = await cache.read(key, MATCH_WINDOW_MS, fetch)
    // A match holds for a week, everything else for a day; the copy itself tells which it is.
    const outdated = reading.value.outcome !== 'matched' && clock.nowMs() - reading.fetchedMs > MISS_WINDOW_MS
    return reading.state === 'fresh' && outdated ? cache.read(key, MISS_WINDOW_MS, fetch) : reading
  }

  return {
    consulted: true,
    async standing(profile) {
      try {
        const reading = await read(profile, client)
        const source = { name: FCA_REGISTER, fetched: instant(reading.fetchedMs), url: SITE }
        const degradations: Degradation[] = []
        if (reading.state !== 'fresh') {
          const reason = reading.state === 'failed' ? reasonOf(reading.failure ?? 'failed') : 'refresh still running'
          const detail = `${FCA_REGISTER}: ${reason}; copy of ${source.fetched} served`
          degradations.push({ kind: reading.state, detail, flagged: true })
        }
        return { standing: reading.value, sources: [source], degradations }
      } catch (error) {
        const reason = reasonOf(errorMessage(error))
        return {
          standing: { outcome: 'unavailable', reason: `The FCA register is unavailable: ${reason}.` },
          sources: [{ name: FCA_REGISTER, fetched: null, url: SITE }],
          degradations: [{ kind: 'failed', detail: `${FCA_REGISTER}: ${reason}; no earlier copy`, flagged: true }],
        }
      }
    },
  }
}

function reasonOf(message: string): string {
  return message.startsWith(`${FCA_REGISTER}: `) ? message.slice(FCA_REGISTER.length + 2) : message
}
