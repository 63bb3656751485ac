import { readText } from 'ukintel-grant-reader'
import { expect, test } from 'vitest'
import { judgeEligibility } from './eligibility.ts'

test('a limit that does not bind all shows its failure, and the verdict stays uncertain', () => {
  const limit = 'Grants are usually for groups with an income of less than £50,000.'
  const verdict = judgeEligibility({
    criteria: readText(limit),
    complete: false,
    window: { state: 'open', detail: 'open' },
    declared: new Map([['annual_income', 60_000]]),
  })
  expect(verdict).toMatchObject({ band: 'uncertain', failed: [{ code: 'INCOME' }] })
  expect(verdict.flags).toContainEqual({ code: 'LIKELY_INELIGIBLE', detail: limit })
})
