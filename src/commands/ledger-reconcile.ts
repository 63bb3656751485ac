import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import type { Config } from '../config.ts'
import type { Comparison, Difference } from '../payments/comparison.ts'
import { instant } from '../platform/clock.ts'
import { StoreUnavailable } from '../platform/errors.ts'
import { atomicToUsdc } from '../platform/money.ts'
import type { ReportPeriod } from '../store/ledger/payment-report.ts'
import type { Store } from '../store/open.ts'
import { loadStoreConfig, onStore } from './on-store.ts'
import { chooseFormat, type FormatOptions, type OutputRow, writeRows } from './rows.ts'
import { parseSpan, type SpanOptions, withSpan } from './span.ts'
import { CommandError, note } from './terminal.ts'

const EXITS = `
Exit code 0: every recorded payment is a transfer to its payee, and every transfer to a payee of ours is recorded; 1: something differs;
2: the chain could not be queried. The payments on X402_NETWORK in X402_ASSET are compared, through X402_RPC_URL.
`
const NO_ANSWER = 2

const COLUMNS = [
  'difference',
  'transaction',
  'payer',
  'payment',
  'settled',
  'pay_to',
  'amount_atomic',
  'amount_usdc',
  'chain_pay_to',
  'chain_transaction',
  'chain_amount_atomic',
  'block',
]

export function reconcileCommand(environment: NodeJS.ProcessEnv): Command {
  return withSpan(new Command('reconcile'))
    .description(
      "Compare every recorded payment with the chain's own transfers to the payee, both ways, to the atomic unit.",
    )
    .addOption(new Option('--json', 'print the differences as a list of rows').conflicts('csv'))
    .option('--csv', 'print the differences as CSV')
    .addHelpText('after', EXITS)
    .action((options: SpanOptions & FormatOptions) => {
      const config = loadStoreConfig(environment)
      const span = parseSpan(options)
      return onStore(config, async (store) => {
        const found = await compare(store, config, environment.X402_PAY_TO?.trim() || null, span)
        await writeRows(
          onePage(found.differences.map(differenceRow)),
          COLUMNS,
          chooseFormat(options),
        )
        const { payments, amountAtomic, transfers, undecided, differences } = found
        note(
          `${payments} payments of ${atomicToUsdc(amountAtomic)} USDC recorded on ${config.X402_NETWORK}, ${transfers} transfers on the chain`,
        )
        if (undecided > 0)
          note(
            `${undecided} transfers belong to settlements that the service has yet to decide about`,
          )
        note(
          differences.length === 0
            ? 'equal, to the atomic unit'
            : `${differences.length} differences`,
        )
        if (differences.length > 0) process.exitCode = 1
      })
    })
}

async function compare(
  store: Store,
  config: Config,
  payTo: string | null,
  span: ReportPeriod,
): Promise<Comparison> {
  const { X402_RPC_URL: rpcUrls, X402_NETWORK: network, X402_ASSET: asset } = config
  if (rpcUrls === null)
    throw new CommandError('the chain could not be queried: X402_RPC_URL is not set', NO_ANSWER)
  const [{ createTransferReader }, { compareWithChain }, { createBooks }] = await Promise.all([
    import('../payments/evm/transfers.ts'),
    import('../payments/comparison.ts'),
    import('../store/ledger/payment-report.ts'),
  ])
  const chain = createTransferReader({ rpcUrls, chainId: Number(network.split(':')[1]), asset })
  const currency = { network, asset: asset.toLowerCase() }
  const given = {
    books: createBooks(store),
    chain,
    currency,
    payTo,
    span,
    nowMs: () => Date.now(),
    sleep: (ms: number) => sleep(ms),
  }
  return await compareWithChain(given).catch((error: unknown) => {
    if (error instanceof StoreUnavailable || !(error instanceof Error)) throw error
    throw new CommandError(
      `the chain could not be queried: ${error.message.split('\n', 1)[0]}`,
      NO_ANSWER,
    )
  })
}

function differenceRow({ kind, transaction, payer, payment, transfer }: Difference): OutputRow {
  const amount = payment?.amount_atomic ?? null
  return {
    difference: kind,
    transaction,
    payer,
    payment: payment?.claim_id ?? null,
    settled: payment ? instant(payment.settled_ms) : null,
    pay_to: payment?.pay_to ?? null,
    amount_atomic: amount,
    amount_usdc: amount === null ? null : atomicToUsdc(amount),
    chain_pay_to: transfer?.to ?? null,
    chain_transaction: transfer?.txHash ?? null,
    chain_amount_atomic: transfer?.amountAtomic ?? null,
    block: transfer ? String(transfer.block) : null,
  }
}

async function* onePage(rows: OutputRow[]): AsyncGenerator<OutputRow[]> {
  yield rows
}
