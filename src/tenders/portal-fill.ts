/**
 * Fills the store from one portal: windows from the newest to the oldest, sized by the last answer.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActiveLease } from '../background/lease.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import { daysBetween, londonDate } from '../platform/london.ts'
import type { Runs } from '../store/runs.ts'
import type { TenderBatch, TenderStore } from '../store/tenders.ts'
import { UpstreamError } from '../upstream/http.ts'
import {
  addSpan,
  type Coverage,
  type CoverageSpan,
  computeDensity,
  densityForWindow,
  gapsWithin,
  newestMonth,
  removeSpan,
} from './model/coverage.ts'
import {
  type PortalProgress,
  readProgress,
  toStoredProgress,
  type Unanswered,
  wallMs,
} from './portal-progress.ts'
import { buildBatch, emptyPage, quarantineRow, type ReadPage, readInto } from './reading.ts'
import type { PortalClient } from './sources/portal.ts'

export interface IngestProgress {
  /** Its id. */
  portal: string
  /** The window just stored, in London's wall time. */
  window: CoverageSpan
  releases: number
}

export interface FillOptions {
  store: TenderStore
  runs: Runs
  clock: Clock
  log: Log
  backfillDays: number
  onProgress?: (progress: IngestProgress) => void
  /** Writes one batch after the other: two together would count the same revision on PostgreSQL. */
  apply(lease: ActiveLease, batch: TenderBatch): Promise<unknown>
}

export interface PortalFill {
  readonly client: PortalClient
  /**
   * Reads everything published since the last success; at first only the newest window, so that
   * there is something to serve. A failure is recorded.
   */
  refresh(lease: ActiveLease): Promise<void>
  /** Fills what is missing of the backfill, newest first. Returns true when nothing is missing. */
  backfill(lease: ActiveLease, goOn: () => boolean, onStored: () => Promise<void>): Promise<boolean>
}

/** So many windows refused in a row are the portal's failure, not theirs. */
const MOST_REFUSED = 3
/** A longer window that is refused is tried in shorter ones before it is passed over. */
const LONGEST_PASSED_OVER_MS = 3_600_000
/** An unreadable answer is narrowed down to this much, then quarantined. */
const SHORTEST_UNREADABLE_MS = 60_000
/** Releases are read in portions so that requests are answered in between. */
const PORTION = 10
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** Releases appear in the portals' listing later than they are dated. */
const OVERLAP_MS = 2 * HOUR_MS
/** The night run starts when the previous day has settled. */
const RECHECK_HOUR = 3

/** The span to fill, and its newest missing part. */
interface Filling {
  target: CoverageSpan
  gap: CoverageSpan
  lease: ActiveLease
}

export function createPortalFill(client: PortalClient, options: FillOptions): PortalFill {
  const { runs, clock, log, backfillDays, onProgress, apply } = options
  const { portal } = client
  const { id, listing } = portal
  /** Releases in a busy hour by the last answer. */
  let density: number | null = null
  /** How the portal answers during one run. */
  let run = { answered: false, refusedInARow: 0 }
  const load = async () => readProgress(await runs.source(id))

  async function readReleases(releases: readonly unknown[]): Promise<ReadPage> {
    const read = emptyPage()
    for (const [index, release] of releases.entries()) {
      if (index % PORTION === 0) await nextTurn()
      readInto(read, portal, release, clock.nowMs())
    }
    return read
  }

  /** Stores what was published within a span, halving it where one answer does not hold it. */
  async function fillSpan(
    span: CoverageSpan,
    filling: Filling,
    progress: PortalProgress,
  ): Promise<PortalProgress> {
    const [from, to] = span
    const length = to - from
    const page = await client.listPublished(span, filling.lease)
    const { releases, isFull, isUnreadable, unanswered, isSilent } = page
    const shortestMs = listing.by === 'month' ? 0 : listing.shortestMs
    const narrow = isFull && length > (isUnreadable ? SHORTEST_UNREADABLE_MS : shortestMs)
    const read = await readReleases(releases)
    const quarantine = (reason: string, ...key: unknown[]) =>
      read.quarantined.push(quarantineRow(portal, null, reason, key, clock.nowMs()))
    if (isFull && !narrow) {
      if (isUnreadable) quarantine('an answer is not JSON even after repair', portal, from, to)
      else log.warn({ portal: id, from, to }, 'more releases than one answer holds')
    }
    for (const { list, defect } of unanswered)
      if (defect !== null) quarantine(`${list}: the portal answers "${defect}"`, id, list)
    const lists = unanswered.map(({ list, defect }) =>
      defect === null ? list : `${list} (${defect})`,
    )
    if (lists.length > 0) log.warn({ portal: id, lists }, 'lists that the portal would not answer')
    if (!isFull) density = computeDensity(span, releases.length, from === filling.gap[0]) ?? density

    const next = narrow ? progress : withSpan(progress, { span, lists, all: isSilent })
    const source = narrow ? null : { name: id, detail: toStoredProgress(next) }
    await apply(filling.lease, buildBatch(read, source, clock.nowMs()))
    if (narrow) {
      const middle = from + Math.ceil(length / 2 / 1000) * 1000
      const newer = await fillSpan([Math.min(middle, to - shortestMs), to], filling, next)
      return fillSpan([from, Math.max(middle, from + shortestMs)], filling, newer)
    }
    const stored = { portal: id, window: span, releases: releases.length }
    onProgress?.(stored)
    log.debug({ ...stored, quarantined: read.quarantined.length }, 'window stored')
    return next
  }

  /**
   * Fills the newest window that is missing of the target; null when nothing is. A window that
   * answers nothing but server errors, while others are answered, is remembered as such and passed
   * over: it must not stop everything older.
   */
  async function step(
    target: CoverageSpan,
    progress: PortalProgress,
    lease: ActiveLease,
  ): Promise<PortalProgress | null> {
    const gap = gapsWithin(progress.covered, target)[0]
    if (!gap) return null
    const span = client.newest(gap, density)
    try {
      const next = await fillSpan(span, { target, gap, lease }, progress)
      run = { answered: true, refusedInARow: 0 }
      return next
    } catch (error) {
      const refused =
        error instanceof UpstreamError &&
        error.kind === 'server_error' &&
        (error.status ?? 0) >= 500
      if (!refused || !run.answered || lease.signal.aborted) throw error
      const length = span[1] - span[0]
      if (listing.by === 'window' && length > LONGEST_PASSED_OVER_MS) {
        // Whatever makes the portal fail may lie in a small part of a long window.
        density = densityForWindow([span[1] - length / 4, span[1]])
        return progress
      }
      run.refusedInARow += 1
      if (run.refusedInARow >= MOST_REFUSED) throw error
      log.warn(
        { portal: id, span, err: error },
        'a window was not answered, it is requested again once a night',
      )
      return withSpan(progress, { span, lists: [windowText(span)], all: true })
    }
  }

  /** Returns the newest part of what is to be requested again because 0.2.0 read it. */
  function listRenewed({ covered, reduced }: PortalProgress, now: number): Coverage {
    // As 0.2.0 left it: nothing is requested again at the upgrade.
    if (reduced === covered) return []
    const last = removeSpan(reduced, [0, now - backfillDays * DAY_MS]).at(-1)
    if (last === undefined) return []
    const [from, to] = last
    return [listing.by === 'month' ? newestMonth(last) : [Math.max(from, to - WEEK_MS), to]]
  }

  /** Reads what is missing up to a moment; what lies before the beginning is the backfill's. */
  async function readUpTo(startedMs: number, lease: ActiveLease): Promise<PortalProgress> {
    const now = Math.floor(wallMs(startedMs) / 1000) * 1000
    const stored = await load()
    const begin = stored.covered[0]?.[0]
    if (begin === undefined) return (await step([now - HOUR_MS, now], stored, lease)) ?? stored
    let progress = withoutDoubtful(stored, startedMs, now, listRenewed(stored, now))
    for (;;) {
      lease.check()
      const next = await step([begin, now], progress, lease)
      if (next === null) return progress
      progress = next
    }
  }

  return {
    client,

    async refresh(lease) {
      run = { answered: false, refusedInARow: 0 }
      lease.check()
      const startedMs = clock.nowMs()
      await runs.recordSource(id, { lastAttemptMs: startedMs })
      try {
        const progress = await readUpTo(startedMs, lease)
        // An older month may be lacking for good; without the present one nothing new is known.
        const silent = progress.unanswered.find(
          ({ span, all }) => all && span[1] >= Math.floor(wallMs(startedMs) / 1000) * 1000,
        )
        if (silent) {
          const why = `answered 500 to every request for this month, such as ${silent.lists[0]}`
          throw new UpstreamError(portal.name, 'server_error', why, { status: 500 })
        }
        lease.check()
        const numbering = await countGaps(options, client, progress, startedMs)
        await runs.recordSource(id, {
          lastSuccessMs: startedMs,
          failure: null,
          detail: toStoredProgress({ ...progress, numbering }),
        })
      } catch (error) {
        if (lease.signal.aborted) return
        const failure =
          error instanceof UpstreamError ? error.message : 'what it published could not be stored'
        await runs.recordSource(id, { failure })
        log.warn({ portal: id, err: error }, 'portal could not be read')
      }
    },

    async backfill(lease, goOn, onStored) {
      let progress = await load()
      // A portal that never answered has no beginning to fill back from.
      if (progress.covered.length === 0) return false
      // A portal whose newest refresh succeeded does answer.
      run = { answered: (await runs.source(id)).failure === null, refusedInARow: 0 }
      try {
        while (!lease.signal.aborted && goOn()) {
          const first = wallMs(clock.nowMs()) - backfillDays * DAY_MS
          const next = await step([first, progress.covered.at(-1)![1]], progress, lease)
          if (next === null) {
            lease.check()
            if (progress.unanswered.length > 0)
              await runs.recordSource(id, { detail: toStoredProgress(progress) })
            return true
          }
          progress = next
          await onStored()
        }
      } catch (error) {
        if (!lease.signal.aborted)
          log.warn({ portal: id, err: error }, 'backfill stopped, it goes on later')
      }
      return false
    },
  }
}

/** Once a week: counts the numbers of the last settled week that were never listed. */
async function countGaps(
  { store, log }: FillOptions,
  { portal }: PortalClient,
  { numbering, covered }: PortalProgress,
  nowMs: number,
): Promise<PortalProgress['numbering']> {
  const [fromMs, toMs] = [nowMs - DAY_MS - WEEK_MS, nowMs - DAY_MS]
  const checkedOn = londonDate(nowMs)
  const isDue = numbering === null || daysBetween(numbering.checkedOn, checkedOn) >= 7
  // A span that was not requested yet is no gap.
  const isHeld = gapsWithin(covered, [wallMs(fromMs), wallMs(toMs)]).length === 0
  if (!portal.numbering || !isDue || !isHeld) return numbering
  const { dated, known } = await store.releaseIds(portal.id, fromMs, toMs)
  const counted = { ...portal.numbering(dated, known), checkedOn }
  log.info({ portal: portal.id, ...counted }, 'numbers of the last week looked through')
  return counted
}

/**
 * Removes spans that must be requested again: the last two hours, and once a night the previous day
 * (portals list some releases hours after their publication time), unanswered lists and `renewed`.
 */
function withoutDoubtful(
  progress: PortalProgress,
  startedMs: number,
  now: number,
  renewed: Coverage,
): PortalProgress {
  const end = Math.min(progress.covered.at(-1)![1], now)
  const covered = removeSpan(progress.covered, [end - OVERLAP_MS, Number.MAX_SAFE_INTEGER])
  const today = londonDate(startedMs)
  if (progress.recheckedOn === today || new Date(now).getUTCHours() < RECHECK_HOUR)
    return { ...progress, covered }
  const midnight = Math.floor(now / DAY_MS) * DAY_MS
  const again: CoverageSpan[] = [
    [midnight - DAY_MS, midnight],
    ...progress.unanswered.map(({ span }) => span),
    ...renewed,
  ]
  return {
    ...progress,
    covered: again.reduce<Coverage>(removeSpan, covered),
    reduced: renewed.reduce<Coverage>(removeSpan, progress.reduced),
    recheckedOn: today,
  }
}

/** Returns a window as health shows it: `2026-11-01 10:00 to 2026-11-01 11:00`, in London time. */
const windowText = (window: CoverageSpan) =>
  window.map((wall) => new Date(wall).toISOString().slice(0, 16).replace('T', ' ')).join(' to ')

/** With a span held, and what it lacks. */
function withSpan(progress: PortalProgress, lacking: Unanswered): PortalProgress {
  const { span, lists } = lacking
  const apart = progress.unanswered.filter(
    (each) => each.span[1] <= span[0] || each.span[0] >= span[1],
  )
  return {
    ...progress,
    covered: addSpan(progress.covered, span),
    unanswered: lists.length > 0 ? [...apart, lacking] : apart,
  }
}
