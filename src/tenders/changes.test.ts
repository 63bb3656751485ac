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
