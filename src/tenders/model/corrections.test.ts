import { describe, expect, test } from 'vitest'
import { applyCorrection, readCorrections } from './corrections.ts'

const change = (newValue: unknown, more: object = {}) => ({
  amendments: [
    {
      unstructuredChanges: [
        {
          where: { section: 'IV.2.2)' },
          oldValue: { date: '2026-09-01T11:00:00Z' },
          newValue,
          ...more,
        },
      ],
    },
  ],
})
const OLD = { ms: Date.parse('2026-09-01T11:00:00Z'), precision: 'time' } as const

function moved(newValue: unknown, more: object = {}): string | null {
  const [correction] = readCorrections(change(newValue, more))
  const date = applyCorrection(OLD, correction!, 0)
  return date === null ? null : `${new Date(date.ms).toISOString()} ${date.precision}`
}

describe('the new value of a correction', () => {
  test.each([
    [{ date: '2026-09-15T11:00:00Z' }, '2026-09-15T11:00:00.000Z time'],
    [{ date: '2026-09-15' }, '2026-09-15T22:59:59.000Z date'],
    [{ text: '15/09/2026' }, '2026-09-15T22:59:59.000Z date'],
    [{ text: 'Date: 15.09.2026 Local time: 12:00' }, '2026-09-15T11:00:00.000Z time'],
    [{ text: '15th September 2026 at 12 noon' }, '2026-09-15T11:00:00.000Z time'],
    [{ text: 'Tuesday 15 Sept 2026, 5pm' }, '2026-09-15T16:00:00.000Z time'],
    [{ text: 'September 15, 2026 - 14:30' }, '2026-09-15T13:30:00.000Z time'],
    [{ text: '2026-11-15T12:00' }, '2026-11-15T12:00:00.000Z time'],
    [{ text: '1700 hrs on 15/9/26' }, '2026-09-15T16:00:00.000Z time'],
    [{ text: '15 September 2026 midnight' }, '2026-09-15T23:00:00.000Z time'],
    [{ text: '14:00' }, '2026-09-01T13:00:00.000Z time'],
    [{ text: 'to be announced' }, null],
    [{ text: '31/02/2027' }, null],
    [{ text: '15/09/2026 or 16/09/2026' }, null],
    [{}, null],
    [undefined, null],
  ])('%j', (newValue, expected) => {
    expect(moved(newValue)).toBe(expected)
  })

  test('a text may repeat the old day', () => {
    const words = { text: 'extended from 01/09/2026 to 15/09/2026' }
    expect(moved(words, { oldValue: { text: '01/09/2026' } })).toBe('2026-09-15T22:59:59.000Z date')
  })
})

test.each([
  [{ section: 'IV.2.2' }, 1],
  [{ section: 'iv 2.2 )' }, 1],
  [{ label: 'Time limit for receipt of tenders or requests to participate' }, 1],
  [{ section: 'IV.2.7', label: 'Time limit for receipt of tenders' }, 0],
  [{ section: 'IV.2.21' }, 0],
  [{ section: 'II.1.4' }, 0],
])('a correction at %j is about the deadline: %d', (where, count) => {
  expect(readCorrections(change({ date: '2026-09-15' }, { where }))).toHaveLength(count)
})

test('a correction of one lot of several never brings the deadline of the others forward', () => {
  const of = (date: string, lots: number) => {
    const [correction] = readCorrections(change({ date }, { relatedLot: '1' }))
    return applyCorrection(OLD, correction!, lots)?.ms
  }
  expect(of('2026-08-20T11:00:00Z', 2)).toBe(OLD.ms)
  expect(of('2026-08-20T11:00:00Z', 1)).toBe(Date.parse('2026-08-20T11:00:00Z'))
  expect(of('2026-09-20T11:00:00Z', 2)).toBe(Date.parse('2026-09-20T11:00:00Z'))
})
