import { describe, expect, test } from 'vitest'
import { checkNumbering } from './numbering.ts'

const id = (number: number, year = 2026) => `${String(number).padStart(6, '0')}-${year}`
const range = (from: number, to: number, year?: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => id(from + index, year))

describe('numbering', () => {
  test('without gaps nothing is missing', () => {
    expect(checkNumbering(range(100, 140), range(100, 140))).toEqual({
      spanned: 41,
      missing: 0,
      examples: [],
    })
    expect(checkNumbering([], [])).toEqual({ spanned: 0, missing: 0, examples: [] })
  })

  test('a number is missing unless some notice of whatever date has it', () => {
    const recent = [id(100), id(101), id(104), id(106)]
    expect(checkNumbering(recent, [...recent, id(102)])).toEqual({
      spanned: 7,
      missing: 2,
      examples: [id(103), id(105)],
    })
  })

  test('a notice that was numbered long before it appeared does not stretch the span', () => {
    const recent = [id(7), ...range(5001, 5098), id(90_000)]
    expect(checkNumbering(recent, recent)).toEqual({ spanned: 98, missing: 0, examples: [] })
  })

  test('the sequence restarts each year, and ids of another form are no numbers', () => {
    const recent = [...range(118_000, 118_003), ...range(1, 3, 2027), 'a1b2c3d4-2027', '12-2027']
    expect(checkNumbering(recent, recent)).toEqual({ spanned: 7, missing: 0, examples: [] })
  })
})
