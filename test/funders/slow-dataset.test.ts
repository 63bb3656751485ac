/**
 * A dataset that never comes to its end costs the others nothing, and the run only its own half
 * hour.
 */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startFunderRegistry } from '../../sandbox/funder-registry/server.ts'
import { openDatasetFolders } from '../../src/funders/corpus/dataset-folders.ts'
import { openWorkerProcess } from '../../src/funders/corpus/worker-process.ts'
import { runIngest } from '../../src/funders/ingest.ts'
import { type CorpusFiles, createPublishedFiles } from '../../src/funders/sources/files.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { createFunderStore } from '../../src/store/funders.ts'
import { openStore } from '../../src/store/open.ts'
import { createDownloader } from '../../src/upstream/download.ts'
import { createFolder } from '../support/folder.ts'

const folder = createFolder()

it('a dataset that never ends › is named as not read, and all others are counted', {
  timeout: 60_000,
}, async () => {
  const registry = await startFunderRegistry()
  const store = await openStore({ databaseUrl: null, dataDir: folder })
  const downloader = createDownloader({
    userAgent: 'test',
    intervalMs: 0,
    idleMs: 5_000,
    maxBytes: 1e9,
    allowPrivate: true,
  })
  const worker = openWorkerProcess()
  const published = createPublishedFiles(registry.url, downloader, join(folder, 'registry.part'))
  const armed: { delayMs: number; run: () => void }[] = []
  const timers = {
    after(delayMs: number, run: () => void) {
      const timer = { delayMs, run }
      armed.push(timer)
      return () => void armed.splice(armed.indexOf(timer), 1)
    },
  }
  const files: CorpusFiles = {
    ...published,
    fetch(dataset, path, held, within) {
      if (dataset.identifier !== 'bd-2024') return published.fetch(dataset, path, held, within)
      const { budget } = within
      return budget.spend(() => {
        const mine = armed.at(-1)!
        expect(mine.delayMs).toBe(30 * 60_000)
        return new Promise((_, reject) => {
          budget.signal.addEventListener('abort', () => reject(budget.signal.reason))
          setImmediate(mine.run)
        })
      })
    },
  }
  try {
    const report = await runIngest({
      clock: manualClock('2026-11-20T02:00:00Z'),
      files,
      folders: openDatasetFolders(join(folder, 'funders')),
      worker,
      store: createFunderStore(store.main),
      lease: { signal: new AbortController().signal, check() {} },
      acceptShrink: false,
      timers,
    })
    expect(report.failures.filter(({ identifier }) => identifier === 'bd-2024')).toMatchObject([
      { failure: 'not downloaded and read within 30 minutes' },
    ])
    expect(report.datasets).toMatchObject({ read: 14, unread: 1 })
    expect(armed).toEqual([])
  } finally {
    worker.close()
    await downloader.close()
    await registry.close()
    await store.close()
  }
})
