/**
 * Reads files and builds figures in a separate process, so that serving stays responsive and a file
 * that exhausts memory ends only the process that reads it.
 */
import PQueue from 'p-queue'
import { openWorker } from '../../platform/child-worker.ts'
import type { TimeBudget } from '../../platform/time-budget.ts'
import { DatasetFault } from '../readers/fault.ts'
import type { CorpusDataset } from './aggregate.ts'
import type { CorpusSummary } from './summary.ts'

/** V8's heap; buffers and SQLite's pages come on top. Together the build stays under 1 GiB. */
const HEAP_MEBIBYTES = 640

export interface CopyJob {
  kind: 'copy'
  source: string
  folder: string
}

export interface AggregateJob {
  kind: 'aggregate'
  datasets: CorpusDataset[]
  today: number
  outputPath: string
}

export type Job = CopyJob | AggregateJob
export type JobResult<J extends Job> = J extends CopyJob ? { rows: number } : CorpusSummary

/**
 * An error crosses the process boundary as data, because its class and code decide what the run
 * does next.
 */
export type Outcome =
  | { done: unknown }
  | { fault: string }
  | { error: { message: string; code: string | undefined } }

export interface WorkerProcess {
  /**
   * Runs one job after another; `onRows` receives the number of rows read so far. Only the job
   * spends the budget, not the wait for its turn. A job that exceeds the budget ends with its
   * process.
   * @throws DatasetFault, the reason of the budget, or errors of the machine.
   */
  run<J extends Job>(
    job: J,
    onRows?: (rows: number) => void,
    budget?: TimeBudget,
  ): Promise<JobResult<J>>
  close(): void
}

export function openWorkerProcess(heapMebibytes = HEAP_MEBIBYTES): WorkerProcess {
  const child = openWorker<Job, Outcome, number>({
    entry: new URL('./worker-process-child', import.meta.url),
    flags: [`--max-old-space-size=${heapMebibytes}`],
    stderr: 'ignore',
    ended: 'the process that reads grant files ended',
  })
  const queue = new PQueue({ concurrency: 1 })

  async function perform(
    job: Job,
    onRows: ((rows: number) => void) | undefined,
    signal?: AbortSignal,
  ): Promise<unknown> {
    signal?.throwIfAborted()
    // A budget that ends after its job must not end the process under another job.
    const current = new AbortController()
    const stop = () => current.abort(signal!.reason)
    signal?.addEventListener('abort', stop)
    try {
      const outcome = await child.perform(job, current.signal, onRows).catch((error: unknown) => {
        throw current.signal.aborted
          ? error
          : new DatasetFault('reading the file took more memory than it may', error)
      })
      if ('done' in outcome) return outcome.done
      if ('fault' in outcome) throw new DatasetFault(outcome.fault)
      throw Object.assign(new Error(outcome.error.message), { code: outcome.error.code })
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  return {
    run: (job, onRows, budget) =>
      queue.add(() =>
        budget ? budget.spend(() => perform(job, onRows, budget.signal)) : perform(job, onRows),
      ) as never,
    close: () => child.close(),
  }
}
