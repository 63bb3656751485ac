/** A refresh of the corpus under its lease, so that of all processes one does it. */
import { join } from 'node:path'
import type { ActiveLease } from '../background/lease.ts'
import { refreshStored } from '../background/stored-source.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import { errorMessage } from '../platform/errors.ts'
import { createFunderStore } from '../store/funders.ts'
import type { Store } from '../store/open.ts'
import type { Runs } from '../store/runs.ts'
import { createDownloader, type Downloader, isLocalUrl } from '../upstream/download.ts'
import { openDatasetFolders } from './corpus/dataset-folders.ts'
import { openWorkerProcess } from './corpus/worker-process.ts'
import { type IngestProgress, type IngestReport, runIngest } from './ingest.ts'
import { createPublishedFiles, filesOfFolder } from './sources/files.ts'

/** Name of the run, of the source's state, and of the folder. */
const FUNDERS = 'funders'

const IDLE_MS = 60_000
const MAX_FILE_BYTES = 1024 * 1024 * 1024
const REGISTRY_PATH = 'registry.part'

export interface RefreshOptions {
  clock: Clock
  log: Log
  store: Store
  runs: Runs
  dataDir: string
  userAgent: string
  registryUrl: string
  /** Pause between requests to one publisher. */
  intervalMs: number
  /** Reads registry and files from a folder instead of the network. */
  fromFolder: string | null
  acceptShrink: boolean
  progress?: IngestProgress
  signal: AbortSignal
}

/**
 * Null when another process is at it.
 * @throws when no new generation could be built; why is kept with the source's state.
 */
export function refreshFunders(options: RefreshOptions): Promise<IngestReport | null> {
  const work = async (lease: ActiveLease) => {
    const report = await ingest(options, lease)
    return { report, detail: { ...report } }
  }
  return refreshStored(options, FUNDERS, work, machineFailure)
}

async function ingest(options: RefreshOptions, lease: ActiveLease): Promise<IngestReport> {
  const { clock, progress, fromFolder, acceptShrink } = options
  const { signal } = lease
  const root = join(options.dataDir, FUNDERS)
  const folders = openDatasetFolders(root)
  const worker = openWorkerProcess()
  // A file that is being read does not hold up the end of the process.
  signal.addEventListener('abort', () => worker.close())
  const downloader = createRegistryDownloader(options)
  try {
    const files =
      fromFolder === null
        ? createPublishedFiles(options.registryUrl, downloader, join(root, REGISTRY_PATH))
        : filesOfFolder(fromFolder)
    return await runIngest({
      clock,
      files,
      folders,
      worker,
      store: createFunderStore(options.store.main),
      progress,
      lease,
      acceptShrink,
    })
  } finally {
    worker.close()
    await downloader.close()
  }
}

/** Downloads the registry and the files that it names. */
export function createRegistryDownloader({
  userAgent,
  intervalMs,
  registryUrl,
}: Pick<RefreshOptions, 'userAgent' | 'intervalMs' | 'registryUrl'>): Downloader {
  return createDownloader({
    userAgent,
    intervalMs,
    idleMs: IDLE_MS,
    maxBytes: MAX_FILE_BYTES,
    allowPrivate: isLocalUrl(registryUrl),
  })
}

function machineFailure(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  // The system's own words name files of this machine.
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code)
    ? `this machine could not do it (${code})`
    : errorMessage(error)
}
