import { createServer, type IncomingMessage, type Server } from 'node:http'
import {
  decodePaymentSignatureHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from '@x402/core/http'
import type { FacilitatorClient } from '@x402/core/server'
import type { PaymentPayload } from '@x402/core/types'
import {
  declarePaymentIdentifierExtension,
  extractPaymentIdentifier,
} from '@x402/extensions/payment-identifier'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settle } from '../../packages/client/src/buyer.ts'
import type { SentPayment } from '../../packages/client/src/pay.ts'
import { createPayments } from '../../packages/client/src/payments.ts'
import { type HttpReply, httpChannel } from '../../packages/client/src/request.ts'
import { type Quote, SpendLimitError } from '../../packages/client/src/terms.ts'
import { createMemoryFacilitator } from '../../sandbox/facilitator/memory-facilitator.ts'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { createBuyer } from '../support/buyer.ts'
import { terms } from '../support/payments.ts'

const wallet = sandboxWallet('buyer')
const seller = sandboxWallet('seller')
const requirements = terms(seller.address)
const { ledger, client: facilitator } = createMemoryFacilitator()
const buyer = createBuyer({ privateKey: wallet.privateKey })

/** The smallest possible seller: quotes, settles immediately, stores nothing. */
let shop: Server
let url: string
let seen: { method: string; body: string; payment: PaymentPayload | null }[] = []
const overrides = new Map<string, object>()
beforeAll(async () => {
  ledger.mint(wallet.address, 10_000_000n)
  shop = createServer((request, response) => {
    void sell(request, facilitator).then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(body),
    )
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(shop.address() as { port: number }).port}`
})
afterAll(() => new Promise((resolve) => shop.close(resolve)))

async function sell(request: IncomingMessage, client: FacilitatorClient) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const header = request.headers['payment-signature'] as string | undefined
  const payment = header ? decodePaymentSignatureHeader(header) : null
  seen.push({ method: request.method!, body: Buffer.concat(chunks).toString(), payment })
  if (request.url === '/free') return { status: 200, headers: {}, body: '{"free":true}' }
  const accepted = { ...requirements, ...overrides.get(request.url!) }
  const quote = {
    x402Version: 2 as const,
    resource: { url: `${url}${request.url}`, description: 'A thing', mimeType: 'application/json' },
    accepts: [accepted],
    extensions: { 'payment-identifier': declarePaymentIdentifierExtension(false) },
  }
  if (!payment)
    return {
      status: 402,
      headers: { 'payment-required': encodePaymentRequiredHeader(quote) },
      body: '{}',
    }
  const receipt = await client.settle(payment, accepted)
  return {
    status: receipt.success ? 200 : 402,
    headers: { 'payment-response': encodePaymentResponseHeader(receipt) },
    body: '{"sold":true}',
  }
}

it('requests the price without paying', async () => {
  const before = ledger.balance(wallet.address)
  expect(await buyer.ask({ method: 'GET', url: `${url}/thing` })).toMatchObject({
    kind: 'quote',
    amountUsd: '0.10',
    network: 'eip155:84532',
    payTo: seller.address,
    description: 'A thing',
    validForSeconds: 300,
  })
  expect(ledger.balance(wallet.address)).toBe(before)
})

it('pays once and reads the receipt', async () => {
  const before = ledger.balance(wallet.address)
  const answer = await buyer.call(
    { method: 'POST', url: `${url}/thing`, body: '{"a":1}' },
    { maxUsd: '0.10' },
  )
  expect(answer).toMatchObject({
    status: 200,
    text: '{"sold":true}',
    receipt: { success: true, payer: wallet.address },
  })
  expect(before - ledger.balance(wallet.address)).toBe(100_000n)
  expect(seen.at(-1)).toMatchObject({ method: 'POST', body: '{"a":1}' })
})

it('takes a free answer as it comes', async () => {
  expect(await buyer.call({ method: 'GET', url: `${url}/free` }, { maxUsd: '0' })).toMatchObject({
    status: 200,
    receipt: null,
  })
})

it('signs nothing above the limit', async () => {
  seen = []
  await expect(
    buyer.call({ method: 'GET', url: `${url}/thing` }, { maxUsd: '0.099999' }),
  ).rejects.toThrow(SpendLimitError)
  expect(seen).toHaveLength(1)
})

it.each([
  ['another token', { asset: seller.address }],
  ['a scheme without a fixed price', { scheme: 'upto' }],
  ['a network it does not know', { network: 'eip155:1' }],
])('signs nothing for %s', async (name, change) => {
  seen = []
  overrides.set(`/${encodeURIComponent(name)}`, change)
  await expect(
    buyer.call({ method: 'GET', url: `${url}/${encodeURIComponent(name)}` }, { maxUsd: '1' }),
  ).rejects.toThrow()
  expect(seen.filter((request) => request.payment)).toEqual([])
})

it('names the purchase on request', async () => {
  await buyer.call(
    { method: 'GET', url: `${url}/thing` },
    { maxUsd: '1', paymentId: 'my-own-purchase-0001' },
  )
  expect(extractPaymentIdentifier(seen.at(-1)!.payment!)).toBe('my-own-purchase-0001')
})

it('sends the same payment again as it was', async () => {
  const request = { method: 'GET', url: `${url}/thing` }
  const signature = await buyer.sign((await buyer.ask(request)) as Quote, { maxUsd: '1' })
  await buyer.send(request, signature)
  const first = seen.at(-1)!.payment
  const again = await buyer.send(request, signature)
  expect(seen.at(-1)!.payment).toEqual(first)
  // This seller keeps no answers; the chain at least refuses the second payment.
  expect(again.receipt).toMatchObject({ success: false })
})

const answer = (status: number, code: string, retryAfter?: string): HttpReply => ({
  status,
  headers: new Headers({
    'content-type': 'application/problem+json',
    ...(retryAfter ? { 'retry-after': retryAfter } : {}),
  }),
  text: JSON.stringify({
    type: `${url}/docs/errors#${code.toLowerCase()}`,
    status,
    code,
    request_id: 'req_1',
  }),
})

/** Sends a payment to a seller that answers by the script; the last answer is repeated. */
async function settled(...script: (HttpReply | Error)[]) {
  const sent: string[] = []
  const waits: number[] = []
  const channel = {
    ...httpChannel({ method: 'GET', url }),
    async send(payment: string | null) {
      sent.push(payment!)
      const next = script.length > 1 ? script.shift()! : script[0]!
      if (next instanceof Error) throw next
      return next
    },
  }
  const sleep = async (ms: number) => void waits.push(ms)
  const payment = { nonce: '0x1', paymentSignature: 'sig', validBeforeMs: 0 } as SentPayment
  const end = await settle(channel, { payments: createPayments(), sleep }, payment)
  return { ...end, sent, waits }
}

it('sends an open payment again with the same signature, after the time that the seller names', async () => {
  const { sent, waits, reply } = await settled(
    answer(503, 'SETTLEMENT_UNKNOWN', '2'),
    new Error('reset'),
    answer(409, 'PAYMENT_IN_FLIGHT', '3600'),
    answer(409, 'PAYMENT_REUSED'),
  )
  expect(reply.status).toBe(409)
  expect(sent).toEqual(['sig', 'sig', 'sig', 'sig'])
  expect(waits).toEqual([2000, 1000, 10_000])
})

it('does not repeat what is over, and gives up in the end', async () => {
  const over = await settled(answer(409, 'PAYMENT_REUSED'))
  expect([over.sent.length, over.outcome, over.isVoid]).toEqual([1, 'reused', true])
  const open = await settled(answer(503, 'SETTLEMENT_UNKNOWN'))
  expect([open.sent.length, open.outcome, open.isVoid]).toEqual([4, 'open', false])
  await expect(settled(new Error('reset'))).rejects.toThrow(/^reset. This may have been charged/)
})
