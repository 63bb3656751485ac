import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTenderStore } from '../../src/store/tenders.ts'
import { contractRow } from '../support/contract-row.ts'
import { createRig, RIG_NOW, type Rig } from './rig.ts'

const HOUR = 3_600_000

describe('answers over the sandbox portals', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await createRig()
  })
  afterAll(() => rig.close())

  test('a search finds, orders, counts and says where from', async () => {
    const { result, confidence, sources, query } = await rig.ask('tenders_search', {
      query: { q: 'grounds maintenance', region: 'scotland', value_min: '1000' },
    })
    expect(confidence).toBe('high')
    expect(sources.map((source) => source.name)).toEqual(['Contracts Finder', 'Find a Tender'])
    expect(query).toMatchObject({
      q: 'grounds maintenance',
      region: 'scotland',
      value_min: 1000,
      stage: null,
    })
    expect(result.returned).toBeGreaterThan(0)
    expect(Object.keys(result)).toEqual([
      'total_matched',
      'returned',
      'notices',
      'excluded',
      'found_by',
    ])
    expect(Object.keys(result.notices[0])).toEqual(
      'ocid title buyer value stage published deadline days_remaining region cpv summary source matched'.split(
        ' ',
      ),
    )
    for (const notice of result.notices) expect(`,${notice.region},uk,`).toMatch(/scotland|uk/)
  })

  test('with EXTRAS=off an answer has exactly the members that the specification lists', async () => {
    const plain = await createRig({ extras: false })
    const { result } = await plain.ask('tenders_search', { query: { q: 'grounds maintenance' } })
    await plain.close()
    expect(Object.keys(result)).toEqual(['total_matched', 'returned', 'notices', 'excluded'])
    expect(Object.keys(result.notices[0])).toEqual(
      'ocid title buyer value stage published deadline days_remaining region cpv summary source'.split(
        ' ',
      ),
    )
  })

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
    const fit = await rig.ask('tenders_fit_score', { body: { keywords: ['zeppelin mooring'] } })
    expect(fit.verdict).toMatchObject({ score: null, flags: [{ code: 'NO_MATCH' }] })
  })

  test('planning notices have no deadline and are excluded by a deadline filter, counted', async () => {
    const { result } = await rig.ask('tenders_search', {
      query: { cpv: '77', stage: 'planning', deadline_after: '2026-11-01' },
    })
    expect(result.total_matched).toBe(0)
    expect(result.excluded.no_deadline).toBeGreaterThan(0)
  })

  test('a dossier has every key, the documents as links, and the working days of its nation', async () => {
    // The suffix is compared without regard to case.
    const { result, sources } = await rig.ask('tender_brief', {
      params: { ocid: 'ocds-h6vhtk-0004F6' },
    })
    expect(result.ocid).toBe('ocds-h6vhtk-0004f6')
    expect(Object.keys(result)).toEqual(
      'ocid title buyer value stage published deadline days_remaining region cpv summary description lots documents submission_url timeline source'.split(
        ' ',
      ),
    )
    expect(result.timeline.calendar).toBe('northern-ireland')
    expect(result.timeline.working_days_remaining).toBeLessThan(result.timeline.days_remaining)
    expect(result.source.fetched).toBe(sources[0]!.fetched)
    expect(result.summary.length).toBeLessThanOrEqual(1200)
  })

  test('a cancelled and an awarded tender are answered as closed', async () => {
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

  test('a deadline moved by a delta is the new one, and the notice keeps its lots', async () => {
    const { result } = await rig.ask('tender_brief', { params: { ocid: 'ocds-h6vhtk-002329' } })
    expect(result.deadline).toBe('2026-12-05T12:00:00Z')
    expect(result.lots).toHaveLength(3)
    expect(result.source.notice_id).toBe('009002-2026')
  })

  test('an ocid of two buyers gives the latest and names the other', async () => {
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

  test('the same tender, twice on one portal and once on the other, is listed once', async () => {
    const { result } = await rig.ask('tenders_search', {
      query: { q: '"heating and boiler servicing"' },
    })
    const ofDepartment = result.notices.filter(
      (each: { buyer: string }) => each.buyer === 'Department for Sandbox Affairs',
    )
    expect(ofDepartment).toHaveLength(1)
    const dossier = await rig.ask('tender_brief', { params: { ocid: ofDepartment[0].ocid } })
    expect(dossier.result.source.also_published_as).toHaveLength(2)
  })

  test('a direct award and the notices of running contracts are not found', async () => {
    for (const ocid of ['ocds-h6vhtk-002334', 'ocds-h6vhtk-002337', 'ocds-h6vhtk-002339']) {
      expect((await rig.ask('tender_brief', { params: { ocid } })).verdict.flags[0].code).toBe(
        'TENDER_CLOSED',
      )
    }
  })

  test('an unknown ocid is 404 and calls no portal', async () => {
    const before = rig.portals.requests.length
    await expect(
      rig.ask('tender_brief', { params: { ocid: 'ocds-h6vhtk-ffffff' } }),
    ).rejects.toMatchObject({ code: 'SUBJECT_NOT_FOUND' })
    expect(rig.portals.requests.length).toBe(before)
  })

  test('a notice without codes, value and place says null, and fit says so in flags', async () => {
    const { result } = await rig.ask('tender_brief', { params: { ocid: 'ocds-h6vhtk-00233d' } })
    expect(result).toMatchObject({ cpv: null, value: null, region: null, submission_url: null })
    const fit = await rig.ask('tenders_fit_score', {
      body: { keywords: [result.title], regions: ['london'], value_max: 1000 },
    })
    const codes = fit.result.matches
      .find((each: { ocid: string }) => each.ocid === result.ocid)
      .fit.flags.map((flag: { code: string }) => flag.code)
    expect(codes).toEqual(
      expect.arrayContaining(['CPV_NOT_STATED', 'VALUE_NOT_STATED', 'REGION_NOT_STATED']),
    )
  })

  test('fit: denominators, order, bands, emphasis on the best three, the envelope carries the best', async () => {
    const { result, verdict } = await rig.ask('tenders_fit_score', {
      body: {
        keywords: ['grass cutting', 'grounds maintenance'],
        cpv: ['773'],
        regions: ['scotland'],
        certifications: ['ISO 14001'],
        value_max: 700_000,
      },
    })
    const scores = result.matches.map((each: { fit: { score: number } }) => each.fit.score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(result.matches[0].fit.factors).toMatchObject({
      of: 40,
      of_v: 20,
      of_g: 15,
      of_t: 15,
      of_b: 10,
    })
    expect(
      result.matches.map((each: { emphasise: string | null }) => each.emphasise !== null),
    ).toEqual([true, true, true, ...scores.slice(3).map(() => false)])
    expect(verdict).toMatchObject({
      score: scores[0],
      band: result.matches[0].fit.band,
      narrative: null,
    })
    expect(result.matches[0].fit.flags.map((flag: { code: string }) => flag.code)).toContain(
      'CERTIFICATION_MENTIONED',
    )
  })

  test('a keyword said twice counts once', async () => {
    const relevance = async (keywords: string[]) =>
      (await rig.ask('tenders_fit_score', { body: { keywords } })).result.matches.map(
        (match: { fit: { score: number } }) => match.fit.score,
      )
    expect(await relevance(['cleaning', 'Cleaning', 'cleaned'])).toEqual(
      await relevance(['cleaning']),
    )
  })

  test('an excluded keyword in the title caps', async () => {
    const { result } = await rig.ask('tenders_fit_score', {
      body: { keywords: ['cleaning'], exclude_keywords: ['schools'], cpv: ['909'] },
    })
    for (const { title, fit } of result.matches)
      if (/schools/.test(title)) expect(fit.score).toBeLessThanOrEqual(20)
    expect(result.matches[0].title).not.toMatch(/schools/)
  })

  test.each([
    [{ query: {} }, 'CRITERIA_REQUIRED'],
    [{ query: { value_min: '5' } }, 'CRITERIA_REQUIRED'],
    [{ query: { q: 'x', value_min: '9', value_max: '5' } }, 'VALIDATION'],
    [{ query: { q: 'x', cpv: '7' } }, 'VALIDATION'],
    [{ query: { q: 'x', region: 'mercia' } }, 'VALIDATION'],
    [{ query: { q: 'x', deadline_after: '2026-02-30' } }, 'VALIDATION'],
    [{ query: { q: 'x'.repeat(201) } }, 'VALIDATION'],
    [{ query: { q: 'x', value_mim: '5' } }, 'VALIDATION'],
  ])('search refuses %j', async (fields, code) => {
    await expect(rig.ask('tenders_search', fields)).rejects.toMatchObject({ code })
  })

  test.each([
    [{}, 'CRITERIA_REQUIRED'],
    [{ description: 'too short' }, 'VALIDATION'],
    [{ keywords: ['x'] }, 'VALIDATION'],
    [{ cpv: ['7'] }, 'VALIDATION'],
    [{ cpv: ['72'], value_min: 5, value_max: 4 }, 'VALIDATION'],
    [{ cpv: ['72'], limit: 11 }, 'VALIDATION'],
    [{ cpv: ['72'], keyword: ['cleaning'] }, 'VALIDATION'],
  ])('fit-score refuses %j', async (body, code) => {
    await expect(rig.ask('tenders_fit_score', { body })).rejects.toMatchObject({ code })
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
    await expect(search()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    expect(rig.wing.health().warnings).toContain(
      'Find a Tender: answered 500; none of its notices are held yet',
    )
  })

  test('nothing that is a month old is served', async () => {
    rig = await createRig()
    rig.clock.advance(30 * 24 * HOUR)
    expect((await search()).confidence).toBe('medium')
    rig.clock.advance(1)
    await expect(search()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    rig.portals.breakDown('find-a-tender', true)
    await rig.wing.look()
    expect((await search()).confidence).toBe('low')
  })

  test('a calendar feed that hangs holds up neither the fill nor the stop', async () => {
    const hanging = createServer(() => {})
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    rig = await createRig({
      look: false,
      bankHolidaysUrl: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/feed.json`,
    })
    const { wing, portals } = rig
    wing.start()
    await portals.waitForRequests(4)
    const began = performance.now()
    await rig.restart()
    expect(performance.now() - began).toBeLessThan(3000)
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

describe('what goes beyond the specification', () => {
  const spec = createRig({ extras: false })
  const full = createRig()
  afterAll(async () => {
    for (const each of [await spec, await full]) await each.close()
  })

  test('is left out of answers and schemas with EXTRAS=off', async () => {
    const off = await spec
    const on = await full
    const { result } = await off.ask('tenders_search', { query: { q: 'maintenance' } })
    const { ocid } = result.notices[0]
    const [bare, told] = [
      await off.ask('tender_brief', { params: { ocid } }),
      await on.ask('tender_brief', { params: { ocid } }),
    ]
    expect(Object.keys(bare.result.timeline)).not.toContain('contract_max_end')
    expect(Object.keys(told.result.timeline)).toEqual([
      ...Object.keys(bare.result.timeline),
      'engagement_ends',
      'contract_max_end',
      'contract',
    ])
    expect(bare.result.lots.every((lot: object) => !('award_criteria' in lot))).toBe(true)
    expect(
      told.result.lots.every((lot: object) => 'award_criteria' in lot && 'framework' in lot),
    ).toBe(true)
  })

  test('is no operation with EXTRAS=off', async () => {
    expect((await spec).wing.operations.map(({ operation }) => operation.id)).not.toContain(
      'tender_buyer',
    )
  })
})

describe('who buys', () => {
  const rig = createRig()
  afterAll(async () => (await rig).close())

  test('awards, the incumbent and how the buyer pays', async () => {
    const each = await rig
    const { result: dossier } = await each.ask('tender_brief', {
      params: { ocid: 'ocds-h6vhtk-0003e8' },
    })
    const { result } = await each.ask('tender_buyer', { params: { ocid: 'ocds-h6vhtk-0003e8' } })
    expect(result.buyer).toBe(dossier.buyer)
    expect(result.ids.every((id: string) => id.startsWith('GB-PPON-'))).toBe(true)
    expect(result.open_notices).toBeGreaterThan(0)
    expect(result.awards.length).toBeGreaterThan(0)
    expect(result.awards[0]).toEqual({
      ocid: expect.stringMatching(/^ocds-/),
      title: expect.any(String),
      suppliers: [expect.stringMatching(/^Sandbox Supplier [A-Z] Limited$/)],
      value: { amount: expect.any(Number), currency: 'GBP' },
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

  test('the answer rests on every portal, whichever has the notice', async () => {
    const each = await rig
    const { sources } = await each.ask('tender_buyer', { params: { ocid: 'ocds-h6vhtk-0003e8' } })
    expect(sources.map(({ name }) => name).sort()).toEqual(['Contracts Finder', 'Find a Tender'])
  })

  test('an award of the same process is its incumbent', async () => {
    const { result } = await (await rig).ask('tender_buyer', {
      params: { ocid: 'ocds-h6vhtk-00232d' },
    })
    expect(result.incumbent).toMatchObject({ basis: 'same_process', ocid: 'ocds-h6vhtk-00232d' })
  })

  test('the payments notice of the last period', async () => {
    const each = await rig
    const paying = each.portals.releases().find(({ json }) => json.includes('paymentsCompliance'))!
    const { name } = (JSON.parse(paying.json) as { buyer: { name: string } }).buyer
    const index = each.wing.deps.index.live()
    const notice = [...index.shown()].find(({ buyer }) => buyer === name)!
    const { result } = await each.ask('tender_buyer', { params: { ocid: notice.ocid } })
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
})
