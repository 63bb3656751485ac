import type { Criterion, Operator } from 'ukintel-grant-reader/criterion'
import { expect, test } from 'vitest'
import type { IndexedGrant } from '../../index/generation.ts'
import type { Declared } from '../../model/parameters.ts'
import { indicativeFunding } from './funding.ts'

const facts = { amounts: { min: 1000, max: 20_000, text: null } }
const share = (operator: Operator, value: number): Criterion => ({
  code: 'FUNDING_INTENSITY',
  requirement: `${operator} ${value}`,
  parameter: 'funding_intensity_pct',
  operator,
  value,
  unit: 'percent',
  span: { start: 0, end: 1 },
})
const funding = (criteria: Criterion[], declared: Record<string, Declared>) =>
  indicativeFunding(
    { facts, criteria } as unknown as IndexedGrant,
    new Map(Object.entries(declared)),
  )

test('is at most the share of the costs that the grant pays', () => {
  expect(funding([share('at_most', 50)], { project_cost: 12_001 })).toMatchObject({
    min: 1000,
    max: 6000,
    note: 'as the listing states it; at most 50 percent of the costs',
  })
})

test('is not bounded by the minimum share of a request', () => {
  const least = share('at_least', 10)
  expect(funding([least], { project_cost: 12_000 })).toMatchObject({
    max: 20_000,
    note: 'as the listing states it',
  })
  expect(funding([least, share('at_most', 50)], { project_cost: 12_000 })).toMatchObject({
    max: 6000,
  })
})

test('has no minimum above the requested amount', () => {
  expect(funding([], { amount_needed: 500 })).toMatchObject({
    min: null,
    max: 500,
    note: 'as the listing states it; at most the 500 GBP asked for',
  })
})
