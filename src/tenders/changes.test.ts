/** A saved search reports what the search finds: the same filters over one notice as over all. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { liveIndexOf, SAMPLES_NOW as NOW, sampleNotice } from '../../test/tenders/samples.ts'
import type { Change, ChangeStore } from '../store/changes.ts'
import { tenderChanges } from './changes.ts'
import type { LiveIndex } from './index/live-index.ts'
import { searchNotices } from './index/search.ts'
import { listPublishedChanges } from './model/changes.ts'
import type { Notice } from './model/notice.ts'
import type { ServingIndex } from './operations/shared/deps.ts'

const DAY = 86_400_000

/** A record of just these. */
function feedOf(changes: readonly Change[], index: LiveIndex) {
  const store = {
    between: async (_, after, upTo) =>
      changes.filter(({ position }) => position > after && position <= upTo),
  } as Pick<ChangeStore, 'between'>
  return tenderChanges({
    changes: store as ChangeStore,
    index: { searchable: () => index } as unknown as ServingIndex,
    unavailableReason: () => null,
  })
}

function published(notices: readonly Notice[]): Change[] {
  return notices
    .flatMap((notice) => listPublishedChanges([], [notice], NOW))
    .map(({ kind, id, detail, before, after }, index) => ({
      position: index + 1,
      atMs: NOW,
      kind,
      id,
      detail: JSON.stringify(detail),
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    }))
}

const anyNotice = fc.record({
  title: fc.constantFrom('cleaning', 'catering', 'roofing'),
  stage: fc.constantFrom('tender' as const, 'planning' as const),
  cpv: fc.constantFrom<string[] | null>(null, ['90911200'], ['72000000', '45000000']),
  regions: fc.constantFrom(0, 1, 8, 4095),
  amount: fc.constantFrom(null, 1000, 50_000),
  deadline: fc.constantFrom(null, 3, 40),
})
const anySearch = fc.record(
  {
    q: fc.constantFrom('cleaning', 'catering'),
    cpv: fc.constantFrom('72', '90,45', '9091'),
    region: fc.constantFrom('scotland', 'north-east', 'england'),
    value_min: fc.constantFrom(2000),
    value_max: fc.constantFrom(60_000),
    deadline_after: fc.constantFrom('2026-12-01'),
    stage: fc.constantFrom('tender' as const, 'planning' as const),
  },
  { requiredKeys: [] },
)

test('a notice without a filtered value (a place, a value, a deadline) is not reported to that filter, as in search', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyNotice, { maxLength: 10 }), anySearch, async (specs, search) => {
      const notices = specs.map(({ amount, deadline, ...spec }, index) =>
        sampleNotice({
          ...spec,
          key: `n${index}`,
          description: null,
          deadlineMs: deadline === null ? null : NOW + deadline * DAY,
          value:
            amount === null
              ? null
              : { amount, currency: 'GBP', min: null, max: null, basis: 'tender' },
          // What is the same opportunity under two ocids is shown once by a search: these are not.
          buyer: `Council ${index}`,
        }),
      )
      const index = liveIndexOf(notices)
      const found = searchNotices(index, search as never, NOW, 10).best.map(({ key }) => key)
      const { changes } = await feedOf(published(notices), index).since(search, {
        after: 0,
        upTo: notices.length,
        limit: 100,
      })
      expect(changes.map(({ id }) => id).sort()).toEqual(found.sort())
    }),
    { numRuns: 50 },
  )
})

test('a notice on two portals is reported for each, and each names the other', async () => {
  const lenses = {
    title: 'Lighthouse lenses',
    buyer: 'Northern Lights Board',
    deadlineMs: NOW + 9 * DAY,
  }
  const notices = [
    sampleNotice({ key: 'ft', ocid: 'ft', portal: 'find-a-tender', ...lenses }),
    sampleNotice({ key: 'cf', ocid: 'cf', portal: 'contracts-finder', ...lenses }),
    sampleNotice({
      key: 'other',
      ocid: 'other',
      portal: 'contracts-finder',
      title: 'Other lenses',
    }),
  ]
  const index = liveIndexOf(notices)
  const { changes } = await feedOf(published(notices), index).since(
    { q: 'lenses' },
    { after: 0, upTo: 9, limit: 100 },
  )
  expect(searchNotices(index, { q: 'lenses' }, NOW, 10).totalMatched).toBe(2)
  expect(
    changes.map(({ id, detail }) => [
      id,
      detail.fields.find(({ field }) => field === 'also_published_as')?.after,
    ]),
  ).toEqual([
    ['ft', 'cf'],
    ['cf', 'ft'],
    ['other', undefined],
  ])
})
