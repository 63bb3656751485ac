/**
 * Chain endpoints that hang, serve another chain, or answer for few blocks: no long wait and no
 * wrong conclusion.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import {
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  HttpRequestError,
  keccak256,
  numberToHex,
  pad,
  parseAbi,
  toHex,
} from 'viem'
import { expect, it, vi } from 'vitest'
import { createAdmission } from '../../src/payments/admission/admission.ts'
import { type Chain, createChain } from '../../src/payments/evm/chain.ts'
import { systemTimers, type Timers } from '../../src/platform/timers.ts'
import {
  bareLedger,
  chargeOf,
  NOW_S,
  nonce,
  requirements,
  scriptedFacilitator,
  TX,
} from '../support/bare-gate.ts'
import { expectCode } from '../support/expect-code.ts'

const ledger = await bareLedger()
const CHAIN_ID = 84_532
const abi = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const { key } = chargeOf({ nonce: nonce('d1') }).presented
const wanted = {
  key,
  payTo: requirements.payTo,
  amountAtomic: requirements.amount,
  createdMs: (NOW_S - 3600) * 1000,
}

interface Endpoint {
  chainId?: number
  newest?: number
  /** The block in which the payment landed; null: in none. */
  paidAt?: number | null
  /** Blocks of one log query. */
  range?: number
  rangeNow?: () => number
  /** How far back states are kept. */
  states?: number
  /** Age of the newest block. */
  headAgeS?: number
  /** Instead of what it would answer, by method. */
  answers?: Readonly<Record<string, (params: never) => unknown>>
}

interface Event {
  token?: string
  payer?: string
  nonce?: string
  to?: string
  amount?: string
}
const logOf = (address: string, topics: unknown, data: Hex) => ({ address, topics, data })
const used = ({ token = key.asset, payer = key.payer, nonce = key.nonce }: Event = {}) =>
  logOf(
    token,
    encodeEventTopics({
      abi,
      eventName: 'AuthorizationUsed',
      args: { authorizer: payer as Hex, nonce: nonce as Hex },
    }),
    '0x',
  )
const moved = ({
  token = key.asset,
  payer = key.payer,
  to = requirements.payTo,
  amount = requirements.amount,
}: Event = {}) =>
  logOf(
    token,
    encodeEventTopics({ abi, eventName: 'Transfer', args: { from: payer as Hex, to: to as Hex } }),
    encodeAbiParameters([{ type: 'uint256' }], [BigInt(amount)]),
  )
const mined = (logs: readonly ReturnType<typeof logOf>[], block: number) =>
  logs.map((log, index) => ({
    ...log,
    ...{
      blockHash: pad('0x1'),
      blockNumber: numberToHex(block),
      transactionHash: TX,
      transactionIndex: '0x0',
    },
    ...{ logIndex: numberToHex(index), removed: false },
  }))
const receiptOf = (
  logs: readonly ReturnType<typeof logOf>[],
  block: number,
  status: Hex = '0x1',
) => ({
  ...{
    transactionHash: TX,
    transactionIndex: '0x0',
    blockNumber: numberToHex(block),
    blockHash: pad('0x1'),
    status,
    type: '0x2',
  },
  ...{
    logs: mined(logs, block),
    gasUsed: '0x1',
    cumulativeGasUsed: '0x1',
    effectiveGasPrice: '0x1',
  },
})

/** An endpoint over a chain in which this one payment may have landed. */
function endpoint({
  chainId = CHAIN_ID,
  newest = 50_000,
  paidAt = null,
  range = 10_000,
  rangeNow = () => range,
  states = Number.POSITIVE_INFINITY,
  headAgeS = 0,
  answers: instead = {},
}: Endpoint) {
  const calls: string[] = []
  /** Blocks of each log query, without its repetition for the other event. */
  const asked: string[] = []
  const answers: Record<string, (params: never) => unknown> = {
    eth_chainId: () => numberToHex(chainId),
    eth_blockNumber: () => numberToHex(newest),
    eth_getBlockByNumber: () => ({
      number: numberToHex(newest),
      timestamp: numberToHex(NOW_S - headAgeS),
      transactions: [],
    }),
    eth_call([, block]: [unknown, Hex]) {
      if (newest - Number(block) > states)
        throw Object.assign(new Error('missing trie node'), { code: -32_000 })
      return pad(paidAt !== null && Number(block) >= paidAt ? '0x1' : '0x0')
    },
    eth_getLogs([{ fromBlock, toBlock, topics }]: [
      { fromBlock: Hex; toBlock: Hex; topics: Hex[] },
    ]) {
      const [from, to] = [Number(fromBlock), Number(toBlock)]
      if (asked.at(-1) !== `${from} to ${to}`) asked.push(`${from} to ${to}`)
      if (from > to || to > newest)
        throw Object.assign(new Error('there are no such blocks'), { code: -32_602 })
      if (to - from + 1 > rangeNow())
        throw Object.assign(new Error(`ranges over ${rangeNow()} blocks are not supported`), {
          code: -32_005,
        })
      const isUse = topics[0] === keccak256(toHex('AuthorizationUsed(address,bytes32)'))
      return isUse && paidAt !== null && from <= paidAt && paidAt <= to
        ? mined([used()], paidAt)
        : []
    },
    eth_getTransactionReceipt: () =>
      paidAt === null ? null : receiptOf([used(), moved()], paidAt),
    ...instead,
  }
  const transport = custom(
    {
      async request({ method, params }: { method: string; params: never[] }) {
        calls.push(method)
        return answers[method]!(params as never)
      },
    },
    { retryCount: 0 },
  )
  const waits: number[] = []
  const timers: Timers = { ...systemTimers, sleep: async (ms) => void waits.push(ms) }
  return {
    calls,
    asked,
    waits,
    timers,
    transport,
    chain: createChain('http://127.0.0.1', CHAIN_ID, transport, timers),
  }
}

/** A chain with several addresses, in this order. */
const over = (...all: readonly ReturnType<typeof endpoint>[]) =>
  createChain(
    all.map((_, index) => `http://127.0.0.1/${index}`),
    CHAIN_ID,
    all.map(({ transport }) => transport),
    all[0]!.timers,
  )

it.each([
  ['a wide range', { range: 10_000 }],
  ['ten blocks at a time', { range: 10 }],
  ['ten blocks at a time, and no old states', { range: 10, states: 5 }],
  ['one block at a time', { range: 1 }],
])('a payment of an hour ago is found by an endpoint that answers about %s', async (_, limits) => {
  const { chain, calls } = endpoint({ paidAt: 48_765, ...limits })
  await chain.probe?.(key.asset)
  expect(await chain.lookUp(wanted, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
  // Old states spare most of the pages.
  expect(calls.length).toBeLessThan(limits.range === 10 && 'states' in limits ? 600 : 60)
})

it('a payment of yesterday is looked for where it can have been used, not in every block since', async () => {
  const { chain, calls } = endpoint({
    newest: 90_000,
    paidAt: 90_000 - 43_195,
    range: 10,
    states: 5,
  })
  await chain.probe?.(key.asset)
  const yesterday = { ...wanted, createdMs: (NOW_S - 86_400) * 1000, validBeforeS: NOW_S - 86_340 }
  expect(await chain.lookUp(yesterday, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
  expect(calls.length).toBeLessThan(150)
})

it('one that turns out to be narrow during a search is queried for old states, not page by page', async () => {
  const { chain, calls } = endpoint({ newest: 90_000, paidAt: 90_000 - 20_000, range: 10 })
  const longAgo = { ...wanted, createdMs: (NOW_S - 86_400) * 1000 }
  expect(await chain.lookUp(longAgo, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
  expect(calls.length).toBeLessThan(80)
})
it('one that answers about ten blocks only is reported to the operator, a wide one is not', async () => {
  const narrow = endpoint({ range: 10 })
  await narrow.chain.probe?.(key.asset)
  expect(narrow.chain.trouble?.()).toMatch(/10 blocks/)
  const wide = endpoint({})
  await wide.chain.probe?.(key.asset)
  expect(wide.chain.trouble?.()).toBeNull()
})

it.each([
  [500, null],
  [
    499,
    'it answers log queries over 100 blocks at most ("ranges over 499 blocks are not supported"), so late payments are found slowly',
  ],
])('one that answers about %i blocks is in this trouble: %s', async (range, trouble) => {
  const { chain } = endpoint({ range })
  await chain.probe?.(key.asset)
  expect(chain.trouble?.()).toBe(trouble)
})

it('one that was narrow at the last probe and is wide now is in no trouble', async () => {
  let range = 10
  const { chain } = endpoint({ rangeNow: () => range })
  await chain.probe?.(key.asset)
  expect(chain.trouble?.()).toMatch(/10 blocks/)
  range = 10_000
  await chain.probe?.(key.asset)
  expect(chain.trouble?.()).toBeNull()
})

const LIMITED = [
  ['HTTP 429', new HttpRequestError({ url: 'http://127.0.0.1', status: 429 })],
  ['-32016', Object.assign(new Error('over rate limit'), { code: -32_016 })],
  [
    '-32005',
    Object.assign(new Error('daily request count exceeded, request rate limited'), {
      code: -32_005,
    }),
  ],
] as const

it.each(LIMITED)(
  'a rate limit sent as %s › the same request is sent again after a wait, over as many blocks',
  async (_, error) => {
    let queries = 0
    const inner = endpoint({ paidAt: 48_765 })
    const widths: number[] = []
    const transport = custom(
      {
        async request({ method, params }: { method: string; params: never[] }) {
          if (method === 'eth_getLogs') {
            const [{ fromBlock, toBlock }] = params as unknown as [{ fromBlock: Hex; toBlock: Hex }]
            widths.push(Number(toBlock) - Number(fromBlock) + 1)
            queries += 1
            if (queries % 3 !== 0) throw error
          }
          return await inner.transport({}).request({ method, params } as never)
        },
      },
      { retryCount: 0 },
    )
    const chain = createChain('http://127.0.0.1', CHAIN_ID, transport, inner.timers)
    expect(await chain.lookUp(wanted, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
    expect(new Set(widths).size).toBe(1)
    expect(widths[0]).toBeGreaterThan(2000)
    expect(inner.waits).toEqual([250, 500, 250, 500])
  },
)

it.each(LIMITED)(
  'a rate limit sent as %s that lasts › nothing is concluded, and the width stays',
  async (_, error) => {
    let isLimited = true
    const { chain, waits, asked } = endpoint({
      paidAt: 48_765,
      answers: {
        eth_getTransactionReceipt() {
          if (isLimited) throw error
          return receiptOf([used(), moved()], 48_765)
        },
      },
    })
    expect(await chain.lookUp(wanted, NOW_S * 1000)).toMatchObject({ kind: 'unknown' })
    expect(waits).toEqual([250, 500, 1000])
    isLimited = false
    expect(await chain.lookUp(wanted, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
    expect(new Set(asked).size).toBe(1)
  },
)

it('an endpoint that was narrow for a while gets wide queries again, without a probe', async () => {
  let range = 10
  const limits = { paidAt: 48_765, states: 5 }
  const { chain, asked } = endpoint({ ...limits, rangeNow: () => range })
  const widest = () =>
    Math.max(
      ...asked
        .splice(0)
        .map((each) => Number(each.split(' to ')[1]) - Number(each.split(' to ')[0]) + 1),
    )
  expect(await chain.lookUp(wanted, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
  asked.splice(0)
  range = 10_000
  for (let look = 0; look < 20; look += 1)
    expect(await chain.lookUp(wanted, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
  expect(widest()).toBeGreaterThan(500)
})

const silent = () => {
  throw new HttpRequestError({ url: 'http://127.0.0.1', status: 503 })
}
const SILENT = {
  eth_chainId: silent,
  eth_blockNumber: silent,
  eth_getBlockByNumber: silent,
  eth_call: silent,
  eth_getLogs: silent,
}

it.each([
  ['is silent', { answers: SILENT }, /^address 1 of 3: HTTP request failed/],
  [
    'serves another chain',
    { chainId: 1 },
    /^address 1 of 3: the RPC answers for chain 1, not for 84532/,
  ],
  [
    'limits requests',
    {
      answers: {
        ...SILENT,
        eth_chainId: () => numberToHex(CHAIN_ID),
        eth_getBlockByNumber: () => Promise.reject(LIMITED[1][1]),
      },
    },
    /address 1 of 3/,
  ],
])(
  'where the first address %s, the next one gets this request and the following ones',
  async (_, limits: Endpoint, trouble) => {
    const [first, second, third] = [
      endpoint(limits),
      endpoint({ paidAt: 48_765 }),
      endpoint({ paidAt: 48_765 }),
    ]
    const chain = over(first, second, third)
    expect(await chain.lookUp(wanted, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
    expect(chain.trouble?.()).toMatch(trouble)
    const calls = first.calls.length
    expect(calls).toBeLessThanOrEqual(2)
    expect(await chain.lookUp(wanted, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
    expect([first.calls.length, third.calls.length, first.waits]).toEqual([calls, 0, []])
  },
)

it('of several addresses each proves its chain, and the first gets requests again once it answers', async () => {
  let isAway = true
  const first = endpoint({
    answers: { eth_chainId: () => (isAway ? silent() : numberToHex(CHAIN_ID)) },
  })
  const [second, third] = [endpoint({ chainId: 8453 }), endpoint({})]
  const chain = over(first, second, third)
  await chain.probe?.(key.asset)
  expect(chain.trouble?.()).toBe(
    'address 1 of 3: HTTP request failed.; address 2 of 3: the RPC answers for chain 8453, not for 84532',
  )
  expect(await chain.lookUp(wanted, NOW_S * 1000)).toMatchObject({ kind: 'unused' })
  expect([second.calls, third.calls.includes('eth_call')]).toEqual([
    ['eth_chainId', 'eth_chainId', 'eth_chainId'].slice(0, second.calls.length),
    true,
  ])
  isAway = false
  await chain.probe?.(key.asset)
  expect(chain.trouble?.()).toBe('address 2 of 3: the RPC answers for chain 8453, not for 84532')
  expect(first.calls).toContain('eth_getLogs')
})

it('"unused" is concluded from a block at most 30 seconds old', async () => {
  expect(await endpoint({ headAgeS: 30 }).chain.lookUp(wanted, NOW_S * 1000)).toEqual({
    kind: 'unused',
    chainTimeS: NOW_S - 30,
  })
  const late = endpoint({ headAgeS: 31 })
  expect(await late.chain.lookUp(wanted, NOW_S * 1000)).toEqual({
    kind: 'unknown',
    reason: 'the newest block of the RPC is 31 seconds old',
  })
  expect(late.calls.filter((method) => method === 'eth_getBlockByNumber')).toHaveLength(1)
  // That it was used is a fact in any block.
  expect(
    await endpoint({ headAgeS: 3600, paidAt: 48_765 }).chain.lookUp(wanted, NOW_S * 1000),
  ).toMatchObject({ kind: 'settled' })
})

it('"unused" is not concluded from a block below the highest that was seen', async () => {
  let newest = 50_000
  const head = () => ({
    number: numberToHex(newest),
    timestamp: numberToHex(NOW_S),
    transactions: [],
  })
  const { chain } = endpoint({
    answers: { eth_getBlockByNumber: head, eth_call: () => pad('0x0') },
  })
  expect(await chain.lookUp(wanted, NOW_S * 1000)).toMatchObject({ kind: 'unused' })
  newest = 49_997
  expect(await chain.lookUp(wanted, NOW_S * 1000)).toEqual({
    kind: 'unknown',
    reason: 'the RPC is 3 blocks behind what was seen before',
  })
  newest = 50_000
  expect(await chain.lookUp(wanted, NOW_S * 1000)).toMatchObject({ kind: 'unused' })
})

it('where the first address is behind, the next one says whether the payment landed', async () => {
  const behind = endpoint({ newest: 40_000, headAgeS: 20_000 })
  const chain = over(behind, endpoint({ paidAt: 48_765 }))
  expect(await chain.lookUp(wanted, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
  expect(await over(behind, endpoint({ headAgeS: 40 })).lookUp(wanted, NOW_S * 1000)).toMatchObject(
    { kind: 'unknown' },
  )
})

it('one of another chain says nothing about our payments, and is reported to the operator', async () => {
  const { chain } = endpoint({ chainId: 1, paidAt: null })
  expect(await chain.lookUp(wanted, NOW_S * 1000)).toMatchObject({
    kind: 'unknown',
    reason: expect.stringContaining('chain 1'),
  })
  await chain.probe?.(key.asset)
  expect(chain.trouble?.()).toMatch(/chain 1, not for 84532/)
})

it('one that starts to answer for another chain is detected at the next query', async () => {
  let chainId = CHAIN_ID
  const { chain } = endpoint({ answers: { eth_chainId: () => numberToHex(chainId) } })
  await chain.probe?.(key.asset)
  expect(chain.trouble?.()).toBeNull()
  chainId = 1
  await chain.probe?.(key.asset)
  expect(chain.trouble?.()).toMatch(/chain 1, not for 84532/)
})

it('one that refuses every log query is reported with its message, and one that is silent is queried once', async () => {
  for (const [error, queries, trouble] of [
    [
      Object.assign(new Error('no logs here'), { code: -32_601 }),
      6,
      'The method "eth_getLogs" does not exist / is not available.',
    ],
    [new HttpRequestError({ url: 'http://127.0.0.1', status: 503 }), 1, 'HTTP request failed.'],
  ] as const) {
    let asked = 0
    const eth_getLogs = () => {
      asked += 1
      // Ends an endless loop of queries.
      if (asked > 20) return []
      throw error
    }
    const { chain } = endpoint({ answers: { eth_getLogs } })
    await chain.probe?.(key.asset)
    expect([asked, chain.trouble?.()]).toEqual([queries, trouble])
  }
})

it('an endpoint that never answers is given up in less than ten seconds', async () => {
  const arrived = Promise.withResolvers<void>()
  const server = createServer(() => arrived.resolve())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let answer: unknown = 'not given up'
    const { port } = server.address() as AddressInfo
    void createChain(`http://127.0.0.1:${port}`, CHAIN_ID)
      .isContract?.(key.payer)
      .then((its) => {
        answer = its
      })
    await arrived.promise
    for (let passedMs = 0; passedMs < 10_000; passedMs += 100) {
      mock.timers.tick(100)
      await turn()
    }
    expect(answer).toBeNull()
  } finally {
    mock.timers.reset()
    server.closeAllConnections()
    server.close()
  }
})

const usedSomewhere = { eth_call: () => pad('0x1') }

it.each([
  ['an hour ago', { createdMs: (NOW_S - 3600) * 1000 }, ['47900 to 50000']],
  // Our clock was set back.
  ['in a minute', { createdMs: (NOW_S + 60) * 1000 }, ['49700 to 50000']],
  // First where it can have been used, then where it can have been cancelled.
  [
    'an hour ago, and expired a minute later',
    { createdMs: (NOW_S - 3600) * 1000, validBeforeS: NOW_S - 3540 },
    ['47900 to 48530', '48531 to 50000'],
  ],
])(
  'where a payment that was presented %s can be is looked through whole, and nothing else',
  async (_, when, blocks) => {
    const { chain, asked } = endpoint({ answers: usedSomewhere, range: 100_000 })
    const finding = await chain.lookUp({ ...wanted, ...when }, NOW_S * 1000)
    expect(finding).toEqual({
      kind: 'unknown',
      reason: 'the nonce is used but its transaction was not found',
    })
    expect(asked).toEqual(blocks)
  },
)

it.each([
  ['a young chain', { newest: 900, paidAt: 3 }, {}],
  [
    'a chain whose blocks came more slowly than they should',
    { newest: 50_000, paidAt: 49_990 },
    { validBeforeS: NOW_S - 200 },
  ],
  [
    'a clock of ours far behind that of the chain',
    { newest: 50_000, paidAt: 49_900 },
    { createdMs: NOW_S * 1000, validBeforeS: NOW_S - 3600 },
  ],
])('a payment is found on %s', async (_, at, when) => {
  expect(await endpoint(at).chain.lookUp({ ...wanted, ...when }, NOW_S * 1000)).toEqual({
    kind: 'settled',
    txHash: TX,
  })
})

const confirming = (answers: Endpoint['answers'], chainId = CHAIN_ID) =>
  endpoint({ answers: answers!, chainId }).chain.confirm!({ ...wanted, txHash: TX })
const confirmed = (logs: readonly ReturnType<typeof logOf>[], block = 100, status: Hex = '0x1') =>
  confirming({ eth_getTransactionReceipt: () => receiptOf(logs, block, status) })
const OTHER = `0x${'7'.repeat(40)}`

it.each([
  [50_000, 'shallow'],
  [50_000 - 31, 'shallow'],
  [50_000 - 32, 'paid'],
  [1, 'paid'],
])('a recorded payment in block %i of 50,000 is %s', async (block, kind) => {
  expect(await confirmed([used(), moved()], block)).toEqual({ kind, blockTimeS: NOW_S })
})

it.each<[string, Event]>([
  ['token', { token: OTHER }],
  ['payer', { payer: OTHER }],
  ['nonce', { nonce: `0x${'8'.repeat(64)}` }],
])(
  'a payment of another %s in the same transaction is neither taken for ours nor hides it',
  async (_, other) => {
    expect(await confirmed([used(other), moved(other), used(), moved()])).toMatchObject({
      kind: 'paid',
    })
    expect(await confirmed([used(other), moved()])).toMatchObject({ kind: 'absent' })
  },
)

it.each([
  ['moved another amount', receiptOf([used(), moved({ amount: '1' })], 48_765)],
  ['paid another payee', receiptOf([used(), moved({ to: OTHER })], 48_765)],
  ['failed', receiptOf([used(), moved()], 48_765, '0x0')],
])('a nonce whose transaction %s is used for another transfer', async (_, receipt) => {
  const { chain } = endpoint({
    paidAt: 48_765,
    answers: { eth_getTransactionReceipt: () => receipt },
  })
  expect(await chain.lookUp(wanted, NOW_S * 1000)).toEqual({
    kind: 'unpaid',
    reason: 'the authorization was used for another transfer',
  })
})

it('where old states are limited and log queries narrow, no page is requested in their place', async () => {
  const { chain, asked } = endpoint({
    range: 10,
    answers: {
      eth_call(params: [unknown, Hex]) {
        if (Number(params[1]) < 50_000) throw LIMITED[1][1]
        return pad('0x1')
      },
    },
  })
  await chain.probe?.(key.asset)
  asked.splice(0)
  expect(await chain.lookUp(wanted, NOW_S * 1000)).toMatchObject({ kind: 'unknown' })
  expect(asked).toEqual([])
})

it('a recorded transaction that failed, moved something else, or is not there did not pay', async () => {
  expect(await confirmed([used(), moved()], 100, '0x0')).toMatchObject({ kind: 'absent' })
  expect(await confirmed([used(), moved({ amount: '1' })])).toMatchObject({ kind: 'absent' })
  expect(await confirmed([used(), moved({ to: OTHER })])).toMatchObject({ kind: 'absent' })
  expect(await confirmed([moved()])).toMatchObject({ kind: 'absent' })
  expect(await confirming({ eth_getTransactionReceipt: () => null })).toEqual({
    kind: 'absent',
    blockTimeS: NOW_S,
  })
})

it('of a recorded transaction nothing is concluded from an endpoint that refuses, breaks, or answers for another chain', async () => {
  const failing = (error: Error) => ({
    eth_getTransactionReceipt() {
      throw error
    },
  })
  await expect(
    confirming(failing(Object.assign(new Error('too many requests'), { code: -32_005 }))),
  ).rejects.toThrow()
  await expect(
    confirming(failing(new HttpRequestError({ url: 'http://127.0.0.1', status: 503 }))),
  ).rejects.toThrow()
  await expect(confirming({ eth_getTransactionReceipt: () => null }, 1)).rejects.toThrow(
    /chain 1, not for 84532/,
  )
})

it.each([
  ['0x6001', true],
  ['0x', false],
])('an address whose code is %s is a contract: %s', async (code, isContract) => {
  expect(
    await endpoint({ answers: { eth_getCode: () => code } }).chain.isContract?.(key.payer),
  ).toBe(isContract)
})

/** Timers that fire immediately and count the time. */
function hurried(): Timers & { passedMs: () => number } {
  const start = ledger.clock.nowMs()
  const pass = (ms: number) => ledger.clock.advance(ms)
  return {
    passedMs: () => ledger.clock.nowMs() - start,
    sleep: async (ms) => pass(ms),
    after(ms, run) {
      const timer = setTimeout(() => {
        pass(ms)
        run()
      }, 5)
      return () => clearTimeout(timer)
    },
    every: () => () => {},
  }
}

it('a chain that never answers costs a buyer nine seconds in all, also for a repetition and for its identifier', async () => {
  const silent: Chain = { lookUp: () => new Promise(() => {}) }
  const { facilitator } = scriptedFacilitator({
    settle: async () => ({ kind: 'unknown', reason: 'no answer' }),
  })
  const charge = chargeOf({
    nonce: nonce('d2'),
    paymentId: 'one_purchase_only',
    validBeforeS: NOW_S + 3600,
  })
  for (const presented of [
    charge,
    charge,
    chargeOf({ nonce: nonce('d3'), paymentId: 'one_purchase_only', validBeforeS: NOW_S + 3600 }),
  ]) {
    const timers = hurried()
    const gate = ledger.gate({ facilitator, chain: silent, timers, reconcileWindowMs: 60_000 })
    await expectCode(gate.charge(presented), 'SETTLEMENT_UNKNOWN')
    expect(timers.passedMs()).toBe(9_000)
  }
})

it('a signature that the chain has to judge is part of the same nine seconds', async () => {
  const timers = hurried()
  let asked = 0
  const never = () => {
    asked += 1
    return new Promise<never>(() => {})
  }
  const chain: Chain = { lookUp: never, isContract: never }
  const { facilitator } = scriptedFacilitator({
    settle: async () => ({ kind: 'unknown', reason: 'no answer' }),
  })
  const limit = { perMinute: 1000, burst: 1000 }
  const admission = createAdmission({
    clock: ledger.clock,
    purchases: { countSettledToday: async () => 0, noteSettled() {} } as never,
    limits: { unpaid_payer: limit, unpaid_address: limit },
    payers: { assertAvailable() {}, debit() {} },
    settings: { ...requirements, assetName: 'USDC' },
    chain,
  })
  const charge = chargeOf({ nonce: nonce('d7'), validBeforeS: NOW_S + 36_000 })
  const gate = ledger.gate({ facilitator, chain, timers, admission, reconcileWindowMs: 60_000 })
  await expectCode(gate.charge(charge), 'SETTLEMENT_UNKNOWN')
  expect([timers.passedMs(), asked]).toEqual([9_000, 1])
})

it('a retry after a crash waits nine seconds too', async () => {
  const charge = chargeOf({ nonce: nonce('d8'), validBeforeS: NOW_S + 36_000 })
  const chain: Chain = { lookUp: () => new Promise(() => {}) }
  const settle = async () => ({ kind: 'unknown', reason: 'no answer' }) as const
  const killed = new Error('killed')
  const dies = ledger.gate({
    owner: 'dead',
    facilitator: scriptedFacilitator({ settle }).facilitator,
    // The process ends before it can end its lease.
    replaced: { endLease: () => new Promise(() => {}) },
    onStep: (step) => (step === 'settled' ? new Promise(() => {}) : undefined),
  })
  void dies.charge(charge).catch(() => killed)
  await vi.waitFor(async () =>
    expect((await ledger.claims.find(charge.presented.key))?.state).toBe('settling'),
  )
  const timers = hurried()
  const gate = ledger.gate({
    facilitator: scriptedFacilitator({ settle }).facilitator,
    chain,
    timers,
    isOwnerDead: (owner) => owner === 'dead',
    reconcileWindowMs: 60_000,
  })
  await expectCode(gate.charge(charge), 'SETTLEMENT_UNKNOWN')
  expect(timers.passedMs()).toBe(9_000)
})

it('a process that stops leaves a settlement durable and undecided, and answers its buyer immediately', async () => {
  const stopping = new AbortController()
  const asked = Promise.withResolvers<void>()
  const chain: Chain = {
    lookUp() {
      asked.resolve()
      return new Promise(() => {})
    },
  }
  const { facilitator } = scriptedFacilitator({
    settle: async () => ({ kind: 'unknown', reason: 'no answer' }),
  })
  const charge = chargeOf({ nonce: nonce('d9'), validBeforeS: NOW_S + 36_000 })
  const timers = hurried()
  const charging = ledger
    .gate({
      facilitator,
      chain,
      stopping: stopping.signal,
      timers: { ...timers, after: () => () => {} },
    })
    .charge(charge)
  await asked.promise
  stopping.abort()
  await expectCode(charging, 'SETTLEMENT_UNKNOWN')
  expect(timers.passedMs()).toBe(0)
  const row = await ledger.claims.find(charge.presented.key)
  expect([row?.state, Number(row?.lease_until_ms) <= ledger.clock.nowMs()]).toEqual([
    'settling',
    true,
  ])
})

it('a process that stops waits for no chain', async () => {
  const stopping = new AbortController()
  const asked = Promise.withResolvers<void>()
  const silent: Chain = {
    lookUp() {
      asked.resolve()
      return new Promise(() => {})
    },
  }
  const gate = ledger.gate({ chain: silent, stopping: stopping.signal })
  ledger.clock.advance(60_000)
  const reconciling = gate.reconcileExpired()
  await asked.promise
  stopping.abort()
  expect(await reconciling).toBe(0)
})

it('a balance is what the token says, and null of another chain or of one that is away', async () => {
  const held = (answers: Endpoint) => endpoint(answers).chain.readBalance?.(key.asset, key.payer)
  const answers = { eth_call: () => pad('0x186a0') }
  expect(await held({ answers })).toBe(100_000n)
  expect(await held({ answers, chainId: 1 })).toBeNull()
  expect(
    await held({
      answers: {
        eth_call: () => {
          throw new Error('away')
        },
      },
    }),
  ).toBeNull()
})
