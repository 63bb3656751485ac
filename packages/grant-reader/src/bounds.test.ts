import { describe, expect, test } from 'vitest'
import { LONGEST_LINE, MOST_UNITS } from './bounds.ts'
import { readText } from './reader.ts'

const LIMIT = 'Your annual income must be less than £250,000.'
const FILLER = 'The fund was opened by the mayor on a sunny day. '
const limitsOf = (text: string) => readText(text).filter(({ code }) => code !== 'OTHER')
const paragraph = (length: number) => FILLER.repeat(Math.ceil(length / FILLER.length))

describe('a line above the bound', () => {
  test('that is a paragraph decides as before, with quotes of the unchanged text', () => {
    const text = `${paragraph(2 * LONGEST_LINE)}${LIMIT} ${paragraph(LONGEST_LINE)}`
    expect(limitsOf(text).map(({ code, requirement }) => [code, requirement])).toEqual([
      ['INCOME', LIMIT],
    ])
    for (const { requirement, span } of readText(text))
      expect(text.slice(span!.start, span!.end)).toBe(requirement)
  })

  test.each([
    [
      'a sentence',
      `${LIMIT}\nThis limit is for ${'groups and '.repeat(LONGEST_LINE / 10)}schools.`,
    ],
    ['a word', `${LIMIT}\n${'a'.repeat(2 * LONGEST_LINE)}`],
    ['a list item', `${LIMIT}\nWe support:\n• ${paragraph(LONGEST_LINE)}`],
    ['a table row', `${LIMIT}\nCharities | ${paragraph(LONGEST_LINE)}`],
  ])('that is %s leaves every limit of the text undecided, and quotes it exactly', (_, text) => {
    expect(limitsOf(LIMIT)).toHaveLength(1)
    expect(limitsOf(text)).toEqual([])
    const quotes = readText(text)
    expect(quotes.map(({ requirement }) => requirement)).toContain(LIMIT)
    for (const { requirement, span } of quotes)
      expect(text.slice(span!.start, span!.end)).toBe(requirement)
  })
})

test('a text with too many sentences leaves every limit undecided', () => {
  const lines = (count: number) => `${LIMIT}\n${'Please write to the office.\n'.repeat(count - 1)}`
  expect(limitsOf(lines(MOST_UNITS))).toHaveLength(1)
  expect(limitsOf(lines(MOST_UNITS + 1))).toEqual([])
  expect(readText(lines(MOST_UNITS + 1)).map(({ requirement }) => requirement)).toEqual([LIMIT])
})
