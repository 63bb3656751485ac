/** Invented notices, and indexes of them, for tests of the index and of the rules. */
import { londonDate } from '../../src/platform/london.ts'
import { type BuyerAward, createHistories } from '../../src/tenders/index/histories.ts'
import { createLiveIndex, type LiveIndex } from '../../src/tenders/index/live-index.ts'
import { createLearner, type Learned } from '../../src/tenders/index/meanings.ts'
import { historySpan } from '../../src/tenders/model/buyer-history.ts'
import { toSearchedTender } from '../../src/tenders/model/changes.ts'
import type { Notice } from '../../src/tenders/model/notice.ts'
import { filterMask } from '../../src/tenders/model/regions.ts'
import { PORTALS } from '../../src/tenders/portals/index.ts'

export const SAMPLES_NOW = Date.parse('2026-11-20T12:00:00Z')
const DAY = 86_400_000

export type SampleAward = BuyerAward

export function sampleNotice(change: Partial<Notice> & { key: string }): Notice {
  return {
    ocid: change.key,
    portal: 'find-a-tender',
    releaseId: `${change.key}-r`,
    noticeId: change.key,
    noticeUrl: `https://www.find-tender.service.gov.uk/Notice/${change.key}`,
    title: 'Cleaning of halls',
    buyer: `Council of ${change.key}`,
    buyerKey: `name:council of ${change.key}`,
    buyerNameKey: `name:council of ${change.key}`,
    reference: null,
    regime: 'act',
    stage: 'tender',
    closedBy: null,
    publishedMs: SAMPLES_NOW - 5 * DAY,
    updatedMs: SAMPLES_NOW - 5 * DAY,
    deadlineMs: SAMPLES_NOW + 10 * DAY,
    deadlinePrecision: 'time',
    enquiryMs: null,
    futureNotice: null,
    engagementEnds: null,
    regions: filterMask(['scotland']),
    cpv: ['90911200'],
    value: { amount: 50_000, currency: 'GBP', min: null, max: null, basis: 'tender' },
    description: 'Daily cleaning.',
    method: null,
    lots: [],
    documents: [],
    submissionUrl: null,
    contractStart: null,
    contractEnd: null,
    durationDays: null,
    smeSuitable: null,
    framework: false,
    requirements: [],
    ...change,
  }
}

/** The searchable part of a change of an invented notice. */
export const sampleChange = (key: string, title: string) =>
  toSearchedTender(sampleNotice({ key, title }))

/** A live index of notices and awards, as after the store was followed. */
export function liveIndexOf(
  notices: readonly Notice[],
  awards: readonly BuyerAward[] = [],
  nowMs: number = SAMPLES_NOW,
  learned: Learned | null = null,
): LiveIndex {
  const index = createLiveIndex(new Set(PORTALS.map(({ id }) => id)))
  for (const notice of notices) index.put(notice, 1, nowMs)
  index.setLearned(learned)
  const histories = createHistories(historySpan(londonDate(nowMs)))
  for (const entry of index.all()) histories.note(entry)
  for (const award of awards) histories.add(award)
  for (const entry of index.all()) index.setHistory(entry, histories.findHistory(entry))
  return index
}

/** Learns from notices. */
export function learnedFrom(notices: readonly Notice[]): Learned {
  const learner = createLearner()
  for (const notice of notices) learner.add(notice)
  return learner.finish()
}
