/** The books of the service: what was sold, whether the chain agrees, what was sent back. */
import { createWriteStream } from 'node:fs'
import { Command, Option } from 'commander'
import { instant } from '../platform/clock.ts'
import { atomicToUsdc } from '../platform/money.ts'
import { type BookedPayment, createBooks } from '../store/ledger/payment-report.ts'
import { listSales, type Sales, type SalesKey } from '../store/ledger/sales.ts'
import { reconcileCommand } from './ledger-reconcile.ts'
import { refundCommand } from './ledger-refund.ts'
import { loadStoreConfig, onStore } from './on-store.ts'
import { chooseFormat, type Format, type FormatOptions, type OutputRow, writeRows } from './rows.ts'
import { parseSpan, type SpanOptions, withRows } from './span.ts'
import { note } from './terminal.ts'

const ABOUT = `
Days are London's, both ends count. Amounts are given twice: as the token counts them, and in USDC. Rows are written as they are read,
whatever their number, while the service serves.
`

const NOTHING_SOLD = 'nothing was sold in that time'

const LIST_COLUMNS = [
  'payment',
  'settled',
  'operation',
  'payer',
  'network',
  'amount_atomic',
  'amount_usdc',
  'transaction',
  'refund_transaction',
]
const EXPORT_COLUMNS = [
  'payment',
  'settled',
  'operation',
  'payer',
  'pay_to',
  'network',
  'asset',
  'nonce',
  'transaction',
  'amount_atomic',
  'amount_usdc',
  'refund_transaction',
  'refunded',
]

export function ledgerCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('ledger')
    .description('Read the books: payments, sales, the comparison with the chain, refunds.')
    .addHelpText('after', ABOUT)
    .addCommand(listCommand(environment))
    .addCommand(salesCommand(environment))
    .addCommand(exportCommand(environment))
    .addCommand(reconcileCommand(environment))
    .addCommand(refundCommand(environment))
}

function listCommand(environment: NodeJS.ProcessEnv): Command {
  return withRows(new Command('list'))
    .description('Every payment, oldest first.')
    .action((options: SpanOptions & FormatOptions) =>
      onStore(loadStoreConfig(environment), async (store) => {
        const format = chooseFormat(options)
        const count = await writeRows(
          paymentRows(createBooks(store).payments(parseSpan(options))),
          LIST_COLUMNS,
          format,
        )
        if (count === 0 && format === 'table') note(NOTHING_SOLD)
      }),
    )
}

function exportCommand(environment: NodeJS.ProcessEnv): Command {
  return withRows(new Command('export'))
    .description('Every payment with everything that the books hold of it, as CSV unless --json.')
    .option('--out <file>', 'write to this file instead of standard output')
    .action((options: SpanOptions & FormatOptions & { out?: string }) =>
      onStore(loadStoreConfig(environment), async (store) => {
        const rows = paymentRows(createBooks(store).payments(parseSpan(options)))
        await toFile(options.out, (out) =>
          writeRows(rows, EXPORT_COLUMNS, chooseFormat(options, 'csv'), out),
        )
      }),
    )
}

function salesCommand(environment: NodeJS.ProcessEnv): Command {
  const by = new Option('--by <what>', 'what the sums are for')
    .choices(['operation', 'day', 'payer', 'network'])
    .default('day')
  return withRows(new Command('sales'))
    .description('What was sold: payments and their sum by day, operation, payer or network.')
    .addOption(by)
    .action((options: SpanOptions & FormatOptions & { by: SalesKey }) =>
      onStore(loadStoreConfig(environment), async (store) => {
        const { by } = options
        const names = [
          ...new Set([by, 'network', 'asset', 'payments', 'amount_atomic', 'amount_usdc']),
        ]
        const format: Format = chooseFormat(options)
        const totals = new Map<string, Sales>()
        const pages = listSales(store, by, parseSpan(options))
        await writeRows(salesRows(pages, by, totals), names, format)
        if (format !== 'table') return
        if (totals.size === 0) note(NOTHING_SOLD)
        for (const { network, payments, amountAtomic } of totals.values()) {
          note(`${payments} payments, ${atomicToUsdc(amountAtomic)} USDC on ${network}`)
        }
      }),
    )
}

async function* paymentRows(pages: AsyncIterable<BookedPayment[]>): AsyncGenerator<OutputRow[]> {
  for await (const page of pages) yield page.map(paymentRow)
}

function paymentRow(payment: BookedPayment): OutputRow {
  return {
    payment: payment.claim_id,
    settled: instant(payment.settled_ms),
    operation: payment.operation,
    payer: payment.payer,
    pay_to: payment.pay_to,
    network: payment.network,
    asset: payment.asset,
    nonce: payment.nonce,
    transaction: payment.tx_hash,
    amount_atomic: payment.amount_atomic,
    amount_usdc: atomicToUsdc(payment.amount_atomic),
    refund_transaction: payment.refund_tx,
    refunded: payment.refunded_ms === null ? null : instant(payment.refunded_ms),
  }
}

/** Adds up in `totals` what goes past, by currency. */
async function* salesRows(
  pages: AsyncIterable<Sales[]>,
  by: SalesKey,
  totals: Map<string, Sales>,
): AsyncGenerator<OutputRow[]> {
  for await (const page of pages) {
    for (const sold of page) {
      const currency = `${sold.network} ${sold.asset}`
      const total = totals.get(currency)
      if (!total) totals.set(currency, { ...sold })
      else {
        total.payments += sold.payments
        total.amountAtomic += sold.amountAtomic
      }
    }
    yield page.map(({ key, network, asset, payments, amountAtomic }) => ({
      network,
      asset,
      payments,
      amount_atomic: String(amountAtomic),
      amount_usdc: atomicToUsdc(amountAtomic),
      [by]: key,
    }))
  }
}

async function toFile(
  path: string | undefined,
  work: (out: NodeJS.WritableStream) => Promise<number>,
): Promise<void> {
  if (path === undefined) return void (await work(process.stdout))
  const file = createWriteStream(path)
  const finished = new Promise<void>((resolve, reject) =>
    file.once('finish', resolve).once('error', reject),
  )
  const rows = await Promise.race([work(file), finished.then(() => 0)])
  file.end()
  await finished
  note(`${rows} payments in ${path}`)
}
