import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addSpan, type Coverage, gapsWithin, newestWindow, removeSpan, type Span } from './coverage.ts'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(`${text}Z`)

describe('coverage', () => {
  test('is exactly the set of moments that were added and not removed', () => {
    const change = fc.record({ add: fc.boolean(), from: fc.integer({ min: 0, max: 40 }), length: fc.integer({ min: 0, max: 12 }) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const held = new Set<number>()
        let coverage: Coverage = []
        for (const { add, from, length } of changes) {
          const span: Span = [from, from + length]
          coverage = add ? addSpan(coverage, span) : removeSpan(coverage, span)
          for (let moment = from; moment < from + length; moment += 1) {
            if (add) held.add(moment)
            else held.delete(moment)
          }
        }
        for (let moment = 0; moment < 60; moment += 1) {
          expect(coverage.some(([from, to]) => from <= moment && moment < to)).toBe(held.has(moment))
          expect(gapsWithin(coverage, [0, 60]).some(([from, to]) => from <= moment && moment < to)).toBe(!held.has(moment))
        }
        coverage.forEach(([from, to], index) => {
          expect(from).toBeLessThan(to)
          if (index > 0) expect(coverage[index - 1]![1]).toBeLessThan(from)
        })
      }),
    )
  })

  test('gaps come newest first', () => {
    expect(gapsWithin([[10, 20]], [0, 30])).toEqual([
      [20, 30],
      [0, 10],
    ])
  })
})

describe('windows', () => {
  test.each([
    ['an hour on a working day', '2026-09-02T00:00:00', '2026-09-02T15:23:00', '2026-09-02T15:00:00'],
    ['the night in one piece, not reaching into the day', '2026-09-02T00:00:00', '2026-09-03T00:00:00', '2026-09-02T20:00:00'],
    ['the early morning', '2026-09-02T00:00:00', '2026-09-02T06:00:00', '2026-09-02T00:00:00'],
    ['six hours at the weekend', '2026-09-05T00:00:00', '2026-09-05T18:00:00', '2026-09-05T12:00:00'],
    ['never before the gap', '2026-09-02T15:10:00', '2026-09-02T15:23:00', '2026-09-02T15:10:00'],
  ])('%s', (_name, from, to, start) => {
    expect(newestWindow([at(from), at(to)])).toEqual([at(start), at(to)])
  })

  test('fill any gap without leaving anything out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24 * 14 * 60 }), fc.integer({ min: 1, max: 24 * 4 * 60 }), (startMinute, minutes) => {
        const begin = at('2026-10-20T00:00:00') + startMinute * 60_000
        let to = begin + minutes * 60_000
        let steps = 0
        while (to > begin) {
          const [from, end] = newestWindow([begin, to])
          expect(end).toBe(to)
          expect(end - from).toBeGreaterThan(0)
          expect(end - from).toBeLessThanOrEqual(6 * HOUR)
          to = from
          steps += 1
          expect(steps).toBeLessThan(500)
        }
      }),
    )
  })
})
