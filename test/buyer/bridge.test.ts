import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPayments } from '../../packages/client/src/payments.ts'
import { type Bridge, connectMcpBridge } from '../../packages/mcp/src/bridge.ts'
import { createFolder } from '../support/folder.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function connected(
  limits: { maxUsd: string; totalUsd: string } | null,
): Promise<{ client: Client; bridge: Bridge; notes: string[] }> {
  const notes: string[] = []
  const bridge = await connectMcpBridge({
    url: service.url,
    version: '1',
    wallet: limits && {
      signer: service.buyer.account,
      payments: createPayments({ totalUsd: limits.totalUsd }),
      maxUsd: limits.maxUsd,
      sleep: async () => {},
    },
    onNote: (line) => notes.push(line),
  })
  const client = new Client({ name: 'test', version: '1' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([bridge.createServer().connect(far), client.connect(near)])
  return { client, bridge, notes }
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]!.text

describe('the bridge', () => {
  it('passes the service’s tools on and pays within its limits, then no further', async () => {
    const { client, bridge, notes } = await connected({ maxUsd: '0.10', totalUsd: '0.15' })
    const before = service.ledger.transferCount
    expect((await client.listTools()).tools).toHaveLength(7)
    const answer = await client.callTool({ name: 'uk_shop_item', arguments: { number: 'tea' } })
    expect(answer.structuredContent).toMatchObject({
      result: { item: 'tea' },
      cost: { amount: '0.10' },
    })
    expect(notes).toEqual(['uk_shop_item: paid, 0.10 USD spent, 0.05 left'])
    const dear = await client.callTool({ name: 'uk_shop_order', arguments: { item: 'tea' } })
    expect([dear.isError, textOf(dear)]).toEqual([
      true,
      'the call costs 0.20 USD, the limit is 0.10 USD; nothing was paid',
    ])
    const over = await client.callTool({ name: 'uk_shop_item', arguments: { number: 'milk' } })
    expect(textOf(over)).toContain('0.05 USD are left of 0.15 a day; nothing was paid')
    expect((await client.callTool({ name: 'uk_health', arguments: {} })).isError).toBeUndefined()
    expect(service.ledger.transferCount).toBe(before + 1)
    await bridge.close()
  })

  it('without a wallet returns the terms and pays nothing', async () => {
    const { client, bridge } = await connected(null)
    const before = service.ledger.transferCount
    const asked = await client.callTool({ name: 'uk_shop_item', arguments: { number: 'tea' } })
    expect(asked.structuredContent).toMatchObject({
      x402Version: 2,
      accepts: [{ amount: '100000' }],
    })
    expect(service.ledger.transferCount).toBe(before)
    await bridge.close()
  })
})

describe('ukintel mcp', () => {
  const stateDir = createFolder()

  const started = async (budgetUsd: string) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        join(import.meta.dirname, '../../src/main.ts'),
        'mcp',
        '--url',
        service.url,
        '--budget-usd',
        budgetUsd,
      ],
      env: {
        BUYER_PRIVATE_KEY: service.buyer.privateKey,
        BUYER_MAX_USD: '0.10',
        BUYER_STATE_DIR: stateDir,
        PATH: process.env.PATH ?? '',
      },
      stderr: 'pipe',
    })
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    return client
  }

  it('speaks the protocol over standard input and output and pays from its environment', async () => {
    const client = await started('5')
    expect(client.getInstructions()).toContain('at most 0.10 USD a call')
    await client.listTools()
    const answer = await client.callTool({ name: 'uk_shop_search', arguments: { q: 'tea' } })
    expect(answer.structuredContent).toMatchObject({
      result: { item: 'tea' },
      cost: { amount: '0.10' },
    })
    await client.close()
  })

  it('has no more to spend after a restart than before it', async () => {
    const first = await started('0.20')
    expect(
      (await first.callTool({ name: 'uk_shop_item', arguments: { number: 'rum' } })).isError,
    ).toBeUndefined()
    await first.close()
    const second = await started('0.20')
    const refused = await second.callTool({ name: 'uk_shop_search', arguments: { q: 'tea' } })
    expect(textOf(refused)).toBe(
      'the call costs 0.10 USD, 0.00 USD are left of 0.20 a day; nothing was paid',
    )
    await second.close()
  })
})
