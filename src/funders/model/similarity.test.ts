import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from '../../platform/edits.ts'
import { isMisspelling, matchWords } from './similarity.ts'

describe('a misspelling', () => {
  const misspells = (asked: string, known: string, existing: readonly string[] = []) =>
    isMisspelling(asked.split(' '), known.split(' '), (word) => existing.includes(word))

  it.each([
    ['wolfsen foundation', 'wolfson foundation'],
    ['garfeild weston foundation', 'garfield weston foundation'],
    ['esmee fairbarn foundation', 'esmee fairbairn foundation'],
    ['paul hamlin foundation', 'paul hamlyn foundation'],
    ['saltmarsh fundation', 'saltmarsh foundation'],
    ['salt marsh foundation', 'saltmarsh foundation'],
    ['moorr trust', 'moor trust'],
    ['sprot trust', 'sport trust'],
  ])('%s is %s', (asked, known) => {
    expect(misspells(asked, known)).toBe(true)
  })

  it.each([
    ['two errors', 'wolfsen fundation', 'wolfson foundation'],
    ['two errors in one word', 'esmee fareburn foundation', 'esmee fairburn foundation'],
    ['another first letter', 'harnwood trust', 'barnwood trust'],
    ['another order', 'foundation saltmarsh', 'saltmarsh foundation'],
    ['swapped initials', 'b a charitable trust', 'a b charitable trust'],
    ['a short word', 'west sussex fund', 'east sussex fund'],
    ['a short word with the same first letter', 'bath harbour fund', 'bach harbour fund'],
    ['a number', 'valley fund 2019 round', 'valley fund 2018 round'],
    ['a short word that alone tells the name', 'clare trust', 'clore trust'],
    ['a word less', 'saltmarsh', 'saltmarsh foundation'],
  ])('is not %s: %s, %s', (_, asked, known) => {
    expect(misspells(asked, known)).toBe(false)
  })

  it('is no word that exists', () => {
    expect(misspells('harewood trust', 'harwood trust')).toBe(true)
    expect(misspells('harewood trust', 'harwood trust', ['harewood'])).toBe(false)
  })

  const word = fc.stringMatching(/^[a-z]{8,14}$/)
  /** One edit behind the first letter. */
  const edited = (text: string, place: number, letter: string, kind: number) => {
    const at = 1 + (place % (text.length - 1))
    const [before, rest] = [text.slice(0, at), text.slice(at)]
    return [
      `${before}${letter}${rest}`,
      `${before}${rest.slice(1)}`,
      `${before}${letter}${rest.slice(1)}`,
    ][kind % 3]!
  }
  const edit = fc.tuple(fc.nat(), fc.stringMatching(/^[a-z]$/), fc.nat(2))

  it('is any one edit of a long word, unless that word exists', () => {
    fc.assert(
      fc.property(word, edit, (known, [place, letter, kind]) => {
        const asked = edited(known, place, letter, kind)
        expect(misspells(`${asked} trust`, `${known} trust`)).toBe(true)
        if (asked !== known)
          expect(misspells(`${asked} trust`, `${known} trust`, [asked])).toBe(false)
      }),
    )
  })

  it('is never an edit in each of two words, nor the words turned round', () => {
    fc.assert(
      fc.property(word, word, edit, edit, (one, two, [a, b, c], [d, e, f]) => {
        const [first, second] = [edited(one, a, b, c), edited(two, d, e, f)]
        fc.pre(
          first !== one &&
            second !== two &&
            `${first}${second}` !== `${one}${two}` &&
            one[0] !== two[0],
        )
        expect(misspells(`${first} ${second}`, `${one} ${two}`)).toBe(false)
        expect(misspells(`${two} ${one}`, `${one} ${two}`)).toBe(false)
      }),
    )
  })
})

describe('likeness', () => {
  it('finds words that are like each other in any order', () => {
    expect(matchWords(['fareburn', 'esmee'], ['esmee', 'fairburn', 'trust'])).toBe(2)
    expect(matchWords(['east'], ['west'])).toBe(0)
  })

  it('counts edits up to its limit', () => {
    expect(editDistance('abcd', 'acbd', 3)).toBe(1)
    expect(editDistance('abc', 'xyzabc', 2)).toBe(3)
    fc.assert(
      fc.property(
        fc.string({ maxLength: 8 }),
        fc.string({ maxLength: 8 }),
        (a, b) => editDistance(a, b, 20) === editDistance(b, a, 20),
      ),
    )
  })
})
