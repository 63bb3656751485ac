/**
 * One reading of the books in a process of its own, `node books-child.ts FOLDER WHAT ROWS`: prints
 * its time and the most memory it held.
 */
import { createWriteStream } from 'node:fs'
import { type OutputRow, writeRows } from '../../src/commands/rows.ts'
import { compareWithChain } from '../../src/payments/comparison.ts'
import type { TransferReader } from '../../src/payments/evm/transfers.ts'
import { createBooks } from '../../src/store/ledger/payment-report.ts'
import { listSales, type SalesKey } from '../../src/store/ledger/sales.ts'
import { openStore } from '../../src/store/open.ts'
import { ASSET, BLOCK_MS, FIRST_MS, NETWORK, PAYEE, transferOf } from './payment-rows.ts'

const [dataDir, what, rows] = process.argv.slice(2) as [string, string, string]
const store = await openStore({ databaseUrl: null, dataDir })
const books = createBooks(store)
const all = { fromMs: null, beforeMs: null }
const count = Number(rows)

/** A chain on which every payment of the books happened. */
const chain: TransferReader = {
  newest: async () => ({ block: BigInt(count), timeMs: FIRST_MS + count * BLOCK_MS }),
  blockAt: async (timeMs) => BigInt(Math.max(0, Math.ceil((timeMs - FIRST_MS) / BLOCK_MS))),
  async *pages(_payees, from, to) {
    for (let first = Math.max(1, Number(from)); first <= Number(to); first += 9000) {
      const last = Math.min(first + 8999, Number(to))
      const transfers = Array.from({ length: last - first + 1 }, (_, index) =>
        transferOf(first + index),
      )
      yield { transfers, toBlock: BigInt(last), untilMs: FIRST_MS + last * BLOCK_MS }
    }
  },
  listTransfersTo: async () => null,
}

const startedMs = performance.now()
if (what === 'export') {
  const members = ['claim_id', 'payer', 'amount_atomic', 'tx_hash'] as const
  const pages = books.payments(all) as unknown as AsyncIterable<readonly OutputRow[]>
  await writeRows(pages, members, 'csv', createWriteStream('/dev/null'))
} else if (what === 'reconcile') {
  const currency = { network: NETWORK, asset: ASSET }
  const found = await compareWithChain({
    books,
    chain,
    currency,
    payTo: PAYEE,
    span: all,
    nowMs: () => Date.now(),
    sleep: async () => {},
  })
  if (found.payments !== count || found.differences.length > 0)
    throw new Error(`${found.differences.length} differences in ${found.payments}`)
} else {
  let seen = 0
  for await (const page of listSales(store, what as SalesKey, all))
    for (const { payments } of page) seen += payments
  if (seen !== count) throw new Error(`${seen} of ${count}`)
}
const ms = performance.now() - startedMs
await store.close()
process.stdout.write(JSON.stringify({ ms, rssMib: process.resourceUsage().maxRSS / 1024 }))
