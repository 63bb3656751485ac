/** Large filings are read in another process, so that requests do not wait for them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChildWorker, openWorker } from '../../platform/child-worker.ts'
import { createSemaphore } from '../../platform/semaphore.ts'
import { systemTimers, type Timers } from '../../platform/timers.ts'
import { type FilingContent, TOO_COSTLY } from '../model/accounts/filing.ts'

/** Smaller files take about 10 ms at most, less than the start of a process. */
export const READ_HERE_BYTES = 256 * 1024
/** A file of 20 MiB takes a second or two on a busy machine. */
const LIMIT_MS = 20_000

/** A file on disk: as a message its bytes would hold up this process as long as reading it. */
export interface LargeFiling {
  path: string
  companyNumber: string
}

export interface FilingReader {
  /** Reads the figures of a file, as `readFilingFile`. */
  read(bytes: Buffer, companyNumber: string): Promise<FilingContent>
  close(): void
}

type Worker = ChildWorker<LargeFiling, FilingContent, never>

const openFilingWorker = (): Worker =>
  openWorker({
    entry: new URL('./filing-child', import.meta.url),
    flags: ['--max-old-space-size=512'],
    stderr: 'ignore',
    ended: 'the process that reads filings ended',
  })

/** Starts no process before the first large file. */
export function createFilingReader({
  worker = openFilingWorker(),
  timers = systemTimers,
}: {
  worker?: Worker
  timers?: Pick<Timers, 'after'>
} = {}): FilingReader {
  const inTurn = createSemaphore(1)
  const closing = new AbortController()

  async function readHere(bytes: Buffer, companyNumber: string): Promise<FilingContent> {
    const { readFilingFile } = await import('./filing-files.ts')
    return await readFilingFile(bytes, companyNumber)
  }

  async function readElsewhere(bytes: Buffer, companyNumber: string): Promise<FilingContent> {
    const folder = await mkdtemp(join(tmpdir(), 'ukintel-filing-'))
    try {
      const path = join(folder, 'filing')
      // A full disk is no fault of the file, which is judged once for all.
      await writeFile(path, bytes)
      return await performWithin(LIMIT_MS, { path, companyNumber })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function performWithin(limitMs: number, filing: LargeFiling): Promise<FilingContent> {
    const endLimit = timers.after(limitMs, () => worker.close())
    try {
      return await worker.perform(filing, closing.signal)
    } catch (error) {
      if (closing.signal.aborted) throw error
      return TOO_COSTLY
    } finally {
      endLimit()
    }
  }

  return {
    read: (bytes, companyNumber) =>
      bytes.length <= READ_HERE_BYTES
        ? readHere(bytes, companyNumber)
        : inTurn(() => readElsewhere(bytes, companyNumber)),
    close: () => closing.abort(new Error('the service stops')),
  }
}
