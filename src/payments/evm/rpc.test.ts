import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { BaseError, custom, HttpRequestError, numberToHex, type Transport } from 'viem'
import { expect, it } from 'vitest'
import { systemTimers, type Timers } from '../../platform/timers.ts'
import { createRpc, firstLine, isUnanswered, type RpcOptions } from './rpc.ts'
import { isRateLimit } from './rpc-words.ts'

const CHAIN_ID = 8453
const away = new HttpRequestError({ url: 'http://127.0.0.1', status: 503 })
const limited = new HttpRequestError({ url: 'http://127.0.0.1', status: 429 })
const coded = (code: number, message: string) => Object.assign(new Error(message), { code })

/**
 * An endpoint whose answers a test changes; it stops failing after 20 calls, so no loop is endless.
 */
interface Endpoint {
  calls: string[]
  chainId: number
  failure: Error | null
  transport: Transport
}

function createEndpoint(name: string): Endpoint {
  const endpoint: Endpoint = {
    calls: [],
    chainId: CHAIN_ID,
    failure: null,
    transport: custom(
      {
        async request({ method }: { method: string }) {
          endpoint.calls.push(method)
          if (endpoint.failure && endpoint.calls.length <= 20) throw endpoint.failure
          return method === 'eth_chainId' ? numberToHex(endpoint.chainId) : name
        },
      },
      { retryCount: 0 },
    ),
  }
  return endpoint
}

function createTestRpc(names: readonly string[], options: Partial<RpcOptions> = {}) {
  const endpoints = names.map(createEndpoint)
  const waits: number[] = []
  const timers: Timers = {
    ...systemTimers,
    async sleep(ms) {
      waits.push(ms)
      if (waits.length > 20) throw new Error('it waits without an end')
    },
  }
  const rpc = createRpc({
    urls: names.map((name) => `http://127.0.0.1/${name}`),
    chainId: CHAIN_ID,
    transports: endpoints.map(({ transport }) => transport),
    timers,
    ...options,
  })
  const request = () => rpc.transport({}).request({ method: 'eth_blockNumber' } as never)
  return { rpc, endpoints, waits, request }
}

const PROVEN_CALL = ['eth_chainId', 'eth_blockNumber']

it('sends requests to the first address, which proves its chain once', async () => {
  const { rpc, endpoints, request } = createTestRpc(['one', 'two'])
  expect([await request(), await request()]).toEqual(['one', 'one'])
  expect(endpoints.map(({ calls }) => calls)).toEqual([[...PROVEN_CALL, 'eth_blockNumber'], []])
  expect([rpc.addresses, rpc.problems()]).toEqual([2, []])
})

it('uses no answer of another chain, and names the chain', async () => {
  const { rpc, endpoints, request } = createTestRpc(['one'])
  endpoints[0]!.chainId = 1
  await expect(request()).rejects.toThrow('the RPC answers for chain 1, not for 8453')
  expect(endpoints[0]!.calls).toEqual(['eth_chainId'])
  // A single address needs no number.
  expect(rpc.problems()).toEqual(['the RPC answers for chain 1, not for 8453'])
})

it('takes any chain if none is required, and never requests its number', async () => {
  const { rpc, endpoints, request } = createTestRpc(['one'], { chainId: null })
  await rpc.prove()
  expect([await request(), rpc.problems()]).toEqual(['one', []])
  expect(endpoints[0]!.calls).toEqual(['eth_blockNumber'])
})

it('goes on to the next address after one without an answer, and stays there', async () => {
  const { rpc, endpoints, waits, request } = createTestRpc(['one', 'two', 'three'])
  endpoints[0]!.failure = away
  endpoints[1]!.chainId = 1
  expect([await request(), await request()]).toEqual(['three', 'three'])
  expect(endpoints.map(({ calls }) => calls.length)).toEqual([1, 1, 3])
  expect(rpc.problems()).toEqual([
    'address 1 of 3: HTTP request failed.',
    'address 2 of 3: the RPC answers for chain 1, not for 8453',
  ])
  expect(waits).toEqual([])
})

it('goes on to the next address after one that refuses our key', async () => {
  const { rpc, endpoints, request } = createTestRpc(['one', 'two'])
  endpoints[0]!.failure = new HttpRequestError({ url: 'http://127.0.0.1', status: 401 })
  expect([await request(), await request()]).toEqual(['two', 'two'])
  expect(rpc.problems()).toEqual(['address 1 of 2: HTTP request failed.'])
})

it('requests each address once, and none after a wait, if all are silent', async () => {
  const { endpoints, waits, request } = createTestRpc(['one', 'two'])
  for (const endpoint of endpoints) endpoint.failure = away
  await expect(request()).rejects.toThrow('HTTP request failed')
  expect([endpoints.map(({ calls }) => calls.length), waits]).toEqual([[1, 1], []])
})

it('takes a refusal of the request for an answer: no other address gets the request', async () => {
  const { rpc, endpoints, request } = createTestRpc(['one', 'two'])
  await request()
  endpoints[0]!.failure = coded(-32_602, 'there is no such block')
  await expect(request()).rejects.toThrow('there is no such block')
  expect([endpoints[1]!.calls, rpc.problems()]).toEqual([[], []])
})

it('reports no problem of an address that answers again', async () => {
  const { rpc, endpoints, request } = createTestRpc(['one'])
  endpoints[0]!.failure = away
  await expect(request()).rejects.toThrow()
  expect(rpc.problems()).toEqual(['HTTP request failed.'])
  endpoints[0]!.failure = null
  await request()
  expect(rpc.problems()).toEqual([])
})

it('waits three times for an endpoint that limits requests, longer each time', async () => {
  const { endpoints, waits, request } = createTestRpc(['one', 'two'])
  for (const endpoint of endpoints) endpoint.failure = limited
  await expect(request()).rejects.toThrow('HTTP request failed')
  expect(waits).toEqual([250, 500, 1000])
  expect(endpoints.map(({ calls }) => calls.length)).toEqual([4, 4])
})

it('waits if any address limits requests, also if the last one is silent', async () => {
  const { endpoints, waits, request } = createTestRpc(['one', 'two'], { limitWaitsMs: [7] })
  endpoints[0]!.failure = limited
  endpoints[1]!.failure = away
  await expect(request()).rejects.toThrow()
  expect(waits).toEqual([7])
})

it('proves every address again and returns to the first', async () => {
  const { rpc, endpoints, request } = createTestRpc(['one', 'two'])
  endpoints[0]!.failure = away
  expect(await request()).toBe('two')
  endpoints[0]!.failure = null
  await rpc.prove()
  expect([rpc.problems(), await request()]).toEqual([[], 'one'])
  endpoints[1]!.chainId = 1
  await rpc.prove()
  expect(rpc.problems()).toEqual(['address 2 of 2: the RPC answers for chain 1, not for 8453'])
})

it('prefers the next address after a skip, and the first one after the last', async () => {
  const { rpc, request } = createTestRpc(['one', 'two', 'three'])
  const answers = []
  for (let skips = 0; skips < 4; skips += 1) {
    answers.push(await request())
    rpc.skip()
  }
  expect(answers).toEqual(['one', 'two', 'three', 'one'])
})

it('describes itself to a client as the transport of its first address', () => {
  expect(createTestRpc(['one']).rpc.transport({}).config).toMatchObject({ type: 'custom' })
})

/**
 * Returns the addresses that were requested over HTTP, and after how many ms the request failed.
 */
async function silentOverHttp(names: readonly string[]) {
  const requested: string[] = []
  const { fetch } = globalThis
  globalThis.fetch = ((url: string, { signal }: RequestInit) => {
    requested.push(new URL(url).pathname.slice(1))
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  }) as typeof globalThis.fetch
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let failedMs: number | null = null
    let passedMs = 0
    const rpc = createRpc({ urls: names.map((name) => `http://127.0.0.1/${name}`), chainId: null })
    rpc
      .transport({})
      .request({ method: 'eth_blockNumber' } as never)
      .catch(() => {
        failedMs = passedMs
      })
    while (failedMs === null && passedMs < 20_000) {
      await turn()
      passedMs += 50
      mock.timers.tick(50)
      await turn()
    }
    return { requested, failedMs }
  } finally {
    mock.timers.reset()
    globalThis.fetch = fetch
  }
}

it('requests a single silent address twice, for four seconds each', async () => {
  // Between the two is the pause of the transport.
  expect(await silentOverHttp(['one'])).toEqual({ requested: ['one', 'one'], failedMs: 8150 })
})

it('requests each of several silent addresses once, for two and a half seconds each', async () => {
  expect(await silentOverHttp(['one', 'two', 'three'])).toEqual({
    requested: ['one', 'two', 'three'],
    failedMs: 7500,
  })
})

const wrapped = (cause: Error) => new BaseError('a call failed', { cause })
const http = (status?: number) =>
  new HttpRequestError({ url: 'http://127.0.0.1', ...(status ? { status } : {}) })

it.each<[string, boolean, unknown]>([
  ['an error of the connection', true, new Error('ECONNRESET')],
  ['HTTP without a status', true, http()],
  ['HTTP 500', true, http(500)],
  ['HTTP 429', true, http(429)],
  ['HTTP 400', false, http(400)],
  ['HTTP 413', false, http(413)],
  ...[401, 402, 403, 404].map((status): [string, boolean, unknown] => [
    `HTTP ${status}`,
    true,
    http(status),
  ]),
  ['a call that failed over HTTP 503', true, wrapped(http(503))],
  ['a rate limit', true, wrapped(coded(-32_016, 'over rate limit'))],
  ['a refused call', false, wrapped(coded(-32_000, 'missing trie node'))],
  ['nothing', true, undefined],
])('%s is no answer to a request: %s', (_, isNone, error) => {
  expect(isUnanswered(error)).toBe(isNone)
})

it('an answer of another chain is none, also where a call wraps its error', async () => {
  const { endpoints, request } = createTestRpc(['one'])
  endpoints[0]!.chainId = 1
  const error = (await request().catch((its: Error) => its)) as Error
  expect([isUnanswered(error), isUnanswered(wrapped(error))]).toEqual([true, true])
})

it.each<[string, boolean, unknown]>([
  ['HTTP 429', true, http(429)],
  ['HTTP 503', false, http(503)],
  ['-32016', true, coded(-32_016, 'over rate limit')],
  ['-32016 about blocks', true, coded(-32_016, 'too many blocks a second')],
  ['-32005', true, coded(-32_005, 'request rate exceeded')],
  ['-32005 about blocks', false, coded(-32_005, 'query returned too many blocks')],
  ['another code in words of a rate', true, coded(-32_000, 'request rate exceeded')],
  ['another code', false, coded(-32_000, 'execution reverted')],
  ['a wrapped HTTP 429', true, wrapped(http(429))],
  ['a wrapped -32005', true, wrapped(coded(-32_005, 'request rate exceeded'))],
  ['a wrapped other error', false, wrapped(new Error('no'))],
  ['nothing', false, undefined],
])('%s limits our requests: %s', (_, limits, error) => {
  expect(isRateLimit(error)).toBe(limits)
})

it('a problem is the first line of an error, or a text for what is none', () => {
  expect(firstLine(new Error('It failed.\n\nURL: http://127.0.0.1/key'))).toBe('It failed.')
  expect(firstLine('no error')).toBe('the request to the chain RPC failed')
})
