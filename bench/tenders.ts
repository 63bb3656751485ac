/**
 * The tender index at 20,000 and 200,000 live notices made by variation: build and search against SQLite FTS5 holding the same notices,
 * fit score over all of them, and how serving fares while a build runs in its worker.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/observe/log.ts'
import { openStore } from '../src/store/open.ts'
import type { HeldNotice } from '../src/store/tenders.ts'
import { buildGeneration, openLastBuild } from '../src/tenders/index/build.ts'
import { type FitRequest, scoreFit } from '../src/tenders/index/fit.ts'
import { type Generation, openGeneration } from '../src/tenders/index/generation.ts'
import type { KeptBuild } from '../src/tenders/index/kept-build.ts'
import { readKeptFile, writeKeptFile } from '../src/tenders/index/kept-file.ts'
import { rehearse } from '../src/tenders/index/rehearsal.ts'
import { type SearchRequest, searchNotices } from '../src/tenders/index/search.ts'
import { createTenderIndex, type TenderIndex } from '../src/tenders/index/tender-index.ts'
import { openTexts } from '../src/tenders/index/texts.ts'
import { SHIPPED_HOLIDAYS } from '../src/tenders/model/bank-holidays.ts'
import type { Notice } from '../src/tenders/model/notice.ts'
import { filterMask } from '../src/tenders/model/regions.ts'
import { FIT } from '../src/tenders/rules/published.ts'
import { type Bench, cpuUs, type Figure, median, ratios } from './harness.ts'
import { awards, NOW, TODAY, variations } from './support/notices.ts'
import { SUPPLIERS } from './support/suppliers.ts'

const DAY = 86_400_000
const PAGE = 500
const SMALL = 20_000
const LARGE = 200_000
const ROUNDS = 7
/** Each query this often in a round, so that a round has a 99th percentile of its own. */
const REPEATS = 5
const BUILD_ROUNDS: Readonly<Record<number, number>> = { [SMALL]: 8, [LARGE]: 3 }
const SWAP_ROUNDS = 7
/** In a round: a percentile of a few hundred searches is the chance of a few. */
const SWAPS = 3
const QUIET_SAMPLES = 400

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

/** What the store gives page by page is there before a build begins, as notices are. */
const AWARDS = Array.from(awards())

/** The rows of the store. */
function rowsOf(count: number): HeldNotice[] {
  return Array.from(variations(count), (notice) => ({ key: notice.key, revision: 1, json: JSON.stringify(notice) }))
}

/** As the worker does it, with reading what the last build left and writing what the next one will find. */
async function build(rows: readonly HeldNotice[], directory: string, upon: 'nothing' | 'the last'): Promise<Generation> {
  const savePath = join(directory, 'last')
  const kept = upon === 'nothing' ? null : (readKeptFile(readFileSync(savePath)) as KeptBuild)
  const last = kept && openLastBuild(kept, openTexts(directory, kept.data.texts)!)
  const known = (row: HeldNotice) => last?.revisions.get(row.key) === row.revision
  const notices = (async function* () {
    for await (const page of pagesOf(rows)) yield last ? page.map((row) => (known(row) ? { ...row, json: null } : row)) : page
  })()
  const given = { notices, awards: pagesOf(AWARDS), revision: 1, nowMs: NOW, today: TODAY, directory, newFile: randomUUID() }
  const { data, entries } = await buildGeneration(given, last)
  const next: KeptBuild = { by: 'bench', fromNothingMs: NOW, data, entries }
  writeKeptFile(savePath, next)
  return openGeneration(data, openTexts(directory, data.texts)!)
}

const newDirectory = () => mkdtempSync(join(tmpdir(), 'tenders-bench-'))

async function* pagesOf<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE)
}

interface FullText {
  search(query: string): number
  close(): void
}

/** The same rows read into the same fields, the notice itself kept beside them, merged into one segment for the fastest search. */
function buildFts5(rows: readonly HeldNotice[]): FullText {
  const database = new DatabaseSync(':memory:')
  database.exec("CREATE VIRTUAL TABLE notices USING fts5(title, description, lots, buyer, json UNINDEXED, tokenize = 'porter unicode61')")
  const insert = database.prepare('INSERT INTO notices(rowid, title, description, lots, buyer, json) VALUES (?, ?, ?, ?, ?, ?)')
  database.exec('BEGIN')
  rows.forEach(({ json }, row) => {
    const notice = JSON.parse(json!) as Notice
    const lots = notice.lots.map((lot) => `${lot.title ?? ''} ${lot.description ?? ''}`).join(' ')
    insert.run(row + 1, notice.title, notice.description ?? '', lots, notice.buyer, json)
  })
  database.exec("COMMIT; INSERT INTO notices(notices) VALUES ('optimize')")
  const best = database.prepare('SELECT rowid, json FROM notices WHERE notices MATCH ? ORDER BY bm25(notices, 6, 2, 2, 1.5) LIMIT 10')
  const total = database.prepare('SELECT count(*) AS n FROM notices WHERE notices MATCH ?')
  return {
    search(query) {
      const match = query.split(' ').join(' AND ')
      for (const row of best.all(match) as { json: string }[]) JSON.parse(row.json)
      return Number((total.get(match) as { n: number }).n)
    },
    close: () => database.close(),
  }
}

/** In the service a worker builds the index: what building leaves behind is no part of an answer's CPU. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
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

interface PerNotice {
  ours: number
  again: number
}

/** Of all notices, so many were merged again since the last build: the two portals publish about one in a hundred between two refreshes. */
const CHANGED_SHARE = 0.02

/**
 * Builds take turns, and turn round every time: whoever comes after FTS5, which has given its memory back to the system, pays a tenth more. What one
 * leaves behind is collected before the next.
 */
async function measureBuilds(rows: readonly HeldNotice[], label: string): Promise<{ figures: Figure[]; perNoticeUs: PerNotice }> {
  const directory = newDirectory()
  await build(rows, directory, 'nothing')
  let current = rows
  const turns = {
    async ours() {
      const aside = newDirectory()
      const us = await cpuUs(() => build(rows, aside, 'nothing'))
      rmSync(aside, { recursive: true })
      return us
    },
    again: () => cpuUs(() => build(current, directory, 'the last')),
    theirs: () => cpuUs(() => buildFts5(rows).close()),
  }
  const measured: Record<keyof typeof turns, number[]> = { ours: [], again: [], theirs: [] }
  const order = ['ours', 'again', 'theirs'] as const
  for (let round = -1; round < BUILD_ROUNDS[rows.length]!; round += 1) {
    const every = Math.round(1 / CHANGED_SHARE)
    current = current.map((row, index) => ((index + round) % every === 0 ? { ...row, revision: row.revision + 1 } : row))
    for (const name of round % 2 === 0 ? order : order.toReversed()) {
      collectGarbage()
      const us = await turns[name]()
      // The first of the small ones compiles the code.
      if (round >= 0 || rows.length !== SMALL) measured[name].push(us / rows.length)
    }
  }
  const { ours, again, theirs } = measured
  rmSync(directory, { recursive: true })
  const figures: Figure[] = [
    { name: `${label} build upon the last, ours over FTS5`, rounds: ratios(again, theirs), unit: 'ratio', aim: { atMost: 1 }, detail: {} },
    { name: `${label} build from nothing, ours over FTS5`, rounds: ratios(ours, theirs), unit: 'ratio', aim: { atMost: 1 }, detail: {} },
    { name: `${label} build upon the last, a notice`, rounds: again, unit: 'us', aim: null, detail: {} },
    {
      name: `${label} build from nothing, a notice`,
      rounds: ours,
      unit: 'us',
      aim: null,
      detail: { 'FTS5 us': median(theirs).toFixed(1) },
    },
  ]
  return { figures, perNoticeUs: { ours: median(ours), again: median(again) } }
}

function measureSearches(generation: Generation, fts5: FullText, label: string): Figure[] {
  const rounds: { ours: Spread; theirs: Spread }[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const ours: number[] = []
    const theirs: number[] = []
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      for (const q of QUERIES) {
        // The ten notices shown are read on both sides.
        ours.push(
          cpuOf(() => searchOnce(generation, q, false)),
          cpuOf(() => searchOnce(generation, q, true)),
        )
        theirs.push(cpuOf(() => fts5.search(q)))
      }
    }
    if (round >= 0) rounds.push({ ours: spread(ours), theirs: spread(theirs) })
  }
  const all = (side: 'ours' | 'theirs', of: keyof Spread) => rounds.map((round) => round[side][of])
  return (['p50', 'p99'] as const).flatMap((of): Figure[] => [
    {
      name: `${label} search ${of}, FTS5 over ours`,
      rounds: ratios(all('theirs', of), all('ours', of)),
      unit: 'ratio',
      aim: { atLeast: 1 },
      detail: {},
    },
    {
      name: `${label} search ${of}`,
      rounds: all('ours', of),
      unit: 'ms',
      aim: null,
      detail: { 'FTS5 ms': median(all('theirs', of)).toFixed(2) },
    },
  ])
}

async function measureFits(generation: Generation, label: string): Promise<Figure[]> {
  const moment = { nowMs: NOW, today: TODAY, holidays: SHIPPED_HOLIDAYS }
  const once = (request: FitRequest, rules = FIT.current) => cpuOf(() => scoreFit(generation, request, moment, rules))
  await rehearse(generation)
  const firstMs = once(SUPPLIERS.usual!)
  const first = FIT.versions[0]!
  const suppliers = Object.entries(SUPPLIERS)
  const measured = Array.from({ length: ROUNDS }, () =>
    suppliers.map(([name, request]) => ({ name, first: once(request, first), current: once(request) })),
  )
  const of = (which: 'first' | 'current', pick: keyof Spread) => measured.map((round) => spread(round.map((each) => each[which]))[pick])
  const bySupplier = suppliers.map(([name], index) => [name, median(measured.map((round) => round[index]!.current)).toFixed(2)] as const)
  return [
    {
      name: `${label} fit score p50, rules ${FIT.current.version} over ${first.version}`,
      rounds: ratios(of('current', 'p50'), of('first', 'p50')),
      unit: 'ratio',
      aim: { atMost: 1.5 },
      detail: { [`${first.version} ms`]: median(of('first', 'p50')).toFixed(2) },
    },
    { name: `${label} fit score p50`, rounds: of('current', 'p50'), unit: 'ms', aim: null, detail: Object.fromEntries(bySupplier) },
    {
      name: `${label} fit score slowest`,
      rounds: of('current', 'max'),
      unit: 'ms',
      aim: null,
      detail: { 'first ms': firstMs.toFixed(2) },
    },
  ]
}

async function measure(count: number): Promise<{ figures: Figure[]; perNoticeUs: PerNotice }> {
  const rows = rowsOf(count)
  const label = `${count / 1000}k`
  const { figures, perNoticeUs } = await measureBuilds(rows, label)
  const directory = newDirectory()
  const generation = await build(rows, directory, 'nothing')
  const fts5 = buildFts5(rows)
  collectGarbage()
  figures.push(...measureSearches(generation, fts5, label), ...(await measureFits(generation, label)))
  fts5.close()
  rmSync(directory, { recursive: true })
  const { texts, live, postings } = generation.data
  const arrays = [texts, live, postings].flatMap((part) => Object.values(part)).filter((value) => ArrayBuffer.isView(value))
  const sizeMib = arrays.reduce((sum, array) => sum + array.byteLength, 0) / 1024 ** 2
  figures.push({
    name: `${label} size in memory`,
    rounds: [sizeMib],
    unit: 'MiB',
    aim: null,
    detail: { 'bytes a notice': Math.round((sizeMib * 2 ** 20) / count), 'on disk beside it': Math.round(texts.bytes / count) },
  })
  return { figures, perNoticeUs }
}

/** A store on disk with the notices in it, as ingestion leaves them. */
async function filledStore(dataDir: string, count: number): Promise<void> {
  const store = await openStore({ databaseUrl: null, dataDir })
  const rows = Array.from(variations(count), (notice) => ({
    key: notice.key,
    ocid: notice.ocid,
    updated_ms: NOW,
    keep_until_ms: NOW + 1000 * DAY,
    revision: 1,
    json: JSON.stringify(notice),
  }))
  await store.main.transaction().execute(async (tx) => {
    for (let from = 0; from < rows.length; from += 1000)
      await tx
        .insertInto('tender_notices')
        .values(rows.slice(from, from + 1000))
        .execute()
  })
  await store.close()
}

/**
 * As in a process that has just begun, serves what was saved and follows the store: what a build from nothing costs with its thread, whose code
 * nobody has compiled yet, and the store that it reads; and search latency in this thread while the worker builds and swaps in, against without,
 * in turns.
 */
async function asServed(): Promise<Figure[]> {
  const dataDir = newDirectory()
  try {
    await filledStore(dataDir, SMALL)
    const clock = { ...systemClock, nowMs: () => NOW }
    const started = () => createTenderIndex({ databaseUrl: null, dataDir, clock, log: silentLog })
    const stop = new AbortController().signal
    await started().build(stop)
    const whole: number[] = []
    for (let round = 0; round < SWAP_ROUNDS; round += 1) {
      const tenderIndex = started()
      await tenderIndex.load()
      collectGarbage()
      whole.push((await cpuUs(() => tenderIndex.build(stop))) / SMALL)
    }
    const sample = async (tenderIndex: TenderIndex, isOver: (taken: number) => boolean): Promise<number[]> => {
      const samples: number[] = []
      for (let turn = 0; !isOver(turn); turn += 1) {
        const due = performance.now()
        await new Promise((resolve) => setTimeout(resolve, 2))
        // From when the request could have begun: a blocked thread shows.
        searchOnce(tenderIndex.current()!, QUERIES[turn % QUERIES.length]!, false)
        samples.push(performance.now() - due - 2)
      }
      return samples
    }
    const quiet: Spread[] = []
    const busy: Spread[] = []
    for (let round = -1; round < SWAP_ROUNDS; round += 1) {
      const before: number[] = []
      const during: number[] = []
      for (let swap = 0; swap < SWAPS; swap += 1) {
        const tenderIndex = started()
        await tenderIndex.load()
        before.push(...(await sample(tenderIndex, (taken) => taken === QUIET_SAMPLES)))
        let built = false
        const building = tenderIndex.build(stop).then(() => {
          built = true
        })
        during.push(...(await sample(tenderIndex, () => built)))
        await building
      }
      if (round < 0) continue
      quiet.push(spread(before))
      busy.push(spread(during))
    }
    const all = (rounds: readonly Spread[], of: keyof Spread) => rounds.map((round) => round[of])
    const cost: Figure = { name: '20k build from nothing as served, a notice', rounds: whole, unit: 'us', aim: null, detail: {} }
    const latency: Figure = {
      name: 'search p99 while a build runs',
      rounds: ratios(all(busy, 'p99'), all(quiet, 'p99')),
      unit: 'ratio',
      aim: { atMost: 1.5 },
      detail: {
        'quiet p99 ms': median(all(quiet, 'p99')).toFixed(2),
        'busy p99 ms': median(all(busy, 'p99')).toFixed(2),
        'quiet p50 ms': median(all(quiet, 'p50')).toFixed(2),
        'busy p50 ms': median(all(busy, 'p50')).toFixed(2),
        'quiet longest ms': median(all(quiet, 'max')).toFixed(1),
        'busy longest ms': median(all(busy, 'max')).toFixed(1),
      },
    }
    return [cost, latency]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const bench: Bench = {
  name: 'tenders',
  title: 'the tender index against SQLite FTS5 holding the same notices',
  async run() {
    const small = await measure(SMALL)
    if (process.env.BENCH_TENDERS_SMALL) return [...small.figures, ...(await asServed())]
    const large = await measure(LARGE)
    const growth = (name: string, of: keyof PerNotice): Figure => ({
      name: `${name} a notice, 200k over 20k`,
      rounds: [large.perNoticeUs[of] / small.perNoticeUs[of]],
      unit: 'ratio',
      aim: { atMost: 1.3 },
      detail: {},
    })
    const grown = [growth('build upon the last', 'again'), growth('build from nothing', 'ours')]
    return [...small.figures, ...large.figures, ...grown, ...(await asServed())]
  },
}
