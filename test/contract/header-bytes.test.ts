/**
 * Status line and headers of every answer together have at most 4,000 bytes, because nginx reads
 * 4,096 by default; and what a stock client echoes with its payment stays below as much.
 */
import { connect } from 'node:net'
import { x402Client, x402HTTPClient } from '@x402/core/client'
import type { PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import {
  appendPaymentIdentifierToExtensions,
  generatePaymentId,
} from '@x402/extensions/payment-identifier'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../sandbox/world.ts'
import type { BoundPaid } from '../../src/api/registry.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { eventually } from '../support/world.ts'

const MAX_HEAD = 4000
const MAX_ECHO = 4096
const PUBLIC_URL = `https://${'a'.repeat(49)}.uk`
const RESOURCE_CHARS = 140
const HTML = 'text/html,application/xhtml+xml;q=0.9'

let world: World
let app: App
let paid: BoundPaid[]
beforeAll(async () => {
  world = await startWorld({ port: await freePort(), logLevel: 'silent', inMemory: true })
  const environment = {
    ...world.environment,
    PUBLIC_URL,
    RATE_LIMITS:
      'address:60000/60000,free:6000/6000,payer:6000/6000,unpaid_payer:6000/6000,unpaid_address:6000/6000',
  }
  app = await createApp(loadConfig(environment), { previewNumbers: world.previewNumbers })
  await app.start()
  paid = app.operations.filter((bound) => bound.kind === 'paid')
  // Quotes name the freshness of sources as soon as the indexes are filled.
  await eventually(async () => {
    const { text } = await request('GET', '/v1/tenders/search?q=works', {})
    return text.includes('"freshness"')
  })
}, 90_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
})

interface Raw {
  status: number
  /** Bytes of status line and headers, with the empty line. */
  headBytes: number
  headers: Map<string, string>
  text: string
}

/** Sends one request as it is and reads the answer as it comes. */
async function request(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<Raw> {
  const { hostname, port } = new URL(app.url)
  const fields = {
    host: hostname,
    ...headers,
    ...(body && { 'content-length': `${Buffer.byteLength(body)}` }),
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks)))
    socket.on('data', (chunk) => {
      chunks.push(Buffer.from(chunk))
      const read = Buffer.concat(chunks)
      const end = read.indexOf('\r\n\r\n')
      const length = /content-length: (\d+)/i.exec(read.toString('latin1', 0, Math.max(end, 0)))
      // Persistent, as proxies ask: such answers have more headers.
      if (end > 0 && read.length >= end + 4 + Number(length?.[1] ?? 0)) socket.destroy()
    })
  })
  const end = bytes.indexOf('\r\n\r\n') + 4
  const [first, ...rest] = bytes.toString('latin1', 0, end).trimEnd().split('\r\n')
  return {
    status: Number(first!.split(' ')[1]),
    headBytes: end,
    headers: new Map(
      rest.map((line) => [
        line.split(': ', 1)[0]!.toLowerCase(),
        line.split(': ').slice(1).join(': '),
      ]),
    ),
    text: bytes.toString('utf8', end),
  }
}

/** The call of an operation, with an address of the greatest length that is quoted whole. */
function callOf({ operation }: BoundPaid): [method: string, target: string, body: string] {
  const { method, path, query, body, example } = operation
  const input = example.answeredInput ?? example.input
  const own = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]))
  const fields = Object.keys(query.shape).filter((name) => input[name] !== undefined)
  const search = new URLSearchParams(fields.map((name) => [name, String(input[name])])).toString()
  const target = search ? `${own}?${search}` : own
  const room = RESOURCE_CHARS - PUBLIC_URL.length - target.length
  const padding = `${search ? '&' : '?'}q=`.padEnd(room, 'x')
  const members = Object.keys(body?.shape ?? {}).filter((name) => input[name] !== undefined)
  return [
    method,
    method === 'GET' && 'q' in query.shape && !('q' in input) ? target + padding : target,
    body ? JSON.stringify(Object.fromEntries(members.map((name) => [name, input[name]]))) : '',
  ]
}

const JSON_TYPE = { 'content-type': 'application/json' }
/** Resource with the greatest length that a quote names whole. */
const LONGEST = '/v1/tenders/search?q='.padEnd(RESOURCE_CHARS - PUBLIC_URL.length, 'w')
const ORIGIN = { origin: 'https://app.example.org' }

it('of every quote, to a program and to a browser, with Origin and without', async () => {
  expect(PUBLIC_URL).toHaveLength(60)
  for (const bound of paid) {
    const [method, target, body] = callOf(bound)
    for (const origin of [{}, ORIGIN]) {
      for (const accept of ['*/*', HTML]) {
        const { status, headBytes } = await request(
          method,
          target,
          { ...JSON_TYPE, ...origin, accept },
          body,
        )
        expect([bound.operation.id, accept, status, headBytes <= MAX_HEAD, headBytes]).toEqual([
          bound.operation.id,
          accept,
          expect.any(Number),
          true,
          expect.any(Number),
        ])
      }
    }
  }
}, 60_000)

it('of a quote for an address of 140 characters', async () => {
  const lengths = new Set<number>()
  for (let chars = 40; chars <= 120; chars += 1) {
    const target = '/v1/tenders/search?q='.padEnd(chars, 'w')
    const { status, headBytes } = await request('GET', target, ORIGIN)
    expect([chars, status, headBytes <= MAX_HEAD]).toEqual([chars, 402, true])
    lengths.add(PUBLIC_URL.length + target.length)
  }
  expect(lengths).toContain(RESOURCE_CHARS)
}, 60_000)

it('of refusals, of sales, and of everything else', async () => {
  const target = '/v1/tenders/search?q=works'
  const buyer = stockClient()
  const quoted = await request('GET', target, {})
  const payment = await buyer(JSON.parse(quoted.text), true)
  const heads = [
    quoted,
    await request('GET', target, { 'payment-signature': payment.replace(/.{20}$/, '') }),
    await request('GET', target, { 'payment-signature': payment, ...ORIGIN }),
    await request('GET', target, { 'payment-signature': payment, ...ORIGIN }),
    await request('GET', LONGEST, { 'payment-signature': payment, ...ORIGIN }),
    await request('GET', LONGEST, { 'payment-signature': '???', ...ORIGIN }),
    await request('GET', target, { 'x-payment': 'e30=' }),
    await request('OPTIONS', target, ORIGIN),
    await request('PUT', target, ORIGIN),
    await request('GET', '/v1/nowhere', {}),
    await request('GET', '/', { accept: HTML }),
    await request('GET', '/docs/api', { accept: HTML }),
    await request('GET', '/openapi.json', {}),
  ]
  expect(heads.map(({ status }) => status)).toEqual([
    402, 400, 200, 200, 409, 400, 402, 204, 405, 404, 200, 200, 200,
  ])
  for (const { status, headBytes } of heads)
    expect([status, headBytes <= MAX_HEAD]).toEqual([status, true])
})

it('a stock client’s echo of the terms with an identifier is shorter than 4,096 characters', async () => {
  for (const bound of paid) {
    const [method, target, body] = callOf(bound)
    const { status, text, headers } = await request(method, target, JSON_TYPE, body)
    if (status !== 402) continue
    const terms = JSON.parse(text) as PaymentRequired
    expect(headers.get('payment-required')).toBe(Buffer.from(text).toString('base64'))
    const { length } = await stockClient()(terms, true)
    expect([bound.operation.id, length < MAX_ECHO, length]).toEqual([
      bound.operation.id,
      true,
      expect.any(Number),
    ])
  }
}, 60_000)

/** Signs as the official client does: it repeats all that it was quoted. */
function stockClient() {
  const signer = privateKeyToAccount(world.buyer.privateKey)
  const client = new x402HTTPClient(
    new x402Client().register('eip155:*', new ExactEvmScheme(signer)),
  )
  return async (terms: PaymentRequired, named: boolean): Promise<string> => {
    const payload = await client.createPaymentPayload(terms)
    if (named) appendPaymentIdentifierToExtensions(payload.extensions!, generatePaymentId())
    return Object.values(client.encodePaymentSignatureHeader(payload))[0]!
  }
}
