import type { DataPart, Message } from '@a2a-js/sdk'
import { ClientFactory } from '@a2a-js/sdk/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

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
  return { status: response.status, body: (await response.json()) as { code?: number; data?: object; message?: Message } }
}

describe('the official client, from the card', () => {
  it('reads the card, sends a message, gets the terms back, and finds no task', async () => {
    const client = await new ClientFactory().createFromUrl(service.url)
    const answer = (await client.sendMessage({ message: ask('island_profile', { slug: 'muck' }) })) as Message
    expect(answer).toMatchObject({ kind: 'message', role: 'agent', contextId: 'c1' })
    expect(answer.metadata).toMatchObject({
      'x402.payment.status': 'payment-required',
      'x402.payment.required': {
        x402Version: 2,
        accepts: [{ amount: '20000' }],
        resource: { url: `${service.app.catalogue.publicUrl}/v1/islands/muck` },
      },
    })
    expect(answer.parts[1]).toMatchObject({
      kind: 'data',
      data: { call: { method: 'GET', url: `${service.app.catalogue.publicUrl}/v1/islands/muck` } },
    })
    await expect(client.getTask({ id: 't1' })).rejects.toThrow('Task not found')
    await expect(client.cancelTask({ id: 't1' })).rejects.toThrow('Task not found')
  })
})

describe('message:send', () => {
  it('points at the call with every field in its place, and the call it points at costs what it says', async () => {
    const { body } = await send({ message: ask('island_search', { q: 'a b&c', limit: 2 }) })
    const { call, price } = (body.message!.parts[1] as DataPart).data as { call: { url: string }; price: object }
    expect(call.url).toBe(`${service.app.catalogue.publicUrl}/v1/islands/search?q=a+b%26c&limit=2`)
    expect(price).toEqual({ amount: '0.005', currency: 'USDC' })
    expect((await fetch(call.url)).status).toBe(402)
    const posted = await send({ message: ask('island_match', { description: 'quiet beaches' }) })
    expect(JSON.stringify(posted.body)).toContain('"body":{"description":"quiet beaches"}')
  })

  it('answers in the spelling it was asked in', async () => {
    const { status, body } = await send({
      message: { messageId: 'm', role: 'ROLE_USER', content: [{ data: { data: { skill: 'health' } } }] },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: { role: 'ROLE_AGENT', content: [{ text: expect.stringContaining('is free') }, { data: { data: { skill: 'health' } } }] },
    })
  })

  it('lists the skills to who names none, and suggests the near one', async () => {
    const { body } = await send({ message: { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'Hello' }] } })
    expect(JSON.stringify(body)).toContain('"id":"island_match"')
    expect(JSON.stringify((await send({ message: ask('island_serch', {}) })).body)).toContain('did you mean island_search')
  })

  it('refuses malformed input with the problem inside the protocol’s error', async () => {
    const { status, body } = await send({ message: ask('island_profile', { slug: '?!' }) })
    expect([status, body.code]).toEqual([400, -32602])
    expect(body.data).toMatchObject({ code: 'VALIDATION', errors: [{ field: 'slug', in: 'path' }] })
    for (const nonsense of ['', '{', '[]', '{"message":{}}', '{"message":{"parts":"x"}}', 'null']) {
      expect((await send(nonsense)).status).toBe(400)
    }
  })

  it('calls no handler', () => {
    expect(service.calls.answered).toEqual([])
  })
})

describe('the rest of the protocol', () => {
  it('has no tasks and no streams', async () => {
    expect((await fetch(`${service.url}/v1/tasks`)).status).toBe(404)
    expect((await fetch(`${service.url}/v1/tasks/t1/pushNotificationConfigs`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${service.url}/v1/message:stream`, { method: 'POST' })).status).toBe(400)
    expect((await fetch(`${service.url}/v1/message:send`)).status).toBe(405)
    expect((await fetch(`${service.url}/.well-known/agent.json`, { redirect: 'manual' })).status).toBe(308)
  })
})
