/**
 * The FCA's Financial Services Register. It cannot be searched by company number: firms are found
 * by name, and one counts as the company only when its own record carries that number.
 */

import { createCallMonitor, type SourceHealth } from '../../background/health.ts'
import type { Check } from '../../platform/examination.ts'
import { parseJson } from '../../platform/json.ts'
import {
  createUpstream,
  failWhilePaused,
  toUpstreamError,
  UpstreamError,
  type UpstreamMetrics,
} from '../../upstream/http.ts'
import { createPace } from '../../upstream/pace.ts'
import { MATCH_WINDOW_MS, REGULATOR_ATTEMPTS, REGULATOR_BLOCK_MS } from '../limits.ts'
import { firmDifference, firmSearchDifference } from '../model/differences.ts'
import type { ProfileFacts, StandingFacts } from '../model/facts.ts'
import {
  type FirmCandidate,
  fcaOutcome,
  firmCompanyNumber,
  hasNextPage,
  isCurrent,
  namesakesWithoutNumber,
  rankCandidates,
  readFirmRecord,
  readPermissions,
  readRequirements,
  readSearch,
  reduceFirm,
} from '../model/firm.ts'
import { comparableName, comparablePostcode } from '../model/firm-name.ts'
import type { Json } from '../model/read.ts'
import type { RegisterOptions } from './register-lines.ts'

export const FCA_REGISTER = 'FCA Financial Services Register'

export interface FcaRegister {
  /** @throws UpstreamError when any part of the search fails: half a search proves nothing. */
  standing(profile: ProfileFacts, signal: AbortSignal): Promise<StandingFacts>
  /** Lists the checks of `ukintel doctor`, one request each. */
  examine(signal: AbortSignal): readonly Check[]
  figures(): UpstreamMetrics
  health(): SourceHealth
  close(): Promise<void>
}

const CALLS_PER_SECOND = 5
const MAX_QUERIES = 2
/**
 * Records that are looked at for one name, and pages of its search: of two names together at most
 * 16 calls, three seconds at our pace.
 */
const MAX_CANDIDATES = 5
const MAX_SEARCH_PAGES = 3
const MAX_PAGES = 5

/** A word in the names of most firms. */
const COMMON_WORD = 'limited'

const searchPath = (words: string) => `/Search?q=${encodeURIComponent(words)}&type=firm`

/** A record that carries the company's number. */
interface Match {
  frn: string
  record: Json
  listed: string | null
}

interface FcaOptions
  extends Pick<RegisterOptions, 'baseUrl' | 'maxPauseMs' | 'userAgent' | 'clock' | 'log'> {
  authEmail: string
  authKey: string
  callsPerSecond?: number | undefined
}

export function createFcaRegister(options: FcaOptions): FcaRegister {
  const { log, callsPerSecond = CALLS_PER_SECOND } = options
  const monitor = createCallMonitor(options.clock)
  const pace = createPace({ calls: callsPerSecond, perMs: 1_000, concurrency: 4, sliding: true })
  const upstream = createUpstream({
    name: FCA_REGISTER,
    baseUrl: options.baseUrl,
    headers: {
      'x-auth-email': options.authEmail,
      'x-auth-key': options.authKey,
      'content-type': 'application/json',
    },
    userAgent: options.userAgent,
    pace,
    ...REGULATOR_ATTEMPTS,
    maxBodyBytes: 2 * 1024 * 1024,
    throttleHoldMs: (status) => (status === 429 ? REGULATOR_BLOCK_MS : null),
    onAttempt: ({ path, ...attempt }) =>
      log.debug({ ...attempt, path: path.split('?')[0] }, 'regulator call'),
  })

  /** The body of a found answer, or null where the register says that there is nothing. */
  async function get(path: string, signal: AbortSignal): Promise<unknown> {
    try {
      failWhilePaused(FCA_REGISTER, pace, options.maxPauseMs)
      const { status, body } = await upstream.get(path, { signal })
      // Errors come as HTTP 200, and the 403 for missing headers is not even JSON (probe of 2026).
      if (status !== 200)
        throw new UpstreamError(FCA_REGISTER, 'server_error', `answered ${status}`, { status })
      const parsed = parseJson(body)
      const outcome = fcaOutcome(parsed)
      if (outcome === 'failed')
        throw new UpstreamError(FCA_REGISTER, 'server_error', 'answered without a usable status')
      monitor.recordSuccess()
      return outcome === 'ok' ? parsed : null
    } catch (error) {
      monitor.recordFailure()
      throw toUpstreamError(FCA_REGISTER, error)
    }
  }

  async function pages(
    path: string,
    read: (body: unknown) => string[] | null,
    signal: AbortSignal,
  ): Promise<string[]> {
    const all: string[] = []
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const body = await get(page === 1 ? path : `${path}?pgnp=${page}`, signal)
      const names = read(body)
      if (names === null) {
        monitor.recordFailure()
        throw new UpstreamError(FCA_REGISTER, 'server_error', 'gave a list in an unknown form')
      }
      all.push(...names)
      if (!hasNextPage(body)) break
    }
    return [...new Set(all)]
  }

  async function firm(match: Match, signal: AbortSignal): Promise<StandingFacts> {
    const { frn } = match
    const [permissions, requirements] = await Promise.all([
      pages(`/Firm/${frn}/Permissions`, readPermissions, signal),
      pages(`/Firm/${frn}/Requirements`, readRequirements, signal),
    ])
    return { outcome: 'matched', firm: reduceFirm(match, permissions, requirements) }
  }

  return {
    async standing(profile, signal) {
      const names = [profile.name, ...profile.previousNames].filter(
        (name) => name !== null && comparableName(name) !== '',
      )
      const queries = [
        ...new Map(names.map((name) => [comparableName(name!), name!])).values(),
      ].slice(0, MAX_QUERIES)
      if (queries.length === 0)
        return { outcome: 'ambiguous', reason: 'the company has no name that can be searched' }
      const inquiry = createInquiry(profile, (path) => get(path, signal))
      for (const name of queries) if (await inquiry.search(name)) break
      // The one that is current was found last; of several that are not, the one that fits best was
      // found first.
      const current = inquiry.matches.find(({ record, listed }) => isCurrent(record, listed))
      const match = current ?? inquiry.matches[0]
      if (match) return firm(match, signal)
      const doubt = inquiry.doubt()
      return doubt === null ? { outcome: 'not_found' } : { outcome: 'ambiguous', reason: doubt }
    },
    examine(signal) {
      let frn: string | undefined
      return [
        {
          assumption:
            'fca/search: a search is answered with a usable status, and its hits have a name, a reference number and their kind',
          async difference() {
            const body = await get(searchPath(COMMON_WORD), signal)
            frn = readSearch(body).candidates[0]?.frn
            return firmSearchDifference(body)
          },
        },
        {
          assumption:
            'fca/firm: a firm is answered with one record, which has a status and names its company number',
          async difference() {
            if (frn === undefined) throw new Error('the search gave no firm to ask for')
            return firmDifference(await get(`/Firm/${frn}`, signal))
          },
        },
      ]
    },
    figures: upstream.figures,
    health: () => monitor.health(MATCH_WINDOW_MS),
    close: () => upstream.close(),
  }
}

/** One inquiry after a company, over the names that it has and had. */
function createInquiry(profile: ProfileFacts, get: (path: string) => Promise<unknown>) {
  const examined = new Set<string>()
  const matches: Match[] = []
  let doubt: string | null = null
  const addDoubt = (reason: string) => {
    doubt ??= reason
  }

  /** True once a record of now carries the number. */
  async function examine(
    candidates: readonly (FirmCandidate & { namesake: boolean })[],
    atMost: number,
  ): Promise<boolean> {
    for (const { frn, namesake, status: listed } of candidates
      .filter((each) => !examined.has(each.frn))
      .slice(0, atMost)) {
      examined.add(frn)
      const record = readFirmRecord(await get(`/Firm/${frn}`))
      if (record === null) continue
      const number = firmCompanyNumber(record)
      if (number === profile.number) {
        matches.push({ frn, record, listed })
        if (isCurrent(record, listed)) return true
      }
      if (number === null && namesake)
        addDoubt(`firm ${frn} has the same name and no company number`)
    }
    return false
  }

  /** Namesakes page by page, then the others. */
  async function search(name: string): Promise<boolean> {
    const path = searchPath(comparableName(name))
    const postcode = comparablePostcode(profile.office?.postal_code ?? null)
    const limit = examined.size + MAX_CANDIDATES
    const candidates: FirmCandidate[] = []
    const rank = () => rankCandidates(candidates, name, postcode)
    const namesakes = () => rank().filter((each) => each.namesake)
    for (let page = 1; page <= MAX_SEARCH_PAGES; page += 1) {
      const body = await get(page === 1 ? path : `${path}&pgnp=${page}`)
      const found = readSearch(body)
      candidates.push(...found.candidates)
      const [clone] = namesakesWithoutNumber(found.unnumbered, name)
      if (clone)
        addDoubt(
          `the register lists the same name without a reference number${clone.status === null ? '' : `, ${clone.status}`}`,
        )
      if (await examine(namesakes(), limit - examined.size)) return true
      if (!hasNextPage(body)) break
      if (page === MAX_SEARCH_PAGES) addDoubt('the search has more pages than were read')
    }
    if (await examine(rank(), limit - examined.size)) return true
    const unseen = namesakes().filter((each) => !examined.has(each.frn)).length
    if (unseen > 0) addDoubt(`${unseen} more firms have the same name`)
    return false
  }

  return { search, matches, doubt: () => doubt }
}
