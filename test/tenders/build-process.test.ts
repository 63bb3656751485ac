/** The process that builds the index, killed or called off when all but its last file is written: who serves, what is told, what is left. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTenderStore } from '../../src/store/tenders.ts'
import { createRig, type Rig } from './rig.ts'

let rig: Rig

beforeEach(async () => {
  rig = await createRig()
})
afterEach(() => rig.close())

const files = () => readdirSync(rig.folder).filter((name) => name.startsWith('tenders.'))
const search = async () => (await rig.ask('tenders_search', { query: { q: 'maintenance' } })).result.total_matched

/** The process that builds: of those whose parent this one is, the only one. */
function builder(): number | null {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const own = stdout.split('\n').filter((line) => new RegExp(`^\\s*\\d+\\s+${process.pid}\\s.*build-child`).test(line))
  return own.length === 0 ? null : Number.parseInt(own[0]!, 10)
}

/**
 * A day later, begins a build from nothing which waits for ever before the generation is written: nobody reads from the pipe that lies in its place. Gives the round
 * that waits for it, and its process.
 */
async function heldUp(): Promise<{ looking: Promise<void>; pid: number }> {
  rig.clock.advance(25 * 3_600_000)
  const award = { key: 'new', buyerKey: 'name:x', buyerNameKey: 'name:x', awardedOn: '2026-11-05', divisions: '90', suppliers: '[]' }
  await createTenderStore(rig.store.main).apply({ releases: [], awards: [award], quarantined: [], merge: () => [], source: null })
  spawnSync('mkfifo', [join(rig.folder, `tenders.generation.${process.pid}`)])
  const looking = rig.wing.look()
  await vi.waitFor(() => expect(files().filter((name) => name.startsWith('tenders.texts.'))).toHaveLength(2), 20_000)
  return { looking, pid: builder()! }
}

test('killed: the last generation goes on serving, health says why, nothing half-made is left, and the next build is told as well', async () => {
  const before = files()
  const matched = await search()
  expect(matched).toBeGreaterThan(0)
  const { looking, pid } = await heldUp()
  process.kill(pid, 'SIGKILL')
  await looking
  expect(await search()).toBe(matched)
  expect(files()).toEqual(before)
  const { upstreams, warnings } = rig.wing.health()
  expect(upstreams.tender_index).toMatchObject({ status: 'failing', last_success: expect.any(String) })
  expect(warnings).toContain(
    `tender index: the process that builds the tender index ended (SIGKILL); the one of ${upstreams.tender_index!.last_success} goes on serving`,
  )
  rig.clock.advance(10 * 60_000)
  await rig.wing.look()
  expect(rig.wing.health()).toMatchObject({ upstreams: { tender_index: { status: 'ok', age_seconds: 0 } }, warnings: [] })
  expect(files()).toHaveLength(2)
})

test('the service stops: its process ends with it, and nothing half-made is left', async () => {
  const before = files()
  const { looking, pid } = await heldUp()
  await rig.restart()
  await looking
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(files()).toEqual(before)
  expect(existsSync(join(rig.folder, `tenders.generation.${process.pid}`))).toBe(false)
})
