import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { expectCode } from '../support/expect-code.ts'
import { createRig, type Rig } from './rig.ts'

const MAIN = join(import.meta.dirname, '../../bin/ukintel.js')
/** Enough for a dataset in progress and ones to come when the process is killed. */
const PAUSE_MS = 120

let rig: Rig

beforeEach(async () => {
  rig = await createRig()
})

afterEach(() => rig.close())

/** Kills `ukintel ingest funders` after so many requested files. */
async function killAfter(files: number): Promise<void> {
  const environment = {
    PATH: process.env.PATH,
    DATA_DIR: rig.folder,
    THREESIXTY_REGISTRY_URL: rig.registry.url,
    FUNDERS_INTERVAL_MS: String(PAUSE_MS),
  }
  const child = spawn(process.execPath, [MAIN, 'ingest', 'funders'], {
    env: environment,
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await rig.registry.waitForRequests((path) => path.startsWith('/publishers/'), files)
  child.kill('SIGKILL')
  await exited
}

const filesAsked = () => rig.registry.requests.filter(({ path }) => path.startsWith('/publishers/'))

it('a build killed outright leaves the old dossiers and goes on where it was', async () => {
  rig.clock.set(Date.now() - 8 * 86_400_000)
  await rig.wing.look()
  rig.registry.withdraw('sm-earlier')
  rig.registry.requests.length = 0
  await killAfter(6)
  const before = filesAsked().length
  expect(before).toBeGreaterThanOrEqual(6)
  expect((await rig.ask('GB-CHC-9000001')).result.giving.grants_made).toBe(32)

  // No time passes: the dead process's lease is over with it.
  rig.clock.set(Date.now())
  rig.registry.requests.length = 0
  await rig.wing.look()
  const { result } = await rig.ask('GB-CHC-9000001')
  expect(result.giving.grants_made).toBe(32)
  expect(Date.parse(result.coverage.corpus_fetched)).toBeGreaterThan(Date.now() - 60_000)
  // 13 files may be used; those that the killed run had finished are not requested again.
  expect(filesAsked().length).toBeLessThanOrEqual(13 - 3)
  expect(filesAsked().length).toBeGreaterThan(0)
})

it('a first build killed outright is finished by the next', async () => {
  await killAfter(5)
  await expectCode(rig.ask('GB-CHC-9000001'), 'UPSTREAM_UNAVAILABLE')
  rig.clock.set(Date.now())
  await rig.wing.look()
  expect((await rig.ask('GB-CHC-9000001')).result.giving.grants_made).toBe(32)
})
