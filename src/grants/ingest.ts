/**
 * The daily refresh: enumerates the listing and proves it complete, reads changed pages, stores
 * everything in one transaction, and reads the texts. After a failure the last good index stays,
 * and the failure is recorded for health and flags. An unreadable advert is left out with its
 * reason and requested again; everything else is applied.
 */

import { type ActiveLease, underLease } from '../background/lease.ts'
import { shrunk } from '../background/shrink-guard.ts'
import type { LanguageModel } from '../language/model.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import { errorMessage } from '../platform/errors.ts'
import type { GrantsStore } from '../store/grants.ts'
import type { Runs } from '../store/runs.ts'
import { listItemHash, readListItem } from './model/listing.ts'
import { readPages } from './pages.ts'
import { grantRecord } from './record.ts'
import { FIND_A_GRANT } from './source.ts'
import { type Enumeration, type FindAGrant, Incomplete } from './sources/find-a-grant.ts'
import { readableGrants, type StoredGrant, toRow } from './stored-layouts.ts'
import { askModel, readTexts } from './texts.ts'
import type { UnreadItem } from './unread.ts'

const RUN = 'grants'
/** Below this many adverts a share says nothing. */
const SMALLEST_JUDGED = 6
/** A listing that lost too much is held back until the loss has lasted a day. */
const ACCEPT_SHRUNK_AFTER_MS = 86_400_000

class Shrunk extends Error {
  override name = 'Shrunk'
}

export interface RefreshReport {
  outcome: 'refreshed' | 'busy' | 'failed'
  failure: string | null
  listed: number
  added: number
  changed: number
  unchanged: number
  gone: number
  /** Adverts or pages that could not be read. */
  unread: number
  requests: number
  textsRead: number
}

/** Kept with the source's state. */
export interface GrantsDetail {
  /** Changes with every write that another process should notice. */
  revision?: number
  listed?: number
  unread?: UnreadItem[]
  shrunk_since_ms?: number | null
  [member: string]: unknown
}

export interface GrantIngest {
  /** Records what opened and closed by its dates since that was recorded last. */
  recordTime(): Promise<void>
  /**
   * Runs one refresh under a lease. Never throws; the report has the result. Without `thorough` it
   * reads only the list, its changes, and what could not be read before, and does not count as the
   * daily refresh.
   */
  refresh(stopping: AbortSignal, thorough: boolean): Promise<RefreshReport>
}

export interface IngestOptions {
  source: FindAGrant
  store: GrantsStore
  runs: Runs
  language: LanguageModel | null
  clock: Clock
  log: Log
  /** Called after rows or readings were written. */
  onWritten: () => Promise<void>
}

export function createIngest(options: IngestOptions): GrantIngest {
  const { source, store, runs, language, clock, log, onWritten } = options
  const record = grantRecord(source.pageUrl)
  const recordTime = () => store.recordTime(clock.nowMs(), record.listPassed)

  async function run(
    lease: ActiveLease,
    thorough: boolean,
    before: GrantsDetail,
  ): Promise<RefreshReport & { detail: GrantsDetail }> {
    const { signal } = lease
    await source.checkRobots(signal)
    const list = await source.list(signal)
    const stored = readableGrants(await store.all())
    const nowMs = clock.nowMs()
    const items = [...new Map(list.items.map((item) => [item.label, item])).values()]
    if (items.length === 0) throw new Incomplete('the listing states no adverts at all')
    refuseShrunk(stored, items.length + list.broken.length, before, nowMs)
    const again = new Set(
      (before.unread ?? []).map(({ slug }) => slug).filter((slug) => slug !== null),
    )
    const bySlug = new Map(stored.map((row) => [row.slug, row]))
    const pages = await readPages({ source, clock }, items, bySlug, { thorough, again, signal })
    const removed = withdrawn(stored, list)
    const unread = [
      ...list.broken.map(({ slug, reason }): UnreadItem => ({ part: 'advert', slug, reason })),
      ...pages.unread,
    ]
    for (const { slug, reason } of unread) log.warn({ slug, reason }, 'an advert could not be read')
    lease.check()
    await store.saveRefresh(
      pages.rows.map((row) => toRow(row, listItemHash(row.item))),
      removed,
      nowMs,
      record.listChanges,
    )
    const textsRead = await readTexts(options, lease)
    return {
      outcome: 'refreshed',
      failure: null,
      listed: pages.rows.length,
      added: pages.added,
      changed: pages.changed,
      unchanged: pages.rows.length - pages.added - pages.changed,
      gone: removed.length,
      unread: unread.length,
      requests: list.requests + pages.requests,
      textsRead,
      detail: { revision: nowMs, listed: pages.rows.length, unread, shrunk_since_ms: null },
    }
  }

  async function refreshUnder(lease: ActiveLease, thorough: boolean): Promise<RefreshReport> {
    const before: GrantsDetail = (await runs.source(FIND_A_GRANT.id)).detail
    try {
      await runs.recordSource(FIND_A_GRANT.id, { lastAttemptMs: clock.nowMs() })
      await recordTime()
      const { detail, ...report } = await run(lease, thorough, before)
      lease.check()
      const success = thorough ? { lastSuccessMs: clock.nowMs() } : {}
      await runs.recordSource(FIND_A_GRANT.id, { ...success, failure: null, detail })
      await onWritten()
      if (language && (await askModel(options, language, lease)) > 0) {
        lease.check()
        await runs.recordSource(FIND_A_GRANT.id, {
          detail: { ...detail, revision: clock.nowMs() + 1 },
        })
        await onWritten()
      }
      log.info({ ...report }, 'grants refreshed')
      return report
    } catch (error) {
      const failure = describeFailure(error)
      log.warn({ err: error }, 'grants were not refreshed')
      // The process that took the run over reports its state.
      if (lease.signal.aborted) return { ...NOTHING, failure }
      const shrunkSince = error instanceof Shrunk ? (before.shrunk_since_ms ?? clock.nowMs()) : null
      await runs
        .recordSource(FIND_A_GRANT.id, {
          failure,
          detail: { ...before, shrunk_since_ms: shrunkSince },
        })
        .catch((second: unknown) => log.error({ err: second }, 'the failure was not recorded'))
      await onWritten()
      return { ...NOTHING, failure }
    }
  }

  return {
    recordTime,

    async refresh(stopping, thorough) {
      return (
        (await underLease(options, RUN, stopping, (lease) => refreshUnder(lease, thorough))) ?? {
          ...NOTHING,
          outcome: 'busy',
        }
      )
    },
  }
}

const NOTHING: RefreshReport = {
  outcome: 'failed',
  failure: null,
  listed: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  gone: 0,
  unread: 0,
  requests: 0,
  textsRead: 0,
}

/** First sentence of health for each problem. */
const PROBLEMS: Readonly<Record<string, string>> = {
  FormatChanged: 'the page format changed',
  Incomplete: 'the list could not be proven complete',
  Forbidden: 'not allowed',
  Shrunk: 'held back',
  UpstreamError: 'no answer',
}

function describeFailure(error: unknown): string {
  return error instanceof Error && error.name !== 'Error'
    ? `${PROBLEMS[error.name] ?? error.name}: ${error.message}`
    : errorMessage(error)
}

/**
 * Slugs that are off the listing. Broken adverts are on it all the same, known by slug or entry id;
 * as long as one shows neither, what is not listed may be that one, and nothing is called gone.
 */
function withdrawn(stored: readonly StoredGrant[], { items, broken }: Enumeration): string[] {
  if (broken.some(({ slug, id }) => slug === null && id === null)) return []
  const slugs = new Set([...items.map(({ label }) => label), ...broken.map(({ slug }) => slug)])
  const brokenIds = new Set(broken.map(({ id }) => id))
  return stored
    .filter((row) => row.removedMs === null && !slugs.has(row.slug) && !brokenIds.has(row.item.id))
    .map(({ slug }) => slug)
}

/** @throws Shrunk */
function refuseShrunk(
  stored: readonly StoredGrant[],
  count: number,
  { shrunk_since_ms: since }: GrantsDetail,
  nowMs: number,
): void {
  const expected = stored.filter((row) => {
    const closes = row.removedMs === null ? readListItem(row.item).dates.closes : null
    return row.removedMs === null && (closes === null || closes.ms > nowMs)
  }).length
  const fault = shrunk('the listing', expected, count, SMALLEST_JUDGED)
  if (fault === null || (typeof since === 'number' && nowMs - since >= ACCEPT_SHRUNK_AFTER_MS))
    return
  throw new Shrunk(`${fault}; it is believed when it stays so for a day`)
}
