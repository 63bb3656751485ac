/**
 * Brings the store up to date with the portals. What is held is a set of time spans, written in the same transaction as the rows of a
 * span: whatever happens, the next run asks for exactly what is missing, newest first.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'
import { daysBetween, londonDate } from '../kernel/london.ts'
import type { Log } from '../observe/log.ts'
import type { Held } from '../refresh/lease.ts'
import type { Runs } from '../store/runs.ts'
import type { TenderStore } from '../store/tenders.ts'
import { UpstreamError } from '../upstream/http.ts'
import { addSpan, type Coverage, gapsWithin, removeSpan, type Span } from './model/coverage.ts'
import type { Numbering } from './model/numbering.ts'
import type { Portal } from './portals/portal.ts'
import { batchOf, emptyPage, quarantineRow, readInto } from './reading.ts'
import type { PortalClient } from './sources/portal.ts'

/** What a portal's row in `sources` remembers besides its last success. */
export interface PortalDetail extends Record<string, unknown> {
  /** In London's wall time, see `wallMs`. */
  covered: Coverage
  /** The London date on which the day before was last asked again. */
  recheckedOn: string | null
  /** What the last look at a week's numbers found; null for portals that do not number their notices. */
  numbering: (Numbering & { checkedOn: string }) | null
  /** Lists that the portal would not answer; their spans are asked again once a night. */
  unanswered: readonly Unanswered[]
}

export interface Unanswered {
  span: Span
  lists: readonly string[]
  /** Nothing else was answered either. */
  all: boolean
}

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

export interface TenderIngest {
  /**
   * Everything published since the last success; at first only the newest window, so that there is something to serve. A portal that
   * fails is recorded as failing and does not hold up the others.
   */
  refresh(held: Held): Promise<void>
  /** Fills what is missing of the backfill, newest first, until done or `untilMs`. True when nothing is missing. */
  backfill(untilMs: number, held: Held): Promise<boolean>
  coverage(portal: string): Promise<Coverage>
}

/** How one portal answers during one run. */
interface Run {
  answered: boolean
  refusedInARow: number
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
/** A full window is halved down to this; the portal refuses shorter ones. */
const SHORTEST_MS = 2000
/** An unreadable answer is narrowed down to this much, then quarantined. */
const SHORTEST_UNREADABLE_MS = 60_000
/** The night run starts when the previous day has settled. */
const RECHECK_HOUR = 3
/** So many windows refused in a row are the portal's failure, not theirs. */
const MOST_REFUSED = 3
/** Releases are read in portions so that requests are answered in between. */
const PORTION = 10

/** Milliseconds of London's wall clock read as if it were UTC. Portals take and return windows in this time. */
export function wallMs(epochMs: number): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs)).toZonedDateTimeISO('Europe/London')
  return Math.floor(epochMs) + zoned.offsetNanoseconds / 1_000_000
}

export function createTenderIngest(options: IngestOptions): TenderIngest {
  const { clients, store, runs, clock, log, backfillDays, onProgress } = options

  async function detailOf(portal: string): Promise<PortalDetail> {
    const { detail } = await runs.source(portal)
    const { covered = [], recheckedOn = null, numbering = null, unanswered = [] } = detail as Partial<PortalDetail>
    return { covered, recheckedOn, numbering, unanswered }
  }

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
    const changed = await store.apply(batchOf(read, narrow ? null : { name: portal.id, detail: next }))
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

  async function refreshPortal(client: PortalClient, lease: Held): Promise<void> {
    const { portal } = client
    const run: Run = { answered: false, refusedInARow: 0 }
    lease.check()
    const startedMs = clock.nowMs()
    await runs.recordSource(portal.id, { lastAttemptMs: startedMs })
    try {
      const held = await detailOf(portal.id)
      const now = Math.floor(wallMs(startedMs) / 1000) * 1000
      const begin = held.covered[0]?.[0] ?? null
      let detail =
        begin === null ? ((await step(client, [now - HOUR_MS, now], held, lease, run)) ?? held) : withoutDoubtful(held, startedMs, now)
      // All that lies after the beginning must be held; what lies before it is the backfill's.
      while (begin !== null) {
        lease.check()
        const next = await step(client, [begin, now], detail, lease, run)
        if (next === null) break
        detail = next
      }
      // An older month may be lacking for good; without the present one nothing new is known.
      if (detail.unanswered.some(({ span, all }) => all && span[1] >= now))
        throw new UpstreamError(portal.name, 'server_error', 'answered 500 to everything asked of this month', { status: 500 })
      lease.check()
      await runs.recordSource(portal.id, { lastSuccessMs: startedMs, failure: null, detail })
      await lookForGaps(portal, startedMs)
    } catch (error) {
      if (lease.signal.aborted) return
      await runs.recordSource(portal.id, {
        failure: error instanceof UpstreamError ? error.message : 'what it published could not be stored',
      })
      log.warn({ portal: portal.id, err: error }, 'portal could not be read')
    }
  }

  /** Once a week: numbers of the last settled week that were never listed. */
  async function lookForGaps(portal: Portal, nowMs: number): Promise<void> {
    if (!portal.numbering) return
    const detail = await detailOf(portal.id)
    const toMs = nowMs - DAY_MS
    const fromMs = toMs - WEEK_MS
    const today = londonDate(nowMs)
    if (detail.numbering && daysBetween(detail.numbering.checkedOn, today) < 7) return
    // What was not asked for yet is no gap.
    if (gapsWithin(detail.covered, [wallMs(fromMs), wallMs(toMs)]).length > 0) return
    const { dated, known } = await store.releaseIds(portal.id, fromMs, toMs)
    const numbering = portal.numbering(dated, known)
    await runs.recordSource(portal.id, { detail: { ...detail, numbering: { ...numbering, checkedOn: today } } })
    log.info({ portal: portal.id, ...numbering }, 'numbers of the last week looked through')
  }

  return {
    async refresh(held) {
      for (const client of clients) if (!held.signal.aborted) await refreshPortal(client, held)
    },

    async backfill(untilMs, held) {
      const open = new Map<PortalClient, PortalDetail>()
      const progress = new Map<PortalClient, Run>()
      for (const client of clients) {
        const detail = await detailOf(client.portal.id)
        // A portal that never answered has no beginning to fill back from.
        if (detail.covered.length > 0) open.set(client, detail)
        // A portal whose newest refresh succeeded does answer.
        progress.set(client, { answered: (await runs.source(client.portal.id)).failure === null, refusedInARow: 0 })
      }
      let complete = open.size === clients.length
      while (open.size > 0) {
        for (const [client, detail] of [...open]) {
          if (held.signal.aborted || clock.nowMs() >= untilMs) return false
          const end = detail.covered.at(-1)![1]
          try {
            const target: Span = [wallMs(clock.nowMs()) - backfillDays * DAY_MS, end]
            const next = await step(client, target, detail, held, progress.get(client)!)
            if (next) open.set(client, next)
            else {
              open.delete(client)
              if (detail.unanswered.length > 0) {
                held.check()
                await runs.recordSource(client.portal.id, { detail })
              }
            }
          } catch (error) {
            if (held.signal.aborted) return false
            log.warn({ portal: client.portal.id, err: error }, 'backfill stopped, it goes on later')
            open.delete(client)
            complete = false
          }
        }
      }
      return complete
    },

    coverage: async (portal) => (await detailOf(portal)).covered,
  }
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

/**
 * What is asked again: the last two hours, and once a night the whole previous day, because portals list some releases hours after the
 * time that they file them under, and whatever was not answered.
 */
function withoutDoubtful(detail: PortalDetail, startedMs: number, now: number): PortalDetail {
  const end = Math.min(detail.covered.at(-1)![1], now)
  const recent = removeSpan(detail.covered, [end - OVERLAP_MS, Number.MAX_SAFE_INTEGER])
  const today = londonDate(startedMs)
  if (detail.recheckedOn === today || new Date(now).getUTCHours() < RECHECK_HOUR) return { ...detail, covered: recent }
  const midnight = Math.floor(now / DAY_MS) * DAY_MS
  const again: Span[] = [[midnight - DAY_MS, midnight], ...detail.unanswered.map(({ span }) => span)]
  return { ...detail, covered: again.reduce<Coverage>((covered, span) => removeSpan(covered, span), recent), recheckedOn: today }
}
