/**
 * Updates the store from the portals. The stored time spans are written in the same transaction as
 * their rows. After any interruption the next run requests exactly the missing spans, newest first.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActiveLease } from '../background/lease.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import { daysBetween, londonDate } from '../platform/london.ts'
import type { Runs, SourceState } from '../store/runs.ts'
import type { TenderStore } from '../store/tenders.ts'
import { UpstreamError } from '../upstream/http.ts'
import { limitEnding } from './model/contract-changes.ts'
import {
  type Coverage,
  type CoverageSpan,
  gapsWithin,
  newestMonth,
  removeSpan,
} from './model/coverage.ts'
import { type PortalProgress, readProgress, toStoredProgress } from './portal-progress.ts'
import type { Portal } from './portals/portal.ts'
import {
  buildBatch,
  buildLapsedRow,
  emptyPage,
  READER,
  readAgainInto,
  toEndingChange,
} from './reading.ts'
import type { PortalClient } from './sources/portal.ts'
import { createWindows, type IngestProgress, type Run } from './windows.ts'

export interface TenderIngest {
  /** Reads again the releases that an earlier version of the reader read. It queries no portal. */
  readAgain(runLease: ActiveLease): Promise<void>
  /** Records which notices closed by themselves since that was recorded last. */
  recordTime(runLease: ActiveLease): Promise<void>
  /**
   * Everything published since the last success; at first only the newest window, so that there is something to serve. A portal that
   * fails is recorded as failing and does not hold up the others.
   */
  refresh(runLease: ActiveLease): Promise<void>
  /** Fills what is missing of the backfill, newest first, until done or `untilMs`. True when nothing is missing. */
  backfill(untilMs: number, runLease: ActiveLease): Promise<boolean>
  /** Refreshes the portals that are due and fills their backfill, each at its own pace, until nothing is missing or a portal fails. */
  fill(runLease: ActiveLease, watch: FillWatch): Promise<boolean>
  coverage(portal: string): Promise<Coverage>
}

export interface FillWatch {
  isDue(portal: Portal, state: SourceState): boolean
  /** Called after every window and every refresh that was stored. */
  onStored(): Promise<void>
}

export interface IngestOptions {
  clients: readonly PortalClient[]
  store: TenderStore
  runs: Runs
  clock: Clock
  log: Log
  backfillDays: number
  onProgress?: (progress: IngestProgress) => void
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** Releases appear in the portals' listing later than they are dated. */
const OVERLAP_MS = 2 * HOUR_MS
/** The night run starts when the previous day has settled. */
const RECHECK_HOUR = 3

/** Milliseconds of London's wall clock read as if it were UTC. Portals take and return windows in this time. */
export function wallMs(epochMs: number): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO(
    'Europe/London',
  )
  return Math.floor(epochMs) + zoned.offsetNanoseconds / 1_000_000
}

export function createTenderIngest(options: IngestOptions): TenderIngest {
  const { clients, store, runs, clock, log, backfillDays } = options
  const { step } = createWindows(options)

  /** Returns the newest part of what is to be requested again because 0.2.0 read it. */
  function listRenewed(
    { listing }: Portal,
    { covered, reduced }: PortalProgress,
    now: number,
  ): Coverage {
    // As 0.2.0 left it: nothing is requested again at the upgrade.
    if (reduced === covered) return []
    const last = removeSpan(reduced, [0, now - backfillDays * DAY_MS]).at(-1)
    if (last === undefined) return []
    const [from, to] = last
    return [listing.by === 'month' ? newestMonth(last) : [Math.max(from, to - WEEK_MS), to]]
  }

  const loadDetail = async (portal: string) => readProgress(await runs.source(portal))

  async function refreshPortal(client: PortalClient, lease: ActiveLease): Promise<void> {
    const { portal } = client
    const run: Run = { answered: false, refusedInARow: 0 }
    lease.check()
    const startedMs = clock.nowMs()
    await runs.recordSource(portal.id, { lastAttemptMs: startedMs })
    try {
      const stored = await loadDetail(portal.id)
      const now = Math.floor(wallMs(startedMs) / 1000) * 1000
      const begin = stored.covered[0]?.[0] ?? null
      let detail =
        begin === null
          ? ((await step(client, [now - HOUR_MS, now], stored, lease, run)) ?? stored)
          : withoutDoubtful(stored, startedMs, now, listRenewed(portal, stored, now))
      // All that lies after the beginning must be held; what lies before it is the backfill's.
      while (begin !== null) {
        lease.check()
        const next = await step(client, [begin, now], detail, lease, run)
        if (next === null) break
        detail = next
      }
      // An older month may be lacking for good; without the present one nothing new is known.
      const silent = detail.unanswered.find(({ span, all }) => all && span[1] >= now)
      if (silent) {
        const why = `answered 500 to every request for this month, such as ${silent.lists[0]}`
        throw new UpstreamError(portal.name, 'server_error', why, { status: 500 })
      }
      lease.check()
      await runs.recordSource(portal.id, {
        lastSuccessMs: startedMs,
        failure: null,
        detail: toStoredProgress(detail),
      })
      await lookForGaps(options, portal, startedMs)
    } catch (error) {
      if (lease.signal.aborted) return
      await runs.recordSource(portal.id, {
        failure:
          error instanceof UpstreamError ? error.message : 'what it published could not be stored',
      })
      log.warn({ portal: portal.id, err: error }, 'portal could not be read')
    }
  }

  /** One portal's part of the backfill. True when nothing is missing. */
  async function backfillPortal(
    client: PortalClient,
    runLease: ActiveLease,
    { goOn, onStored }: Pick<FillWatch, 'onStored'> & { goOn(): boolean },
  ): Promise<boolean> {
    const { id } = client.portal
    let detail = await loadDetail(id)
    // A portal that never answered has no beginning to fill back from.
    if (detail.covered.length === 0) return false
    // A portal whose newest refresh succeeded does answer.
    const run: Run = { answered: (await runs.source(id)).failure === null, refusedInARow: 0 }
    try {
      while (!runLease.signal.aborted && goOn()) {
        const target: CoverageSpan = [
          wallMs(clock.nowMs()) - backfillDays * DAY_MS,
          detail.covered.at(-1)![1],
        ]
        const next = await step(client, target, detail, runLease, run)
        if (next === null) {
          if (detail.unanswered.length > 0) {
            runLease.check()
            await runs.recordSource(id, { detail: toStoredProgress(detail) })
          }
          return true
        }
        detail = next
        await onStored()
      }
    } catch (error) {
      if (!runLease.signal.aborted)
        log.warn({ portal: id, err: error }, 'backfill stopped, it goes on later')
    }
    return false
  }

  /** For all portals together: each waits for its own turns. True when it is true of each. */
  const ofAll = async (work: (client: PortalClient) => Promise<boolean>) =>
    (await Promise.all(clients.map(work))).every(Boolean)

  async function recordTime(runLease: ActiveLease): Promise<void> {
    runLease.check()
    await store.recordTime(clock.nowMs(), buildLapsedRow)
    await store.recordEnding(clock.nowMs(), limitEnding, toEndingChange)
  }

  return {
    recordTime,

    async readAgain(runLease) {
      for (;;) {
        const rows = await store.outdated(READER)
        if (rows.length === 0) return
        const page = emptyPage()
        for (const row of rows) {
          readAgainInto(page, row, clock.nowMs())
          await nextTurn()
        }
        runLease.check()
        await store.apply(buildBatch(page, null, clock.nowMs()))
      }
    },

    async refresh(runLease) {
      for (const client of clients) client.rest()
      await recordTime(runLease)
      await Promise.all(clients.map((client) => refreshPortal(client, runLease)))
    },

    async backfill(untilMs, runLease) {
      const goOn = () => clock.nowMs() < untilMs
      return ofAll((client) => backfillPortal(client, runLease, { goOn, onStored: async () => {} }))
    },

    async fill(runLease, { isDue, onStored }) {
      for (const client of clients) client.rest()
      await recordTime(runLease)
      async function fillPortal(client: PortalClient): Promise<boolean> {
        const { portal } = client
        for (;;) {
          let state = await runs.source(portal.id)
          if (isDue(portal, state)) {
            await refreshPortal(client, runLease)
            await onStored()
            state = await runs.source(portal.id)
          }
          // After a failed refresh the backfill has its time before the next attempt.
          const seen = { ...state, lastAttemptMs: clock.nowMs() }
          const goOn = () => !isDue(portal, seen)
          const complete = await backfillPortal(client, runLease, { goOn, onStored })
          if (complete || runLease.signal.aborted || goOn()) return complete
        }
      }
      return ofAll(fillPortal)
    },

    coverage: async (portal) => (await loadDetail(portal)).covered,
  }
}

/** Once a week: numbers of the last settled week that were never listed. */
async function lookForGaps(
  { runs, store, log }: IngestOptions,
  portal: Portal,
  nowMs: number,
): Promise<void> {
  if (!portal.numbering) return
  const detail = readProgress(await runs.source(portal.id))
  const toMs = nowMs - DAY_MS
  const fromMs = toMs - WEEK_MS
  const today = londonDate(nowMs)
  if (detail.numbering && daysBetween(detail.numbering.checkedOn, today) < 7) return
  // A span that was not requested yet is no gap.
  if (gapsWithin(detail.covered, [wallMs(fromMs), wallMs(toMs)]).length > 0) return
  const { dated, known } = await store.releaseIds(portal.id, fromMs, toMs)
  const numbering = portal.numbering(dated, known)
  await runs.recordSource(portal.id, {
    detail: toStoredProgress({ ...detail, numbering: { ...numbering, checkedOn: today } }),
  })
  log.info({ portal: portal.id, ...numbering }, 'numbers of the last week looked through')
}

/**
 * Removes spans that must be requested again: the last two hours, and once a night the previous day
 * (portals list some releases hours after their publication time), unanswered lists and `renewed`.
 */
function withoutDoubtful(
  detail: PortalProgress,
  startedMs: number,
  now: number,
  renewed: Coverage,
): PortalProgress {
  const end = Math.min(detail.covered.at(-1)![1], now)
  const recent = removeSpan(detail.covered, [end - OVERLAP_MS, Number.MAX_SAFE_INTEGER])
  const today = londonDate(startedMs)
  if (detail.recheckedOn === today || new Date(now).getUTCHours() < RECHECK_HOUR)
    return { ...detail, covered: recent }
  const midnight = Math.floor(now / DAY_MS) * DAY_MS
  const again: CoverageSpan[] = [
    [midnight - DAY_MS, midnight],
    ...detail.unanswered.map(({ span }) => span),
    ...renewed,
  ]
  return {
    ...detail,
    covered: again.reduce<Coverage>(removeSpan, recent),
    reduced: renewed.reduce<Coverage>(removeSpan, detail.reduced),
    recheckedOn: today,
  }
}
