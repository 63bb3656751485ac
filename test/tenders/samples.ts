/** Invented notices, and generations of them, for tests of the index and of the rules. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { londonDate } from '../../src/kernel/london.ts'
import { type BuildInput, buildGeneration } from '../../src/tenders/index/build.ts'
import { type Generation, openGeneration } from '../../src/tenders/index/generation.ts'
import { openTexts } from '../../src/tenders/index/texts.ts'
import type { Notice } from '../../src/tenders/model/notice.ts'
import { filterMask } from '../../src/tenders/model/regions.ts'

export const SAMPLES_NOW = Date.parse('2026-11-20T12:00:00Z')
const DAY = 86_400_000

export type SampleAward = BuildInput['awards'] extends AsyncIterable<readonly (infer Award)[]> ? Award : never

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

export async function generationOf(
  notices: readonly Notice[],
  awards: readonly SampleAward[] = [],
  nowMs: number = SAMPLES_NOW,
): Promise<Generation> {
  const directory = mkdtempSync(join(tmpdir(), 'samples-'))
  const { data } = await buildGeneration({
    notices: (async function* () {
      yield notices.map((notice) => ({ key: notice.key, revision: 1, json: JSON.stringify(notice) }))
    })(),
    awards: (async function* () {
      yield awards
    })(),
    revision: 1,
    nowMs,
    today: londonDate(nowMs),
    directory,
    newFile: 'texts',
  })
  const texts = openTexts(directory, data.texts)!
  rmSync(directory, { recursive: true })
  return openGeneration(data, texts)
}
