import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  countWorkingDays,
  daysBetween,
  isCivilDate,
  londonDate,
  londonWallTimeMs,
} from './london.ts'

const civilDate = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('the civil date in London', () => {
  it.each([
    ['2026-06-30T22:59:59Z', '2026-06-30'],
    ['2026-06-30T23:00:00Z', '2026-07-01'],
    ['2026-12-31T23:59:59Z', '2026-12-31'],
    ['2027-01-01T00:00:00Z', '2027-01-01'],
  ])('at %s is %s', (at, date) => {
    expect(londonDate(Date.parse(at))).toBe(date)
  })

  it('is independent of earlier calls, on days of 23, 24 and 25 hours, at any fraction of a millisecond', () => {
    const formatted = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })
    const instant = fc.oneof(
      fc
        .tuple(
          fc.constantFrom(
            '2026-03-28T23',
            '2026-03-29T23',
            '2026-10-24T23',
            '2026-10-26T00',
            '1969-12-31T23',
            '1970-01-01T00',
          ),
          fc.double({ min: -2, max: 2, noNaN: true }),
        )
        .map(([hour, off]) => Date.parse(`${hour}:00:00Z`) + off),
      fc.double({ min: -1e12, max: 4e12, noNaN: true }),
    )
    fc.assert(
      fc.property(fc.array(instant, { minLength: 2 }), (instants) => {
        for (const epochMs of instants)
          expect(londonDate(epochMs)).toBe(formatted.format(Math.floor(epochMs)))
      }),
    )
  })

  it.each([
    ['2026-03-29T01:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
    ['2026-07-01T12:00', '2026-07-01T11:00:00.000Z'],
    ['2026-01-15T12:00:00', '2026-01-15T12:00:00.000Z'],
  ])('wall time %s is the instant %s', (wall, at) => {
    expect(new Date(londonWallTimeMs(wall)).toISOString()).toBe(at)
  })
})

describe('calendar months', () => {
  it.each([
    ['2024-02-29', 12, '2025-02-28'],
    ['2025-11-21', 12, '2026-11-21'],
    ['2026-08-31', -12, '2025-08-31'],
    ['2026-01-31', 1, '2026-02-28'],
  ])('%s and %i months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected)
  })
})

describe('days', () => {
  it('adding and subtracting agree', () => {
    fc.assert(
      fc.property(civilDate, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days)
      }),
    )
  })

  it('working days skip weekends and holidays, count the last day and not the first', () => {
    const holidays = new Set(['2026-12-25', '2026-12-28'])
    expect(countWorkingDays('2026-12-24', '2026-12-29', holidays)).toBe(1)
    expect(countWorkingDays('2026-11-20', '2026-11-23', new Set())).toBe(1)
    expect(countWorkingDays('2026-11-21', '2026-11-21', new Set())).toBe(0)
  })

  it('working days add up over any day between', () => {
    fc.assert(
      fc.property(civilDate, fc.nat(60), fc.nat(60), (from, first, second) => {
        const middle = addDays(from, first)
        const end = addDays(middle, second)
        expect(countWorkingDays(from, end, new Set())).toBe(
          countWorkingDays(from, middle, new Set()) + countWorkingDays(middle, end, new Set()),
        )
      }),
    )
  })
})

describe('what is a civil date', () => {
  it.each([
    '2026-02-30',
    '2026-13-01',
    '26-01-01',
    '2026-1-1',
    '2026-01-01T00:00',
    '',
    20260101,
    null,
  ])('%s is not', (value) => {
    expect(isCivilDate(value)).toBe(false)
  })

  it('every calendar day is', () => {
    fc.assert(fc.property(civilDate, (date) => isCivilDate(date)))
  })
})
