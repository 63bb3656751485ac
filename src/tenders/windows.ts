/** Fills one window after the other, halving what one answer does not hold, and passing over what is not answered. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../observe/log.ts'
import type { Held } from '../refresh/lease.ts'
import type { TenderStore } from '../store/tenders.ts'
import { UpstreamError } from '../upstream/http.ts'
import { keptDetail, type PortalDetail, type Unanswered } from './held.ts'
import { addSpan, gapsWithin, type Span } from './model/coverage.ts'
import { batchOf, emptyPage, quarantineRow, readInto } from './reading.ts'
import type { PortalClient } from './sources/portal.ts'

export interface IngestProgress {
  /** Its id. */
  portal: string
  /** The window just stored, in London's wall time. */
  window: Span
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
/** So many windows refused in a row are the portal's failure, not theirs. */
const MOST_REFUSED = 3
/** Releases are read in portions so that requests are answered in between. */
const PORTION = 10

export interface Windows {
  step(client: PortalClient, target: Span, detail: PortalDetail, held: Held, run: Run): Promise<PortalDetail | null>
}

export function createWindows(options: {
  store: TenderStore
  clock: Clock
  log: Log
  onProgress?: (progress: IngestProgress) => void
}): Windows {
  const { store, clock, log, onProgress } = options

  /** Stores what was published within a span, halving it where one answer does not hold it. */
  async function fill(client: PortalClient, span: Span, target: Span, detail: PortalDetail, held: Held): Promise<PortalDetail> {
    const { portal } = client
    const [from, to] = span
    const page = await client.published(span, held.signal)
    const length = to - from
    const narrow = page.kind === 'unreadable' ? length > SHORTEST_UNREADABLE_MS : page.full && length > SHORTEST_MS
    const read = emptyPage()
    const releases = page.kind === 'unreadable' ? [] : page.releases
    for (let index = 0; index < releases.length; index += 1) {
      if (index % PORTION === 0) await nextTurn()
      readInto(read, portal, releases[index], clock.nowMs())
    }
    if (page.kind === 'unreadable' && !narrow) {
      read.quarantined.push(quarantineRow(portal, null, 'an answer is not JSON even after repair', [portal, from, to], clock.nowMs()))
    }
    if (page.kind === 'releases' && page.full && !narrow)
      log.warn({ portal: portal.id, from, to }, 'more releases within two seconds than one answer holds')
    const lists = page.kind === 'releases' ? page.unanswered : []
    if (lists.length > 0) log.warn({ portal: portal.id, lists }, 'lists that the portal would not answer')
    let next = narrow ? detail : withSpan(detail, { span, lists, all: page.kind === 'releases' && page.silent })
    held.check()
    const changed = await store.apply(batchOf(read, narrow ? null : { name: portal.id, detail: keptDetail(next) }, clock.nowMs()))
    if (narrow) {
      const middle = from + Math.ceil(length / 2 / 1000) * 1000
      next = await fill(client, [Math.min(middle, to - SHORTEST_MS), to], target, next, held)
      return fill(client, [from, Math.max(middle, from + SHORTEST_MS)], target, next, held)
    }
    const missingMs = gapsWithin(next.covered, target).reduce((sum, [start, end]) => sum + end - start, 0)
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
  async function step(client: PortalClient, target: Span, detail: PortalDetail, held: Held, run: Run): Promise<PortalDetail | null> {
    const gap = gapsWithin(detail.covered, target)[0]
    if (!gap) return null
    const span = client.newest(gap)
    try {
      const next = await fill(client, span, target, detail, held)
      run.answered = true
      run.refusedInARow = 0
      return next
    } catch (error) {
      run.refusedInARow += 1
      const refused = error instanceof UpstreamError && error.kind === 'server_error' && (error.status ?? 0) >= 500
      if (held.signal.aborted || !refused || !run.answered || run.refusedInARow >= MOST_REFUSED) throw error
      log.warn({ portal: client.portal.id, span, err: error }, 'a window was not answered, it is asked again once a night')
      return withSpan(detail, { span, lists: [windowText(span)], all: true })
    }
  }

  return { step }
}

/** As health names it: `2026-11-01 10:00 to 2026-11-01 11:00`, in London's wall time. */
function windowText([from, to]: Span): string {
  const text = (wall: number) => new Date(wall).toISOString().slice(0, 16).replace('T', ' ')
  return `${text(from)} to ${text(to)}`
}

/** With a span held, and what it lacks. */
function withSpan(detail: PortalDetail, asked: Unanswered): PortalDetail {
  const { span } = asked
  const apart = detail.unanswered.filter((each) => each.span[1] <= span[0] || each.span[0] >= span[1])
  return { ...detail, covered: addSpan(detail.covered, span), unanswered: asked.lists.length > 0 ? [...apart, asked] : apart }
}
