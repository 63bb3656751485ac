/**
 * The daily refresh: enumerate the listing and prove it whole, read the pages that changed, keep everything in one transaction, read the
 * texts. Whatever goes wrong, the last good index stays; what went wrong is recorded for health and for the answers' flags.
 */

import type { Clock } from '../kernel/clock.ts'
import { errorMessage } from '../kernel/errors.ts'
import { canonicalJson } from '../kernel/hash.ts'
import type { LanguageModel } from '../language/model.ts'
import type { Log } from '../observe/log.ts'
import type { GrantRow, GrantsStore, ReadingRow } from '../store/grants.ts'
import type { Runs } from '../store/runs.ts'
import { criteriaText, type GrantDetail } from './model/detail.ts'
import { type ListItem, listItemHash, readListItem } from './model/listing.ts'
import { MODEL_INSTRUCTION, MODEL_TEXT_LIMIT, modelReaderName } from './model/model-reader.ts'
import { READER_VERSION, readText } from './model/reader/reader.ts'
import { type FindAGrant, Incomplete } from './sources/find-a-grant.ts'
import { FormatChanged } from './sources/page-data.ts'

export const SOURCE = 'find_a_grant'
const LEASE_MS = 10 * 60_000
/** A page without an ETag is read again after this long even when its list item is the same: texts change without it. */
const RECHECK_MS = 3 * 86_400_000
/** This share of unreadable pages is a new page format, not some broken adverts. */
const BROKEN_SHARE = 0.2
/** A listing that loses more than a third at once is held back until it has stayed so for a day. */
const SHRUNK_TO = 2 / 3
const SMALLEST_JUDGED = 6
const ACCEPT_SHRUNK_AFTER_MS = 86_400_000
const MODEL_TIMEOUT_MS = 60_000
const MODEL_MAX_TOKENS = 4000

/** The listing lost too much at once to be believed. */
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
  requests: number
  textsRead: number
}

/** Kept with the source's state. */
export interface SourceDetail {
  /** Changes with every write that another process should notice. */
  revision?: number
  listed?: number
  quarantined?: string[]
  pages_failed?: number
  shrunk_since_ms?: number | null
  [member: string]: unknown
}

export interface Ingest {
  /** One refresh, under a lease. Never throws; the report tells. */
  refresh(signal: AbortSignal): Promise<RefreshReport>
  /** Reads texts that the current rules have not read yet. */
  readTexts(): Promise<number>
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

export function createIngest({ source, store, runs, language, clock, log, onWritten }: IngestOptions): Ingest {
  async function readTexts(): Promise<number> {
    const known = new Set((await store.readings()).filter(({ reader }) => reader === READER_VERSION).map(({ textSha256 }) => textSha256))
    const fresh: ReadingRow[] = []
    for (const row of await store.all()) {
      const text = criteriaText(detailOf(row))
      if (text.text === '' || known.has(text.sha256)) continue
      known.add(text.sha256)
      fresh.push({ textSha256: text.sha256, reader: READER_VERSION, answer: JSON.stringify(readText(text)), readMs: clock.nowMs() })
    }
    await store.saveReadings(fresh)
    return fresh.length
  }

  /** Texts of listed adverts that the model has not read. A text it fails on is tried again at the next refresh. */
  async function askModel(model: LanguageModel, signal: AbortSignal, extend: () => Promise<boolean>): Promise<number> {
    const reader = modelReaderName(model.id)
    const known = new Set((await store.readings()).filter((row) => row.reader === reader).map(({ textSha256 }) => textSha256))
    let asked = 0
    for (const row of await store.all()) {
      const { text, sha256 } = criteriaText(detailOf(row))
      if (row.goneMs !== null || text === '' || text.length > MODEL_TEXT_LIMIT || known.has(sha256)) continue
      known.add(sha256)
      if (signal.aborted || !(await extend())) break
      try {
        const answer = await model.complete({
          instruction: MODEL_INSTRUCTION,
          material: { text },
          maxTokens: MODEL_MAX_TOKENS,
          timeoutMs: MODEL_TIMEOUT_MS,
          json: true,
          signal,
        })
        await store.saveReadings([{ textSha256: sha256, reader, answer, readMs: clock.nowMs() }])
        asked += 1
      } catch (error) {
        log.warn({ slug: row.slug, err: error }, 'the model did not read a grant')
      }
    }
    return asked
  }

  async function readPages(
    items: readonly ListItem[],
    held: ReadonlyMap<string, GrantRow>,
    signal: AbortSignal,
    extend: () => Promise<boolean>,
  ) {
    const nowMs = clock.nowMs()
    const rows: GrantRow[] = []
    const failures: string[] = []
    let asked = 0
    let added = 0
    let changed = 0
    for (const item of items) {
      const previous = held.get(item.label)
      const itemSha256 = listItemHash(item)
      const row: GrantRow = {
        slug: item.label,
        item: canonicalJson(item),
        itemSha256,
        detail: previous?.detail ?? null,
        etag: previous?.etag ?? null,
        detailCheckedMs: previous?.detailCheckedMs ?? null,
        firstSeenMs: previous?.firstSeenMs ?? nowMs,
        lastSeenMs: nowMs,
        goneMs: null,
      }
      rows.push(row)
      if (!previous) added += 1
      if (!isDue(previous, itemSha256, nowMs)) continue
      asked += 1
      try {
        const answer = await source.detail(item.label, row.etag, signal)
        row.detailCheckedMs = nowMs
        if (answer.outcome === 'changed') {
          const detail = canonicalJson(answer.detail)
          if (previous && (detail !== row.detail || itemSha256 !== previous.itemSha256)) changed += 1
          row.detail = detail
          row.etag = answer.etag
        }
      } catch (error) {
        if (!(error instanceof FormatChanged)) throw error
        failures.push(`${item.label}: ${error.message}`)
      }
      if (asked % 20 === 0 && !(await extend())) throw new Error('another process took the refresh over')
    }
    if (failures.length > Math.max(2, asked * BROKEN_SHARE)) throw new FormatChanged(`pages are not readable, ${failures[0]}`)
    return { rows, failures, asked, added, changed }
  }

  async function run(
    signal: AbortSignal,
    extend: () => Promise<boolean>,
    before: SourceDetail,
  ): Promise<RefreshReport & { detail: SourceDetail }> {
    await source.checkRobots(signal)
    const enumeration = await source.list(signal)
    const held = await store.all()
    const bySlug = new Map(held.map((row) => [row.slug, row]))
    const nowMs = clock.nowMs()
    const items = [...new Map(enumeration.items.map((item) => [item.label, item])).values()]
    if (items.length === 0) throw new Incomplete('the listing states no adverts at all')
    refuseShrunk(held, items.length, before, nowMs)
    const pages = await readPages(items, bySlug, signal, extend)
    // What could not be read is on the listing all the same: nothing is called gone that may be among the broken ones.
    const listed = new Set(items.map((item) => item.label))
    const gone =
      enumeration.quarantined.length > 0 ? [] : held.filter((row) => row.goneMs === null && !listed.has(row.slug)).map((row) => row.slug)
    await store.saveRefresh(pages.rows, gone, nowMs)
    const textsRead = await readTexts()
    return {
      outcome: 'refreshed',
      failure: null,
      listed: pages.rows.length,
      added: pages.added,
      changed: pages.changed,
      unchanged: pages.rows.length - pages.added - pages.changed,
      gone: gone.length,
      requests: enumeration.requests + pages.asked,
      textsRead,
      detail: {
        revision: nowMs,
        listed: pages.rows.length,
        quarantined: enumeration.quarantined.slice(0, 5),
        pages_failed: pages.failures.length,
        shrunk_since_ms: null,
      },
    }
  }

  return {
    readTexts,

    async refresh(signal) {
      const lease = await runs.acquire('grants', LEASE_MS)
      if (!lease) return { ...NOTHING, outcome: 'busy' }
      const before = await runs.source(SOURCE)
      try {
        await runs.recordSource(SOURCE, { lastAttemptMs: clock.nowMs() })
        const { detail, ...report } = await run(signal, lease.extend, before.detail)
        await runs.recordSource(SOURCE, { lastSuccessMs: clock.nowMs(), failure: null, detail })
        await onWritten()
        if (language && (await askModel(language, signal, lease.extend)) > 0) {
          await runs.recordSource(SOURCE, { detail: { ...detail, revision: clock.nowMs() + 1 } })
          await onWritten()
        }
        log.info({ ...report }, 'grants refreshed')
        return report
      } catch (error) {
        const failure =
          error instanceof Error && error.name !== 'Error' ? `${PROBLEMS[error.name] ?? error.name}: ${error.message}` : errorMessage(error)
        log.warn({ err: error }, 'grants were not refreshed')
        const shrunkSince = error instanceof Shrunk ? (before.detail.shrunk_since_ms ?? clock.nowMs()) : null
        const detail = { ...before.detail, shrunk_since_ms: shrunkSince }
        await runs
          .recordSource(SOURCE, { failure, detail })
          .catch((second: unknown) => log.error({ err: second }, 'the failure was not recorded'))
        await onWritten()
        return { ...NOTHING, outcome: 'failed', failure }
      } finally {
        await lease.release().catch((error: unknown) => log.error({ err: error }, 'the lease was not released'))
      }
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
  requests: 0,
  textsRead: 0,
}

/** What health says first. */
const PROBLEMS: Readonly<Record<string, string>> = {
  FormatChanged: 'the page format changed',
  Incomplete: 'the list could not be proven complete',
  Forbidden: 'not allowed',
  Shrunk: 'held back',
  UpstreamError: 'no answer',
}

function detailOf(row: GrantRow): GrantDetail | null {
  return row.detail === null ? null : (JSON.parse(row.detail) as GrantDetail)
}

/** New, changed on the list, or to be checked: with an ETag every time, which costs the site nothing; without one now and then. */
function isDue(previous: GrantRow | undefined, itemSha256: string, nowMs: number): boolean {
  if (!previous || previous.detail === null || previous.itemSha256 !== itemSha256 || previous.goneMs !== null) return true
  return previous.etag !== null || previous.detailCheckedMs === null || nowMs - previous.detailCheckedMs >= RECHECK_MS
}

/** @throws Shrunk */
function refuseShrunk(held: readonly GrantRow[], count: number, { shrunk_since_ms: since }: SourceDetail, nowMs: number): void {
  const expected = held.filter((row) => {
    const closes = row.goneMs === null ? readListItem(JSON.parse(row.item) as ListItem).dates.closes : null
    return row.goneMs === null && (closes === null || closes.ms > nowMs)
  }).length
  if (expected < SMALLEST_JUDGED || count >= expected * SHRUNK_TO) return
  if (typeof since === 'number' && nowMs - since >= ACCEPT_SHRUNK_AFTER_MS) return
  throw new Shrunk(`the listing shrank from ${expected} adverts to ${count}; it is believed when it stays so for a day`)
}
