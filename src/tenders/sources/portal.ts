/** The two portals behind one question: what was published within a window? */
import { londonWallTimeMs } from '../../kernel/london.ts'
import { createUpstream, UpstreamError, type UpstreamOptions } from '../../upstream/http.ts'
import type { Pace } from '../../upstream/pace.ts'
import type { Span } from '../model/coverage.ts'
import { asObject, decodeText, parseLenient } from '../model/json.ts'
import { PORTAL_NAMES } from '../model/notice.ts'
import type { Portal } from '../model/release.ts'

export type Page =
  /** `full`: more was published than one answer holds, the window must be halved. Cursors are never followed: they lose rows. */
  | { kind: 'releases'; releases: readonly unknown[]; full: boolean }
  /** Not JSON even after repair. */
  | { kind: 'unreadable' }

export interface PortalClient {
  readonly portal: Portal
  readonly baseUrl: string
  /** Waits for its turn, and for as long as the portal asks it to. @throws UpstreamError */
  published(window: Span, signal: AbortSignal): Promise<Page>
  close(): Promise<void>
}

export interface PortalOptions {
  baseUrl: string
  userAgent: string
  /** One for both portals: their limits may be counted together. */
  pace: Pace
  /** How long to wait where the portal does not say; Contracts Finder's guide says five minutes. */
  throttleMs?: number
  onAttempt?: NonNullable<UpstreamOptions['onAttempt']>
}

const PAGE_SIZE = 100
const TIMEOUT_MS = 60_000
const MAX_BODY_BYTES = 64 * 1024 * 1024
const THROTTLE_MS = 300_000
const ATTEMPTS = 4
/** Find a Tender refuses windows of less than two seconds. */
const SHORTEST_MS = 2000

interface Dialect {
  path(window: Span): string
  throttleStatuses: readonly number[]
}

const DIALECTS: Readonly<Record<Portal, Dialect>> = {
  // `stages` is not used: it hides Procurement Act notices. Times are read as London wall time, 19 characters.
  'find-a-tender': {
    path: ([from, to]) => `/api/1.0/ocdsReleasePackages?limit=${PAGE_SIZE}&updatedFrom=${wallText(from)}&updatedTo=${wallText(to)}`,
    throttleStatuses: [],
  },
  // "Too many requests" is an HTML page with status 403 in the guide, and 429 in practice.
  'contracts-finder': {
    path: ([from, to]) =>
      `/Published/Notices/OCDS/Search?limit=${PAGE_SIZE}&publishedFrom=${instantText(from)}&publishedTo=${instantText(to)}`,
    throttleStatuses: [403],
  },
}

/** Wall time of London in milliseconds as if it were UTC, to the form that Find a Tender reads. */
function wallText(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19)
}

function instantText(wallMs: number): string {
  return `${new Date(londonWallTimeMs(wallText(wallMs))).toISOString().slice(0, 19)}Z`
}

export function createPortalClient(portal: Portal, options: PortalOptions): PortalClient {
  const name = PORTAL_NAMES[portal]
  const dialect = DIALECTS[portal]
  const { pace, throttleMs = THROTTLE_MS } = options
  const upstream = createUpstream({
    name,
    baseUrl: options.baseUrl,
    userAgent: options.userAgent,
    pace,
    timeoutMs: TIMEOUT_MS,
    maxBodyBytes: MAX_BODY_BYTES,
    // Retries are made here: they must wait as long as the portal says, in the queue of both portals.
    retries: 0,
    maxRetryDelayMs: 0,
    breaker: { failures: 50, coolDownMs: 60_000 },
    throttleStatuses: dialect.throttleStatuses,
    ...(options.onAttempt ? { onAttempt: options.onAttempt } : {}),
  })

  async function ask(path: string, signal: AbortSignal): Promise<Buffer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { status, body } = await upstream.get(path, { signal })
        if (status !== 200) throw new UpstreamError(name, 'server_error', `answered ${status}`, { status })
        return body
      } catch (error) {
        const retryable = error instanceof UpstreamError && (error.kind !== 'server_error' || (error.status ?? 500) >= 500)
        if (signal.aborted || !retryable || attempt === ATTEMPTS) throw error
        if (error.kind === 'throttled' && error.retryAfterMs === null) pace.holdFor(throttleMs)
      }
    }
  }

  return {
    portal,
    baseUrl: options.baseUrl,
    async published(window, signal) {
      const [from, to] = window
      const text = decodeText(await ask(dialect.path([Math.min(from, to - SHORTEST_MS), to]), signal))
      if (!text.trimStart().startsWith('{'))
        throw new UpstreamError(name, 'server_error', 'answered something that is not a release package')
      let json: unknown
      try {
        json = parseLenient(text)
      } catch {
        return { kind: 'unreadable' }
      }
      const releases = asObject(json)?.releases
      if (!Array.isArray(releases)) throw new UpstreamError(name, 'server_error', 'answered a package without releases')
      return { kind: 'releases', releases, full: releases.length >= PAGE_SIZE || Boolean(asObject(asObject(json)?.links)?.next) }
    },
    close: () => upstream.close(),
  }
}
