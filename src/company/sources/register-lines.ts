/**
 * Access to the register: one pace and one ceiling of calls for all resources, and a circuit
 * breaker for each kind.
 */

import { createCallMonitor, type SourceHealth } from '../../background/health.ts'
import type { Log } from '../../observe/log.ts'
import { currentCaller, runToTheEnd } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { parseJson } from '../../platform/json.ts'
import type { LeaseClock } from '../../platform/lease-clock.ts'
import type { Counters } from '../../store/counters.ts'
import { NoCallLeft } from '../../upstream/call-budget.ts'
import {
  createUpstream,
  failWhilePaused,
  toUpstreamError,
  type Upstream,
  UpstreamError,
  type UpstreamMetrics,
  type UpstreamResponse,
} from '../../upstream/http.ts'
import { BLIND_HOLD_MS, COMPANY_WINDOW_MS, QUOTA_WINDOW_MS, REGISTER_ATTEMPTS } from '../limits.ts'
import { COMPANIES_HOUSE, FORBIDDEN } from '../source.ts'
import { createRegisterCalls } from './register-calls.ts'

export interface RegisterOptions {
  baseUrl: string
  apiKey: string
  callsPer5Min: number
  /** The store in which replicas share the calls; null: there is one process. */
  counters: Pick<Counters, 'slots' | 'add' | 'read'> | null
  /** Longest pause that a call waits for; with a longer one it fails immediately. */
  maxPauseMs: number
  userAgent: string
  clock: Clock
  /** Time of the shared calls. */
  leases: Pick<LeaseClock, 'nowMs'>
  log: Log
}

/** A broken officer list must not open the circuit of the profiles. */
const KINDS = ['profile', 'search', 'officers', 'filings', 'charges', 'insolvency'] as const
type Kind = (typeof KINDS)[number]

export interface RegisterLines {
  /** The parsed body, or null for a 404 in the register's own words. @throws UpstreamError */
  get(kind: Kind, path: string, signal: AbortSignal): Promise<unknown>
  /**
   * Returns the deployment's unused calls of the last five minutes, and how many of all are
   * reserved.
   */
  calls(): Promise<{ left: number; reserved: number }>
  figures(): Record<string, UpstreamMetrics>
  health(): SourceHealth
  /** Returns the cause of the last refusal, for the operator. */
  warnings(): string[]
  /**
   * Returns the number of calls that rows of screens could use now, for a caller outside of a
   * request of an earlier buyer.
   */
  room(): Promise<number>
  close(): Promise<void>
}

export function createRegisterLines(options: RegisterOptions): RegisterLines {
  const { clock, leases, log, apiKey, counters } = options
  const monitor = createCallMonitor(clock)
  const calls = createRegisterCalls({ apiKey, calls: options.callsPer5Min, counters, leases })
  const { pace } = calls

  const line = (): Upstream =>
    createUpstream({
      name: COMPANIES_HOUSE,
      baseUrl: options.baseUrl,
      headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` },
      userAgent: options.userAgent,
      pace,
      ...REGISTER_ATTEMPTS,
      maxBodyBytes: 4 * 1024 * 1024,
      throttleHoldMs: (status, headers) =>
        status === 429 ? (untilReset(headers, clock) ?? BLIND_HOLD_MS) : null,
      onAttempt: ({ path, ...attempt }) =>
        log.debug({ ...attempt, path: path.split('?')[0] }, 'register call'),
    })
  const lines = new Map(KINDS.map((kind) => [kind, line()]))

  /** The cause of the last 401 or 403; null: the last answer was another one. */
  let refusal: string | null = null

  async function get(kind: Kind, path: string, signal: AbortSignal): Promise<unknown> {
    const caller = currentCaller()
    if (!caller)
      return await runToTheEnd({ hasRecentPurchase: false }, () => get(kind, path, signal))
    try {
      failWhilePaused(COMPANIES_HOUSE, pace, options.maxPauseMs, refusal ?? undefined)
      await calls.begin(caller)
      const response = await lines.get(kind)!.get(path, { signal, priority: computePriority(kind) })
      const spentForMs = isSpent(response.headers) ? untilReset(response.headers, clock) : null
      if (spentForMs !== null) pace.holdFor(spentForMs)
      refusal = findRefusal(response.status)
      if (response.status === 403) pace.holdFor(QUOTA_WINDOW_MS)
      if (refusal !== null)
        throw new UpstreamError(COMPANIES_HOUSE, 'server_error', refusal, {
          status: response.status,
        })
      const body = readBody(response)
      monitor.recordSuccess()
      return body
    } catch (error) {
      // The register is well.
      if (!(error instanceof NoCallLeft)) monitor.recordFailure()
      throw toUpstreamError(COMPANIES_HOUSE, error)
    }
  }

  return {
    get,
    figures: () =>
      Object.fromEntries(
        [...lines].map(([kind, each]) => [`companies_house_${kind}`, each.figures()]),
      ),
    calls: calls.countLeft,
    health: () => monitor.health(COMPANY_WINDOW_MS),
    warnings: () => (refusal === null ? [] : [`${COMPANIES_HOUSE}: ${refusal}`]),
    async room() {
      if (pace.pausedForMs() > options.maxPauseMs || lines.get('profile')!.isResting()) return 0
      return await calls.room(currentCaller())
    },
    async close() {
      await Promise.all([...lines.values()].map((each) => each.close()))
    },
  }
}

/**
 * Returns the priority: paid requests first, rows after requests for one company, then data that
 * only the register has. A mirror may have profiles and names.
 */
function computePriority(kind: Kind): number {
  const caller = currentCaller()
  return (
    (caller === undefined ? 0 : caller.isBatchRow ? 2 : 4) +
    (kind === 'profile' || kind === 'search' ? 0 : 1)
  )
}

function isSpent(headers: UpstreamResponse['headers']): boolean {
  return (headers['x-ratelimit-remain'] ?? headers['x-ratelimit-remaining']) === '0'
}

/** Returns the milliseconds until the register's window restarts, by its header (epoch seconds). */
export function untilReset(headers: UpstreamResponse['headers'], clock: Clock): number | null {
  const reset = Number(headers['x-ratelimit-reset'])
  if (!Number.isFinite(reset) || reset <= 0) return null
  return Math.min(QUOTA_WINDOW_MS, Math.max(0, reset * 1000 - clock.nowMs()))
}

function findRefusal(status: number): string | null {
  if (status === 403) return `answered 403: ${FORBIDDEN}`
  return status === 401 ? 'answered 401, the key is refused' : null
}

/**
 * A 404 counts as the register's word only when it is JSON or empty: a stray proxy page is no
 * statement about a company.
 */
function readBody({ status, body }: UpstreamResponse): unknown {
  if (status !== 200 && status !== 404)
    throw new UpstreamError(COMPANIES_HOUSE, 'server_error', `answered ${status}`, { status })
  const parsed = body.length > 0 || status === 200 ? parseJson(body) : null
  if (parsed === undefined)
    throw new UpstreamError(
      COMPANIES_HOUSE,
      'server_error',
      `answered ${status} with something that is not JSON`,
      { status },
    )
  return status === 404 ? null : (parsed ?? {})
}
