/**
 * Public Contracts Scotland and Sell2Wales, requested by month and type of notice from the
 * sandbox's portals.
 */
import { afterEach, describe, expect, test } from 'vitest'
import {
  noticeRelease,
  type PublishedRelease,
  SUBJECTS,
} from '../../sandbox/tender-portals/releases.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { CONTRACTS_FINDER } from '../../src/tenders/portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import type { Portal } from '../../src/tenders/portals/portal.ts'
import { PUBLIC_CONTRACTS_SCOTLAND } from '../../src/tenders/portals/public-contracts-scotland.ts'
import { SELL2WALES } from '../../src/tenders/portals/sell2wales.ts'
import { createRig, RIG_NOW, type Rig } from './rig.ts'

const DAY = 86_400_000
const NOW = Date.parse(RIG_NOW)
const FOUR = [FIND_A_TENDER, CONTRACTS_FINDER, PUBLIC_CONTRACTS_SCOTLAND, SELL2WALES]
const BUYER = { name: 'Strathglen Council', nuts: 'UKM75', postcode: 'G99 2LL' }

/** The error of the sandbox's portals, in the words of Sell2Wales. */
const DEFECT = 'Error converting data type nvarchar to float'

let rig: Rig | null = null
afterEach(async () => {
  await rig?.close()
  rig = null
})

const notice = (portal: Portal, number: number, daysAgo: number, type = 2): PublishedRelease =>
  noticeRelease({
    form: portal === SELL2WALES ? 'wales' : 'scotland',
    number,
    subject: SUBJECTS[number % SUBJECTS.length]!,
    buyer: BUYER,
    publishedMs: NOW - daysAgo * DAY,
    deadlineMs: NOW + 20 * DAY,
    type,
  })

const held = async (each: Rig) => (await createTenderStore(each.store.main).counts()).releases
const asked = (each: Rig, what: RegExp) => each.portals.requests.filter((path) => what.test(path))
// biome-ignore lint/suspicious/noExplicitAny: health is bare
const health = (each: Rig, name: string) => each.wing.health().upstreams[name] as any

describe('portals that list by month', () => {
  test('one list for each month and type of notice, and a list without releases is an empty one', async () => {
    rig = await createRig({
      portals: [PUBLIC_CONTRACTS_SCOTLAND, SELL2WALES],
      backfillDays: 40,
      releases: [
        notice(PUBLIC_CONTRACTS_SCOTLAND, 1, 2),
        notice(PUBLIC_CONTRACTS_SCOTLAND, 2, 30, 102),
        notice(SELL2WALES, 3, 3, 51),
        notice(SELL2WALES, 4, 33),
      ],
    })
    expect(await held(rig)).toBe(4)
    const scottish = asked(rig, /^\/public-contracts-scotland/)
    expect(scottish).toContain(
      '/public-contracts-scotland/v1/Notices?dateFrom=11-2026&noticeType=2&outputType=0',
    )
    expect(new Set(scottish.map((path) => path.slice(-45, -13))).size).toBe(new Set(scottish).size)
    expect(new Set(scottish).size).toBe(2 * PUBLIC_CONTRACTS_SCOTLAND.listing.types.length)
    expect(asked(rig, /^\/sell2wales.*locale=2057$/)).toHaveLength(
      asked(rig, /^\/sell2wales/).length,
    )
    expect(rig.wing.health().warnings).toEqual([])
    expect(health(rig, 'sell2wales')).toMatchObject({
      status: 'ok',
      lists_unanswered: 0,
      quarantined: 0,
    })
  })

  test('a list that answers 500 stops nothing, is reported, and is requested again once a night', async () => {
    rig = await createRig({
      portals: [PUBLIC_CONTRACTS_SCOTLAND],
      backfillDays: 40,
      look: false,
      releases: [notice(PUBLIC_CONTRACTS_SCOTLAND, 1, 2), notice(PUBLIC_CONTRACTS_SCOTLAND, 2, 30)],
    })
    rig.portals.refuseList('public-contracts-scotland 11-2026 4')
    rig.portals.refuseList('public-contracts-scotland 10-2026 2')
    await rig.wing.look()
    expect(await held(rig)).toBe(1)
    expect(health(rig, 'public_contracts_scotland')).toMatchObject({
      status: 'ok',
      lists_unanswered: 2,
    })
    expect(rig.wing.health().warnings).toEqual([
      `Public Contracts Scotland: did not answer notices of type 4 of 2026-11 (${DEFECT}), notices of type 2 of 2026-10 (${DEFECT}); requested again once a night`,
    ])
    rig.portals.restoreLists()
    rig.clock.set('2026-11-19T03:30:00Z')
    await rig.wing.look()
    expect(await held(rig)).toBe(2)
    expect(rig.wing.health().warnings).toEqual([])
  })

  test('every type of notice of Public Contracts Scotland is requested', async () => {
    rig = await createRig({ portals: [PUBLIC_CONTRACTS_SCOTLAND], releases: [] })
    for (const type of [1, 2, 3, 4, 5, 6, 101, 102, 103, 104])
      expect(
        asked(rig, new RegExp(`^/public-contracts-scotland.*noticeType=${type}&`)),
      ).not.toEqual([])
  })

  test("every type of Sell2Wales' own notices is requested, subcontracts too", async () => {
    rig = await createRig({
      portals: [SELL2WALES],
      releases: [notice(SELL2WALES, 1, 2, 55), notice(SELL2WALES, 2, 3, 56)],
    })
    expect(await held(rig)).toBe(2)
    for (const type of [51, 52, 53, 54, 55, 56])
      expect(asked(rig, new RegExp(`^/sell2wales.*noticeType=${type}&`))).not.toEqual([])
  })

  test('a list that the portal cannot convert is quarantined with its reason, named, and requested once', async () => {
    rig = await createRig({
      portals: [SELL2WALES],
      look: false,
      releases: [notice(SELL2WALES, 1, 2)],
    })
    rig.portals.refuseList('sell2wales 11-2026 4')
    await rig.wing.look()
    expect(rig.wing.health().warnings).toEqual([
      `Sell2Wales: did not answer notices of type 4 of 2026-11 (${DEFECT}); requested again once a night`,
    ])
    expect(health(rig, 'sell2wales')).toMatchObject({ quarantined: 1, lists_unanswered: 1 })
    const row = await rig.store.main
      .selectFrom('tender_quarantine')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      portal: 'sell2wales',
      reason: `notices of type 4 of 2026-11: the portal answers "${DEFECT}"`,
    })
    // Once with the locale and once without it.
    expect(new Set(asked(rig, /^\/sell2wales.*noticeType=4&/)).size).toBe(
      asked(rig, /^\/sell2wales.*noticeType=4&/).length,
    )
  })

  test('a month of nothing but 500 does not keep the months before it from being read', async () => {
    rig = await createRig({
      portals: [SELL2WALES],
      backfillDays: 70,
      look: false,
      releases: [notice(SELL2WALES, 1, 2), notice(SELL2WALES, 2, 60)],
    })
    rig.portals.refuseList('sell2wales 10-2026')
    await rig.wing.look()
    expect(await held(rig)).toBe(2)
    expect(health(rig, 'sell2wales')).toMatchObject({
      status: 'ok',
      lists_unanswered: SELL2WALES.listing.types.length,
    })
  })

  test('when it is the present month, the portal is failing, and what came before is read all the same', async () => {
    rig = await createRig({
      portals: [SELL2WALES],
      backfillDays: 40,
      look: false,
      releases: [notice(SELL2WALES, 1, 2), notice(SELL2WALES, 2, 30)],
    })
    rig.portals.refuseList('sell2wales 11-2026')
    await rig.wing.look()
    expect(await held(rig)).toBe(1)
    expect(rig.wing.health().warnings).toEqual([
      expect.stringContaining('Sell2Wales: answered 500 to every request for this month'),
    ])
    rig.portals.restoreLists()
    rig.clock.advance(15 * 60_000)
    await rig.wing.look()
    expect(await held(rig)).toBe(2)
    expect(health(rig, 'sell2wales').status).toBe('ok')
  })

  test('Sell2Wales is requested without a locale if it fails with one', async () => {
    rig = await createRig({
      portals: [SELL2WALES],
      look: false,
      releases: [notice(SELL2WALES, 1, 2)],
    })
    rig.portals.refuseLocale('sell2wales')
    await rig.wing.look()
    expect(await held(rig)).toBe(1)
    expect(rig.wing.health().warnings).toEqual([])
  })
})

describe('four portals together', () => {
  test('a tender that is also on Find a Tender is listed once, with the nearer page', async () => {
    rig = await createRig({ portals: FOUR, backfillDays: 12 })
    // The index follows the first fill at a pace.
    rig.clock.advance(11 * 60_000)
    await rig.wing.look()
    const twin = rig.portals.releases().find((each) => each.id === 'NOV900030')!
    const { result: scottish } = await rig.ask('tender_brief', { params: { ocid: twin.ocid } })
    const [central] = scottish.source.also_published_as
    expect(central).toMatchObject({
      name: 'Find a Tender',
      ocid: expect.stringMatching(/^ocds-h6vhtk-/),
    })
    const { result } = await rig.ask('tender_brief', { params: { ocid: central.ocid } })
    expect(result.source.also_published_as).toEqual([
      {
        ocid: twin.ocid,
        name: 'Public Contracts Scotland',
        notice_url:
          'https://www.publiccontractsscotland.gov.uk/search/show/search_view.aspx?ID=NOV900030',
      },
    ])
    expect(result.deadline).toBe(scottish.deadline)
    expect(twin.json).toContain('Offers state:rn -tHow it is donern -tWhat it costs')
    expect(scottish.description).toMatch(
      /\s*Offers state:\s+-\s+How it is done\s+-\s+What it costs$/,
    )
    const found = await rig.ask('tenders_search', {
      query: { q: `"${result.title}"`, region: 'scotland' },
    })
    expect(found.result.notices.map((each: { ocid: string }) => each.ocid)).toContain(central.ocid)
    expect(found.result.notices.map((each: { ocid: string }) => each.ocid)).not.toContain(twin.ocid)
  })

  test('answers name the configured portals only', async () => {
    rig = await createRig({ portals: [FIND_A_TENDER, SELL2WALES], backfillDays: 12 })
    const { sources, attribution } = await rig.ask('tenders_search', { query: { region: 'wales' } })
    expect(sources.map((source) => source.name)).toEqual(['Find a Tender', 'Sell2Wales'])
    expect(attribution).toMatch(
      /from Find a Tender and Sell2Wales\. Find a Tender notices are based on TED/,
    )
    expect(Object.keys(rig.wing.health().upstreams)).toEqual([
      'find_a_tender',
      'sell2wales',
      'tender_index',
      'bank_holidays',
    ])
  })

  test('times that end in a Z they do not deserve are read as London’s', async () => {
    const summer = Date.parse('2026-06-30T11:00:00Z')
    const release = noticeRelease({
      form: 'scotland',
      number: 5,
      subject: SUBJECTS[0]!,
      buyer: BUYER,
      publishedMs: Date.parse('2026-06-01T09:00:00Z'),
      deadlineMs: summer,
    })
    expect(release.json).toContain('2026-06-30T12:00:00Z')
    rig = await createRig({
      portals: [PUBLIC_CONTRACTS_SCOTLAND],
      now: '2026-06-10T09:00:00Z',
      releases: [release],
    })
    const { result } = await rig.ask('tender_brief', { params: { ocid: release.ocid } })
    expect(result.deadline).toBe('2026-06-30T11:00:00Z')
  })
})
