/**
 * The tender index at 20,000 and 200,000 live notices made by variation: build and search against SQLite FTS5 holding the same notices,
 * fit score over all of them, and how serving fares while a build runs beside it.
 */
import { fork } from 'node:child_process'
import { on } from 'node:events'
import { rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SHIPPED_HOLIDAYS } from '../src/kernel/bank-holidays.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/observe/log.ts'
import { openStore } from '../src/store/open.ts'
import { BUILDER } from '../src/tenders/index/builder.ts'
import { type FitRequest, scoreFit } from '../src/tenders/index/fit.ts'
import type { Generation } from '../src/tenders/index/generation.ts'
import { rehearse } from '../src/tenders/index/rehearsal.ts'
import { SAVED } from '../src/tenders/index/saved.ts'
import { type SearchRequest, searchNotices } from '../src/tenders/index/search.ts'
import { createTenderIndex, type TenderIndex } from '../src/tenders/index/tender-index.ts'
import { filterMask } from '../src/tenders/model/regions.ts'
import { FIT } from '../src/tenders/rules/published.ts'
import { type Bench, cpuUs, type Figure, median, ratios } from './harness.ts'
import { NOW, TODAY, variations } from './support/notices.ts'
import { SUPPLIERS } from './support/suppliers.ts'
import type { Side } from './support/tender-build-child.ts'
import { build, buildFts5, collectGarbage, type FullText, newDirectory, rowsOf } from './support/tender-builds.ts'

const DAY = 86_400_000
const SMALL = 20_000
const LARGE = 200_000
const ROUNDS = 7
/** Each query this often in a round, so that a round has a 99th percentile of its own. */
const REPEATS = 5
const BUILD_ROUNDS = 8
/** With seven or fewer, the smallest and the largest bound the median. */
const SWAP_ROUNDS = 11
/** In a round: a percentile of a few hundred searches is the chance of a few. */
const SWAPS = 8
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

const SIDES = ['ours', 'again', 'theirs', 'inMemory'] as const satisfies Side[]
/** Of builds of one size: CPU of a notice, round by round. */
type BuildsUs = Record<Side, number[]>

/**
 * Each side builds each size in a process of its own with the flags of the product's builder, again and again. Builds take turns, and turn round
 * every time.
 */
async function measureBuilds(counts: readonly number[]): Promise<BuildsUs[]> {
  const measured = counts.map((): BuildsUs => ({ ours: [], again: [], theirs: [], inMemory: [] }))
  const turns = counts.flatMap((count, size) =>
    SIDES.map((side) => {
      const child = fork(join(import.meta.dirname, 'support/tender-build-child.ts'), [side, String(count)], {
        execArgv: [...BUILDER.flags],
      })
      return { child, answers: on(child, 'message'), count, of: measured[size]![side] }
    }),
  )
  try {
    for (const { answers } of turns) await answers.next()
    for (let round = -1; round < BUILD_ROUNDS; round += 1) {
      for (const { child, answers, count, of } of round % 2 === 0 ? turns : turns.toReversed()) {
        child.send('build')
        const [{ us }] = (await answers.next()).value as [{ us: number }]
        // The first one compiles the code.
        if (round >= 0) of.push(us / count)
      }
    }
  } finally {
    for (const { child } of turns) child.disconnect()
  }
  return measured
}

function buildFigures(label: string, { ours, again, theirs, inMemory }: BuildsUs): Figure[] {
  return [
    { name: `${label} build upon the last, ours over FTS5`, rounds: ratios(again, theirs), unit: 'ratio', aim: { atMost: 1 }, detail: {} },
    { name: `${label} build from nothing, ours over FTS5`, rounds: ratios(ours, theirs), unit: 'ratio', aim: { atMost: 1 }, detail: {} },
    {
      name: `${label} build from nothing, ours over FTS5 that keeps nothing`,
      rounds: ratios(ours, inMemory),
      unit: 'ratio',
      aim: null,
      detail: {},
    },
    { name: `${label} build upon the last, a notice`, rounds: again, unit: 'us', aim: null, detail: {} },
    {
      name: `${label} build from nothing, a notice`,
      rounds: ours,
      unit: 'us',
      aim: null,
      detail: { 'FTS5 us': median(theirs).toFixed(1), 'in memory us': median(inMemory).toFixed(1) },
    },
  ]
}

/** What a notice costs in a larger index over a smaller one, and what it does with FTS5. */
const growthFigure = (name: string, of: 'ours' | 'again', small: BuildsUs, large: BuildsUs): Figure => ({
  name: `${name} a notice, 200k over 20k`,
  rounds: ratios(large[of], small[of]),
  unit: 'ratio',
  aim: { atMost: 1.3 },
  detail: { FTS5: median(ratios(large.theirs, small.theirs)).toFixed(2) },
})

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

async function measure(count: number, builds: BuildsUs): Promise<Figure[]> {
  const rows = rowsOf(count)
  const label = `${count / 1000}k`
  const figures = buildFigures(label, builds)
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
  return figures
}

/** What was started for it ends with it. */
async function inOneService(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  try {
    await run(stop.signal)
  } finally {
    stop.abort()
  }
}

/** A store on disk with the notices in it, as ingestion leaves them. */
async function filledStore(dataDir: string, count: number): Promise<void> {
  const store = await openStore({ databaseUrl: null, dataDir })
  const rows = Array.from(variations(count), (notice) => ({
    key: notice.key,
    ocid: notice.ocid,
    updated_ms: NOW,
    keep_until_ms: NOW + 1000 * DAY,
    live_until_ms: NOW + 1000 * DAY,
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
 * As in a service that has just begun, serves what was saved and follows the store: what a build from nothing costs with its process and the store
 * that it reads, the first one, and another in the same process; and search latency in this thread while builds run and are swapped in, against
 * without, in turns. The first of each round starts the process.
 */
async function asServed(): Promise<Figure[]> {
  // Everything that the service has loaded: how often a heap is collected depends on how large it is.
  await import('../src/app.ts')
  const dataDir = newDirectory()
  try {
    await filledStore(dataDir, SMALL)
    // As the service does.
    process.env.NODE_COMPILE_CACHE ??= enableCompileCache().directory!
    const clock = { ...systemClock, nowMs: () => NOW }
    /** What the log tells of the process that builds. */
    let builtUs = 0
    const log = {
      ...silentLog,
      info({ cpuMs }: { cpuMs?: number }) {
        if (cpuMs !== undefined) builtUs = cpuMs * 1000
      },
    }
    const started = () => createTenderIndex({ databaseUrl: null, dataDir, clock, log })
    const fromNothing = async (tenderIndex: TenderIndex, signal: AbortSignal) => {
      rmSync(join(dataDir, SAVED), { force: true })
      await tenderIndex.build(signal)
    }
    await inOneService((signal) => fromNothing(started(), signal))
    const first: number[] = []
    const later: number[] = []
    for (let round = 0; round < SWAP_ROUNDS; round += 1) {
      await inOneService(async (signal) => {
        const tenderIndex = started()
        await tenderIndex.load()
        for (const costs of [first, later]) {
          collectGarbage()
          const servingUs = await cpuUs(() => fromNothing(tenderIndex, signal))
          costs.push((servingUs + builtUs) / SMALL)
        }
      })
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
      await inOneService(async (signal) => {
        const tenderIndex = started()
        await tenderIndex.load()
        for (let swap = 0; swap < SWAPS; swap += 1) {
          before.push(...(await sample(tenderIndex, (taken) => taken === QUIET_SAMPLES)))
          let built = false
          // Begun while a search waits for its turn: what the beginning keeps the thread for shows, too.
          const building = nextTurn().then(() => fromNothing(tenderIndex, signal))
          const sampling = sample(tenderIndex, () => built)
          await building
          built = true
          during.push(...(await sampling))
        }
      })
      if (round < 0) continue
      quiet.push(spread(before))
      busy.push(spread(during))
    }
    const all = (rounds: readonly Spread[], of: keyof Spread) => rounds.map((round) => round[of])
    const cost: Figure = {
      name: '20k build from nothing as served, a notice',
      rounds: first,
      unit: 'us',
      aim: null,
      detail: { 'another in the same process us': median(later).toFixed(1) },
    }
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
    const [alone] = await measureBuilds([SMALL])
    const figures = await measure(SMALL, alone!)
    if (!process.env.BENCH_TENDERS_SMALL) {
      // Those of both sizes in the same rounds: what large ones leave of the caches makes small ones beside them dearer.
      const [small, large] = await measureBuilds([SMALL, LARGE])
      figures.push(...(await measure(LARGE, large!)))
      figures.push(growthFigure('build upon the last', 'again', small!, large!), growthFigure('build from nothing', 'ours', small!, large!))
    }
    return [...figures, ...(await asServed())]
  },
}
