/** Unreadable adverts: they are reported and requested again, and delay nothing else. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FIND_A_GRANT } from '../../src/grants/source.ts'
import { expectCode } from '../support/expect-code.ts'
import { retryImmediately } from '../support/immediate-retries.ts'
import { advert, codes, createRig, DAYS, type Envelope, HOURS, type Rig } from './rig.ts'

retryImmediately()

let rig: Rig
beforeEach(async () => {
  rig = await createRig()
})
afterEach(() => rig.close())

const BROKEN = 'export-ready'
const OTHER = 'oral-history-of-work'
const source = () => rig.wing.health().upstreams.find_a_grant!
const pageRequests = () => rig.listing.requests.filter((path) => /^\/grants\/[^?]+$/.test(path))
const failedDetail = (answer: Envelope) =>
  answer.verdict.flags.find(({ code }: { code: string }) => code === 'SOURCE_FAILED')?.detail

describe.each([500, 429, 403, 'drop'] as const)('a page that answers %s', (how) => {
  test('into an empty store: everything else is served, and the answers that it concerns say so', async () => {
    rig.listing.failPage(BROKEN, how)
    expect(await rig.wing.refresh()).toMatchObject({ outcome: 'refreshed', listed: 44, unread: 1 })
    expect(await rig.eligibility(OTHER)).toMatchObject({
      confidence: 'high',
      verdict: { flags: expect.not.arrayContaining([{ code: 'SOURCE_FAILED' }]) },
    })
    const answer = await rig.eligibility(BROKEN)
    expect([answer.confidence, answer.result.criteria_provenance.complete]).toEqual(['low', false])
    expect(failedDetail(answer)).toMatch(
      /^Find a grant: the advert export-ready could not be read \(.+\); no earlier copy$/,
    )
    expect(codes(await rig.search({ q: 'exporters', org_type: 'business' }))).toEqual([
      'SOURCE_FAILED',
    ])
    expect(codes(await rig.search({ q: 'oral history' }))).toEqual([])
    expect(source()).toMatchObject({ status: 'ok', failure: null, unread: 1 })
    expect(rig.wing.health().warnings).toEqual([
      expect.stringMatching(/^Find a grant: left out the page of export-ready: ./),
    ])
  })

  test('of a new advert next to a filled index: other new and withdrawn adverts are applied', async () => {
    rig.listing.unpublish(BROKEN)
    await rig.wing.refresh()
    rig.clock.advance(22 * HOURS)
    rig.listing.unpublish(OTHER)
    rig.listing.publish(advert({ slug: 'quite-new' }))
    rig.listing.failPage('quite-new', how)
    expect(await rig.wing.refresh()).toMatchObject({
      outcome: 'refreshed',
      added: 1,
      gone: 1,
      unread: 1,
    })
    expect((await rig.eligibility('quite-new')).confidence).toBe('low')
    expect((await rig.eligibility(OTHER)).result.grant.window.open_now).toBe(false)
  })

  test('later: its earlier copy stands within its window, then says of when it is', async () => {
    await rig.wing.refresh()
    rig.clock.advance(22 * HOURS)
    rig.listing.failPage(BROKEN, how)
    await rig.wing.refresh()
    expect((await rig.eligibility(BROKEN)).confidence).toBe('high')
    rig.clock.advance(20 * HOURS)
    expect(failedDetail(await rig.eligibility(BROKEN))).toMatch(
      /; copy of 2026-11-20T10:00:00Z served$/,
    )
    expect((await rig.eligibility(OTHER)).confidence).toBe('high')
  })
})

describe('what could not be read', () => {
  test('is requested again half an hour later, alone, without delaying the daily refresh', async () => {
    const wing = rig.replica({ ingest: 'scheduled' })
    rig.listing.failPage(BROKEN, 500)
    await wing.look()
    rig.listing.failPage(BROKEN, null)
    const asked = pageRequests().length
    rig.clock.advance(FIND_A_GRANT.retryAfterMs - 1)
    await wing.look()
    expect(pageRequests()).toHaveLength(asked)
    rig.clock.advance(1)
    await wing.look()
    expect(pageRequests().slice(asked)).toEqual([`/grants/${BROKEN}`])
    expect(wing.health()).toMatchObject({
      upstreams: { find_a_grant: { unread: 0 } },
      warnings: [],
    })
    await rig.wing.load()
    expect((await rig.eligibility(BROKEN)).confidence).toBe('high')
    rig.clock.advance(22 * HOURS - FIND_A_GRANT.retryAfterMs)
    await wing.look()
    expect(pageRequests().length).toBe(asked + 1 + 44)
  })

  test('many pages of many: the source counts as failing, and the listing is served all the same', async () => {
    for (const slug of rig.listing.slugs().slice(0, 12)) rig.listing.failPage(slug, 'drop')
    expect(await rig.wing.refresh()).toMatchObject({ outcome: 'refreshed', listed: 44 })
    expect(source()).toMatchObject({ status: 'failing', listed: 44 })
    expect(
      (await rig.search({ q: 'village halls insulation' })).result.total_matched,
    ).toBeGreaterThan(0)
  })

  test('an item of the list: its earlier copy stays, and withdrawn adverts are withdrawn', async () => {
    await rig.wing.refresh()
    rig.clock.advance(22 * HOURS)
    rig.listing.entry(BROKEN).listItem.grantName = null
    rig.listing.unpublish(OTHER)
    expect(await rig.wing.refresh()).toMatchObject({
      outcome: 'refreshed',
      listed: 42,
      gone: 1,
      unread: 1,
    })
    expect((await rig.eligibility(OTHER)).verdict.band).toBe('ineligible')
    expect((await rig.eligibility(BROKEN)).result.grant.window.open_now).toBe(true)
    expect(rig.wing.health().warnings.join()).toContain('left out the advert of export-ready')
    rig.clock.advance(3 * DAYS)
    expect(failedDetail(await rig.eligibility(BROKEN))).toBeDefined()
  })

  test('an item of the list known by its entry id alone is not taken for withdrawn; one that shows neither stops withdrawals', async () => {
    await rig.wing.refresh()
    rig.clock.advance(22 * HOURS)
    rig.listing.entry(BROKEN).listItem.label = 'Not a slug!'
    rig.listing.unpublish(OTHER)
    expect(await rig.wing.refresh()).toMatchObject({ gone: 1, unread: 1 })
    rig.listing.entry(BROKEN).listItem.id = null
    rig.listing.unpublish('school-solar-1')
    expect(await rig.wing.refresh()).toMatchObject({ gone: 0, unread: 1 })
  })

  test('an item of the list that was never held: searches say that they could not look at it, and asking for it is no 404', async () => {
    rig.listing.entry(BROKEN).listItem.grantName = null
    await rig.wing.refresh()
    const answer = await rig.search({ q: 'oral history' })
    expect([answer.confidence, failedDetail(answer)]).toEqual([
      'low',
      expect.stringMatching(/the advert export-ready could not be read/),
    ])
    await expectCode(rig.eligibility(BROKEN), 'UPSTREAM_UNAVAILABLE')
    expect((await rig.eligibility(OTHER)).confidence).toBe('high')
  })
})

describe('stored adverts', () => {
  test('of another layout are no copies: they are not served but fetched again immediately', async () => {
    await rig.wing.refresh()
    await rig.store.main.updateTable('grants').set({ item: '{"label":"old"}' }).execute()
    const wing = rig.replica({ ingest: 'scheduled' })
    await wing.look()
    expect(wing.health().upstreams.find_a_grant).toMatchObject({ status: 'ok', listed: 44 })
  })

  test('without their page are requested whole, whatever the ETag said', async () => {
    await rig.wing.refresh()
    await rig.store.main
      .updateTable('grants')
      .set({ detail: '{"layout":"grant-page/0","value":{}}' })
      .where('slug', '=', BROKEN)
      .execute()
    rig.clock.advance(22 * HOURS)
    expect(await rig.wing.refresh()).toMatchObject({ outcome: 'refreshed', unread: 0 })
    expect((await rig.eligibility(BROKEN)).result.criteria.length).toBeGreaterThan(0)
  })
})
