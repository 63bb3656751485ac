/**
 * Terms as directories read them, judged by the official package: every 402 over HTTP and every
 * unpaid tool.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequired, PaymentRequirements } from '@x402/core/types'
import {
  type DiscoveryExtension,
  extractDiscoveryInfo,
  validateDiscoveryExtension,
} from '@x402/extensions/bazaar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseQuote } from '../../packages/client/src/terms.ts'
import { startWorld, type World } from '../../sandbox/world.ts'
import type { BoundPaid } from '../../src/api/registry.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import { httpFacilitatorClients } from '../../src/payments/facilitator.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { createBuyer } from '../support/buyer.ts'

let world: World
let app: App
let paid: BoundPaid[]
let metricsPort: number

beforeAll(async () => {
  world = await startWorld({ port: await freePort(), logLevel: 'silent', inMemory: true })
  metricsPort = await freePort()
  app = await createApp(
    loadConfig({ ...world.environment, METRICS_PORT: String(metricsPort), INGEST: 'off' }),
  )
  await app.start()
  paid = app.operations.filter((bound) => bound.kind === 'paid')
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
})

/** A buyer echoes the quoted terms, which a directory then sees. */
function echoed({ accepts, resource, extensions }: PaymentRequired): PaymentPayload {
  return {
    x402Version: 2,
    accepted: accepts[0]!,
    payload: {},
    resource,
    ...(extensions ? { extensions } : {}),
  }
}

function entryOf(terms: PaymentRequired) {
  const judged = validateDiscoveryExtension(terms.extensions!.bazaar as DiscoveryExtension)
  expect([terms.resource.description, judged]).toEqual([
    terms.resource.description,
    { valid: true },
  ])
  return extractDiscoveryInfo(echoed(terms), terms.accepts[0]!)!
}

async function quotedOverHttp(bound: BoundPaid, body?: string): Promise<PaymentRequired> {
  const { method, path } = bound.operation
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(`${app.url}${path.replace(/\{(\w+)\}/g, '%7B$1%7D')}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  expect([path, response.status]).toEqual([path, 402])
  const header = response.headers.get('payment-required')!
  expect(header.length).toBeLessThanOrEqual(3336)
  return decodePaymentRequiredHeader(header)
}

/** Checks that input and answer are of one invented subject, and that nothing is shown empty. */
function expectTellingExample({ operation }: Pick<BoundPaid, 'operation'>, info: object): void {
  const { id, example: whole } = operation
  const { example, output } = info as { example: string; output?: { example: object } }
  expect([id, example]).toEqual([id, 'invented'])
  // What gives way for a long address is absent.
  if (output === undefined) return
  const { result, verdict } = whole
  expect([id, differing(output.example, { result, verdict })]).toEqual([id, []])
  expect([id, emptied(output.example, { result, verdict })]).toEqual([id, []])
}

const infoOf = ({ extensions }: PaymentRequired) =>
  (extensions!.bazaar as unknown as { info: object }).info

/** Paths of what is shown otherwise than in the whole example. */
function differing(shown: unknown, full: unknown, path = ''): string[] {
  if (typeof shown !== 'object' || shown === null) return shown === full ? [] : [path]
  return Object.entries(shown).flatMap(([name, member]) =>
    differing(member, (full as Record<string, unknown>)[name], `${path}/${name}`),
  )
}

/** Paths of what is shown as empty and is not. */
function emptied(shown: unknown, full: unknown, path = ''): string[] {
  if (typeof shown !== 'object' || shown === null) return []
  const entries = Object.entries(shown)
  if (entries.length === 0) return Object.keys(full as object).length === 0 ? [] : [path]
  return entries.flatMap(([name, member]) =>
    emptied(member, (full as Record<string, unknown>)[name], `${path}/${name}`),
  )
}

describe('the official reader of directories', () => {
  it('takes every quote over HTTP: method, template, an example of one subject', async () => {
    expect(paid.length).toBeGreaterThanOrEqual(11)
    for (const bound of paid) {
      const { id, method, path } = bound.operation
      const terms = await quotedOverHttp(bound)
      const entry = entryOf(terms)
      const template = path.replace(/\{(\w+)\}/g, ':$1')
      expect([id, entry.discoveryInfo.input.type, entry.resourceUrl]).toEqual([
        id,
        'http',
        `${app.catalogue.publicUrl}${template}`,
      ])
      expect(entry).toMatchObject({ method, serviceName: 'UK Intelligence' })
      expectTellingExample(bound, infoOf(terms))
    }
  })

  it('takes every unpaid tool: type mcp, its name, the address of /mcp', async () => {
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    )
    await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`)))
    for (const bound of paid) {
      const name = `uk_${bound.operation.id}`
      const { input, answeredInput } = bound.operation.example
      const { structuredContent } = await client.callTool({ name, arguments: {} })
      const terms = structuredContent as unknown as PaymentRequired
      const entry = entryOf(terms)
      expect(entry).toMatchObject({ toolName: name, resourceUrl: `${app.catalogue.publicUrl}/mcp` })
      expect(entry.discoveryInfo.input).toMatchObject({
        type: 'mcp',
        toolName: name,
        transport: 'streamable-http',
        inputSchema: { type: 'object' },
        example: answeredInput ?? input,
      })
      expectTellingExample(bound, infoOf(terms))
    }
    await client.close()
  })
})

describe('a buyer who rewrites the terms', () => {
  /** Sees each payment on its way to the facilitator. */
  async function forwardedBy(
    call: (service: App, buyer: ReturnType<typeof createBuyer>) => Promise<void>,
  ) {
    const seen: PaymentPayload[] = []
    const real = httpFacilitatorClients({
      url: world.environment.X402_FACILITATOR_URL!,
      token: null,
    })
    const watching = (client: typeof real.verifier): typeof real.verifier => ({
      async verify(payload, requirements) {
        seen.push(payload)
        return await client.verify(payload, requirements)
      },
      async settle(payload, requirements) {
        seen.push(payload)
        return await client.settle(payload, requirements)
      },
      getSupported: () => client.getSupported(),
    })
    const config = loadConfig({ ...world.environment, METRICS_PORT: '0', PORT: '0', INGEST: 'off' })
    const facilitator = { verifier: watching(real.verifier), settler: watching(real.settler) }
    const service = await createApp(config, { facilitator })
    try {
      await service.start()
      await call(service, createBuyer({ privateKey: world.buyer.privateKey }))
    } finally {
      await service.stop()
    }
    return seen
  }

  it('changes no entry: the facilitator gets our own resource and declaration, and nothing else of the buyer', async () => {
    const path = '/v1/company/search?q=limited'
    let quoted: PaymentRequired | null = null
    const seen = await forwardedBy(async (service, buyer) => {
      const request = { method: 'GET', url: `${service.url}${path}` }
      const asked = await buyer.ask(request)
      if (asked.kind === 'answer') throw new Error('no price')
      quoted = asked.terms as PaymentRequired
      const spoilt = {
        ...asked.terms,
        resource: {
          ...asked.terms.resource,
          url: 'https://evil.example/v1',
          description: 'moved to evil.example',
        },
        extensions: {
          bazaar: { info: { input: { type: 'http', method: 'GET' } }, schema: {} },
          stranger: { of: 'his' },
        },
      }
      const { payload, ...rest } = JSON.parse(
        Buffer.from(await buyer.sign(parseQuote(spoilt), { maxUsd: '1' }), 'base64').toString(),
      )
      const header = Buffer.from(
        JSON.stringify({
          ...rest,
          payload,
          resource: spoilt.resource,
          extensions: spoilt.extensions,
          more: 1,
        }),
      )
      expect((await buyer.send(request, header.toString('base64'))).status).toBe(200)
    })
    const { resource, extensions, accepts } = quoted!
    expect(seen).toHaveLength(2)
    for (const payload of seen) {
      expect(Object.keys(payload).sort()).toEqual([
        'accepted',
        'extensions',
        'payload',
        'resource',
        'x402Version',
      ])
      expect(payload).toMatchObject({
        resource,
        accepted: accepts[0],
        extensions: { bazaar: extensions!.bazaar },
      })
      expect(Object.keys(payload.extensions!)).toEqual(['bazaar'])
      expect(extractDiscoveryInfo(payload, accepts[0]!)).toMatchObject({
        resourceUrl: expect.stringMatching(/\/v1\/company\/search$/),
      })
    }
  })
})

describe('what a facilitator says of the entry', () => {
  it('is counted by extension and status', async () => {
    const buyer = createBuyer({ privateKey: world.buyer.privateKey })
    const request = { method: 'GET', url: `${app.url}/v1/company/search?q=limited` }
    expect((await buyer.call(request, { maxUsd: '1' })).status).toBe(200)
    const asked = await buyer.ask(request)
    if (asked.kind === 'answer') throw new Error('no price')
    // A buyer's own copy of the terms is no entry, however spoilt.
    const { bazaar, ...rest } = asked.terms.extensions as { bazaar: { info: object } }
    const spoilt = { ...asked.terms, extensions: { ...rest, bazaar: { ...bazaar, info: {} } } }
    expect(
      (await buyer.send(request, await buyer.sign(parseQuote(spoilt), { maxUsd: '1' }))).status,
    ).toBe(200)
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(metrics).toContain(
      'ukintel_extension_responses_total{extension="bazaar",status="success"} 2',
    )
    expect(metrics).not.toContain('status="rejected"')
  })

  it('is read where it refuses one, with its reason', async () => {
    const told: unknown[] = []
    const refusal = Buffer.from(
      JSON.stringify({ bazaar: { status: 'rejected', rejectedReason: 'no schema' } }),
    ).toString('base64')
    const facilitator = createServer((_, response) => {
      response.writeHead(200, { 'extension-responses': refusal, connection: 'close' })
      response.end(JSON.stringify({ success: true, transaction: '0x', network: 'eip155:84532' }))
    })
    await new Promise<void>((resolve) => facilitator.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(facilitator.address() as AddressInfo).port}`
    const { settler } = httpFacilitatorClients({
      url,
      token: null,
      onExtension: (each) => told.push(each),
    })
    await settler.settle({ x402Version: 2 } as PaymentPayload, {} as PaymentRequirements)
    facilitator.close()
    expect(told).toEqual([{ extension: 'bazaar', status: 'rejected', reason: 'no schema' }])
  })
})
