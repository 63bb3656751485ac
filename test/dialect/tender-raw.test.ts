/** Releases as they came: read again without asking, unreported, and dropped with their process. */
import { expect, it } from 'vitest'
import type { ActiveLease } from '../../src/background/lease.ts'
import { silentLog } from '../../src/observe/log.ts'
import { manualClock } from '../../src/platform/clock.ts'
import type { Store } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { createTenderIngest } from '../../src/tenders/ingest.ts'
import type { Contract } from '../../src/tenders/model/contract.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { buildBatch, emptyPage, readInto } from '../../src/tenders/reading.ts'
import { eachEngine } from '../support/engines.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const lease: ActiveLease = { signal: new AbortController().signal, check() {} }

const release = (id: string, change: object = {}) => ({
  ocid: 'ocds-h6vhtk-0a0001',
  id: `${id}-2026`,
  date: `2026-11-${id.slice(-2)}T09:00:00Z`,
  tag: ['tender'],
  buyer: { id: 'b', name: 'Exampleton Council' },
  tender: {
    id: 'REF-1',
    title: 'Grounds maintenance',
    value: { amount: 5000, currency: 'GBP' },
    tenderPeriod: { endDate: '2026-12-20T12:00:00Z' },
  },
  ...change,
})
const AWARD = release('000012', {
  tag: ['award', 'contract'],
  awards: [{ id: '1', status: 'active', suppliers: [{ id: 's', name: 'Example Gardens Ltd' }] }],
})

async function fetchAll({ main }: Store, raws: readonly object[], nowMs = NOW): Promise<number> {
  const page = emptyPage()
  for (const raw of raws) readInto(page, FIND_A_TENDER, raw, nowMs)
  return createTenderStore(main).apply(buildBatch(page, null, nowMs))
}

const ingestOn = ({ main }: Store) => {
  const clock = manualClock(NOW)
  return createTenderIngest({
    clients: [],
    store: createTenderStore(main),
    runs: createRuns(main, clock),
    clock,
    log: silentLog,
    backfillDays: 90,
  })
}

async function contentOf({ main }: Store) {
  const table = (name: 'tender_releases' | 'tender_notices' | 'tender_contracts' | 'changes') =>
    main.selectFrom(name).selectAll().execute()
  const notices = await table('tender_notices')
  return {
    releases: await table('tender_releases'),
    notices: notices.map((row) => ({ ...row, revision: null })),
    contracts: await table('tender_contracts'),
    changes: await table('changes'),
  }
}

/** Leaves the store as an earlier reader would: with another title and another supplier. */
async function asReadBefore({ main }: Store): Promise<void> {
  await main.updateTable('tender_raw').set({ reader: 0 }).execute()
  for (const table of ['tender_releases', 'tender_notices', 'tender_contracts'] as const) {
    const rows = await main.selectFrom(table).select(['key', 'json']).execute()
    for (const { key, json } of rows) {
      const set = { json: json.replaceAll('maintenance', 'mantenance') }
      await main.updateTable(table).set(set).where('key', '=', key).execute()
    }
  }
  await main.updateTable('tender_releases').set({ hash: 'earlier' }).execute()
}

eachEngine('releases as they came', (under) => {
  it('are stored, or set aside with a reason, however long a member is', async () => {
    const long = Array.from({ length: 4000 }, (_, at) => `Wrd${at * 7919}`).join('')
    const party = { id: long, name: `The ${long} Council`, roles: ['buyer'] }
    const rows = [
      release('000021', { id: long }),
      release('000022', { ocid: `ocds-h6vhtk-${long}` }),
      release('000023', { ocid: 'ocds-h6vhtk-0a0023', buyer: party, parties: [party] }),
      {
        ...AWARD,
        ocid: 'ocds-h6vhtk-0a0024',
        id: '000024-2026',
        awards: [{ id: long, status: 'active', suppliers: [{ id: long, name: `${long} Ltd` }] }],
      },
      release('000025', {
        ocid: 'ocds-h6vhtk-0a0025',
        tender: {
          id: long,
          title: long,
          description: `${long} `.repeat(20),
          classification: { scheme: 'CPV', id: long },
        },
      }),
    ]
    const store = await under.open()
    await fetchAll(store, rows)
    const { releases, notices, contracts } = await contentOf(store)
    expect([releases.length, notices.length, contracts.length]).toEqual([3, 3, 1])
    const reasons = await store.main.selectFrom('tender_quarantine').select('reason').execute()
    expect(reasons.map(({ reason }) => reason).sort()).toEqual([
      'the id of the release is too long',
      'the ocid does not have the form of its publisher',
    ])
  })

  it('are read again by a later reader: same content, no change reported, no request sent', async () => {
    const store = await under.open()
    await ingestOn(store).recordTime(lease)
    await fetchAll(store, [release('000011'), AWARD])
    const before = await contentOf(store)
    expect(before.changes.map(({ kind }) => kind).sort()).toEqual(['awarded'])
    await asReadBefore(store)
    expect(await contentOf(store)).not.toEqual(before)
    await ingestOn(store).readAgain(lease)
    expect(await contentOf(store)).toEqual(before)
    expect(await createTenderStore(store.main).outdated(1)).toEqual([])
  })

  it('correct what was stored without them when they come again, and report only what is new', async () => {
    const store = await under.open()
    await ingestOn(store).recordTime(lease)
    await fetchAll(store, [release('000011')])
    await asReadBefore(store)
    await store.main.deleteFrom('tender_raw').execute()
    await store.main.deleteFrom('changes').execute()
    expect(await fetchAll(store, [release('000011')])).toBe(1)
    expect((await contentOf(store)).changes).toEqual([])
    expect((await contentOf(store)).notices[0]!.json).toContain('Grounds maintenance')
    const changed = release('000011', { tender: { ...release('000011').tender, title: 'Parks' } })
    expect(await fetchAll(store, [changed])).toBe(1)
    expect((await contentOf(store)).changes.map(({ kind }) => kind)).toEqual(['altered'])
    expect(await fetchAll(store, [changed])).toBe(0)
  })

  it('withdraw a contract that they no longer state, and merge with one of an import', async () => {
    const store = await under.open()
    await fetchAll(store, [AWARD])
    await fetchAll(store, [{ ...AWARD, awards: [] }])
    expect((await contentOf(store)).contracts).toEqual([])
    const page = emptyPage()
    readInto(page, FIND_A_TENDER, { ...AWARD, date: '2026-11-01T09:00:00Z', id: 'file' }, NOW)
    const imported = buildBatch(page, null, NOW).contractsOf!(page.releases.map(({ json }) => json))
    const starts = { ...(JSON.parse(imported[0]!.json) as Contract), starts: '2026-10-01' }
    await createTenderStore(store.main).apply(
      buildBatch(
        { ...emptyPage(), contracts: [{ ...imported[0]!, raw: 0, json: JSON.stringify(starts) }] },
        null,
        NOW,
      ),
    )
    await fetchAll(store, [AWARD])
    const [row] = (await contentOf(store)).contracts
    expect(JSON.parse(row!.json)).toMatchObject({ starts: '2026-10-01', noticeId: '000012-2026' })
  })

  it('outlive the notice with its contracts, and are read again when more is published', async () => {
    const store = await under.open()
    const tenders = createTenderStore(store.main)
    await fetchAll(store, [release('000011'), AWARD])
    const purge = (date: string) =>
      tenders.purge(Date.parse(date), date, { paymentsBefore: date, rawBefore: date })
    await purge('2029-01-01')
    const held = () => store.main.selectFrom('tender_raw').select('key').execute()
    expect(await tenders.counts()).toMatchObject({ notices: 0, releases: 0, awards: { count: 1 } })
    expect(await held()).toHaveLength(2)
    const change = release('000013', {
      date: '2029-01-02T09:00:00Z',
      tag: ['contractAmendment'],
      awards: [{ id: '1', contractPeriod: { endDate: '2030-01-01' } }],
    })
    await fetchAll(store, [change], Date.parse('2029-01-02'))
    const [row] = (await contentOf(store)).contracts
    expect(JSON.parse(row!.json)).toMatchObject({
      suppliers: ['Example Gardens Ltd'],
      contractEnd: '2030-01-01',
    })
    await purge('2040-01-01')
    expect(await held()).toEqual([])
  })
})
