import { HttpRequestError, RpcRequestError } from 'viem'
import { expect, it } from 'vitest'
import { isRateLimit, isTooWide, quoteProvider } from './rpc-words.ts'

const body = { method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: '0x2' }] }
const url = 'https://rpc.example/v2/a-secret-key-of-an-operator'
/** Errors as viem throws them: for 200 with an error, and for another status with one. */
const rpc = (code: number, message: string) =>
  new RpcRequestError({ body, url, error: { code, message } })
const http = (status: number, details: string) =>
  new HttpRequestError({ body, url, status, details })

it.each([
  ['Alchemy', rpc(429, 'Your app has exceeded its compute units per second capacity.')],
  ['Infura', rpc(-32_005, 'exceeded project rate limit')],
  ['Infura by day', rpc(-32_000, 'daily request count exceeded, request rate limited')],
  ['QuickNode', rpc(-32_007, '50/second request limit reached')],
  ['QuickNode, credits', rpc(-32_012, 'credits limited to 6000/sec')],
  ['Base', rpc(-32_016, 'over rate limit')],
  ['TheRPC', rpc(-32_029, 'slow down')],
  ['any', http(429, '')],
  ['any, with another status', http(403, 'Too Many Requests')],
  ['a rate that counts blocks', rpc(-32_016, 'too many blocks a second')],
])('%s limits our requests, and that says nothing of the width', (_, error) => {
  expect([isRateLimit(error), isTooWide(error)]).toEqual([true, false])
})

it.each([
  ['Infura', rpc(-32_005, 'query returned more than 10000 results')],
  ['Infura by range', rpc(-32_602, 'range 1000000 exceeds limit of 10000')],
  ['Tenderly', rpc(-32_602, 'range 9009594 is bigger than range limit 2000')],
  ['Alchemy', rpc(-32_600, 'You can make eth_getLogs requests with up to a 500 block range.')],
  ['QuickNode', http(413, '{"code":-32614,"message":"eth_getLogs is limited to a 10,000 range"}')],
  ['Morph', rpc(-32_000, 'block range is larger than max block range')],
  ['Moonbeam', rpc(-32_000, 'block range is too wide (maximum 1024)')],
])('%s refuses a query for its size', (_, error) => {
  expect([isRateLimit(error), isTooWide(error)]).toEqual([false, true])
})

it.each([rpc(-32_000, 'header not found'), rpc(-32_603, 'internal error'), new Error(''), null])(
  'another error is neither: %s',
  (error) => {
    expect([isRateLimit(error), isTooWide(error)]).toEqual([false, false])
  },
)

it('a quotation has the words of the provider, without addresses and keys', () => {
  expect(quoteProvider(rpc(-32_005, 'exceeded project rate limit'))).toBe(
    'exceeded project rate limit',
  )
  const said = 'project 0123456789abcdef0123456789abcdef is limited, see https://x.example/k?key=1'
  expect(quoteProvider(rpc(-32_005, said))).toBe('project … is limited, see …')
  expect(quoteProvider(new Error(''))).toBe('it gave no words')
})
