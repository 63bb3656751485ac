import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openStore } from '../src/store/open.ts'
import type { Bench, Measurements } from './harness.ts'
import { fillLedger } from './support/payment-rows.ts'

/**
 * `BOOKS_ROWS=10000000 npm run bench -- books` measures ten million; times grow with the rows,
 * memory does not.
 */
const ROWS = Number(process.env.BOOKS_ROWS ?? 1_000_000)
const READINGS = ['day', 'operation', 'payer', 'export', 'reconcile']
const CHILD = join(import.meta.dirname, 'support/books-child.ts')

export const bench: Bench = {
  title: `reports of a ledger of ${ROWS.toLocaleString('en')} payments on SQLite, each in a separate process`,
  rounds: 1,
  figures: Object.fromEntries(
    READINGS.flatMap((what) => [
      [what, { of: `${what} ms`, unit: 'ms' }],
      [`${what} memory`, { of: `${what} MiB`, unit: 'MiB', aim: { atMost: 512 } }],
    ]),
  ),
  async setup() {
    const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-books-'))
    await (await openStore({ databaseUrl: null, dataDir })).close()
    fillLedger(dataDir, ROWS)
    return {
      async round() {
        const measured: Record<string, number> = {}
        for (const what of READINGS) {
          const args = [CHILD, dataDir, what, String(ROWS)]
          const { stdout } = await promisify(execFile)(process.execPath, args)
          const { ms, rssMib } = JSON.parse(stdout) as Measurements
          Object.assign(measured, { [`${what} ms`]: ms, [`${what} MiB`]: rssMib })
        }
        return measured
      },
      close: () => rmSync(dataDir, { recursive: true }),
    }
  },
}
