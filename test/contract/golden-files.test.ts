/** The golden files of the rules in force show what they are there to show. */
import { CODES } from 'ukintel-grant-reader/criterion'
import { expect, test } from 'vitest'
import { VERDICT } from '../../src/company/rules/published.ts'
import { ELIGIBILITY } from '../../src/grants/rules/published.ts'
import { FIT } from '../../src/tenders/rules/published.ts'
import { ELIGIBILITY_GOLDEN, FIT_GOLDEN, readGolden, VERDICT_GOLDEN } from '../support/golden.ts'

test('verdict: every rule fired and clear, every outcome and every band', () => {
  const { rules, bands } = VERDICT.current.table
  const judgements = readGolden(VERDICT_GOLDEN, VERDICT.current).flatMap(
    (each) => each.judgements ?? [],
  )
  const outcomes = judgements.flatMap(({ evaluation }) =>
    evaluation.rules.map(({ code, outcome }) => `${code} ${outcome}`),
  )
  for (const { code } of rules)
    expect(outcomes).toEqual(expect.arrayContaining([`${code} fired`, `${code} clear`]))
  expect(new Set(outcomes.map((each) => each.split(' ')[1]))).toEqual(
    new Set(['fired', 'clear', 'not_applicable', 'unavailable']),
  )
  expect(new Set(judgements.map(({ band }) => band))).toEqual(
    new Set(bands.map(({ band }) => band)),
  )
})

test('eligibility: every code, every outcome and every band', () => {
  const golden = readGolden(ELIGIBILITY_GOLDEN, ELIGIBILITY.current)
  const judgements = golden.flatMap(({ questions }) => questions.map(({ judgement }) => judgement!))
  const codes = new Set(golden.flatMap(({ criteria }) => criteria.map(({ code }) => code)))
  expect(Object.keys(CODES).filter((code) => !codes.has(code as never))).toEqual([])
  expect(new Set(judgements.map(({ band }) => band))).toEqual(
    new Set(['eligible', 'uncertain', 'ineligible']),
  )
  expect(new Set(judgements.flatMap(({ criteria }) => criteria.map(({ pass }) => pass)))).toEqual(
    new Set(['pass', 'fail', 'undeclared']),
  )
})

test('fit: every cap, flag and band, no match, and factors from nothing to full', () => {
  const golden = readGolden(FIT_GOLDEN, FIT.current)
  const fits = golden.flatMap(({ fit }) => fit ?? [])
  const flags = fits.flatMap((fit) => fit.flags)
  for (const { effect } of FIT.current.table.rules)
    if (effect !== null && 'cap' in effect)
      expect(flags.map(({ detail }) => detail.slice(-22))).toContainEqual(
        expect.stringMatching(`score capped at ${effect.cap}$`),
      )
  expect([...new Set(flags.map(({ code }) => code))].sort()).toEqual([
    'BUYER_HISTORY_NONE',
    'CAP_BROAD_CPV',
    'CAP_EXCLUDED',
    'CAP_REGION',
    'CAP_REGION_ADJACENT',
    'CAP_RELEVANCE',
    'CAP_UNSPECIFIC',
    'CERTIFICATION_MENTIONED',
    'CERTIFICATION_REQUIRED',
    'CPV_NOT_STATED',
    'DEADLINE_CORRECTED',
    'DEADLINE_DATE_ONLY',
    'DEADLINE_NOT_STATED',
    'DEADLINE_UNDER_5_WORKING_DAYS',
    'FRAMEWORK',
    'REGION_NOT_STATED',
    'UK_WIDE',
    'VALUE_NOT_STATED',
    'VALUE_WITH_TAX',
  ])
  expect(new Set(fits.map(({ band }) => band))).toEqual(new Set(['strong', 'possible', 'weak']))
  expect(fits.length).toBeLessThan(golden.length)
  for (const [factor, points] of Object.entries({
    relevance: [40],
    value: [0, 10, 20],
    geography: [0, 4, 7, 8, 10, 11, 15],
    timeline: [0, 7, 12, 15],
    history: [0, 4, 5, 8, 10],
  }))
    expect(fits.map((fit) => fit[factor as 'relevance'])).toEqual(expect.arrayContaining(points))
})
