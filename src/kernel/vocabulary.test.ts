import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokens } from './terms.ts'
import { Vocabulary } from './vocabulary.ts'

test('reads exactly the terms and places that `tokens` finds, whatever the text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'IT',
      'it',
      'It',
      'the',
      'R&D',
      ' & ',
      "'s",
      '’s',
      "'S",
      '_',
      "'s_",
      "children's",
      'organize',
      'organise',
      'É',
      'café',
      '12',
      ' ',
      '-',
      "'",
      '\n',
      '£',
      '€',
      ' – ',
      '•',
      '…',
      '\u00a0',
      '½',
      'm²',
      '’',
      '’S_',
      '™',
    ),
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  )
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  // One vocabulary for many texts: spellings met before are recognised by their characters.
  const vocabulary = new Vocabulary()
  fc.assert(
    fc.property(text, (each) => {
      const count = vocabulary.read(each)
      const read = Array.from({ length: count }, (_, index) => ({
        term: vocabulary.terms[vocabulary.numbers()[index]!],
        at: vocabulary.places()[index],
      }))
      expect(read).toEqual(tokens(each))
    }),
    { numRuns: 2000 },
  )
})

test('grows with the number of spellings', () => {
  const vocabulary = new Vocabulary()
  const words = Array.from({ length: 50_000 }, (_, number) => `word${number}`)
  for (const word of words) expect(vocabulary.read(word)).toBe(1)
  expect(vocabulary.read(words.join(' '))).toBe(words.length)
  expect(new Set(vocabulary.numbers().subarray(0, words.length)).size).toBe(words.length)
})

test('a character that parts words here parts them for `tokens`, and no other is taken for one', () => {
  const vocabulary = new Vocabulary()
  for (let code = 0; code < 0x3000; code += 1) {
    for (const text of [`bid${String.fromCharCode(code)}s no`, `${String.fromCharCode(code)}`]) {
      const count = vocabulary.read(text)
      const read = Array.from({ length: count }, (_, index) => [vocabulary.terms[vocabulary.numbers()[index]!], vocabulary.places()[index]])
      expect(read, `U+${code.toString(16)}`).toEqual(tokens(text).map(({ term, at }) => [term, at]))
    }
  }
})
