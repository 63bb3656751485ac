import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText, nearest, shorten, shortenToBytes } from './text.ts'

describe('text from upstream', () => {
  it.each([
    ['Smith &amp; Sons', 'Smith & Sons'],
    ['Smith &amp;amp; Sons', 'Smith & Sons'],
    ['<p>Roads</p><br/>and <b>bridges</b>', 'Roads  and  bridges'],
    ['a < b and c > d', 'a < b and c > d'],
    ['O&#039;Neill\u0007\u202e', "O'Neill"],
    ['one\r\ntwo', 'one\ntwo'],
    ['Cafe\u0301', 'Café'],
  ])('%j becomes %j', (raw, clean) => {
    expect(cleanText(raw)).toBe(clean)
  })

  it('on one line, or null when nothing is left', () => {
    expect(cleanLine(' a \n b ')).toBe('a b')
    expect(cleanLine('<br>')).toBeNull()
    expect(cleanLine(7)).toBeNull()
  })

  it('holds no control character afterwards, whatever came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the point of the test
        expect(cleanText(raw)).not.toMatch(/[\u0000-\u0008\u000e-\u001f\u007f]/)
      }),
    )
  })
})

describe('shortening', () => {
  it('never exceeds the limit and cuts at a word', () => {
    expect(shorten('the quick brown fox', 12)).toBe('the quick…')
    fc.assert(fc.property(fc.string(), fc.integer({ min: 1, max: 50 }), (text, limit) => shorten(text, limit).length <= limit))
  })

  it('never cuts a character in two', () => {
    expect(shorten('ab😀cd', 4)).toBe('ab…')
    const text = fc.string({ unit: 'binary' }).map((each) => each.toWellFormed())
    fc.assert(fc.property(text, fc.integer({ min: 1, max: 50 }), (each, limit) => shorten(each, limit).isWellFormed()))
  })

  it('keeps within bytes too', () => {
    expect(shortenToBytes('the quick brown fox', 12)).toBe('the quick…')
    expect(shortenToBytes('日本語の会社', 12)).toBe('日本語…')
    const fits = (text: string, limit: number) => Buffer.byteLength(shortenToBytes(text, limit)) <= limit
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 50 }), fits))
  })
})

describe('the nearest known name', () => {
  it.each([
    ['value_mim', 'value_min'],
    ['regoin', 'region'],
    ['Q', 'q'],
    ['completely_else', null],
  ])('for %s is %s', (name, expected) => {
    expect(nearest(name, ['q', 'cpv', 'region', 'value_min', 'value_max'])).toBe(expected)
  })
})
