import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRolling, neverOpens, readClosing, readOpening, windowAt, windowState } from './dates.ts'

const at = (instant: string) => Date.parse(instant)

describe('times of the listing', () => {
  test('a time without a zone is London wall time, in winter and in summer', () => {
    expect(readOpening('2026-12-01T09:00')).toEqual({
      ms: at('2026-12-01T09:00:00Z'),
      date: '2026-12-01',
    })
    expect(readOpening('2026-07-01T09:00')).toEqual({
      ms: at('2026-07-01T08:00:00Z'),
      date: '2026-07-01',
    })
  })

  test('a time with a zone is respected', () => {
    expect(readClosing('2026-07-01T22:59:00.000Z')).toEqual({
      ms: at('2026-07-01T22:59:00Z'),
      date: '2026-07-01',
    })
    expect(readClosing('2026-07-01T12:00:00+01:00')).toEqual({
      ms: at('2026-07-01T11:00:00Z'),
      date: '2026-07-01',
    })
  })

  test('an offset of hours alone is one, too', () => {
    expect(readOpening('2026-04-21T00:00:00.000+00')).toEqual({
      ms: at('2026-04-21T00:00:00Z'),
      date: '2026-04-21',
    })
    expect(readClosing('2026-12-01T12:00+01')).toEqual({
      ms: at('2026-12-01T11:00:00Z'),
      date: '2026-12-01',
    })
  })

  test('a closing at midnight is the day before, also when midnight in London is 23:00 UTC', () => {
    expect(readClosing('2026-12-19T00:00')).toEqual({
      ms: at('2026-12-19T00:00:00Z'),
      date: '2026-12-18',
    })
    expect(readClosing('2026-07-18T23:00:00Z')).toEqual({
      ms: at('2026-07-18T23:00:00Z'),
      date: '2026-07-18',
    })
    expect(readOpening('2026-12-19T00:00')!.date).toBe('2026-12-19')
  })

  test('a date alone includes its day', () => {
    expect(readClosing('2026-12-18')).toEqual({
      ms: at('2026-12-19T00:00:00Z'),
      date: '2026-12-18',
    })
  })

  test('what is no time is null', () => {
    for (const odd of [
      '',
      'soon',
      '2026-02-30T10:00',
      '2026-13-01T10:00',
      '2026-01-01T25:00',
      null,
      7,
      undefined,
    ])
      expect(readClosing(odd)).toBeNull()
  })

  test('any text is read or refused, never thrown at', () => {
    fc.assert(fc.property(fc.string(), (text) => void readClosing(text)))
  })
})

describe('the window', () => {
  const dates = { opens: readOpening('2026-11-01T09:00'), closes: readClosing('2026-11-30T17:00') }

  test('opens at its minute and closes at its minute', () => {
    expect(windowState(dates, true, at('2026-11-01T08:59:59Z'))).toBe('upcoming')
    expect(windowState(dates, true, at('2026-11-01T09:00:00Z'))).toBe('open')
    expect(windowState(dates, true, at('2026-11-30T16:59:59Z'))).toBe('open')
    expect(windowState(dates, true, at('2026-11-30T17:00:00Z'))).toBe('closed')
  })

  test('counts calendar days in London to the closing: the last day is 0', () => {
    expect(windowAt(dates, true, at('2026-11-20T23:30:00Z'))).toEqual({
      opens: '2026-11-01',
      closes: '2026-11-30',
      open_now: true,
      days_to_close: 10,
    })
    expect(windowAt(dates, true, at('2026-11-30T08:00:00Z')).days_to_close).toBe(0)
    expect(windowAt(dates, true, at('2026-11-30T18:00:00Z'))).toMatchObject({
      open_now: false,
      days_to_close: null,
    })
  })

  test('an advert that was taken down is closed whatever its dates say', () => {
    expect(windowAt(dates, false, at('2026-11-20T10:00:00Z'))).toMatchObject({
      closes: '2026-11-30',
      open_now: false,
      days_to_close: null,
    })
  })

  test('a closing years ahead means a rolling window and counts no days', () => {
    const rolling = { opens: dates.opens, closes: readClosing('2039-12-31T23:59') }
    expect(isRolling(rolling, '2026-11-20')).toBe(true)
    expect(windowAt(rolling, true, at('2026-11-20T10:00:00Z'))).toMatchObject({
      closes: '2039-12-31',
      open_now: true,
      days_to_close: null,
    })
  })

  test('without dates a listed advert is open', () => {
    expect(windowAt({ opens: null, closes: null }, true, 0)).toEqual({
      opens: null,
      closes: null,
      open_now: true,
      days_to_close: null,
    })
  })

  test('one that would open behind its closing counts no days to it', () => {
    const crossed = {
      opens: readOpening('2026-12-01T09:00'),
      closes: readClosing('2026-11-25T17:00'),
    }
    expect(neverOpens(crossed)).toBe(true)
    expect(windowAt(crossed, true, at('2026-11-20T12:00:00Z'))).toEqual({
      opens: '2026-12-01',
      closes: '2026-11-25',
      open_now: false,
      days_to_close: null,
    })
    expect(neverOpens(dates)).toBe(false)
    expect(neverOpens({ opens: dates.opens, closes: null })).toBe(false)
  })
})
