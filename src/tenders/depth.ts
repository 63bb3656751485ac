/** How far back each portal is held, and whether that is enough to sell searches. */
import { ServiceError } from '../kernel/errors.ts'
import type { Degradation } from '../refresh/source.ts'
import type { SourceState } from '../store/runs.ts'
import { detailOf } from './held.ts'
import { wallMs } from './ingest.ts'
import { removeSpan, type Span } from './model/coverage.ts'
import type { Portal } from './portals/portal.ts'

export interface DepthSettings {
  /** What one portal must hold before searches are sold. */
  minDepthDays: number
  /** What every portal holds in the end. */
  backfillDays: number
}

/** What is held of the portals that are asked. */
export interface Depth {
  /** Why searches cannot be sold yet; null: they can. */
  refusal(nowMs: number): ServiceError | null
  /** What searches must say about what is missing; null: every portal is held whole. */
  degradation(nowMs: number): Degradation | null
  /** What is held of each portal, for an answer that found nothing: `Find a Tender is held since 2026-08-26`. */
  heldText(): string
  /** Grows when more can be sold, or one more portal is held whole: the index is worth building at once. */
  stage(nowMs: number): number
}

const DAY_MS = 86_400_000
const ASK_AGAIN_SECONDS = 600

export function depthOf(states: readonly { portal: Portal; state: SourceState }[], settings: DepthSettings): Depth {
  const { minDepthDays, backfillDays } = settings
  const held = states.map(({ portal, state }) => ({ portal, ...heldOf(state) }))

  const daysOf = (fromMs: number | null, nowMs: number) => (fromMs === null ? 0 : (wallMs(nowMs) - fromMs) / DAY_MS)
  const isEnough = (nowMs: number) => held.some(({ fromMs }) => daysOf(fromMs, nowMs) >= minDepthDays)
  const wholeAt = (nowMs: number) => {
    const wantedMs = wallMs(nowMs) - backfillDays * DAY_MS
    return held.filter(({ fromMs, missing }) => fromMs !== null && fromMs <= wantedMs && missing.every(([, to]) => to <= wantedMs))
  }
  const heldText = () => held.map(({ portal, fromMs, missing }) => `${portal.name} ${sinceText(fromMs, missing)}`).join(', ')

  return {
    heldText,
    stage: (nowMs) => Number(isEnough(nowMs)) + wholeAt(nowMs).length,
    refusal(nowMs) {
      if (isEnough(nowMs)) return null
      const longest = Math.floor(Math.max(0, ...held.map(({ fromMs }) => daysOf(fromMs, nowMs))))
      const detail = `the tender index reaches back ${longest} of ${minDepthDays} days; search, fit and changes are sold from then on`
      return new ServiceError('UPSTREAM_UNAVAILABLE', detail, {
        hint: 'Nothing was charged. Dossiers of tenders that are held are sold already; GET /v1/health tells how far the first fill is.',
        retryAfterSeconds: ASK_AGAIN_SECONDS,
      })
    },
    degradation(nowMs) {
      if (wholeAt(nowMs).length === held.length) return null
      return { kind: 'partial', detail: `not all of the last ${backfillDays} days is held: ${heldText()}`, flagged: true }
    },
  }
}

/** From when on a portal is held, and the spans after that which it would not answer. */
function heldOf(state: SourceState): { fromMs: number | null; missing: readonly Span[] } {
  const { covered, unanswered } = detailOf(state)
  const spans = unanswered.filter(({ all }) => all).map(({ span }) => span)
  const fromMs = spans.reduce((coverage, span) => removeSpan(coverage, span), covered)[0]?.[0] ?? null
  return { fromMs, missing: fromMs === null ? [] : spans.filter(([start]) => start > fromMs) }
}

function sinceText(fromMs: number | null, missing: readonly Span[]): string {
  if (fromMs === null) return 'is not held yet'
  const day = (wall: number) => new Date(wall).toISOString().slice(0, 10)
  const without = missing.length === 0 ? '' : ` without ${missing.map(([from, to]) => `${day(from)} to ${day(to - 1)}`).join(' and ')}`
  return `is held since ${day(fromMs)}${without}`
}
