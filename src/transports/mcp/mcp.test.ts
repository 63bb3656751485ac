import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { PaymentRequired } from '@x402/core/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headerOf, signedPayment } from '../../../test/support/payments.ts'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
let client: Client

beforeAll(async () => {
  service = await startService()
  client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)))
  // From here on the official client holds every structured result against the tool's output
  // schema.
  await client.listTools()
})
afterAll(async () => {
  await client.close()
  await service.stop()
})

const call = (name: string, fields: Record<string, unknown>, payment?: unknown) =>
  client.callTool({
    name,
    arguments: fields,
    ...(payment === undefined ? {} : { _meta: { 'x402/payment': payment } }),
  })

describe('the tools', () => {
  it('are all operations but feedback; each says what it costs in at most 60 words', async () => {
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual([
      'uk_shop_search',
      'uk_shop_item',
      'uk_shop_order',
      'uk_shop_basket',
      'uk_health',
      'uk_preview',
      'uk_rules_replay',
    ])
    for (const tool of tools) {
      expect(tool.description!.split(/\s+/).length).toBeLessThanOrEqual(60)
      expect(tool.description).toMatch(
        ['uk_health', 'uk_preview', 'uk_rules_replay'].includes(tool.name)
          ? /Free\.$/
          : /\d USDC|test USDC/,
      )
      const isFree = /Free\.$/.test(tool.description!)
      expect(tool.annotations).toEqual({
        ...(isFree ? { readOnlyHint: true } : { idempotentHint: true }),
        destructiveHint: false,
        openWorldHint: true,
      })
      expect(tool.title).toBeTruthy()
      expect(tool.outputSchema).toMatchObject({ type: 'object' })
    }
    expect(tools[2]!.inputSchema).toMatchObject({
      required: ['item'],
      properties: { count: { type: 'integer', default: 1 } },
    })
  })

  it('quote their terms when unpaid, as data and as text', async () => {
    const result = await call('uk_shop_item', { number: 'tea' })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject({
      x402Version: 2,
      accepts: [{ amount: '100000' }],
      resource: { url: `${service.url}/mcp` },
    })
    const [{ text }] = result.content as [{ text: string }]
    expect(JSON.parse(text)).toEqual(result.structuredContent)
    expect(text).toMatch(/^{"error":"Payment required: this call of uk_shop_item costs 0\.10 USDC;/)
    // Cloudflare's client reads terms only there.
    expect(result._meta?.['x402/error']).toEqual(result.structuredContent)
  })

  it('take the payment as data or as the base64 text of a header', async () => {
    const before = service.ledger.transferCount
    const quoted = (await call('uk_shop_item', { number: 'tea' }))
      .structuredContent as unknown as PaymentRequired
    const payment = await signedPayment(service.buyer, quoted.accepts[0]!)
    const bought = await call('uk_shop_item', { number: 'tea' }, headerOf(payment))
    expect(bought.structuredContent).toMatchObject({ result: { item: 'tea' } })
    expect(await call('uk_shop_item', { number: 'tea' }, payment)).toEqual(bought)
    expect(service.ledger.transferCount).toBe(before + 1)
  })

  it('refuse a payment with the terms to sign, and say why in a sentence', async () => {
    const quoted = (await call('uk_shop_item', { number: 'tea' }))
      .structuredContent as unknown as PaymentRequired
    const [accepted] = quoted.accepts
    const payment = await signedPayment(service.buyer, accepted!, { value: '1' })
    const refused = await call('uk_shop_item', { number: 'tea' }, payment)
    expect(refused.structuredContent).toMatchObject({
      x402Version: 2,
      error: expect.stringMatching(
        /^The payment was refused \(invalid_exact_evm_payload_authorization_value_mismatch\)\. The amount/,
      ),
      accepts: [accepted],
      resource: quoted.resource,
      extensions: { refusal: { field: 'payload.authorization.value' } },
    })
    expect(refused._meta?.['x402/error']).toEqual(refused.structuredContent)
  })

  it('quote when required input is absent, refuse what is malformed, name what is unknown', async () => {
    expect((await call('uk_shop_order', {})).structuredContent).toMatchObject({ x402Version: 2 })
    expect((await call('uk_shop_item', { number: '?!' })).structuredContent).toMatchObject({
      status: 400,
      code: 'VALIDATION',
      charged: false,
    })
    expect((await call('uk_shop_search', { q: 'mu', limt: 3 })).structuredContent).toMatchObject({
      status: 400,
      hint: 'Did you mean limit?',
    })
    await expect(call('uk_shop', {})).rejects.toThrow('there is no tool uk_shop')
  })

  it('answer free ones without a payment', async () => {
    expect((await call('uk_health', {})).structuredContent).toMatchObject({ status: 'ok' })
    expect((await call('uk_preview', { wing: null })).structuredContent).toMatchObject({
      result: { item: 'tea' },
      cost: { amount: '0' },
    })
  })

  it('answer once paid, with the receipt; the same payment replays here and over HTTP, and moves money once', async () => {
    const before = service.ledger.transferCount
    const quoted = (await call('uk_shop_search', { q: 'mu', limit: 3 }))
      .structuredContent as unknown as PaymentRequired
    const payment = await signedPayment(service.buyer, quoted.accepts[0]!)
    const paid = await call('uk_shop_search', { q: 'mu', limit: 3 }, payment)
    expect(paid.isError).toBeUndefined()
    expect(paid.structuredContent).toMatchObject({
      query: { q: 'mu', limit: 3 },
      result: { item: 'mu' },
      cost: { amount: '0.10', currency: 'USDC' },
    })
    expect(paid._meta?.['x402/payment-response']).toMatchObject({
      success: true,
      network: 'eip155:84532',
      amount: '100000',
    })
    const again = await call('uk_shop_search', { limit: 3, q: 'mu' }, payment)
    expect(again).toEqual(paid)
    const http = await fetch(`${service.url}/v1/shop/search?limit=3&q=mu`, {
      headers: { 'payment-signature': headerOf(payment) },
    })
    expect(await http.text()).toBe((paid.content as { text: string }[])[0]!.text)
    expect(http.headers.get('payment-replayed')).toBe('true')
    const other = await call('uk_shop_search', { q: 'mull' }, payment)
    expect(other.structuredContent).toMatchObject({
      status: 409,
      code: 'PAYMENT_REUSED',
      charged: true,
      x402Version: 2,
      accepts: [{ amount: '100000' }],
    })
    expect(service.ledger.transferCount).toBe(before + 1)
  })

  it('charge nothing for a subject that is not there, and say so', async () => {
    const before = service.ledger.transferCount
    const quoted = (await call('uk_shop_item', { number: 'unknown' }))
      .structuredContent as unknown as PaymentRequired
    const payment = await signedPayment(service.buyer, quoted.accepts[0]!)
    const result = await call('uk_shop_item', { number: 'unknown' }, payment)
    expect(result.structuredContent).toMatchObject({ code: 'SUBJECT_NOT_FOUND', charged: false })
    expect(service.ledger.transferCount).toBe(before)
  })

  it('refuse a payment that is none', async () => {
    const place = '_meta["x402/payment"]'
    const { structuredContent, _meta } = await call(
      'uk_shop_item',
      { number: 'tea' },
      { x402Version: 1 },
    )
    expect(structuredContent).toMatchObject({
      code: 'PAYMENT_MALFORMED',
      detail: expect.stringContaining(`payment in ${place} cannot be read`),
      errors: [{ field: place, in: 'body' }],
    })
    expect(_meta).toMatchObject({
      'x402/error': { extensions: { refusal: { field: place } } },
    })
    expect(JSON.stringify([structuredContent, _meta])).not.toMatch(/PAYMENT-|header/)
  })
})

const VERSIONS = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]

describe('/mcp', () => {
  const greeting = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    },
  }
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })

  it('answers JSON without a session, whatever the client accepts', async () => {
    for (const headers of [
      {},
      { accept: 'application/json' },
      { accept: 'text/event-stream, application/json' },
    ]) {
      const response = await post(JSON.stringify(greeting), headers)
      expect([
        response.status,
        response.headers.get('content-type'),
        response.headers.get('mcp-session-id'),
      ]).toEqual([200, 'application/json', null])
      expect(await response.json()).toMatchObject({ result: { serverInfo: { name: 'ukintel' } } })
    }
  })

  const modern = (
    method: string,
    params: Record<string, unknown> = {},
    headers: Record<string, string> = {},
    version = '2026-07-28',
  ) =>
    post(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 7,
        method,
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': version,
            'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
      {
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...(typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
        ...headers,
      },
    )

  it('is discovered without a handshake, names every version, and says how long its lists hold', async () => {
    const discovered = await modern('server/discover')
    expect([discovered.status, discovered.headers.get('content-type')]).toEqual([
      200,
      'application/json',
    ])
    expect(await discovered.json()).toMatchObject({
      result: {
        supportedVersions: VERSIONS,
        capabilities: { tools: {}, prompts: {} },
        resultType: 'complete',
        ttlMs: 300_000,
        cacheScope: 'public',
      },
    })
    expect(await (await modern('tools/list')).json()).toMatchObject({
      result: {
        tools: [{ name: 'uk_shop_search' }, {}, {}, {}, {}, {}, {}],
        resultType: 'complete',
        ttlMs: 300_000,
        cacheScope: 'public',
      },
    })
    expect(
      await (await modern('tools/call', { name: 'uk_health', arguments: {} })).json(),
    ).toMatchObject({
      result: {
        resultType: 'complete',
        structuredContent: { status: 'ok' },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'ukintel' } },
      },
    })
  })

  it('refuses headers that contradict the message, unknown versions, and streams', async () => {
    const other = await modern(
      'tools/call',
      { name: 'uk_health', arguments: {} },
      { 'mcp-name': 'uk_preview' },
    )
    expect([
      other.status,
      ((await other.json()) as { error: { code: number } }).error.code,
    ]).toEqual([400, -32020])
    const future = await modern('tools/list', {}, { 'mcp-protocol-version': '2031-01-01' })
    expect([future.status, await future.json()]).toMatchObject([400, { error: { code: -32_020 } }])
    const unknown = await modern('tools/list', {}, {}, '2031-01-01')
    expect([unknown.status, await unknown.json()]).toMatchObject([
      400,
      { error: { code: -32_022, data: { supported: VERSIONS, requested: '2031-01-01' } } },
    ])
    const listening = await modern('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    })
    expect(await listening.json()).toHaveProperty('error')
  })

  it('has three prompts, which name tools and take arguments', async () => {
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['vet_supplier', 'find_tenders', 'check_grant'])
    const { messages } = await client.getPrompt({
      name: 'vet_supplier',
      arguments: { company: '00012345' },
    })
    expect(messages).toMatchObject([
      {
        role: 'user',
        content: { text: expect.stringMatching(/"00012345".* uk_company_verdict /) },
      },
    ])
    await expect(client.getPrompt({ name: 'vet_supplier' })).rejects.toThrow('company is required')
    await expect(client.getPrompt({ name: 'vet' })).rejects.toThrow('there is no prompt vet')
    expect(await (await modern('prompts/list')).json()).toMatchObject({
      result: { prompts: [{ name: 'vet_supplier' }, {}, {}], ttlMs: 300_000 },
    })
  })

  it('is one with `/mcp/`', async () => {
    const response = await fetch(`${service.url}/mcp/`, {
      method: 'POST',
      body: JSON.stringify(greeting),
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { result: { serverInfo: { name: 'ukintel' } } },
    ])
    expect((await fetch(`${service.url}/mcp/`)).status).toBe(405)
  })

  it('has nothing to GET or DELETE, lets browsers ask first, refuses what is no JSON', async () => {
    expect([
      (await fetch(`${service.url}/mcp`)).status,
      (await fetch(`${service.url}/mcp`, { method: 'DELETE' })).status,
    ]).toEqual([405, 405])
    const preflight = await fetch(`${service.url}/mcp`, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
    expect((await post('{')).status).toBe(400)
    expect((await post('{}')).status).toBe(400)
    expect((await post(`"${'x'.repeat(70_000)}"`)).status).toBe(413)
  })
})
