/**
 * A market for proofs with real processes: one chain, one facilitator, one purse, buyers who repeat
 * until they know, and an audit that compares chain, ledger and answers to the atomic unit.
 */
import { randomBytes } from 'node:crypto'
import type { PaymentPayload } from '@x402/core/types'
import {
  appendPaymentIdentifierToExtensions,
  declarePaymentIdentifierExtension,
} from '@x402/extensions/payment-identifier'
import { anvilBinary } from '../../sandbox/chain/anvil.ts'
import { type LocalChain, startLocalChain } from '../../sandbox/chain/local-chain.ts'
import { startFacilitator } from '../../sandbox/facilitator/facilitator.ts'
import type { SandboxFacilitator } from '../../sandbox/facilitator/server.ts'
import { sandboxWallet, type Wallet } from '../../sandbox/wallets.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import type { StoreSettings } from '../support/engines.ts'
import { authorizationOf, signedPayment, terms } from '../support/payments.ts'
import { ask, type Reply, seller } from '../support/service.ts'
import { type Random, tally } from './random.ts'

/** Signed for long enough to outlast every fault; short of the longest that is accepted. */
const VALID_S = 6 * 3600
const PURSE = 1_000_000_000_000n
const PRICE = 100_000n

/**
 * All buyers here have one address and one wallet, and are refused more often than honest callers.
 */
export const UNLIMITED = {
  RATE_LIMITS:
    'address:10000000/10000000,free:100000,feedback:100000,payer:100000/100000,unpaid_payer:100000/100000,unpaid_address:100000/100000',
}

export interface Purchase {
  path: string
  /** One, or several signatures under one identifier. */
  payments: PaymentPayload[]
  delivered: { bytes: string; transaction: string } | null
  /** Nonces that were sent before. */
  sent: Set<string>
  /** Wrong answers, such as "not charged" for a nonce that the chain has seen. */
  complaints: string[]
}

export interface Market {
  readonly chain: LocalChain
  readonly facilitator: SandboxFacilitator
  /** Counts of answers and ends of connections. */
  readonly told: ReturnType<typeof tally>
  /** Something of the invented shop. */
  purchase(random: Random): Promise<Purchase>
  /**
   * Calls one of the addresses until delivered, sometimes twice concurrently. Returns false if not
   * delivered by `untilMs` (of `performance.now`).
   */
  buy(
    purchase: Purchase,
    urls: () => readonly string[],
    random: Random,
    untilMs: number,
  ): Promise<boolean>
  /** Returns differences between chain, ledger and answers, as sentences. */
  audit(store: StoreSettings): Promise<string[]>
  close(): Promise<void>
}

/** Null where there is no chain program for the platform. */
export async function openMarket(): Promise<Market | null> {
  const binary = anvilBinary()
  if (binary === null) return null
  const chain = await startLocalChain(binary)
  const facilitator = await startFacilitator(chain)
  const wallet = sandboxWallet(randomBytes(8).toString('hex'))
  await chain.mint(wallet.address, PURSE)
  const purchases: Purchase[] = []
  const told = tally()

  async function sign(paymentId: string | null): Promise<PaymentPayload> {
    const payment = await signedPayment(wallet, terms(seller.address), {
      validBefore: String(Math.floor(Date.now() / 1000) + VALID_S),
    })
    if (paymentId === null) return payment
    const extensions = { 'payment-identifier': declarePaymentIdentifierExtension(false) }
    return { ...payment, extensions: appendPaymentIdentifierToExtensions(extensions, paymentId) }
  }

  return {
    chain,
    facilitator,
    told,
    async purchase(random) {
      const shared = random.chance(0.3) ? `purchase_${randomBytes(8).toString('hex')}` : null
      const payments = [await sign(shared), ...(shared === null ? [] : [await sign(shared)])]
      const made: Purchase = {
        path: `/v1/shop/items/item-${purchases.length}`,
        payments,
        delivered: null,
        sent: new Set(),
        complaints: [],
      }
      purchases.push(made)
      return made
    },
    buy: (purchase, urls, random, untilMs) => buy(purchase, urls, random, untilMs, chain, told),
    audit: (store) => audit(purchases, store, chain, wallet),
    async close() {
      await facilitator.close()
      await chain.close()
    },
  }
}

async function buy(
  purchase: Purchase,
  urls: () => readonly string[],
  random: Random,
  untilMs: number,
  chain: LocalChain,
  told: ReturnType<typeof tally>,
): Promise<boolean> {
  while (performance.now() < untilMs) {
    const payment = random.pick(purchase.payments)
    const asked = Array.from({ length: random.chance(0.25) ? 2 : 1 }, () =>
      askOne(random.pick(urls()), purchase, payment),
    )
    const replies = await Promise.all(asked)
    for (const reply of replies) told.add(typeof reply === 'string' ? reply : wordOf(reply))
    const heard = replies.filter((reply) => typeof reply !== 'string')
    for (const reply of heard)
      if (reply.status === 200 && reply.receipt !== null) keep(purchase, reply)
    if (purchase.delivered) return true
    await checkRefusals(purchase, replies, payment, chain)
    await new Promise((resolve) => setTimeout(resolve, 20 + random.below(150)))
  }
  return false
}

async function askOne(
  url: string,
  { path }: Purchase,
  payment: PaymentPayload,
): Promise<Reply | string> {
  try {
    return await ask(`${url}${path}`, { payment, signal: AbortSignal.timeout(20_000) })
  } catch {
    return 'no answer'
  }
}

const wordOf = ({ status, json }: Reply) =>
  typeof json.code === 'string' ? json.code : `HTTP ${status}`

function keep(purchase: Purchase, { bytes, receipt }: Reply): void {
  const transaction = receipt?.transaction ?? 'none'
  const known = purchase.delivered
  if (known && (known.bytes !== bytes || known.transaction !== transaction))
    purchase.complaints.push(`${purchase.path} was answered twice, differently`)
  purchase.delivered = { bytes, transaction }
}

/**
 * Refusals before the ledger is read: what they say of charges they say of this request, and they
 * send the buyer back with the same payment.
 */
const OF_THIS_REQUEST = new Set(['STORE_UNAVAILABLE', 'SHUTTING_DOWN', 'RATE_LIMITED'])

/**
 * A buyer with the answer "nothing was charged" must still have the money. A conflict or a lost
 * answer says nothing about it.
 */
async function checkRefusals(
  purchase: Purchase,
  replies: readonly (Reply | string)[],
  payment: PaymentPayload,
  chain: LocalChain,
): Promise<void> {
  const { from, nonce } = authorizationOf(payment)
  const isRepeated = purchase.sent.has(nonce)
  purchase.sent.add(nonce)
  const [reply] = replies
  if (
    typeof reply !== 'object' ||
    replies.length > 1 ||
    (isRepeated && OF_THIS_REQUEST.has(wordOf(reply)))
  )
    return
  const saysUncharged =
    reply.status === 402 || (reply.json.charged === false && reply.status !== 409)
  if (saysUncharged && (await chain.authorizationUsed(from, nonce)))
    purchase.complaints.push(
      `${purchase.path} was told "${wordOf(reply)}: not charged" after its money had moved`,
    )
}

async function audit(
  purchases: readonly Purchase[],
  settings: StoreSettings,
  chain: LocalChain,
  wallet: Wallet,
): Promise<string[]> {
  const found = purchases.flatMap(({ complaints }) => complaints)
  const store = await openStore(settings)
  try {
    const rows = await store.ledger.read
      .selectFrom('payments')
      .innerJoin('answers', 'answers.claim_id', 'payments.claim_id')
      .select(['nonce', 'tx_hash', 'amount_atomic', 'body'])
      .where('payer', '=', wallet.address.toLowerCase())
      .execute()
    const transfers = (await chain.transfers()).filter(
      ({ from }) => from.toLowerCase() === wallet.address.toLowerCase(),
    )
    const byNonce = new Map(rows.map((row) => [row.nonce, row]))
    const byTransaction = new Map(
      transfers.map((transfer) => [transfer.transaction.toLowerCase(), transfer]),
    )
    for (const { path, payments, delivered } of purchases) {
      const charged = payments.flatMap(
        (payment) => byNonce.get(authorizationOf(payment).nonce.toLowerCase()) ?? [],
      )
      if (charged.length !== 1) found.push(`${path} stands ${charged.length} times in the ledger`)
      if (!delivered) found.push(`${path} was never answered`)
      else if (
        charged.some(
          (row) =>
            row.tx_hash !== delivered.transaction ||
            Buffer.from(row.body).toString() !== delivered.bytes,
        )
      )
        found.push(`${path} was answered otherwise than the ledger says`)
      for (const row of charged) {
        const transfer = byTransaction.get(row.tx_hash)
        const isRight =
          transfer &&
          [transfer.amountAtomic, BigInt(row.amount_atomic)].every((amount) => amount === PRICE)
        if (!isRight || transfer.to.toLowerCase() !== seller.address.toLowerCase())
          found.push(`${path} was paid by a transfer of another amount, or to somebody else`)
      }
    }
    const onChain = transfers.map(({ transaction }) => transaction.toLowerCase()).sort()
    const inBooks = rows.map(({ tx_hash }) => tx_hash).sort()
    if (onChain.join() !== inBooks.join())
      found.push(
        `${onChain.length} transfers on the chain, ${inBooks.length} in the ledger, not the same`,
      )
    if (transfers.length !== purchases.length)
      found.push(`${purchases.length} purchases, ${transfers.length} transfers`)
    const left = await chain.balance(wallet.address)
    const spent = PRICE * BigInt(purchases.length)
    if (left !== PURSE - spent) found.push(`the purse holds ${left} after purchases of ${spent}`)
    return [...found, ...(await halves(store))]
  } finally {
    await store.close()
  }
}

/**
 * Claims of which a transaction left half: `settled` is written with its payment, `settling` with
 * its answer.
 */
async function halves({ ledger }: Store): Promise<string[]> {
  const settled = await ledger.read
    .selectFrom('claims')
    .leftJoin('payments', 'payments.claim_id', 'claims.id')
    .select('claims.nonce')
    .where('state', '=', 'settled')
    .where('payments.claim_id', 'is', null)
    .execute()
  const settling = await ledger.read
    .selectFrom('claims')
    .leftJoin('answers', 'answers.claim_id', 'claims.id')
    .select('claims.nonce')
    .where('state', '=', 'settling')
    .where('answers.claim_id', 'is', null)
    .execute()
  return [
    ...settled.map(({ nonce }) => `claim ${nonce} is settled without a payment`),
    ...settling.map(({ nonce }) => `claim ${nonce} is settling without an answer`),
  ]
}
