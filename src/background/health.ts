/** Last success and failure of each source, for `GET /v1/health` and for the flags of answers. */
import type { Clock } from '../platform/clock.ts'
import { instant } from '../platform/clock.ts'

/** One entry of `health.upstreams`; domains may add keys after these. */
export interface SourceHealth {
  status: 'ok' | 'stale' | 'failing' | 'not_consulted' | 'not_configured' | 'waiting'
  last_success: string | null
  age_seconds: number | null
  fresh_for_seconds: number | null
  [detail: string]: unknown
}

/** Handed to health by every domain. */
export interface HealthReport {
  upstreams: Readonly<Record<string, SourceHealth>>
  warnings: readonly string[]
}

export function sourceHealth(options: {
  lastSuccessMs: number | null
  /** The newest attempt failed. */
  failing: boolean
  windowMs: number
  nowMs: number
}): SourceHealth {
  const { lastSuccessMs, failing, windowMs, nowMs } = options
  const ageMs = lastSuccessMs === null ? null : Math.max(0, nowMs - lastSuccessMs)
  const status = failing
    ? 'failing'
    : ageMs === null
      ? 'waiting'
      : ageMs > windowMs
        ? 'stale'
        : 'ok'
  return {
    status,
    last_success: lastSuccessMs === null ? null : instant(lastSuccessMs),
    age_seconds: ageMs === null ? null : Math.floor(ageMs / 1000),
    fresh_for_seconds: ageMs === null ? null : Math.max(0, Math.floor((windowMs - ageMs) / 1000)),
  }
}

/** Remembers the outcome of calls made on demand, such as the register's. */
export interface CallMonitor {
  recordSuccess(): void
  recordFailure(): void
  health(windowMs: number): SourceHealth
}

export function createCallMonitor(clock: Clock): CallMonitor {
  let lastSuccessMs: number | null = null
  let failing = false
  return {
    recordSuccess() {
      lastSuccessMs = clock.nowMs()
      failing = false
    },
    recordFailure() {
      failing = true
    },
    // A source that is queried on demand does not become stale without queries.
    health: (windowMs) => {
      const health = sourceHealth({ lastSuccessMs, failing, windowMs, nowMs: clock.nowMs() })
      return health.status === 'stale' ? { ...health, status: 'ok' } : health
    },
  }
}
