import fc from 'fast-check'
import { expect, it } from 'vitest'
import { acceptNarrative } from './narrative.ts'

const material = {
  name: 'A.B.C. 24/7 LTD',
  score: 75,
  age_years: 14.5,
  flags: [{ detail: 'accounts due 2026-06-30, 1,204 days overdue' }],
  active: 2,
}
const accept = (text: string) => acceptNarrative(text, material, material.name)

it.each([
  'A.B.C. 24/7 LTD scores 75. Its accounts were due on 30 June 2026.',
  'The company is 14.5 years old and has two active officers!',
  'Accounts are 1204 days overdue.',
  'A plain sentence without a number',
  'According to Companies House its Accounts were due in June 2026',
])('keeps: %s', (text) => {
  expect(accept(text)).toBe(text)
})

it.each([
  ['three sentences', 'One. Two. Three.'],
  ['a number of its own', 'The score is 76.'],
  ['a part of a known number', 'It is 14 years old.'],
  ['a rounded number', 'It is about 15 years old.'],
  ['a number in words', 'It has seven officers.'],
  ['a big number in words', 'It owes thousands.'],
  ['a percentage', 'Half of it is gone.'],
  ['digits of another script', 'It is ٣ years old.'],
  ['a fraction sign', 'It is ½ done.'],
  ['a name', 'The company is led by Jane Roe.'],
  ['a name that begins a sentence', 'It scores 75. Jane Roe leads it.'],
  ['a link', 'See https://example.org for more.'],
  ['a bare host', 'See example.org for more.'],
  ['an address', 'Write to me@example.'],
  ['markdown', 'It is *bold*.'],
  ['html', 'It is <b>bold</b>.'],
  ['a control character', 'It is\u0007 fine.'],
  ['nothing', '   '],
  ['too much', `It is ${'very '.repeat(100)}long.`],
])('drops %s', (_what, text) => {
  expect(accept(text)).toBeNull()
})

it('never lets a number or a link through that is not in the material', () => {
  const word = fc.constantFrom(
    'the',
    'company',
    '75',
    '14.5',
    '2026',
    'www.x.org',
    '77',
    'http://a',
    'overdue.',
    'two',
    'three',
    '1,204',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const kept = accept(words.join(' '))
      if (kept === null) return
      expect(kept).not.toMatch(/77|www|http|three/)
      expect(
        kept.split(/\.(?=\s|$)/).filter((part) => part.trim() !== '').length,
      ).toBeLessThanOrEqual(2)
    }),
  )
})
