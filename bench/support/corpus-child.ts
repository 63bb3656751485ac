/**
 * One build of a corpus in one process, measured; prints a line of JSON. Arguments: folder of the
 * corpus, folder for the data.
 */
import { aggregateCorpus } from '../../src/funders/corpus/aggregate.ts'
import { writeCopy } from '../../src/funders/corpus/copy.ts'
import { openDatasetFolders } from '../../src/funders/corpus/dataset-folders.ts'
import type { Job } from '../../src/funders/corpus/worker-process.ts'
import { runIngest } from '../../src/funders/ingest.ts'
import { READ_LIMITS } from '../../src/funders/readers/limits.ts'
import { KNOWN_FUNDERS } from '../../src/funders/seed/known-funders.ts'
import { filesOfFolder } from '../../src/funders/sources/files.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createFunderStore } from '../../src/store/funders.ts'
import { openStore } from '../../src/store/open.ts'
import { cpuUs } from '../harness.ts'

export interface CorpusMeasurement {
  /** User and system CPU of the whole build for one row. */
  cpuUsPerRow: number
  peakMib: number
}

const [corpusFolder, dataFolder] = process.argv.slice(2) as [string, string]
let last: Promise<unknown> = Promise.resolve()

/** The product's worker without its process: everything here counts as one. */
async function perform(job: Job) {
  return job.kind === 'aggregate'
    ? aggregateCorpus(job.datasets, { ...job, known: KNOWN_FUNDERS })
    : await writeCopy(job.source, job.folder, READ_LIMITS)
}

const store = await openStore({ databaseUrl: null, dataDir: dataFolder })
let rows = 0
const buildUs = await cpuUs(async () => {
  const report = await runIngest({
    clock: systemClock,
    files: filesOfFolder(corpusFolder),
    folders: openDatasetFolders(dataFolder),
    worker: {
      // One after another, as in the product; otherwise CPU of several would be counted for each.
      run(job) {
        const result = last.then(() => perform(job))
        last = result.catch(() => {})
        return result as Promise<never>
      },
      close() {},
    },
    store: createFunderStore(store.main),
    lease: { signal: AbortSignal.timeout(3_600_000), check() {} },
    acceptShrink: false,
  })
  rows = report.summary.rows
})
await store.close()

const measurement: CorpusMeasurement = {
  cpuUsPerRow: buildUs / rows,
  peakMib: process.resourceUsage().maxRSS / 1024,
}
process.stdout.write(JSON.stringify(measurement))
