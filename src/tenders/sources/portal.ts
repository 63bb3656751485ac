/** A portal behind one question: what was published within a span? */
import type { ActiveLease } from '../../background/lease.ts'
import type { Check } from '../../platform/examination.ts'
import {
  createUpstream,
  UpstreamError,
  type UpstreamMetrics,
  type UpstreamOptions,
} from '../../upstream/http.ts'
import { createPace, type Pace } from '../../upstream/pace.ts'
import type { CoverageSpan } from '../model/coverage.ts'
import type { Portal } from '../portals/portal.ts'
import { askByMonth } from './by-month.ts'
import { askByWindow } from './by-window.ts'
import { portalChecks } from './examination.ts'
import type { Asker, Page, Refused } from './page.ts'

export interface PortalClient {
  readonly portal: Portal
  readonly baseUrl: string
  /**
   * The newest part of a gap for one request. `density`: releases in a busy hour by the last
   * answer; null: not known.
   */
  newest(gap: CoverageSpan, density: number | null): CoverageSpan
  /** Begins no request for one interval: another process may have sent one right before. */
  rest(): void
  /**
   * Waits for its turn, and for as long as the portal demands. Sends no request once the lease is
   * over. @throws UpstreamError
   */
  listPublished(span: CoverageSpan, lease: ActiveLease): Promise<Page>
  /** Lists the checks of `ukintel doctor`, all of one page. */
  examine(nowMs: number, signal: AbortSignal): readonly Check[]
  figures(): UpstreamMetrics
  close(): Promise<void>
}

/**
 * Portals of one operator are paced together: it may count their requests together, twelve in two
 * minutes.
 */
export function createPaces(intervalMs: number): (portal: Portal) => Pace {
  const paces = new Map<string, Pace>()
  return ({ id, operator = id }) => {
    const shared = paces.getOrInsertComputed(operator, () =>
      createPace({ calls: 1, perMs: intervalMs, concurrency: 1, sliding: intervalMs > 0 }),
    )
    // A portal that wants a pause holds up no other.
    const own = createPace({ concurrency: 1 })
    return {
      ...own,
      run: (task, signal, priority) =>
        own.run(() => shared.run(task, signal, priority), signal, priority),
    }
  }
}

export interface PortalOptions {
  baseUrl: string
  userAgent: string
  /** One for each portal, of `createPaces`. */
  pace: Pace
  /** How long to wait where the portal does not say; Contracts Finder's guide says five minutes. */
  throttleMs?: number
  /** Pause before the first request of a process that takes over; default none. */
  restMs?: number
  /** Pause between requests for an hour after the portal refused one as too many; default none. */
  slowIntervalMs?: number
  onAttempt?: NonNullable<UpstreamOptions['onAttempt']>
}

const TIMEOUT_MS = 60_000
const MAX_BODY_BYTES = 64 * 1024 * 1024
const THROTTLE_MS = 300_000
const ATTEMPTS = 4
/**
 * It is not known whether portals count their calls together: after a refusal the pace is halved
 * for so long.
 */
const SLOW_FOR_MS = 3_600_000

function createAsker({ name, listing }: Portal): Asker {
  return listing.by === 'window' ? askByWindow(name, listing) : askByMonth(name, listing)
}

/**
 * The answer of Sell2Wales, for months on end, where its database cannot convert a notice (reported
 * in 2026).
 */
const CONVERSION_ERROR = /Error converting data type \w{1,20} to \w{1,20}/i

function findDefect({ bodyStart }: UpstreamError): string | null {
  return CONVERSION_ERROR.exec(bodyStart ?? '')?.[0] ?? null
}

export function createPortalClient(portal: Portal, options: PortalOptions): PortalClient {
  const { name } = portal
  const asker = createAsker(portal)
  const { pace, throttleMs = THROTTLE_MS, slowIntervalMs = 0, restMs = 0 } = options
  let slowUntilMs = 0
  const upstream = createUpstream({
    name,
    baseUrl: options.baseUrl,
    userAgent: options.userAgent,
    pace,
    timeoutMs: TIMEOUT_MS,
    maxBodyBytes: MAX_BODY_BYTES,
    // Retries are made here: they must wait as long as the portal says.
    retries: 0,
    maxRetryDelayMs: 0,
    breaker: { failures: 50, coolDownMs: 60_000 },
    throttleStatuses: portal.throttleStatuses,
    ...(options.onAttempt ? { onAttempt: options.onAttempt } : {}),
  })

  async function ask(
    path: string,
    turn: { signal: AbortSignal; onTurn?: () => void },
    attemptsAt500: number = portal.listing.attempts,
  ): Promise<Buffer | Refused> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { status, body } = await upstream.get(path, turn)
        if (performance.now() < slowUntilMs) pace.holdFor(slowIntervalMs)
        if (status !== 200)
          throw new UpstreamError(name, 'server_error', `answered ${status}`, { status })
        return body
      } catch (error) {
        const failure = error instanceof UpstreamError ? error : null
        if (failure?.kind === 'throttled') slowUntilMs = performance.now() + SLOW_FOR_MS
        if (turn.signal.aborted || failure === null) throw error
        const defect = findDefect(failure)
        // The portal's database refuses the same notice again.
        if (failure.status === 500 && (defect !== null || attempt === attemptsAt500))
          return { defect }
        const retryable = failure.kind !== 'server_error' || (failure.status ?? 500) >= 500
        if (!retryable || attempt === ATTEMPTS) throw error
        if (failure.kind === 'throttled' && failure.retryAfterMs === null) pace.holdFor(throttleMs)
      }
    }
  }

  return {
    portal,
    baseUrl: options.baseUrl,
    newest: asker.newest,
    rest: () => pace.holdFor(restMs),
    listPublished: (span, lease) =>
      asker.listPublished(span, (path) => ask(path, { signal: lease.signal, onTurn: lease.check })),
    examine: (nowMs, signal) =>
      portalChecks(portal, () => asker.sample(nowMs, (path) => ask(path, { signal }, 1))),
    figures: upstream.figures,
    close: () => upstream.close(),
  }
}
