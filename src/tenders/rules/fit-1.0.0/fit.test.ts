import { describe, expect, test } from 'vitest'
import { type AwardRecord, historySpan, summariseHistory } from '../../model/buyer-history.ts'
import { buyerHistory } from './factors.ts'
import { judgeCpv } from './fit.ts'

test.each([
  ['72000000', '72', 20, true],
  ['72200000', '7221', 16, false],
  ['72212000', '722', 24, false],
  ['72212100', '72212200', 24, false],
  ['72211000', '72213000', 20, false],
  ['72000000', '7221', 10, false],
  ['30000000', '30000000', 20, true],
  ['45000000', '72', 0, false],
])('%s against %s is worth %i', (code, prefix, points, broad) => {
  expect(judgeCpv({ cpv: [prefix] })(code)).toEqual({ points, broad })
})

describe('buyer history', () => {
  const award = (
    supplier: string,
    sme: boolean | null,
    division = '77',
    awardedOn = '2026-01-15',
  ): AwardRecord => ({
    awardedOn,
    divisions: [division],
    suppliers: [{ key: supplier, sme }],
  })

  test('awards in the division, spread over suppliers, share of SMEs', () => {
    const history = summariseHistory(
      [award('a', true), award('a', true), award('b', false), award('c', null, '45')],
      historySpan('2026-11-20'),
    )
    // Division 77: three awards (3 of 4), concentration (2/3)² + (1/3)² = 5/9 so 3 x 4/9; SMEs 2 of
    // 3 so 2 of 3.
    expect(buyerHistory(history, '77', true)).toBeCloseTo((10 * (3 + (3 * 4) / 9 + 2)) / 10)
    expect(buyerHistory(history, '77', false)).toBeCloseTo((10 * (3 + (3 * 4) / 9)) / 7)
    expect(buyerHistory(history, '90', false)).toBe(0)
  })
})
