/** Two processes open a new folder at the same time: the second waits for the first. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { createFolder } from '../support/folder.ts'

/**
 * Writes to the new database with a lock, as the process that creates its log, and releases it on
 * demand.
 */
const OTHER = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  const database = new DatabaseSync(workerData.path)
  database.exec('begin immediate; create table theirs (a)')
  parentPort.postMessage('locked')
  Atomics.wait(workerData.told, 0, 0)
  database.exec('rollback')
  database.close()
`

it.each(['ukintel.db', 'ledger.db'])(
  '%s is opened by the second when the first lets go',
  async (file) => {
    const dataDir = createFolder()
    const told = new Int32Array(new SharedArrayBuffer(4))
    const other = new Worker(OTHER, { eval: true, workerData: { path: join(dataDir, file), told } })
    try {
      await new Promise((resolve) => other.once('message', resolve))
      const opening = openStore({ databaseUrl: null, dataDir }).then(
        (store) => ({ store }),
        (error: unknown) => ({ error }),
      )
      // The first try was made before this line for the one file, and is made within a moment for
      // the other.
      setTimeout(() => {
        Atomics.store(told, 0, 1)
        Atomics.notify(told, 0)
      }, 100)
      const opened = await opening
      expect(opened).not.toHaveProperty('error')
      if ('store' in opened) await opened.store.close()
    } finally {
      await other.terminate()
    }
  },
)
