import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addSpan,
  type Coverage,
  type CoverageSpan,
  computeDensity,
  gapsWithin,
  newestWindow,
  removeSpan,
} from './coverage.ts'

const HOUR = 3_600_000
const at = (text: string) => Date.parse(`${text}Z`)

describe('coverage', () => {
  test('is exactly the set of moments that were added and not removed', () => {
    const change = fc.record({
      add: fc.boolean(),
      from: fc.integer({ min: 0, max: 40 }),
      length: fc.integer({ min: 0, max: 12 }),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const held = new Set<number>()
        let coverage: Coverage = []
        for (const { add, from, length } of changes) {
          const span: CoverageSpan = [from, from + length]
          coverage = add ? addSpan(coverage, span) : removeSpan(coverage, span)
          for (let moment = from; moment < from + length; moment += 1) {
            if (add) held.add(moment)
            else held.delete(moment)
          }
        }
        for (let moment = 0; moment < 60; moment += 1) {
          expect(coverage.some(([from, to]) => from <= moment && moment < to)).toBe(
            held.has(moment),
          )
          expect(
            gapsWithin(coverage, [0, 60]).some(([from, to]) => from <= moment && moment < to),
          ).toBe(!held.has(moment))
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
  const WEEK: CoverageSpan = [at('2026-08-30T00:00:00'), at('2026-09-06T00:00:00')]
  test.each([
    [
      'an hour on a working day while nothing is known',
      null,
      '2026-09-02T15:23:00',
      '2026-09-02T14:23:00',
    ],
    ['two hours where one held 30 releases', 30, '2026-09-02T15:23:00', '2026-09-02T13:23:00'],
    ['half an hour where one held 120', 120, '2026-09-02T15:30:00', '2026-09-02T15:00:00'],
    ['the night and some of the evening', 60, '2026-09-03T07:00:00', '2026-09-02T18:52:00'],
    ['three days at most', 0.001, '2026-09-05T18:00:00', '2026-09-02T18:00:00'],
  ])('%s', (_name, density, to, start) => {
    expect(newestWindow([WEEK[0], at(to)], density)).toEqual([at(start), at(to)])
  })

  test('never begin before the gap', () => {
    const gap: CoverageSpan = [at('2026-09-02T15:10:00'), at('2026-09-02T15:23:00')]
    expect(newestWindow(gap, 10)).toEqual(gap)
  })

  test('an answer determines the next window: 60 releases are the aim', () => {
    const hour: CoverageSpan = [at('2026-09-02T14:00:00'), at('2026-09-02T15:00:00')]
    expect(computeDensity(hour, 90, false)).toBe(90)
    // Hardly anything in it: the next is four times as long, not endless.
    expect(newestWindow([WEEK[0], hour[0]], computeDensity(hour, 0, false))).toEqual([
      at('2026-09-02T10:00:00'),
      hour[0],
    ])
    // A gap of some minutes shows no density.
    expect(computeDensity([hour[0], hour[0] + 60_000], 1, true)).toBeNull()
  })

  test('fill any gap without leaving anything out', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 24 * 14 * 60 }),
        fc.integer({ min: 1, max: 24 * 4 * 60 }),
        fc.option(fc.double({ min: 0.01, max: 600, noNaN: true })),
        (startMinute, minutes, density) => {
          const begin = at('2026-10-20T00:00:00') + startMinute * 60_000
          let to = begin + minutes * 60_000
          let steps = 0
          while (to > begin) {
            const [from, end] = newestWindow([begin, to], density)
            expect(end).toBe(to)
            expect(end - from).toBeGreaterThan(0)
            expect(end - from).toBeLessThanOrEqual(72 * HOUR)
            to = from
            steps += 1
            expect(steps).toBeLessThan(1500)
          }
        },
      ),
    )
  })
})
