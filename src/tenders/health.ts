/** State of portals, index and calendar for health and `ukintel status`. */

import { type HealthReport, type SourceHealth, sourceHealth } from '../background/health.ts'
import { buildHealth, listWarnings } from '../background/source.ts'
import { instant } from '../platform/clock.ts'
import type { SourceState } from '../store/runs.ts'
import type { TenderCounts } from '../store/tenders.ts'
import type { Depth } from './depth.ts'
import type { Holidays } from './holidays.ts'
import type { TenderIndex } from './index/tender-index.ts'
import { readProgress, wallMs } from './portal-progress.ts'
import type { PortalStates } from './portal-status.ts'
import type { Portal } from './portals/portal.ts'
import { BANK_HOLIDAYS, buildSource } from './source.ts'

export interface TendersSeen {
  portals: readonly Portal[]
  states: PortalStates
  counts: TenderCounts | null
  tenderIndex: TenderIndex
  holidays: Holidays
  /** Depth of the index that is served. */
  depth: Depth
  backfillDays: number
  nowMs: number
}

export function tendersHealth(seen: TendersSeen): HealthReport {
  const { portals, states, holidays } = seen
  const calendar = holidays.warning()
  return {
    upstreams: {
      ...Object.fromEntries(
        portals.map((portal) => [
          buildSource(portal).label,
          portalHealth(portal, states.of(portal), seen),
        ]),
      ),
      tender_index: indexHealth(seen),
      [BANK_HOLIDAYS.label]: holidays.health(),
    },
    warnings: [
      ...portals.flatMap((portal) => portalWarnings(portal, states.of(portal), seen)),
      ...indexWarnings(seen),
      ...(calendar === null ? [] : [calendar]),
    ],
  }
}

function portalHealth(
  portal: Portal,
  state: SourceState,
  { counts, backfillDays, nowMs }: TendersSeen,
): SourceHealth {
  const source = buildSource(portal)
  const detail = readProgress(state)
  const { numbering, unanswered } = detail
  const first = detail.covered[0]?.[0]
  return {
    ...buildHealth(source, state, nowMs),
    window_hours: source.windowMs / 3_600_000,
    covered_from: first === undefined ? null : new Date(first).toISOString().slice(0, 10),
    backfill_days: backfillDays,
    backfilled_days: first === undefined ? 0 : Math.floor((wallMs(nowMs) - first) / 86_400_000),
    quarantined: counts?.quarantined[portal.id] ?? 0,
    [portal.listing.by === 'month' ? 'lists_unanswered' : 'windows_unanswered']: unanswered.reduce(
      (sum, { lists }) => sum + lists.length,
      0,
    ),
    ...(numbering && {
      numbering: {
        checked_on: numbering.checkedOn,
        spanned: numbering.spanned,
        missing: numbering.missing,
      },
    }),
  }
}

function indexHealth({ tenderIndex, counts, depth, nowMs }: TendersSeen): SourceHealth {
  const lastSuccessMs = tenderIndex.updatedMs()
  const index = tenderIndex.current()
  index?.lapse(nowMs)
  const failing = tenderIndex.failure() !== null || tenderIndex.listRefused().length > 0
  const health = sourceHealth({ lastSuccessMs, failing, windowMs: Number.MAX_SAFE_INTEGER, nowMs })
  // Built early, for dossiers: searches are refused until it reaches back far enough.
  const isWaiting = health.status === 'ok' && depth.refusal(nowMs) !== null
  return {
    ...health,
    ...(isWaiting ? { status: 'waiting' as const } : {}),
    fresh_for_seconds: null,
    notices: counts?.notices ?? 0,
    live: index === null ? 0 : [...index.listShown()].length,
    whole: depth.isWhole(nowMs),
    award_history: {
      awards: counts?.awards.count ?? 0,
      from: counts?.awards.first ?? null,
      to: counts?.awards.last ?? null,
    },
  }
}

function indexWarnings({ tenderIndex }: TendersSeen): string[] {
  const [failure, updatedMs] = [tenderIndex.failure(), tenderIndex.updatedMs()]
  const served =
    updatedMs === null ? 'none is filled yet' : `the one of ${instant(updatedMs)} goes on serving`
  return [
    ...(failure === null ? [] : [`tender index: ${failure}; ${served}`]),
    ...tenderIndex.listRefused(),
  ]
}

function portalWarnings(
  portal: Portal,
  state: SourceState,
  { backfillDays, nowMs }: TendersSeen,
): string[] {
  const { name } = portal
  const troubles = listWarnings(buildSource(portal), state)
  if (troubles.length > 0) return troubles
  const detail = readProgress(state)
  const { unanswered } = detail
  const first = detail.covered[0]?.[0]
  const days = first === undefined ? 0 : (wallMs(nowMs) - first) / 86_400_000
  const lacking = unanswered.flatMap(({ lists }) => lists)
  return [
    ...(days >= backfillDays - 1
      ? []
      : [
          `${name}: the first fill reaches back ${Math.floor(days)} of ${backfillDays} days so far`,
        ]),
    ...(lacking.length === 0
      ? []
      : [
          `${name}: did not answer ${lacking.slice(0, 3).join(', ')}${lacking.length > 3 ? ' and more' : ''}; requested again once a night`,
        ]),
  ]
}
