import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postJson } from './post.ts'

let server: Server
let url: string
/** Answer of the address to the next request. */
let answer: (body: string) => { status?: number; text: string } | null
const asked: { headers: Record<string, unknown>; body: string }[] = []

beforeAll(async () => {
  server = createServer((incoming, reply) => {
    let body = ''
    incoming.on('data', (part) => {
      body += part
    })
    incoming.on('end', () => {
      asked.push({ headers: incoming.headers, body })
      const told = answer(body)
      if (told) reply.writeHead(told.status ?? 200).end(told.text)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const limits = { timeoutMs: 2000, maxBodyBytes: 100 }

it('sends JSON with the headers given and reads JSON', async () => {
  answer = (body) => ({ text: JSON.stringify({ got: JSON.parse(body) }) })
  expect(
    await postJson(url, { a: 1 }, { ...limits, headers: { authorization: 'Bearer key' } }),
  ).toEqual({ got: { a: 1 } })
  expect(asked.at(-1)!.headers).toMatchObject({
    'content-type': 'application/json',
    authorization: 'Bearer key',
  })
})

it.each([
  ['a refusal', { status: 503, text: '{}' }, 'answered 503'],
  ['something that is no JSON', { text: '<html>' }, 'not valid JSON'],
  ['more than is read', { text: `"${'x'.repeat(200)}"` }, 'more than 100 bytes'],
])('fails on %s', async (_name, told, message) => {
  answer = () => told
  await expect(postJson(url, {}, limits)).rejects.toThrow(message)
})

it('gives up when it is late, and when its caller leaves', async () => {
  answer = () => null
  await expect(postJson(url, {}, { ...limits, timeoutMs: 50 })).rejects.toThrow(/timeout/i)
  const controller = new AbortController()
  const asking = postJson(url, {}, { ...limits, signal: controller.signal })
  controller.abort(new Error('left'))
  await expect(asking).rejects.toThrow('left')
})
