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
import { createMemoryFacilitator } from '../../sandbox/facilitator/memory-facilitator.ts'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { terms } from '../../test/support/payments.ts'
import { type BoughtAnswer, createBuyer, parseAuthorization, SpendLimitError } from './buyer.ts'
import { sendUntilKnown } from './persist.ts'
import type { Quote } from './quote.ts'

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
    amountUsd: '0.1',
    network: 'eip155:84532',
    payTo: seller.address,
    description: 'A thing',
    validForSeconds: 60,
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
  expect(parseAuthorization(signature).nonce).toBe(
    (first!.payload as { authorization: { nonce: string } }).authorization.nonce,
  )
  // This seller keeps no answers; the chain at least refuses the second payment.
  expect(again.receipt).toMatchObject({ success: false })
})

const answer = (status: number, code: string, retryAfter?: string): BoughtAnswer => ({
  kind: 'answer',
  status,
  headers: new Headers(retryAfter ? { 'retry-after': retryAfter } : {}),
  text: `{"code":"${code}"}`,
  receipt: null,
})

it('repeats an open payment with the same signature as long as the answer says so', async () => {
  const script = [
    answer(503, 'SETTLEMENT_UNKNOWN', '2'),
    new Error('reset'),
    answer(409, 'PAYMENT_IN_FLIGHT', '3600'),
    answer(200, 'OK'),
  ]
  const sent: string[] = []
  const waits: number[] = []
  const send = async (_: unknown, signature: string) => {
    sent.push(signature)
    const next = script.shift()!
    if (next instanceof Error) throw next
    return next
  }
  const options = { sleep: async (ms: number) => void waits.push(ms) }
  expect((await sendUntilKnown({ send }, { method: 'GET', url }, 'sig', options)).status).toBe(200)
  expect(sent).toEqual(['sig', 'sig', 'sig', 'sig'])
  expect(waits).toEqual([2000, 1000, 10_000])
})

it('does not repeat what is decided, and gives up in the end', async () => {
  let calls = 0
  const always = (next: BoughtAnswer) => async () => {
    calls++
    return next
  }
  const sleep = async () => {}
  await sendUntilKnown({ send: always(answer(402, 'PAYMENT')) }, { method: 'GET', url }, 'sig', {
    sleep,
  })
  await sendUntilKnown(
    { send: always(answer(409, 'PAYMENT_REUSED')) },
    { method: 'GET', url },
    'sig',
    { sleep },
  )
  expect(calls).toBe(2)
  expect(
    (
      await sendUntilKnown(
        { send: always(answer(503, 'SETTLEMENT_UNKNOWN')) },
        { method: 'GET', url },
        'sig',
        { sleep },
      )
    ).status,
  ).toBe(503)
  expect(calls).toBe(6)
})
