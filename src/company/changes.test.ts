/** What changes of companies rest on. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOURS, type Rig, startRig } from '../../test/company/rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.stop())

async function listDetails(numbers: string): Promise<string[]> {
  const { degradations } = await rig.wing.changes.origins({ numbers }, rig.clock.nowMs())
  return degradations.map(({ kind, detail }) => `${kind} ${detail}`)
}

it('companies that were not read in full are counted, and copies past their window named', async () => {
  expect(await listDetails('99000001')).toEqual([
    'stale Companies House: 1 of 1 companies not yet read in full; no earlier copy',
  ])
  // Without officers.
  await rig.ask('company_fca', '99000001')
  expect(await listDetails('99000001')).toHaveLength(1)
  await rig.ask('company_profile', '99000001')
  expect(await listDetails('99000001')).toEqual([])
  expect(await listDetails('99000001,99999999')).toEqual([
    'stale Companies House: 1 of 2 companies not yet read in full; copy of 2026-11-20T12:00:00Z served',
  ])
  rig.clock.advance(7 * HOURS)
  expect((await listDetails('99000001')).join()).toContain('not been looked at again')
})
