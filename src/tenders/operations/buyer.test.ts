/** Dossiers on buyers over the sandbox's portals. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRig, type Rig } from '../../../test/tenders/rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

test('200: lists the awards, newest first, and the incumbent', async () => {
  const { result: dossier } = await rig.ask('tender_brief', {
    params: { ocid: 'ocds-h6vhtk-0003e8' },
  })
  const { result } = await rig.ask('tender_buyer', { params: { ocid: 'ocds-h6vhtk-0003e8' } })
  expect(result.buyer).toBe(dossier.buyer)
  expect(result.ids.every((id: string) => id.startsWith('GB-PPON-'))).toBe(true)
  expect(result.open_notices).toBeGreaterThan(0)
  expect(result.awards.length).toBeGreaterThan(0)
  expect(result.awards[0]).toEqual({
    ocid: expect.stringMatching(/^ocds-/),
    title: expect.any(String),
    suppliers: [expect.stringMatching(/^Sandbox Supplier [A-Z] Limited$/)],
    value: { amount: expect.any(Number), currency: 'GBP', tax: 'excluded' },
    awarded: expect.stringMatching(/^2026-11-/),
    contract_end: expect.stringMatching(/^20\d\d-/),
  })
  const dates = result.awards.map(({ awarded }: { awarded: string }) => awarded)
  expect(dates).toEqual([...dates].sort().reverse())
  expect(result.incumbent).toMatchObject({
    basis: 'same_buyer_and_cpv',
    supplier: expect.stringContaining('Sandbox Supplier'),
  })
})

test('200: names every portal as a source, whichever has the notice', async () => {
  const { sources } = await rig.ask('tender_buyer', { params: { ocid: 'ocds-h6vhtk-0003e8' } })
  expect(sources.map(({ name }) => name).sort()).toEqual(['Contracts Finder', 'Find a Tender'])
})

test('200: names the award of the same process as incumbent', async () => {
  const { result } = await rig.ask('tender_buyer', {
    params: { ocid: 'ocds-h6vhtk-00232d' },
  })
  expect(result.incumbent).toMatchObject({ basis: 'same_process', ocid: 'ocds-h6vhtk-00232d' })
})

test('200: shows the payments notice of the last period', async () => {
  const paying = rig.portals.releases().find(({ json }) => json.includes('paymentsCompliance'))!
  const { name } = (JSON.parse(paying.json) as { buyer: { name: string } }).buyer
  const index = rig.wing.deps.index.live()
  const notice = [...index.listShown()].find(({ buyer }) => buyer === name)!
  const { result } = await rig.ask('tender_buyer', { params: { ocid: notice.ocid } })
  expect(result.payments).toEqual({
    period_start: '2026-01-01',
    period_end: '2026-06-30',
    within_30_days_pct: 93.4,
    within_60_days_pct: 4.6,
    later_pct: 2,
    mean_days: 18,
    notice_url: expect.stringMatching(/^https:\/\/www\.find-tender\.service\.gov\.uk\/Notice\//),
  })
})
