import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPayments } from '../../packages/client/src/payments.ts'
import { type Bridge, connectMcpBridge } from '../../packages/mcp/src/bridge.ts'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { createBuyer } from '../support/buyer.ts'
import {
  authorization,
  cashable,
  type HostileSeller,
  receiptFor,
  startHostileSeller,
} from '../support/hostile-seller.ts'

const wallet = sandboxWallet('buyer')
const buyer = createBuyer({ privateKey: wallet.privateKey })
let seller: HostileSeller
beforeEach(async () => {
  seller = await startHostileSeller()
})
afterEach(() => seller.close())

async function bridged(
  totalUsd: string,
): Promise<{ client: Client; bridge: Bridge; notes: string[] }> {
  const notes: string[] = []
  const bridge = await connectMcpBridge({
    url: seller.url,
    version: '1',
    wallet: {
      signer: wallet.account,
      payments: createPayments({ totalUsd }),
      maxUsd: '0.5',
      sleep: async () => {},
    },
    onNote: (line) => notes.push(line),
  })
  const client = new Client({ name: 'test', version: '1' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([bridge.createServer().connect(far), client.connect(near)])
  return { client, bridge, notes }
}

const error = (structuredContent: Record<string, unknown>): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: 'no' }],
  structuredContent,
})

describe('the bridge’s budget against a seller who stores every payment', () => {
  it.each<[string, () => CallToolResult]>([
    ['an error of his own', () => error({ code: 'OUT_OF_STOCK' })],
    ['an error without a word', () => ({ isError: true, content: [] })],
    ['"not charged"', () => error({ code: 'SUBJECT_NOT_FOUND', charged: false })],
    ['"this payment was used"', () => error({ code: 'PAYMENT_REUSED', charged: false })],
    ['his terms again', () => error({ x402Version: 2, error: 'insufficient_funds', accepts: [] })],
    [
      'an answer that breaks the protocol',
      () => {
        throw new Error('broken')
      },
    ],
  ])('holds when every paid call is answered with %s', async (_, answer) => {
    const { client, bridge } = await bridged('1')
    seller.onPaidTool = answer
    for (let item = 0; item < 25; item += 1)
      await client.callTool({ name: 'thing', arguments: { item } })
    expect(seller.authorizations.length).toBeGreaterThan(0)
    expect(cashable(seller)).toBeLessThanOrEqual(1_000_000n)
    await bridge.close()
  })

  it('signs for ten minutes at most, and echoes the terms as they were given', async () => {
    const { client, bridge } = await bridged('1')
    seller.terms = { maxTimeoutSeconds: 315_360_000 }
    await client.callTool({ name: 'thing', arguments: {} })
    const [sent] = seller.authorizations
    expect(Number(authorization(sent!.payload).validBefore)).toBeLessThanOrEqual(
      Date.now() / 1000 + 600,
    )
    expect(sent!.accepted.maxTimeoutSeconds).toBe(315_360_000)
    await bridge.close()
  })

  it('pays once for two concurrent equal calls, and repeats the same payment', async () => {
    const { client, bridge } = await bridged('1')
    let left = 8
    seller.onPaidTool = () => {
      left -= 1
      return left >= 0
        ? error({ code: 'SHUTTING_DOWN' })
        : {
            content: [{ type: 'text', text: 'sold' }],
            _meta: { 'x402/payment-response': receiptFor(seller) },
          }
    }
    const both = () =>
      Promise.all([1, 2].map(() => client.callTool({ name: 'thing', arguments: { item: 1 } })))
    await both()
    await both()
    const [third] = await both()
    expect(third!.isError).toBeUndefined()
    expect(
      new Set(seller.authorizations.map(({ payload }) => authorization(payload).nonce)).size,
    ).toBe(1)
    await bridge.close()
  })

  it('escapes a seller’s control characters, and gives the reason of a refusal in a sentence', async () => {
    const { client, bridge, notes } = await bridged('1')
    seller.onPaidTool = () => error({ code: '\u001b[2Jgone', x: 1 })
    await client.callTool({ name: 'thing', arguments: {} })
    expect(notes.join('')).not.toContain('\u001b')
    const refusal = {
      field: 'amount',
      sent: '1',
      wanted: '100000\u001b[1A',
      repeatable: false,
      hint: 'Ask for the terms again.',
      charged: false,
    }
    seller.onPaidTool = () =>
      error({ x402Version: 2, error: 'wrong_amount', accepts: [], extensions: { refusal } })
    const refused = await client.callTool({ name: 'thing', arguments: { item: 2 } })
    expect((refused.content as { text: string }[])[0]!.text).toBe(
      'the payment was refused: wrong_amount (amount was 1, wanted 100000\\u001b[1A). Ask for the terms again.',
    )
    await bridge.close()
  })
})

describe('what is not signed', () => {
  it.each([
    [
      'a transfer that would leave an allowance behind',
      { extra: { name: 'USDC', version: '2', assetTransferMethod: 'permit2' } },
      'permit2',
    ],
    ['a foreign token', { asset: '0x2222222222222222222222222222222222222222' }, 'only its USDC'],
    ['a validity of nothing', { maxTimeoutSeconds: -5 }, 'validity'],
    ['an amount that is none', { amount: '0x10' }, 'amount'],
    ['a scheme without a fixed price', { scheme: 'upto' }, ''],
    ['a network that it does not know', { network: 'eip155:1' }, ''],
  ])('%s', async (_, change, words) => {
    seller.terms = change as HostileSeller['terms']
    await expect(buyer.ask({ method: 'GET', url: `${seller.url}/thing` })).rejects.toThrow(words)
  })
})

it('does not carry a payment to where a seller redirects it', async () => {
  const other = await startHostileSeller()
  seller.onPaid = (response) =>
    void response.writeHead(307, { location: `${other.url}/thing` }).end()
  const answer = await buyer.call({ method: 'GET', url: `${seller.url}/thing` }, { maxUsd: '1' })
  expect(answer.status).toBe(307)
  expect(other.seen).toEqual([])
  await other.close()
})

it('reads an answer whose receipt is nonsense', async () => {
  seller.onPaid = (response) =>
    void response.writeHead(200, { 'payment-response': '%%%' }).end('{"sold":true}')
  const answer = await buyer.call({ method: 'GET', url: `${seller.url}/thing` }, { maxUsd: '1' })
  expect(answer).toMatchObject({ status: 200, text: '{"sold":true}', receipt: null })
})
