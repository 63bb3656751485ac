import { describe, expect, it } from 'vitest'
import { encodeHeader } from '../../packages/client/src/codec.ts'
import {
  isRepeatable,
  judgePayment,
  type PaymentReply,
  paymentReply,
  refusalSentence,
} from '../../packages/client/src/outcome.ts'
import { ERROR_CATALOGUE, type ErrorCode } from '../../src/platform/errors.ts'

const NETWORK = 'eip155:84532'
const FROM = '0xAbCd000000000000000000000000000000000001'
const header = (maxTimeoutSeconds = 300) =>
  encodeHeader({
    accepted: { network: NETWORK, maxTimeoutSeconds },
    payload: { authorization: { from: FROM } },
  })
const CODES = Object.keys(ERROR_CATALOGUE) as ErrorCode[]
const problem = (code: string, more: object = {}, status = 503) => ({
  type: `https://seller.example/docs/errors#${code.toLowerCase()}`,
  status,
  code,
  request_id: 'req_1a',
  ...more,
})
const refusal = (more: object) => ({
  x402Version: 2,
  error: 'insufficient_funds',
  accepts: [],
  extensions: { refusal: { repeatable: true, hint: 'Fill it.', ...more } },
})
const receipt = { success: true, network: NETWORK, transaction: '0x1', payer: FROM.toLowerCase() }

function http(status: number, body: unknown, headers: Record<string, string> = {}): PaymentReply {
  const isOurs = typeof body === 'object' && body !== null && 'code' in body
  const type = isOurs ? 'application/problem+json; charset=utf-8' : 'application/json'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return paymentReply(status, new Headers({ 'content-type': type, ...headers }), text)
}
const judge = (...args: Parameters<typeof http>) => judgePayment(http(...args), header())
const RECEIVED = { 'payment-response': encodeHeader(receipt) }

describe('a payment is over', () => {
  it('with an answer whose receipt names it', () => {
    expect(judge(200, { result: 1 }, RECEIVED)).toBe('answered')
    const { payer: _, ...unnamed } = receipt
    expect(judge(201, 'sold', { 'payment-response': encodeHeader(unnamed) })).toBe('answered')
  })

  it('with the service’s 204, and with an answer that says that it cost nothing', () => {
    const ours = { 'next-cursor': 'abc', 'x-request-id': 'req_1' }
    expect(judge(204, '', ours)).toBe('unpaid')
    expect(judge(200, { result: {}, cost: { amount: '0' } })).toBe('unpaid')
  })

  it.each(CODES)('with %s and `charged: false`, over HTTP and MCP', (code) => {
    const expected = code === 'PAYMENT_REUSED' ? 'reused' : 'unpaid'
    expect(judge(503, problem(code, { charged: false }))).toBe(expected)
    const tool = { ok: false, isProblem: true, isNothingNew: false, receipt: undefined }
    expect(judgePayment({ ...tool, body: problem(code, { charged: false }) }, header())).toBe(
      expected,
    )
  })

  it('with PAYMENT_REUSED, whatever that says of a charge', () => {
    for (const charged of [true, false, null])
      expect(judge(409, problem('PAYMENT_REUSED', { charged }, 409))).toBe('reused')
  })

  it('with a refusal that says that nothing was charged', () => {
    expect(judge(402, refusal({ charged: false }))).toBe('unpaid')
  })
})

describe('a payment stays open', () => {
  const STATUSES = Array.from({ length: 105 }, (_, index) => 400 + index)

  it.each([
    ['a page', '<html><h1>No</h1></html>', {}],
    ['nothing', '', {}],
    ['a proxy’s problem', { type: 'about:blank', code: 'FORBIDDEN', charged: false }, {}],
    ['JSON of another kind', { error: 'forbidden', charged: false }, {}],
    ['terms without a word about the payment', { x402Version: 2, accepts: [] }, {}],
    ['a receipt of an error', {}, RECEIVED],
  ])('with each status from 400 to 504 and %s', (_, body, headers) => {
    const wrong = STATUSES.filter((status) => judge(status, body, headers) !== 'open')
    expect(wrong).toEqual([])
  })

  it('with a redirect, a 2xx without its receipt, a 204 that is not the service’s', () => {
    expect(judge(302, '')).toBe('open')
    expect(judge(200, '<html>Sign in to this network</html>')).toBe('open')
    expect(judge(200, { result: 1, cost: { amount: '0.10' } })).toBe('open')
    expect(judge(204, '')).toBe('open')
    expect(judge(204, '', { 'next-cursor': 'abc' })).toBe('open')
  })

  it.each([
    ['another payer', { payer: '0x1111111111111111111111111111111111111111' }],
    ['another network', { network: 'eip155:8453' }],
    ['a failed settlement', { success: false }],
  ])('with an answer whose receipt states %s', (_, change) => {
    const header = encodeHeader({ ...receipt, ...change })
    expect(judge(200, { result: 1 }, { 'payment-response': header })).toBe('open')
  })

  it.each(CODES.filter((code) => code !== 'PAYMENT_REUSED'))(
    'with %s that does not say `charged: false`',
    (code) => {
      for (const more of [{ charged: null }, { charged: true }, {}])
        expect(judge(503, problem(code, more))).toBe('open')
    },
  )

  it('with a problem whose status, type, request or media type is not the service’s', () => {
    const ours = problem('SUBJECT_NOT_FOUND', { charged: false }, 404)
    expect(judge(404, ours)).toBe('unpaid')
    expect(judge(403, ours)).toBe('open')
    expect(judge(404, { ...ours, type: 'about:blank' })).toBe('open')
    expect(judge(404, { ...ours, request_id: undefined })).toBe('open')
    expect(judge(404, ours, { 'content-type': 'application/json' })).toBe('open')
  })

  it('with a refusal of 0.2.0, and one that does not know', () => {
    for (const more of [{}, { charged: null }, { charged: true }])
      expect(judge(402, refusal(more))).toBe('open')
  })
})

it('believes `charged: false` of 0.2.0 only with a code that follows a look into the ledger', () => {
  const believed = CODES.filter(
    (code) => judgePayment(http(503, problem(code, { charged: false })), header(60)) === 'unpaid',
  )
  expect(believed.sort()).toEqual([
    'ACCOUNTS_NOT_READABLE',
    'FUNDER_AMBIGUOUS',
    'ROWS_CHANGED',
    'SUBJECT_NOT_FOUND',
    'UPSTREAM_NOT_CONFIGURED',
    'UPSTREAM_UNAVAILABLE',
  ])
})

it('repeats a payment that is open or may be retried, and none that was delivered', () => {
  expect(isRepeatable(http(502, ''), 'open')).toBe(true)
  expect(isRepeatable(http(200, ''), 'open')).toBe(false)
  expect(isRepeatable(http(503, problem('OVERLOADED')), 'unpaid')).toBe(true)
  expect(isRepeatable(http(404, problem('SUBJECT_NOT_FOUND')), 'unpaid')).toBe(false)
})

it('gives the reason of a refusal in a sentence', () => {
  const more = { field: 'amount', sent: '1', wanted: '100000', hint: 'Sign again.' }
  expect(refusalSentence(refusal(more))).toBe(
    'the payment was refused: insufficient_funds (amount was 1, wanted 100000). Sign again. the same payment may be sent again.',
  )
  expect(refusalSentence({ error: 'wrong' })).toBe('the payment was refused: wrong')
  expect(refusalSentence('<html>')).toBeNull()
})
