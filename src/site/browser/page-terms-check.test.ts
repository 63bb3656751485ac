import { describe, expect, it } from 'vitest'
import type { PaymentTerms } from '../../../packages/client/src/generated/operations.ts'
import type { PageTerms } from './page-terms.ts'
import { findDifference } from './page-terms-check.ts'

const page = {
  network: 'eip155:84532',
  asset: '0xAbCd',
  assetName: 'USDC',
  payTo: '0x1234',
  publicUrl: 'https://shop.example',
  prices: { company_screen: { amount: '10000', most: 50 } },
} as never as PageTerms
const TARGET = '/v1/company/99000001'

interface Quoted {
  accepts: Record<string, unknown>[]
  resource: Record<string, unknown>
}
/** Compares terms as the page states them, with some replaced. */
function differ(
  change: Record<string, unknown> = {},
  { extra = {}, url = `https://shop.example${TARGET}`, count = 1 } = {},
  target = TARGET,
) {
  const terms = {
    scheme: 'exact',
    network: 'eip155:84532',
    asset: '0xABCD',
    payTo: '0x1234',
    amount: '10000',
    maxTimeoutSeconds: 60,
    extra: { name: 'USDC', version: '2', ...extra },
    ...change,
  }
  const quoted: Quoted = { accepts: Array.from({ length: count }, () => terms), resource: { url } }
  return findDifference(quoted as never as PaymentTerms, page, 'company_screen', target)
}

describe('terms before a wallet signs them', () => {
  it('are taken as the page states them, addresses in either case', () => {
    expect(differ()).toBeNull()
    expect(differ({ payTo: '0X1234' })).toBeNull()
  })

  it.each([
    ['kind of payment', { scheme: 'upto' }],
    ['network', { network: 'eip155:8453' }],
    ['token', { asset: '0xffff' }],
    ['recipient', { payTo: '0xffff' }],
  ])('are refused for another %s', (what, change) => {
    expect(differ(change)).toBe(what)
  })

  it('are refused for another name or version of the token, and another way of payment', () => {
    expect(differ({}, { extra: { name: 'USD Coin' } })).toBe('token')
    expect(differ({}, { extra: { version: '1' } })).toBe('token')
    expect(differ({}, { extra: { assetTransferMethod: 'permit2' } })).toBe('way of payment')
    expect(differ({}, { extra: { assetTransferMethod: 'eip3009' } })).toBeNull()
    expect([differ({}, { count: 0 }), differ({}, { count: 2 })]).toEqual([
      'kind of payment',
      'kind of payment',
    ])
  })

  it('are refused for an amount that is no multiple of the price, none, or more than it can be', () => {
    for (const amount of ['20000', '500000']) expect(differ({ amount })).toBeNull()
    for (const amount of ['0', '-10000', '15000', '510000', '1e4', '10000.0', ''])
      expect(differ({ amount })).toBe('amount')
  })

  it('are refused if a signature would be valid for more than ten minutes, or never', () => {
    for (const maxTimeoutSeconds of [1, 300]) expect(differ({ maxTimeoutSeconds })).toBeNull()
    for (const maxTimeoutSeconds of [0, 601, -1, Number.NaN])
      expect(differ({ maxTimeoutSeconds })).toBe('expiry')
  })

  it('are refused for another address; a long one is quoted without its query', () => {
    expect(differ({}, { url: `https://other.example${TARGET}` })).toBe('address')
    const at = (length: number) => `/v1/tenders?q=${'x'.repeat(length - 34)}`
    expect(differ({}, { url: `https://shop.example${at(140)}` }, at(140))).toBeNull()
    expect(differ({}, { url: 'https://shop.example/v1/tenders' }, at(141))).toBeNull()
    expect(differ({}, { url: `https://shop.example${at(141)}` }, at(141))).toBe('address')
  })
})
