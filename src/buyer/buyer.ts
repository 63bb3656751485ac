/** A buyer with nothing but a wallet: asks for the price, pays within a limit, can repeat a payment without paying again. */
import { decodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import { decodePaymentResponseHeader, x402Client, x402HTTPClient } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { atomicToUsdc, usdcToAtomic } from '../kernel/money.ts'

export interface CallRequest {
  method: string
  url: string
  /** JSON text. */
  body?: string
}

/** What a call costs, as its 402 says. */
export interface Quote {
  kind: 'quote'
  amountUsd: string
  network: string
  payTo: string
  description: string
  /** Seconds for which a payment, once signed, can be settled. */
  validForSeconds: number
  terms: PaymentRequired
}

export interface Receipt {
  success: boolean
  transaction: string
  network: string
  payer?: string | undefined
  errorReason?: string | undefined
}

export interface Answer {
  kind: 'answer'
  status: number
  headers: Headers
  text: string
  /** Null when nothing was settled, as with a free or a failed call. */
  receipt: Receipt | null
}

export interface PayOptions {
  /** Most that may be paid, such as `"0.50"`. */
  maxUsd: string
  /** The buyer's own name for the purchase, 16 to 128 characters: the same one again is not charged again. */
  paymentId?: string
}

export interface Buyer {
  readonly address: `0x${string}`
  /** The call without payment: a price, or the answer where there is nothing to pay. */
  ask(request: CallRequest): Promise<Quote | Answer>
  /** Signs a payment and returns the PAYMENT-SIGNATURE header; nothing is sent. @throws SpendLimitError */
  sign(quote: Quote, options: PayOptions): Promise<string>
  /** The call with a payment. The same payment again repeats the answer and is not charged again. */
  send(request: CallRequest, paymentSignature: string): Promise<Answer>
  /** `ask`, and where that gives a price `sign` and `send`. @throws SpendLimitError */
  call(request: CallRequest, options: PayOptions): Promise<Answer>
}

/** The price is above what the buyer allows. Nothing was signed. */
export class SpendLimitError extends Error {
  override name = 'SpendLimitError'
}

/** Payments are made on Base and on its test network, in their own USDC only. */
const PAYABLE_NETWORKS = ['eip155:8453', 'eip155:84532'] as const

export function createBuyer(options: { privateKey: `0x${string}`; fetch?: typeof globalThis.fetch }): Buyer {
  const account = privateKeyToAccount(options.privateKey)
  const fetch = options.fetch ?? globalThis.fetch

  const buyer: Buyer = {
    address: account.address,
    ask: (request) => askPrice(request, fetch),

    async sign(quote, { maxUsd, paymentId }) {
      if (BigInt(usdcToAtomic(quote.amountUsd)) > BigInt(usdcToAtomic(maxUsd))) {
        throw new SpendLimitError(`the call costs ${quote.amountUsd} USD, the limit is ${maxUsd} USD; nothing was paid`)
      }
      const client = new x402Client()
      for (const network of PAYABLE_NETWORKS) client.register(network, new ExactEvmScheme(account))
      // The official client's own guard stays on behind ours: it also refuses any token but the network's USDC.
      client.setSpendControls({ maxAmountPerPayment: `$${maxUsd}` })
      const payload = await client.createPaymentPayload(withPaymentId(quote.terms, paymentId))
      return new x402HTTPClient(client).encodePaymentSignatureHeader(payload)['PAYMENT-SIGNATURE']!
    },

    async send(request, paymentSignature) {
      return readAnswer(await perform(request, fetch, { 'payment-signature': paymentSignature }))
    },

    async call(request, payOptions) {
      const asked = await buyer.ask(request)
      return asked.kind === 'answer' ? asked : buyer.send(request, await buyer.sign(asked, payOptions))
    },
  }
  return buyer
}

/** The call without payment and without a wallet: a price, or the answer where there is nothing to pay. */
export async function askPrice(request: CallRequest, fetch: typeof globalThis.fetch = globalThis.fetch): Promise<Quote | Answer> {
  const response = await perform(request, fetch)
  const answer = await readAnswer(response)
  if (response.status !== 402) return answer
  const http = new x402HTTPClient(new x402Client())
  return quoteOf(http.getPaymentRequiredResponse((name) => response.headers.get(name), jsonOrNull(answer.text)))
}

function perform(request: CallRequest, fetch: typeof globalThis.fetch, headers: Record<string, string> = {}): Promise<Response> {
  const { method, url, body } = request
  return fetch(url, {
    method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

async function readAnswer(response: Response): Promise<Answer> {
  const header = response.headers.get('payment-response')
  return {
    kind: 'answer',
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    receipt: header === null ? null : decodePaymentResponseHeader(header),
  }
}

/** What the terms come to for this buyer. @throws Error when none of them can be paid */
export function quoteOf(terms: PaymentRequired): Quote {
  const chosen = terms.accepts.find(isPayable)
  if (!chosen) throw new Error(`nothing this buyer can pay: ${terms.accepts.map((each) => `${each.scheme} on ${each.network}`).join(', ')}`)
  return {
    kind: 'quote',
    amountUsd: atomicToUsdc(chosen.amount),
    network: chosen.network,
    payTo: chosen.payTo,
    description: terms.resource?.description ?? '',
    validForSeconds: chosen.maxTimeoutSeconds,
    terms: { ...terms, accepts: [chosen] },
  }
}

function isPayable(requirements: PaymentRequirements): boolean {
  return requirements.scheme === 'exact' && (PAYABLE_NETWORKS as readonly string[]).includes(requirements.network)
}

function withPaymentId(terms: PaymentRequired, paymentId: string | undefined): PaymentRequired {
  if (paymentId === undefined) return terms
  return { ...terms, extensions: appendPaymentIdentifierToExtensions(structuredClone(terms.extensions ?? {}), paymentId) }
}

/** The nonce that names a payment on the chain. */
export function nonceOf(paymentSignature: string): `0x${string}` {
  const { payload } = decodePaymentSignatureHeader(paymentSignature)
  return (payload as { authorization: { nonce: `0x${string}` } }).authorization.nonce
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
