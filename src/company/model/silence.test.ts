import { expect, it } from 'vitest'
import { isTooSilent } from './silence.ts'

it.each([
  ['29 minutes of a Friday', '2026-11-20T12:00:00Z', '2026-11-20T12:29:59Z', false],
  ['30 minutes of a Friday', '2026-11-20T12:00:00Z', '2026-11-20T12:30:00Z', true],
  ['a night', '2026-11-19T17:50:00Z', '2026-11-20T08:10:00Z', false],
  ['a night and the first half hour', '2026-11-19T17:50:00Z', '2026-11-20T08:30:00Z', true],
  ['the last half hour, seen at night', '2026-11-20T17:30:00Z', '2026-11-20T23:00:00Z', true],
  ['a weekend', '2026-11-20T17:45:00Z', '2026-11-23T08:29:00Z', false],
  ['a weekend and the first half hour', '2026-11-20T17:45:00Z', '2026-11-23T08:30:00Z', true],
  [
    'Christmas Day and the day that stands for Boxing Day',
    '2026-12-24T17:45:00Z',
    '2026-12-29T08:10:00Z',
    false,
  ],
  ['days before a weekend', '2026-11-16T12:00:00Z', '2026-11-22T12:00:00Z', true],
  // London is an hour ahead of UTC.
  ['half an hour of a summer morning', '2026-07-15T07:00:00Z', '2026-07-15T07:30:00Z', true],
  ['half an hour of a summer evening', '2026-07-15T17:00:00Z', '2026-07-15T17:30:00Z', false],
])('silence through %s', (_, last, now, expected) => {
  expect(isTooSilent(Date.parse(last), Date.parse(now))).toBe(expected)
})
