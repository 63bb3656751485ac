/**
 * Purchases by a wallet, over any transport: pays within limits, keeps each payment before it is
 * sent, and sends it again until it is over. It never signs a second one while the first is open.
 */

import { at, toAtomic } from './codec.ts'
import type { PaymentTerms } from './generated/operations.ts'
import {
  codeOf,
  isRepeatable,
  judgePayment,
  type PaymentOutcome,
  type PaymentReply,
} from './outcome.ts'
import { type SentPayment, type Signer, signPayment } from './pay.ts'
import { createPayments, type Payments } from './payments.ts'
import { parseQuote, type Quote, SpendLimitError } from './terms.ts'

/** One call over some transport. */
export interface Channel<Reply> {
  /** Name of the call. Equal calls share a payment. */
  request: string
  /** @param payment the PAYMENT-SIGNATURE header; `null` for the call without payment */
  send(payment: string | null): Promise<Reply>
  read(reply: Reply): ChannelReply
  /** Ends the waiting. The payment stays open. */
  signal?: AbortSignal | undefined
}

export interface ChannelReply extends PaymentReply {
  /** Terms of a 402; `null` for any other reply. */
  terms: PaymentTerms | null
  /** Short name for people, such as `HTTP 503`. */
  name: string
  retryAfterMs: number | null
}

export interface Wallet {
  signer: Signer
  /** Most that is paid for one call, in USDC. */
  maxUsd: string
  /** Default: payments are kept in the memory of this process. */
  payments?: Payments
  /** Buyer's own name of the purchase. The same name again is not charged again. */
  paymentId?: string | undefined
  /** Consents to a price within the limit, or throws. */
  approve?: (quote: Quote) => Promise<void> | void
  /** Reads from the chain whether an expired payment was never taken; absent without a chain. */
  isUntaken?: ((payment: SentPayment) => Promise<boolean>) | undefined
  /** Receives the reason and the length of each pause. */
  onWait?: (reason: string, ms: number) => void
  onResume?: (payment: SentPayment) => void
  sleep?: (ms: number) => Promise<void>
}

export interface Bought<Reply> {
  reply: Reply
  /** Payment that was sent; `null` if none was. */
  payment: SentPayment | null
  outcome: PaymentOutcome
  /** Whether the payment can never pay for this call, so that another may be signed. */
  isVoid: boolean
}

/** The payment may have been taken. Only it may be sent for this call. */
export class OpenPaymentError extends Error {
  override name = 'OpenPaymentError'
  readonly payment: SentPayment

  constructor(payment: SentPayment, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`${reason}. ${mayBeCharged(payment)}`, { cause })
    this.payment = payment
  }
}

/** Returns the sentence for people about an open payment. */
export function mayBeCharged({ validBeforeMs }: SentPayment): string {
  const until = `${new Date(validBeforeMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  return `This may have been charged. Repeat the same call: it sends the same payment and signs none. From ${until} it cannot be taken any more, and the service then knows.`
}

const ATTEMPTS = 4
const MAX_WAIT_MS = 10_000
const DEFAULT_WAIT_MS = 1000

/**
 * Buys the answer to one call. Equal calls at the same time are one call, and one payment.
 *
 * @throws SpendLimitError, UnpayableError and UndeliverableError if nothing was signed, and
 *   OpenPaymentError if the last attempt did not reach the service
 */
export type Buyer = <Reply>(channel: Channel<Reply>) => Promise<Bought<Reply>>

export function createBuyer(given: Wallet): Buyer {
  const wallet = { payments: createPayments(), ...given }
  const running = new Map<string, Promise<Bought<unknown>>>()
  return <Reply>(channel: Channel<Reply>) => {
    const { request } = channel
    const started =
      running.get(request) ?? buyOnce(channel, wallet).finally(() => running.delete(request))
    running.set(request, started)
    return started as Promise<Bought<Reply>>
  }
}

async function buyOnce<Reply>(
  channel: Channel<Reply>,
  wallet: Wallet & { payments: Payments },
): Promise<Bought<Reply>> {
  const { payments, signer, paymentId, maxUsd } = wallet
  const open = payments.find(channel.request, 'open')
  if (open) {
    wallet.onResume?.(open)
    const resumed = await settle(channel, wallet, open)
    if (!resumed.isVoid) return resumed
  }

  const unpaidReply = await channel.send(null)
  const { terms } = channel.read(unpaidReply)
  if (!terms) return { reply: unpaidReply, payment: null, outcome: 'unpaid', isVoid: false }
  const quote = parseQuote(terms)
  if (toAtomic(quote.amountUsd) > toAtomic(maxUsd))
    throw new SpendLimitError(
      `the call costs ${quote.amountUsd} USD, the limit is ${maxUsd} USD; nothing was paid`,
    )
  await wallet.approve?.(quote)
  const earlier = payments.reuse(quote, channel.request, { payer: signer.address, paymentId })
  if (earlier) {
    const again = await settle(channel, wallet, earlier)
    if (!again.isVoid) return again
  }

  payments.afford(quote.terms.accepts[0]!.amount)
  const payment = await signPayment(quote.terms, signer, { request: channel.request, paymentId })
  payments.book(payment)
  return await settle(channel, wallet, payment)
}

/** Sends one payment until its outcome is known, and writes the outcome down. */
export async function settle<Reply>(
  channel: Channel<Reply>,
  wallet: Pick<Wallet, 'onWait' | 'sleep' | 'isUntaken'> & { payments: Payments },
  payment: SentPayment,
): Promise<Bought<Reply>> {
  const sleep = wallet.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  for (let attempt = 1; ; attempt += 1) {
    let pause = { reason: 'the connection failed', ms: DEFAULT_WAIT_MS }
    let failure: unknown
    const isLast = () => attempt === ATTEMPTS || (channel.signal?.aborted ?? false)
    const reply = await channel.send(payment.paymentSignature).catch((error: unknown) => {
      failure = error
    })
    if (reply) {
      const read = channel.read(reply)
      const outcome = judgePayment(read, payment.paymentSignature)
      if (isLast() || !isRepeatable(read, outcome))
        return await record(wallet, payment, [reply, read, outcome])
      const ms = Math.min(read.retryAfterMs ?? DEFAULT_WAIT_MS, MAX_WAIT_MS)
      pause = { reason: codeOf(read.body) ?? read.name, ms }
    } else if (isLast()) throw new OpenPaymentError(payment, failure)
    wallet.onWait?.(pause.reason, pause.ms)
    await sleep(pause.ms)
  }
}

async function record<Reply>(
  { payments, isUntaken }: Pick<Wallet, 'isUntaken'> & { payments: Payments },
  payment: SentPayment,
  [reply, read, outcome]: [Reply, ChannelReply, PaymentOutcome],
): Promise<Bought<Reply>> {
  // The chain shows whether an expired payment was taken in time. It cannot be taken later.
  const isOver = async () =>
    payment.validBeforeMs < Date.now() && ((await isUntaken?.(payment)) ?? false)
  const isVoid =
    outcome === 'reused' ||
    (outcome === 'unpaid' && isRefusedForGood(read)) ||
    (outcome === 'open' && (await isOver()))
  const state = isVoid ? 'void' : (outcome as Exclude<PaymentOutcome, 'reused'>)
  if (state !== 'open') payments.judge(payment.nonce, state)
  return { reply, payment, outcome, isVoid }
}

/** A problem with terms, such as ROWS_CHANGED, says nothing against the payment itself. */
const isRefusedForGood = ({ body }: ChannelReply) =>
  codeOf(body) === null && at(body, 'extensions', 'refusal', 'repeatable') === false
