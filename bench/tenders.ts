/**
 * The live tender index of notices made by variation, and the event loop while it fills and follows
 * changes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { silentLog } from '../src/observe/log.ts'
import { SHIPPED_HOLIDAYS } from '../src/platform/bank-holidays.ts'
import { openStore, type Store } from '../src/store/open.ts'
import { createTenderStore } from '../src/store/tenders.ts'
import { type FitRequest, scoreFit } from '../src/tenders/index/fit.ts'
import type { LiveIndex } from '../src/tenders/index/live-index.ts'
import { searchNotices } from '../src/tenders/index/search.ts'
import { createTenderIndex } from '../src/tenders/index/tender-index.ts'
import type { Notice } from '../src/tenders/model/notice.ts'
import { filterMask } from '../src/tenders/model/regions.ts'
import { PORTALS } from '../src/tenders/portals/index.ts'
import { FIT } from '../src/tenders/rules/published.ts'
import {
  type Bench,
  cpuUs,
  elapsedMs,
  type FigureSpec,
  type Prepared,
  ratio,
  rowsOr,
} from './harness.ts'
import { openFts5 } from './support/fts5.ts'
import { NOW, SCOPES, TITLES, TODAY, variations } from './support/notices.ts'
import { cpuOfCalls } from './support/processes.ts'
import { percentile } from './support/report.ts'

const DAY = 86_400_000
/** Aims hold for so many; a larger index is measured without. */
const USUAL_SIZE = 20_000
const NOTICES = rowsOr(USUAL_SIZE)
/** Each query this often in a round, so that a round has a 99th percentile of its own. */
const REPEATS = 5
/** Notices that are merged again between two refreshes. */
const CHANGED = 400

/** Searches of buyers, from one word to five. */
const QUERIES = [
  'grounds maintenance',
  'cyber security',
  'cleaning schools',
  'roof',
  'home care',
  'software',
  'electric vehicle charging points',
  'interpreting',
  'legal services',
  'fire alarm maintenance buildings',
  'catering',
  'highway resurfacing',
]
const USUAL: FitRequest = {
  description: null,
  keywords: ['grounds maintenance', 'grass cutting', 'tree surgery'],
  excludeKeywords: ['cemeteries'],
  cpv: ['773', '45'],
  regions: filterMask(['scotland', 'north-east']),
  remote: false,
  valueMin: 30_000,
  valueMax: 800_000,
  certifications: ['ISO 14001'],
  pastBuyers: ['Fenmarsh Council'],
  sme: true,
  minWorkingDays: 10,
  deadlineAfter: null,
  stage: 'tender',
  limit: 10,
}
/** The largest request, in the very words of the notices. */
const EVERYTHING: FitRequest = {
  ...USUAL,
  description: SCOPES.join(' ').slice(0, 2000),
  keywords: Array.from({ length: 20 }, (_, index) => TITLES[index % TITLES.length]!.slice(0, 60)),
  cpv: Array.from({ length: 20 }, (_, index) => String(45 + index * 2)),
  stage: null,
}

function searchOnce(index: LiveIndex, q: string): void {
  const { best, findMatched } = searchNotices(index, { q }, NOW, 10)
  for (const entry of best) findMatched(entry)
}

const rowOf = (notice: Notice, number: number) => ({
  key: notice.key,
  ocid: notice.ocid,
  updated_ms: NOW,
  keep_until_ms: NOW + 1000 * DAY,
  live_until_ms: NOW + 1000 * DAY + number,
  revision: 1,
  json: JSON.stringify(notice),
})

/** A store with the notices in it, as ingestion leaves them. */
async function fillStore({ main }: Store): Promise<void> {
  const rows = Array.from(variations(NOTICES), rowOf)
  for (let from = 0; from < rows.length; from += 1000)
    await main
      .insertInto('tender_notices')
      .values(rows.slice(from, from + 1000))
      .execute()
  await setRevision(main, 1)
}

async function setRevision(main: Store['main'], revision: number): Promise<void> {
  const detail = JSON.stringify({ revision })
  await main
    .insertInto('sources')
    .values({ name: 'tenders-revision', detail })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ detail }))
    .execute()
}

/** Runs work and returns how long it took and the 99th percentile of the event-loop delay in ms. */
async function blocked(run: () => Promise<void>): Promise<{ tookMs: number; delayMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const tookMs = await elapsedMs(run)
  delay.disable()
  return { tookMs, delayMs: delay.percentile(99) / 1e6 }
}

const atUsualSize = (aim: NonNullable<FigureSpec['aim']>) => (NOTICES > USUAL_SIZE ? {} : { aim })
const timed = (of: string, atMost: number | null = null): FigureSpec => ({
  of,
  unit: 'ms',
  ...(atMost !== null && atUsualSize({ atMost })),
})

const repeated = Array.from({ length: REPEATS }, () => QUERIES).flat()

export const bench: Bench = {
  title: `the live index of ${NOTICES} tenders, and search against SQLite FTS5 with the same texts`,
  rounds: 5,
  in: 'a new process',
  figures: {
    fill: timed('fill', 5000),
    'event-loop delay p99, filling': timed('fill delay', 25),
    [`follow ${CHANGED} changes`]: timed('follow'),
    'event-loop delay p99, following': timed('follow delay', 25),
    'search p50, FTS5 over ours': ratio('FTS5 p50', 'search p50', atUsualSize({ atLeast: 1 })),
    'search p99, FTS5 over ours': ratio('FTS5 p99', 'search p99', atUsualSize({ atLeast: 1 })),
    'search p50': timed('search p50', 3),
    'search p99': timed('search p99', 50),
    'fit, usual': timed('fit, usual', 25),
    'fit, everything': timed('fit, everything'),
    memory: { of: 'memory', unit: 'MiB' },
  },
  async setup(): Promise<Prepared> {
    const dataDir = mkdtempSync(join(tmpdir(), 'tenders-bench-'))
    const store = await openStore({ databaseUrl: null, dataDir })
    await fillStore(store)
    const fts5 = openFts5(
      [4.4, 0.93, 0.37, 0.63],
      Array.from(variations(NOTICES), ({ title, description, lots, buyer }) => [
        title,
        description ?? '',
        lots.map((lot) => `${lot.title ?? ''} ${lot.description ?? ''}`).join(' '),
        buyer,
      ]),
    )
    const { signal } = new AbortController()
    const moment = { nowMs: NOW, today: TODAY, holidays: SHIPPED_HOLIDAYS }
    const changing = Array.from(variations(CHANGED), ({ key }) => key)
    let revision = 1
    return {
      async round() {
        const tenderIndex = createTenderIndex({
          store: createTenderStore(store.main),
          portals: PORTALS.map(({ id }) => id),
          clock: { nowMs: () => NOW, elapsedMs: () => 0 },
          log: silentLog,
        })
        const fill = await blocked(() => tenderIndex.follow(signal, true))
        revision += 1
        const changed = store.main.updateTable('tender_notices').set({ revision })
        await changed.where('key', 'in', changing).execute()
        await setRevision(store.main, revision)
        const follow = await blocked(() => tenderIndex.follow(signal, true))
        const index = tenderIndex.current()!
        const score = (request: FitRequest) =>
          cpuUs(() => scoreFit(index, request, moment, FIT.current), REPEATS)
        // The first score of an index fills what the others share.
        await score(EVERYTHING)
        const ours = await cpuOfCalls(repeated.map((q) => () => searchOnce(index, q)))
        const theirs = await cpuOfCalls(repeated.map((q) => () => fts5.search(q)))
        return {
          fill: fill.tookMs,
          'fill delay': fill.delayMs,
          follow: follow.tookMs,
          'follow delay': follow.delayMs,
          'search p50': percentile(ours, 0.5),
          'search p99': percentile(ours, 0.99),
          'FTS5 p50': percentile(theirs, 0.5),
          'FTS5 p99': percentile(theirs, 0.99),
          memory: process.resourceUsage().maxRSS / 1024,
          'fit, usual': (await score(USUAL)) / 1000,
          'fit, everything': (await score(EVERYTHING)) / 1000,
        }
      },
      async close() {
        fts5.close()
        await store.close()
        rmSync(dataDir, { recursive: true })
      },
    }
  },
}
