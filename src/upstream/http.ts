/**
 * HTTP client for data: pooled connections, pacing, timeouts, retry and a circuit breaker for one
 * upstream.
 */
import type { IRetryBackoffContext } from 'cockatiel'
import type { Dispatcher } from 'undici'
import { activeSpan, inSpan, traceHeaders } from '../observe/spans.ts'
import { errorMessage } from '../platform/errors.ts'
import { connectionFailure } from './connection-failure.ts'
import { createConnections, loadUndici } from './connections.ts'
import type { Pace } from './pace.ts'

export type UpstreamFailure =
  | 'timeout'
  | 'network'
  | 'throttled'
  | 'server_error'
  | 'breaker_open'
  | 'too_large'

/** An upstream that did not answer. A 404 or any other 4xx is an answer, not one of these. */
export class UpstreamError extends Error {
  readonly kind: UpstreamFailure
  readonly upstream: string
  readonly status: number | null
  /** Value of `Retry-After` in milliseconds; `null` if absent. */
  readonly retryAfterMs: number | null
  /** The beginning of the body of a failing answer; null: it was not read. */
  readonly bodyStart: string | null

  constructor(
    upstream: string,
    kind: UpstreamFailure,
    detail: string,
    options: {
      status?: number
      retryAfterMs?: number | null
      bodyStart?: string
      cause?: unknown
    } = {},
  ) {
    super(`${upstream}: ${detail}`, { cause: options.cause })
    this.name = 'UpstreamError'
    this.upstream = upstream
    this.kind = kind
    this.status = options.status ?? null
    this.retryAfterMs = options.retryAfterMs ?? null
    this.bodyStart = options.bodyStart ?? null
  }
}

/** Returns the failure of a call; what is no failure of the upstream is its time running out. */
export function toUpstreamError(upstream: string, error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error
  const detail = 'no answer in the time allowed for one request'
  return new UpstreamError(upstream, 'timeout', detail, { cause: error })
}

export interface UpstreamResponse {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export interface UpstreamOptions {
  /** Name in flags, sources and logs: `Companies House`. */
  name: string
  /** Scheme, host and optional path prefix, without a trailing slash. */
  baseUrl: string
  headers?: Readonly<Record<string, string>>
  userAgent: string
  pace: Pace
  /** For one attempt, waiting for a turn not counted. */
  timeoutMs: number
  maxBodyBytes: number
  /**
   * Further attempts after the first. Throttling answers are retried only within `maxRetryDelayMs`.
   */
  retries: number
  maxRetryDelayMs: number
  /** Consecutive failures that open the circuit, and for how long. */
  breaker: { failures: number; coolDownMs: number }
  /** Statuses that mean "too many requests" besides 429 and 503. */
  throttleStatuses?: readonly number[]
  /**
   * Returns how long to pause after a throttling answer without `Retry-After`, in milliseconds;
   * `null` if the answer does not say.
   */
  throttleHoldMs?: (status: number, headers: UpstreamResponse['headers']) => number | null
  onAttempt?: (attempt: {
    upstream: string
    path: string
    status: number | null
    durationMs: number
    failure: string | null
  }) => void
}

export interface GetOptions {
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Among those that wait for a turn; default 0. */
  priority?: number
  /** Called when the turn begins; what it throws ends the call. */
  onTurn?(): void
}

/** State of one upstream for the operator. */
export interface UpstreamMetrics {
  /** Failed repeatedly, and is left alone or tried carefully. */
  isOpen: boolean
  /** Attempts that had their turn, and how long they waited for it in all. */
  turns: number
  waitedMs: number
  /** Waiting just now. */
  waiting: number
}

export interface Upstream {
  readonly name: string
  readonly baseUrl: string
  figures(): UpstreamMetrics
  /** `path` begins with a slash and may carry a query. @throws UpstreamError */
  get(path: string, options?: GetOptions): Promise<UpstreamResponse>
  /** Whether its circuit is open: calls fail without being made. */
  isResting(): boolean
  close(): Promise<void>
}

/**
 * Fails immediately if the upstream demands a longer pause than a caller would wait. @throws
 * UpstreamError
 */
export function failWhilePaused(
  upstream: string,
  pace: Pace,
  maxPauseMs: number,
  why = 'requires a pause',
): void {
  const pausedMs = pace.pausedForMs()
  if (pausedMs <= maxPauseMs) return
  throw new UpstreamError(upstream, 'throttled', why, { retryAfterMs: pausedMs })
}

/** `Retry-After` as milliseconds, from seconds or an HTTP date. */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number | null {
  const value = Array.isArray(header) ? header[0] : header
  if (value === undefined) return null
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}

export const loadCockatiel = () => import('cockatiel')

/** Enough to recognise a failure by its words. */
const BODY_START_BYTES = 2000

export function createUpstream(options: UpstreamOptions): Upstream {
  const { name, baseUrl, pace, timeoutMs, maxBodyBytes } = options
  const connections = createConnections({
    connections: 16,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    connect: { timeout: timeoutMs },
  })
  const throttles = new Set([429, 503, ...(options.throttleStatuses ?? [])])

  async function attempt(
    path: string,
    headers: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<UpstreamResponse> {
    const started = performance.now()
    const report = (status: number | null, failure: string | null) =>
      options.onAttempt?.({
        upstream: name,
        path,
        status,
        durationMs: performance.now() - started,
        failure,
      })
    const deadline = AbortSignal.timeout(timeoutMs)
    let response: Dispatcher.ResponseData
    let body: Buffer
    try {
      response = await connections.request(`${baseUrl}${path}`, {
        method: 'GET',
        headers: {
          'user-agent': options.userAgent,
          accept: 'application/json',
          ...options.headers,
          ...headers,
        },
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      })
      body = await readBounded(response.body, maxBodyBytes, name)
    } catch (error) {
      if (error instanceof UpstreamError) throw error
      const kind = deadline.aborted ? 'timeout' : 'network'
      report(null, kind)
      if (signal?.aborted) throw signal.reason
      const detail =
        kind === 'timeout' ? `no answer within ${timeoutMs} ms` : connectionFailure(error)
      throw new UpstreamError(name, kind, detail, { cause: error })
    }
    report(response.statusCode, null)
    const status = response.statusCode
    if (throttles.has(status)) {
      const wait =
        retryAfterMs(response.headers['retry-after'], Date.now()) ??
        options.throttleHoldMs?.(status, response.headers) ??
        null
      if (wait !== null) pace.holdFor(wait)
      throw new UpstreamError(
        name,
        'throttled',
        `answered ${status}, too many requests or unavailable`,
        { status, retryAfterMs: wait },
      )
    }
    if (status >= 500)
      throw new UpstreamError(name, 'server_error', `answered ${status}`, {
        status,
        bodyStart: body.toString('utf8', 0, BODY_START_BYTES),
      })
    return { status, headers: response.headers, body }
  }

  const turns = createTurns(options, attempt)
  let restsUntilMs = 0
  let isOpen = () => false

  /**
   * Loads libraries with the first call: a start makes none. They are there before its turn,
   * because a request that leaves late comes close to the next one.
   */
  async function createPolicy() {
    const [
      {
        BrokenCircuitError,
        CircuitState,
        ConsecutiveBreaker,
        circuitBreaker,
        DelegateBackoff,
        handleWhen,
        retry,
        wrap,
      },
    ] = await Promise.all([loadCockatiel(), loadUndici()])
    const retryable = handleWhen((error) => {
      if (
        !(error instanceof UpstreamError) ||
        error.kind === 'too_large' ||
        error.kind === 'breaker_open'
      )
        return false
      return error.retryAfterMs === null || error.retryAfterMs <= options.maxRetryDelayMs
    })
    const backoff = new DelegateBackoff<IRetryBackoffContext<unknown>>(
      ({ attempt: count, result }) => {
        const demanded =
          'error' in result && result.error instanceof UpstreamError
            ? result.error.retryAfterMs
            : null
        return Math.min(options.maxRetryDelayMs, demanded ?? 200 * 2 ** (count - 1))
      },
    )
    const breakerPolicy = circuitBreaker(
      // What our own pace refuses says nothing of the upstream.
      handleWhen(
        (error) =>
          error instanceof UpstreamError && !(error.kind === 'throttled' && error.status === null),
      ),
      {
        halfOpenAfter: options.breaker.coolDownMs,
        breaker: new ConsecutiveBreaker(options.breaker.failures),
      },
    )
    breakerPolicy.onBreak(() => {
      restsUntilMs = performance.now() + options.breaker.coolDownMs
    })
    breakerPolicy.onReset(() => {
      restsUntilMs = 0
    })
    isOpen = () => breakerPolicy.state !== CircuitState.Closed
    const policy = wrap(retry(retryable, { maxAttempts: options.retries, backoff }), breakerPolicy)
    return { policy, BrokenCircuitError }
  }

  let creating: ReturnType<typeof createPolicy> | null = null

  return {
    name,
    baseUrl,
    figures: () => ({ ...turns.figures, isOpen: isOpen() }),
    async get(path, options = {}) {
      const { signal } = options
      creating ??= createPolicy()
      const { policy, BrokenCircuitError } = await creating
      try {
        return await policy.execute(
          () =>
            inSpan(`GET ${name}`, () => turns.run(path, options), {
              'url.path': path.split('?', 1)[0]!,
            }),
          signal,
        )
      } catch (error) {
        if (error instanceof BrokenCircuitError) {
          throw new UpstreamError(
            name,
            'breaker_open',
            'failed repeatedly and is left alone for a moment',
            { cause: error },
          )
        }
        if (error instanceof UpstreamError || signal?.aborted) throw error
        throw new UpstreamError(name, 'network', errorMessage(error), { cause: error })
      }
    },
    isResting: () => performance.now() < restsUntilMs,
    close: connections.close,
  }
}

type Attempt = (
  path: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => Promise<UpstreamResponse>

/** Runs each attempt when its turn comes. */
function createTurns(
  { baseUrl, pace }: Pick<UpstreamOptions, 'baseUrl' | 'pace'>,
  attempt: Attempt,
) {
  const figures = { turns: 0, waitedMs: 0, waiting: 0 }

  async function run(
    path: string,
    { headers = {}, signal, priority, onTurn }: GetOptions,
  ): Promise<UpstreamResponse> {
    const startedMs = performance.now()
    // A queued attempt runs in the context of another call.
    const span = activeSpan()
    const sent = { ...headers, ...traceHeaders(baseUrl) }
    let waits = true
    const begin = () => {
      if (waits) figures.waiting -= 1
      waits = false
    }
    figures.waiting += 1
    try {
      return await pace.run(
        async () => {
          begin()
          onTurn?.()
          const waitedMs = performance.now() - startedMs
          figures.turns += 1
          figures.waitedMs += waitedMs
          span?.set({ 'ukintel.waited_ms': Math.round(waitedMs) })
          const response = await attempt(path, sent, signal)
          span?.set({ 'http.response.status_code': response.status })
          return response
        },
        signal,
        priority,
      )
    } finally {
      begin()
    }
  }

  return { run, figures }
}

export async function readBounded(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
  upstream: string,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes)
      throw new UpstreamError(upstream, 'too_large', `answered more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
