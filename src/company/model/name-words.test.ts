import { expect, it } from 'vitest'
import { nameWords } from './name-words.ts'

it.each([
  ['HARBOUR LANE BAKERY LIMITED', 'harbour lane bakery', 'LTD'],
  ['Harbour Lane Bakery Ltd.', 'harbour lane bakery', 'LTD'],
  ['Marks & Spencer P.L.C.', 'marks and spencer', 'PLC'],
  ['MARKS AND SPENCER PUBLIC LIMITED COMPANY', 'marks and spencer', 'PLC'],
  ['J. B. Foods', 'jb foods', null],
  ['J B FOODS', 'jb foods', null],
  ['CAFÉ ÎLE LLP', 'cafe ile', 'LLP'],
  ["O'Brien’s Ltd", 'obriens', 'LTD'],
  ['The Example Company', 'example company', null],
  ['Gwesty Môr Cyfyngedig', 'gwesty mor', 'LTD'],
  ['LIMITED', 'limited', null],
  ['! LTD', 'ltd', null],
])('%s is "%s" and %s', (name, words, form) => {
  expect(nameWords(name)).toEqual({ words: words.split(' '), form })
})

it('marks alone have no words', () => {
  expect(nameWords('!!!').words).toEqual([])
})
