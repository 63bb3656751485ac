/** Where a generation is built: a process of its own, so that serving stays responsive and what it needs of memory ends with it. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BuildProgress, BuildReport } from './build.ts'

/** V8's heap; buffers and the engine's pages come on top. Together the build stays under 1 GiB. */
const HEAP_MEBIBYTES = 384

export interface BuildOrder {
  databaseUrl: string | null
  dataDir: string
  id: string
  files: readonly string[]
  meta: Readonly<Record<string, string>>
}

export type BuildReply = { rows: number } | { indexing: true } | { done: BuildReport } | { error: string }

/** Ends with its process when `signal` aborts; what it wrote stays for the next attempt. @throws Error of the build */
export function buildBeside(order: BuildOrder, progress: BuildProgress, signal: AbortSignal): Promise<BuildReport> {
  const entry = new URL(import.meta.url.endsWith('.ts') ? './build-child.ts' : './build-child.js', import.meta.url)
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(entry), [], {
      execArgv: [`--max-old-space-size=${HEAP_MEBIBYTES}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const stop = () => child.kill('SIGKILL')
    signal.addEventListener('abort', stop, { once: true })
    let told = new Error('the process that built the mirror ended; what it wrote is kept for the next attempt')
    child.on('message', (reply: BuildReply) => {
      if ('rows' in reply) progress.rows(reply.rows)
      else if ('indexing' in reply) progress.indexing()
      else if ('error' in reply) told = new Error(reply.error)
      else resolve(reply.done)
    })
    child.once('error', reject)
    child.once('exit', () => {
      signal.removeEventListener('abort', stop)
      // After `done` this changes nothing.
      reject(signal.aborted ? signal.reason : told)
    })
    child.send(order)
  })
}
