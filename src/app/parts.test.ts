import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../config.ts'
import { type App, createApp } from './compose.ts'
import { loadParts } from './parts.ts'

const folder = mkdtempSync(join(tmpdir(), 'ukintel-parts-'))
let app: App | null = null
afterEach(async () => {
  await app?.stop()
  app = null
  rmSync(folder, { recursive: true, force: true })
})

/** Each as `[path, request, status]`. `/v1/company/…` is an operation, the others are not. */
const REQUESTS: readonly [string, RequestInit, number][] = [
  ['/v1/company/09876543', {}, 402],
  ['/v1/company/09876543/verdict', { headers: { accept: 'text/html' } }, 402],
  ['/openapi.json', {}, 200],
  ['/llms.txt', {}, 200],
  ['/docs', {}, 200],
  ['/assets/page.css', {}, 200],
  ['/.well-known/jwks.json', {}, 200],
  ['/openapi.json', { method: 'DELETE' }, 405],
  ['/v1/company/09876543', { method: 'DELETE' }, 405],
  ['/tasks', {}, 200],
  ['/a2a', { method: 'POST', body: '{}' }, 200],
  [
    '/mcp',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    },
    200,
  ],
  ['/nowhere', {}, 404],
]

async function listen(): Promise<App> {
  app = await createApp(
    loadConfig({
      PORT: '0',
      DATA_DIR: folder,
      X402_PAY_TO: `0x${'1'.repeat(40)}`,
      X402_FACILITATOR_URL: 'http://127.0.0.1:9',
      COMPANIES_HOUSE_API_KEY: 'key',
      COMPANIES_HOUSE_URL: 'http://127.0.0.1:9',
      BANK_HOLIDAYS_URL: 'http://127.0.0.1:9',
      INGEST: 'off',
      LOG_LEVEL: 'silent',
    }),
    { chain: null },
  )
  await app.listen()
  return app
}

/** Returns status, headers and body, without what differs from request to request. */
async function answerOf({ url }: App, [path, init]: (typeof REQUESTS)[number]): Promise<object> {
  const response = await fetch(`${url}${path}`, init)
  const { 'content-type': type, etag, allow, link } = Object.fromEntries(response.headers)
  const body = (await response.text())
    .replaceAll(/"signature":"[^"]+"/g, '"signature":""')
    .replaceAll(/req_\w+/g, 'req')
  return { status: response.status, type, etag, allow, link, body }
}

describe('the first call', () => {
  it.each(REQUESTS)('%s %j before the start has loaded anything: %i', async (...request) => {
    const app = await listen()
    const first = await answerOf(app, request)
    expect(first).toMatchObject({ status: request[2] })
    await app.start()
    expect(await answerOf(app, request)).toEqual(first)
  })

  it('answers equally before and after when all come at the same time', async () => {
    const app = await listen()
    const first = await Promise.all(REQUESTS.map((request) => answerOf(app, request)))
    expect(first).toMatchObject(REQUESTS.map(([, , status]) => ({ status })))
    await app.start()
    expect(await Promise.all(REQUESTS.map((request) => answerOf(app, request)))).toEqual(first)
  })
})

describe('loading', () => {
  it('begins with the start, not before: terms of an operation that no caller used are not built', async () => {
    const app = await listen()
    expect(() => app.catalogue.termsOf('tender_brief')).toThrow('not built yet')
    await app.start()
    expect(app.catalogue.termsOf('tender_brief').operationId).toBe('tender_brief')
  })

  it('fails with the error of a broken part, and loads no further one', async () => {
    const loaded: string[] = []
    const parts = [
      async () => void loaded.push('first'),
      () => Promise.reject(new Error('broken')),
      async () => void loaded.push('third'),
    ]
    await expect(loadParts(parts, new AbortController().signal)).rejects.toThrow('broken')
    expect(loaded).toEqual(['first'])
  })

  it('ends where the service stops', async () => {
    const stopping = new AbortController()
    const loaded: string[] = []
    const parts = [
      async () => {
        loaded.push('first')
        stopping.abort()
      },
      async () => void loaded.push('second'),
    ]
    await loadParts(parts, stopping.signal)
    expect(loaded).toEqual(['first'])
  })

  it('no start begins after a stop', async () => {
    const app = await listen()
    await app.stop()
    await app.start()
    expect(() => app.catalogue.termsOf('tender_brief')).toThrow('not built yet')
  })
})
