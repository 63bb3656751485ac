/** Fills one window after the other, sized by the last answer, halving what one answer does not hold, and passing over what is not answered. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActiveLease } from '../background/lease.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import type { TenderStore } from '../store/tenders.ts'
import { UpstreamError } from '../upstream/http.ts'
import {
  addSpan,
  type CoverageSpan,
  computeDensity,
  densityForWindow,
  gapsWithin,
} from './model/coverage.ts'
import { type PortalProgress, toStoredProgress, type Unanswered } from './portal-progress.ts'
import { buildBatch, emptyPage, quarantineRow, readInto } from './reading.ts'
import type { PortalClient } from './sources/portal.ts'

export interface IngestProgress {
  /** Its id. */
  portal: string
  /** The window just stored, in London's wall time. */
  window: CoverageSpan
  releases: number
  changed: number
  quarantined: number
  /** Still missing of the span that is being filled. */
  missingMs: number
}

/** How one portal answers during one run. */
export interface Run {
  answered: boolean
  refusedInARow: number
}

/** A full window is halved down to this; the portal refuses shorter ones. */
const SHORTEST_MS = 2000
/** An unreadable answer is narrowed down to this much, then quarantined. */
const SHORTEST_UNREADABLE_MS = 60_000
/** A longer window that is refused is tried in shorter ones before it is passed over. */
const LONGEST_PASSED_OVER_MS = 3_600_000
/** So many windows refused in a row are the portal's failure, not theirs. */
const MOST_REFUSED = 3
/** Releases are read in portions so that requests are answered in between. */
const PORTION = 10

interface Filling {
  /** The span to fill. */
  target: CoverageSpan
  /** The part of it that is missing. */
  gap: CoverageSpan
  lease: ActiveLease
}

export interface Windows {
  step(
    client: PortalClient,
    target: CoverageSpan,
    detail: PortalProgress,
    lease: ActiveLease,
    run: Run,
  ): Promise<PortalProgress | null>
}

export function createWindows(options: {
  store: TenderStore
  clock: Clock
  log: Log
  onProgress?: (progress: IngestProgress) => void
}): Windows {
  const { store, clock, log, onProgress } = options
  /** Releases in a busy hour by the last answer of each portal. */
  const densities = new Map<string, number>()

  let lastWrite: Promise<unknown> = Promise.resolve()

  /** Writes one batch after the other: two together would count the same revision on PostgreSQL. */
  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const written = lastWrite.then(write)
    lastWrite = written.catch(() => {})
    return written
  }

  function learn(portal: string, span: CoverageSpan, releases: number, wasCutShort: boolean): void {
    const density = computeDensity(span, releases, wasCutShort)
    if (density !== null) densities.set(portal, density)
  }

  /** Stores what was published within a span, halving it where one answer does not hold it. */
  async function fill(
    client: PortalClient,
    span: CoverageSpan,
    filling: Filling,
    detail: PortalProgress,
  ): Promise<PortalProgress> {
    const { portal } = client
    const { target, gap, lease } = filling
    const [from, to] = span
    const page = await client.listPublished(span, lease)
    const length = to - from
    const narrow =
      page.kind === 'unreadable'
        ? length > SHORTEST_UNREADABLE_MS
        : page.full && length > SHORTEST_MS
    const read = emptyPage()
    const releases = page.kind === 'unreadable' ? [] : page.releases
    for (let index = 0; index < releases.length; index += 1) {
      if (index % PORTION === 0) await nextTurn()
      readInto(read, portal, releases[index], clock.nowMs())
    }
    if (page.kind === 'unreadable' && !narrow) {
      read.quarantined.push(
        quarantineRow(
          portal,
          null,
          'an answer is not JSON even after repair',
          [portal, from, to],
          clock.nowMs(),
        ),
      )
    }
    if (page.kind === 'releases' && page.full && !narrow)
      log.warn(
        { portal: portal.id, from, to },
        'more releases within two seconds than one answer holds',
      )
    const unanswered = page.kind === 'releases' ? page.unanswered : []
    const lists = unanswered.map(({ list, defect }) =>
      defect === null ? list : `${list} (${defect})`,
    )
    for (const { list, defect } of unanswered)
      if (defect !== null)
        read.quarantined.push(
          quarantineRow(
            portal,
            null,
            `${list}: the portal answers "${defect}"`,
            [portal.id, list],
            clock.nowMs(),
          ),
        )
    if (lists.length > 0)
      log.warn({ portal: portal.id, lists }, 'lists that the portal would not answer')
    let next = narrow
      ? detail
      : withSpan(detail, { span, lists, all: page.kind === 'releases' && page.silent })
    if (page.kind === 'releases' && !page.full)
      learn(portal.id, span, releases.length, from === gap[0])
    const source = narrow ? null : { name: portal.id, detail: toStoredProgress(next) }
    const changed = await inTurn(() => {
      lease.check()
      return store.apply(buildBatch(read, source, clock.nowMs()))
    })
    if (narrow) {
      const middle = from + Math.ceil(length / 2 / 1000) * 1000
      next = await fill(client, [Math.min(middle, to - SHORTEST_MS), to], filling, next)
      return fill(client, [from, Math.max(middle, from + SHORTEST_MS)], filling, next)
    }
    const missingMs = gapsWithin(next.covered, target).reduce(
      (sum, [start, end]) => sum + end - start,
      0,
    )
    const progress = {
      portal: portal.id,
      window: span,
      releases: releases.length,
      changed,
      quarantined: read.quarantined.length,
      missingMs,
    }
    onProgress?.(progress)
    log.debug(progress, 'window stored')
    return next
  }

  /**
   * Fills the newest window that is missing of the target; null when nothing is. A window that answers nothing but server errors, while
   * others are answered, is remembered as such and passed over: it must not stop everything older.
   */
  async function step(
    client: PortalClient,
    target: CoverageSpan,
    detail: PortalProgress,
    lease: ActiveLease,
    run: Run,
  ): Promise<PortalProgress | null> {
    const gap = gapsWithin(detail.covered, target)[0]
    if (!gap) return null
    const { id } = client.portal
    const span = client.newest(gap, densities.get(id) ?? null)
    try {
      const next = await fill(client, span, { target, gap, lease }, detail)
      run.answered = true
      run.refusedInARow = 0
      return next
    } catch (error) {
      const refused =
        error instanceof UpstreamError &&
        error.kind === 'server_error' &&
        (error.status ?? 0) >= 500
      const length = span[1] - span[0]
      if (
        refused &&
        run.answered &&
        !lease.signal.aborted &&
        client.portal.listing.by === 'window' &&
        length > LONGEST_PASSED_OVER_MS
      ) {
        // Whatever makes the portal fail may lie in a small part of a long window.
        densities.set(id, densityForWindow([span[1] - length / 4, span[1]]))
        return detail
      }
      run.refusedInARow += 1
      if (lease.signal.aborted || !refused || !run.answered || run.refusedInARow >= MOST_REFUSED)
        throw error
      log.warn(
        { portal: id, span, err: error },
        'a window was not answered, it is requested again once a night',
      )
      return withSpan(detail, { span, lists: [windowText(span)], all: true })
    }
  }

  return { step }
}

/** Returns a window as health shows it: `2026-11-01 10:00 to 2026-11-01 11:00`, in London time. */
function windowText([from, to]: CoverageSpan): string {
  const text = (wall: number) => new Date(wall).toISOString().slice(0, 16).replace('T', ' ')
  return `${text(from)} to ${text(to)}`
}

/** With a span held, and what it lacks. */
function withSpan(detail: PortalProgress, unansweredList: Unanswered): PortalProgress {
  const { span } = unansweredList
  const apart = detail.unanswered.filter(
    (each) => each.span[1] <= span[0] || each.span[0] >= span[1],
  )
  return {
    ...detail,
    covered: addSpan(detail.covered, span),
    unanswered: unansweredList.lists.length > 0 ? [...apart, unansweredList] : apart,
  }
}
