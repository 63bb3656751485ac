import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createUpstream, retryAfterMs, type UpstreamOptions } from './http.ts'
import { createPace } from './pace.ts'

const servers: Server[] = []
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function upstreamOf(listener: RequestListener, options: Partial<UpstreamOptions> = {}) {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const upstream = createUpstream({
    name: 'Register',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    userAgent: 'test/1',
    pace: createPace({ calls: 1000, perMs: 1000 }),
    timeoutMs: 500,
    maxBodyBytes: 1000,
    retries: 2,
    maxRetryDelayMs: 5,
    breaker: { failures: 10, coolDownMs: 60_000 },
    ...options,
  })
  closers.push(upstream.close)
  return upstream
}

/** Answers with the given statuses in turn, the last one for ever. */
function answering(statuses: number[], headers: Record<string, string> = {}) {
  const seen = { count: 0 }
  const listener: RequestListener = (_request, response) => {
    const status = statuses[Math.min(seen.count, statuses.length - 1)]!
    seen.count += 1
    response.writeHead(status, headers).end(`{"status":${status}}`)
  }
  return { seen, listener }
}

describe('an upstream', () => {
  it('receives the caller’s name', async () => {
    let agent: string | undefined
    const upstream = await upstreamOf((request, response) => {
      agent = request.headers['user-agent']
      response.end('{}')
    })
    await upstream.get('/x')
    expect(agent).toBe('test/1')
  })

  it.each([200, 404, 400])('that answers %i has answered', async (status) => {
    const { seen, listener } = answering([status])
    const upstream = await upstreamOf(listener)
    expect((await upstream.get('/x')).status).toBe(status)
    expect(seen.count).toBe(1)
  })

  it('that fails twice and then answers has answered', async () => {
    const { seen, listener } = answering([500, 502, 200])
    const upstream = await upstreamOf(listener)
    expect((await upstream.get('/x')).status).toBe(200)
    expect(seen.count).toBe(3)
  })

  it.each([
    [1_500, [200, 400]],
    [300, [200, 300]],
  ])('that fails is called again after longer pauses, of at most %i ms', async (most, pauses) => {
    const { setTimeout: start } = globalThis
    const waits: number[] = []
    const quick = (run: () => void, ms = 0, ...rest: []) => {
      waits.push(ms)
      return start(run, ms >= 100 && ms < 500 ? 0 : ms, ...rest)
    }
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(quick as typeof setTimeout)
    try {
      const { seen, listener } = answering([500])
      const upstream = await upstreamOf(listener, { maxRetryDelayMs: most })
      await expect(upstream.get('/x')).rejects.toMatchObject({ kind: 'server_error' })
      expect(seen.count).toBe(3)
      expect(waits.filter((ms) => ms >= 100 && ms < 500)).toEqual(pauses)
    } finally {
      vi.restoreAllMocks()
    }
  })

  it.each([
    [500, 'server_error'],
    [429, 'throttled'],
    [503, 'throttled'],
  ])('that keeps answering %i is a %s failure after its retries', async (status, kind) => {
    const { seen, listener } = answering([status])
    const upstream = await upstreamOf(listener)
    await expect(upstream.get('/x')).rejects.toMatchObject({ name: 'UpstreamError', kind, status })
    expect(seen.count).toBe(3)
  })

  it('that demands a longer pause than allowed is not called again', async () => {
    const { seen, listener } = answering([429], { 'retry-after': '120' })
    const upstream = await upstreamOf(listener)
    await expect(upstream.get('/x')).rejects.toMatchObject({
      kind: 'throttled',
      retryAfterMs: 120_000,
    })
    expect(seen.count).toBe(1)
  })

  it('that answers 403 for too many requests is throttling if configured so', async () => {
    const upstream = await upstreamOf(answering([403]).listener, {
      throttleStatuses: [403],
      retries: 0,
    })
    await expect(upstream.get('/x')).rejects.toMatchObject({ kind: 'throttled' })
  })

  it('that says nothing times out', async () => {
    const upstream = await upstreamOf(() => {}, { timeoutMs: 30, retries: 0 })
    await expect(upstream.get('/x')).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('that hangs up is a network failure', async () => {
    const upstream = await upstreamOf((request) => request.socket.destroy(), { retries: 0 })
    await expect(upstream.get('/x')).rejects.toMatchObject({ kind: 'network' })
  })

  it('that sends too much is cut off and not called again', async () => {
    let count = 0
    const upstream = await upstreamOf((_request, response) => {
      count += 1
      response.end('x'.repeat(5000))
    })
    await expect(upstream.get('/x')).rejects.toMatchObject({ kind: 'too_large' })
    expect(count).toBe(1)
  })

  it('that keeps failing is left alone', async () => {
    const { seen, listener } = answering([500])
    const upstream = await upstreamOf(listener, {
      retries: 0,
      breaker: { failures: 3, coolDownMs: 60_000 },
    })
    for (let call = 0; call < 3; call += 1)
      await expect(upstream.get('/x')).rejects.toMatchObject({ kind: 'server_error' })
    await expect(upstream.get('/x')).rejects.toMatchObject({ kind: 'breaker_open' })
    expect(seen.count).toBe(3)
  })

  it('is not waited for once the caller gives up, and that is no failure of the upstream', async () => {
    const upstream = await upstreamOf(() => {}, { breaker: { failures: 1, coolDownMs: 60_000 } })
    const reason = new Error('gave up')
    await expect(upstream.get('/x', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('the pace', () => {
  it('starts no more calls than allowed within the interval', async () => {
    const pace = createPace({ calls: 2, perMs: 60_000 })
    const starts: number[] = []
    const waiting = new AbortController()
    const run = (index: number) => pace.run(async () => void starts.push(index), waiting.signal)
    await Promise.all([run(1), run(2)])
    const third = run(3)
    waiting.abort(new Error('no turn'))
    await expect(third).rejects.toThrow('no turn')
    expect(starts).toEqual([1, 2])
  })
})

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['soon', null],
    [undefined, null],
  ])('%s is %s ms', (header, expected) => {
    expect(retryAfterMs(header, Date.parse('2026-11-21T10:00:00Z'))).toBe(expected)
  })
})
