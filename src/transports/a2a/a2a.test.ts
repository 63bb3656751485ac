import type { DataPart, Message } from '@a2a-js/sdk'
import { ClientFactory } from '@a2a-js/sdk/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const ask = (skill: string, input: object): Message => ({
  kind: 'message',
  messageId: 'm1',
  contextId: 'c1',
  role: 'user',
  parts: [{ kind: 'data', data: { skill, input } }],
})
const send = async (body: unknown) => {
  const response = await fetch(`${service.url}/v1/message:send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return {
    status: response.status,
    body: (await response.json()) as { code?: number; data?: object; message?: Message },
  }
}

describe('the official client, from the card', () => {
  it('reads the card, sends a message, gets the terms back, and finds no task', async () => {
    const client = await new ClientFactory().createFromUrl(service.url)
    const answer = (await client.sendMessage({
      message: ask('shop_item', { number: 'tea' }),
    })) as Message
    expect(answer).toMatchObject({ kind: 'message', role: 'agent', contextId: 'c1' })
    expect(answer.metadata).toMatchObject({
      'x402.payment.status': 'payment-required',
      'x402.payment.required': {
        x402Version: 2,
        accepts: [{ amount: '100000' }],
        resource: { url: `${service.app.catalogue.publicUrl}/v1/shop/items/tea` },
      },
    })
    expect(answer.parts[1]).toMatchObject({
      kind: 'data',
      data: {
        call: { method: 'GET', url: `${service.app.catalogue.publicUrl}/v1/shop/items/tea` },
      },
    })
    await expect(client.getTask({ id: 't1' })).rejects.toThrow('Task not found')
    await expect(client.cancelTask({ id: 't1' })).rejects.toThrow('Task not found')
  })
})

describe('message:send', () => {
  it('points at the call with every field in its place, and the call it points at costs what it says', async () => {
    const { body } = await send({ message: ask('shop_search', { q: 'a b&c', limit: 2 }) })
    const { call, price } = (body.message!.parts[1] as DataPart).data as {
      call: { url: string }
      price: object
    }
    expect(call.url).toBe(`${service.app.catalogue.publicUrl}/v1/shop/search?q=a+b%26c&limit=2`)
    expect(price).toEqual({ amount: '0.10', currency: 'USDC' })
    expect((await fetch(call.url)).status).toBe(402)
    const posted = await send({ message: ask('shop_order', { item: 'tea' }) })
    expect(JSON.stringify(posted.body)).toContain('"body":{"item":"tea"}')
  })

  it('answers in the spelling of the request', async () => {
    const { status, body } = await send({
      message: {
        messageId: 'm',
        role: 'ROLE_USER',
        content: [{ data: { data: { skill: 'health' } } }],
      },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: {
        role: 'ROLE_AGENT',
        content: [
          { text: expect.stringContaining('is free') },
          { data: { data: { skill: 'health' } } },
        ],
      },
    })
  })

  it('takes null for a member that a client leaves out', async () => {
    const parts = [
      { kind: 'data', text: null, data: { skill: 'shop_item', input: { number: 'tea' } } },
    ]
    const absent = { contextId: null, taskId: null, content: null }
    const metadata = { 'x402.payment.payload': null }
    const { status, body } = await send({
      message: { messageId: 'm', role: 'user', parts, ...absent, metadata },
    })
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('0.10 USDC')])
    expect(body).toMatchObject({
      message: { metadata: { 'x402.payment.status': 'payment-required' } },
    })
  })

  it('lists the skills to who names none, and suggests the near one', async () => {
    const { body } = await send({
      message: { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'Hello' }] },
    })
    expect(JSON.stringify(body)).toContain('"id":"shop_order"')
    expect(JSON.stringify((await send({ message: ask('shop_serch', {}) })).body)).toContain(
      'did you mean shop_search',
    )
  })

  it('names the field of a path that is no Unicode text', async () => {
    const { status, body } = await send({ message: ask('shop_item', { number: 'tea\ud800' }) })
    expect([status, body.code]).toEqual([400, -32602])
    expect(body.data).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'number', in: 'path' }],
    })
  })

  it('refuses malformed input with the problem inside the protocol’s error', async () => {
    const { status, body } = await send({ message: ask('shop_item', { number: '?!' }) })
    expect([status, body.code]).toEqual([400, -32602])
    expect(body.data).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'number', in: 'path' }],
    })
    for (const nonsense of ['', '{', '[]', '{"message":{}}', '{"message":{"parts":"x"}}', 'null']) {
      expect((await send(nonsense)).status).toBe(400)
    }
  })

  it('calls no handler', () => {
    expect(service.shop.runs).toBe(0)
  })
})

describe('the rest of the protocol', () => {
  it('has no tasks and no streams', async () => {
    expect((await fetch(`${service.url}/v1/tasks`)).status).toBe(404)
    expect(
      (await fetch(`${service.url}/v1/tasks/t1/pushNotificationConfigs`, { method: 'POST' }))
        .status,
    ).toBe(404)
    expect((await fetch(`${service.url}/v1/message:stream`, { method: 'POST' })).status).toBe(400)
    expect((await fetch(`${service.url}/v1/message:send`)).status).toBe(405)
    expect(
      (await fetch(`${service.url}/.well-known/agent.json`, { redirect: 'manual' })).status,
    ).toBe(308)
  })

  it('takes JSON-RPC at the card’s own address, next to the page', async () => {
    expect((await fetch(service.url, { method: 'DELETE' })).headers.get('allow')).toBe(
      'GET, HEAD, POST, OPTIONS',
    )
    const preflight = await fetch(service.url, { method: 'OPTIONS' })
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD, POST, OPTIONS',
    ])
    const params = { message: ask('island_profile', { slug: 'muck' }) }
    const response = await fetch(service.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'message/send', params }),
    })
    expect(await response.json()).toMatchObject({
      id: 'a',
      result: { kind: 'message', parts: [{ kind: 'text' }, { kind: 'data' }] },
    })
  })
})

describe('protocol 1.0', () => {
  const ask10 = (skill: string, input: object) => ({
    message: { messageId: 'm', role: 'ROLE_USER', parts: [{ data: { skill, input } }] },
  })
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const rpc = (method: string, params: unknown, headers: Record<string, string> = {}) =>
    post('/a2a', { jsonrpc: '2.0', id: 7, method, params }, headers)

  it('answers who has not activated the x402 extension with a message: where to call and what it costs', async () => {
    const { status, headers, body } = await post(
      '/message:send',
      ask10('shop_item', { number: 'tea' }),
    )
    expect([status, headers.get('content-type'), headers.get('a2a-extensions')]).toEqual([
      200,
      'application/a2a+json; charset=utf-8',
      null,
    ])
    expect(body).toMatchObject({
      message: {
        role: 'ROLE_AGENT',
        parts: [
          { text: expect.stringContaining('0.10 USDC') },
          { data: { skill: 'shop_item', call: { method: 'GET' } } },
        ],
        metadata: { 'x402.payment.status': 'payment-required' },
      },
    })
    expect(await rpc('SendMessage', ask10('health', {}))).toMatchObject({
      body: {
        jsonrpc: '2.0',
        id: 7,
        result: {
          message: {
            parts: [{ text: expect.stringContaining('is free') }, { data: { skill: 'health' } }],
          },
        },
      },
    })
  })

  it('names the extension that it activated, and takes a refusal to pay', async () => {
    const extension = {
      'a2a-extensions':
        'https://other.example/ext, https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2',
    }
    const { headers, body } = await post(
      '/message:send',
      ask10('shop_item', { number: 'tea' }),
      extension,
    )
    expect(headers.get('a2a-extensions')).toBe(
      'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2',
    )
    const { id } = (body as { task: { id: string } }).task
    const rejected = {
      message: {
        messageId: 'm2',
        taskId: id,
        role: 'ROLE_USER',
        metadata: { 'x402.payment.status': 'payment-rejected' },
      },
    }
    expect((await post('/message:send', rejected, extension)).body).toMatchObject({
      task: {
        id,
        status: {
          state: 'TASK_STATE_FAILED',
          message: { metadata: { 'x402.payment.status': 'payment-rejected' } },
        },
      },
    })
  })

  it('reports errors in the error object of each binding, with the problem inside', async () => {
    const malformed = ask10('shop_item', { number: '?!' })
    expect(await post('/message:send', malformed)).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          details: [{ reason: 'VALIDATION' }, { value: { errors: [{ field: 'number' }] } }],
        },
      },
    })
    expect(await rpc('SendMessage', malformed)).toMatchObject({
      status: 200,
      body: {
        id: 7,
        error: {
          code: -32602,
          data: [{ reason: 'VALIDATION' }, { value: { code: 'VALIDATION' } }],
        },
      },
    })
    const wrongPayment = {
      message: {
        ...malformed.message,
        parts: [{ data: { skill: 'shop_item', input: { number: 'tea' } } }],
        metadata: { 'x402.payment.payload': { x402Version: 1 } },
      },
    }
    const refused = (await post('/message:send', wrongPayment)).body
    const place = 'metadata["x402.payment.payload"]'
    expect(refused).toMatchObject({
      task: {
        status: {
          state: 'TASK_STATE_FAILED',
          message: {
            metadata: {
              'x402.payment.error': 'PAYMENT_MALFORMED',
              'x402.payment.required': { extensions: { refusal: { field: place } } },
            },
          },
        },
      },
    })
    expect(JSON.stringify(refused)).toContain(JSON.stringify(place).slice(1, -1))
    expect(JSON.stringify(refused)).not.toMatch(/PAYMENT-SIGNATURE|PAYMENT-REQUIRED/)
    for (const nonsense of [
      '',
      '{',
      '[]',
      '{"message":{}}',
      '{"message":{"content":[]}}',
      'null',
      '{"message":{"taskId":"eJw","parts":[]}}',
    ]) {
      expect((await post('/message:send', nonsense)).status).toBeGreaterThanOrEqual(400)
    }
  })

  it('has one method that answers in each version, and no task', async () => {
    const old = { 'a2a-version': '0.3' }
    expect(await post('/message:send', ask10('health', {}), old)).toMatchObject({
      status: 400,
      body: { error: { details: [{ reason: 'VERSION_NOT_SUPPORTED' }] } },
    })
    expect((await rpc('SendMessage', ask10('health', {}), old)).body).toMatchObject({
      error: { code: -32009 },
    })
    for (const [method, code] of Object.entries({
      GetTask: -32001,
      SendStreamingMessage: -32004,
      CreateTaskPushNotificationConfig: -32003,
      'message/send': -32602,
      'message/stream': -32004,
      'tasks/get': -32001,
      'tasks/pushNotificationConfig/set': -32003,
      'agent/getAuthenticatedExtendedCard': -32007,
      toString: -32601,
    })) {
      expect([method, (await rpc(method, {})).body]).toMatchObject([
        method,
        { id: 7, error: { code } },
      ])
    }
    expect((await post('/a2a', '{')).body).toMatchObject({ id: null, error: { code: -32700 } })
    expect((await post('/a2a', '[]')).body).toMatchObject({ id: null, error: { code: -32600 } })
    expect((await fetch(`${service.url}/tasks/t1`)).status).toBe(404)
    expect((await fetch(`${service.url}/tasks/t1:cancel`, { method: 'POST' })).status).toBe(404)
    expect(await (await fetch(`${service.url}/tasks`)).json()).toMatchObject({
      tasks: [],
      totalSize: 0,
    })
    expect((await fetch(`${service.url}/message:send`)).status).toBe(405)
  })
})
