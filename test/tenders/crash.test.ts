import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTenderStore } from '../../src/store/tenders.ts'
import { createRig, type Rig } from './rig.ts'

const MAIN = join(import.meta.dirname, '../../bin/ukintel.js')

let rig: Rig

beforeEach(async () => {
  rig = await createRig({ look: false, now: new Date().toISOString() })
})

afterEach(() => rig.close())

/** Kills `ukintel ingest tenders` outright once so many requests were made. */
async function killAfter(requests: number): Promise<void> {
  const environment = {
    PATH: process.env.PATH,
    DATA_DIR: rig.folder,
    FIND_A_TENDER_URL: rig.portals.url,
    CONTRACTS_FINDER_URL: rig.portals.url,
    PORTALS_INTERVAL_MS: '5',
    TENDERS_BACKFILL_DAYS: '12',
  }
  const child = spawn(process.execPath, [MAIN, 'ingest', 'tenders'], {
    env: environment,
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await rig.portals.waitForRequests(requests)
  child.kill('SIGKILL')
  await exited
}

async function content() {
  const releases = await rig.store.main
    .selectFrom('tender_releases')
    .select('key')
    .orderBy('key')
    .execute()
  const notices = await rig.store.main
    .selectFrom('tender_notices')
    .select(['key', 'json'])
    .orderBy('key')
    .execute()
  const awards = await rig.store.main
    .selectFrom('tender_contracts')
    .select(['key', 'suppliers', 'terms', 'json'])
    .orderBy('key')
    .execute()
  return { releases: releases.map((row) => row.key), notices, awards }
}

test('a killed ingest loses nothing, doubles nothing and requests again only what it had not stored', async () => {
  await killAfter(10)
  const stored = await content()
  const before = new Set(rig.portals.requests.slice(0, 6))
  // No time passes: the dead process's lease is over with it.
  await rig.wing.look()
  const whole = await content()
  expect(whole.releases).toEqual(expect.arrayContaining(stored.releases))
  expect(new Set(whole.releases).size).toBe(whole.releases.length)

  const untouched = await createRig({
    now: new Date(rig.clock.nowMs()).toISOString(),
    releases: rig.portals.releases(),
  })
  try {
    const expected = await createTenderStore(untouched.store.main).counts()
    expect(await createTenderStore(rig.store.main).counts()).toEqual(expected)
    const other = await untouched.store.main
      .selectFrom('tender_notices')
      .select(['key', 'json'])
      .orderBy('key')
      .execute()
    expect(whole.notices).toEqual(other)
  } finally {
    await untouched.close()
  }
  // Except for the two hours that every refresh repeats, no stored window is requested twice.
  const again = rig.portals.requests.slice(10).filter((path) => before.has(path))
  expect(again.length).toBeLessThanOrEqual(2)
})
