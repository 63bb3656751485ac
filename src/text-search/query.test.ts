import { describe, expect, test } from 'vitest'
import { buildPostings } from './postings.ts'
import {
  conceptOf,
  conceptWeight,
  createSynonyms,
  NO_SYNONYMS,
  openSearch,
  parseQuery,
} from './query.ts'
import { phrase, tokens } from './terms.ts'

const synonyms = createSynonyms([
  ['home care', 'domiciliary care', 'care at home'],
  ['cleaning', 'janitorial'],
])
const weak = new Set(['services', 'supply'].map((word) => phrase(word)!.terms[0]!))

const documents = [
  ['Domiciliary care services', 'Care for adults'],
  ['Care home refurbishment', 'Building works at a care home'],
  ['School cleaning', 'Janitorial services'],
  ['Supply of home care', 'Home care in Leeds'],
]
const postings = buildPostings(documents)
const search = openSearch(postings, [3, 1])
const find = (text: string) => {
  const { documents: numbers, scores } = search(parseQuery(text, synonyms, weak))
  return [...numbers.entries()]
    .sort(([a, first], [b, second]) => scores[b]! - scores[a]! || first - second)
    .map(([, number]) => number)
}

describe('queries', () => {
  test('words of a synonym group become one concept, others stand alone', () => {
    expect(parseQuery('home care Leeds', synonyms).map((concept) => concept.text)).toEqual([
      'home care',
      'Leeds',
    ])
    expect(parseQuery('"Leeds home" care', synonyms).map((concept) => concept.text)).toEqual([
      'Leeds home',
      'care',
    ])
    expect(parseQuery('care care Care', NO_SYNONYMS)).toHaveLength(1)
  })

  test('a synonym matches at half weight', () => {
    expect(find('home care')).toEqual([3, 0])
    expect(conceptWeight(tokens('care at home'), conceptOf('home care', synonyms)!)).toBe(0.5)
    expect(conceptWeight(tokens('home care'), conceptOf('home care', synonyms)!)).toBe(1)
    expect(conceptWeight(tokens('care home'), conceptOf('home care', synonyms)!)).toBe(0)
  })

  test('both of two concepts are needed, two of three suffice', () => {
    expect(find('school cleaning')).toEqual([2])
    expect(find('cleaning Leeds')).toEqual([])
    expect(find('school cleaning Cornwall')).toEqual([2])
  })

  test('a weak word lifts but is not asked for, unless there is nothing else', () => {
    expect(find('cleaning supply')).toEqual([2])
    expect(find('supply')).toEqual([3])
  })

  test('nothing to look for finds nothing', () => {
    expect(find('of the')).toEqual([])
    expect(search([]).documents).toHaveLength(0)
  })

  test('one search leaves nothing behind for the next', () => {
    const once = search(parseQuery('home care', synonyms))
    search(parseQuery('school cleaning care', synonyms))
    expect(search(parseQuery('home care', synonyms))).toEqual(once)
  })
})
