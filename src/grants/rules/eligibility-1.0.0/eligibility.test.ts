import fc from 'fast-check'
import type { Criterion } from 'ukintel-grant-reader/criterion'
import { describe, expect, test } from 'vitest'
import type { Declared } from '../../model/parameters.ts'
import type { Question } from '../version.ts'
import { judgeEligibility } from './eligibility.ts'

const criterion = (members: Partial<Criterion>): Criterion => ({
  code: 'INCOME',
  requirement: 'the words',
  parameter: 'annual_income',
  operator: 'less_than',
  value: 250000,
  unit: 'GBP',
  span: null,
  ...members,
})
const OPEN: Question['window'] = { state: 'open', detail: 'open' }
const judge = (
  criteria: Criterion[],
  declared: Record<string, Declared> = {},
  more: Partial<Question> = {},
) =>
  judgeEligibility({
    criteria,
    complete: true,
    window: OPEN,
    declared: new Map(Object.entries(declared)),
    ...more,
  })
const decided = (one: Criterion, declared: Record<string, Declared>) =>
  judge([one], declared).criteria[0]!.pass

describe('operators', () => {
  test.each<[string, Partial<Criterion>, Declared, string]>([
    ['less_than is strict', { operator: 'less_than', value: 50 }, 50, 'fail'],
    ['at_most is not', { operator: 'at_most', value: 50 }, 50, 'pass'],
    ['more_than is strict', { operator: 'more_than', value: 50 }, 50, 'fail'],
    ['at_least is not', { operator: 'at_least', value: 50 }, 50, 'pass'],
    ['between takes its lower end', { operator: 'between', value: { min: 5, max: 9 } }, 5, 'pass'],
    ['between takes its upper end', { operator: 'between', value: { min: 5, max: 9 } }, 9, 'pass'],
    ['between refuses above', { operator: 'between', value: { min: 5, max: 9 } }, 9.5, 'fail'],
    [
      'none_of',
      { operator: 'none_of', value: ['individual'], parameter: 'org_type' },
      'individual',
      'fail',
    ],
    [
      'one of several registers',
      { operator: 'one_of', value: ['vat', 'companies_house'], parameter: 'registration' },
      'oscr,vat',
      'pass',
    ],
    [
      'not_after the day itself',
      { operator: 'not_after', value: '2026-03-31', parameter: 'project_end' },
      '2026-03-31',
      'pass',
    ],
    [
      'not_before',
      { operator: 'not_before', value: '2026-03-31', parameter: 'project_start' },
      '2026-03-30',
      'fail',
    ],
    ['is false', { operator: 'is', value: false, parameter: 'work_started' }, true, 'fail'],
  ])('%s', (_, members, value, pass) => {
    const one = criterion(members)
    expect(decided(one, { [one.parameter]: value })).toBe(pass)
  })

  const table = criterion({
    code: 'PROJECT_COST',
    parameter: 'project_cost',
    operator: 'between_by_duration',
    value: [
      { min_months: 6, max_months: 18, min: 25000, max: 500000 },
      { min_months: 19, max_months: 36, min: 25000, max: 2000000 },
    ],
  })

  test('a limit that depends on the length of the project requires the length', () => {
    const verdict = judge([table], { project_cost: 600000 })
    expect(verdict.criteria[0]!.pass).toBe('undeclared')
    expect(verdict.missing.map(({ parameter }) => parameter)).toEqual(['duration_months'])
    expect(decided(table, { project_cost: 600000, duration_months: 12 })).toBe('fail')
    expect(decided(table, { project_cost: 600000, duration_months: 24 })).toBe('pass')
    expect(decided(table, { project_cost: 600000, duration_months: 48 })).toBe('fail')
    expect(decided(table, { project_cost: 3000000 })).toBe('fail')
  })

  test('a limit to parts of England does not concern Scotland', () => {
    const part = criterion({
      code: 'REGION',
      parameter: 'english_region',
      operator: 'one_of',
      value: ['london'],
      unit: null,
    })
    expect(decided(part, { region: 'scotland' })).toBe('pass')
    expect(decided(part, { region: 'england' })).toBe('undeclared')
    expect(decided(part, { region: 'england', english_region: 'south-east' })).toBe('fail')
  })
})

describe('for all criteria and facts', () => {
  const anyCriterion = fc.oneof(
    fc
      .record({
        operator: fc.constantFrom('at_least', 'at_most', 'less_than', 'more_than'),
        value: fc.nat(100),
      })
      .map((members) => criterion(members as Partial<Criterion>)),
    fc
      .subarray(['charity', 'business', 'individual'], { minLength: 1 })
      .map((value) =>
        criterion({ parameter: 'org_type', operator: 'one_of', value, code: 'ORG_TYPE' }),
      ),
  )
  const facts = fc.record(
    { annual_income: fc.nat(100), org_type: fc.constantFrom('charity', 'business') },
    { requiredKeys: [] },
  )
  const states = fc.constantFrom('open', 'upcoming', 'closed')

  test('the band, the score and the lists agree', () => {
    fc.assert(
      fc.property(
        fc.array(anyCriterion, { maxLength: 6 }),
        facts,
        fc.boolean(),
        states,
        (criteria, declared, complete, state) => {
          const verdict = judge(criteria, declared as Record<string, Declared>, {
            complete,
            window: { state: state as 'open', detail: state },
          })
          const { band, score, failed } = verdict
          expect(band === 'ineligible').toBe(failed.length > 0)
          if (band === 'eligible') expect([complete, state, score]).toEqual([true, 'open', 100])
          if (band === 'uncertain' && score !== null) expect(score).toBeLessThanOrEqual(79)
          if (band === 'ineligible' && score !== null) expect(score).toBeLessThanOrEqual(49)
          expect(verdict.criteria.some(({ pass }) => pass === 'undeclared')).toBe(
            verdict.missing.length > 0,
          )
        },
      ),
    )
  })
})
