/** Sources, degradations and errors of an answer, made from the parts that it rests on. */

import { buildDegradation, type Degradation, describeFailure } from '../background/source.ts'
import type { Source } from '../contract/envelope.ts'
import { instant } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { NoCallLeft } from '../upstream/call-budget.ts'
import { UpstreamError, type UpstreamFailure } from '../upstream/http.ts'
import { RETRY_AFTER_SECONDS } from './limits.ts'
import type { PartReading, Trouble } from './read-part.ts'
import { BULK_FILE, COMPANIES_HOUSE, STREAM_SOURCE } from './source.ts'

export const PUBLIC_SITE = 'https://find-and-update.company-information.service.gov.uk'
const BULK_PAGE = 'https://download.companieshouse.gov.uk/en_output.html'

export interface SourceStatus {
  sources: Source[]
  degradations: Degradation[]
}

type StatedPart = PartReading<unknown>

/** The status of one company, from its parts. */
export function buildCompanyStatus(number: string, parts: readonly StatedPart[]): SourceStatus {
  return buildSourceStatus(`${PUBLIC_SITE}/company/${number}`, parts)
}

/** One source for each name, with the age of its oldest part; the register first. */
export function buildSourceStatus(url: string | null, parts: readonly StatedPart[]): SourceStatus {
  const requested = parts.filter(({ fetchedMs, trouble }) => fetchedMs !== null || trouble !== null)
  const names = [...new Set(requested.map(({ source }) => source))].sort(
    (a, b) => Number(b === COMPANIES_HOUSE) - Number(a === COMPANIES_HOUSE),
  )
  return {
    sources: names.map((name) => ({
      name,
      fetched: oldest(requested.filter(({ source }) => source === name)),
      url: name === BULK_FILE ? BULK_PAGE : url,
    })),
    degradations: buildDegradations(requested),
  }
}

const findOldestMs = (parts: readonly StatedPart[]): number | null => {
  const times = parts.map(({ fetchedMs }) => fetchedMs).filter((each) => each !== null)
  return times.length === 0 ? null : Math.min(...times)
}

function oldest(parts: readonly StatedPart[]): string | null {
  const ms = findOldestMs(parts)
  return ms === null ? null : instant(ms)
}

type TroubledPart = StatedPart & { trouble: Trouble }

/** One flag for everything that is of one kind: many parts of one register fail together. */
function buildDegradations(parts: readonly StatedPart[]): Degradation[] {
  const troubled = parts.filter((each): each is TroubledPart => each.trouble !== null)
  const isOf = (kind: Trouble['kind'], isMissing: boolean) =>
    troubled.filter((each) => each.trouble.kind === kind && (each.value === null) === isMissing)
  const missing = isOf('failed', true)
  // Officers that were never fetched have a separate flag.
  const [officers, others] = [true, false].map((is) =>
    missing.filter(({ what }) => (what === 'officers') === is),
  ) as [TroubledPart[], TroubledPart[]]
  return [isOf('failed', false), others, officers, isOf('stale', false)]
    .filter((group) => group.length > 0)
    .map((group) =>
      buildDegradation(
        `${COMPANIES_HOUSE} ${group.map(({ what }) => what).join(', ')}`,
        { ...group[0]!.trouble, copyMs: findOldestMs(group) },
        group !== officers,
      ),
    )
}

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
