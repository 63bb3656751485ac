/** The separate process of the worker. */
import { serveJobs } from '../../platform/child-worker.ts'
import { errorMessage } from '../../platform/errors.ts'
import { isDiskFull } from '../../store/scratch.ts'
import { DatasetFault } from '../readers/fault.ts'
import { READ_LIMITS } from '../readers/limits.ts'
import { KNOWN_FUNDERS } from '../seed/known-funders.ts'
import { aggregateCorpus } from './aggregate.ts'
import { writeCopy } from './copy.ts'
import type { Job, Outcome } from './worker-process.ts'

serveJobs<Job, Outcome, number>(async (job, onRows) => {
  try {
    if (job.kind === 'aggregate') {
      const { datasets, today, outputPath } = job
      return {
        done: aggregateCorpus(datasets, { known: KNOWN_FUNDERS, today, outputPath, onRows }),
      }
    }
    const { rows } = await writeCopy(job.source, job.folder, READ_LIMITS, onRows)
    return { done: { rows } }
  } catch (error) {
    if (error instanceof DatasetFault) return { fault: error.message }
    const code = isDiskFull(error) ? 'ENOSPC' : (error as NodeJS.ErrnoException).code
    return { error: { message: errorMessage(error), code } }
  }
})
