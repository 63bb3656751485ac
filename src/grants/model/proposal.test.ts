import * as fc from 'fast-check'
import { readText } from 'ukintel-grant-reader'
import type { Criterion } from 'ukintel-grant-reader/criterion'
import { ORG_TYPES } from 'ukintel-grant-reader/kinds'
import { describe, expect, test } from 'vitest'
import { combineReadings } from './caller-readings.ts'
import { plainText } from './detail.ts'
import { parseProposal } from './model-reader.ts'
import { acceptProposal, type ProposedCriterion, readProposal } from './proposal.ts'

const LINES = [
  'You must be a charity.',
  'Your annual income must be less than £250,000.',
  'We like good ideas.',
  'The building must be insured.',
]
const source = plainText(LINES.join('\n'))
const who: ProposedCriterion = {
  code: 'ORG_TYPE',
  parameter: null,
  operator: 'one_of',
  value: ['charity'],
  quote: LINES[0]!,
}
const income: ProposedCriterion = {
  code: 'INCOME',
  parameter: 'annual_income',
  operator: 'less_than',
  value: 250000,
  quote: LINES[1]!,
}
const other: ProposedCriterion = {
  code: 'OTHER',
  parameter: null,
  operator: 'is',
  value: true,
  quote: LINES[3]!,
}
const notes = [LINES[2]!]

const accept = (
  criteria: readonly ProposedCriterion[],
  more: readonly string[] = notes,
  text = source,
) => acceptProposal(text, { criteria, notes: more }, readText(text))
const reasonOf = (criteria: readonly ProposedCriterion[], more?: readonly string[]) => {
  const reading = accept(criteria, more)
  return reading.accepted ? 'accepted' : reading.reason
}

describe('an honest reading', () => {
  test('is taken whole, with the quotes as spans', () => {
    const reading = accept([who, income, other])
    expect(
      reading.accepted &&
        reading.criteria.map(({ code, requirement, span }) => [
          code,
          requirement,
          source.text.slice(span!.start, span!.end),
        ]),
    ).toEqual([
      ['ORG_TYPE', LINES[0], LINES[0]],
      ['INCOME', LINES[1], LINES[1]],
      ['OTHER', LINES[3], LINES[3]],
    ])
  })

  test('cannot turn an exclusion into a requirement', () => {
    const text = plainText(
      'You cannot apply if:\n• the work is a duty by law\n• the site is abroad',
    )
    const items = [
      'the work is a duty by law',
      '• the site is abroad',
      'You cannot apply if:\n• the work is a duty by law',
    ]
    const reading = accept(
      items.map((quote): ProposedCriterion => ({ ...other, quote })),
      [],
      text,
    )
    expect(
      reading.accepted && reading.criteria.map(({ requirement, value }) => [requirement, value]),
    ).toEqual([
      [items[2], true],
      [items[0], false],
      [items[1], false],
    ])
  })

  test('is likely at most, whatever the words are', () => {
    const text = plainText(
      'We will not fund:\n• businesses, except:\n◦ charities\n◦ schools\n• loans',
    )
    const criteria = [
      { ...who, operator: 'none_of', value: ['business'], quote: 'businesses, except:' },
      { ...other, quote: 'charities' },
      { ...who, operator: 'none_of', value: ['education'], quote: 'schools' },
      { ...other, quote: 'loans' },
    ]
    const reading = acceptProposal(text, { criteria, notes: [] }, readText(text), { byModel: true })
    expect(reading.accepted && reading.criteria.map(({ certainty }) => certainty)).toEqual([
      'likely',
      'likely',
      'likely',
      'likely',
    ])
  })

  test('may leave out the value of what no rule decides', () => {
    const criteria = [{ code: 'OTHER', operator: 'is', quote: LINES[3] }]
    expect(readProposal({ criteria, notes: [] })?.criteria).toMatchObject(criteria)
  })

  test('may be wrapped in a fence', () => {
    expect(
      parseProposal(`\`\`\`json\n${JSON.stringify({ criteria: [who], notes })}\n\`\`\``)?.criteria,
    ).toHaveLength(1)
  })
})

describe('a lie costs the whole reading', () => {
  test.each<[string, ProposedCriterion, string]>([
    [
      'an invented quote',
      { ...income, quote: 'Your annual income must be less than £9.' },
      'a quote is not in the text',
    ],
    [
      'a quote with other spelling',
      { ...income, quote: LINES[1]!.replace('Your', 'your') },
      'a quote is not in the text',
    ],
    [
      'HTML around a quote',
      { ...income, quote: `<b>${LINES[1]}</b>` },
      'a quote is not in the text',
    ],
    ['an empty quote', { ...income, quote: '' }, 'a quote is not in the text'],
    [
      'a number that is not in the quote',
      { ...income, value: 25000 },
      'INCOME: a number is not in the quote',
    ],
    [
      'a number as text',
      { ...income, value: '250000' },
      'INCOME: expected a number of at least 0 (GBP)',
    ],
    [
      'a limit turned round',
      { ...income, operator: 'at_least' },
      'INCOME: the quote does not say so',
    ],
    [
      'a fact that does not decide the code',
      { ...income, parameter: 'org_type' },
      'INCOME: expected annual_income for INCOME',
    ],
    ['an unknown code', { ...income, code: '__proto__' }, 'an unknown code'],
    [
      'an unknown type of applicant',
      { ...who, value: ['wizard'] },
      `ORG_TYPE: expected a list of ${ORG_TYPES.join(', ')}`,
    ],
    [
      'an operator that does not fit',
      { ...who, operator: 'at_most', value: 3 },
      'ORG_TYPE: expected one_of, none_of for org_type',
    ],
    [
      'another reading than the rules have',
      { ...who, value: ['charity', 'business'] },
      'ORG_TYPE contradicts the rule-based reading',
    ],
  ])('%s', (_, lie, reason) => {
    const criteria = [who, income, other].map((each) =>
      each.code === lie.code || (lie.code === '__proto__' && each === income) ? lie : each,
    )
    expect(reasonOf(criteria)).toBe(reason)
  })

  test('a part of a sum', () => {
    const text = plainText('Your annual income must be less than £10 000.')
    expect(accept([{ ...income, value: 10, quote: text.text }], [], text).accepted).toBe(false)
  })

  test('a requirement left out', () => {
    expect(reasonOf([who, income])).toBe('a line of the text is left out')
    expect(reasonOf([who, other])).toBe('INCOME of the rule-based reading is left out')
    expect(reasonOf([])).toBe('ORG_TYPE of the rule-based reading is left out')
  })

  test('a requirement passed off as a note', () => {
    expect(reasonOf([who, income], [...notes, LINES[3]!])).toBe('a line of the text is left out')
  })

  test('an invented note', () => {
    expect(reasonOf([who, income, other], ['Everybody is eligible.'])).toBe(
      'a note is not in the text',
    )
  })

  test.each([
    ['YEARS_TRADING', 'years_trading', 2, 'You must have traded for at least 24 months.'],
    ['YEARS_TRADING', 'years_trading', 2, 'You must have traded for at least 2 years.'],
    ['PROJECT_DURATION', 'duration_months', 24, 'The project must last at least 2 years.'],
    ['PROJECT_DURATION', 'duration_months', 24, 'The project must last at least 24 months.'],
  ] as const)(
    '%s in its own unit or the one of the quote: %s %d, %s',
    (code, parameter, value, quote) => {
      const proposed = { code, parameter, operator: 'at_least', value, quote } as const
      const reason = (of: number) => {
        const reading = accept([{ ...proposed, value: of }], [], plainText(quote))
        return reading.accepted ? 'accepted' : reading.reason
      }
      expect(reason(value)).toBe('accepted')
      expect(reason(value + 1)).toBe(`${code}: a number is not in the quote`)
    },
  )

  test('a date that is not in the quote, but the day before one that is', () => {
    const text = plainText('The project must finish before 1 April 2030.')
    const date = (value: string) =>
      accept(
        [
          {
            code: 'PROJECT_DATES',
            parameter: 'project_end',
            operator: 'not_after',
            value,
            quote: text.text,
          },
        ],
        [],
        text,
      ).accepted
    expect(date('2030-03-31')).toBe(true)
    expect(date('2031-03-31')).toBe(false)
    expect(date('2030-04-02')).toBe(false)
  })

  test('a text without an eligibility section has no reading', () => {
    const summary = {
      ...source,
      sections: [{ field: 'grantSummaryTab' as const, start: 0, end: source.text.length }],
    }
    expect(acceptProposal(summary, { criteria: [who, income, other], notes }, [])).toEqual({
      accepted: false,
      reason: 'there is no eligibility text',
    })
  })
})

describe('what is no proposal', () => {
  test.each([
    ['prose', 'The applicant is eligible.'],
    ['a verdict', '{"verdict":"eligible","score":100}'],
    ['a list', '[]'],
    ['criteria that are no objects', '{"criteria":["all"]}'],
    ['a criterion without a quote', '{"criteria":[{"code":"OTHER","operator":"is","value":true}]}'],
    ['too many criteria', JSON.stringify({ criteria: Array.from({ length: 61 }, () => who) })],
    ['nothing', ''],
  ])('%s', (_, answer) => expect(parseProposal(answer)).toBeNull())

  test('other members are ignored', () => {
    expect(readProposal({ criteria: [], advice: 'Apply at once!', notes: [3, 'x'] })).toEqual({
      criteria: [],
      notes: ['x'],
    })
  })
})

describe('no reading decides without a quote that is in the text', () => {
  const readings = [who, income, other]
  const bent = fc
    .tuple(
      fc.nat(readings.length - 1),
      fc.nat(60),
      fc.nat(3),
      fc.constantFrom('', ' ', '£', 'e', '\u200b', '\ud83c', 'not '),
    )
    .map(([index, at, removed, put]) =>
      readings.map((each, place) =>
        place === index
          ? { ...each, quote: each.quote.slice(0, at) + put + each.quote.slice(at + removed) }
          : each,
      ),
    )

  test('whatever is changed in one quote, of a model or of a caller', () => {
    let refused = 0
    fc.assert(
      fc.property(bent, (criteria) => {
        const isFalse = criteria.some(({ quote }) => !source.text.includes(quote))
        fc.pre(isFalse)
        refused += 1
        expect(accept(criteria)).toEqual({ accepted: false, reason: 'a quote is not in the text' })
        expect(combineReadings(source, readText(source), criteria)).toEqual({
          unverified: [expect.any(Number)],
        })
      }),
    )
    expect(refused).toBeGreaterThan(50)
  })

  test('so the same facts are read in a model’s answer as in a caller’s readings', () => {
    const reading = accept([who, income, other])
    const combined = combineReadings(source, [], [who, income, other])
    if (!reading.accepted || 'unverified' in combined) throw new Error('a reading is refused')
    const decided = (criteria: readonly Criterion[]) =>
      criteria.map(({ certainty: _, ...criterion }) => criterion)
    expect(decided(combined.criteria)).toEqual(decided(reading.criteria))
  })
})
