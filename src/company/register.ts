/**
 * The register as operations see it: facts of one company, each part from the freshness cache, with what went wrong on the way.
 * A cold company costs two to four register calls, for all simultaneous callers together; all that a request may need are reserved before the first.
 */

import type { CachedValue, CacheQuery, FreshCache } from '../background/fresh-cache.ts'
import type { ReadTimeouts } from '../background/read-timeouts.ts'
import { buildDegradation, reasonOf } from '../background/source.ts'
import type { Layout } from '../background/stored-layout.ts'
import { answeringToTheEnd, currentCaller } from '../platform/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { sha256Hex } from '../platform/hash.ts'
import { NoCallLeft } from '../upstream/call-budget.ts'
import type { ChangeRecorder } from './change-recorder.ts'
import type { KnownCompany, Mirror, PartKnowledge } from './mirror/mirror.ts'
import { type MirrorFound, searchMirror } from './mirror/search.ts'
import type {
  AccountsFiling,
  AccountsListFacts,
  ChargesFacts,
  FilingFacts,
  FilingListFacts,
  IdentityFacts,
  InsolvencyFacts,
  NoteFacts,
  OfficerFacts,
  OfficerListFacts,
  ProfileFacts,
  SearchFacts,
} from './model/facts.ts'
import { hasAsTyped } from './model/name-match.ts'
import { nameWords } from './model/name-words.ts'
import type { StreamedPart } from './model/stream-event.ts'
import { createProfileReader, type Knowledge } from './profile-reader.ts'
import { COMPANY_WINDOW_MS } from './source.ts'
import {
  mirrorStatusOf,
  PUBLIC_SITE,
  type RegisterPart,
  type SourceStatus,
  searchStatusOf,
  sourceStatusOf,
  troubleOf,
  unavailable,
} from './source-status.ts'
import type { CompaniesHouse } from './sources/companies-house.ts'
import { COMPANIES_HOUSE } from './sources/register-calls.ts'
import { ACCOUNTS_LIST, CHARGES, FILINGS, INSOLVENCY, OFFICERS, SEARCH } from './stored-layouts.ts'

const none = <T>(value: T): RegisterPart<T> => ({ value, trouble: null, fetchedMs: null })
// The same objects every time: answers are remembered by what they were made from.
const NO_OFFICERS = none<OfficerListFacts>({ officers: [], identity: [] })
const NO_CHARGES = none<ChargesFacts>({ outstanding: 0 })
const NO_INSOLVENCY = none<InsolvencyFacts>({ cases: [] })
const NOT_REQUESTED = none<FilingListFacts>({ filings: null })
const ACCOUNTS_NOT_REQUESTED = none<AccountsListFacts>({ filings: [] })

type Parts = 'identity' | 'profile' | 'verdict'
/** Calls that a cold company may need: profile, officers in up to two pages, charges, insolvency. */
const CALLS_OF: Readonly<Record<Parts, number>> = { identity: 1, profile: 2, verdict: 5 }
export const CALLS_OF_A_VERDICT = CALLS_OF.verdict

export interface CompanyReading extends SourceStatus {
  profile: ProfileFacts
  remarks: NoteFacts
  officers: readonly OfficerFacts[] | null
  /** Identity of each officer, in the same order; `null` without officers. */
  identity: readonly (IdentityFacts | null)[] | null
  charges: ChargesFacts | null
  insolvency: InsolvencyFacts | null
  /** `null` if not requested, not available, or not part of the register. */
  filings: readonly FilingFacts[] | null
  /** Accounts filed; empty when not requested, `null` if the list is unavailable. */
  accounts: readonly AccountsFiling[] | null
}

export interface Asking {
  /** The request's, which other sources draw on too. */
  timeouts: ReadTimeouts
  /** Filing history as well. */
  filings?: boolean
  /** The list of accounts as well. */
  accounts?: boolean
}

export interface Register {
  /** @throws ServiceError UPSTREAM_UNAVAILABLE, UPSTREAM_NOT_CONFIGURED */
  search(q: string): Promise<SourceStatus & { found: SearchFacts }>
  /**
   * `parts`: `identity` is the profile alone, `profile` adds officers, `verdict` charges and insolvency where the profile's links name them.
   * @throws ServiceError SUBJECT_NOT_FOUND, UPSTREAM_UNAVAILABLE, UPSTREAM_NOT_CONFIGURED
   */
  company(number: string, parts: Parts, asking: Asking): Promise<CompanyReading>
  /** Readings of an answer that the mirror gives alone; `null` if the register, or a copy that another call fetched, may serve it. */
  mirrored: {
    search(q: string): Promise<SourceStatus | null>
    profile(number: string): Promise<SourceStatus | null>
  }
  /** Returns what is known about a company without a query. */
  knows(number: string): Promise<Knowledge>
  /** Calls of the register that rows of many could begin with now. */
  room(): Promise<number>
}

/** Returns the error of a deployment without a key. */
export function notConfigured(): ServiceError {
  return new ServiceError(
    'UPSTREAM_NOT_CONFIGURED',
    'This deployment has no access to the register of companies.',
    {
      hint: 'The operator has to set COMPANIES_HOUSE_API_KEY; GET /v1/health shows the state of every source.',
    },
  )
}

/** `client` null: the deployment has no key. `mirror` null: it keeps no copy of the register. */
export function createRegister(options: {
  client: CompaniesHouse | null
  mirror: Mirror | null
  cache: FreshCache
  clock: Clock
  budgetMs: number
  /** Receives every company that is read. */
  observe?: ChangeRecorder
}): Register {
  const { client, mirror, cache, clock, budgetMs, observe = async () => {} } = options
  const profiles = createProfileReader({ cache, clock, budgetMs })
  function assertConfigured(): CompaniesHouse {
    if (client) return client
    throw notConfigured()
  }

  /** Time limit of one fetch, which continues after its caller left; a full queue fails fast. */
  const budget = () => AbortSignal.timeout(budgetMs)

  /** @param hasStandIn the profile is an old copy, because the register did not answer; the answer then names its missing parts */
  async function part<T>(
    what: string,
    question: Omit<CacheQuery<T>, 'windowMs'>,
    { knowledge, hasStandIn }: { knowledge: PartKnowledge; hasStandIn: boolean },
  ): Promise<RegisterPart<T>> {
    try {
      const { windowMs, changedMs } = knowledge
      const reading = await cache.read({ ...question, windowMs, changedMs })
      return {
        value: reading.value,
        fetchedMs: reading.fetchedMs,
        trouble: troubleOf(what, reading),
      }
    } catch (error) {
      // The register would answer; an answer with a hole is not sold.
      if (error instanceof NoCallLeft && !hasStandIn) throw unavailable(error)
      return {
        value: null,
        fetchedMs: null,
        trouble: { what, kind: 'failed', reason: reasonOf(COMPANIES_HOUSE, error), copyMs: null },
      }
    }
  }

  /** Whether a search of the mirror needs no search of the register after it. */
  const isEnough = ({ words }: MirrorFound) => words === 'typed' || client === null

  async function company(number: string, parts: Parts, asking: Asking): Promise<CompanyReading> {
    const { timeouts, filings = false, accounts = false } = asking
    const register = assertConfigured()
    const caller = currentCaller()
    if (!caller)
      return await answeringToTheEnd({ hasRecentPurchase: false }, () =>
        company(number, parts, asking),
      )
    caller.mayNeed = Math.max(
      caller.mayNeed ?? 0,
      CALLS_OF[parts] + (filings ? 1 : 0) + (accounts ? 1 : 0),
    )
    const known = mirror === null ? UNKNOWN : await mirror.known(number)
    const {
      reading: registered,
      source,
      whole,
    } = await profiles.read(number, register, { timeouts, known, whole: filings })
    const { profile, remarks } = registered.value
    const hasStandIn = registered.state === 'failed'
    const { links } = profile
    const read = <T>(
      what: StreamedPart,
      layout: Layout<T>,
      fetch: (number: string, signal: AbortSignal) => Promise<T>,
    ) =>
      part(
        what,
        { layout, id: number, fetch: () => fetch(number, budget()), timeouts },
        { knowledge: known.part(what), hasStandIn },
      )
    const [officers, charges, insolvency, history, accountsList] = await Promise.all([
      parts === 'identity' ? NO_OFFICERS : read('officers', OFFICERS, register.officers),
      parts === 'verdict' && links.charges
        ? readCharges(known, !whole, () => read('charges', CHARGES, register.charges))
        : NO_CHARGES,
      // The monthly file has no insolvency: only the register shows that there is none.
      parts === 'verdict' && (links.insolvency || !whole)
        ? read('insolvency', INSOLVENCY, register.insolvency)
        : NO_INSOLVENCY,
      filings ? read('filing history', FILINGS, register.filings) : NOT_REQUESTED,
      accounts
        ? read('filing history', ACCOUNTS_LIST, register.accountsFilings)
        : ACCOUNTS_NOT_REQUESTED,
    ])
    const all = [officers, charges, insolvency, history, accountsList]
    // The monthly file has fewer fields in other words, so it is not compared.
    if (whole && registered.state !== 'failed') {
      const list =
        officers.value !== null && officers.fetchedMs !== null
          ? { value: officers.value.officers, fetchedMs: officers.fetchedMs }
          : null
      await observe({
        profile: { value: profile, fetchedMs: registered.fetchedMs },
        officers: list,
      })
    }
    return {
      profile,
      remarks,
      officers: officers.value?.officers ?? null,
      identity: officers.value?.identity ?? null,
      charges: charges.value,
      insolvency: insolvency.value,
      filings: history.value?.filings ?? null,
      accounts: accountsList.value?.filings ?? null,
      ...(source === COMPANIES_HOUSE
        ? sourceStatusOf(
            [troubleOf('profile', registered), ...all.map((each) => each.trouble)],
            [registered.fetchedMs, ...all.map((each) => each.fetchedMs)],
            `${PUBLIC_SITE}/company/${number}`,
          )
        : mirrorStatusOf(source, registered, all, number)),
    }
  }

  return {
    async search(q) {
      const copy = await searchCopy(mirror, q)
      if (copy && isEnough(copy.found)) return copy
      const register = assertConfigured()
      // Companies that ended before the mirror started are in the register only, and similar names
      // are no answer.
      const question = {
        layout: SEARCH,
        id: sha256Hex(q.toLowerCase()).slice(0, 32),
        windowMs: COMPANY_WINDOW_MS,
        fetch: () => register.search(q, budget()),
        timeouts: cache.createTimeouts(budgetMs),
      }
      let reading: CachedValue<SearchFacts>
      try {
        reading = await cache.read(question)
      } catch (error) {
        if (!copy) throw unavailable(error)
        const trouble = {
          kind: 'failed' as const,
          reason: reasonOf(COMPANIES_HOUSE, error),
          copyMs: copy.asOfMs,
        }
        return {
          ...copy,
          degradations: [
            ...copy.degradations,
            buildDegradation(`${COMPANIES_HOUSE} search`, trouble),
          ],
        }
      }
      if (copy && isBetter(copy.found, reading.value, q)) return copy
      const url = `${PUBLIC_SITE}/search/companies?q=${encodeURIComponent(q)}`
      return {
        found: reading.value,
        ...sourceStatusOf([troubleOf('search', reading)], [reading.fetchedMs], url),
      }
    },

    mirrored: {
      async search(q) {
        const copy = await searchCopy(mirror, q)
        return copy && isEnough(copy.found) ? copy : null
      },
      async profile(number) {
        if (client === null || mirror === null) return null
        const reading = profiles.mirrored(await mirror.known(number))
        return reading && mirrorStatusOf(reading.source, reading.reading, [], number)
      },
    },

    knows: async (number) =>
      profiles.knows(number, mirror === null ? UNKNOWN : await mirror.known(number)),
    room: async () => (await client?.room()) ?? 0,

    company,
  }
}

/** Charges as the monthly file counts them: current while their stream is, else for want of anything newer. */
async function readCharges(
  known: KnownCompany,
  writtenFirst: boolean,
  ask: () => Promise<RegisterPart<ChargesFacts>>,
): Promise<RegisterPart<ChargesFacts>> {
  const { charges } = known
  if (charges === null || !writtenFirst) return ask()
  const { changedMs, currentSince } = known.part('charges')
  const currentMs = changedMs === 0 ? currentSince(known.writtenMs) : null
  if (currentMs !== null) return { value: charges, fetchedMs: currentMs, trouble: null }
  const fetched = await ask()
  if (fetched.value !== null || fetched.trouble === null) return fetched
  return {
    value: charges,
    fetchedMs: known.writtenMs,
    trouble: { ...fetched.trouble, copyMs: known.writtenMs },
  }
}

/** The register forgives no slip of the finger: where it has not one name with the words as they were typed, misspelt ones were meant. */
function isBetter(copy: MirrorFound, { hits }: SearchFacts, q: string): boolean {
  if (copy.hits.length === 0) return false
  const fetched = nameWords(q)
  return (
    hits.length === 0 ||
    (copy.words === 'similar' &&
      !hits.some(({ name }) => hasAsTyped(nameWords(name ?? '').words, fetched)))
  )
}

/** Null: no mirror, or one that cannot be read now. */
async function searchCopy(
  mirror: Mirror | null,
  q: string,
): Promise<(SourceStatus & { found: MirrorFound; asOfMs: number }) | null> {
  const serving = mirror?.current()
  if (!mirror || !serving) return null
  try {
    const found = await searchMirror(serving.generation, q)
    return { found, asOfMs: serving.asOfMs, ...searchStatusOf(serving) }
  } catch (error) {
    mirror.unreadable(error)
    return null
  }
}

/** Without a mirror. */
const UNKNOWN: KnownCompany = {
  facts: null,
  whole: false,
  charges: null,
  asOfMs: 0,
  writtenMs: 0,
  fresh: false,
  part: () => ({ changedMs: 0, currentSince: () => null, windowMs: () => COMPANY_WINDOW_MS }),
}
