import { describe, expect, it } from 'vitest'
import { judgeOutcome, judgeToolOutcome } from './outcome.ts'

const REPEATED = [
  'SETTLEMENT_UNKNOWN',
  'PAYMENT_IN_FLIGHT',
  'FACILITATOR_UNAVAILABLE',
  'STORE_UNAVAILABLE',
  'OVERLOADED',
  'SHUTTING_DOWN',
]

describe('the outcome of a payment over MCP', () => {
  const refused = (structuredContent: object) =>
    judgeToolOutcome({ isError: true, structuredContent })

  it('is open for a code that requests a repetition, even if nothing is charged yet', () => {
    for (const code of REPEATED) expect(refused({ code, charged: false })).toBe('open')
  })

  it('is open for an error that does not say whether it charged', () => {
    expect(refused({ code: 'INTERNAL' })).toBe('open')
    expect(judgeToolOutcome({ isError: true })).toBe('open')
  })

  it('is unpaid for an error that charged nothing, a request for payment and a free answer', () => {
    expect(refused({ code: 'SUBJECT_NOT_FOUND', charged: false })).toBe('unpaid')
    expect(refused({ x402Version: 2 })).toBe('unpaid')
    expect(judgeToolOutcome({ structuredContent: { cost: { amount: '0' } } })).toBe('unpaid')
  })

  it('is an answer otherwise', () => {
    expect(judgeToolOutcome({ structuredContent: { cost: { amount: '10000' } } })).toBe('answered')
    expect(judgeToolOutcome({})).toBe('answered')
  })
})

describe('the outcome of a payment over HTTP', () => {
  const judge = (status: number, body: object = {}) =>
    judgeOutcome({ status, text: JSON.stringify(body) })

  it('is open for a code that requests a repetition and for a time-out', () => {
    for (const code of REPEATED) expect(judge(503, { code, charged: false })).toBe('open')
    expect([judge(402, { code: 'PAYMENT_IN_FLIGHT' }), judge(408), judge(425)]).toEqual([
      'open',
      'open',
      'open',
    ])
  })

  it('is open for a 5xx or a redirect, unless it says that nothing was charged', () => {
    expect([judge(500), judge(502), judge(302)]).toEqual(['open', 'open', 'open'])
    expect(judge(500, { charged: false })).toBe('unpaid')
    expect(judgeOutcome({ status: 502, text: '<html>' })).toBe('open')
  })

  it('is unpaid for 204 and other 4xx, an answer for other 2xx', () => {
    expect([judge(204), judge(400), judge(499)]).toEqual(['unpaid', 'unpaid', 'unpaid'])
    expect([judge(200), judge(299)]).toEqual(['answered', 'answered'])
  })
})
