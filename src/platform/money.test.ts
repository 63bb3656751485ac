import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atomicToUsdc, usdcToAtomic } from './money.ts'

describe('USDC amounts', () => {
  it.each([
    ['0.005', '5000'],
    ['0.10', '100000'],
    ['1', '1000000'],
    ['0', '0'],
    ['0.000001', '1'],
  ])('%s is %s atomic units', (amount, atomic) => {
    expect(usdcToAtomic(amount)).toBe(atomic)
  })

  it.each(['0.0000001', '-1', '1e3', '', '.5', '1.', ' 1'])(
    '%j is refused, never rounded',
    (amount) => {
      expect(() => usdcToAtomic(amount)).toThrow(RangeError)
    },
  )

  it('there and back again keeps every atomic unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        (atomic) => usdcToAtomic(atomicToUsdc(atomic)) === atomic.toString(),
      ),
    )
  })
})
