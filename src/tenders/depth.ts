/**
 * Depth of the tender index: the first day stored of each portal, and whether that is enough to
 * sell searches.
 */

import type { Degradation } from '../background/source.ts'
import { ServiceError } from '../platform/errors.ts'
import type { SourceState } from '../store/runs.ts'
import { type CoverageSpan, removeSpan } from './model/coverage.ts'
import { readProgress, wallMs } from './portal-progress.ts'
import type { Portal } from './portals/portal.ts'

export interface DepthSettings {
  /** Days that one portal must reach back before searches are sold. */
  minDepthDays: number
  /** Days that every portal reaches back once its backfill is complete. */
  backfillDays: number
}

/** Depth of all configured portals together. */
export interface Depth {
  /** Returns the reason why searches cannot be sold yet; `null` if they can. */
  refusal(nowMs: number): ServiceError | null
  /** Returns the flag about missing days for searches; `null` if every portal is complete. */
  degradation(nowMs: number): Degradation | null
  /** Whether every portal is complete. */
  isWhole(nowMs: number): boolean
  /**
   * Returns the first day stored of each portal, for an answer without matches: `Find a Tender is
   * held since 2026-08-26`.
   */
  coverageText(): string
}

const DAY_MS = 86_400_000
const ASK_AGAIN_SECONDS = 600

export function createDepth(
  states: readonly { portal: Portal; state: SourceState }[],
  settings: DepthSettings,
): Depth {
  const { minDepthDays, backfillDays } = settings
  const coverages = states.map(({ portal, state }) => ({ portal, ...computeCoverage(state) }))

  const countDays = (fromMs: number | null, nowMs: number) =>
    fromMs === null ? 0 : (wallMs(nowMs) - fromMs) / DAY_MS
  const isEnough = (nowMs: number) =>
    coverages.some(({ fromMs }) => countDays(fromMs, nowMs) >= minDepthDays)
  const wholeAt = (nowMs: number) => {
    const wantedMs = wallMs(nowMs) - backfillDays * DAY_MS
    return coverages.filter(
      ({ fromMs, missing }) =>
        fromMs !== null && fromMs <= wantedMs && missing.every(([, to]) => to <= wantedMs),
    )
  }
  const coverageText = () =>
    coverages
      .map(({ portal, fromMs, missing }) => `${portal.name} ${sinceText(fromMs, missing)}`)
      .join(', ')

  const isWhole = (nowMs: number) => wholeAt(nowMs).length === coverages.length

  return {
    coverageText,
    isWhole,
    refusal(nowMs) {
      if (isEnough(nowMs)) return null
      const longest = Math.floor(
        Math.max(0, ...coverages.map(({ fromMs }) => countDays(fromMs, nowMs))),
      )
      const detail = `the tender index reaches back ${longest} of ${minDepthDays} days; search, fit and changes are sold from then on`
      return new ServiceError('UPSTREAM_UNAVAILABLE', detail, {
        hint: 'Nothing was charged. Dossiers of tenders that are held are sold already; GET /v1/health shows how far the first fill is.',
        retryAfterSeconds: ASK_AGAIN_SECONDS,
      })
    },
    degradation(nowMs) {
      if (isWhole(nowMs)) return null
      return {
        kind: 'partial',
        detail: `not all of the last ${backfillDays} days is held: ${coverageText()}`,
        flagged: true,
      }
    },
  }
}

/** From when on a portal is held, and the spans after that which it would not answer. */
function computeCoverage(state: SourceState): {
  fromMs: number | null
  missing: readonly CoverageSpan[]
} {
  const detail = readProgress(state)
  const { unanswered } = detail
  const spans = unanswered.filter(({ all }) => all).map(({ span }) => span)
  const fromMs =
    spans.reduce((coverage, span) => removeSpan(coverage, span), detail.covered)[0]?.[0] ?? null
  return { fromMs, missing: fromMs === null ? [] : spans.filter(([start]) => start > fromMs) }
}

function sinceText(fromMs: number | null, missing: readonly CoverageSpan[]): string {
  if (fromMs === null) return 'is not held yet'
  const day = (wall: number) => new Date(wall).toISOString().slice(0, 10)
  const without =
    missing.length === 0
      ? ''
      : ` without ${missing.map(([from, to]) => `${day(from)} to ${day(to - 1)}`).join(' and ')}`
  return `is held since ${day(fromMs)}${without}`
}
