import { describe, expect, it } from 'vitest'
import {
  buildHealth,
  findDegradation,
  isDue,
  listWarnings,
  type Progress,
  refusal,
  type ScheduledSource,
} from './source.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.parse('2026-11-21T10:00:00Z')
const SOURCE: ScheduledSource = {
  id: 'tides',
  label: 'tides',
  name: 'Tide Office',
  windowMs: 12 * HOUR_MS,
  retryAfterMs: HOUR_MS,
  makes: 'the tide table',
  untilRead: 'tide calls answer 503',
  askAgainSeconds: 60,
}
const aged = (
  ageMs: number | null,
  failure: string | null = null,
  attemptAgeMs = ageMs,
): Progress => ({
  lastSuccessMs: ageMs === null ? null : NOW - ageMs,
  lastAttemptMs: attemptAgeMs === null ? null : NOW - attemptAgeMs,
  failure,
})

describe('a source is due', () => {
  it.each<[string, Progress, boolean]>([
    ['when it was never read', aged(null), true],
    ['not before eleven twelfths of its window', aged(11 * HOUR_MS - 1), false],
    ['at eleven twelfths of its window', aged(11 * HOUR_MS), true],
    ['not before its retry time after a failure', aged(20 * HOUR_MS, 'down', HOUR_MS - 1), false],
    ['at its retry time after a failure', aged(20 * HOUR_MS, 'down', HOUR_MS), true],
  ])('%s', (_, progress, due) => expect(isDue(SOURCE, progress, NOW)).toBe(due))
})

describe('what callers receive', () => {
  it.each<[string, Progress, string | null]>([
    ['nothing within the window', aged(12 * HOUR_MS), null],
    [
      'nothing within the window although the newest attempt failed',
      aged(12 * HOUR_MS, 'down'),
      null,
    ],
    [
      'past the window: stale',
      aged(13 * HOUR_MS),
      'stale Tide Office: past its window of 12 hours, refresh still running; copy of 2026-11-20T21:00:00Z served',
    ],
    [
      'past the window after a failure: failed',
      aged(13 * HOUR_MS, 'Tide Office: answered 500'),
      'failed Tide Office: answered 500; copy of 2026-11-20T21:00:00Z served',
    ],
    [
      'never read',
      aged(null),
      'stale Tide Office: its first fill is still running; no earlier copy',
    ],
  ])('%s', (_, progress, expected) => {
    const degradation = findDegradation(SOURCE, progress, NOW)
    expect(degradation && `${degradation.kind} ${degradation.detail}`).toBe(expected)
  })

  it('is refused until it was read, and after thirty days; a longer window is believed', () => {
    expect(refusal(SOURCE, null, NOW)).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      retryAfterSeconds: 60,
    })
    expect(refusal(SOURCE, NOW - 30 * DAY_MS, NOW)).toBeNull()
    expect(refusal(SOURCE, NOW - 30 * DAY_MS - 1, NOW)?.message).toContain(
      'the tide table was last refreshed at 2026-10-22T09:59:59Z',
    )
    expect(refusal({ ...SOURCE, windowMs: 60 * DAY_MS }, NOW - 60 * DAY_MS, NOW)).toBeNull()
  })
})

it('health and warnings report a failure immediately', () => {
  expect(buildHealth(SOURCE, aged(HOUR_MS, 'answered 500'), NOW)).toMatchObject({
    status: 'failing',
    age_seconds: 3600,
  })
  expect(listWarnings(SOURCE, aged(HOUR_MS, 'Tide Office: answered 500'))).toEqual([
    'Tide Office: answered 500',
  ])
  expect(listWarnings(SOURCE, aged(null))).toEqual([
    'Tide Office: nothing has been fetched yet; tide calls answer 503',
  ])
  expect(listWarnings(SOURCE, aged(HOUR_MS))).toEqual([])
})
