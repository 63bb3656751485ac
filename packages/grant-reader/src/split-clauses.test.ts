/** A narrowed clause of a sentence does not narrow the others; a retracted one does. */
import { describe, expect, test } from 'vitest'
import { decided } from '../test/decided.ts'
import { splitClauses } from './split-clauses.ts'

describe('a sentence', () => {
  test('is split if a clause has a separate subject with a verb before it', () => {
    expect(
      splitClauses(
        'Grants are up to £3,000, and you must have a bank account; the work must end by May',
      ),
    ).toEqual([
      'Grants are up to £3,000',
      'you must have a bank account',
      'the work must end by May',
    ])
    expect(splitClauses('Museums and libraries are welcome to apply')).toEqual([
      'Museums and libraries are welcome to apply',
    ])
  })

  test('is not cut before what points back, or before what has no verb', () => {
    expect(splitClauses('The most is £400, but this is at our discretion')).toHaveLength(1)
    expect(splitClauses('We pay 40% of costs; 60% for new farms')).toHaveLength(1)
  })

  test('has a separate statement in brackets, unless the brackets narrow it', () => {
    expect(splitClauses('Invest beside us (the minimum project cost is £9,000)')).toEqual([
      'Invest beside us',
      'the minimum project cost is £9,000',
    ])
    expect(splitClauses('Grants of £400 (only where there is a plan)')).toHaveLength(1)
  })

  test('begins every clause with the condition that it begins with', () => {
    expect(
      splitClauses('If you are a school, you can have £400 and you must show a plan').at(-1),
    ).toBe('If you are a school, you must show a plan')
  })
})

describe('binds all', () => {
  test.each([
    [
      'The least that we offer is £7,000 and we have no maximum amount of grant.',
      ['amount_needed at_least 7000'],
    ],
    [
      'A maximum grant of £2,200 can be made, although good value is looked for.',
      ['amount_needed at_most 2200'],
    ],
    [
      'Grants of £900 to £3,800 towards projects with a minimum value of £1,800.',
      ['amount_needed between {"min":900,"max":3800}', 'project_cost at_least 1800'],
    ],
    [
      'The grant will fund up to 70% of the total project cost, the remaining 30% must be met by you.',
      ['funding_intensity_pct at_most 70'],
    ],
    [
      'Firms may have up to 35% of eligible project costs, regardless of how large they are.',
      ['funding_intensity_pct at_most 35'],
    ],
    [
      'To be eligible, businesses must:\n• have fewer than 60 employees\n• pay rates here\nCharities are eligible for their shops.',
      ['employees less_than 60'],
    ],
    [
      'There are two strands:\n• Strand 1 – shops: £500 to £900\n• Strand 2 – farms: £700 to £1,900\nYou can apply if your business:\n• employs fewer than 40 people\n• is in the district',
      ['employees less_than 40'],
    ],
  ])('%s', (text, expected) => {
    for (const each of expected) expect(decided(text)).toContain(each)
  })
})

describe('binds none, or only some', () => {
  test.each([
    ['Have three years of accounts (new groups may give a forecast).', 'has_accounts'],
    [
      'Awards to individuals do not exceed £450. We support charities and individuals.',
      'amount_needed',
    ],
    [
      'Community based groups must:\n• have an income of under £60,000\n• be local\nCharities and schools are welcome to apply as well.',
      'annual_income',
    ],
    ['You must have a constitution (applications over £600 only).', 'has_constitution'],
    ['The most is £8,000, although we can go to £9,500.', 'amount_needed'],
    [
      'Growth Grants\nWe help local shops to grow.\nOther local schemes\n• The Mill Fund gives grants to businesses employing at least 12 people.',
      'employees',
    ],
    ['Larger capital grants of up to £70,000 are by invitation only.', 'invited'],
  ])('%s', (text, parameter) => {
    expect(decided(text).filter((each) => each.startsWith(parameter))).toEqual([])
  })
})
