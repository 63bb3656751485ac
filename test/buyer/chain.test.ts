import { decodeFunctionData, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { createBuyer } from '../../packages/client/src/buyer.ts'
import { isUntaken } from '../../packages/client/src/chain.ts'
import { encodeHeader } from '../../packages/client/src/codec.ts'
import type { SentPayment } from '../../packages/client/src/pay.ts'
import { createPayments } from '../../packages/client/src/payments.ts'
import { httpChannel } from '../../packages/client/src/request.ts'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { terms } from '../support/payments.ts'

const ABI = parseAbi(['function authorizationState(address, bytes32) view returns (bool)'])
const wallet = sandboxWallet('buyer')
const accepted = terms(sandboxWallet('seller').address)
const nonce = `0x${'7'.repeat(64)}`
const validBeforeMs = 1_700_000_000_000
const payment: SentPayment = {
  nonce,
  request: 'a call',
  paymentSignature: encodeHeader({
    accepted,
    payload: { authorization: { from: wallet.address } },
  }),
  network: accepted.network,
  payTo: accepted.payTo,
  amountAtomic: accepted.amount,
  signedMs: Date.now(),
  validBeforeMs,
}

const answers = {
  eth_chainId: '0x14a34' as unknown,
  eth_getBlockByNumber: {
    number: '0x10',
    timestamp: `0x${(validBeforeMs / 1000).toString(16)}`,
  } as unknown,
  eth_call: `0x${'0'.repeat(64)}` as unknown,
}
const chain = (change: Partial<typeof answers> = {}) => {
  const calls: unknown[][] = []
  const all: Record<string, unknown> = { ...answers, ...change }
  return {
    calls,
    async request({ method, params }: { method: string; params: unknown[] }) {
      calls.push(params)
      if (all[method] instanceof Error) throw all[method]
      return all[method]
    },
  }
}

it('queries the token in a block after the last valid moment for use of the nonce', async () => {
  const asked = chain()
  expect(await isUntaken(asked, payment)).toBe(true)
  const [call, block] = asked.calls.at(-1) as [{ to: string; data: `0x${string}` }, string]
  expect([call.to, block]).toEqual([accepted.asset, '0x10'])
  expect(decodeFunctionData({ abi: ABI, data: call.data }).args).toEqual([wallet.address, nonce])
})

it.each([
  ['used', { eth_call: `0x${'0'.repeat(63)}1` }],
  ['asked in an earlier block', { eth_getBlockByNumber: { number: '0x1', timestamp: '0x1' } }],
  ['on another chain', { eth_chainId: '0x1' }],
  ['unknown, because no contract answers', { eth_call: '0x' }],
  ['unknown, because the chain is silent', { eth_call: new Error('timeout') }],
])('does not end a payment that is %s', async (_, change) => {
  expect(await isUntaken(chain(change), payment)).toBe(false)
})

it.each([
  [true, 2],
  [false, 1],
])('signs another payment only once the chain ends the first: %s', async (over, signatures) => {
  const payments = createPayments()
  payments.book(payment)
  const sent = new Set<string>()
  const quote = { x402Version: 2, resource: { url: 'https://seller.example' }, accepts: [accepted] }
  const fetch = (async (_: string, { headers }: { headers: Record<string, string> }) => {
    const header = headers['payment-signature']
    if (header === undefined) return Response.json(quote, { status: 402 })
    sent.add(header)
    return new Response('No', { status: 403 })
  }) as typeof globalThis.fetch
  const buy = createBuyer({
    signer: wallet.account,
    maxUsd: '1',
    payments,
    isUntaken: async ({ validBeforeMs }) => over && validBeforeMs === payment.validBeforeMs,
    sleep: async () => {},
  })
  const call = { method: 'GET', url: 'https://seller.example' }
  await buy(httpChannel(call, { request: 'a call', fetch }))
  expect(sent.size).toBe(signatures)
})
