import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAMPLES_NOW as NOW, sampleNotice } from '../../../test/tenders/samples.ts'
import { buildLapsedChange, listPublishedChanges, type TenderChange } from './changes.ts'
import { isLive, liveUntilMs, type Notice } from './notice.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const told = (changes: readonly TenderChange[]) =>
  changes.map(({ kind, id, detail }) => [kind, id, ...detail.fields.map(({ field }) => field)])

test('what publishing does to a process', () => {
  const open = sampleNotice({ key: 'a' })
  const moved = { ...open, deadlineMs: NOW + 20 * DAY }
  const awarded = { ...open, closedBy: 'awarded' as const }
  expect(told(listPublishedChanges([], [open], NOW))).toEqual([
    ['new', 'a', 'stage', 'deadline', 'value_gbp', 'region', 'cpv'],
  ])
  expect(told(listPublishedChanges([open], [open], NOW))).toEqual([])
  expect(listPublishedChanges([open], [moved], NOW)).toMatchObject([
    {
      kind: 'deadline_moved',
      detail: {
        fields: [
          { field: 'deadline', before: '2026-11-30T12:00:00Z', after: '2026-12-10T12:00:00Z' },
        ],
      },
    },
  ])
  expect(told(listPublishedChanges([open], [{ ...open, cpv: ['45000000'] }], NOW))).toEqual([
    ['altered', 'a', 'cpv'],
  ])
  expect(told(listPublishedChanges([open], [{ ...open, enquiryMs: NOW }], NOW))).toEqual([])
  expect(listPublishedChanges([open], [{ ...open, closedBy: 'cancelled' }], NOW)).toMatchObject([
    {
      kind: 'closed',
      detail: { fields: [{ field: 'state', before: 'open', after: 'cancelled' }] },
    },
  ])
  expect(told(listPublishedChanges([open], [awarded], NOW))).toEqual([['awarded', 'a', 'state']])
  // The award is reported although the deadline passed before.
  expect(told(listPublishedChanges([open], [awarded], NOW + 11 * DAY))).toEqual([
    ['awarded', 'a', 'state'],
  ])
  expect(told(listPublishedChanges([awarded], [awarded], NOW))).toEqual([])
  // The process was never open here, so no caller can have seen it.
  expect(told(listPublishedChanges([], [awarded], NOW))).toEqual([])
  const early = sampleNotice({ key: 'a', stage: 'planning', deadlineMs: null })
  expect(told(listPublishedChanges([early], [open], NOW))).toEqual([
    ['new', 'a', 'stage', 'deadline'],
  ])
  expect(told(listPublishedChanges([open], [], NOW))).toEqual([['closed', 'a', 'state']])
})

const anyNotice = fc
  .record({
    stage: fc.constantFrom('tender' as const, 'planning' as const),
    closedBy: fc.constantFrom(null, null, null, 'awarded' as const, 'cancelled' as const),
    deadlineMs: fc.option(fc.integer({ min: NOW - 3 * DAY, max: NOW + 6 * DAY })),
    engagementEnds: fc.constantFrom(null, '2026-11-20', '2026-11-23'),
    futureNotice: fc.constantFrom(null, '2026-08-24'),
    updatedMs: fc.integer({ min: NOW - 366 * DAY, max: NOW }),
  })
  .map((change) => sampleNotice({ key: 'a', ...change }))

test('the end of a notice is when it is live no more, to the millisecond', () => {
  fc.assert(
    fc.property(anyNotice, fc.integer({ min: -400 * 24, max: 400 * 24 }), (notice, hours) => {
      const end = liveUntilMs(notice)
      expect(isLive(notice, NOW + hours * HOUR)).toBe(NOW + hours * HOUR < end)
      if (end > 0) expect([isLive(notice, end - 1), isLive(notice, end)]).toEqual([true, false])
    }),
  )
})

test('a follower knows at any moment whether it is live, without repetitions', () => {
  const step = fc.oneof(
    fc.record({ notice: anyNotice }),
    fc.record({ hours: fc.integer({ min: 1, max: 60 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let held: Notice | null = null
      let reportedMs = NOW
      let live = false
      const hear = (changes: readonly TenderChange[]) => {
        expect(changes.length).toBeLessThan(2)
        for (const { kind } of changes) {
          if (kind === 'awarded') live = false
          else if (kind === 'closed') {
            expect(live).toBe(true)
            live = false
          } else if (kind === 'new') live = true
          else expect(live).toBe(true)
        }
      }
      for (const each of steps) {
        if ('notice' in each) {
          hear(listPublishedChanges(held ? [held] : [], [each.notice], reportedMs))
          held = each.notice
        } else {
          const nowMs = reportedMs + each.hours * HOUR
          const ends: number = held ? liveUntilMs(held) : 0
          if (held && ends > reportedMs && ends <= nowMs) hear([buildLapsedChange(held)])
          reportedMs = nowMs
        }
        expect(live).toBe(held !== null && isLive(held, reportedMs))
      }
    }),
  )
})
