/** The process of the worker: takes jobs from its parent, answers each, ends with its parent. */
import { DatasetFault } from '../readers/fault.ts'
import { READ_LIMITS } from '../readers/limits.ts'
import { KNOWN_FUNDERS } from '../seed/known-funders.ts'
import { aggregateCorpus } from './aggregate.ts'
import { extractDataset } from './extract.ts'
import type { Job, Reply } from './worker-process.ts'

function reply(message: Reply): void {
  process.send?.(message)
}

process.on('message', ({ id, job }: { id: number; job: Job }) => {
  perform(id, job).then(
    (done) => reply({ id, done }),
    (error: unknown) => {
      if (error instanceof DatasetFault) reply({ id, fault: { kind: error.kind, message: error.message } })
      else reply({ id, error: { message: String(error), code: (error as NodeJS.ErrnoException).code ?? null } })
    },
  )
})
process.on('disconnect', () => process.exit(1))

async function perform(id: number, job: Job): Promise<unknown> {
  const onRows = (rows: number) => reply({ id, rows })
  if (job.kind === 'aggregate') {
    return aggregateCorpus(job.datasets, { known: KNOWN_FUNDERS, today: job.today, outputPath: job.outputPath, onRows })
  }
  const { rows, format } = await extractDataset(job.source, job.folder, READ_LIMITS, onRows)
  return { rows, format }
}
