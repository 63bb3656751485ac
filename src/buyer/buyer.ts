/**
 * A buyer with only a wallet: requests the price, pays within a limit, and can repeat a payment
 * without paying again.
 */

import { x402Client, x402HTTPClient } from '@x402/core/client'
import { decodePaymentResponseHeader, decodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import { privateKeyToAccount } from 'viem/accounts'
import { usdcToAtomic } from '../platform/money.ts'
import { PAYABLE_NETWORKS, parseQuote, type Quote } from './quote.ts'

export interface CallRequest {
  method: string
  url: string
  /** JSON text. */
  body?: string
}

export interface Receipt {
  success: boolean
  transaction: string
  network: string
  payer?: string | undefined
  errorReason?: string | undefined
}

export interface BoughtAnswer {
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
  ask(request: CallRequest): Promise<Quote | BoughtAnswer>
  /** Signs a payment and returns the PAYMENT-SIGNATURE header; nothing is sent. @throws SpendLimitError */
  sign(quote: Quote, options: PayOptions): Promise<string>
  /** The call with a payment. The same payment again repeats the answer and is not charged again. */
  send(request: CallRequest, paymentSignature: string): Promise<BoughtAnswer>
  /** `ask`, and where that gives a price `sign` and `send`. @throws SpendLimitError */
  call(request: CallRequest, options: PayOptions): Promise<BoughtAnswer>
}

/** The price is above what the buyer allows. Nothing was signed. */
export class SpendLimitError extends Error {
  override name = 'SpendLimitError'
}

/** Longer than a seller works at a paid call, its doubts included; who hangs for longer is treated like a broken connection. */
const ANSWER_WITHIN_MS = 90_000

export function createBuyer(options: {
  privateKey: `0x${string}`
  fetch?: typeof globalThis.fetch
}): Buyer {
  const account = privateKeyToAccount(options.privateKey)
  const fetch = options.fetch ?? globalThis.fetch

  const buyer: Buyer = {
    address: account.address,
    ask: (request) => askPrice(request, fetch),

    async sign(quote, { maxUsd, paymentId }) {
      if (BigInt(usdcToAtomic(quote.amountUsd)) > BigInt(usdcToAtomic(maxUsd))) {
        throw new SpendLimitError(
          `the call costs ${quote.amountUsd} USD, the limit is ${maxUsd} USD; nothing was paid`,
        )
      }
      const client = new x402Client()
      for (const network of PAYABLE_NETWORKS) client.register(network, new ExactEvmScheme(account))
      // The official client's own guard stays on behind ours: it also refuses any token but the network's USDC.
      client.setSpendControls({ maxAmountPerPayment: `$${maxUsd}` })
      const terms = withPaymentId(quote.terms, paymentId)
      const [offer] = terms.accepts
      const signed = await client.createPaymentPayload({
        ...terms,
        accepts: [{ ...offer!, maxTimeoutSeconds: quote.validForSeconds }],
      })
      // The terms are echoed as they were given: a seller compares them with its own. Only what is signed is shorter.
      const payload = { ...signed, accepted: offer! }
      return new x402HTTPClient(client).encodePaymentSignatureHeader(payload)['PAYMENT-SIGNATURE']!
    },

    send: (request, paymentSignature) => sendPayment(request, paymentSignature, fetch),

    async call(request, payOptions) {
      const quoted = await buyer.ask(request)
      return quoted.kind === 'answer'
        ? quoted
        : buyer.send(request, await buyer.sign(quoted, payOptions))
    },
  }
  return buyer
}

/** The call without payment and without a wallet: a price, or the answer where there is nothing to pay. */
export async function askPrice(
  request: CallRequest,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Quote | BoughtAnswer> {
  const response = await perform(request, fetch)
  const answer = await readAnswer(response)
  if (response.status !== 402) return answer
  const http = new x402HTTPClient(new x402Client())
  return parseQuote(
    http.getPaymentRequiredResponse((name) => response.headers.get(name), jsonOrNull(answer.text)),
  )
}

/** The call with a payment that was signed earlier: needs no wallet, moves no further money. */
export async function sendPayment(
  request: CallRequest,
  paymentSignature: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<BoughtAnswer> {
  return readAnswer(await perform(request, fetch, { 'payment-signature': paymentSignature }))
}

function perform(
  request: CallRequest,
  fetch: typeof globalThis.fetch,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { method, url, body } = request
  return fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    // A redirect is never followed: it would send the payment to another host.
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
}

async function readAnswer(response: Response): Promise<BoughtAnswer> {
  return {
    kind: 'answer',
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    receipt: parseReceipt(response.headers.get('payment-response')),
  }
}

function withPaymentId(terms: PaymentRequired, paymentId: string | undefined): PaymentRequired {
  if (paymentId === undefined) return terms
  return {
    ...terms,
    extensions: appendPaymentIdentifierToExtensions(
      structuredClone(terms.extensions ?? {}),
      paymentId,
    ),
  }
}

/** Null for one that cannot be read as well: the answer that it came with still counts. */
function parseReceipt(header: string | null): Receipt | null {
  if (header === null) return null
  try {
    const receipt = decodePaymentResponseHeader(header)
    return typeof receipt === 'object' && receipt !== null ? receipt : null
  } catch {
    return null
  }
}

/** Returns what a PAYMENT-SIGNATURE header authorizes. @throws Error if it is malformed */
export function parseAuthorization(paymentSignature: string): {
  nonce: `0x${string}`
  validBeforeMs: number
} {
  const { payload } = decodePaymentSignatureHeader(paymentSignature)
  const { nonce, validBefore } = (
    payload as { authorization: { nonce: `0x${string}`; validBefore: string } }
  ).authorization
  return { nonce, validBeforeMs: Number(validBefore) * 1000 }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
