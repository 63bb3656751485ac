/**
 * The tender index at 20,000 live notices made by variation: how long it takes to fill, search against SQLite FTS5 holding the same notices, fit
 * score over all of them, and how long the event loop is held up while the index fills and follows changes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { silentLog } from '../src/observe/log.ts'
import { SHIPPED_HOLIDAYS } from '../src/platform/bank-holidays.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openStore, type Store } from '../src/store/open.ts'
import { createTenderStore } from '../src/store/tenders.ts'
import { type FitRequest, scoreFit } from '../src/tenders/index/fit.ts'
import type { LiveIndex } from '../src/tenders/index/live-index.ts'
import { type SearchRequest, searchNotices } from '../src/tenders/index/search.ts'
import { createTenderIndex, type TenderIndex } from '../src/tenders/index/tender-index.ts'
import type { Notice } from '../src/tenders/model/notice.ts'
import { filterMask } from '../src/tenders/model/regions.ts'
import { PORTALS } from '../src/tenders/portals/index.ts'
import { FIT } from '../src/tenders/rules/published.ts'
import { type Bench, type Figure, median, ratios } from './harness.ts'
import { awards, NOW, TODAY, variations } from './support/notices.ts'
import { SUPPLIERS } from './support/suppliers.ts'

const DAY = 86_400_000
const NOTICES = 20_000
const ROUNDS = 7
/** Each query this often in a round, so that a round has a 99th percentile of its own. */
const REPEATS = 5
/** Notices that are merged again between two refreshes. */
const CHANGED = 400

/** What buyers ask for, from one word to five; each runs with and without filters. */
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
const NO_FILTER: Omit<SearchRequest, 'q'> = {
  cpvPrefixes: null,
  regions: null,
  valueMinGbp: null,
  valueMaxGbp: null,
  deadlineAfter: null,
  stage: null,
}

interface Spread {
  p50: number
  p99: number
  max: number
}

function spread(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1)! }
}

/** CPU of one call in milliseconds, the collector's threads included: what is left of a busy machine's noise. */
function cpuOf(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function searchOnce(index: LiveIndex, q: string, isFiltered: boolean): void {
  const filters = isFiltered
    ? {
        ...NO_FILTER,
        cpvPrefixes: ['45', '72', '77', '90'],
        regions: filterMask(['england']),
        valueMinGbp: 50_000,
      }
    : NO_FILTER
  const { best, matched } = searchNotices(index, { ...filters, q }, NOW, 10)
  for (const entry of best) matched(entry)
}

interface FullText {
  search(query: string): number
  close(): void
}

/** The same notices in memory, any word, merged into one segment for the fastest search. */
function buildFts5(): FullText {
  const database = new DatabaseSync(':memory:')
  database.exec(
    "CREATE VIRTUAL TABLE notices USING fts5(title, description, lots, buyer, tokenize = 'porter unicode61')",
  )
  const insert = database.prepare(
    'INSERT INTO notices(title, description, lots, buyer) VALUES (?, ?, ?, ?)',
  )
  database.exec('BEGIN')
  for (const { title, description, lots, buyer } of variations(NOTICES))
    insert.run(
      title,
      description ?? '',
      lots.map((lot) => `${lot.title ?? ''} ${lot.description ?? ''}`).join(' '),
      buyer,
    )
  database.exec("COMMIT; INSERT INTO notices(notices) VALUES ('optimize')")
  const best = database.prepare(
    'SELECT rowid FROM notices WHERE notices MATCH ? ORDER BY bm25(notices, 4.4, 0.93, 0.37, 0.63) LIMIT 10',
  )
  const total = database.prepare('SELECT count(*) AS n FROM notices WHERE notices MATCH ?')
  return {
    search(query) {
      const match = query.split(' ').join(' OR ')
      best.all(match)
      return Number((total.get(match) as { n: number }).n)
    },
    close: () => database.close(),
  }
}

function measureSearches(index: LiveIndex, fts5: FullText): Figure[] {
  const rounds: { ours: Spread; theirs: Spread }[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const ours: number[] = []
    const theirs: number[] = []
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      for (const q of QUERIES) {
        ours.push(
          cpuOf(() => searchOnce(index, q, false)),
          cpuOf(() => searchOnce(index, q, true)),
        )
        theirs.push(cpuOf(() => fts5.search(q)))
      }
    }
    if (round >= 0) rounds.push({ ours: spread(ours), theirs: spread(theirs) })
  }
  const all = (side: 'ours' | 'theirs', of: keyof Spread) => rounds.map((round) => round[side][of])
  return (['p50', 'p99'] as const).flatMap((of): Figure[] => [
    {
      name: `20k search ${of}, FTS5 over ours`,
      rounds: ratios(all('theirs', of), all('ours', of)),
      unit: 'ratio',
      aim: { atLeast: 1 },
      detail: {},
    },
    {
      name: `20k search ${of}`,
      rounds: all('ours', of),
      unit: 'ms',
      aim: { atMost: of === 'p50' ? 3 : 50 },
      detail: { 'FTS5 ms': median(all('theirs', of)).toFixed(2) },
    },
  ])
}

function measureFits(index: LiveIndex): Figure[] {
  const moment = { nowMs: NOW, today: TODAY, holidays: SHIPPED_HOLIDAYS }
  const once = (request: FitRequest) => cpuOf(() => scoreFit(index, request, moment, FIT.current))
  const firstMs = once(SUPPLIERS.usual!)
  const suppliers = Object.entries(SUPPLIERS)
  const measured = Array.from({ length: ROUNDS }, () =>
    suppliers.map(([, request]) => once(request)),
  )
  const bySupplier = suppliers.map(
    ([name], at) => [name, median(measured.map((round) => round[at]!)).toFixed(2)] as const,
  )
  const of = (pick: keyof Spread) => measured.map((round) => spread(round)[pick])
  return [
    {
      name: '20k fit score p50',
      rounds: of('p50'),
      unit: 'ms',
      aim: { atMost: 25 },
      detail: Object.fromEntries(bySupplier),
    },
    {
      name: '20k fit score slowest',
      rounds: of('max'),
      unit: 'ms',
      aim: null,
      detail: { 'first ms': firstMs.toFixed(2) },
    },
  ]
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

/** A store with the notices and awards in it, as ingestion leaves them. */
async function fillStore({ main }: Store): Promise<void> {
  const rows = Array.from(variations(NOTICES), rowOf)
  for (let from = 0; from < rows.length; from += 1000)
    await main
      .insertInto('tender_notices')
      .values(rows.slice(from, from + 1000))
      .execute()
  let batch = 0
  for (const award of awards()) {
    batch += 1
    const { buyerKey, buyerNameKey, awardedOn, divisions, suppliers } = award
    const row = {
      key: String(batch),
      buyer_key: buyerKey,
      buyer_name_key: buyerNameKey,
      awarded_on: awardedOn,
    }
    await main
      .insertInto('tender_awards')
      .values({ ...row, divisions: divisions.join(','), suppliers: JSON.stringify(suppliers) })
      .execute()
  }
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
async function heldUp(run: () => Promise<void>): Promise<{ tookMs: number; delayMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const started = performance.now()
  await run()
  const tookMs = performance.now() - started
  delay.disable()
  return { tookMs, delayMs: delay.percentile(99) / 1e6 }
}

export const bench: Bench = {
  name: 'tenders',
  title: 'the live tender index against SQLite FTS5 holding the same notices',
  async run() {
    const dataDir = mkdtempSync(join(tmpdir(), 'tenders-bench-'))
    const store = await openStore({ databaseUrl: null, dataDir })
    try {
      await fillStore(store)
      const clock = { ...systemClock, nowMs: () => NOW }
      const { signal } = new AbortController()
      const started = () =>
        createTenderIndex({
          store: createTenderStore(store.main),
          portals: PORTALS.map(({ id }) => id),
          clock,
          log: silentLog,
        })
      const fills: { tookMs: number; delayMs: number }[] = []
      const updates: { tookMs: number; delayMs: number }[] = []
      let tenderIndex: TenderIndex = started()
      const memoryBefore = process.memoryUsage().rss
      for (let round = 0; round < 3; round += 1) {
        tenderIndex = started()
        fills.push(await heldUp(() => tenderIndex.follow(signal, true)))
      }
      const memoryMib = (process.memoryUsage().rss - memoryBefore) / 2 ** 20
      const changing = Array.from(variations(CHANGED))
      for (let round = 0; round < ROUNDS; round += 1) {
        const revision = round + 2
        for (const { key } of changing)
          await store.main
            .updateTable('tender_notices')
            .set({ revision })
            .where('key', '=', key)
            .execute()
        await setRevision(store.main, revision)
        updates.push(await heldUp(() => tenderIndex.follow(signal, true)))
      }
      const index = tenderIndex.current()!
      const fts5 = buildFts5()
      const figures = [...measureSearches(index, fts5), ...measureFits(index)]
      fts5.close()
      const took = (all: typeof fills) => all.map((each) => each.tookMs)
      const delays = (all: typeof fills) => all.map((each) => each.delayMs)
      return [
        {
          name: '20k fill',
          rounds: took(fills),
          unit: 'ms',
          aim: { atMost: 5000 },
          detail: { 'MiB of three': memoryMib.toFixed(0) },
        },
        {
          name: '20k event-loop delay p99 while filling',
          rounds: delays(fills),
          unit: 'ms',
          aim: { atMost: 25 },
          detail: {},
        },
        {
          name: `20k following ${CHANGED} changes`,
          rounds: took(updates),
          unit: 'ms',
          aim: null,
          detail: {},
        },
        {
          name: '20k event-loop delay p99 while following',
          rounds: delays(updates),
          unit: 'ms',
          aim: { atMost: 25 },
          detail: {},
        },
        ...figures,
      ]
    } finally {
      await store.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}
