/**
 * One transfer a purchase, whatever stands between a client and the service after the money moved.
 * Real signatures, the real service and the official facilitator with balances in memory; a proxy
 * answers in place of the service by a script. Pages: `test/pages/buy-in-browser.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../packages/client/src/index.ts'
import { fileLog } from '../../packages/client/src/journal-file.ts'
import { createPayments } from '../../packages/client/src/payments.ts'
import { connectMcpBridge } from '../../packages/mcp/src/bridge.ts'
import { cliHere } from '../support/cli.ts'
import { createFolder } from '../support/folder.ts'
import { buyer, type Service, startService } from '../support/service.ts'

/** Reply of the proxy to one paid request. */
type Action =
  | 'forward'
  /** The service is paid, and its answer is lost with the connection. */
  | 'drop'
  | {
      status: number
      type: string
      body: string
      headers?: Record<string, string>
      /** Said by the service itself, so that MCP has it as the result of a tool. */
      isService?: true
    }

let service: Service
let directory: string
/** The facilitator moves the money of the next settlements and loses the answer. */
let lost = 0
let script: Action[] = []
let nonces: string[] = []
const proxy = createServer((request, response) => void relay(request, response))
const url = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

beforeAll(async () => {
  directory = createFolder()
  service = await startService({
    lost: () => {
      lost -= 1
      return lost >= 0
    },
  })
  service.ledger.mint(buyer.address, 1_000_000_000n)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await service?.stop()
})

async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const nonce = nonceOf(request.headers['payment-signature'] as string | undefined, body)
  if (nonce !== null && !nonces.includes(nonce)) nonces.push(nonce)
  const action = nonce === null ? 'forward' : (script.shift() ?? 'forward')
  if (typeof action === 'object') {
    const isTool = request.url === '/mcp' && action.isService === true
    const type = isTool ? 'application/json' : action.type
    const headers = { 'content-type': type, 'retry-after': '0', ...action.headers }
    return void response
      .writeHead(isTool ? 200 : action.status, headers)
      .end(isTool ? toToolResult(action, body) : action.body)
  }
  const sent = Object.entries(request.headers).filter(
    ([name]) => !/^(host|connection|content-length|accept-encoding)$/.test(name),
  ) as [string, string][]
  // The typed client calls the service's real operations. The shop sells under their addresses.
  const path = request.url!.replace(/^\/v1\/company\/([^/]+)\/verdict/, '/v1/shop/items/$1')
  const answer = await fetch(`${service.url}${path}`, {
    method: request.method!,
    headers: sent,
    ...(body === '' ? {} : { body }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (action === 'drop') return void request.socket.destroy()
  const headers = Object.fromEntries(answer.headers)
  delete headers['content-encoding']
  delete headers['transfer-encoding']
  if (headers['retry-after']) headers['retry-after'] = '0'
  response.writeHead(answer.status, headers).end(bytes)
}

function nonceOf(header: string | undefined, body: string): string | null {
  const payload = header ? Buffer.from(header, 'base64').toString() : body
  return /"nonce":"(0x\w+)"/.exec(payload)?.[1] ?? null
}

/** Returns the service's own words as the result of the tool that was called. */
function toToolResult({ status, body }: Exclude<Action, string>, call: string): string {
  const { id } = JSON.parse(call) as { id: number }
  const content = [{ type: 'text', text: body }]
  const structuredContent = JSON.parse(body) as object
  const isError = status >= 300
  const result = { resultType: 'complete', content, structuredContent, isError }
  return JSON.stringify({ jsonrpc: '2.0', id, result })
}

interface Opened {
  /** Calls for the item once. Returns whether its answer came. */
  buy(item: string): Promise<boolean>
  close(): Promise<void>
}

const wallet = (log: string) => ({
  signer: buyer.account,
  maxUsd: '1',
  payments: createPayments({ log: fileLog(directory, log) }),
  sleep: async () => {},
})

/** Opens a client. The journal is that of the same client before a restart. */
const CLIENTS: Record<'call' | 'mcp' | 'typed', () => Promise<Opened>> = {
  call: async () => ({
    async buy(item) {
      const args = ['call', 'GET', `/v1/shop/items/${item}`, '--url', url(), '--max-usd', '1']
      const environment = { BUYER_PRIVATE_KEY: buyer.privateKey, BUYER_STATE_DIR: directory }
      const { code, stdout } = await cliHere(args, environment)
      return code === 0 && stdout.includes('"run"')
    },
    close: async () => {},
  }),
  async mcp() {
    const bridge = await connectMcpBridge({
      url: url(),
      version: '1',
      wallet: wallet('mcp'),
      onNote: () => {},
    })
    const client = new Client({ name: 'test', version: '1' })
    const [near, far] = InMemoryTransport.createLinkedPair()
    await Promise.all([bridge.createServer().connect(far), client.connect(near)])
    return {
      async buy(item) {
        const called = await client.callTool({ name: 'uk_shop_item', arguments: { number: item } })
        return called.isError !== true && JSON.stringify(called.structuredContent).includes('"run"')
      },
      async close() {
        await client.close()
        await bridge.close()
      },
    }
  },
  async typed() {
    const client = createClient({ baseUrl: url(), wallet: wallet('typed') })
    return {
      buy: (item) =>
        client.companyVerdict({ number: item }).then(
          ({ saved }) => saved.body.includes('"run"'),
          () => false,
        ),
      close: async () => {},
    }
  },
}
const NAMES = Object.keys(CLIENTS) as (keyof typeof CLIENTS)[]

const page = (status: number): Action => ({
  status,
  type: 'text/html',
  body: `<html><h1>${status}</h1></html>`,
})
/** More than the attempts of one call: `fetch` itself repeats a 421. */
const pages = (status: number): Action[] => Array<Action>(8).fill(page(status))
const problem = (status: number, code: string, more: object = {}): Action => ({
  status,
  isService: true,
  type: 'application/problem+json',
  body: JSON.stringify({
    type: `https://service.example/docs/errors#${code.toLowerCase()}`,
    status,
    code,
    detail: 'A sentence.',
    request_id: 'req_1',
    ...more,
  }),
})
const UNKNOWN = problem(503, 'SETTLEMENT_UNKNOWN', { charged: null })

let items = 0
/** Begins a purchase. Each item has a new name, so that each is another call. */
function begin(actions: Action[], moved: number) {
  items += 1
  script = [...actions]
  nonces = []
  lost = moved
  const before = service.ledger.transferCount
  return { item: `item-${items}`, transfers: () => service.ledger.transferCount - before }
}

describe.each(NAMES)('%s', (name) => {
  const opened = CLIENTS[name]

  it('transfers once when each status from 400 to 504 of a proxy follows SETTLEMENT_UNKNOWN', async () => {
    const client = await opened()
    const wrong: unknown[] = []
    for (let status = 400; status <= 504; status += 1) {
      const { item, transfers } = begin(['forward', ...pages(status)], 1)
      const first = await client.buy(item)
      script = []
      const second = await client.buy(item)
      const seen = { first, second, transfers: transfers(), signatures: nonces.length }
      if (first || !second || transfers() !== 1 || nonces.length !== 1) wrong.push([status, seen])
    }
    expect(wrong).toEqual([])
    await client.close()
  }, 180_000)

  it.each<[string, Action[]]>([
    [
      'our own limits',
      ['forward', ...Array(3).fill(problem(429, 'RATE_LIMITED', { charged: null }))],
    ],
    ['a payment in flight', ['forward', ...Array(3).fill(problem(409, 'PAYMENT_IN_FLIGHT'))]],
    ['a dropped connection', ['drop', 'drop', 'drop', 'drop']],
    ['a sign-in page with 200', ['forward', ...pages(200)]],
    ['a redirect', ['forward', ...pages(302)]],
  ])(
    'transfers once after %s, over a restart of the client',
    async (_, actions) => {
      const { item, transfers } = begin(actions, 1)
      const before = await opened()
      expect(await before.buy(item)).toBe(false)
      script = []
      await before.close()
      const after = await opened()
      expect(await after.buy(item)).toBe(true)
      expect([transfers(), nonces.length]).toEqual([1, 1])
      await after.close()
    },
    60_000,
  )

  it.each(['void', 'unpaid'])(
    'transfers once when 0.2.0 had taken an open payment for "%s"',
    async (state) => {
      const { item, transfers } = begin(['forward', ...pages(403)], 1)
      const before = await opened()
      expect(await before.buy(item)).toBe(false)
      script = []
      await before.close()
      const log = name === 'call' ? `call-${buyer.address}` : name
      fileLog(directory, log).append({ event: 'marked', nonce: nonces[0]!, state: state as 'void' })
      const after = await opened()
      expect(await after.buy(item)).toBe(true)
      expect([transfers(), nonces.length]).toEqual([1, 1])
      await after.close()
    },
    60_000,
  )

  const refusal = (repeatable: boolean) => ({
    status: 402,
    isService: true as const,
    type: 'application/json',
    body: JSON.stringify({
      x402Version: 2,
      error: 'insufficient_funds',
      extensions: { refusal: { repeatable, hint: 'A sentence.', charged: false } },
    }),
  })
  const nothingNew = { 'next-cursor': 'abc', 'x-request-id': 'req_1' }
  const free = { query: {}, result: {}, cost: { amount: '0', currency: 'USDC' } }
  const ENDS: [string, Action, number][] = [
    ['404', problem(404, 'SUBJECT_NOT_FOUND', { charged: false }), 1],
    ['ROWS_CHANGED', problem(409, 'ROWS_CHANGED', { charged: false }), 1],
    [
      'a free 200',
      { status: 200, isService: true, type: 'application/json', body: JSON.stringify(free) },
      1,
    ],
    ['a refusal that may be repeated', refusal(true), 1],
    ['a refusal for good', refusal(false), 2],
    ['PAYMENT_REUSED', problem(409, 'PAYMENT_REUSED', { charged: null }), 2],
    ...(name === 'mcp'
      ? []
      : ([['204', { status: 204, type: 'text/plain', body: '', headers: nothingNew }, 1]] as [
          string,
          Action,
          number,
        ][])),
  ]
  it.each(ENDS)('is over with %s after SETTLEMENT_UNKNOWN', async (_, end, signatures) => {
    const client = await opened()
    const { item, transfers } = begin([UNKNOWN, end], 0)
    await client.buy(item)
    expect(transfers()).toBe(0)
    expect(await client.buy(item)).toBe(true)
    expect([transfers(), nonces.length]).toEqual([1, signatures])
    await client.close()
  })

  it('is over with its answer: the next call is another purchase', async () => {
    const client = await opened()
    const { item, transfers } = begin(['forward'], 1)
    expect(await client.buy(item)).toBe(true)
    expect(await client.buy(item)).toBe(true)
    expect([transfers(), nonces.length]).toEqual([2, 2])
    await client.close()
  })

  it('pays for another call at equal terms with a payment that moved nothing', async () => {
    const client = await opened()
    const { item, transfers } = begin([problem(404, 'SUBJECT_NOT_FOUND', { charged: false })], 0)
    await client.buy(item)
    expect(await client.buy(`${item}-other`)).toBe(true)
    expect([transfers(), nonces.length]).toEqual([1, 1])
    await client.close()
  })
})

it('leaves each payment in the journal before it is sent', () => {
  const lines = readdirSync(directory).flatMap((file) =>
    readFileSync(join(directory, file), 'utf8').split('\n').filter(Boolean),
  )
  const signed = lines.filter((line) => line.includes('"event":"signed"'))
  expect(signed.length).toBeGreaterThan(3 * 105)
})
