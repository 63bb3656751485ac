import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectCode } from '../support/expect-code.ts'
import { retryImmediately } from '../support/immediate-retries.ts'
import { advert, codes, createRig, DAYS, HOURS, type Rig, TIMEOUT_MS } from './rig.ts'

retryImmediately()

let rig: Rig
beforeEach(async () => {
  rig = await createRig()
})
afterEach(() => rig.close())

const listRequests = () => rig.listing.requests.filter((path) => path.startsWith('/grants?'))
const pageRequests = () => rig.listing.requests.filter((path) => /^\/grants\/[^?]+$/.test(path))
const source = () => rig.wing.health().upstreams.find_a_grant!

describe('a first refresh', () => {
  test('takes one request for the list and one for each advert, after asking robots.txt', async () => {
    const report = await rig.wing.refresh()
    expect(report).toMatchObject({
      outcome: 'refreshed',
      listed: 44,
      added: 44,
      gone: 0,
      requests: 45,
    })
    expect(rig.listing.requests[0]).toBe('/robots.txt')
    expect(listRequests()).toHaveLength(1)
    expect(pageRequests()).toHaveLength(44)
    expect(source()).toMatchObject({ status: 'ok', listed: 44, known: 44, failure: null })
  })

  test('pages through the list when the site ignores the limit', async () => {
    rig.listing.fault({ limitHonoured: false })
    expect(await rig.wing.refresh()).toMatchObject({ outcome: 'refreshed', listed: 44 })
    expect(listRequests()).toHaveLength(6)
  })

  test('finds in another order what two pages of one order repeat and miss', async () => {
    rig.listing.fault({ limitHonoured: false, overlap: 'default_order' })
    expect(await rig.wing.refresh()).toMatchObject({ outcome: 'refreshed', listed: 44 })
    expect(listRequests().some((path) => path.includes('sortBy=closingDate'))).toBe(true)
  })

  test('reads the data route where the pages embed no data', async () => {
    rig.listing.fault({ format: 'no_script' })
    const report = await rig.wing.refresh()
    expect(rig.listing.requests.some((path) => path.startsWith('/_next/data/'))).toBe(true)
    expect(report.outcome).toBe('refreshed')
  })

  test('keeps out where robots.txt says so', async () => {
    rig.listing.fault({ robots: 'User-agent: *\nDisallow: /grants\n' })
    expect(await rig.wing.refresh()).toMatchObject({
      outcome: 'failed',
      failure: expect.stringContaining('robots.txt disallows'),
    })
    expect(listRequests()).toHaveLength(0)
  })

  test('an empty list fills nothing', async () => {
    rig.listing.shrinkTo(0)
    expect((await rig.wing.refresh()).failure).toContain('no adverts at all')
    await expect(rig.search({ q: 'solar' })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      retryAfterSeconds: 300,
    })
  })
})

describe('a later refresh', () => {
  beforeEach(async () => {
    await rig.wing.refresh()
    rig.clock.advance(22 * HOURS)
  })

  test('transfers only what changed: the others answer 304', async () => {
    rig.listing.edit('export-ready', {
      item: { grantMaximumAward: 12000, grantMaximumAwardDisplay: '£12,000' },
    })
    expect(await rig.wing.refresh()).toMatchObject({
      outcome: 'refreshed',
      added: 0,
      changed: 1,
      unchanged: 43,
      textsRead: 0,
    })
    expect(
      (await rig.search({ q: 'exporters', org_type: 'business' })).result.grants[0].amounts.max,
    ).toBe(12000)
  })

  test('without ETags requests only what changed on the list, and everything every three days', async () => {
    await rig.close()
    rig = await createRig()
    rig.listing.fault({ etags: false })
    await rig.wing.refresh()
    rig.clock.advance(22 * HOURS)
    rig.listing.edit('export-ready', { item: { grantMaximumAward: 12000 } })
    expect((await rig.wing.refresh()).requests).toBe(2)
    rig.clock.advance(3 * DAYS)
    expect((await rig.wing.refresh()).requests).toBe(45)
  })

  test('a changed text is read again and voids what was curated for the old one', async () => {
    const before = await rig.eligibility('export-ready')
    rig.listing.edit('export-ready', {
      fields: {
        grantEligibilityTab: {
          nodeType: 'document',
          content: [
            {
              nodeType: 'paragraph',
              content: [{ nodeType: 'text', value: 'Your turnover must be less than £9 million.' }],
            },
          ],
        },
      },
    })
    expect(await rig.wing.refresh()).toMatchObject({ changed: 1, textsRead: 1 })
    const after = await rig.eligibility('export-ready')
    expect(after.result.criteria.at(-1).requirement).toBe(
      'Your turnover must be less than £9 million.',
    )
    expect(after.result.criteria_provenance.parsed_at).not.toBe(
      before.result.criteria_provenance.parsed_at,
    )
  })

  test('an advert that was taken down stays known, closed', async () => {
    rig.listing.unpublish('oral-history-of-work')
    expect(await rig.wing.refresh()).toMatchObject({ outcome: 'refreshed', gone: 1, listed: 43 })
    const answer = await rig.eligibility('oral-history-of-work')
    expect(answer.verdict.band).toBe('ineligible')
    expect(answer.result.failed).toContainEqual({
      code: 'WINDOW_CLOSED',
      detail: 'not on the listing since 2026-11-21',
    })
    expect(answer.result.grant.window).toMatchObject({ open_now: false, days_to_close: null })
    const found = async (open_now: string) => {
      const { grants, excluded } = (await rig.search({ q: 'oral history', open_now })).result
      return [grants.some(({ id }: { id: string }) => id === 'oral-history-of-work'), excluded]
    }
    expect(await found('true')).toMatchObject([false, { not_open: 1 }])
    expect(await found('false')).toMatchObject([true, { not_open: 0 }])
  })

  test('one that comes back is open again', async () => {
    rig.listing.unpublish('export-ready')
    await rig.wing.refresh()
    rig.clock.advance(22 * HOURS)
    rig.listing.publish(advert({ slug: 'export-ready' }))
    expect(await rig.wing.refresh()).toMatchObject({ added: 0, gone: 0, listed: 44 })
    expect((await rig.eligibility('export-ready')).result.grant.window.open_now).toBe(true)
  })

  test('a slug without an advert answers for the re-advert of its scheme, and says so', async () => {
    rig.listing.unpublish('school-solar-1')
    await rig.wing.refresh()
    const answer = await rig.eligibility('school-solar-1')
    expect(answer.result.grant.name).toBe('School Solar (round 2)')
    expect(codes(answer)).toContain('READVERTISED')
    expect(
      answer.verdict.flags.find(({ code }: { code: string }) => code === 'READVERTISED')!.detail,
    ).toContain('school-solar-2')
  })

  test('another process serves the new index without having read the listing', async () => {
    const replica = rig.replica()
    await replica.load()
    expect(replica.health().upstreams.find_a_grant).toMatchObject({ status: 'ok', listed: 44 })
    const requests = rig.listing.requests.length
    rig.listing.unpublish('export-ready')
    await rig.wing.refresh()
    const after = rig.listing.requests.length
    await replica.load()
    expect(replica.health().upstreams.find_a_grant).toMatchObject({ listed: 43, known: 44 })
    expect(rig.listing.requests.length).toBe(after)
    expect(after).toBeGreaterThan(requests)
  })
})

describe('the listing fails', () => {
  let before: Awaited<ReturnType<Rig['search']>>
  const question = { q: 'village halls insulation' }
  beforeEach(async () => {
    await rig.wing.refresh()
    before = await rig.search(question)
    rig.clock.advance(22 * HOURS)
  })

  /** The last good index serves, marked; health says what broke; a good refresh ends it. */
  async function servesTheOldIndex(failure: string) {
    expect(await rig.wing.refresh()).toMatchObject({
      outcome: 'failed',
      failure: expect.stringContaining(failure),
    })
    // What is served is within its window until then.
    expect(await rig.search(question)).toMatchObject({ confidence: 'high', verdict: { flags: [] } })
    rig.clock.advance(2 * HOURS + 1)
    const answer = await rig.search(question)
    expect(answer.result.grants.map(({ id }: { id: string }) => id)).toEqual(
      before.result.grants.map(({ id }: { id: string }) => id),
    )
    expect(answer.confidence).toBe('low')
    expect(answer.as_of).toBe('2026-11-20T10:00:00Z')
    expect(codes(answer)).toEqual(['SOURCE_FAILED'])
    expect(answer.verdict.flags[0]!.detail).toContain(failure)
    expect(answer.verdict.flags[0]!.detail).toContain('2026-11-20T10:00:00Z')
    expect(source()).toMatchObject({
      status: 'failing',
      failure: expect.stringContaining(failure),
      listed: 44,
    })
    expect(rig.wing.health().warnings.join()).toContain(failure)
    rig.listing.fault({})
    rig.listing.shrinkTo(null)
  }

  async function recovers() {
    rig.clock.advance(HOURS)
    expect(await rig.wing.refresh()).toMatchObject({ outcome: 'refreshed' })
    expect((await rig.search(question)).confidence).toBe('high')
    expect(source()).toMatchObject({ status: 'ok', failure: null })
  }

  test('gone', async () => {
    rig.listing.fault({ status: 503 })
    await servesTheOldIndex('no answer')
    await recovers()
  })

  test('slow', async () => {
    rig.listing.fault({ delayMs: 5000 })
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const quick = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => timeout(ms === TIMEOUT_MS ? 50 : ms))
    await servesTheOldIndex(`no answer within ${TIMEOUT_MS} ms`)
    quick.mockRestore()
    await recovers()
  })

  test.each(['renamed', 'gone_script', 'broken_json', 'pages_renamed'] as const)(
    'changed in format: %s',
    async (format) => {
      rig.listing.fault({ format, etags: false })
      await servesTheOldIndex('the page format changed')
      await recovers()
    },
  )

  test('a member that all adverts lost is a changed format, not 44 adverts without one', async () => {
    for (const slug of rig.listing.slugs())
      delete rig.listing.entry(slug).listItem.grantApplicantType
    expect((await rig.wing.refresh()).failure).toContain('most adverts have no grantApplicantType')
  })

  test('shrunk by half: held back, and believed when it stays so for a day', async () => {
    rig.listing.shrinkTo(20)
    await servesTheOldIndex('the listing shrank from')
    rig.listing.shrinkTo(20)
    rig.clock.advance(12 * HOURS)
    expect((await rig.wing.refresh()).outcome).toBe('failed')
    rig.clock.advance(13 * HOURS)
    expect(await rig.wing.refresh()).toMatchObject({ outcome: 'refreshed', listed: 20, gone: 24 })
  })

  test('a total that is never reached is not a complete list', async () => {
    rig.listing.fault({ total: 60 })
    await servesTheOldIndex('could not be proven complete')
    await recovers()
  })

  test('pages that repeat each other in every order miss other adverts in each: together they are complete', async () => {
    rig.listing.fault({ limitHonoured: false, overlap: 'everywhere' })
    expect(await rig.wing.refresh()).toMatchObject({ outcome: 'refreshed', listed: 44, gone: 0 })
    expect(listRequests().some((path) => path.includes('sortBy=closingDate'))).toBe(true)
  })

  test('past its window without a failure it is stale, past thirty days it is not served', async () => {
    rig.clock.advance(3 * HOURS)
    const stale = await rig.search(question)
    expect([stale.confidence, codes(stale)]).toEqual(['medium', ['SOURCE_STALE']])
    rig.clock.advance(30 * DAYS)
    await expectCode(rig.search(question), 'UPSTREAM_UNAVAILABLE')
  })
})

test('a refresh whose lease another process took writes nothing more, neither adverts nor its failure', async () => {
  await rig.wing.refresh()
  rig.clock.advance(22 * HOURS)
  rig.listing.publish(advert({ slug: 'too-late' }))
  const before = await rig.runs.source('find_a_grant')
  // The machine sleeps longer than the lease lasts while pages are read.
  let asked = 0
  rig.listing.onRequest(() => {
    asked += 1
    if (asked === 10) rig.clock.advance(3 * 60_000)
  })
  const report = await rig.wing.refresh()
  expect(report).toMatchObject({ outcome: 'failed', failure: expect.stringContaining('LeaseLost') })
  expect(
    await rig.store.main
      .selectFrom('grants')
      .select('slug')
      .where('slug', '=', 'too-late')
      .execute(),
  ).toEqual([])
  expect((await rig.runs.source('find_a_grant')).failure).toBe(before.failure)
})
