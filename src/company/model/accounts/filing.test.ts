import type { FiledAccounts } from 'ukintel-ixbrl'
import { describe, expect, it } from 'vitest'
import { believePeriods, PDF_ONLY, readContent } from './filing.ts'

const figure = {
  value: '1',
  status: 'stated',
  source: { concept: 'Equity', context: 'e', decimals: '0', scale: 0, sign: null, raw: '1' },
} as const
const accounts = (...companyNumbers: string[]): FiledAccounts => ({
  format: 'ixbrl',
  companyNumbers,
  dormant: null,
  periods: [
    {
      scope: 'company',
      start: null,
      end: '2024-12-31',
      months: null,
      currency: 'GBP',
      figures: { equity: figure },
    },
  ],
  faults: [],
})

describe('the number that a filing of a company states', () => {
  it.each([
    ['01234567', '07654321', '07654321'],
    ['01234567', '7654321', '07654321'],
    ['SC123456', '00123457', '00123457'],
    ['SC123456', 'SC123457', 'SC123457'],
    ['00123456', 'SC123456', 'SC123456'],
  ])('of %s is not %s', (number, stated, shown) => {
    expect(readContent(accounts(stated), number)).toMatchObject({
      status: 'unreadable',
      reason: `the filing states the number of another company, ${shown}`,
      accounts: null,
    })
  })

  it.each([
    ['01234567', '01234567'],
    ['01234567', '1234567'],
    ['01234567', ' 0123 4567 '],
    ['SC123456', 'sc 123456'],
    ['SC123456', '123456'],
    // No number that can be read makes no claim.
    ['01234567', ''],
    ['01234567', 'Registered number: 07654321 (England and Wales)'],
    ['01234567', '1234'],
  ])('of %s may be written %j, and is not stored', (number, stated) => {
    const { companyNumbers: _, ...stored } = accounts(stated)
    expect(readContent(accounts(stated), number)).toEqual({
      format: 'ixbrl',
      status: 'read',
      reason: null,
      accounts: stored,
    })
  })
})

describe('figures that are dated before the day to which a filing is made up', () => {
  const content = readContent(accounts(), '01234567')

  it.each(['2024-12-24', '2024-12-31', '2025-01-07', '2023-12-31', null])(
    'are believed where the register says %s',
    (madeUpTo) => {
      expect(believePeriods(content, madeUpTo)).toBe(content)
    },
  )

  it.each(['2025-01-08', '2025-12-31'])('are of no known day where it says %s', (madeUpTo) => {
    expect(believePeriods(content, madeUpTo)).toEqual({
      format: 'ixbrl',
      status: 'unreadable',
      reason: `made up to ${madeUpTo}, and its newest figures are dated 2024-12-31`,
      accounts: null,
    })
  })

  it('leave a filing without figures as it is', () => {
    expect(believePeriods(PDF_ONLY, '2025-12-31')).toBe(PDF_ONLY)
  })
})
