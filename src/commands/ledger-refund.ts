import { Command } from 'commander'
import type { Config } from '../config.ts'
import { instant } from '../platform/clock.ts'
import { atomicToUsdc } from '../platform/money.ts'
import { type BookedPayment, type Books, createBooks } from '../store/ledger/payment-report.ts'
import { loadStoreConfig, onStore } from './on-store.ts'
import { CommandError, note, print } from './terminal.ts'

const HASH = /^0x[0-9a-fA-F]{64}$/

const ABOUT = `
The service holds no key: it says what to send to whom, you send it from a wallet of yours, and tell the transaction:
  ukintel ledger refund 4711
  ukintel ledger refund 4711 --sent 0x…
Where X402_RPC_URL is set, a refund is recorded only if its transaction moved the amount from an address of yours (X402_PAY_TO, or that of a
recorded payment) to the payer. One transaction may pay several refunds, as many as it covers.
`

export function refundCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('refund')
    .description('Print amount and recipient of a refund, and record that it was sent.')
    .argument('<payment>', "the payment's number in `ledger list`, or its transaction")
    .option('--sent <transaction>', 'record that it was sent back in this transaction')
    .option('--json', 'print a list of one row')
    .addHelpText('after', ABOUT)
    .action((name: string, options: { sent?: string; json?: boolean }) => {
      const config = loadStoreConfig(environment)
      const payTo = environment.X402_PAY_TO?.trim() || null
      return onStore(config, async (store) => {
        const books = createBooks(store)
        const payment = await findNamed(books, name)
        const refunded =
          options.sent === undefined
            ? payment
            : await record(books, { config, payTo }, payment, options.sent)
        if (options.json) print(JSON.stringify([refundRow(refunded)], null, 2))
        else printRefund(refunded)
      })
    })
}

interface Deployment {
  config: Config
  /** Null: not set, and only payees of recorded payments are addresses of ours. */
  payTo: string | null
}

async function findNamed(books: Books, name: string): Promise<BookedPayment> {
  if (!HASH.test(name) && !/^-?\d{1,15}$/.test(name)) {
    throw new CommandError(
      `a payment is named by its number or its transaction, not by ${name}; see: ukintel ledger list`,
    )
  }
  const found = await books.find(HASH.test(name) ? { txHash: name } : { claimId: Number(name) })
  const [payment, ...others] = found
  if (!payment) throw new CommandError(`no payment ${name} is recorded; see: ukintel ledger list`)
  if (others.length > 0) {
    const numbers = found.map(({ claim_id }) => claim_id).join(', ')
    throw new CommandError(
      `the transaction holds ${found.length} payments, name one by its number: ${numbers}`,
    )
  }
  return payment
}

async function record(
  books: Books,
  { config, payTo }: Deployment,
  payment: BookedPayment,
  sent: string,
): Promise<BookedPayment> {
  if (!HASH.test(sent))
    throw new CommandError(`--sent is a transaction, 0x and 64 hex digits, not ${sent}`)
  if (payment.refund_tx === null) {
    const movedAtomic = await findReturn(books, { config, payTo }, payment, sent)
    if (
      (await books.recordRefund(payment.claim_id, sent, movedAtomic, Date.now())) === 'not_covered'
    )
      throw createNotCoveredError(payment, sent, movedAtomic!)
  }
  const [now] = await books.find({ claimId: payment.claim_id })
  if (now!.refund_tx !== sent.toLowerCase())
    throw new CommandError(`payment ${payment.claim_id} was sent back before, in ${now!.refund_tx}`)
  return now!
}

/**
 * Adds up what the transaction moved from our addresses to the payer; null: no chain is configured.
 * @throws CommandError
 */
async function findReturn(
  books: Books,
  { config, payTo }: Deployment,
  payment: BookedPayment,
  sent: string,
): Promise<bigint | null> {
  const { X402_RPC_URL: rpcUrls, X402_NETWORK: network } = config
  if (rpcUrls === null || payment.network !== network) {
    note('not looked for on the chain, which is not configured')
    return null
  }
  const { createTransferReader } = await import('../payments/evm/transfers.ts')
  const chain = createTransferReader({
    rpcUrls,
    chainId: Number(network.split(':')[1]),
    asset: payment.asset,
  })
  const transfers = await chain.listTransfersTo(sent, payment.payer).catch((error: Error) => {
    throw new CommandError(
      `nothing was recorded, the chain could not be queried: ${error.message.split('\n', 1)[0]}`,
    )
  })
  if (transfers === null)
    throw new CommandError(`nothing was recorded: the chain knows no transaction ${sent}`)
  const ours = new Set([
    ...(payTo === null ? [] : [payTo.toLowerCase()]),
    ...(await books.payees({ network, asset: payment.asset })),
  ])
  return transfers
    .filter(({ from }) => ours.has(from))
    .reduce((sum, { amountAtomic }) => sum + BigInt(amountAtomic), 0n)
}

function createNotCoveredError(
  { amount_atomic, asset, payer }: BookedPayment,
  sent: string,
  movedAtomic: bigint,
): CommandError {
  const moved = `${sent} moves ${atomicToUsdc(movedAtomic)} USDC of ${asset} from an address of ours to ${payer}`
  return new CommandError(
    `nothing was recorded: ${moved}, which does not cover ${atomicToUsdc(amount_atomic)} and the refunds that are recorded for it`,
  )
}

function refundRow(payment: BookedPayment) {
  return {
    payment: payment.claim_id,
    operation: payment.operation,
    settled: instant(payment.settled_ms),
    transaction: payment.tx_hash,
    network: payment.network,
    asset: payment.asset,
    send_to: payment.payer,
    amount_atomic: payment.amount_atomic,
    amount_usdc: atomicToUsdc(payment.amount_atomic),
    refund_transaction: payment.refund_tx,
    refunded: payment.refunded_ms === null ? null : instant(payment.refunded_ms),
  }
}

function printRefund(payment: BookedPayment): void {
  const {
    operation,
    settled,
    send_to,
    amount_usdc,
    amount_atomic,
    asset,
    network,
    refund_transaction,
    refunded,
  } = refundRow(payment)
  print(`payment ${payment.claim_id}: ${operation}, settled ${settled}, in ${payment.tx_hash}`)
  if (refund_transaction === null) {
    print(`send ${amount_usdc} USDC (${amount_atomic} of ${asset}) on ${network} to ${send_to}`)
    print(`then: ukintel ledger refund ${payment.claim_id} --sent <transaction>`)
  } else print(`sent back in ${refund_transaction}, recorded ${refunded}`)
}
