import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText, nearest, registerLine, shorten, shortenToBytes } from './text.ts'

describe('text from upstream', () => {
  it.each([
    ['Smith &amp; Sons', 'Smith & Sons'],
    ['Smith &amp;amp; Sons', 'Smith & Sons'],
    ['<p>Roads</p><br/>and <b>bridges</b>', 'Roads  and  bridges'],
    ['a < b and c > d', 'a < b and c > d'],
    ['O&#039;Neill\u0007\u202e', "O'Neill"],
    ['one\r\ntwo', 'one\ntwo'],
    ['one\u000btwo\u2028three\u0085four', 'one\ntwo\nthree\nfour'],
    ['char\u00adit\u2060ies', 'charities'],
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

describe('text of a register, which writes no HTML', () => {
  it.each([
    'PRINT&COPY LIMITED',
    'SMITH&THORNE LIMITED',
    'J&REGAN LTD',
    'D&GT TRANSPORT LTD',
    'T&NOTT; LTD',
    'A < B LIMITED',
    'R&D > SALES LTD',
    "O'NEILL & SONS LIMITED",
    '! LTD',
  ])('keeps every character of %j', (name) => {
    expect(registerLine(name)).toBe(name)
  })

  it.each([
    ['<BR> DESIGN LTD', 'BR DESIGN LTD'],
    ['{<CODE>} LIMITED', '{ CODE } LIMITED'],
    ['<<B>B> LTD', 'B B LTD'],
    ['<\u0000B> LTD', 'B LTD'],
    ['&lt;b&gt; LTD', 'b LTD'],
    ['SMITH &amp; SONS', 'SMITH & SONS'],
    [' Cafe\u0301 \n Ltd\u202e ', 'Café Ltd'],
  ])('%j becomes %j: no answer contains HTML, and no word is lost', (raw, line) => {
    expect(registerLine(raw)).toBe(line)
  })

  it('is null when nothing is left', () => {
    for (const raw of ['', ' \u0007 ', null, 7, {}]) expect(registerLine(raw)).toBeNull()
  })

  it('has no tag afterwards, and all its letters', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '!',
      '&',
      ';',
      ' ',
      'A',
      'BR',
      'copy',
      'amp',
      '\u0000',
      "'",
      '7',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const raw = pieces.join('').replaceAll(';', '')
        const line = registerLine(raw) ?? ''
        expect(line).not.toMatch(/<\/?[a-z!][^<>]*>/i)
        expect(line.replace(/[^a-z0-9]/gi, '')).toBe(raw.replace(/[^a-z0-9]/gi, ''))
      }),
    )
  })
})

describe('shortening', () => {
  it('never exceeds the limit and cuts at a word', () => {
    expect(shorten('the quick brown fox', 12)).toBe('the quick…')
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 50 }),
        (text, limit) => shorten(text, limit).length <= limit,
      ),
    )
  })

  it('never cuts a character in two', () => {
    expect(shorten('ab😀cd', 4)).toBe('ab…')
    const text = fc.string({ unit: 'binary' }).map((each) => each.toWellFormed())
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 50 }), (each, limit) =>
        shorten(each, limit).isWellFormed(),
      ),
    )
  })

  it('keeps within bytes too', () => {
    expect(shortenToBytes('the quick brown fox', 12)).toBe('the quick…')
    expect(shortenToBytes('日本語の会社', 12)).toBe('日本語…')
    const fits = (text: string, limit: number) =>
      Buffer.byteLength(shortenToBytes(text, limit)) <= limit
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

  it('is null for a name of more than 64 characters, however near', () => {
    const name = 'x'.repeat(64)
    expect(nearest(name, [`${name}y`])).toBe(`${name}y`)
    expect(nearest(`${name}x`, [`${name}x`])).toBeNull()
  })
})
