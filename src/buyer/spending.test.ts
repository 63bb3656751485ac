import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usdcToAtomic } from '../kernel/money.ts'
import { SpendLimitError } from './buyer.ts'
import { createSpending } from './spending.ts'

describe('spending', () => {
  it('refuses a call above its limit, and one above what is left', () => {
    const spending = createSpending({ perCallUsd: '0.20', totalUsd: '0.30' })
    expect(() => spending.reserve('0.21')).toThrow(SpendLimitError)
    spending.reserve('0.20')
    expect(() => spending.reserve('0.15')).toThrow('0.1 USD are left of 0.30; nothing was paid')
    expect([spending.spentUsd(), spending.leftUsd()]).toEqual(['0.2', '0.1'])
  })

  it('gives back what was released, once', () => {
    const spending = createSpending({ perCallUsd: '1', totalUsd: '1' })
    const first = spending.reserve('0.4')
    spending.reserve('0.4')
    first.release()
    first.release()
    expect(spending.spentUsd()).toBe('0.4')
  })

  it('never holds more than its total, whatever the order of calls', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 500_000 }), fc.boolean()), { maxLength: 40 }), (calls) => {
        const spending = createSpending({ perCallUsd: '0.4', totalUsd: '1' })
        for (const [atomic, released] of calls) {
          try {
            const held = spending.reserve((atomic / 1_000_000).toFixed(6))
            if (released) held.release()
          } catch (error) {
            expect(error).toBeInstanceOf(SpendLimitError)
          }
          expect(BigInt(usdcToAtomic(spending.spentUsd()))).toBeLessThanOrEqual(1_000_000n)
        }
      }),
    )
  })
})
