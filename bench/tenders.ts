/**
 * The tender index at 20,000 and 200,000 live notices made by variation: search against SQLite FTS5 over the same texts, fit score over
 * all of them, the build's CPU and size, and how serving fares while a build runs in its worker.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/observe/log.ts'
import { actRelease } from '../src/sandbox/tender-portals/releases.ts'
import { BUYERS, SUBJECTS } from '../src/sandbox/tender-portals/subjects.ts'
import { openStore } from '../src/store/open.ts'
import { buildGeneration } from '../src/tenders/index/build.ts'
import { type FitRequest, scoreFit } from '../src/tenders/index/fit.ts'
import { type Generation, openGeneration } from '../src/tenders/index/generation.ts'
import { createIndexKeeper } from '../src/tenders/index/keeper.ts'
import { type SearchRequest, searchNotices } from '../src/tenders/index/search.ts'
import { SHIPPED_HOLIDAYS } from '../src/tenders/model/bank-holidays.ts'
import type { Notice } from '../src/tenders/model/notice.ts'
import { filterMask } from '../src/tenders/model/regions.ts'
import { batchOf, emptyPage, readInto } from '../src/tenders/reading.ts'
import type { Bench, Figure } from './harness.ts'

const NOW = Date.parse('2026-11-18T09:00:00Z')
const TODAY = '2026-11-18'
const DAY = 86_400_000
const ROUNDS = 5

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

const SUPPLIER: FitRequest = {
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

/** Linear congruential: the same notices in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** One notice read as the portals publish it, then varied: title, sentences of other scopes, value, deadline, buyer. */
function* variations(count: number): Generator<Notice> {
  const bases = SUBJECTS.map((subject, index) => {
    const page = emptyPage()
    const spec = { number: index + 1, subject, buyer: BUYERS[index % BUYERS.length]!, publishedMs: NOW - DAY, deadlineMs: NOW + 20 * DAY }
    readInto(page, 'find-a-tender', JSON.parse(actRelease(spec, 'UK4', ['tender']).json), NOW)
    return JSON.parse(batchOf(page, null).merge(page.releases.map((row) => row.json))[0]!.json) as Notice
  })
  const sentences = SUBJECTS.flatMap((subject) => subject.scope.split('. '))
  const random = numbers(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  for (let number = 0; number < count; number += 1) {
    const base = pick(bases)
    const key = `ocds-h6vhtk-${number.toString(16).padStart(6, '0')}`
    const buyer = `${pick(BUYERS).name} ${Math.floor(random() * 400)}`
    const deadlineMs = NOW + Math.floor((1 + random() * 90) * DAY)
    const filler = Array.from({ length: 6 }, () => pick(sentences)).join('. ')
    yield {
      ...base,
      key,
      ocid: key,
      title: `${base.title}, phase ${Math.floor(random() * 900)}`,
      buyer,
      buyerKey: `name:${buyer.toLowerCase()}`,
      buyerNameKey: `name:${buyer.toLowerCase()}`,
      description: `${base.description} ${filler}. Reference ${key.slice(-6)}.`,
      deadlineMs,
      value:
        random() < 0.2
          ? null
          : { amount: Math.floor(10_000 + random() * 2_000_000), currency: 'GBP', min: null, max: null, basis: 'tender' },
      cpv: random() < 0.05 ? null : base.cpv,
    }
  }
}

async function generationOf(count: number): Promise<{ generation: Generation; buildMs: number }> {
  const before = process.cpuUsage()
  const data = await buildGeneration({
    notices: (async function* () {
      for (const notice of variations(count)) yield JSON.stringify(notice)
    })(),
    awards: (async function* () {})(),
    revision: 1,
    nowMs: NOW,
    today: TODAY,
  })
  const { user, system } = process.cpuUsage(before)
  return { generation: openGeneration(data), buildMs: (user + system) / 1000 }
}

function fullText(count: number): { search(query: string): number; close(): void } {
  const database = new DatabaseSync(':memory:')
  database.exec("CREATE VIRTUAL TABLE notices USING fts5(title, description, lots, buyer, tokenize = 'porter unicode61')")
  const insert = database.prepare('INSERT INTO notices(rowid, title, description, lots, buyer) VALUES (?, ?, ?, ?, ?)')
  database.exec('BEGIN')
  let row = 1
  for (const notice of variations(count)) {
    const lots = notice.lots.map((lot) => `${lot.title ?? ''} ${lot.description ?? ''}`).join(' ')
    insert.run(row, notice.title, notice.description ?? '', lots, notice.buyer)
    row += 1
  }
  database.exec("COMMIT; INSERT INTO notices(notices) VALUES ('optimize')")
  const best = database.prepare('SELECT rowid FROM notices WHERE notices MATCH ? ORDER BY bm25(notices, 6, 2, 2, 1.5) LIMIT 10')
  const total = database.prepare('SELECT count(*) AS n FROM notices WHERE notices MATCH ?')
  return {
    search(query) {
      const match = query.split(' ').join(' AND ')
      best.all(match)
      return Number((total.get(match) as { n: number }).n)
    },
    close: () => database.close(),
  }
}

interface Spread {
  p50: number
  p99: number
  max: number
}

function spread(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1)! }
}

/** CPU of one call in milliseconds, the collector's threads included: what is left of a busy machine's noise. */
function cpuOf(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function searchOnce(generation: Generation, q: string, filtered: boolean): void {
  const filters = filtered
    ? { ...NO_FILTER, cpvPrefixes: ['45', '72', '77', '90'], regions: filterMask(['england']), valueMinGbp: 50_000 }
    : NO_FILTER
  const { best } = searchNotices(generation, { ...filters, q }, NOW, 10)
  for (const number of best) generation.notice(number)
}

async function measure(count: number): Promise<Figure[]> {
  const { generation, buildMs } = await generationOf(count)
  const sqlite = fullText(count)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const q of QUERIES) {
      // The ten notices shown are read, too, on our side only.
      const own = [cpuOf(() => searchOnce(generation, q, false)), cpuOf(() => searchOnce(generation, q, true))]
      const other = cpuOf(() => sqlite.search(q))
      if (round > 0) {
        ours.push(...own)
        theirs.push(other)
      }
    }
  }
  sqlite.close()
  const moment = { nowMs: NOW, today: TODAY, holidays: SHIPPED_HOLIDAYS }
  const fits: number[] = []
  for (let round = 0; round < 12; round += 1) {
    const ms = cpuOf(() => scoreFit(generation, SUPPLIER, moment))
    if (round > 1) fits.push(ms)
  }
  const search = spread(ours)
  const fts5 = spread(theirs)
  const fit = spread(fits)
  const arrays = [generation.data.blobs, ...Object.values(generation.data.live), ...Object.values(generation.data.postings)].filter(
    (value) => ArrayBuffer.isView(value),
  )
  const sizeMib = arrays.reduce((sum, array) => sum + array.byteLength, 0) / 1024 ** 2
  const small = count <= 20_000
  const label = `${count / 1000}k`
  return [
    {
      name: `${label} search p50, FTS5 over ours`,
      value: fts5.p50 / search.p50,
      unit: 'ratio',
      aim: { atLeast: 1 },
      tolerance: 0.5,
      detail: { ours_ms: search.p50, fts5_ms: fts5.p50 },
    },
    {
      name: `${label} search p99, FTS5 over ours`,
      value: fts5.p99 / search.p99,
      unit: 'ratio',
      aim: { atLeast: 1 },
      tolerance: 0.5,
      detail: { ours_ms: search.p99, fts5_ms: fts5.p99 },
    },
    { name: `${label} search p50`, value: search.p50, unit: 'ms', aim: small ? { below: 3 } : null, tolerance: 0.6, detail: {} },
    { name: `${label} search slowest`, value: search.max, unit: 'ms', aim: small ? { below: 25 } : null, tolerance: 1, detail: {} },
    {
      name: `${label} fit score p50`,
      value: fit.p50,
      unit: 'ms',
      aim: small ? { below: 25 } : null,
      tolerance: 0.6,
      detail: { slowest_ms: fit.max },
    },
    { name: `${label} build`, value: buildMs, unit: 'ms', aim: null, tolerance: 0.8, detail: { per_notice_us: (buildMs * 1000) / count } },
    {
      name: `${label} size`,
      value: sizeMib,
      unit: 'MiB',
      aim: null,
      tolerance: 0.2,
      detail: { bytes_a_notice: Math.round((sizeMib * 1024 ** 2) / count) },
    },
  ]
}

/** Search latency in this thread while the worker builds the same 20,000 notices from a store, against without. */
async function whileBuilding(): Promise<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tenders-bench-'))
  const store = await openStore({ databaseUrl: null, dataDir })
  try {
    for (let rows: Notice[] = []; ; ) {
      rows = []
      await store.main.transaction().execute(async (tx) => {
        for (const notice of variations(20_000)) {
          rows.push(notice)
          if (rows.length < 1000) continue
          await tx
            .insertInto('tender_notices')
            .values(
              rows.map((each) => ({
                key: each.key,
                ocid: each.ocid,
                updated_ms: NOW,
                keep_until_ms: NOW + 1000 * DAY,
                revision: 1,
                json: JSON.stringify(each),
              })),
            )
            .execute()
          rows = []
        }
      })
      break
    }
    const clock = { ...systemClock, nowMs: () => NOW }
    const keeper = createIndexKeeper({ databaseUrl: null, dataDir, clock, log: silentLog })
    const stop = new AbortController().signal
    await keeper.build(stop)
    const sample = async (until: () => boolean): Promise<number[]> => {
      const samples: number[] = []
      for (let turn = 0; !until() || samples.length < 300; turn += 1) {
        const due = performance.now()
        await new Promise((resolve) => setTimeout(resolve, 2))
        // From when the request could have begun: a blocked thread shows.
        searchOnce(keeper.current()!, QUERIES[turn % QUERIES.length]!, false)
        samples.push(performance.now() - due - 2)
      }
      return samples
    }
    const quiet = spread(await sample(() => true))
    let built = false
    const building = keeper.build(stop).then(() => {
      built = true
    })
    const busy = spread(await sample(() => built))
    await building
    return {
      name: 'search p99 while a build runs, over without',
      value: busy.p99 / quiet.p99,
      unit: 'ratio',
      aim: null,
      tolerance: 1,
      detail: { quiet_p99_ms: quiet.p99, busy_p99_ms: busy.p99, busy_p50_ms: busy.p50, busy_max_ms: busy.max },
    }
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const bench: Bench = {
  name: 'tenders',
  title: 'the tender index against SQLite FTS5 holding the same notices',
  async run() {
    const sizes = process.env.BENCH_TENDERS_SMALL ? [20_000] : [20_000, 200_000]
    const figures: Figure[] = []
    for (const size of sizes) figures.push(...(await measure(size)))
    figures.push(await whileBuilding())
    return figures
  },
}
