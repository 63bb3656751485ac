import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTenderStore } from '../../src/store/tenders.ts'
import { contractRow } from '../support/contract-row.ts'
import { expectCode } from '../support/expect-code.ts'
import { createRig, RIG_NOW, type Rig } from './rig.ts'

const HOUR = 3_600_000

describe('answers over the sandbox portals', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await createRig()
  })
  afterAll(() => rig.close())

  test('equal requests give equal bytes', async () => {
    const ask = () => rig.ask('tenders_search', { query: { q: 'cleaning', cpv: '90' } })
    expect(JSON.stringify(await ask())).toBe(JSON.stringify(await ask()))
    const score = () =>
      rig.ask('tenders_fit_score', {
        body: { description: 'We clean schools and offices.', sme: true },
      })
    expect(JSON.stringify(await score())).toBe(JSON.stringify(await score()))
  })

  test('nothing found says how to broaden', async () => {
    const { result, verdict } = await rig.ask('tenders_search', {
      query: { q: 'zeppelin mooring masts', region: 'wales' },
    })
    expect(result).toMatchObject({ total_matched: 0, notices: [] })
    expect(verdict.flags).toEqual([
      { code: 'NO_MATCH', detail: expect.stringContaining('leave out region') },
    ])
    expect(verdict.flags[0]!.detail).not.toContain('state no value')
    const fit = await rig.ask('tenders_fit_score', { body: { keywords: ['zeppelin mooring'] } })
    expect(fit.verdict).toMatchObject({ score: null, flags: [{ code: 'NO_MATCH' }] })
  })

  test('no answer shows contact data', async () => {
    const answers = [
      await rig.ask('tenders_search', { query: { q: 'maintenance' } }),
      await rig.ask('tender_brief', { params: { ocid: 'ocds-h6vhtk-002329' } }),
    ]
    expect(JSON.stringify(answers)).not.toMatch(/Robin|@example|960123/)
  })

  test('the free sample changes with the day and is a live tender', async () => {
    const subjects = ['2026-11-18', '2026-11-19', '2026-11-20'].map(
      (day) => rig.wing.previewSubjects(day)[0]!,
    )
    expect(new Set(subjects.map((subject) => subject.params.ocid)).size).toBeGreaterThan(1)
    expect(
      (await rig.ask('tender_brief', { params: subjects[0]!.params })).result.days_remaining,
    ).toBeGreaterThan(0)
  })

  test('health names each portal, its window, quarantine, and the span of award history', () => {
    const { upstreams, warnings } = rig.wing.health()
    expect(upstreams.find_a_tender).toMatchObject({
      status: 'ok',
      window_hours: 6,
      backfilled_days: 12,
      quarantined: 0,
    })
    expect(upstreams.contracts_finder).toMatchObject({ status: 'ok', quarantined: 1 })
    expect(upstreams.tender_index).toMatchObject({
      status: 'ok',
      award_history: { from: expect.any(String), to: expect.any(String) },
    })
    expect(warnings).toEqual([])
  })

  test('health shows how many numbers of the last week were never listed', async () => {
    rig.clock.advance(6 * 3_600_000)
    await rig.wing.look()
    const { numbering } = rig.wing.health().upstreams.find_a_tender!
    expect(numbering).toEqual({
      checked_on: '2026-11-18',
      spanned: expect.any(Number),
      missing: expect.any(Number),
    })
  })
})

describe('portals that fail', () => {
  let rig: Rig
  afterEach(() => rig.close())
  const search = () => rig.ask('tenders_search', { query: { q: 'maintenance' } })

  test('before the first fill there is 503, not an empty answer', async () => {
    rig = await createRig({ look: false })
    await expect(search()).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      retryAfterSeconds: 120,
    })
    expect(rig.wing.health().warnings).toContain(
      'Find a Tender: nothing has been fetched yet; none of its notices are held yet',
    )
  })

  test('imported awards alone are no index to search', async () => {
    rig = await createRig({ look: false })
    rig.portals.breakDown('find-a-tender', true)
    rig.portals.breakDown('contracts-finder', true)
    const award = {
      key: 'a',
      buyerKey: 'name:x',
      buyerNameKey: 'name:x',
      awardedOn: '2026-01-05',
      divisions: '90',
      suppliers: '[]',
    }
    await createTenderStore(rig.store.main).apply({
      releases: [],
      contracts: [contractRow(award)],
      quarantined: [],
      merge: () => [],
      source: null,
    })
    await rig.wing.look()
    await expectCode(search(), 'UPSTREAM_UNAVAILABLE')
    expect(rig.wing.health().warnings).toContain(
      'Find a Tender: answered 500; none of its notices are held yet',
    )
  })

  test('nothing that is a month old is served', async () => {
    rig = await createRig()
    rig.clock.advance(30 * 24 * HOUR)
    expect((await search()).confidence).toBe('medium')
    rig.clock.advance(1)
    await expectCode(search(), 'UPSTREAM_UNAVAILABLE')
    rig.portals.breakDown('find-a-tender', true)
    await rig.wing.look()
    expect((await search()).confidence).toBe('low')
  })

  test('a calendar feed that hangs holds up neither the fill nor the stop', async () => {
    const hanging = createServer(() => {})
    // No request ends by itself: only the stop can end one.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    rig = await createRig({
      look: false,
      bankHolidaysUrl: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/feed.json`,
    })
    const { wing, portals } = rig
    wing.start()
    await portals.waitForRequests(4)
    await rig.restart()
    vi.restoreAllMocks()
    hanging.close()
  })

  test('the calendar feed is in health: its last read, and the shipped table during a failure', async () => {
    rig = await createRig()
    expect(rig.wing.health().upstreams.bank_holidays).toMatchObject({
      status: 'ok',
      last_success: RIG_NOW,
      fresh_for_seconds: 7 * 86_400,
    })
    const elsewhere = `${rig.portals.url}/no-feed.json`
    const first = rig
    rig = await createRig({ bankHolidaysUrl: elsewhere })
    await first.close()
    const { upstreams, warnings } = rig.wing.health()
    expect(upstreams.bank_holidays).toMatchObject({ status: 'failing', last_success: null })
    expect(warnings).toContainEqual(
      expect.stringMatching(/^GOV.UK bank holidays: .*; the shipped table is used$/),
    )
    expect((await search()).confidence).toBe('high')
  })

  test('a portal down for a day: old answers marked low, never an error, never a shrunken index', async () => {
    rig = await createRig()
    const before = (await search()).result.total_matched
    rig.portals.breakDown('find-a-tender', true)
    rig.clock.advance(5.6 * HOUR)
    await rig.wing.look()
    // Its refresh failed, but what is served is within its window.
    expect((await search()).confidence).toBe('high')
    expect(rig.wing.health().upstreams.find_a_tender).toMatchObject({ status: 'failing' })
    rig.clock.advance(18 * HOUR)
    await rig.wing.look()
    const { confidence, verdict, as_of, result } = await search()
    expect(confidence).toBe('low')
    expect(verdict.flags).toEqual([
      {
        code: 'SOURCE_FAILED',
        detail: 'Find a Tender: answered 500; copy of 2026-11-18T15:30:00Z served',
      },
    ])
    expect(as_of).toBe(RIG_NOW)
    expect(result.total_matched).toBeGreaterThan(before * 0.8)
    rig.portals.breakDown('find-a-tender', false)
    rig.clock.advance(0.5 * HOUR)
    await rig.wing.look()
    expect((await search()).confidence).toBe('high')
  })

  test('a restart serves the saved index immediately, whatever the portals do', async () => {
    rig = await createRig()
    const before = await search()
    rig.portals.breakDown('find-a-tender', true)
    rig.portals.breakDown('contracts-finder', true)
    await rig.restart()
    await rig.wing.look()
    expect((await search()).result).toEqual(before.result)
  })

  test('a refresh that loses more than a third of the notices is refused', async () => {
    rig = await createRig()
    const before = (await search()).result.total_matched
    await rig.store.main.deleteFrom('tender_notices').where('key', '>', 'ocds-b5fd17-6').execute()
    await rig.store.main
      .updateTable('sources')
      .set({ detail: '{"revision":9999}' })
      .where('name', '=', 'tenders-revision')
      .execute()
    rig.clock.advance(HOUR)
    await rig.wing.look()
    expect((await search()).result.total_matched).toBe(before)
  })
})
