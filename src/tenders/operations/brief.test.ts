/** Dossiers on tenders over the sandbox's portals. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRig, type Rig } from '../../../test/tenders/rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

test('200: has the working days of its nation', async () => {
  // The suffix is compared without regard to case.
  const { result, sources } = await rig.ask('tender_brief', {
    params: { ocid: 'ocds-h6vhtk-0004F6' },
  })
  expect(result.ocid).toBe('ocds-h6vhtk-0004f6')
  expect(result.timeline.calendar).toBe('northern-ireland')
  expect(result.timeline.working_days_remaining).toBeLessThan(result.timeline.days_remaining)
  expect(result.source.fetched).toBe(sources[0]!.fetched)
  expect(result.summary.length).toBeLessThanOrEqual(1200)
})

test('200: answers a cancelled and an awarded tender as closed', async () => {
  for (const [ocid, why] of [
    ['ocds-h6vhtk-00232b', 'cancelled'],
    ['ocds-h6vhtk-00232d', 'award'],
  ]) {
    const { result, verdict } = await rig.ask('tender_brief', { params: { ocid: ocid! } })
    expect(result.days_remaining).toBeNull()
    expect(result.timeline.working_days_remaining).toBeNull()
    expect(verdict.flags).toEqual([
      { code: 'TENDER_CLOSED', detail: expect.stringContaining(why!) },
    ])
  }
})

test('200: shows a deadline that a delta moved, and still has all lots', async () => {
  const { result } = await rig.ask('tender_brief', { params: { ocid: 'ocds-h6vhtk-002329' } })
  expect(result.deadline).toBe('2026-12-05T12:00:00Z')
  expect(result.lots).toHaveLength(3)
  expect(result.source.notice_id).toBe('009002-2026')
})

test('200: gives the latest notice of an ocid of two buyers and names the other', async () => {
  const { result } = await rig.ask('tender_brief', { params: { ocid: 'ocds-h6vhtk-002332' } })
  expect(result.buyer).toBe('Ironbrook Metropolitan Borough Council')
  expect(result.source.also_published_as).toEqual([
    {
      ocid: 'ocds-h6vhtk-002332',
      name: 'Find a Tender',
      notice_url: 'https://www.find-tender.service.gov.uk/Notice/009010-2026',
    },
  ])
})

test('404: refuses an unknown ocid and calls no portal', async () => {
  const before = rig.portals.requests.length
  await expect(
    rig.ask('tender_brief', { params: { ocid: 'ocds-h6vhtk-ffffff' } }),
  ).rejects.toMatchObject({ code: 'SUBJECT_NOT_FOUND' })
  expect(rig.portals.requests.length).toBe(before)
})

test('400: refuses what is no ocid', async () => {
  await expect(rig.ask('tender_brief', { params: { ocid: 'ocds-x' } })).rejects.toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'ocid', in: 'path' }],
  })
})
