/** Slow callers, callers with many requests, and a closing server: none of them blocks it. */
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createProblems } from '../../src/api/problem-log.ts'
import { createLimiter } from '../../src/api/rate-limit.ts'
import { silentLog } from '../../src/observe/log.ts'
import { manualClock, systemClock } from '../../src/platform/clock.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import {
  createHttpTransport,
  type Extras,
  type HttpOptions,
  type HttpTransport,
} from '../../src/transports/http/server.ts'
import { startService } from '../support/service.ts'

let door: HttpTransport
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await door?.close()
})

async function open({
  documents = [
    { path: '/page', read: () => ({ status: 200, headers: {}, body: Buffer.from('page') }) },
  ],
  ...options
}: Partial<HttpOptions & Pick<Extras, 'documents'>> = {}): Promise<void> {
  door = createHttpTransport({
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
      documents,
      endpoints: [
        {
          path: '/echo',
          methods: ['POST'],
          answer: ({ body }) => ({ status: 200, headers: {}, body }),
        },
        { path: '/never', methods: ['POST'], answer: () => new Promise(() => {}) },
      ],
    }),
    addresses: createLimiter('address', { perMinute: 1000, burst: 1000 }, systemClock),
    ...options,
  })
  await door.listen()
}

/** Sends this much and no more; what came back when the connection was closed by the other side. */
function sendPart(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(door.url()).port), '127.0.0.1', () => socket.write(bytes))
    sockets.push(socket)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

/** A machine under load takes more than the second in which one request comes back. */
const STANDING_STILL = manualClock('2026-11-21T10:00:00Z')
const SHORT = { headersMs: 200, bodyMs: 200, drainMs: 200, wrapUpMs: 50 }

describe('a request that does not arrive', () => {
  it.each([
    [
      'half a body for an endpoint',
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf',
    ],
    [
      'a body in chunks that never end',
      'POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n',
    ],
    ['headers that never end', 'POST /echo HTTP/1.1\r\nHost: a\r\nX-More: '],
  ])('%s: is answered 400 and the connection closed', async (_, bytes) => {
    await open({ times: SHORT })
    const answer = await sendPart(bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('did not arrive in time')
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it('a connection without a request is closed without an answer', async () => {
    await open({ times: SHORT })
    expect(await sendPart('')).toBe('')
  })

  it('half a body for no endpoint: the connection is closed all the same', async () => {
    await open({ times: SHORT })
    expect(
      await sendPart('POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf'),
    ).toMatch(/^HTTP\/1\.1 404 /)
  })

  it('a body that is too long is refused over the same connection, and it is closed', async () => {
    await open()
    const answer = await sendPart(
      `POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n11000\r\n${'x'.repeat(0x11000)}\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('a caller who never reads', () => {
  const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x')
  const large = { path: '/large', read: () => ({ status: 200, headers: {}, body: LARGE }) }

  function neverRead(): Socket {
    const socket = connect(Number(new URL(door.url()).port), '127.0.0.1', () =>
      socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n'),
    )
    sockets.push(socket.pause())
    socket.on('error', () => {})
    return socket
  }

  it('an unread answer › the connection is closed after a time without progress, and counted', async () => {
    const closed = Promise.withResolvers<string>()
    await open({
      problems: createProblems({ publicUrl: 'https://shop.test', log: silentLog }),
      documents: [large],
      times: { ...SHORT, responseMs: 100 },
      onConnectionClosed: closed.resolve,
    })
    neverRead()
    expect(await closed.promise).toBe('unread')
  })

  it('an unread answer › the connection is closed after the longest time, even with progress', async () => {
    const closed = Promise.withResolvers<string>()
    await open({
      problems: createProblems({ publicUrl: 'https://shop.test', log: silentLog }),
      documents: [large],
      times: { ...SHORT, wholeResponseMs: 100 },
      onConnectionClosed: closed.resolve,
    })
    neverRead()
    expect(await closed.promise).toBe('unread')
  })

  it('an idle connection › is not counted as unread', async () => {
    const reasons: string[] = []
    await open({
      times: { ...SHORT, responseMs: 100 },
      onConnectionClosed: (reason) => reasons.push(reason),
    })
    await sendPart('')
    expect(reasons).toEqual([])
  })
})

describe('connections above the limit', () => {
  it('are closed unread and counted, and one is taken again when another has gone', async () => {
    const reasons: string[] = []
    await open({ maxConnections: 1, onConnectionClosed: (reason) => reasons.push(reason) })
    const request = 'GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const held = connect(Number(new URL(door.url()).port), '127.0.0.1')
    sockets.push(held)
    await new Promise((resolve) => held.once('connect', resolve))
    expect(await sendPart(request)).toBe('')
    expect(reasons).toEqual(['over_limit'])
    const gone = new Promise((resolve) => held.once('close', resolve))
    held.write(request)
    held.resume()
    await gone
    expect(await sendPart(request)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('connections of one address above half of the limit', () => {
  const request = 'GET /page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  async function hold(count: number): Promise<Socket[]> {
    const held = Array.from({ length: count }, () =>
      connect(Number(new URL(door.url()).port), '127.0.0.1'),
    )
    sockets.push(...held)
    await Promise.all(held.map((each) => new Promise((resolve) => each.once('connect', resolve))))
    return held
  }

  it('are closed unread and counted, and one is taken again when another has gone', async () => {
    const refused: unknown[] = []
    await open({
      maxConnections: 4,
      onConnectionClosed: (reason) => refused.push(reason),
      onShareExceeded: (...its) => refused.push(its),
    })
    const held = await hold(2)
    expect(await sendPart(request)).toBe('')
    expect(refused).toEqual(['over_share', ['127.0.0.1', 2]])
    const gone = new Promise((resolve) => held[0]!.once('close', resolve))
    held[0]!.end()
    held[0]!.resume()
    await gone
    expect(await sendPart(request)).toMatch(/^HTTP\/1\.1 200 /)
    expect(refused).toHaveLength(2)
  })

  it('are taken from a trusted proxy, which has the connections of all callers', async () => {
    await open({ maxConnections: 4, trustProxy: 'loopback' })
    await hold(3)
    expect(await sendPart(request)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('requests in one packet', () => {
  const request = 'GET /page HTTP/1.1\r\nHost: a\r\n\r\n'
  const answersIn = (text: string) => text.match(/HTTP\/1\.1 200 OK/g)?.length

  it('are answered up to the 32nd, whose answer closes the connection and is counted', async () => {
    let read = 0
    const page = {
      path: '/page',
      read: () => {
        read += 1
        return { status: 200, headers: {}, body: Buffer.from('page') }
      },
    }
    const closed: string[] = []
    await open({ documents: [page], onConnectionClosed: (reason) => closed.push(reason) })
    const text = await sendPart(request.repeat(500))
    expect(closed).toEqual(['pipelined'])
    expect([read, answersIn(text)]).toEqual([32, 32])
    expect(text.match(/connection: close/gi)).toHaveLength(1)
    expect(text.slice(text.lastIndexOf('HTTP/1.1'))).toMatch(/connection: close/i)
  })

  it('are answered without an end when each waits for the answer to the one before', async () => {
    await open()
    const socket = connect(Number(new URL(door.url()).port), '127.0.0.1')
    sockets.push(socket)
    for (let answers = 0; answers < 100; answers += 1) {
      socket.write(request)
      const chunk = await new Promise<Buffer>((resolve) => socket.once('data', resolve))
      expect(answersIn(String(chunk))).toBe(1)
    }
  })
})

describe('a door that closes', () => {
  it('is shut in time whatever callers do: half bodies, half headers, idle connections, answers that never come', async () => {
    await open({ times: { ...SHORT, headersMs: 600_000, bodyMs: 600_000 } })
    const callers = [
      'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf',
      'GET /pa',
      'GET /page HTTP/1.1\r\nHost: a\r\n\r\n',
      'POST /never HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
    ].map(sendPart)
    await fetch(`${door.url()}/page`)
    await door.close()
    await Promise.all(callers)
  })

  it('does not keep the rest of the service from stopping', async () => {
    const late: string[] = []
    const stopped: string[] = []
    const lifecycle = createLifecycle((name) => late.push(name), 50)
    lifecycle.onStop('store', () => void stopped.push('store'))
    lifecycle.onStop('stubborn', () => new Promise(() => {}))
    await lifecycle.stop()
    expect([late, stopped]).toEqual([['stubborn'], ['store']])
  })
})

describe('every request counts for its address, on every route', () => {
  const ask = (path: string, init?: RequestInit) => fetch(`${door.url()}${path}`, init)

  it.each([
    ['a document', '/page', {}],
    ['an endpoint of another protocol', '/echo', { method: 'POST' }],
    ['a path that is none', '/nowhere', {}],
    ['a method that is not allowed', '/page', { method: 'DELETE' }],
    ['a preflight', '/page', { method: 'OPTIONS' }],
  ])('%s', async (_, path, init) => {
    await open({ addresses: createLimiter('address', { perMinute: 60, burst: 2 }, STANDING_STILL) })
    const [first, second, third] = [
      await ask(path, init),
      await ask(path, init),
      await ask(path, init),
    ]
    expect(first.headers.get('ratelimit-policy')).toBe('"address";q=60;w=60')
    expect([first, second].map((each) => each.headers.get('ratelimit'))).toEqual([
      '"address";r=1;t=1',
      '"address";r=0;t=2',
    ])
    expect([first.status === 429, second.status === 429, third.status]).toEqual([false, false, 429])
    expect(third.headers.get('retry-after')).toBe('1')
  })

  it('and each message of a batch over MCP', async () => {
    const service = await startService({ environment: { RATE_LIMITS: 'address:1/3' } })
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const post = (body: unknown) =>
      fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    try {
      expect((await post([1, 2, 3, 4].map((id) => ({ ...message, id })))).status).toBe(429)
    } finally {
      await service.stop()
    }
  })

  it('behind a proxy for the forwarded address, by /64', async () => {
    await open({
      trustProxy: 'loopback',
      addresses: createLimiter('address', { perMinute: 60, burst: 2 }, STANDING_STILL),
    })
    const from = async (address: string) =>
      (await ask('/page', { headers: { 'x-forwarded-for': address } })).status
    expect([
      await from('2001:db8:1:2::1'),
      await from('2001:db8:1:2:ffff::2'),
      await from('2001:db8:1:2:3:4:5:6'),
    ]).toEqual([200, 200, 429])
    expect(await from('2001:db8:1:3::1')).toBe(200)
  })
})
