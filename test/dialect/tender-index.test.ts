/**
 * The live index follows the store: it holds what an index of the same notices without a store
 * holds, whatever engine has them.
 */
import { expect, it } from 'vitest'
import { silentLog } from '../../src/observe/log.ts'
import { manualClock } from '../../src/platform/clock.ts'
import type { Store } from '../../src/store/open.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import type { LiveIndex } from '../../src/tenders/index/live-index.ts'
import { createTenderIndex } from '../../src/tenders/index/tender-index.ts'
import { liveUntilMs, type Notice } from '../../src/tenders/model/notice.ts'
import { contractRow } from '../support/contract-row.ts'
import { eachEngine } from '../support/engines.ts'
import { liveIndexOf, SAMPLES_NOW, type SampleAward, sampleNotice } from '../tenders/samples.ts'

/** More than one page of the store's, under keys that databases sort each in their own way. */
const NOTICES = Array.from({ length: 620 }, (_, index) =>
  sampleNotice({
    key: `${index % 3 === 0 ? 'A-' : index % 3 === 1 ? 'a|' : 'a'}${index}`,
    title: `Cleaning of hall ${index}`,
    ...(index % 2 === 0
      ? {
          buyer: 'Exampleton Council',
          buyerKey: 'GB-PPON-1',
          buyerNameKey: 'name:exampleton council',
        }
      : {}),
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
async function keep(
  { main }: Store,
  notices: readonly Notice[],
  awards: readonly SampleAward[],
): Promise<void> {
  await createTenderStore(main).apply({
    releases: notices.map((notice) => {
      const json = JSON.stringify(notice)
      return {
        key: `p/${notice.key}`,
        ocid: notice.ocid,
        releasedMs: notice.publishedMs,
        hash: json,
        json,
      }
    }),
    contracts: awards.map((award, index) =>
      contractRow({
        ...award,
        key: String(index),
        divisions: award.divisions.join(','),
        suppliers: JSON.stringify(award.suppliers),
      }),
    ),
    quarantined: [],
    merge: (releases) => {
      const json = releases.at(-1)
      const notice = JSON.parse(json!) as Notice
      const { key, ocid, updatedMs } = notice
      return [
        {
          key,
          ocid,
          updatedMs,
          keepUntilMs: updatedMs,
          liveUntilMs: liveUntilMs(notice),
          json: json!,
        },
      ]
    },
    source: null,
  })
}

const never = new AbortController().signal
const indexOn = (store: Store) =>
  createTenderIndex({
    store: createTenderStore(store.main),
    portals: ['find-a-tender'],
    clock: manualClock(SAMPLES_NOW),
    log: silentLog,
  })
/** Entries of the index without their numbers and revisions. */
const heldIn = (index: LiveIndex) =>
  [...index.all()]
    .map(({ number: _, revision: __, ...entry }) => entry)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
const closed = (notice: Notice): Notice => ({ ...notice, closedBy: 'awarded' })

eachEngine('the live index', (under) => {
  it('is filled from the store and then follows what changes', async () => {
    const store = await under.open()
    const tenderIndex = indexOn(store)
    await keep(store, NOTICES.slice(0, 600), AWARDS)
    expect(tenderIndex.current()).toBeNull()
    await tenderIndex.follow(never, true)
    expect(heldIn(tenderIndex.current()!)).toEqual(
      heldIn(liveIndexOf(NOTICES.slice(0, 600), AWARDS)),
    )
    expect([...tenderIndex.current()!.all()].some(({ history }) => history?.awards === 2)).toBe(
      true,
    )

    const revised = { ...NOTICES[3]!, title: 'Catering' }
    await keep(store, [revised, closed(NOTICES[4]!), ...NOTICES.slice(600)], [])
    await tenderIndex.follow(never, true)
    const expected = NOTICES.map((notice) =>
      notice.key === revised.key ? revised : notice,
    ).filter(({ key }) => key !== NOTICES[4]!.key)
    expect(heldIn(tenderIndex.current()!)).toEqual(heldIn(liveIndexOf(expected, AWARDS)))
    expect(tenderIndex.revision()).toBe(2)
    expect((await tenderIndex.notices([revised.key, 'gone'])).get(revised.key)?.title).toBe(
      'Catering',
    )
    expect(await tenderIndex.find(NOTICES[4]!.ocid.toUpperCase(), SAMPLES_NOW)).toMatchObject({
      notice: { closedBy: 'awarded' },
      others: [],
    })
  })

  it('lets a notice go that its process has no more, and never takes one of another portal', async () => {
    const store = await under.open()
    const tenderIndex = indexOn(store)
    const alone = sampleNotice({ key: 'p', ocid: 'p' })
    await keep(store, [alone, sampleNotice({ key: 'q', portal: 'contracts-finder' })], [])
    await tenderIndex.follow(never, true)
    expect(heldIn(tenderIndex.current()!).map(({ key }) => key)).toEqual(['p'])
    await keep(store, [{ ...alone, key: 'p|a' }], [])
    await tenderIndex.follow(never, true)
    expect(heldIn(tenderIndex.current()!).map(({ key }) => key)).toEqual(['p|a'])
  })

  it('refuses an update that withdraws more than a third of a portal, and at least 100, until the portal shows otherwise', async () => {
    const store = await under.open()
    const tenderIndex = indexOn(store)
    const notices = NOTICES.slice(0, 300)
    await keep(store, notices, [])
    await tenderIndex.follow(never, true)
    await keep(store, notices.slice(0, 100).map(closed), [])
    await tenderIndex.follow(never, true)
    expect([tenderIndex.current()!.count, tenderIndex.listRefused()]).toEqual([200, []])

    await keep(store, notices.slice(100, 205).map(closed), [])
    await tenderIndex.follow(never, true)
    expect(tenderIndex.current()!.count).toBe(200)
    expect(tenderIndex.listRefused()).toEqual([
      'Find a Tender: an update withdraws 105 of 200 live notices; they are served until the portal shows otherwise',
    ])

    await keep(store, notices.slice(100, 110), [])
    await tenderIndex.follow(never, true)
    expect([tenderIndex.current()!.count, tenderIndex.listRefused()]).toEqual([105, []])
  })

  it('refuses nothing that ends by itself', async () => {
    const store = await under.open()
    const clock = manualClock(SAMPLES_NOW)
    const tenderIndex = createTenderIndex({
      store: createTenderStore(store.main),
      portals: ['find-a-tender'],
      clock,
      log: silentLog,
    })
    await keep(store, NOTICES.slice(0, 300), [])
    await tenderIndex.follow(never, true)
    clock.advance(11 * 86_400_000)
    await keep(store, NOTICES.slice(0, 299).map(closed), [])
    await tenderIndex.follow(never, true)
    expect([tenderIndex.current()!.count, tenderIndex.listRefused()]).toEqual([0, []])
  })
})
