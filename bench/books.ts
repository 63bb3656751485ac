/** Reports of a large ledger: times grow with the rows, memory does not. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OutputRow, writeRows } from '../src/commands/rows.ts'
import { compareWithChain } from '../src/payments/comparison.ts'
import type { TransferReader } from '../src/payments/evm/transfers.ts'
import { createBooks } from '../src/store/ledger/payment-report.ts'
import { listSales, type SalesKey } from '../src/store/ledger/sales.ts'
import { openStore, type Store } from '../src/store/open.ts'
import { type Bench, cpuUs, rowsOr } from './harness.ts'
import {
  ASSET,
  BLOCK_MS,
  FIRST_MS,
  fillLedger,
  NETWORK,
  PAYEE,
  transferOf,
} from './support/payment-rows.ts'

const ROWS = rowsOr(1_000_000)
const BLOCKS_PER_PAGE = 9000
const ALL = { fromMs: null, beforeMs: null }

/** A chain on which every payment of the ledger happened. */
const chain: TransferReader = {
  newest: async () => ({ block: BigInt(ROWS), timeMs: FIRST_MS + ROWS * BLOCK_MS }),
  blockAt: async (timeMs) => BigInt(Math.max(0, Math.ceil((timeMs - FIRST_MS) / BLOCK_MS))),
  async *pages(_payees, from, to) {
    for (let first = Math.max(1, Number(from)); first <= Number(to); first += BLOCKS_PER_PAGE) {
      const last = Math.min(first + BLOCKS_PER_PAGE - 1, Number(to))
      const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      yield {
        transfers: numbers.map(transferOf),
        toBlock: BigInt(last),
        untilMs: FIRST_MS + last * BLOCK_MS,
      }
    }
  },
  listTransfersTo: async () => null,
}

async function countSales(store: Store, key: SalesKey): Promise<number> {
  let count = 0
  for await (const page of listSales(store, key, ALL))
    for (const { payments } of page) count += payments
  return count
}

async function exportAll(store: Store): Promise<number> {
  const members = ['claim_id', 'payer', 'amount_atomic', 'tx_hash'] as const
  const pages = createBooks(store).payments(ALL) as unknown as AsyncIterable<readonly OutputRow[]>
  await writeRows(pages, members, 'csv', createWriteStream('/dev/null'))
  return ROWS
}

async function countEqual(store: Store): Promise<number> {
  const { payments, differences } = await compareWithChain({
    books: createBooks(store),
    chain,
    currency: { network: NETWORK, asset: ASSET },
    payTo: PAYEE,
    span: ALL,
    nowMs: () => Date.now(),
    sleep: async () => {},
  })
  return payments - differences.length
}

const REPORTS: Readonly<Record<string, (store: Store) => Promise<number>>> = {
  day: (store) => countSales(store, 'day'),
  operation: (store) => countSales(store, 'operation'),
  payer: (store) => countSales(store, 'payer'),
  export: exportAll,
  reconcile: countEqual,
}

export const bench: Bench = {
  title: `reports of a ledger of ${ROWS.toLocaleString('en')} payments on SQLite`,
  rounds: 1,
  in: 'a new process',
  figures: {
    ...Object.fromEntries(Object.keys(REPORTS).map((name) => [name, { of: name, unit: 'ms' }])),
    memory: { of: 'memory', unit: 'MiB', aim: { atMost: 512 } },
  },
  async setup() {
    const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-books-'))
    await (await openStore({ databaseUrl: null, dataDir })).close()
    fillLedger(dataDir, ROWS)
    const store = await openStore({ databaseUrl: null, dataDir })
    return {
      async round() {
        const measured: Record<string, number> = {}
        for (const [name, report] of Object.entries(REPORTS)) {
          const us = await cpuUs(async () => {
            const count = await report(store)
            if (count !== ROWS) throw new Error(`${name}: ${count} of ${ROWS}`)
          })
          measured[name] = us / 1000
        }
        return { ...measured, memory: process.resourceUsage().maxRSS / 1024 }
      },
      async close() {
        await store.close()
        rmSync(dataDir, { recursive: true })
      },
    }
  },
}
