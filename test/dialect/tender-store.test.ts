import { expect, it } from 'vitest'
import { createTenderStore, type TenderBatch } from '../../src/store/tenders.ts'
import { contractRow } from '../support/contract-row.ts'
import { eachEngine } from '../support/engines.ts'

const DAY = 86_400_000

function batch(
  releases: readonly [id: string, text: string][],
  change: Partial<TenderBatch> = {},
): TenderBatch {
  return {
    releases: releases.map(([id, text], index) => ({
      key: `p/${id}`,
      ocid: 'ocds-x',
      releasedMs: index,
      hash: text,
      json: JSON.stringify(text),
    })),
    contracts: [],
    quarantined: [],
    merge: (all) => [
      {
        key: 'ocds-x',
        ocid: 'ocds-x',
        updatedMs: all.length,
        keepUntilMs: 10 * DAY,
        liveUntilMs: 5 * DAY,
        json: JSON.stringify(all.map((json) => JSON.parse(json) as string)),
      },
    ],
    source: null,
    ...change,
  }
}

async function texts(
  notices: AsyncIterable<readonly { json: string | null }[]>,
): Promise<(string | null)[]> {
  return (await all(notices)).flat().map(({ json }) => json)
}

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const row of rows) list.push(row)
  return list
}

const award = {
  key: 'a',
  buyerKey: 'b',
  buyerNameKey: 'name:b',
  awardedOn: '2026-01-02',
  divisions: '45,72',
  suppliers: '[]',
}

eachEngine('tender store', ({ open }) => {
  it('merges the releases of a process again whenever one of them changes, and only then moves the revision', async () => {
    const { main } = await open()
    const tenders = createTenderStore(main)
    expect(await tenders.apply(batch([['1', 'first']]))).toBe(1)
    expect(await tenders.apply(batch([['2', 'second']]))).toBe(1)
    expect(await texts(tenders.notices())).toEqual([JSON.stringify(['first', 'second'])])
    const revision = await tenders.revision()
    expect(
      await tenders.apply(
        batch([
          ['1', 'first'],
          ['2', 'second'],
        ]),
      ),
    ).toBe(0)
    expect(await tenders.revision()).toBe(revision)
    expect(await tenders.apply(batch([['1', 'corrected']]))).toBe(1)
    expect(await texts(tenders.notices())).toEqual([JSON.stringify(['corrected', 'second'])])
    expect(await tenders.revision()).toBe(revision + 1)
  })

  it('keeps awards, quarantine and the state of the portal with the rows, and counts them', async () => {
    const { main } = await open()
    const tenders = createTenderStore(main)
    const quarantined = [{ key: 'p/x', portal: 'p', releaseId: 'x', reason: 'no date', seenMs: 1 }]
    const source = { name: 'p', detail: { covered: [[1, 2]] } }
    for (let turn = 0; turn < 2; turn += 1)
      await tenders.apply(
        batch([['1', 'first']], {
          contracts: [contractRow(award), contractRow(award)],
          quarantined,
          source,
        }),
      )
    expect((await all(tenders.awards('2026-01-01'))).flat()).toEqual([award])
    expect((await all(tenders.awards('2026-01-03'))).flat()).toEqual([])
    expect(await tenders.counts()).toEqual({
      notices: 1,
      releases: 1,
      quarantined: { p: 1 },
      awards: { count: 1, first: '2026-01-02', last: '2026-01-02' },
    })
    const row = await main
      .selectFrom('sources')
      .select('detail')
      .where('name', '=', 'p')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(row.detail)).toEqual(source.detail)
  })

  it('writes all of a batch or nothing', async () => {
    const { main } = await open()
    const tenders = createTenderStore(main)
    const broken = batch([['1', 'first']], {
      merge: () => {
        throw new Error('cannot merge')
      },
      source: { name: 'p', detail: { covered: [[1, 2]] } },
    })
    await expect(tenders.apply(broken)).rejects.toThrow('cannot merge')
    expect(await tenders.counts()).toMatchObject({ notices: 0, releases: 0 })
    expect(await tenders.revision()).toBe(0)
  })

  it('drops what is past its time, with its releases', async () => {
    const { main } = await open()
    const tenders = createTenderStore(main)
    await tenders.apply(
      batch([['1', 'first']], { contracts: [contractRow(award, { keepUntil: '2026-01-31' })] }),
    )
    await tenders.purge(9 * DAY, '2026-01-31', {
      paymentsBefore: '2026-01-01',
      rawBefore: '2026-01-01',
    })
    expect(await tenders.counts()).toMatchObject({ notices: 1, releases: 1, awards: { count: 1 } })
    await tenders.purge(11 * DAY, '2026-02-01', {
      paymentsBefore: '2026-02-01',
      rawBefore: '2026-02-01',
    })
    expect(await tenders.counts()).toMatchObject({ notices: 0, releases: 0, awards: { count: 0 } })
  })
})
