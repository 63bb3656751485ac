/** Checks of a presented payment, one at a time, and the times that follow from its validity. */
import { describe, expect, it } from 'vitest'
import { computeUnsettledExpiryMs, findMismatch, isPastExpiry, parseSeconds } from './checks.ts'
import type { Presented } from './presented.ts'

const NOW_S = 1_795_000_000
const DAY_S = 86_400
const terms = {
  scheme: 'exact',
  network: 'eip155:84532',
  asset: `0x${'3'.repeat(40)}`,
  amount: '100000',
  payTo: `0x${'ab'.repeat(20)}`,
  maxTimeoutSeconds: 300,
  extra: { name: 'USDC', version: '2' },
} as const
const signed = {
  from: `0x${'1'.repeat(40)}`,
  to: terms.payTo,
  value: terms.amount,
  validAfter: '0',
  validBefore: String(NOW_S + 60),
}

function judged(accepted: object = {}, authorization: object = {}): string | null {
  const presented = {
    payload: { accepted: { ...terms, ...accepted } },
    authorization: { ...signed, ...authorization },
  } as unknown as Presented
  return findMismatch(presented, terms, NOW_S * 1000)
}

describe('a payment', () => {
  it('meets the terms it echoes and signs, however its addresses are written', () => {
    expect(judged()).toBeNull()
    expect(
      judged(
        { payTo: terms.payTo.toUpperCase().replace('0X', '0x') },
        { to: terms.payTo.toUpperCase().replace('0X', '0x') },
      ),
    ).toBeNull()
    expect(judged({ extra: { ...terms.extra, more: true } })).toBeNull()
    // As release 0.2.0 quoted it.
    expect(judged({ maxTimeoutSeconds: 60 })).toBeNull()
  })

  it.each([
    { scheme: 'upto' },
    { amount: '99999' },
    { payTo: `0x${'cd'.repeat(20)}` },
    { maxTimeoutSeconds: 61 },
    { maxTimeoutSeconds: 600 },
    { extra: { name: 'USDC', version: '1' } },
    { extra: undefined },
  ])('that echoes other terms in this alone is refused: %o', (accepted) => {
    expect(judged(accepted)).toBe('no_matching_payment_requirements')
  })

  it.each([
    [{ to: `0x${'cd'.repeat(20)}` }, 'invalid_exact_evm_recipient_mismatch'],
    [{ value: '99999' }, 'invalid_exact_evm_payload_authorization_value_mismatch'],
    [{ validBefore: String(NOW_S + 19) }, 'invalid_exact_evm_payload_authorization_valid_before'],
    [{ validBefore: String(NOW_S + 20) }, null],
    [{ validBefore: String(NOW_S + DAY_S) }, null],
    [
      { validBefore: String(NOW_S + DAY_S + 1) },
      expect.stringContaining('more than 24 hours ahead'),
    ],
    [{ validAfter: String(NOW_S - 1) }, null],
    [{ validAfter: String(NOW_S) }, 'invalid_exact_evm_payload_authorization_valid_after'],
  ])('that signs %o is judged by it: %s', (authorization, reason) => {
    expect(judged({}, authorization)).toEqual(reason)
  })
})

describe('an authorization', () => {
  it('can still land for a minute after it has expired, and no longer', () => {
    expect([isPastExpiry(NOW_S, NOW_S + 60), isPastExpiry(NOW_S, NOW_S + 61)]).toEqual([
      false,
      true,
    ])
  })

  it('that is good for ever ends where milliseconds are still exact, a day before the last of them', () => {
    const forEver = parseSeconds(String(2n ** 256n - 1n))
    const room = Number.MAX_SAFE_INTEGER - forEver * 1000
    expect(room).toBeGreaterThanOrEqual(DAY_S * 1000)
    expect(room).toBeLessThan((DAY_S + 1) * 1000)
  })

  it('that was not settled is remembered for a day after it has expired, and after two days at most', () => {
    expect(computeUnsettledExpiryMs(String(NOW_S + 60), NOW_S * 1000)).toBe(
      (NOW_S + 60 + DAY_S) * 1000,
    )
    expect(computeUnsettledExpiryMs(String(NOW_S + 30 * DAY_S), NOW_S * 1000)).toBe(
      (NOW_S + 2 * DAY_S) * 1000,
    )
  })
})
