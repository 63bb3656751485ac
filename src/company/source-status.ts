/** Sources and degradations of an answer, made from what its parts rest on. */

import type { CachedValue } from '../background/fresh-cache.ts'
import { buildDegradation, type Degradation, describeFailure } from '../background/source.ts'
import type { Source } from '../contract/envelope.ts'
import { instant } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { NoCallLeft } from '../upstream/call-budget.ts'
import { UpstreamError, type UpstreamFailure } from '../upstream/http.ts'
import { STREAM_SOURCE } from './mirror/follow.ts'
import { BULK_FILE } from './source.ts'
import { COMPANIES_HOUSE } from './sources/register-calls.ts'

const RETRY_AFTER_SECONDS = 30
export const PUBLIC_SITE = 'https://find-and-update.company-information.service.gov.uk'

/** One part of the register's answer. `value` null: not fetched and never was. */
export interface RegisterPart<T> {
  value: T | null
  trouble: Trouble | null
  fetchedMs: number | null
}

interface Trouble {
  what: string
  kind: 'stale' | 'failed'
  reason: string
  /** When the served copy was fetched; null: there is none. */
  copyMs: number | null
}

export interface SourceStatus {
  sources: Source[]
  degradations: Degradation[]
}

export function findTrouble(what: string, reading: CachedValue<unknown>): Trouble | null {
  if (reading.state === 'fresh') return null
  const reason =
    reading.state === 'failed'
      ? describeFailure(COMPANIES_HOUSE, reading.failure ?? 'failed')
      : 'refresh still running'
  return { what, kind: reading.state, reason, copyMs: reading.fetchedMs }
}

/** One flag for everything that is of one kind: many parts of one register fail together. */
export function buildSourceStatus(
  troubles: readonly (Trouble | null)[],
  fetched: readonly (number | null)[],
  url: string,
): SourceStatus {
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
    sources: [
      {
        name: COMPANIES_HOUSE,
        fetched: times.length > 0 ? instant(Math.min(...times)) : null,
        url,
      },
    ],
    degradations: groups.filter((group) => group.length > 0).map(degradation),
  }
}

function degradation(group: readonly Trouble[]): Degradation {
  const first = group[0]!
  const copies = group.map((each) => each.copyMs).filter((each) => each !== null)
  const what = `${COMPANIES_HOUSE} ${group.map((each) => each.what).join(', ')}`
  const trouble = {
    kind: first.kind,
    reason: first.reason,
    copyMs: copies.length === 0 ? null : Math.min(...copies),
  }
  // Officers that were never fetched have a separate flag.
  return buildDegradation(what, trouble, !(copies.length === 0 && first.what === 'officers'))
}

/** Returns the status of a profile from the mirror with the parts from the register. */
export function buildMirrorStatus(
  source: string,
  profile: CachedValue<unknown>,
  parts: readonly RegisterPart<unknown>[],
  number: string,
): SourceStatus {
  const url = `${PUBLIC_SITE}/company/${number}`
  const trouble = findTrouble('profile', profile)
  const requested = parts.filter((each) => each.fetchedMs !== null || each.trouble !== null)
  const rest = buildSourceStatus(
    [trouble, ...requested.map((each) => each.trouble)],
    requested.map((each) => each.fetchedMs),
    url,
  )
  const mirrored = {
    name: source,
    fetched: instant(profile.fetchedMs),
    url: source === BULK_FILE ? BULK_PAGE : url,
  }
  return {
    sources: requested.length > 0 ? [...rest.sources, mirrored] : [mirrored],
    degradations: rest.degradations,
  }
}

const BULK_PAGE = 'https://download.companieshouse.gov.uk/en_output.html'

/**
 * A month's file is a copy of its day, however often it is read; kept current by the stream it is
 * of now.
 */
export function buildSearchStatus({
  asOfMs,
  fresh,
}: {
  asOfMs: number
  fresh: boolean
}): SourceStatus {
  if (fresh)
    return {
      sources: [
        { name: STREAM_SOURCE, fetched: instant(asOfMs), url: `${PUBLIC_SITE}/search/companies` },
      ],
      degradations: [],
    }
  const reason = 'nothing has kept it current since that day'
  return {
    sources: [{ name: BULK_FILE, fetched: instant(asOfMs), url: BULK_PAGE }],
    degradations: [buildDegradation(BULK_FILE, { kind: 'stale', reason, copyMs: asOfMs })],
  }
}

export function createNotFoundError(number: string): ServiceError {
  return new ServiceError(
    'SUBJECT_NOT_FOUND',
    `The register of companies holds no company ${number}.`,
    {
      hint: 'Find the number with GET /v1/company/search.',
    },
  )
}

/** Returns the error of a deployment without a key. */
export function createNotConfiguredError(): ServiceError {
  return new ServiceError(
    'UPSTREAM_NOT_CONFIGURED',
    'This deployment has no access to the register of companies.',
    {
      hint: 'The operator has to set COMPANIES_HOUSE_API_KEY; GET /v1/health shows the state of every source.',
    },
  )
}

const CAUSES: Readonly<Record<UpstreamFailure, string>> = {
  timeout: 'did not answer in time',
  network: 'could not be reached',
  throttled: 'accepts no further call of this service now',
  server_error: 'answered with an error',
  breaker_open: 'failed several times, and is not called again for a while',
  too_large: 'answered with more than is read',
}

/**
 * Returns the error of a part that could not be read now, in the words of its cause and with its
 * time.
 */
export function createUnavailableError(cause: unknown): ServiceError {
  const retryAfterMs = cause instanceof UpstreamError ? cause.retryAfterMs : null
  const retryAfterSeconds =
    retryAfterMs === null ? RETRY_AFTER_SECONDS : Math.max(1, Math.ceil(retryAfterMs / 1000))
  return new ServiceError(
    'UPSTREAM_UNAVAILABLE',
    `${describeCause(cause, retryAfterSeconds)} There is no earlier copy to serve.`,
    {
      retryAfterSeconds,
      hint: 'Repeat the request after the time in Retry-After; nothing was charged.',
      cause,
    },
  )
}

function describeCause(cause: unknown, retryAfterSeconds: number): string {
  if (cause instanceof NoCallLeft)
    return `Our own quota of calls to ${COMPANIES_HOUSE} is spent: ${describeFailure(COMPANIES_HOUSE, cause)}. A call is free again in ${retryAfterSeconds} seconds.`
  const what = cause instanceof UpstreamError ? CAUSES[cause.kind] : 'did not answer'
  return `${COMPANIES_HOUSE} ${what}.`
}
