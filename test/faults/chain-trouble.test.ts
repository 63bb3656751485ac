/** Chain endpoints that hang, answer for another chain, or answer about few blocks at a time: nobody waits long, and nothing is concluded wrongly. */
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
import { expect, it } from 'vitest'
import type { Timers } from '../../src/kernel/timers.ts'
import { type Chain, createChain } from '../../src/payments/evm/chain.ts'
import { bareLedger, chargeOf, NOW_S, nonce, requirements, scriptedFacilitator, TX } from '../support/bare-gate.ts'

const ledger = await bareLedger()
const CHAIN_ID = 84_532
const abi = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const { key } = chargeOf({ nonce: nonce('d1') }).presented
const wanted = { key, payTo: requirements.payTo, amountAtomic: requirements.amount, createdMs: (NOW_S - 3600) * 1000 }

interface Endpoint {
  chainId?: number
  newest?: number
  /** The block in which the payment landed; null: in none. */
  paidAt?: number | null
  /** Blocks of one log query. */
  range?: number
  /** How far back states are kept. */
  states?: number
  /** Instead of what it would answer, by method. */
  answers?: Readonly<Record<string, () => unknown>>
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
  logOf(token, encodeEventTopics({ abi, eventName: 'AuthorizationUsed', args: { authorizer: payer as Hex, nonce: nonce as Hex } }), '0x')
const moved = ({ token = key.asset, payer = key.payer, to = requirements.payTo, amount = requirements.amount }: Event = {}) =>
  logOf(
    token,
    encodeEventTopics({ abi, eventName: 'Transfer', args: { from: payer as Hex, to: to as Hex } }),
    encodeAbiParameters([{ type: 'uint256' }], [BigInt(amount)]),
  )
const mined = (logs: readonly ReturnType<typeof logOf>[], block: number) =>
  logs.map((log, index) => ({
    ...log,
    ...{ blockHash: pad('0x1'), blockNumber: numberToHex(block), transactionHash: TX, transactionIndex: '0x0' },
    ...{ logIndex: numberToHex(index), removed: false },
  }))
const receiptOf = (logs: readonly ReturnType<typeof logOf>[], block: number, status: Hex = '0x1') => ({
  ...{ transactionHash: TX, transactionIndex: '0x0', blockNumber: numberToHex(block), blockHash: pad('0x1'), status, type: '0x2' },
  ...{ logs: mined(logs, block), gasUsed: '0x1', cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1' },
})

/** An endpoint over a chain in which this one payment may have landed. */
function endpoint({
  chainId = CHAIN_ID,
  newest = 50_000,
  paidAt = null,
  range = 10_000,
  states = Number.POSITIVE_INFINITY,
  answers: instead = {},
}: Endpoint) {
  const calls: string[] = []
  /** Blocks of each log query, without its repetition for the other event. */
  const asked: string[] = []
  const answers: Record<string, (params: never) => unknown> = {
    eth_chainId: () => numberToHex(chainId),
    eth_blockNumber: () => numberToHex(newest),
    eth_getBlockByNumber: () => ({ number: numberToHex(newest), timestamp: numberToHex(NOW_S), transactions: [] }),
    eth_call([, block]: [unknown, Hex]) {
      if (newest - Number(block) > states) throw Object.assign(new Error('missing trie node'), { code: -32_000 })
      return pad(paidAt !== null && Number(block) >= paidAt ? '0x1' : '0x0')
    },
    eth_getLogs([{ fromBlock, toBlock, topics }]: [{ fromBlock: Hex; toBlock: Hex; topics: Hex[] }]) {
      const [from, to] = [Number(fromBlock), Number(toBlock)]
      if (asked.at(-1) !== `${from} to ${to}`) asked.push(`${from} to ${to}`)
      if (from > to || to > newest) throw Object.assign(new Error('there are no such blocks'), { code: -32_602 })
      if (to - from + 1 > range) throw Object.assign(new Error(`ranges over ${range} blocks are not supported`), { code: -32_005 })
      const isUse = topics[0] === keccak256(toHex('AuthorizationUsed(address,bytes32)'))
      return isUse && paidAt !== null && from <= paidAt && paidAt <= to ? mined([used()], paidAt) : []
    },
    eth_getTransactionReceipt: () => (paidAt === null ? null : receiptOf([used(), moved()], paidAt)),
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
  return { calls, asked, chain: createChain('http://127.0.0.1', CHAIN_ID, transport) }
}

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
  const { chain, calls } = endpoint({ newest: 90_000, paidAt: 90_000 - 43_195, range: 10, states: 5 })
  await chain.probe?.(key.asset)
  const yesterday = { ...wanted, createdMs: (NOW_S - 86_400) * 1000, validBeforeS: NOW_S - 86_340 }
  expect(await chain.lookUp(yesterday, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
  expect(calls.length).toBeLessThan(150)
})

it('one that turns out to be narrow in the middle of a search is asked for old states again, not page by page', async () => {
  const { chain, calls } = endpoint({ newest: 90_000, paidAt: 90_000 - 20_000, range: 10 })
  const longAgo = { ...wanted, createdMs: (NOW_S - 86_400) * 1000 }
  expect(await chain.lookUp(longAgo, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
  expect(calls.length).toBeLessThan(80)
})
it('one that answers about ten blocks only is told to the operator, a wide one is not', async () => {
  const narrow = endpoint({ range: 10 })
  await narrow.chain.probe?.(key.asset)
  expect(narrow.chain.trouble?.()).toMatch(/10 blocks/)
  const wide = endpoint({})
  await wide.chain.probe?.(key.asset)
  expect(wide.chain.trouble?.()).toBeNull()
})

it('one of another chain says nothing of our payments, whatever it answers, and is told to the operator', async () => {
  const { chain } = endpoint({ chainId: 1, paidAt: null })
  expect(await chain.lookUp(wanted, NOW_S * 1000)).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('chain 1') })
  await chain.probe?.(key.asset)
  expect(chain.trouble?.()).toMatch(/chain 1, not for 84532/)
})

it('one that comes to answer for another chain is found out when it is asked the next time', async () => {
  let chainId = CHAIN_ID
  const { chain } = endpoint({ answers: { eth_chainId: () => numberToHex(chainId) } })
  await chain.probe?.(key.asset)
  expect(chain.trouble?.()).toBeNull()
  chainId = 1
  await chain.probe?.(key.asset)
  expect(chain.trouble?.()).toMatch(/chain 1, not for 84532/)
})

it('one that refuses every log query is told to the operator as it says itself, and one that is silent is asked once', async () => {
  for (const [error, queries] of [
    [Object.assign(new Error('no logs here'), { code: -32_601 }), 6],
    [new HttpRequestError({ url: 'http://127.0.0.1', status: 503 }), 1],
  ] as const) {
    let asked = 0
    const eth_getLogs = () => {
      asked += 1
      // Nobody asks so often.
      if (asked > 20) return []
      throw error
    }
    const { chain } = endpoint({ answers: { eth_getLogs } })
    await chain.probe?.(key.asset)
    expect([asked, chain.trouble?.()]).toEqual([queries, expect.not.stringContaining('blocks at most')])
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
])('where a payment that was presented %s can be is looked through whole, and nothing else', async (_, when, blocks) => {
  const { chain, asked } = endpoint({ answers: usedSomewhere, range: 100_000 })
  const finding = await chain.lookUp({ ...wanted, ...when }, NOW_S * 1000)
  expect(finding).toEqual({ kind: 'unknown', reason: 'the nonce is used but its transaction was not found' })
  expect(asked).toEqual(blocks)
})

it.each([
  ['a young chain', { newest: 900, paidAt: 3 }, {}],
  ['a chain whose blocks came more slowly than they should', { newest: 50_000, paidAt: 49_990 }, { validBeforeS: NOW_S - 200 }],
  [
    'a clock of ours far behind that of the chain',
    { newest: 50_000, paidAt: 49_900 },
    { createdMs: NOW_S * 1000, validBeforeS: NOW_S - 3600 },
  ],
])('a payment is found on %s', async (_, at, when) => {
  expect(await endpoint(at).chain.lookUp({ ...wanted, ...when }, NOW_S * 1000)).toEqual({ kind: 'settled', txHash: TX })
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
])('a payment of another %s in the same transaction is neither taken for ours nor hides it', async (_, other) => {
  expect(await confirmed([used(other), moved(other), used(), moved()])).toMatchObject({ kind: 'paid' })
  expect(await confirmed([used(other), moved()])).toMatchObject({ kind: 'absent' })
})

it('a recorded transaction that failed, moved something else, or is not there did not pay', async () => {
  expect(await confirmed([used(), moved()], 100, '0x0')).toMatchObject({ kind: 'absent' })
  expect(await confirmed([used(), moved({ amount: '1' })])).toMatchObject({ kind: 'absent' })
  expect(await confirmed([used(), moved({ to: OTHER })])).toMatchObject({ kind: 'absent' })
  expect(await confirmed([moved()])).toMatchObject({ kind: 'absent' })
  expect(await confirming({ eth_getTransactionReceipt: () => null })).toEqual({ kind: 'absent', blockTimeS: NOW_S })
})

it('of a recorded transaction nothing is concluded from an endpoint that refuses, breaks, or answers for another chain', async () => {
  const failing = (error: Error) => ({
    eth_getTransactionReceipt() {
      throw error
    },
  })
  await expect(confirming(failing(Object.assign(new Error('too many requests'), { code: -32_005 })))).rejects.toThrow()
  await expect(confirming(failing(new HttpRequestError({ url: 'http://127.0.0.1', status: 503 })))).rejects.toThrow()
  await expect(confirming({ eth_getTransactionReceipt: () => null }, 1)).rejects.toThrow(/chain 1, not for 84532/)
})

it.each([
  ['0x6001', true],
  ['0x', false],
])('an address whose code is %s is a contract: %s', async (code, isContract) => {
  expect(await endpoint({ answers: { eth_getCode: () => code } }).chain.isContract?.(key.payer)).toBe(isContract)
})

/** Time passes only where somebody waits for it. */
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

it('a chain that never answers costs a buyer ten seconds in all, also when he repeats and his identifier asks for it too', async () => {
  const silent: Chain = { lookUp: () => new Promise(() => {}) }
  const { facilitator } = scriptedFacilitator({ settle: async () => ({ kind: 'unknown', reason: 'no answer' }) })
  const charge = chargeOf({ nonce: nonce('d2'), paymentId: 'one_purchase_only', validBeforeS: NOW_S + 3600 })
  for (const presented of [charge, charge, chargeOf({ nonce: nonce('d3'), paymentId: 'one_purchase_only', validBeforeS: NOW_S + 3600 })]) {
    const timers = hurried()
    const gate = ledger.gate({ facilitator, chain: silent, timers, reconcileWindowMs: 60_000 })
    await expect(gate.charge(presented)).rejects.toMatchObject({ code: 'SETTLEMENT_UNKNOWN' })
    expect(timers.passedMs()).toBe(10_000)
  }
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
  const held = (answers: Endpoint) => endpoint(answers).chain.balanceOf?.(key.asset, key.payer)
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
