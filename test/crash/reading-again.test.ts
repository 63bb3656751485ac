/** Replicas that are killed, or compete, while they read stored releases again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { silentLog } from '../../src/observe/log.ts'
import { manualClock } from '../../src/platform/clock.ts'
import type { Store } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { createTenderIngest } from '../../src/tenders/ingest.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { buildBatch, emptyPage, READER, readInto } from '../../src/tenders/reading.ts'
import { eachEngine, type StoreSettings } from '../support/engines.ts'
import { heldUntil } from '../support/held.ts'

const CHILD = join(import.meta.dirname, '../support/reader-child.ts')
const NOW = Date.parse('2026-11-20T12:00:00Z')
/** Several slices. */
const PROCESSES = 100

/** Runs a replica; returns its last line. With `killAfter`, it is killed after so many slices. */
async function runReplica(settings: StoreSettings, killAfter?: number): Promise<string> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let last = ''
  let slices = 0
  for await (const line of createInterface({ input: child.stdout })) {
    last = line
    if (line === 'slice') slices += 1
    if (slices === killAfter) child.kill('SIGKILL')
  }
  await exited
  return last
}

/** Stores a tender and its award for each process, as an earlier reader read them. */
async function fillStore({ main }: Store): Promise<void> {
  const clock = manualClock(NOW)
  const options = { clients: [], store: createTenderStore(main), runs: createRuns(main, clock) }
  const ingest = createTenderIngest({ ...options, clock, log: silentLog, backfillDays: 90 })
  await ingest.recordTime(heldUntil(new AbortController().signal))
  const page = emptyPage()
  for (let index = 0; index < PROCESSES; index += 1) {
    const number = String(100_000 + index)
    const release = {
      ocid: `ocds-h6vhtk-${number}`,
      id: `${number}-2026`,
      date: '2026-11-11T09:00:00Z',
      tag: ['tender'],
      buyer: { id: 'b', name: 'Exampleton Council' },
      tender: { id: number, title: `Grounds maintenance ${index}` },
    }
    readInto(page, FIND_A_TENDER, release, NOW)
    const awards = [{ id: '1', status: 'active', suppliers: [{ id: 's', name: 'Example Ltd' }] }]
    const award = { id: `9${number.slice(1)}-2026`, date: '2026-11-12T09:00:00Z', tag: ['award'] }
    readInto(page, FIND_A_TENDER, { ...release, ...award, awards }, NOW)
  }
  await options.store.apply(buildBatch(page, null, NOW))
}

async function readEarlier({ main }: Store): Promise<void> {
  await main.updateTable('tender_raw').set({ reader: 0 }).execute()
  await main.updateTable('tender_releases').set({ hash: 'earlier', json: '{}' }).execute()
  for (const table of ['tender_notices', 'tender_contracts'] as const)
    for (const { key, json } of await main.selectFrom(table).select(['key', 'json']).execute())
      await main
        .updateTable(table)
        .set({ json: json.replace('maintenance', 'mantenance') })
        .where('key', '=', key)
        .execute()
}

async function contentOf({ main }: Store) {
  const table = (name: 'tender_releases' | 'tender_notices' | 'tender_contracts' | 'tender_raw') =>
    main.selectFrom(name).selectAll().orderBy('key').execute()
  const notices = await table('tender_notices')
  return {
    releases: await table('tender_releases'),
    notices: notices.map((row) => ({ ...row, revision: null })),
    contracts: await table('tender_contracts'),
    raws: await table('tender_raw'),
    changes: await main.selectFrom('changes').selectAll().execute(),
  }
}

eachEngine('reading stored releases again', (under) => {
  it('goes on after a kill, on one of two replicas, and reports no change', {
    timeout: 120_000,
  }, async () => {
    const settings = await under.freshSettings({ migrated: true })
    const store = await under.open(settings)
    await fillStore(store)
    const expected = await contentOf(store)
    expect(expected.changes).toHaveLength(PROCESSES)
    await readEarlier(store)

    await runReplica(settings, 2)
    const { raws, notices, contracts, changes } = await contentOf(store)
    const read = new Set(raws.filter(({ reader }) => reader === READER).map(({ ocid }) => ocid))
    // Whole slices of 20 processes: a slice that was being written is whole or absent.
    expect(read.size % 20).toBe(0)
    expect(read.size).toBeGreaterThanOrEqual(40)
    expect(read.size).toBeLessThan(PROCESSES)
    for (const { ocid, json } of notices) expect(json.includes('maintenance')).toBe(read.has(ocid))
    for (const { key, json } of contracts)
      expect(json.includes('maintenance')).toBe(read.has(key.split('|')[0]!))
    expect(changes).toEqual(expected.changes)

    const replicas = await Promise.all([runReplica(settings), runReplica(settings)])
    expect(replicas).toContain('done')
    expect(await contentOf(store)).toEqual(expected)
  })
})
