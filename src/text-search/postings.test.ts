import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildPostings, Postings } from './postings.ts'
import { findPhrase, phrase, tokens } from './terms.ts'

function hits(postings: Postings, text: string): [number, number][] {
  const wanted = phrase(text)
  if (!wanted) return []
  const { count, documents, masks } = postings.find(wanted)
  return Array.from({ length: count }, (_, index) => [documents[index]!, masks[index]!])
}

describe('postings', () => {
  const postings = buildPostings([
    ['School cleaning', 'Daily cleaning of a school'],
    ['Window cleaning', ['Lot one: schools', 'cleaning of windows']],
    ['Catering', 'Meals for school children'],
  ])

  test('a word is found with the fields that hold it', () => {
    expect(hits(postings, 'clean')).toEqual([
      [0, 0b11],
      [1, 0b11],
    ])
    expect(hits(postings, 'school')).toEqual([
      [0, 0b11],
      [1, 0b10],
      [2, 0b10],
    ])
    expect(hits(postings, 'unheard')).toEqual([])
  })

  test('a phrase is found within one part of one field only', () => {
    expect(hits(postings, 'school cleaning')).toEqual([[0, 0b01]])
    expect(hits(postings, 'cleaning of windows')).toEqual([[1, 0b10]])
  })

  test('finds exactly what a scan of the texts finds', () => {
    const word = fc.constantFrom('care', 'home', 'at', 'school', 'cleaning', 'the', 'IT', 'support')
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
    const document = fc.tuple(text, text, fc.array(text, { maxLength: 3 }))
    fc.assert(
      fc.property(
        fc.array(document, { maxLength: 12 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        (documents, words) => {
          const wanted = phrase(words.join(' '))
          fc.pre(wanted !== null)
          const expected = documents.flatMap((fields, number): [number, number][] => {
            const mask = fields.reduce((sum, field, index) => {
              const parts = typeof field === 'string' ? [field] : field
              return parts.some((part) => findPhrase(tokens(part), wanted!).length > 0)
                ? sum | (1 << index)
                : sum
            }, 0)
            return mask === 0 ? [] : [[number, mask]]
          })
          const postings = buildPostings(documents)
          expect(hits(postings, words.join(' '))).toEqual(expected)
          const masks = documents.map((_, number) => [
            number,
            postings.computeMask(wanted!, number),
          ])
          expect(masks.filter(([, mask]) => mask !== 0)).toEqual(expected)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('a removed document is neither found nor counted, others keep their numbers', () => {
    const postings = new Postings()
    for (const text of ['care home', 'care', 'home care home']) postings.add([text])
    postings.remove(0)
    postings.remove(0)
    const added = postings.add(['care home'])
    expect(added).toBe(3)
    expect(hits(postings, 'care home')).toEqual([
      [2, 1],
      [3, 1],
    ])
    expect([postings.documentCount, postings.averageLength(0)]).toEqual([3, 2])
    const counts: [number, number][] = []
    postings.visit('home', (document, byField) => counts.push([document, byField[0]!]))
    expect(counts).toEqual([
      [2, 2],
      [3, 1],
    ])
  })

  test('words beyond the last place are left out, and nothing wraps into the next field', () => {
    const long = `${'filler '.repeat(8191)}edge tail`
    const found = buildPostings([[long, 'tail']])
    expect(hits(found, 'edge')).toEqual([[0, 0b01]])
    expect(hits(found, 'tail')).toEqual([[0, 0b10]])
    expect(hits(found, 'edge tail')).toEqual([])
  })

  test('many words in many documents, and in one, are found as few are', () => {
    const filler = 'care home '.repeat(2000)
    // More words together than are held in one piece, twice over; the last document alone has as
    // many.
    const documents = [
      ...Array.from({ length: 40 }, (_, number) => [
        `first${number} ${filler}`,
        `last${number} here`,
      ]),
      Array.from({ length: 8 }, (_, field) => `field${field}x ${'care home '.repeat(4095)}`),
    ]
    const found = buildPostings(documents)
    for (let number = 0; number < 40; number += 1) {
      expect(hits(found, `first${number} care home`)).toEqual([[number, 0b01]])
      expect(hits(found, `last${number} here`)).toEqual([[number, 0b10]])
    }
    expect(hits(found, 'care home')).toEqual([
      ...Array.from({ length: 40 }, (_, number) => [number, 0b01]),
      [40, 0xff],
    ])
    for (let field = 0; field < 8; field += 1)
      expect(hits(found, `field${field}x care`)).toEqual([[40, 1 << field]])
  })
})
