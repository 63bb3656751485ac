/**
 * The HTTP server as callers meet it: routes, methods, paths, limits, headers, problem documents.
 * Contract sections 1, 7 and 8.
 */
import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { createProblems } from '../../src/api/problem-log.ts'
import { createLimiter } from '../../src/api/rate-limit.ts'
import { silentLog } from '../../src/observe/log.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { ERROR_CATALOGUE } from '../../src/platform/errors.ts'
import { createHttpTransport } from '../../src/transports/http/server.ts'
import { headerOf, terms } from '../support/payments.ts'
import { buyer, pay, type Service, seller, startService, TEA } from '../support/service.ts'
import { eventually, expectDelivered, expectProblem } from '../support/world.ts'

let facilitator: MemoryFacilitator
let service: Service
beforeAll(async () => {
  facilitator = await startMemoryFacilitator()
  facilitator.ledger.mint(buyer.address, 100_000_000n)
  service = await startService({
    facilitatorUrl: facilitator.url,
    environment: { PUBLIC_URL: 'https://shop.test' },
  })
})
afterAll(async () => {
  await service?.stop()
  await facilitator?.close()
})

const ask = (path: string, asked?: Parameters<Service['ask']>[1]) => service.ask(path, asked)

interface Raw {
  status: number
  head: string
  body: string
}

/** Sends bytes as they are and reads until the connection closes. */
function raw(bytes: string, url = service.url): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(bytes, 'latin1'),
    )
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const split = text.indexOf('\r\n\r\n')
      resolve({
        status: Number(text.slice(9, 12)),
        head: text.slice(0, split),
        body: text.slice(split + 4),
      })
    })
  })
}

const rawGet = (target: string, headers = '') =>
  raw(`GET ${target} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n${headers}\r\n`)

it('a body is sent byte for byte, whatever its length and bytes', async () => {
  const sizes = [0, 1, 255, 16 * 1024, 16 * 1024 + 1, 100_000]
  const bodies = new Map(sizes.map((size) => [`/${size}`, randomBytes(size)]))
  const door = createHttpTransport({
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'https://shop.test',
    trustProxy: null,
    router: () => ({ kind: 'none' }),
    pipeline: {
      handle: () => Promise.reject(new Error('unused')),
      sample: () => Promise.reject(new Error('unused')),
    },
    problems: createProblems({ publicUrl: 'https://shop.test', log: silentLog }),
    loadExtras: async () => ({
      documents: [...bodies].map(([path, body]) => ({
        path,
        read: (headers) => ({
          status: headers['if-none-match'] ? 304 : 200,
          headers: { etag: '"é"' },
          body,
        }),
      })),
      endpoints: [],
    }),
    addresses: createLimiter('address', { perMinute: 1000, burst: 1000 }, systemClock),
  })
  await door.listen()
  try {
    for (const [path, body] of bodies) {
      const got = await fetch(`${door.url()}${path}`)
      expect(Buffer.from(await got.arrayBuffer()).equals(body)).toBe(true)
      expect([got.headers.get('content-length'), got.headers.get('etag')]).toEqual([
        String(body.length),
        '"é"',
      ])
      for (const asked of [{ method: 'HEAD' }, { headers: { 'if-none-match': '*' } }]) {
        expect((await (await fetch(`${door.url()}${path}`, asked)).arrayBuffer()).byteLength).toBe(
          0,
        )
      }
    }
  } finally {
    await door.close()
  }
})

describe('methods', () => {
  it.each(['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s on a paid GET route is 405, also with a payment: no work, no charge',
    async (method) => {
      const before = service.shop.runs
      for (const headers of [{}, { 'payment-signature': headerOf(await pay()) }] as Record<
        string,
        string
      >[]) {
        const reply = await ask(TEA, { method, headers })
        expect(reply.status).toBe(405)
        expect(reply.headers.get('allow')).toBe('GET, OPTIONS')
        expect(reply.receipt).toBeNull()
        if (method !== 'HEAD') expect(reply.json.code).toBe('METHOD_NOT_ALLOWED')
      }
      expect(service.shop.runs).toBe(before)
    },
  )

  it('OPTIONS is 204 with what a browser needs', async () => {
    const reply = await ask(TEA, {
      method: 'OPTIONS',
      headers: { origin: 'https://agent.test', 'access-control-request-method': 'GET' },
    })
    expect(reply.status).toBe(204)
    expect(reply.bytes).toBe('')
    expect(reply.headers.get('access-control-allow-methods')).toBe('GET, OPTIONS')
    expect(reply.headers.get('access-control-allow-headers')).toMatch(/PAYMENT-SIGNATURE/)
    expect((await ask('/v1/nowhere', { method: 'OPTIONS' })).status).toBe(404)
  })

  it('and path are judged before the body is', async () => {
    const huge = { method: 'PUT', body: 'x'.repeat(100_000) }
    expectProblem(await ask(TEA, huge), 405, 'METHOD_NOT_ALLOWED')
    expectProblem(
      await ask('/v1/nowhere', { ...huge, headers: { 'content-type': 'nonsense' } }),
      404,
      'ROUTE_NOT_FOUND',
    )
  })

  it('a method that does not exist is no HTTP', async () => {
    const reply = await raw(`BREW ${TEA} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(reply.status).toBe(400)
    // What could not be read may have had a payment in it.
    expect(JSON.parse(reply.body)).toMatchObject({ code: 'VALIDATION', charged: null })
  })

  it('HEAD on a free route is GET without its body', async () => {
    const [get, head] = [await ask('/v1/health'), await ask('/v1/health', { method: 'HEAD' })]
    expect([get.status, head.status]).toEqual([200, 200])
    expect(head.bytes).toBe('')
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.bytes)))
  })
})

describe('paths match exactly', () => {
  const tricks = [
    '//v1/shop/items/tea',
    '/v1/shop/items//tea',
    '/v1/shop/items/tea/',
    '/v1/Shop/items/tea',
    '/v1/../v1/shop/items/tea',
    '/%76%31/shop/items/tea',
    '/v1%2fshop%2fitems%2ftea',
    '/v1/%2e%2e/v1/shop/items/tea',
    '\\v1\\shop\\items\\tea',
    '/v1/shop/items;jsessionid=1/tea',
    '/v1/shop/items/%zz',
    '/v1/shop/items/%c3%28',
    'https://shop.test//v1/shop/items/tea',
    '/v1/shop/items/tea#/../..',
    '*',
    ...['tea;x', 'tea%00', 'tea%0d%0aX: 1', 'TEA', 'tea%20', '%2e%2e', 'tea%2f..', 'te\u00e4'].map(
      (parameter) => `/v1/shop/items/${parameter}`,
    ),
    '/v1/shop/items/%74ea%3fdetail=full',
  ]
  it.each(tricks)('%s reaches nothing, paid or not', async (target) => {
    const before = service.shop.runs
    for (const headers of ['', `PAYMENT-SIGNATURE: ${headerOf(await pay())}\r\n`]) {
      const reply = await rawGet(target, headers)
      // A `#` is no part of a request target, but where a server lets it through it is part of the
      // last segment.
      expect([400, 404]).toContain(reply.status)
      expect(reply.body).not.toContain('"result"')
      expect(['false', 'null']).toContain(String(JSON.parse(reply.body).charged))
    }
    expect(service.shop.runs).toBe(before)
  })

  it('a target with scheme and host is its path, as a proxy gets it', async () => {
    for (const target of ['http://shop.test/v1/health', 'HTTPS://shop.test:8443/v1/health'])
      expect([target, (await rawGet(target)).status]).toEqual([target, 200])
    const quoted = await rawGet(`http://shop.test${TEA}`)
    expect(quoted.status).toBe(402)
    expect(new URL(JSON.parse(quoted.body).resource.url).pathname).toBe(TEA)
    expect((await rawGet('http://shop.test')).status).toBe(200)
  })

  it('a byte that is not ASCII is refused, and the hint says how to write it', async () => {
    const { status, body } = await rawGet('/v1/shop/search?q=caf\u00e9')
    expect([status, JSON.parse(body).hint]).toEqual([
      400,
      expect.stringContaining('percent-encode'),
    ])
  })

  it('an encoded letter in a parameter is that letter: one path, one question', async () => {
    const payment = await pay()
    const bought = await ask('/v1/shop/items/%74ea', { payment })
    expectDelivered(bought)
    expect((await ask(TEA, { payment })).bytes).toBe(bought.bytes)
  })
})

describe('an unpaid request', () => {
  it.each([
    ['/v1/shop/items/{number}'],
    ['/v1/shop/items/%7Bnumber%7D'],
    ['/v1/shop/items/%7bnumber%7d'],
    ['/v1/shop/items/:number'],
    ['/v1/shop/search'],
    [TEA],
  ])('for %s gets the price', async (path) => {
    const reply = await ask(path)
    expect(reply.status).toBe(402)
    expect(reply.json).toEqual(JSON.parse(JSON.stringify(reply.terms)))
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('payment-required')!.length).toBeLessThanOrEqual(3336)
    expect(reply.terms).toMatchObject({
      x402Version: 2,
      // Clients encode braces on their way here.
      resource: {
        url: `https://shop.test${new URL(path, service.url).pathname}`,
        serviceName: 'UK Intelligence',
        mimeType: 'application/json',
      },
      accepts: [terms(seller.address)],
      extensions: { bazaar: { info: {}, schema: {} } },
    })
    expect(reply.terms!.accepts).toHaveLength(1)
  })

  it('without the body that a route needs gets the price; with a broken one it does not', async () => {
    const path = '/v1/shop/orders'
    expect((await ask(path, { method: 'POST' })).status).toBe(402)
    expect((await ask(path, { method: 'POST', body: '{}' })).status).toBe(402)
    expectProblem(await ask(path, { method: 'POST', body: '{"item":"t"}' }), 400, 'VALIDATION')
    expectProblem(await ask(path, { method: 'POST', body: '{"item":' }), 400, 'VALIDATION')
    expectProblem(await ask(path, { method: 'POST', body: '["item"]' }), 400, 'VALIDATION')
    expectProblem(
      await ask(path, {
        method: 'POST',
        body: '{"item":"tea"}',
        headers: { 'content-type': 'text/plain' },
      }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    )
    expectProblem(
      await ask(path, {
        method: 'POST',
        body: '{"item":"tea"}',
        headers: { 'content-type': 'json' },
      }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    )
  })
})

describe('limits', () => {
  const path = '/v1/shop/orders'
  it('a body over 16 KiB is 413, feedback over 8 KiB too', async () => {
    const body = (size: number) => JSON.stringify({ item: 'x'.repeat(size - 11) })
    expectProblem(await ask(path, { method: 'POST', body: body(16 * 1024) }), 400, 'VALIDATION')
    expectProblem(
      await ask(path, { method: 'POST', body: body(16 * 1024 + 1) }),
      413,
      'BODY_TOO_LARGE',
    )
    expectProblem(
      await ask(path, { method: 'POST', body: 'x'.repeat(200_000) }),
      413,
      'BODY_TOO_LARGE',
    )
    // However much too long it is, the limit of its operation is named.
    for (const size of [8 * 1024, 100_000]) {
      const message = JSON.stringify({ message: 'x'.repeat(size) })
      const refused = await ask('/v1/feedback', { method: 'POST', body: message })
      expectProblem(refused, 413, 'BODY_TOO_LARGE')
      expect(refused.json.detail).toBe('The body is larger than 8192 bytes.')
    }
  })

  it('a body of no declared length is counted as it comes', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sending = httpRequest(
        `${service.url}${path}`,
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        (response) => {
          response.resume()
          resolve(response.statusCode!)
        },
      )
      sending.on('error', reject)
      for (let chunk = 0; chunk < 20; chunk += 1) sending.write('x'.repeat(1024))
      sending.end()
    })
    expect(status).toBe(413)
  })

  it('a URL over 8 KiB is 414, however much longer', async () => {
    const target = (length: number) => `/v1/shop/search?q=${'x'.repeat(length - 18)}`
    expect((await rawGet(target(8192))).status).toBe(400)
    for (const length of [8193, 20_000, 60_000]) {
      const reply = await rawGet(target(length))
      expect(reply.status).toBe(414)
      expect(JSON.parse(reply.body)).toMatchObject({ code: 'URL_TOO_LONG' })
    }
  })

  it('forwarded addresses count only from a proxy that is trusted', async () => {
    const environment = { RATE_LIMITS: 'address:60/1' }
    for (const [trusted, second] of [
      ['', 429],
      ['127.0.0.1', 402],
    ] as const) {
      const small = await startService({
        facilitatorUrl: facilitator.url,
        environment: { ...environment, TRUST_PROXY: trusted },
      })
      try {
        await small.ask(TEA, { headers: { 'x-forwarded-for': '203.0.113.1' } })
        expect(
          (await small.ask(TEA, { headers: { 'x-forwarded-for': '203.0.113.2' } })).status,
        ).toBe(second)
      } finally {
        await small.stop()
      }
    }
  })
})

describe('every answer', () => {
  it('may be read by any page, says where the documents are, and has an id', async () => {
    const ids = new Set<string>()
    for (const [path, asked] of [
      [TEA, {}],
      ['/v1/nowhere', {}],
      ['/v1/health', {}],
      [TEA, { payment: await pay() }],
      [TEA, { method: 'OPTIONS' }],
    ] as const) {
      const { headers, status } = await ask(path, asked)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-expose-headers')).toBe('*')
      // The terms of a 402 leave no room for links.
      if (status === 402) expect(headers.has('link')).toBe(false)
      else
        expect(headers.get('link')).toMatch(/rel="service-desc".*rel="service-doc".*rel="status"/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      ids.add(headers.get('x-request-id')!)
    }
    expect(ids.size).toBe(5)
  })

  it('that is a problem has the same members in the same order, and a code of the catalogue with its page', async () => {
    const replies = [
      await ask('/v1/nowhere'),
      await ask(TEA, { method: 'PUT' }),
      await ask('/v1/shop/items/NO'),
      await ask('/v1/shop/search?x=1'),
      await ask(TEA, { headers: { 'payment-signature': '???' } }),
      await ask('/v1/shop/items/broken', { payment: await pay() }),
      await ask('/v1/shop/items/unknown', { payment: await pay() }),
    ]
    expect(replies.map((reply) => reply.status)).toEqual([404, 405, 400, 400, 400, 500, 404])
    for (const reply of replies) {
      expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect(Object.keys(reply.json)).toEqual([
        'type',
        'title',
        'status',
        'detail',
        'instance',
        'code',
        'errors',
        'hint',
        'charged',
        'retryable',
        'request_id',
      ])
      const { code, type, status, request_id: id, charged } = reply.json as Record<string, string>
      expect(ERROR_CATALOGUE).toHaveProperty(code!)
      expect(type).toBe(`https://shop.test/docs/errors#${code!.toLowerCase()}`)
      expect(status).toBe(reply.status)
      expect(id).toBe(reply.headers.get('x-request-id'))
      expect(charged).toBe(code === 'PAYMENT_MALFORMED' ? null : false)
      expect(reply.bytes).not.toMatch(/\.ts|node_modules|SELECT|stack/)
    }
  })

  it('while the house closes is a problem document that says when to return, and the last on its connection', async () => {
    const closing = await startService({ facilitatorUrl: facilitator.url })
    const held = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    closing.shop.hold = held.promise
    closing.shop.onRun = () => started.resolve()
    const running = closing.ask('/v1/shop/items/slow', { payment: await pay() })
    // A connection that is kept busy across the closing: its second request arrives when the door
    // is shut.
    const socket = connect(Number(new URL(closing.url).port), '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write(
      `GET /v1/shop/items/slow HTTP/1.1\r\nHost: x\r\nPAYMENT-SIGNATURE: ${headerOf(await pay())}\r\n\r\n`,
    )
    await started.promise
    await eventually(() => closing.shop.running === 2)
    socket.write(`GET ${TEA} HTTP/1.1\r\nHost: x\r\n\r\n`)
    const stopped = closing.stop()
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    const ended = new Promise((resolve) => socket.once('close', resolve))
    held.resolve()
    expectDelivered(await running)
    await ended
    await stopped
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(
      text
        .match(/HTTP\/1\.1 \d+/g)!
        .every((line) => ['HTTP/1.1 200', 'HTTP/1.1 503'].includes(line)),
    ).toBe(true)
    expect(text).toMatch(/connection: close/i)
  })
})

describe('a service on any free port', () => {
  it('names the address that it really has, wherever it names one', async () => {
    const anywhere = await startService({
      facilitatorUrl: facilitator.url,
      environment: { PUBLIC_URL: '' },
    })
    try {
      const { terms: quoted, bytes } = await anywhere.ask(TEA)
      expect(quoted!.resource.url).toBe(`${anywhere.url}${TEA}`)
      const problem = await anywhere.ask('/v1/nothing')
      expect(problem.json.type).toBe(`${anywhere.url}/docs/errors#route_not_found`)
      const documents = [
        '/openapi.json',
        '/llms.txt',
        '/.well-known/agent-card.json',
        '/.well-known/x402.json',
      ]
      for (const text of [
        bytes,
        ...(await Promise.all(documents.map(async (path) => (await anywhere.ask(path)).bytes))),
      ]) {
        expect(text).toContain(anywhere.url)
        expect(text).not.toMatch(/127\.0\.0\.1:0\b/)
      }
    } finally {
      await anywhere.stop()
    }
  })
})
