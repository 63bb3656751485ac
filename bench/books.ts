import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openStore } from '../src/store/open.ts'
import { processesOf } from '../test/prove/replicas/processes.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type Bench, type Figure, figure } from './harness.ts'
import { fillLedger } from './support/payment-rows.ts'

/** `BOOKS_ROWS=10000000 BOOKS_ENGINE=postgres npm run bench -- books` measures ten million there; times grow with the rows, memory does not. */
const ROWS = Number(process.env.BOOKS_ROWS ?? 1_000_000)
const ENGINE = process.env.BOOKS_ENGINE === 'postgres' ? 'PostgreSQL' : 'SQLite'

/** How often the server's memory is looked at. */
const EVERY_MS = 200

export const bench: Bench = {
  name: 'books',
  title: `what an operator asks of a ledger of ${ROWS.toLocaleString('en')} payments on ${ENGINE}, each in a process of its own`,
  async run() {
    const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-books-'))
    const server = ENGINE === 'PostgreSQL' ? await startPostgres() : null
    try {
      const databaseUrl = server && (await server.freshDatabaseUrl())
      await (await openStore({ databaseUrl, dataDir })).close()
      await fillLedger({ dataDir, databaseUrl }, ROWS)
      const figures: Figure[] = []
      for (const what of ['day', 'operation', 'payer', 'export', 'reconcile']) {
        const args = [
          join(import.meta.dirname, 'support/books-child.ts'),
          dataDir,
          databaseUrl ?? '',
          what,
          String(ROWS),
        ]
        let serverKib = 0
        const looking = setInterval(() => {
          if (databaseUrl)
            serverKib = Math.max(
              serverKib,
              ownKib(processesOf('postgres', '-p', new URL(databaseUrl).port)),
            )
        }, EVERY_MS)
        const { stdout } = await promisify(execFile)(process.execPath, args).finally(() =>
          clearInterval(looking),
        )
        const told = JSON.parse(stdout) as { seconds: number; rssMiB: number }
        const detail = { 'us a payment': Math.round((told.seconds / ROWS) * 1e8) / 100 }
        figures.push(figure(what, 'ms', [told.seconds * 1000], { detail }))
        const besides = server
          ? { 'MiB of the server besides its shared buffers': Math.round(serverKib / 1024) }
          : {}
        figures.push(
          figure(`${what} memory`, 'MiB', [told.rssMiB], { aim: { atMost: 512 }, detail: besides }),
        )
      }
      return figures
    } finally {
      await server?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

/** What processes hold that is nobody else's. */
function ownKib(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      return (
        sum + Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
      )
    } catch {
      return sum
    }
  }, 0)
}
