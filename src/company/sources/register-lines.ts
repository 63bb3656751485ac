/**
 * How the register is asked: one pace and one ceiling of calls for all kinds of resource, a circuit for each, and a part of the calls
 * kept for buyers who have paid before.
 */
import { currentCaller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { sha256Hex } from '../../kernel/hash.ts'
import type { Log } from '../../observe/log.ts'
import type { CallMonitor } from '../../refresh/health.ts'
import {
  createUpstream,
  failWhileHeld,
  type Upstream,
  UpstreamError,
  type UpstreamFigures,
  type UpstreamResponse,
} from '../../upstream/http.ts'
import { createLeasedCalls, type LeasedCalls, type Places, type Right } from '../../upstream/leased-calls.ts'
import { createPace, type Pace } from '../../upstream/pace.ts'
import { createShare, type Share } from '../../upstream/share.ts'

export const COMPANIES_HOUSE = 'Companies House'

export interface RegisterOptions {
  baseUrl: string
  apiKey: string
  callsPer5Min: number
  /** Where replicas share these calls; null: this process has them all. */
  places: Places | null
  /** A hold longer than this fails a call at once instead of letting it wait. */
  patienceMs: number
  userAgent: string
  clock: Clock
  monitor: CallMonitor
  log: Log
}

/** A broken officer list must not open the circuit of the profiles. */
const KINDS = ['profile', 'search', 'officers', 'filings', 'charges', 'insolvency'] as const
type Kind = (typeof KINDS)[number]

export interface RegisterLines {
  /** The parsed body, or null for a 404 in the register's own words. @throws UpstreamError */
  get(kind: Kind, path: string, signal: AbortSignal): Promise<unknown>
  /** Calls of the whole deployment that nobody has taken in the last five minutes, and how many of all are kept. */
  calls(): Promise<{ left: number; kept: number }>
  figures(): Record<string, UpstreamFigures>
  /** Calls that rows of many could begin with now: for whoever asks, outside of a request for a proven buyer. */
  room(): Promise<number>
  close(): Promise<void>
}

const WINDOW_MS = 300_000
/** Kept for buyers who have paid before, so that nobody shuts them out for nothing. A tiny ceiling is halved. */
const reservedOf = (calls: number) => Math.min(Math.max(12, Math.ceil(calls / 4)), Math.floor(calls / 2))
/** What rows of many may take in all: the other half is for requests of their own, whoever makes them. */
const forManyOf = (calls: number) => Math.max(1, Math.floor(calls / 2))
/** A 429 that names neither `Retry-After` nor a reset; the official window is five minutes. */
const BLIND_HOLD_MS = 60_000

export function createRegisterLines(options: RegisterOptions): RegisterLines {
  const { clock, monitor, log, callsPer5Min, places } = options
  const kept = reservedOf(callsPer5Min)
  // The register counts by key.
  const name = `register/${sha256Hex(options.apiKey).slice(0, 12)}`
  const shared = places && createLeasedCalls({ name, places, calls: callsPer5Min, kept, perMs: WINDOW_MS, clock })
  const own = createPace({ calls: callsPer5Min, perMs: WINDOW_MS, concurrency: 16, sliding: true })
  const pace = shared === null ? own : countedBy(shared, own)
  const all = createShare({ calls: callsPer5Min, perMs: WINDOW_MS }, clock)
  const unreserved = createShare({ calls: callsPer5Min - kept, perMs: WINDOW_MS }, clock)
  const forMany = createShare({ calls: forManyOf(callsPer5Min), perMs: WINDOW_MS }, clock)

  const line = (): Upstream =>
    createUpstream({
      name: COMPANIES_HOUSE,
      baseUrl: options.baseUrl,
      headers: { authorization: `Basic ${Buffer.from(`${options.apiKey}:`).toString('base64')}` },
      userAgent: options.userAgent,
      pace,
      timeoutMs: 4_000,
      maxBodyBytes: 4 * 1024 * 1024,
      retries: 2,
      maxRetryDelayMs: 1_500,
      breaker: { failures: 6, coolDownMs: 10_000 },
      throttleHoldMs: (status, headers) => (status === 429 ? (untilReset(headers, clock) ?? BLIND_HOLD_MS) : null),
      onAttempt: ({ path, ...attempt }) => log.debug({ ...attempt, path: path.split('?')[0] }, 'register call'),
    })
  const lines = new Map(KINDS.map((kind) => [kind, line()]))

  return {
    async get(kind, path, signal) {
      takeShares({ unreserved, forMany }, shared === null)
      try {
        failWhileHeld(COMPANIES_HOUSE, pace, options.patienceMs)
        failWhenSpent(all, options.patienceMs)
        const response = await lines.get(kind)!.get(path, { signal, priority: priorityOf(kind) })
        const spentForMs = isSpent(response.headers) ? untilReset(response.headers, clock) : null
        if (spentForMs !== null) pace.holdFor(spentForMs)
        const body = readBody(response)
        monitor.succeeded()
        return body
      } catch (error) {
        // The register is well.
        if (!(error instanceof KeptForOthers)) monitor.failed()
        if (error instanceof UpstreamError) throw error
        throw new UpstreamError(COMPANIES_HOUSE, 'timeout', 'no answer in the time allowed for one request', { cause: error })
      }
    },
    figures: () => Object.fromEntries([...lines].map(([kind, each]) => [`companies_house_${kind}`, each.figures()])),
    calls: async () => ({ left: shared === null ? all.left() : await shared.left(), kept }),
    async room() {
      if (pace.heldForMs() > options.patienceMs || lines.get('profile')!.isResting()) return 0
      const strange = currentCaller()?.proven === false
      // Replicas do not know each other's rows: what they may have together is what the deployment has beyond the half of the others.
      const together = shared === null ? all.left() : (await shared.left()) - (callsPer5Min - forManyOf(callsPer5Min))
      return Math.max(0, Math.min(together, forMany.left(), ...(strange ? [unreserved.left()] : [])))
    },
    async close() {
      await Promise.all([...lines.values()].map((each) => each.close()))
    },
  }
}

/** Each attempt is a call that all replicas have to know of. */
function countedBy(shared: LeasedCalls, pace: Pace): Pace {
  return {
    ...pace,
    run(task, signal, priority) {
      const caller = currentCaller()
      const counted = async () => {
        const right = caller?.proven ? 'kept' : caller?.begun ? 'begun' : 'open'
        const take = (as: Right) =>
          shared.take(as).catch((cause) => {
            throw new UpstreamError(COMPANIES_HOUSE, 'throttled', 'the store that counts the calls is away', { cause })
          })
        let waitMs = await take(right)
        // Begun by another call of the same answer meanwhile.
        if (waitMs > 0 && right === 'open' && caller?.begun) waitMs = await take('begun')
        if (waitMs > 0) throw spent(waitMs, right !== 'open')
        if (caller) caller.begun = true
        return task()
      }
      return pace.run(counted, signal, priority)
    },
  }
}

class KeptForOthers extends UpstreamError {}

function spent(retryAfterMs: number, mayUseKept: boolean): UpstreamError {
  if (mayUseKept) return new UpstreamError(COMPANIES_HOUSE, 'throttled', 'the calls of these five minutes are spent', { retryAfterMs })
  return new KeptForOthers(COMPANIES_HOUSE, 'throttled', 'the calls left are kept for earlier buyers', { retryAfterMs })
}

/** @throws UpstreamError where what is left of the register's calls is kept for others */
function takeShares({ unreserved, forMany }: { unreserved: Share; forMany: Share }, begins: boolean): void {
  const caller = currentCaller()
  if (!caller?.proven) {
    const retryAfterMs = unreserved.take(caller?.begun)
    if (retryAfterMs > 0) throw spent(retryAfterMs, false)
  }
  if (caller?.oneOfMany) {
    const retryAfterMs = forMany.take(caller.begun)
    if (retryAfterMs > 0)
      throw new UpstreamError(COMPANIES_HOUSE, 'throttled', 'the calls left are kept for single requests', { retryAfterMs })
  }
  // An answer that was begun is not sold with holes in it.
  if (caller && begins) caller.begun = true
}

/** Whoever would wait in vain is told at once, so that a copy can be served instead. @throws UpstreamError */
function failWhenSpent(all: Share, patienceMs: number): void {
  const retryAfterMs = all.take()
  if (retryAfterMs === 0) return
  if (retryAfterMs > patienceMs) throw spent(retryAfterMs, true)
  all.take(true)
}

/** What was paid for goes first, rows of many after requests of their own; then what only the register can tell: a mirror may have profiles and names. */
function priorityOf(kind: Kind): number {
  const caller = currentCaller()
  return (caller === undefined ? 0 : caller.oneOfMany ? 2 : 4) + (kind === 'profile' || kind === 'search' ? 0 : 1)
}

function isSpent(headers: UpstreamResponse['headers']): boolean {
  return (headers['x-ratelimit-remain'] ?? headers['x-ratelimit-remaining']) === '0'
}

/** Milliseconds until the register's window starts anew, by its own header (epoch seconds). */
function untilReset(headers: UpstreamResponse['headers'], clock: Clock): number | null {
  const reset = Number(headers['x-ratelimit-reset'])
  if (!Number.isFinite(reset) || reset <= 0) return null
  return Math.min(WINDOW_MS, Math.max(0, reset * 1000 - clock.nowMs()))
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
