/**
 * The register's accounts product: zips of filings into the store, from which requests are then
 * answered.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sandboxCompanies } from '../../sandbox/companies-house/companies.ts'
import { zip } from '../../sandbox/funder-registry/zip.ts'
import { ingestAccounts } from '../../src/company/ingest-accounts.ts'
import { createLog } from '../../src/observe/log.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { createCompanyFilings } from '../../src/store/company-filings.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { randomOf } from '../prove/random.ts'
import { createFolder } from '../support/folder.ts'
import { generateFiling } from '../support/generated-filings.ts'
import { startRig, TODAY } from './rig.ts'

let folder: string
let store: Store
beforeEach(async () => {
  folder = createFolder()
  store = await openStore({ databaseUrl: null, dataDir: folder }, { layout: 'create' })
})
afterEach(async () => {
  await store.close()
})

const random = randomOf(7)
const member = (index: number, bytes?: Buffer) => ({
  name: `Prod223_0001_${String(10_000_000 + index)}_20251231.html`,
  bytes: bytes ?? generateFiling(random, index).bytes,
})

function ingest(options: { signal?: AbortSignal; progress?: (filings: number) => void } = {}) {
  const clock = manualClock(`${TODAY}T12:00:00Z`)
  return ingestAccounts({
    folder,
    filings: createCompanyFilings(store.main),
    runs: createRuns(store.main, clock),
    clock,
    log: createLog('silent'),
    signal: AbortSignal.timeout(60_000),
    ...options,
  })
}
const count = async () =>
  (await store.main.selectFrom('company_filings').selectAll().execute()).length

it('stores every filing, and quarantines broken members with their reason', async () => {
  const broken = [
    { name: 'README.txt', bytes: Buffer.from('hello') },
    { name: 'Prod223_0001_20000001_20259999.html', bytes: Buffer.from('<a/>') },
    member(9001, Buffer.from([0xff, 0xfe, 0x00, 0xd8, 1, 2])),
    member(9002, Buffer.from('ATTACHMENTPLACEHOLDER 1')),
    member(9003, Buffer.from('<html><p></html>')),
  ]
  const whole = Array.from({ length: 250 }, (_, index) => member(index))
  writeFileSync(join(folder, 'Accounts_Bulk_Data-2026-01-02.zip'), zip([...broken, ...whole]))
  const report = await ingest()
  const refused = Object.values(report!.quarantined).reduce((sum, each) => sum + each, 0)
  expect(report).toMatchObject({ files: 1, skipped: 0 })
  expect(report!.quarantined).toMatchObject({
    'the name has no company number and date': 2,
    'the file is a placeholder without content': 1,
  })
  expect(report!.filings + refused).toBe(255)
  expect(await count()).toBe(report!.filings)
  expect(report!.filings).toBeGreaterThan(230)
})

it('goes on after the last stored batch, and reads no file twice', async () => {
  const names = ['a.zip', 'b.zip']
  for (const [index, name] of names.entries())
    writeFileSync(
      join(folder, name),
      zip(Array.from({ length: 250 }, (_, each) => member(index * 1000 + each))),
    )
  const stop = new AbortController()
  await expect(
    ingest({ signal: stop.signal, progress: () => stop.abort(new Error('stopped')) }),
  ).rejects.toThrow('stopped')
  const before = await count()
  expect(before).toBe(100)
  const rest = await ingest()
  expect(await count()).toBe(before + rest!.filings)
  expect(await ingest()).toMatchObject({ files: 0, skipped: 2, filings: 0 })
})

it('answers a request without a call to the document API', async () => {
  const rig = await startRig({ context: { store } })
  try {
    const { number, accounts } = sandboxCompanies(TODAY).find((each) => each.number === '99000201')!
    const [filing] = accounts!
    const { made_up_date } = filing!.filing.description_values as { made_up_date: string }
    const day = made_up_date.replaceAll('-', '')
    const bytes = filing!.document!.resources['application/xhtml+xml']!
    writeFileSync(
      join(folder, 'one.zip'),
      zip([{ name: `Prod223_0001_${number}_${day}.html`, bytes }]),
    )
    expect(await ingest()).toMatchObject({ filings: 1 })
    const answer = await rig.ask('company_accounts', number)
    expect(answer.verdict.score).toBe(100)
    expect(rig.documentApi.calls).toEqual([])
  } finally {
    await rig.stop()
  }
})
