/** Chain endpoints that hang, answer for another chain, or answer about few blocks at a time: nobody waits long, and nothing is concluded wrongly. */
import { custom, encodeAbiParameters, encodeEventTopics, type Hex, keccak256, numberToHex, pad, parseAbi, toHex } from 'viem'
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
}

/** An endpoint over a chain in which this one payment may have landed. */
function endpoint({ chainId = CHAIN_ID, newest = 50_000, paidAt = null, range = 10_000, states = Number.POSITIVE_INFINITY }: Endpoint) {
  const calls: string[] = []
  const log = (index: number, topics: unknown, data: Hex) => ({
    ...{ address: key.asset, blockHash: pad('0x1'), blockNumber: numberToHex(paidAt ?? 0), transactionHash: TX, transactionIndex: '0x0' },
    ...{ logIndex: numberToHex(index), removed: false, topics, data },
  })
  const used = () =>
    log(
      0,
      encodeEventTopics({ abi, eventName: 'AuthorizationUsed', args: { authorizer: key.payer as Hex, nonce: key.nonce as Hex } }),
      '0x',
    )
  const moved = () =>
    log(
      1,
      encodeEventTopics({ abi, eventName: 'Transfer', args: { from: key.payer as Hex, to: requirements.payTo } }),
      encodeAbiParameters([{ type: 'uint256' }], [BigInt(requirements.amount)]),
    )
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
      if (to - from + 1 > range) throw Object.assign(new Error(`ranges over ${range} blocks are not supported`), { code: -32_005 })
      const isUse = topics[0] === keccak256(toHex('AuthorizationUsed(address,bytes32)'))
      return isUse && paidAt !== null && from <= paidAt && paidAt <= to ? [used()] : []
    },
    eth_getTransactionReceipt: () =>
      paidAt === null
        ? null
        : {
            transactionHash: TX,
            blockNumber: numberToHex(paidAt),
            blockHash: pad('0x1'),
            status: '0x1',
            logs: [used(), moved()],
            type: '0x2',
            gasUsed: '0x1',
            cumulativeGasUsed: '0x1',
            effectiveGasPrice: '0x1',
            transactionIndex: '0x0',
          },
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
  return { calls, chain: createChain('http://127.0.0.1', CHAIN_ID, transport) }
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
