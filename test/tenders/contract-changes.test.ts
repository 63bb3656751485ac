/**
 * Changes of contracts, from releases of the portals and from time, to what a saved search reports.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PublishedRelease, wholeReleases } from '../../sandbox/tender-portals/releases.ts'
import { createChangeStore } from '../../src/store/changes.ts'
import type { ContractRow } from '../../src/store/tender-contracts.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { buildBatch, emptyPage, readInto } from '../../src/tenders/reading.ts'
import { createRig, RIG_NOW, type Rig } from './rig.ts'

const NOW = Date.parse(RIG_NOW)
const [HOUR, DAY] = [3_600_000, 86_400_000]
/** The other releases extend one contract and terminate another. */
const isFirst = ({ publishedMs }: PublishedRelease) => publishedMs < NOW - 6 * HOUR
let rig: Rig

beforeAll(async () => {
  rig = await createRig({ releases: wholeReleases(NOW).filter(isFirst), backfillDays: 3 })
})
afterAll(() => rig.close())

const head = async () => (await createChangeStore(rig.store.main).head('contracts')).position
const found = async (filters: Record<string, unknown>, after = 0) =>
  (await rig.wing.contractChanges.since(filters, { after, upTo: await head(), limit: 100 })).changes

/** Kind and title of what is reported to this search. */
const reported = async (filters: Record<string, unknown>, after = 0) =>
  (await found(filters, after)).map(({ kind, detail }) => `${kind}: ${detail.title}`)
const fieldsOf = async (wanted: string, filters: Record<string, unknown>) =>
  (await found(filters)).find(({ kind }) => kind === wanted)!.detail.fields

test('awards, extensions, terminations and near ends are reported once to the searches that find them', async () => {
  expect(await reported({ q: 'cleaning in Leeds' })).toEqual([
    'awarded: Cleaning of schools',
    'awarded: Window cleaning for civic buildings',
  ])
  expect(await reported({ supplier: '99000001' })).toHaveLength(3)
  expect(await reported({ q: 'grounds maintenance' })).toEqual([])
  expect(await reported({ q: 'grounds maintenance', status: 'all' })).toHaveLength(1)
  expect(await reported({ q: 'lifts' })).toEqual([])

  const before = await head()
  rig.clock.advance(7 * HOUR)
  const updates = wholeReleases(rig.clock.nowMs()).filter(({ publishedMs }) => publishedMs > NOW)
  rig.portals.publish(...updates)
  await rig.wing.look()
  expect(await reported({ buyer: 'Kent' }, before)).toEqual([
    'altered: Vending machines',
    'altered: School meals',
  ])
  expect(await fieldsOf('altered', { q: 'school meals' })).toEqual([
    { field: 'award_id', before: '1', after: '1' },
    { field: 'ends', before: '2027-12-23', after: '2028-12-22' },
    { field: 'ends_at_latest', before: '2027-12-23', after: '2028-12-22' },
  ])
  expect((await fieldsOf('altered', { q: 'vending' })).at(-1)).toEqual({
    field: 'state',
    before: null,
    after: 'terminated',
  })
})

test('a contract is ending 180 days before its end, once, at whatever pace time is recorded', async () => {
  const before = await head()
  rig.clock.advance(584 * DAY)
  await rig.wing.look()
  await rig.wing.look()
  expect(await reported({ region: 'south-east' }, before)).toEqual([])
  rig.clock.advance(DAY)
  await rig.wing.look()
  await rig.wing.look()
  expect(await reported({ buyer: 'Kent' }, before)).toEqual(['ending: School meals'])
  expect(await reported({ buyer: 'Leeds' }, before)).toEqual([])
  expect(await fieldsOf('ending', { q: 'school meals' })).toEqual([
    { field: 'award_id', before: null, after: '1' },
    { field: 'state', before: 'running', after: 'ending' },
    { field: 'ends', before: '2028-12-22', after: '2028-12-22' },
  ])
})

test('no recorded change names a person', async () => {
  const all = await createChangeStore(rig.store.main).between('contracts', 0, await head())
  expect(all.length).toBeGreaterThan(8)
  expect(JSON.stringify(all)).not.toMatch(/robin/i)
})

test('old releases, unchanged values and rows of an earlier layout are no changes', () => {
  const read = (hoursAgo: number) => {
    const page = emptyPage()
    const [release] = wholeReleases(NOW - hoursAgo * HOUR)
    readInto(page, FIND_A_TENDER, JSON.parse(release!.json), NOW)
    return buildBatch(page, null, NOW).contractsOf!(page.releases.map(({ json }) => json))[0]!
  }
  const change = (before: ContractRow | null, after: ContractRow) =>
    buildBatch(emptyPage(), null, NOW).record!.contract({ before, after })
  // The first release is published 30 hours before.
  expect(change(null, read(33 * 24))!.kind).toBe('awarded')
  expect(change(null, read(34 * 24))).toBeNull()
  expect(change(read(9), read(8))).toBeNull()
  expect(change(null, { ...read(8), shown: 0 })).toBeNull()
})
