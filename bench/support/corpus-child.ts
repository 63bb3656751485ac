/** One build of a corpus in one process, measured; prints a line of JSON. Arguments: folder of the corpus, folder for the data. */
import { setImmediate } from 'node:timers/promises'
import { aggregateCorpus } from '../../src/funders/corpus/aggregate.ts'
import { writeCopy } from '../../src/funders/corpus/copy.ts'
import { openDatasetFolders } from '../../src/funders/corpus/dataset-folders.ts'
import type { Job, WorkerProcess } from '../../src/funders/corpus/worker-process.ts'
import { buildFunderIndex } from '../../src/funders/index/funder-index.ts'
import { runIngest, silentProgress } from '../../src/funders/ingest.ts'
import { funderDossier } from '../../src/funders/operations/funder-dossier.ts'
import { READ_LIMITS } from '../../src/funders/readers/limits.ts'
import { KNOWN_FUNDERS } from '../../src/funders/seed/known-funders.ts'
import { filesOfFolder } from '../../src/funders/sources/files.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createFunderStore } from '../../src/store/funders.ts'
import { openStore } from '../../src/store/open.ts'
import { compareCpuUs, median } from '../harness.ts'

export interface CorpusMeasurement {
  rows: number
  funders: number
  seconds: number
  /** User and system CPU of the whole build for one row. */
  cpuUsPerRow: number
  /** Reading alone, by format. */
  readUsPerRow: Record<string, number>
  aggregateMs: number
  peakMib: number
  /** What the index of all dossiers adds to the process. */
  indexMib: number
  loadMs: number
  dossierUs: number
}

const [corpusFolder, dataFolder] = process.argv.slice(2) as [string, string]
const reading: Record<string, { rows: number; cpuUs: number }> = {}
let aggregateMs = 0

/** The product's worker without its process: everything here counts as one. */
const worker: WorkerProcess = {
  async run(job: Job) {
    const before = process.cpuUsage()
    const started = performance.now()
    if (job.kind === 'aggregate') {
      const summary = aggregateCorpus(job.datasets, {
        known: KNOWN_FUNDERS,
        today: job.today,
        outputPath: job.outputPath,
      })
      aggregateMs = performance.now() - started
      return summary as never
    }
    const { rows, format } = await writeCopy(job.source, job.folder, READ_LIMITS)
    const { user, system } = process.cpuUsage(before)
    const sum = reading[format] ?? { rows: 0, cpuUs: 0 }
    reading[format] = { rows: sum.rows + rows, cpuUs: sum.cpuUs + user + system }
    return { rows, format } as never
  },
  close() {},
}

/** Jobs one after another, as in the product; otherwise CPU of several would be counted for each. */
function inTurn(inner: WorkerProcess): WorkerProcess {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(job) {
      const result = last.then(() => inner.run(job))
      last = result.catch(() => {})
      return result
    },
    close: inner.close,
  }
}

const store = await openStore({ databaseUrl: null, dataDir: dataFolder })
const funderStore = createFunderStore(store.main)
const started = performance.now()
const cpuBefore = process.cpuUsage()
const report = await runIngest({
  clock: systemClock,
  files: filesOfFolder(corpusFolder),
  folders: openDatasetFolders(dataFolder),
  worker: inTurn(worker),
  store: funderStore,
  progress: silentProgress,
  held: { signal: AbortSignal.timeout(3_600_000), check() {} },
  acceptShrink: false,
})
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
const peakMib = process.resourceUsage().maxRSS / 1024

const generation = (await funderStore.current())!
/** What the build held outside the heap is let go a turn after it was collected. */
const resident = async () => {
  for (let collection = 0; collection < 3; collection += 1) {
    globalThis.gc!()
    await setImmediate()
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}
const before = await resident()
const loadStarted = performance.now()
const index = await buildFunderIndex(generation, funderStore.dossiers(generation.id))
const loadMs = performance.now() - loadStarted
const indexMib = (await resident()) - before
const deps = {
  corpus: () => ({
    index,
    source: { name: '360Giving', fetched: null, url: null },
    degradations: [],
  }),
  liveGrants: () => ({ grants: [], sources: [], degradations: [] }),
}
const context = { today: '2026-01-01', nowMs: 0, signal: AbortSignal.timeout(600_000) }
let asked = 0
const { dossier } = await compareCpuUs(
  {
    dossier: () => {
      asked += 1
      return funderDossier
        .answer({ name: `GB-CHC-${200_000 + (asked % index.size)}` }, deps, context)
        .then((answer) => JSON.stringify(answer))
    },
  },
  { iterations: 20_000 },
)
await store.close()

const measurement: CorpusMeasurement = {
  rows: report.summary.rows,
  funders: report.summary.funders,
  seconds,
  cpuUsPerRow: (user + system) / report.summary.rows,
  readUsPerRow: Object.fromEntries(
    Object.entries(reading).map(([format, { rows, cpuUs }]) => [format, cpuUs / rows]),
  ),
  aggregateMs,
  peakMib,
  indexMib,
  loadMs,
  dossierUs: median(dossier),
}
process.stdout.write(`${JSON.stringify(measurement)}\n`)
