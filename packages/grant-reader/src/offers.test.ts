import { expect, test } from 'vitest'
import { offersByHeading } from './offers.ts'
import { isExcluded } from './units.ts'

test('headings with separate sums name offers, words about the whole offer do not', () => {
  const page = (...lines: string[]) => [...offersByHeading(lines.join('\n'))]
  expect(
    page('A fund', 'Seed awards', 'Grants of £1,000.', 'Growth awards', 'Grants of £5,000.'),
  ).toEqual(['Seed awards', 'Growth awards'])
  expect(
    page('A fund', 'How much', 'Grants of £1,000.', 'Who can apply', 'Incomes below £5,000.'),
  ).toEqual([])
  expect(
    page('A fund', 'If you applied before', 'Grants of £1,000.', 'Seed awards', 'Up to £5,000.'),
  ).toEqual([])
})

test('only words in an item of a list of exclusions are excluded', () => {
  const lead = 'We do not fund:'
  const list = {
    mood: 'none_of' as const,
    start: 100,
    lead,
    items: [
      { start: 120, end: 130 },
      { start: 140, end: 150 },
    ],
  }
  const at = (start: number, end: number, mood: 'none_of' | 'any_of' = 'none_of') =>
    isExcluded([{ ...list, mood }], { start, end })
  expect([at(120, 125), at(125, 145), at(149, 160)]).toEqual([true, true, true])
  expect([at(10, 20), at(100, 125), at(130, 140), at(150, 160)]).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(at(120, 125, 'any_of')).toBe(false)
})
