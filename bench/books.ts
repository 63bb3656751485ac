import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../src/store/open.ts'
import type { Bench, Figure } from './harness.ts'
import { fillLedger } from './support/payment-rows.ts'

/** `BOOKS_ROWS=10000000 npm run bench -- books` measures ten million; the figures grow with the rows, the memory does not. */
const ROWS = Number(process.env.BOOKS_ROWS ?? 1_000_000)

export const bench: Bench = {
  name: 'books',
  title: `what an operator asks of a ledger of ${ROWS.toLocaleString('en')} payments on SQLite, each in a process of its own`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'ukintel-books-'))
    try {
      await (await openStore({ databaseUrl: null, dataDir: folder })).close()
      fillLedger(join(folder, 'ledger.db'), ROWS)
      const figures: Figure[] = []
      for (const what of ['day', 'operation', 'payer', 'export', 'reconcile']) {
        const args = [join(import.meta.dirname, 'support/books-child.ts'), folder, what, String(ROWS)]
        const told = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as { seconds: number; rssMiB: number }
        const detail = { 'us a payment': Math.round((told.seconds / ROWS) * 1e8) / 100 }
        figures.push({ name: what, rounds: [told.seconds * 1000], unit: 'ms', aim: null, detail })
        figures.push({ name: `${what} memory`, rounds: [told.rssMiB], unit: 'MiB', aim: { atMost: 512 }, detail: {} })
      }
      return figures
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
