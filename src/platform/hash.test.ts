import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './hash.ts'

describe('canonical JSON', () => {
  it('is the same whatever the order of keys', () => {
    expect(canonicalJson({ b: 1, a: { d: [1, { f: 2, e: 3 }], c: null } })).toBe(
      '{"a":{"c":null,"d":[1,{"e":3,"f":2}]},"b":1}',
    )
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse())
        expect(canonicalJson(reversed)).toBe(canonicalJson(value))
      }),
    )
  })

  it.each([
    ['keys that look like numbers, as text', { 9: 1, 10: 2, a: 3 }, '{"10":2,"9":1,"a":3}'],
    [
      'keys in order outside and not inside',
      { a: { c: 1, b: 2 }, d: [{ f: 1, e: 2 }] },
      '{"a":{"b":2,"c":1},"d":[{"e":2,"f":1}]}',
    ],
    ['what is undefined', { a: undefined, b: [undefined, 1] }, '{"b":[null,1]}'],
    [
      'members alone, whatever makes JSON of itself',
      { a: new Date(0), b: { toJSON: () => 1 } },
      '{"a":{},"b":{"toJSON":null}}',
    ],
  ])('writes %s', (_what, value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it('reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
