/** The process that builds the index opens a store of its own: what it builds is the same whatever engine holds the notices. */
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { manualClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/observe/log.ts'
import type { Store } from '../../src/store/open.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import type { Generation } from '../../src/tenders/index/generation.ts'
import { historyOf } from '../../src/tenders/index/histories.ts'
import { createTenderIndex } from '../../src/tenders/index/tender-index.ts'
import type { Notice } from '../../src/tenders/model/notice.ts'
import { eachEngine, type StoreSettings } from '../support/engines.ts'
import { generationOf, SAMPLES_NOW, type SampleAward, sampleNotice } from '../tenders/samples.ts'

/** Ends the processes that build. */
let over: AbortController
beforeEach(() => {
  over = new AbortController()
})
afterEach(() => over.abort())
/** More than one page of the store's, under keys that databases sort each in their own way. */
const NOTICES = Array.from({ length: 620 }, (_, index) =>
  sampleNotice({
    key: `${index % 3 === 0 ? 'A-' : index % 3 === 1 ? 'a|' : 'a'}${index}`,
    title: `Cleaning of hall ${index}`,
    ...(index % 2 === 0 ? { buyer: 'Exampleton Council', buyerKey: 'GB-PPON-1', buyerNameKey: 'name:exampleton council' } : {}),
  }),
)
const AWARDS: SampleAward[] = ['2026-01-15', '2025-03-01', '2020-01-01'].map((awardedOn) => ({
  buyerKey: 'GB-PPON-1',
  buyerNameKey: 'name:exampleton council',
  awardedOn,
  divisions: ['90'],
  suppliers: [{ key: 'name:example cleaning', sme: true }],
}))

/** Each release is the JSON of its notice. */
async function keep({ main }: Store, notices: readonly Notice[], awards: readonly SampleAward[]): Promise<void> {
  await createTenderStore(main).apply({
    releases: notices.map((notice) => {
      const json = JSON.stringify(notice)
      return { key: `p/${notice.key}`, ocid: notice.ocid, releasedMs: notice.publishedMs, hash: json, json }
    }),
    awards: awards.map((award, index) => ({
      ...award,
      key: String(index),
      divisions: award.divisions.join(','),
      suppliers: JSON.stringify(award.suppliers),
    })),
    quarantined: [],
    merge: ([json]) => {
      const { key, ocid, updatedMs } = JSON.parse(json!) as Notice
      return [{ key, ocid, updatedMs, keepUntilMs: updatedMs, liveUntilMs: updatedMs, json: json! }]
    },
    source: null,
  })
}

const indexOn = (settings: StoreSettings) => createTenderIndex({ ...settings, clock: manualClock(SAMPLES_NOW), log: silentLog })

/** Where texts lie follows the order of reading, which is the database's. */
const noticesOf = (generation: Generation) => Array.from({ length: generation.data.count }, (_, number) => generation.notice(number))

eachEngine('the index builder', (under) => {
  it('builds what is held, as it is built from the same notices without a store', async () => {
    const settings = await under.freshSettings()
    await keep(await under.open(settings), NOTICES, AWARDS)
    const tenderIndex = indexOn(settings)
    expect(await tenderIndex.build(over.signal)).toBe(true)
    const expected = await generationOf(NOTICES, AWARDS)
    const { known } = expected.data.buyers.histories
    expect(historyOf(expected.data.buyers.histories, known.indexOf(1))).toMatchObject({ awards: 2, smeAwards: 2 })
    const built = tenderIndex.current()!
    expect(noticesOf(built)).toEqual(noticesOf(expected))
    // A difference between megabytes of numbers is a fact, not a text to print.
    for (const part of ['ocids', 'also', 'live', 'buyers', 'postings'] as const)
      expect(isDeepStrictEqual(built.data[part], expected.data[part]), part).toBe(true)
  })

  it('builds the next one when the store has changed, and leaves a copy for the next start', async () => {
    const settings = await under.freshSettings()
    const store = await under.open(settings)
    await keep(store, NOTICES.slice(0, 40), [])
    const tenderIndex = indexOn(settings)
    await tenderIndex.build(over.signal)
    await keep(store, NOTICES.slice(40, 60), [])
    expect(await tenderIndex.build(over.signal)).toBe(true)
    const { data } = tenderIndex.current()!
    expect(data).toMatchObject({ revision: 2, count: 60, liveCount: 60 })
    const expected = await generationOf(NOTICES.slice(0, 60))
    expect(noticesOf(tenderIndex.current()!)).toEqual(noticesOf(expected))
    for (const part of ['ocids', 'also', 'live', 'buyers', 'postings'] as const)
      expect(isDeepStrictEqual(data[part], expected.data[part]), part).toBe(true)
    const restarted = indexOn(settings)
    expect(await restarted.load()).toBe(true)
    expect(isDeepStrictEqual(restarted.current()!.data, data)).toBe(true)
  })
})
