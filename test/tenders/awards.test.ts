import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sandboxReleases } from '../../sandbox/tender-portals/releases.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { importAwards } from '../../src/tenders/import-awards.ts'

let folder: string
let store: Store

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'awards-'))
  store = await openStore({ databaseUrl: null, dataDir: folder })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const never = new AbortController().signal

function bulkFile(name: string): { file: string; awarded: number } {
  const releases = sandboxReleases(Date.parse('2026-11-18T12:00:00Z')).filter((release) =>
    release.json.includes('"awards":['),
  )
  const lines = releases.map((release) =>
    release.json.replace(/"tag":\[[^\]]*\]/, '"tag":["compiled"]'),
  )
  const text = ['', 'not json', '{"ocid":"ocds-r6ebe6-1"}', ...lines].join('\n')
  const file = join(folder, name)
  writeFileSync(file, name.endsWith('.gz') ? gzipSync(text) : text)
  return { file, awarded: lines.length }
}

test.each(['awards.jsonl.gz', 'awards.jsonl'])(
  '%s: compiled releases become award history, other lines are counted',
  async (name) => {
    const { file, awarded } = bulkFile(name)
    const tenders = createTenderStore(store.main)
    const report = await importAwards(tenders, file, { signal: never, since: '2023-11-01' })
    expect(report).toEqual({ lines: awarded + 2, awards: awarded, unread: 2 })
    const { awards, releases } = await tenders.counts()
    expect([awards.count, releases]).toEqual([awarded, 0])
  },
)

test('may be repeated, leaves out what is older than the history, and keeps no supplier name', async () => {
  const { file, awarded } = bulkFile('awards.jsonl')
  const tenders = createTenderStore(store.main)
  await importAwards(tenders, file, { signal: never, since: '2023-11-01' })
  const revision = await tenders.revision()
  await importAwards(tenders, file, { signal: never, since: '2023-11-01' })
  expect([await tenders.revision(), (await tenders.counts()).awards.count]).toEqual([
    revision,
    awarded,
  ])
  expect((await importAwards(tenders, file, { signal: never, since: '2027-01-01' })).awards).toBe(0)
  const rows = await store.main.selectFrom('tender_awards').select('suppliers').execute()
  expect(JSON.stringify(rows)).not.toContain('Sandbox Supplier')
})

test('a file that is not there is an error, not an empty history', async () => {
  await expect(
    importAwards(createTenderStore(store.main), join(folder, 'none.jsonl.gz'), {
      signal: never,
      since: '2023-11-01',
    }),
  ).rejects.toThrow('ENOENT')
})
