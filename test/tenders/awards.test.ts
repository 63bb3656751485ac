import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxReleases } from '../../sandbox/tender-portals/releases.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { importAwards } from '../../src/tenders/import-awards.ts'
import { createFolder } from '../support/folder.ts'

let folder: string
let store: Store

beforeEach(async () => {
  folder = createFolder()
  store = await openStore({ databaseUrl: null, dataDir: folder })
})
afterEach(async () => {
  await store.close()
})

const never = new AbortController().signal
const clock = manualClock('2026-11-18T12:00:00Z')

function read(file: string, signal = never) {
  const to = { store: createTenderStore(store.main), runs: createRuns(store.main, clock), clock }
  return importAwards(to, file, { signal })
}

function bulkFile(name: string): { file: string; awarded: number; contracts: number } {
  const releases = sandboxReleases(Date.parse('2026-11-18T12:00:00Z')).filter((release) =>
    release.json.includes('"awards":['),
  )
  const lines = releases.map((release) =>
    release.json.replace(/"tag":\[[^\]]*\]/, '"tag":["compiled"]'),
  )
  const text = ['', 'not json', '{"ocid":"ocds-r6ebe6-1"}', ...lines].join('\n')
  const file = join(folder, name)
  writeFileSync(file, name.endsWith('.gz') ? gzipSync(text) : text)
  return { file, awarded: lines.length, contracts: new Set(releases.map(({ ocid }) => ocid)).size }
}

test.each(['awards.jsonl.gz', 'awards.jsonl'])(
  '%s: compiled releases become contracts, other lines are counted',
  async (name) => {
    const { file, awarded, contracts } = bulkFile(name)
    expect(await read(file)).toEqual({
      lines: awarded + 2,
      awards: awarded,
      unread: 1,
      quarantined: 1,
    })
    const { awards, releases } = await createTenderStore(store.main).counts()
    expect([awards.count, releases]).toEqual([contracts, 0])
  },
)

test('a repeated import changes nothing, and fingerprints hold no name', async () => {
  const { file, contracts } = bulkFile('awards.jsonl')
  const tenders = createTenderStore(store.main)
  await read(file)
  const revision = await tenders.revision()
  await read(file)
  expect([await tenders.revision(), (await tenders.counts()).awards.count]).toEqual([
    revision,
    contracts,
  ])
  const rows = await store.main.selectFrom('tender_contracts').select('suppliers').execute()
  expect(JSON.stringify(rows)).not.toContain('Sandbox Supplier')
})

test('contracts that ended more than 24 months ago are left out', async () => {
  const release = (id: string, endDate?: string) => ({
    ocid: `ocds-h6vhtk-${id}`,
    id,
    date: '2021-01-01T00:00:00Z',
    tag: ['compiled'],
    buyer: { name: 'Exampleton Council' },
    awards: [
      {
        id: '1',
        status: 'active',
        date: '2020-01-01T00:00:00Z',
        suppliers: [{ name: 'Example Gardens Limited' }],
        ...(endDate ? { contractPeriod: { endDate } } : {}),
      },
    ],
  })
  const file = join(folder, 'old.jsonl')
  const all = [release('000001', '2024-11-17'), release('000002', '2024-11-18'), release('000003')]
  writeFileSync(file, all.map((each) => JSON.stringify(each)).join('\n'))
  await read(file)
  const rows = await store.main
    .selectFrom('tender_contracts')
    .select('key')
    .orderBy('key')
    .execute()
  expect(rows.map(({ key }) => key)).toEqual(['ocds-h6vhtk-000002|1', 'ocds-h6vhtk-000003|1'])
})

test('an interrupted import goes on after the last stored line; a release that cannot be read is quarantined', async () => {
  const lines = Array.from({ length: 4100 }, (_, index) =>
    JSON.stringify({
      ocid: `ocds-h6vhtk-${String(index).padStart(6, '0')}`,
      id: `r${index}`,
      tag: ['compiled'],
      ...(index === 4099 ? {} : { date: '2026-01-01T00:00:00Z' }),
      buyer: { name: 'Exampleton Council' },
      awards: [{ id: '1', status: 'active', suppliers: [{ name: 'Example Gardens Limited' }] }],
    }),
  )
  const file = join(folder, 'many.jsonl')
  writeFileSync(file, lines.join('\n'))
  const stop = new AbortController()
  const to = { store: createTenderStore(store.main), runs: createRuns(store.main, clock), clock }
  await expect(
    importAwards(to, file, { signal: stop.signal, onProgress: () => stop.abort() }),
  ).rejects.toThrow()
  expect((await to.store.counts()).awards.count).toBe(2000)
  expect(await read(file)).toEqual({ lines: 4100, awards: 2099, unread: 0, quarantined: 1 })
  expect(await to.store.counts()).toMatchObject({
    awards: { count: 4099 },
    quarantined: { 'find-a-tender': 1 },
  })
})

test('a file that is not there is an error, not an empty history', async () => {
  await expect(read(join(folder, 'none.jsonl.gz'))).rejects.toThrow('ENOENT')
})
