/**
 * Description of a source: its names, its freshness window, its next attempt, and the meaning of
 * its failure for callers. Schedules, flags, refusals, health, metrics and `ukintel status` are
 * derived from it.
 */
import { instant } from '../platform/clock.ts'
import { errorMessage, ServiceError } from '../platform/errors.ts'
import type { SourceState } from '../store/runs.ts'
import { type SourceHealth, sourceHealth } from './health.ts'

/**
 * Whether this process reads the sources on a schedule; `off` if another process fills the store.
 */
export type Ingest = 'scheduled' | 'off'

const DAY_MS = 86_400_000
/** Maximum age of data that is served. */
export const OLDEST_SERVED_MS = 30 * DAY_MS
/** A refresh begins at this share of the window, so that a healthy source never shows stale. */
const REFRESH_AT = 11 / 12

/** Properties of every source, including those that are queried on demand. */
export interface Described {
  /** Its member of `health.upstreams` and its label in the metrics. */
  label: string
  /** Name in answers, flags and warnings. */
  name: string
  /** A copy within it is as good as fresh. */
  windowMs: number
}

/** A source that is read in the background, on a schedule. */
export interface ScheduledSource extends Described {
  /** Its row in the store. */
  id: string
  /** After a failed attempt. */
  retryAfterMs: number
  /** Product of the source, with its article: `the grant index`. */
  makes: string
  /** Effect on callers until the first read: `grant calls answer 503`. */
  untilRead: string
  /** How long a caller who is refused waits, in seconds. */
  askAgainSeconds: number
}

/** Last success, last attempt and failure of a source. */
export type Progress = Pick<SourceState, 'lastSuccessMs' | 'lastAttemptMs' | 'failure'>

/**
 * A source that is stale, failed or incomplete. `flagged: false` if a flag of a rule already
 * reports it.
 */
export interface Degradation {
  kind: 'stale' | 'failed' | 'partial'
  detail: string
  flagged: boolean
}

export function isDue(
  { windowMs, retryAfterMs }: ScheduledSource,
  { lastSuccessMs, lastAttemptMs, failure }: Progress,
  nowMs: number,
): boolean {
  if (failure !== null) return lastAttemptMs === null || nowMs - lastAttemptMs >= retryAfterMs
  return lastSuccessMs === null || nowMs - lastSuccessMs >= windowMs * REFRESH_AT
}

/**
 * Returns the degradation of a source without a success within its window, regardless of the newest
 * attempt. Health reports a failure immediately.
 */
export function findDegradation(
  source: ScheduledSource,
  { lastSuccessMs, failure }: Progress,
  nowMs: number,
): Degradation | null {
  const { name, windowMs } = source
  if (lastSuccessMs !== null && nowMs - lastSuccessMs <= windowMs) return null
  if (failure !== null)
    return buildDegradation(name, { kind: 'failed', reason: failure, copyMs: lastSuccessMs })
  if (lastSuccessMs === null)
    return buildDegradation(name, {
      kind: 'stale',
      reason: 'its first fill is still running',
      copyMs: null,
    })
  return buildDegradation(name, {
    kind: 'stale',
    reason: `past its window of ${formatWindow(windowMs)}, refresh still running`,
    copyMs: lastSuccessMs,
  })
}

/**
 * A flag's detail names the source, what is wrong, and of when the copy is that was used instead.
 */
export function buildDegradation(
  what: string,
  trouble: { kind: 'stale' | 'failed'; reason: string; copyMs: number | null },
  flagged = true,
): Degradation {
  const { kind, reason, copyMs } = trouble
  const copy = copyMs === null ? 'no earlier copy' : `copy of ${instant(copyMs)} served`
  return { kind, detail: `${what}: ${describeFailure(what, reason)}; ${copy}`, flagged }
}

/** Returns a failure without the leading name of the source, which callers add themselves. */
export function describeFailure(name: string, failure: unknown): string {
  const message = errorMessage(failure)
  return message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message
}

/** A window that an operator made longer than a month is believed. */
function oldestServedMs({ windowMs }: ScheduledSource): number {
  return Math.max(OLDEST_SERVED_MS, windowMs)
}

/**
 * Returns why calls must be refused, or `null`. `lastSuccessMs` is `null` if the source was never
 * read.
 */
export function refusal(
  source: ScheduledSource,
  lastSuccessMs: number | null,
  nowMs: number,
): ServiceError | null {
  if (lastSuccessMs !== null && nowMs - lastSuccessMs <= oldestServedMs(source)) return null
  const { makes, askAgainSeconds } = source
  const detail =
    lastSuccessMs === null
      ? `${makes} is being filled for the first time`
      : `${makes} was last refreshed at ${instant(lastSuccessMs)}, too long ago to be served`
  return new ServiceError('UPSTREAM_UNAVAILABLE', detail, {
    hint: 'Nothing was charged. Ask again in a few minutes; GET /v1/health shows how far its source is.',
    retryAfterSeconds: askAgainSeconds,
  })
}

/** Returns the error that `read` throws, or `null`. */
export function findRefusal(read: () => unknown): ServiceError | null {
  try {
    read()
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

export function buildHealth(
  { windowMs }: Described,
  { lastSuccessMs, failure }: Progress,
  nowMs: number,
): SourceHealth {
  return sourceHealth({ lastSuccessMs, failing: failure !== null, windowMs, nowMs })
}

/** Returns the warnings of a source for health. */
export function listWarnings(
  { name, untilRead }: ScheduledSource,
  { lastSuccessMs, failure }: Progress,
): string[] {
  const unread = lastSuccessMs === null ? `; ${untilRead}` : ''
  if (failure !== null) return [`${name}: ${describeFailure(name, failure)}${unread}`]
  return lastSuccessMs === null ? [`${name}: nothing has been fetched yet${unread}`] : []
}

function formatWindow(windowMs: number): string {
  const hours = windowMs / 3_600_000
  return hours < 48 ? `${hours} hours` : `${hours / 24} days`
}
