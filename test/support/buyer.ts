/** A buyer with a private key whose steps a test takes one by one. */
import { privateKeyToAccount } from 'viem/accounts'
import { decodeHeader, toAtomic } from '../../packages/client/src/codec.ts'
import { signPayment } from '../../packages/client/src/pay.ts'
import {
  type CallRequest,
  exchange,
  type HttpReply,
  type Receipt,
  termsOf,
} from '../../packages/client/src/request.ts'
import { parseQuote, type Quote, SpendLimitError } from '../../packages/client/src/terms.ts'

export interface BoughtAnswer extends HttpReply {
  kind: 'answer'
  receipt: Receipt | null
}

export interface PayOptions {
  maxUsd: string
  paymentId?: string
}

export interface Buyer {
  readonly address: `0x${string}`
  ask(request: CallRequest): Promise<Quote | BoughtAnswer>
  /** Returns the PAYMENT-SIGNATURE header. @throws SpendLimitError */
  sign(quote: Quote, options: PayOptions): Promise<string>
  send(request: CallRequest, paymentSignature: string): Promise<BoughtAnswer>
  /** `ask`, and where that gives a price `sign` and `send`, once. */
  call(request: CallRequest, options: PayOptions): Promise<BoughtAnswer>
}

const toAnswer = (reply: HttpReply): BoughtAnswer => ({
  ...reply,
  kind: 'answer',
  receipt: (decodeHeader(reply.headers.get('payment-response')) as Receipt | undefined) ?? null,
})

async function askPrice(
  request: CallRequest,
  fetch?: typeof globalThis.fetch,
): Promise<Quote | BoughtAnswer> {
  const reply = await exchange(request, { redirect: 'manual' }, fetch)
  const terms = termsOf(reply)
  return terms ? parseQuote(terms) : toAnswer(reply)
}

export function createBuyer({
  privateKey,
  fetch,
}: {
  privateKey: `0x${string}`
  fetch?: typeof globalThis.fetch
}): Buyer {
  const signer = privateKeyToAccount(privateKey)
  const buyer: Buyer = {
    address: signer.address,
    ask: (request) => askPrice(request, fetch),
    async sign(quote, { maxUsd, paymentId }) {
      if (toAtomic(quote.amountUsd) > toAtomic(maxUsd))
        throw new SpendLimitError(
          `the call costs ${quote.amountUsd} USD, the limit is ${maxUsd} USD`,
        )
      return (await signPayment(quote.terms, signer, { paymentId })).paymentSignature
    },
    send: async (request, payment) => toAnswer(await exchange(request, { payment }, fetch)),
    async call(request, options) {
      const quoted = await buyer.ask(request)
      return quoted.kind === 'answer'
        ? quoted
        : buyer.send(request, await buyer.sign(quoted, options))
    },
  }
  return buyer
}
