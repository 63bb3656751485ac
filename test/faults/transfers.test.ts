/**
 * The reader of transfers against endpoints that limit requests or the number of blocks: it reads
 * every block once, and as wide as it may.
 */
import { custom, type Hex, HttpRequestError, numberToHex } from 'viem'
import { expect, it, vi } from 'vitest'
import { createTransferReader } from '../../src/payments/evm/transfers.ts'

const CHAIN_ID = 84_532
const NEWEST = 400_000

/** `refusal`: of a log query over so many blocks, as the so-manieth query. */
function reading(refusal: (blocks: number, query: number) => Error | null) {
  const asked: [from: number, to: number][] = []
  let queries = 0
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_chainId') return numberToHex(CHAIN_ID)
    if (method === 'eth_getBlockByNumber')
      return { number: (params as [Hex])[0], timestamp: '0x1', transactions: [] }
    if (method !== 'eth_getLogs') throw new Error(`${method} is not needed`)
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: Hex; toBlock: Hex }]
    const [from, to] = [Number(fromBlock), Number(toBlock)]
    queries += 1
    const error = refusal(to - from + 1, queries)
    if (error) throw error
    asked.push([from, to])
    return []
  }
  const transport = custom({ request }, { retryCount: 0 })
  const reader = createTransferReader({
    rpcUrls: ['http://127.0.0.1'],
    chainId: CHAIN_ID,
    asset: `0x${'3'.repeat(40)}`,
    transport,
  })
  return {
    asked,
    async readAll() {
      for await (const page of reader.pages([`0x${'2'.repeat(40)}`], 0n, BigInt(NEWEST)))
        expect(page.transfers).toEqual([])
      expect(asked.map(([from]) => from)).toEqual([
        0,
        ...asked.slice(0, -1).map(([, to]) => to + 1),
      ])
      expect(asked.at(-1)![1]).toBe(NEWEST)
    },
  }
}
const tooWide = (blocks: number, most: number) =>
  blocks > most ? Object.assign(new Error('range too wide'), { code: -32_602 }) : null
const widths = (asked: readonly [number, number][]) => asked.map(([from, to]) => to - from + 1)

it('a width that was refused once is tried again, so that a short trouble does not make all of it slow', async () => {
  const { asked, readAll } = reading((blocks, query) => (query < 5 ? tooWide(blocks, 100) : null))
  await readAll()
  expect(Math.max(...widths(asked))).toBe(9000)
  expect(asked.length).toBeLessThan(100)
})

it('an endpoint that stays narrow is seldom tried with more', async () => {
  let refused = 0
  const { asked, readAll } = reading((blocks) => {
    const error = tooWide(blocks, 2000)
    if (error) refused += 1
    return error
  })
  await readAll()
  expect(Math.max(...widths(asked))).toBe(2000)
  expect(refused).toBeLessThan(8)
})

it('a rate limit is waited for with the same number of blocks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const limit = new HttpRequestError({ url: 'http://127.0.0.1', status: 429 })
    const { asked, readAll } = reading((_, query) => (query === 3 || query === 4 ? limit : null))
    const read = readAll()
    await vi.runAllTimersAsync()
    await read
    expect(new Set(widths(asked).slice(0, -1))).toEqual(new Set([9000]))
  } finally {
    vi.useRealTimers()
  }
})
