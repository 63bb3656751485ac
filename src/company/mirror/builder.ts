/**
 * Builds a generation in a separate process, so that serving stays responsive and the memory is
 * freed afterwards.
 */
import { openWorker } from '../../platform/child-worker.ts'
import type { BuildProgress, MirrorBuildReport } from './build.ts'

/** V8's heap; buffers and the engine's pages come on top. Together the build stays under 1 GiB. */
const HEAP_MEBIBYTES = 384

const CHILD = {
  entry: new URL('./build-child', import.meta.url),
  flags: [`--max-old-space-size=${HEAP_MEBIBYTES}`],
  ended: 'the process that built the mirror ended; what it wrote is kept for the next attempt',
}

export interface MirrorBuildOrder {
  databaseUrl: string | null
  dataDir: string
  id: string
  files: readonly string[]
  meta: Readonly<Record<string, string>>
}

export type BuildMessage = { rows: number } | 'indexing'

/** Builds what is ordered. */
export type BuildMirror = (
  order: MirrorBuildOrder,
  progress: BuildProgress,
  signal: AbortSignal,
) => Promise<MirrorBuildReport>

/**
 * Ends with its process when `signal` aborts; what it wrote stays for the next attempt. @throws
 * Error of the build
 */
export async function buildInWorker(
  order: MirrorBuildOrder,
  progress: BuildProgress,
  signal: AbortSignal,
): Promise<MirrorBuildReport> {
  const worker = openWorker<MirrorBuildOrder, MirrorBuildReport, BuildMessage>(CHILD)
  try {
    return await worker.perform(order, signal, (message) => {
      if (message === 'indexing') progress.indexing()
      else progress.rows(message.rows)
    })
  } finally {
    worker.close()
  }
}
