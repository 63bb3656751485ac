import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  isWholeDecimal,
  negateDecimal,
  shiftDecimal,
  subtractDecimals,
} from './decimal.ts'

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat({ max: 6 }))
  .map(([units, places]) => shiftDecimal(units.toString(), -places))

describe('exact decimals', () => {
  it('adds, subtracts, shifts and divides without rounding errors', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3')
    expect(subtractDecimals('1000', '1000.50')).toBe('-0.5')
    expect(shiftDecimal('3', -2)).toBe('0.03')
    expect(shiftDecimal('1.5', 3)).toBe('1500')
    expect(shiftDecimal('007.50', 0)).toBe('7.5')
    expect(negateDecimal('0')).toBe('0')
    expect(divideDecimals('1', '3', 4)).toBe('0.3333')
    expect(divideDecimals('-1', '8', 2)).toBe('-0.13')
    expect(compareDecimals('-2', '-10')).toBe(1)
    expect(isWholeDecimal('2.5')).toBe(false)
  })

  it('refuses text that is no plain decimal', () => {
    for (const text of ['', '1e3', '1,000', '.5', 'NaN', '--1'])
      expect(() => addDecimals(text, '0')).toThrow(RangeError)
  })

  it('undoes every sum and every shift', () => {
    fc.assert(
      fc.property(decimal, decimal, fc.integer({ min: -9, max: 9 }), (a, b, power) => {
        expect(subtractDecimals(addDecimals(a, b), b)).toBe(a)
        expect(shiftDecimal(shiftDecimal(a, power), -power)).toBe(a)
        expect(compareDecimals(a, b)).toBe(compareDecimals(negateDecimal(b), negateDecimal(a)))
      }),
    )
  })
})
