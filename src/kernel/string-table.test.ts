import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findString, packStrings } from './string-table.ts'

test('finds each of its strings by its number, and no other', () => {
  const text = fc.oneof(fc.string({ maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 4 }), fc.constantFrom('a', 'b', 'ab', 'ba', ''))
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 200 }), fc.array(text, { maxLength: 20 }), (strings, others) => {
      const table = packStrings(strings)
      strings.forEach((each, number) => {
        expect(findString(table, each)).toBe(number)
      })
      for (const other of others) expect(findString(table, other)).toBe(strings.includes(other) ? strings.indexOf(other) : null)
    }),
  )
})
