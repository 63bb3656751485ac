/**
 * The register as operations see it: facts of one company, each part from the freshness cache, with what went wrong on the way.
 * A cold company costs two to four register calls, for all simultaneous callers together.
 */
import { LRUCache } from 'lru-cache'
import type { Source } from '../contract/envelope.ts'
import { type Clock, instant } from '../kernel/clock.ts'
import { ServiceError } from '../kernel/errors.ts'
import { sha256Hex } from '../kernel/hash.ts'
import type { FreshCache, Question, Reading } from '../refresh/fresh-cache.ts'
import type { Layout } from '../refresh/kept.ts'
import type { Patience } from '../refresh/patience.ts'
import type { Degradation } from '../refresh/source.ts'
import { degraded, reasonOf } from '../refresh/source.ts'
import { CHARGES, FILINGS, INSOLVENCY, OFFICERS, PROFILE, SEARCH } from './kept.ts'
import { STREAM_SOURCE } from './mirror/follow.ts'
import type { KnownCompany, Mirror, PartKnowledge } from './mirror/mirror.ts'
import { searchMirror } from './mirror/search.ts'
import type {
  ChargesFacts,
  FilingFacts,
  IdentityFacts,
  InsolvencyFacts,
  OfficerFacts,
  OfficerListFacts,
  ProfileFacts,
  RegisteredFacts,
  RemarksFacts,
  SearchFacts,
} from './model/facts.ts'
import type { StreamedPart } from './model/stream-event.ts'
import { COMPANY_WINDOW_MS } from './source.ts'
import { BULK_FILE } from './sources/bulk-files.ts'
import type { CompaniesHouse } from './sources/companies-house.ts'
import { COMPANIES_HOUSE } from './sources/register-lines.ts'

const ABSENT_FOR_MS = 10 * 60_000
const RETRY_AFTER_SECONDS = 30
const PUBLIC_SITE = 'https://find-and-update.company-information.service.gov.uk'

/** One part of the register's answer. `value` null: not fetched and never was. */
interface Part<T> {
  value: T | null
  trouble: Trouble | null
  fetchedMs: number | null
}

const none = <T>(value: T): Part<T> => ({ value, trouble: null, fetchedMs: null })
// The same objects every time: answers are remembered by what they were made from.
const NO_OFFICERS = none<OfficerListFacts>({ officers: [], identity: [] })
const NO_CHARGES = none<ChargesFacts>({ outstanding: 0 })
const NO_INSOLVENCY = none<InsolvencyFacts>({ cases: [] })
const NOT_ASKED = none<readonly FilingFacts[] | null>(null)

interface Trouble {
  what: string
  kind: 'stale' | 'failed'
  reason: string
  /** When the served copy was fetched; null: there is none. */
  copyMs: number | null
}

export interface Readings {
  sources: Source[]
  degradations: Degradation[]
}

export interface CompanyReading extends Readings {
  profile: ProfileFacts
  remarks: RemarksFacts
  officers: readonly OfficerFacts[] | null
  /** Of each officer, in the same order; null with them. */
  identity: readonly (IdentityFacts | null)[] | null
  charges: ChargesFacts | null
  insolvency: InsolvencyFacts | null
  /** Null when not asked for, or unavailable. */
  filings: readonly FilingFacts[] | null
}

export interface Asking {
  /** The request's, which other sources draw on too. */
  patience: Patience
  /** Filing history as well. */
  filings?: boolean
}

export interface Register {
  /** @throws ServiceError UPSTREAM_UNAVAILABLE, UPSTREAM_NOT_CONFIGURED */
  search(q: string): Promise<Readings & { found: SearchFacts }>
  /**
   * `parts`: `identity` is the profile alone, `profile` adds officers, `verdict` charges and insolvency where the profile's links name them.
   * @throws ServiceError SUBJECT_NOT_FOUND, UPSTREAM_UNAVAILABLE, UPSTREAM_NOT_CONFIGURED
   */
  company(number: string, parts: 'identity' | 'profile' | 'verdict', asking: Asking): Promise<CompanyReading>
}

/** What callers are told where the deployment has no key. */
export function notConfigured(): ServiceError {
  return new ServiceError('UPSTREAM_NOT_CONFIGURED', 'This deployment has no access to the register of companies.', {
    hint: 'The operator has to set COMPANIES_HOUSE_API_KEY; GET /v1/health shows the state of every source.',
  })
}

/** `client` null: the deployment has no key. `mirror` null: it keeps no copy of the register. */
export function createRegister(options: {
  client: CompaniesHouse | null
  mirror: Mirror | null
  cache: FreshCache
  clock: Clock
  budgetMs: number
}): Register {
  const { client, mirror, cache, clock, budgetMs } = options
  /** Numbers that the register said it does not hold, with the time until which that is believed. */
  const absent = new LRUCache<string, number>({ max: 10_000 })

  function configured(): CompaniesHouse {
    if (client) return client
    throw notConfigured()
  }

  function isAbsent(number: string): boolean {
    return (absent.get(number) ?? 0) > clock.nowMs()
  }

  /** Of one fetch, which goes on when its caller has gone; a full queue fails fast. */
  const budget = () => AbortSignal.timeout(budgetMs)

  /** Asks the register, where no fresh copy is held. */
  async function askProfile(
    number: string,
    register: CompaniesHouse,
    patience: Patience,
    knowledge: PartKnowledge,
  ): Promise<Reading<RegisteredFacts>> {
    if (isAbsent(number)) throw notFound(number)
    const fetch = async () => {
      const facts = await register.profile(number, budget())
      if (facts) return facts
      absent.set(number, clock.nowMs() + ABSENT_FOR_MS)
      throw notFound(number)
    }
    const { windowMs, changedMs } = knowledge
    const reading = await cache.read({ layout: PROFILE, id: number, windowMs, changedMs, fetch, patience })
    // The register's "no such company" outweighs an old copy.
    if (isAbsent(number)) throw notFound(number)
    return reading
  }

  /**
   * The mirror where it is current, else the register; and where that does not answer, the newest copy that anybody has.
   * `whole`: what the monthly file does not tell is wanted, too.
   */
  async function readProfile(
    number: string,
    register: CompaniesHouse,
    { patience, known, whole }: { patience: Patience; known: KnownCompany; whole: boolean },
  ): Promise<ProfileReading> {
    const knowledge = known.part('profile')
    const mirrored = (state: 'fresh' | 'failed', failure: string | null): ProfileReading => ({
      reading: { value: known.facts!, fetchedMs: known.asOfMs, state, failure },
      source: known.whole || known.fresh ? STREAM_SOURCE : BULK_FILE,
      whole: known.whole,
    })
    if (known.fresh && known.facts) {
      if (known.whole) return mirrored('fresh', null)
      const held = await cache.held({ layout: PROFILE, id: number, windowMs: knowledge.windowMs, changedMs: knowledge.changedMs })
      if (held) return { reading: held, source: COMPANIES_HOUSE, whole: true }
      if (!whole) return mirrored('fresh', null)
    }
    try {
      const reading = await askProfile(number, register, patience, knowledge)
      const older = reading.state === 'failed' && known.facts !== null && known.asOfMs > reading.fetchedMs
      return older ? mirrored('failed', reading.failure) : { reading, source: COMPANIES_HOUSE, whole: true }
    } catch (error) {
      if (error instanceof ServiceError) throw error
      if (known.facts === null) throw unavailable(error)
      // What is current is so though the register, which would have told more, is silent.
      return mirrored(known.fresh ? 'fresh' : 'failed', reasonOf(COMPANIES_HOUSE, error))
    }
  }

  async function part<T>(what: string, question: Omit<Question<T>, 'windowMs'>, knowledge: PartKnowledge): Promise<Part<T>> {
    try {
      const { windowMs, changedMs } = knowledge
      const reading = await cache.read({ ...question, windowMs, changedMs })
      return { value: reading.value, fetchedMs: reading.fetchedMs, trouble: troubleOf(what, reading) }
    } catch (error) {
      return { value: null, fetchedMs: null, trouble: { what, kind: 'failed', reason: reasonOf(COMPANIES_HOUSE, error), copyMs: null } }
    }
  }

  /** Charges as the monthly file counts them: current while their stream is, else for want of anything newer. */
  async function chargesOf(
    known: KnownCompany,
    writtenFirst: boolean,
    ask: () => Promise<Part<ChargesFacts>>,
  ): Promise<Part<ChargesFacts>> {
    const { charges } = known
    if (charges === null || !writtenFirst) return ask()
    const { changedMs, currentSince } = known.part('charges')
    const currentMs = changedMs === 0 ? currentSince(known.writtenMs) : null
    if (currentMs !== null) return { value: charges, fetchedMs: currentMs, trouble: null }
    const asked = await ask()
    if (asked.value !== null || asked.trouble === null) return asked
    return { value: charges, fetchedMs: known.writtenMs, trouble: { ...asked.trouble, copyMs: known.writtenMs } }
  }

  return {
    async search(q) {
      const mirrored = await searchCopy(mirror, q)
      if (mirrored && (mirrored.found.hits.length > 0 || client === null)) return mirrored
      const register = configured()
      // Companies that ended before the mirror was begun are known to the register alone.
      const reading = await cache
        .read({
          layout: SEARCH,
          id: sha256Hex(q.toLowerCase()).slice(0, 32),
          windowMs: COMPANY_WINDOW_MS,
          fetch: () => register.search(q, budget()),
          patience: cache.patience(budgetMs),
        })
        .catch((error) => {
          throw unavailable(error)
        })
        .catch((error) => mirrored ?? Promise.reject(error))
      if ('found' in reading) return reading
      const url = `${PUBLIC_SITE}/search/companies?q=${encodeURIComponent(q)}`
      return { found: reading.value, ...readings([troubleOf('search', reading)], [reading.fetchedMs], url) }
    },

    async company(number, parts, { patience, filings = false }) {
      const register = configured()
      const known = mirror === null ? UNKNOWN : await mirror.known(number)
      const { reading: registered, source, whole } = await readProfile(number, register, { patience, known, whole: filings })
      const { profile, remarks } = registered.value
      const { links } = profile
      const read = <T>(what: StreamedPart, layout: Layout<T>, fetch: (number: string, signal: AbortSignal) => Promise<T>) =>
        part(what, { layout, id: number, fetch: () => fetch(number, budget()), patience }, known.part(what))
      const [officers, charges, insolvency, history] = await Promise.all([
        parts === 'identity' ? NO_OFFICERS : read('officers', OFFICERS, register.officers),
        parts === 'verdict' && links.charges ? chargesOf(known, !whole, () => read('charges', CHARGES, register.charges)) : NO_CHARGES,
        // The monthly file does not know of insolvency: only the register tells that there is none.
        parts === 'verdict' && (links.insolvency || !whole) ? read('insolvency', INSOLVENCY, register.insolvency) : NO_INSOLVENCY,
        filings ? read('filing history', FILINGS, register.filings) : NOT_ASKED,
      ])
      const all = [officers, charges, insolvency, history]
      return {
        profile,
        remarks,
        officers: officers.value?.officers ?? null,
        identity: officers.value?.identity ?? null,
        charges: charges.value,
        insolvency: insolvency.value,
        filings: history.value,
        ...(source === COMPANIES_HOUSE
          ? readings(
              [troubleOf('profile', registered), ...all.map((each) => each.trouble)],
              [registered.fetchedMs, ...all.map((each) => each.fetchedMs)],
              `${PUBLIC_SITE}/company/${number}`,
            )
          : mirroredReadings(source, registered, all, number)),
      }
    },
  }
}

/** Null: no mirror, or one that cannot be read now. */
async function searchCopy(mirror: Mirror | null, q: string): Promise<(Readings & { found: SearchFacts }) | null> {
  const serving = mirror?.current()
  if (!mirror || !serving) return null
  try {
    const found = await searchMirror(serving.generation, q)
    return { found, ...searchReadings(serving) }
  } catch (error) {
    mirror.unreadable(error)
    return null
  }
}

/** The profile is the mirror's; what came from the register stands beside it. */
function mirroredReadings(source: string, profile: Reading<unknown>, parts: readonly Part<unknown>[], number: string): Readings {
  const url = `${PUBLIC_SITE}/company/${number}`
  const trouble = troubleOf('profile', profile)
  const asked = parts.filter((each) => each.fetchedMs !== null || each.trouble !== null)
  const rest = readings(
    [trouble, ...asked.map((each) => each.trouble)],
    asked.map((each) => each.fetchedMs),
    url,
  )
  const mirrored = { name: source, fetched: instant(profile.fetchedMs), url: source === BULK_FILE ? BULK_PAGE : url }
  return { sources: asked.length > 0 ? [...rest.sources, mirrored] : [mirrored], degradations: rest.degradations }
}

const BULK_PAGE = 'https://download.companieshouse.gov.uk/en_output.html'

/** A month's file is a copy of its day, however often it is read; kept current by the stream it is of now. */
function searchReadings({ asOfMs, fresh }: { asOfMs: number; fresh: boolean }): Readings {
  if (fresh)
    return { sources: [{ name: STREAM_SOURCE, fetched: instant(asOfMs), url: `${PUBLIC_SITE}/search/companies` }], degradations: [] }
  const reason = 'nothing has kept it current since that day'
  return {
    sources: [{ name: BULK_FILE, fetched: instant(asOfMs), url: BULK_PAGE }],
    degradations: [degraded(BULK_FILE, { kind: 'stale', reason, copyMs: asOfMs })],
  }
}

interface ProfileReading {
  reading: Reading<RegisteredFacts>
  source: string
  /** Everything that the register tells of a profile, and not only what the monthly file has. */
  whole: boolean
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

function troubleOf(what: string, reading: Reading<unknown>): Trouble | null {
  if (reading.state === 'fresh') return null
  const reason = reading.state === 'failed' ? reasonOf(COMPANIES_HOUSE, reading.failure ?? 'failed') : 'refresh still running'
  return { what, kind: reading.state, reason, copyMs: reading.fetchedMs }
}

/** One flag for everything that is of one kind: many parts of one register fail together. */
function readings(troubles: readonly (Trouble | null)[], fetched: readonly (number | null)[], url: string): Readings {
  const known = troubles.filter((each) => each !== null)
  const missing = known.filter((each) => each.kind === 'failed' && each.copyMs === null)
  const groups = [
    known.filter((each) => each.kind === 'failed' && each.copyMs !== null),
    missing.filter((each) => each.what !== 'officers'),
    missing.filter((each) => each.what === 'officers'),
    known.filter((each) => each.kind === 'stale'),
  ]
  const times = fetched.filter((each) => each !== null)
  return {
    sources: [{ name: COMPANIES_HOUSE, fetched: times.length > 0 ? instant(Math.min(...times)) : null, url }],
    degradations: groups.filter((group) => group.length > 0).map(degradation),
  }
}

function degradation(group: readonly Trouble[]): Degradation {
  const first = group[0]!
  const copies = group.map((each) => each.copyMs).filter((each) => each !== null)
  const what = `${COMPANIES_HOUSE} ${group.map((each) => each.what).join(', ')}`
  const trouble = { kind: first.kind, reason: first.reason, copyMs: copies.length === 0 ? null : Math.min(...copies) }
  // Officers that were never fetched have a flag of their own.
  return degraded(what, trouble, !(copies.length === 0 && first.what === 'officers'))
}

function notFound(number: string): ServiceError {
  return new ServiceError('SUBJECT_NOT_FOUND', `The register of companies holds no company ${number}.`, {
    hint: 'Find the number with GET /v1/company/search.',
  })
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('UPSTREAM_UNAVAILABLE', 'Companies House did not answer and there is no earlier copy to serve.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    hint: 'Repeat the request after the time in Retry-After; nothing was charged.',
    cause,
  })
}
