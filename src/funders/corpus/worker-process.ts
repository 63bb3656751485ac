/**
 * Where files are read and figures made: a process of its own, so that serving stays responsive and a file that exhausts memory
 * ends the process that reads it and nothing else.
 */
import type { ChildProcess } from 'node:child_process'
import { type BesideOptions, startBeside } from '../../kernel/beside.ts'
import type { TimeBudget } from '../../kernel/time-budget.ts'
import { DatasetFault, type FaultKind } from '../readers/fault.ts'
import type { CorpusDataset } from './aggregate.ts'
import type { CorpusSummary } from './summary.ts'

/** V8's heap; buffers come on top. Together the build stays under 1 GiB. */
const HEAP_MEBIBYTES = 640

export interface ExtractJob {
  kind: 'extract'
  source: string
  folder: string
}

export interface AggregateJob {
  kind: 'aggregate'
  datasets: CorpusDataset[]
  today: number
  outputPath: string
}

export type Job = ExtractJob | AggregateJob
export type JobResult<J extends Job> = J extends ExtractJob ? { rows: number; format: string } : CorpusSummary

export type Reply =
  | { id: number; rows: number }
  | { id: number; done: unknown }
  | { id: number; fault: { kind: FaultKind; message: string } }
  | { id: number; error: { message: string; code: string | null } }

export interface WorkerProcess {
  /**
   * Jobs run one after another. `onRows` hears how many rows were read. The budget is spent by the job, not by waiting for its turn; a job that has spent
   * it ends with its process. @throws DatasetFault, the reason of the budget, or errors of the machine.
   */
  run<J extends Job>(job: J, onRows?: (rows: number) => void, budget?: TimeBudget): Promise<JobResult<J>>
  close(): void
}

interface Waiting {
  process: ChildProcess
  resolve(value: never): void
  reject(error: unknown): void
  onRows: ((rows: number) => void) | undefined
}

export function openWorkerProcess(heapMebibytes = HEAP_MEBIBYTES): WorkerProcess {
  const beside: BesideOptions = {
    entry: new URL('./worker-process-child', import.meta.url),
    flags: [`--max-old-space-size=${heapMebibytes}`],
    stderr: 'ignore',
  }
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | null = null
  let nextId = 1
  let last: Promise<unknown> = Promise.resolve()

  function start(): ChildProcess {
    const started = startBeside(beside)
    started.on('message', (reply: Reply) => {
      const job = waiting.get(reply.id)
      if (!job) return
      if ('rows' in reply) {
        job.onRows?.(reply.rows)
        return
      }
      waiting.delete(reply.id)
      if ('done' in reply) job.resolve(reply.done as never)
      else if ('fault' in reply) job.reject(new DatasetFault(reply.fault.kind, reply.fault.message))
      else job.reject(Object.assign(new Error(reply.error.message), reply.error.code === null ? {} : { code: reply.error.code }))
    })
    const gone = () => {
      if (child === started) child = null
      for (const [id, job] of waiting) {
        if (job.process !== started) continue
        waiting.delete(id)
        job.reject(new DatasetFault('too_large', 'reading the file took more memory than it may'))
      }
    }
    started.once('exit', gone)
    started.once('error', gone)
    return started
  }

  function send<J extends Job>(job: J, onRows: Waiting['onRows'], signal: AbortSignal | undefined): Promise<JobResult<J>> {
    const id = nextId
    nextId += 1
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      child ??= start()
      const process = child
      waiting.set(id, { process, resolve: resolve as Waiting['resolve'], reject, onRows })
      signal?.addEventListener('abort', () => {
        if (!waiting.delete(id)) return
        reject(signal.reason)
        if (child === process) child = null
        process.kill('SIGKILL')
      })
      process.send({ id, job }, (error) => {
        if (error && waiting.delete(id)) reject(error)
      })
    })
  }

  return {
    run(job, onRows, budget) {
      const result = last.then(() => (budget ? budget.spend(() => send(job, onRows, budget.signal)) : send(job, onRows, undefined)))
      last = result.catch(() => {})
      return result
    },
    close() {
      child?.kill('SIGKILL')
      child = null
    },
  }
}
