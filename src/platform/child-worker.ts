/**
 * Child processes for expensive work. They have their own memory, so a file that exhausts it ends
 * only them, and they run at a lower priority than requests.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { errorMessage } from './errors.ts'

export interface WorkerOptions {
  /** Its first module, as an URL without its ending: the published package holds compiled files. */
  entry: URL
  /** Flags of the JavaScript engine. */
  flags: readonly string[]
  /** `ignore` if the process may reach its memory limit: the engine's output is then expected. */
  stderr?: 'inherit' | 'ignore'
}

/**
 * Does not keep this process from ending, and ends with it. @throws Error when no process can be
 * had
 */
function spawnWorker({ entry, flags, stderr = 'inherit' }: WorkerOptions): ChildProcess {
  const ending = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const child = fork(fileURLToPath(`${entry.href}${ending}`), [], {
    execArgv: [...flags],
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
  })
  // Set the priority here: threads of the engine inherit it at their start.
  if (child.pid !== undefined) yieldToRequests(child.pid)
  return child
}

function yieldToRequests(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process has ended, or priorities are not permitted. It then runs at normal priority.
  }
}

export interface ChildWorker<Order extends object, Done, Progress> {
  /**
   * Performs one job at a time. The first job starts the process, and so does a job after its end.
   * The process is killed when `signal` aborts, also later. It has ended when this rejects.
   * @throws Error of the work, or if the process ended without an answer
   */
  perform(
    order: Order,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Done>
  /** Kills it. */
  close(): void
}

type Reply<Done, Progress> = { done: Done } | { error: string } | { progress: Progress }

/** @param ended what is said when the process ends without an answer */
export function openWorker<Order extends object, Done, Progress = never>({
  ended,
  ...options
}: WorkerOptions & { ended: string }): ChildWorker<Order, Done, Progress> {
  let child: ChildProcess | null = null
  const stops = new Map<AbortSignal, () => void>()

  function stop(): void {
    child?.kill('SIGKILL')
  }

  function start(): ChildProcess {
    const started = spawnWorker(options)
    const onEnd = () => {
      if (child === started) child = null
      for (const [signal, listener] of stops) signal.removeEventListener('abort', listener)
      stops.clear()
    }
    started.once('exit', onEnd).on('error', onEnd)
    return started
  }

  return {
    close: stop,
    async perform(order, signal, onProgress = () => {}) {
      signal.throwIfAborted()
      child ??= start()
      const performing = child
      if (!stops.has(signal)) {
        stops.set(signal, stop)
        signal.addEventListener('abort', stop, { once: true })
      }
      performing.ref()
      performing.channel?.ref()
      try {
        return await waitForAnswer(performing)
      } finally {
        performing.unref()
        performing.channel?.unref()
      }

      function waitForAnswer(childProcess: ChildProcess): Promise<Done> {
        return new Promise((resolve, reject) => {
          const onReply = (reply: Reply<Done, Progress>) => {
            if ('progress' in reply) {
              onProgress(reply.progress)
              return
            }
            childProcess.off('message', onReply).off('exit', onEnd).off('error', reject)
            if ('done' in reply) resolve(reply.done)
            else reject(new Error(reply.error))
          }
          const onEnd = (code: number | null, killedBy: string | null) => {
            reject(
              signal.aborted
                ? signal.reason
                : new Error(`${ended} (${killedBy ?? `code ${code}`})`),
            )
          }
          childProcess.on('message', onReply).once('exit', onEnd).once('error', reject)
          // A failure to send shows in the missing answer or in the end of the process.
          childProcess.send(order, () => {})
        })
      }
    },
  }
}

/** The other side: takes one order after another, answers, ends with its parent. */
export function serveJobs<Order extends object, Done, Progress = never>(
  work: (order: Order, sendProgress: (progress: Progress) => void) => Promise<Done>,
): void {
  const reply = (message: Reply<Done, Progress>) => void process.send!(message)
  process.on('message', (order: Order) => {
    work(order, (progress) => reply({ progress })).then(
      (done) => reply({ done }),
      (error: unknown) => reply({ error: errorMessage(error) }),
    )
  })
  process.once('disconnect', () => process.exit(1))
}
