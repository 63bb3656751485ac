/** The register of companies: Companies House Public Data API. Every answer leaves this file reduced (model/facts.ts). */
import { currentCaller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../observe/log.ts'
import type { CallMonitor } from '../../refresh/health.ts'
import { createUpstream, failWhileHeld, type Upstream, UpstreamError, type UpstreamResponse } from '../../upstream/http.ts'
import { createPace } from '../../upstream/pace.ts'
import { createShare } from '../../upstream/share.ts'
import type {
  ChargesFacts,
  FilingFacts,
  IdentityFacts,
  InsolvencyFacts,
  OfficerFacts,
  OfficerListFacts,
  RegisteredFacts,
  SearchFacts,
} from '../model/facts.ts'
import { object } from '../model/read.ts'
import { readOfficerPage, reduceCharges, reduceFilings, reduceInsolvency, reduceProfile, reduceSearch } from '../model/reduce.ts'
import { readRemarks } from '../model/remarks.ts'

export const COMPANIES_HOUSE = 'Companies House'

/** Each method rejects with UpstreamError when the register does not answer within the signal's time. */
export interface CompaniesHouse {
  search(q: string, signal: AbortSignal): Promise<SearchFacts>
  /** Null: the register says that there is no such company. */
  profile(number: string, signal: AbortSignal): Promise<RegisteredFacts | null>
  /** All pages, every appointment once. */
  officers(number: string, signal: AbortSignal): Promise<OfficerListFacts>
  filings(number: string, signal: AbortSignal): Promise<FilingFacts[]>
  charges(number: string, signal: AbortSignal): Promise<ChargesFacts>
  insolvency(number: string, signal: AbortSignal): Promise<InsolvencyFacts>
  close(): Promise<void>
}

const WINDOW_MS = 300_000
/** Kept for buyers who have paid before, so that nobody shuts them out for nothing. A tiny ceiling is halved. */
const reservedOf = (calls: number) => Math.min(Math.max(12, Math.ceil(calls / 4)), Math.floor(calls / 2))
/** A 429 that names neither `Retry-After` nor a reset; the official window is five minutes. */
const BLIND_HOLD_MS = 60_000
const PAGE_SIZE = 100
/** More officers than any company has; a list that never ends is a fault of the register. */
const MAX_PAGES = 50
/** Never 1: the register then answers an empty page (developer forum). */
const SEARCH_SIZE = 20

export function createCompaniesHouse(options: {
  baseUrl: string
  apiKey: string
  callsPer5Min: number
  /** A hold longer than this fails a call at once instead of letting it wait. */
  patienceMs: number
  userAgent: string
  clock: Clock
  monitor: CallMonitor
  log: Log
}): CompaniesHouse {
  const { baseUrl, apiKey, clock, monitor, log } = options
  const pace = createPace({ calls: options.callsPer5Min, perMs: WINDOW_MS, concurrency: 16, sliding: true })
  const unreserved = createShare({ calls: options.callsPer5Min - reservedOf(options.callsPer5Min), perMs: WINDOW_MS }, clock)

  /** Milliseconds until the register's window starts anew, by its own header (epoch seconds). */
  function untilReset(headers: UpstreamResponse['headers']): number | null {
    const reset = Number(headers['x-ratelimit-reset'])
    if (!Number.isFinite(reset) || reset <= 0) return null
    return Math.min(WINDOW_MS, Math.max(0, reset * 1000 - clock.nowMs()))
  }

  /** One line per kind of resource: a broken officer list must not open the circuit of the profiles. All keep one pace. */
  const line = (): Upstream =>
    createUpstream({
      name: COMPANIES_HOUSE,
      baseUrl,
      headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` },
      userAgent: options.userAgent,
      pace,
      timeoutMs: 4_000,
      maxBodyBytes: 4 * 1024 * 1024,
      retries: 2,
      maxRetryDelayMs: 1_500,
      breaker: { failures: 6, coolDownMs: 10_000 },
      throttleHoldMs: (status, headers) => (status === 429 ? (untilReset(headers) ?? BLIND_HOLD_MS) : null),
      onAttempt: ({ path, ...attempt }) => log.debug({ ...attempt, path: path.split('?')[0] }, 'register call'),
    })
  const lines = { profile: line(), search: line(), officers: line(), filings: line(), charges: line(), insolvency: line() }

  /** The parsed body, or null for a 404 in the register's own words. */
  async function get(upstream: Upstream, path: string, signal: AbortSignal): Promise<unknown> {
    takeShare()
    try {
      failWhileHeld(COMPANIES_HOUSE, pace, options.patienceMs)
      const response = await upstream.get(path, { signal })
      holdWhenSpent(response.headers)
      const body = readBody(response)
      monitor.succeeded()
      return body
    } catch (error) {
      monitor.failed()
      if (error instanceof UpstreamError) throw error
      throw new UpstreamError(COMPANIES_HOUSE, 'timeout', 'no answer in the time allowed for one request', { cause: error })
    }
  }

  /** @throws UpstreamError where what is left of the register's calls is kept for others */
  function takeShare(): void {
    const caller = currentCaller()
    if (caller?.proven) return
    const retryAfterMs = unreserved.take(caller?.begun)
    if (retryAfterMs > 0)
      throw new UpstreamError(COMPANIES_HOUSE, 'throttled', 'the calls left are kept for earlier buyers', { retryAfterMs })
    // An answer that was begun is not sold with holes in it.
    if (caller) caller.begun = true
  }

  function holdWhenSpent(headers: UpstreamResponse['headers']): void {
    const remain = headers['x-ratelimit-remain'] ?? headers['x-ratelimit-remaining']
    if (remain !== '0') return
    const wait = untilReset(headers)
    if (wait !== null) pace.holdFor(wait)
  }

  async function officerList(number: string, signal: AbortSignal): Promise<OfficerListFacts> {
    const seen = new Set<string>()
    const list: { officers: OfficerFacts[]; identity: (IdentityFacts | null)[] } = { officers: [], identity: [] }
    for (let page = 0, read = 0; page < MAX_PAGES; page += 1) {
      const path = `/company/${number}/officers?items_per_page=${PAGE_SIZE}&start_index=${read}`
      const body = await get(lines.officers, path, signal)
      // Today an unknown company has an empty list; until 2019 it was a 404.
      if (body === null) return list
      expectList(body, 'items', 'an officer list')
      const { officers: items, total, pageSize } = readOfficerPage(body)
      for (const { key, officer, identity } of items) {
        if (key !== null && seen.has(key)) continue
        if (key !== null) seen.add(key)
        list.officers.push(officer)
        list.identity.push(identity)
      }
      read += items.length
      const complete = total === null ? items.length < (pageSize ?? PAGE_SIZE) : read >= total
      if (items.length === 0 || complete) return list
    }
    throw malformed('an officer list that ends')
  }

  return {
    async search(q, signal) {
      const body = await get(lines.search, `/search/companies?q=${encodeURIComponent(q)}&items_per_page=${SEARCH_SIZE}`, signal)
      if (body !== null) expectList(body, 'items', 'search results')
      return reduceSearch(body)
    },
    async profile(number, signal) {
      const body = await get(lines.profile, `/company/${number}`, signal)
      if (body === null) return null
      if (object(body).company_number !== number) throw malformed('the profile of that company')
      return { profile: reduceProfile(number, body), remarks: readRemarks(body) }
    },
    officers: officerList,
    async filings(number, signal) {
      const body = await get(lines.filings, `/company/${number}/filing-history?items_per_page=25`, signal)
      if (body !== null) expectList(body, 'items', 'a filing history')
      return reduceFilings(body)
    },
    async charges(number, signal) {
      const body = await get(lines.charges, `/company/${number}/charges?items_per_page=100`, signal)
      if (body !== null && typeof object(body).total_count !== 'number') expectList(body, 'items', 'a list of charges')
      return reduceCharges(body)
    },
    async insolvency(number, signal) {
      const body = await get(lines.insolvency, `/company/${number}/insolvency`, signal)
      if (body !== null) expectList(body, 'cases', 'insolvency cases')
      return reduceInsolvency(body)
    },
    async close() {
      await Promise.all(Object.values(lines).map((each) => each.close()))
    },
  }
}

/** A 404 counts as the register's word only when it is JSON or empty: a stray proxy page is no statement about a company. */
function readBody({ status, body }: UpstreamResponse): unknown {
  if (status === 401 || status === 403)
    throw new UpstreamError(COMPANIES_HOUSE, 'server_error', `answered ${status}, the key is refused`, { status })
  if (status !== 200 && status !== 404) throw new UpstreamError(COMPANIES_HOUSE, 'server_error', `answered ${status}`, { status })
  let parsed: unknown = null
  try {
    if (body.length > 0 || status === 200) parsed = JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw new UpstreamError(COMPANIES_HOUSE, 'server_error', `answered ${status} with something that is not JSON`, { status, cause: error })
  }
  if (status === 404) return null
  return parsed ?? {}
}

function expectList(body: unknown, member: string, what: string): void {
  if (!Array.isArray(object(body)[member])) throw malformed(what)
}

function malformed(expected: string): UpstreamError {
  return new UpstreamError(COMPANIES_HOUSE, 'server_error', `answered something other than ${expected}`)
}
