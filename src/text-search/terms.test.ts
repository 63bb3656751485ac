import fc from 'fast-check'
import { stemmer } from 'stemmer'
import { describe, expect, test } from 'vitest'
import { findPhrase, phrase, phraseKey, tokens } from './terms.ts'

const terms = (text: string) => tokens(text).map((token) => token.term)

describe('terms', () => {
  test('inflections, accents and American spellings meet', () => {
    expect(terms('Organisations')).toEqual(terms('organization'))
    expect(terms('Cleaning')).toEqual(terms('cleaned'))
    expect(terms('Café')).toEqual(terms('cafe'))
    expect(terms("Children's")).toEqual(terms('children'))
  })

  test('a word that ends in a digit has no other stem', () => {
    const ends = fc.constantFrom(
      'ies',
      'sses',
      'eed',
      'ing',
      'ational',
      'izing',
      'y',
      'e',
      'll',
      '',
    )
    const word = fc
      .tuple(fc.stringMatching(/^[a-z0-9]{0,8}$/), ends, fc.integer({ min: 0, max: 999 }))
      .map((parts) => parts.join(''))
    fc.assert(fc.property(word, (each) => void expect(terms(each)).toEqual([stemmer(each)])))
  })

  test('IT in capitals is a term, the pronoun is not; a phrase to look for always means the term', () => {
    expect(terms('IT support')).toEqual(['ict', 'support'])
    expect(terms('it is supported')).toEqual(['support'])
    expect(phrase('it support')?.terms).toEqual(['ict', 'support'])
  })

  test('stop words count as places', () => {
    expect(findPhrase(tokens('Care at home for adults'), phrase('care at home')!)).toEqual([0])
    expect(findPhrase(tokens('Care home for adults'), phrase('care at home')!)).toEqual([])
    expect(findPhrase(tokens('A care home and another care home'), phrase('care home')!)).toEqual([
      0, 3,
    ])
  })

  test('an ampersand is the word and', () => {
    expect(findPhrase(tokens('Heating & boilers'), phrase('heating and boiler')!)).toEqual([0])
  })

  test('a phrase of stop words is nothing to look for', () => {
    expect(phrase('of the')).toBeNull()
    expect(phrase('')).toBeNull()
  })

  test('equal phrases have equal keys, different places different ones', () => {
    expect(phraseKey(phrase('Care Homes')!)).toBe(phraseKey(phrase('care home')!))
    expect(phraseKey(phrase('care at home')!)).not.toBe(phraseKey(phrase('care home')!))
  })

  test('text in other scripts is kept', () => {
    expect(terms('Gwasanaethau Cyfieithu Ελληνικά')).toHaveLength(3)
  })
})
