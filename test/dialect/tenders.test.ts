import { expect, it } from 'vitest'
import { createTenderStore, type NoticeRow, type TenderBatch } from '../../src/store/tenders.ts'
import { contractRow } from '../support/contract-row.ts'
import { eachEngine } from '../support/engines.ts'

const DAY = 86_400_000
const NOW = 1_795_000_000_123

const release = (key: string, ocid: string, hash = 'h') => ({
  key,
  ocid,
  releasedMs: NOW,
  hash,
  json: JSON.stringify({ key, hash }),
})
const award = (key: string, awardedOn: string, suppliers = '[]') => ({
  key,
  buyerKey: 'GB-PPON-1',
  buyerNameKey: 'name:exampleton',
  awardedOn,
  divisions: '45,90',
  suppliers,
})

/** One notice a process, whose text is its releases. */
function batch(
  change: Partial<TenderBatch>,
  ocidOf = (json: string) => (JSON.parse(json) as { key: string }).key.split('/')[0]!,
): TenderBatch {
  return {
    releases: [],
    contracts: [],
    quarantined: [],
    source: null,
    merge: (releases): NoticeRow[] => {
      const ocid = ocidOf(releases[0]!)
      return [
        {
          key: ocid,
          ocid,
          updatedMs: NOW,
          keepUntilMs: NOW + DAY,
          liveUntilMs: NOW,
          json: JSON.stringify(releases.map((json) => JSON.parse(json))),
        },
      ]
    },
    ...change,
  }
}

async function texts(
  notices: AsyncIterable<readonly { json: string | null }[]>,
): Promise<(string | null)[]> {
  return (await all(notices)).flat().map(({ json }) => json)
}

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}

eachEngine('tenders', (under) => {
  it('are merged again only when a release is new or changed', async () => {
    const tenders = createTenderStore((await under.open()).main)
    expect(await tenders.revision()).toBe(0)
    const first = batch({
      releases: [release('a/1', 'a'), release('a/2', 'a'), release('b/1', 'b')],
      source: { name: 'portal', detail: { covered: [[1, NOW]] } },
    })
    expect(await tenders.apply(first)).toBe(3)
    expect(await tenders.revision()).toBe(1)
    expect(await tenders.apply(first)).toBe(0)
    expect(await tenders.revision()).toBe(1)
    expect(
      await tenders.apply(batch({ releases: [release('a/2', 'a', 'other'), release('b/1', 'b')] })),
    ).toBe(1)
    expect(await tenders.revision()).toBe(2)
    expect(await texts(tenders.notices())).toEqual([
      '[{"key":"a/1","hash":"h"},{"key":"a/2","hash":"other"}]',
      '[{"key":"b/1","hash":"h"}]',
    ])
  })

  it('are written whole or not at all', async () => {
    const tenders = createTenderStore((await under.open()).main)
    const broken = batch({
      releases: [release('a/1', 'a')],
      contracts: [contractRow(award('x', '2026-01-01'))],
      source: { name: 'portal', detail: { covered: [] } },
      merge: () => {
        throw new Error('killed')
      },
    })
    await expect(tenders.apply(broken)).rejects.toThrow('killed')
    expect(await tenders.revision()).toBe(0)
    expect(await tenders.counts()).toMatchObject({
      notices: 0,
      releases: 0,
      awards: { count: 0, first: null, last: null },
    })
  })

  it('are listed by the revision after which they were merged, and by the moment until which they are live', async () => {
    const tenders = createTenderStore((await under.open()).main)
    const keysOf = async (pages: AsyncIterable<readonly { key: string }[]>) =>
      (await all(pages)).flat().map(({ key }) => key)
    await tenders.apply(batch({ releases: [release('a/1', 'a'), release('b/1', 'b')] }))
    await tenders.apply(batch({ releases: [release('b/2', 'b'), release('c/1', 'c')] }))
    expect(await keysOf(tenders.noticesSince(0))).toEqual(['a', 'b', 'c'])
    expect(await keysOf(tenders.noticesSince(1))).toEqual(['b', 'c'])
    expect(await keysOf(tenders.noticesSince(2))).toEqual([])
    const [first] = (await all(tenders.noticesSince(0))).flat()
    expect(await keysOf(tenders.liveNotices(first!.liveUntilMs - 1))).toHaveLength(3)
    expect(await keysOf(tenders.liveNotices(first!.liveUntilMs))).toEqual([])
    expect([...(await tenders.texts(['b', 'gone'])).keys()]).toEqual(['b'])
    expect(await tenders.process('b')).toHaveLength(1)
  })

  it('are read in pages, whatever the keys are made of', async () => {
    const tenders = createTenderStore((await under.open()).main)
    // Databases sort hyphens, bars and capitals each in their own way.
    const keys = Array.from(
      { length: 1203 },
      (_, index) => `${index % 3 === 0 ? 'A-' : index % 3 === 1 ? 'a|' : 'a'}${index}`,
    )
    await tenders.apply(
      batch({ releases: keys.map((key) => release(`${key}/1`, key)), contracts: [] }),
    )
    const read = await texts(tenders.notices())
    expect([read.length, new Set(read).size]).toEqual([keys.length, keys.length])
    await tenders.apply(
      batch({
        contracts: Array.from({ length: 5201 }, (_, index) =>
          contractRow(award(`${index % 2 === 0 ? 'X-' : 'x'}${index}`, '2026-03-01')),
        ),
      }),
    )
    expect(
      new Set((await all(tenders.awards('2026-03-01'))).flat().map(({ key }) => key)).size,
    ).toBe(5201)
    expect((await all(tenders.awards('2026-03-02'))).flat()).toEqual([])
  })

  it('count awards and quarantine, each once', async () => {
    const tenders = createTenderStore((await under.open()).main)
    const quarantined = [
      { key: 'portal/x', portal: 'portal', releaseId: 'x', reason: 'no date', seenMs: NOW },
    ]
    const contracts = [award('x', '2025-02-03'), award('y', '2026-04-05')].map((row) =>
      contractRow(row),
    )
    await tenders.apply(batch({ contracts, quarantined }))
    await tenders.apply(batch({ contracts, quarantined }))
    expect(await tenders.revision()).toBe(1)
    await tenders.apply(
      batch({ contracts: [contractRow(award('y', '2026-04-05', '[{"key":"s","sme":true}]'))] }),
    )
    expect(await tenders.revision()).toBe(2)
    expect(await tenders.counts()).toEqual({
      notices: 0,
      releases: 0,
      quarantined: { portal: 1 },
      awards: { count: 2, first: '2025-02-03', last: '2026-04-05' },
    })
  })

  it('list the ids of one portal: those of a span, and all known ones', async () => {
    const tenders = createTenderStore((await under.open()).main)
    const quarantined = [
      { key: 'a/9', portal: 'a', releaseId: '9', reason: 'no date', seenMs: NOW },
      { key: 'a/x', portal: 'a', releaseId: null, reason: 'no JSON', seenMs: NOW },
    ]
    const releases = [
      release('a/1', 'a'),
      { ...release('a/2', 'a'), releasedMs: NOW - DAY },
      release('ab/3', 'b'),
    ]
    await tenders.apply(batch({ releases, quarantined }))
    const { dated, known } = await tenders.releaseIds('a', NOW - DAY / 2, NOW + 1)
    expect(dated).toEqual(['1'])
    expect(known.sort()).toEqual(['1', '2', '9'])
    expect((await tenders.releaseIds('a', NOW - DAY, NOW)).dated).toEqual(['2'])
  })

  it('past their time go with their releases, and delete no other', async () => {
    const tenders = createTenderStore((await under.open()).main)
    await tenders.apply(
      batch({
        releases: [release('a/1', 'a')],
        contracts: [
          contractRow(award('x', '2020-01-01'), { keepUntil: '2026-11-19' }),
          contractRow(award('y', '2026-01-01'), { keepUntil: '2026-11-20' }),
        ],
      }),
    )
    await tenders.apply(
      batch({
        releases: [release('b/1', 'b')],
        merge: () => [
          {
            key: 'b|one',
            ocid: 'b',
            updatedMs: NOW,
            keepUntilMs: NOW - 1,
            liveUntilMs: NOW,
            json: '"old"',
          },
          {
            key: 'b|two',
            ocid: 'b',
            updatedMs: NOW,
            keepUntilMs: NOW + 9 * DAY,
            liveUntilMs: NOW,
            json: '"kept"',
          },
        ],
      }),
    )
    await tenders.purge(NOW + 2 * DAY, '2026-11-20', {
      paymentsBefore: '2025-01-01',
      rawBefore: '2025-01-01',
    })
    expect(await texts(tenders.notices())).toEqual(['"kept"'])
    expect(await tenders.counts()).toMatchObject({
      notices: 1,
      releases: 1,
      awards: { count: 1, first: '2026-01-01' },
    })
  })
})
