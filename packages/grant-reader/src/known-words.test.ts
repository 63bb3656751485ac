import { describe, expect, test } from 'vitest'
import { isInUnknownWords } from './known-words.ts'
import { readText } from './reader.ts'

const codes = (text: string) => readText(text).map(({ code, doubt }) => doubt ?? code)

describe('a limit among words that limits of its kind were not met with', () => {
  test.each([
    [['YEARS_TRADING'], 'Your business must have been trading for at least two years.'],
    [
      ['MATCH_FUNDING'],
      'Successful applicants must have at least 20% of the project cost as match funding.',
    ],
    [['AMOUNT_RANGE'], 'Awards of up to £900 are available.'],
  ])('decides in words that are known: %j', (expected, text) => {
    expect(codes(text)).toEqual(expected)
  })

  test.each([
    'Successful applicants must have at least 20% of the hive stock pollinating orchards as match funding.',
    'Awards of up to £900 buy hymnals, kneelers, cassocks and surplices for choristers.',
  ])('is doubtful: %s', (text) => {
    expect(codes(text)).toEqual(['words'])
  })

  test('names are no words of a limit', () => {
    expect(
      codes(
        'Your business must have been trading in Zennor, Mousehole or Porthcurno for at least two years.',
      ),
    ).toEqual(['YEARS_TRADING'])
  })

  test('what a sentence begins with is a word, whatever its letter', () => {
    expect(
      isInUnknownWords(
        'YEARS_TRADING',
        'Cassocks: Surplices have been trading for at least two years.',
      ),
    ).toBe(true)
    expect(
      isInUnknownWords(
        'YEARS_TRADING',
        'Your business in Cassocks Surplices has been trading for at least two years.',
      ),
    ).toBe(false)
  })

  test('however its apostrophes are drawn', () => {
    expect(codes("You must have at least two years' trading history.")).toEqual(['YEARS_TRADING'])
    expect(codes('You must have at least two years’ trading history.')).toEqual(['YEARS_TRADING'])
  })

  test('applicants and places are read in whatever words', () => {
    expect(
      codes(
        'Only charities in Wales that rehabilitate hedgehogs, badgers, otters and ospreys may apply.',
      ),
    ).toContain('REGION')
  })
})
