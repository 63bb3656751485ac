/**
 * Official clients of both eras of the Model Context Protocol, each buying over `/mcp` and through
 * `ukintel mcp`, on the local chain.
 */
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js'
import { decodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseQuote } from '../../packages/client/src/terms.ts'
import { startWorld, type World } from '../../sandbox/world.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { askedPrice } from '../support/asked-price.ts'
import { createBuyer } from '../support/buyer.ts'
import { createFolder } from '../support/folder.ts'

const OLD = '2025-11-25'
const NEW = '2026-07-28'
let world: World
let app: App
const stateDir = createFolder()

beforeAll(async () => {
  world = await startWorld({ port: await freePort(), logLevel: 'silent' })
  const environment = { ...world.environment, INGEST: 'off' }
  app = await createApp(loadConfig(environment), { previewNumbers: world.previewNumbers })
  await app.start()
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
})

/** Functions that the tests need of any official client. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(params: {
    name: string
    arguments: Record<string, unknown>
    _meta?: Record<string, unknown>
  }): Promise<unknown>
  close(): Promise<void>
}

interface Result {
  isError?: boolean
  content: { text: string }[]
  structuredContent: Record<string, unknown>
  _meta?: Record<string, unknown>
}

/** The version spoken, and the client, once it is connected either to `/mcp` or to the bridge. */
type Connect = (
  over: 'http' | 'stdio',
) => Promise<{ client: AnyClient; version: string | undefined }>

const bridge = () => ({
  command: process.execPath,
  args: [join(import.meta.dirname, '../../src/main.ts'), 'mcp', '--url', app.url],
  env: {
    BUYER_PRIVATE_KEY: world.buyer.privateKey,
    BUYER_MAX_USD: '0.05',
    BUYER_STATE_DIR: stateDir,
    PATH: process.env.PATH ?? '',
  },
  stderr: 'pipe' as const,
})
const address = () => new URL(`${app.url}/mcp`)

const connectOld: Connect = async (over) => {
  const client = new OldClient({ name: 'old', version: '1' })
  const transport =
    over === 'http' ? new OldHttpTransport(address()) : new OldStdioTransport(bridge())
  await client.connect(transport as Parameters<OldClient['connect']>[0])
  return {
    client,
    version:
      over === 'http' ? (transport as OldHttpTransport).protocolVersion : LATEST_PROTOCOL_VERSION,
  }
}

const connectNew =
  (mode: 'legacy' | 'auto' | { pin: string }): Connect =>
  async (over) => {
    const client = new Client({ name: 'new', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(
      over === 'http'
        ? new StreamableHTTPClientTransport(address())
        : new StdioClientTransport(bridge()),
    )
    return { client, version: client.getNegotiatedProtocolVersion() }
  }

const CLIENTS: [string, Connect, string][] = [
  ['sdk 1.32.2, which knows nothing newer', connectOld, OLD],
  ['client 2.4.0, as it comes', connectNew('legacy'), OLD],
  ['client 2.4.0, pinned to 2026-07-28', connectNew({ pin: NEW }), NEW],
  ['client 2.4.0, negotiating', connectNew('auto'), NEW],
]

describe.each(CLIENTS)('%s', (name, connect, expected) => {
  const fields = { q: 'limited', limit: 2 }
  const earned = () => world.money.balance(world.seller.address)

  it('lists the tools of `/mcp`, is quoted a price, pays and gets the answer with its receipt', async () => {
    const { client, version } = await connect('http')
    expect([name, version]).toEqual([name, expected])
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('uk_company_search')
    const before = await earned()
    const call = async (_meta?: Record<string, unknown>) =>
      (await client.callTool({
        name: 'uk_company_search',
        arguments: fields,
        ...(_meta ? { _meta } : {}),
      })) as Result
    const quoted = await call()
    expect([quoted.isError, quoted.structuredContent.x402Version]).toEqual([true, 2])
    const terms = quoted.structuredContent as unknown as PaymentRequired
    const { amount } = terms.accepts[0]!
    const signature = await createBuyer({ privateKey: world.buyer.privateKey }).sign(
      parseQuote(terms),
      { maxUsd: '1' },
    )
    const paid = await call({ 'x402/payment': decodePaymentSignatureHeader(signature) })
    expect(paid.isError).toBeFalsy()
    expect(paid.structuredContent).toMatchObject({ query: fields, cost: { currency: 'USDC' } })
    expect(paid._meta?.['x402/payment-response']).toMatchObject({ success: true, amount })
    expect(await earned()).toBe(before + BigInt(amount))
    await client.close()
  })

  it('has a call paid for by `ukintel mcp`', async () => {
    const { client, version } = await connect('stdio')
    expect([name, version]).toEqual([name, expected])
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('uk_company_search')
    const { atomic, usdc } = await askedPrice(`${app.url}/v1/company/search?q=bakery`)
    const before = await earned()
    const paid = (await client.callTool({
      name: 'uk_company_search',
      arguments: { q: 'bakery' },
    })) as Result
    expect(paid.structuredContent).toMatchObject({
      query: { q: 'bakery' },
      cost: { amount: String(usdc) },
    })
    expect(await earned()).toBe(before + atomic)
    await client.close()
  })
})
