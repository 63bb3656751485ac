/**
 * The recorded notices of the portals through the real clients, from an upstream that replays them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SHIPPED_HOLIDAYS } from '../../src/platform/bank-holidays.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { readHolidayFeed } from '../../src/tenders/model/calendar.ts'
import type { Notice } from '../../src/tenders/model/notice.ts'
import { postcodeRegion } from '../../src/tenders/model/postcodes.ts'
import { PUBLIC_CONTRACTS_SCOTLAND } from '../../src/tenders/portals/public-contracts-scotland.ts'
import { SELL2WALES } from '../../src/tenders/portals/sell2wales.ts'
import { createRig, type Rig } from '../tenders/rig.ts'
import { present, folder as recorded, recordedReleases } from './recorded-releases.ts'

const all = () => [...recordedReleases('find-a-tender'), ...recordedReleases('contracts-finder')]

describe.skipIf(!present)('recorded notices', () => {
  let rig: Rig
  let notices: Notice[]

  beforeAll(async () => {
    const releases = all()
    // The page of 2025 is moved to the days of the pages of 2026, so that one backfill reaches all
    // of them.
    const shift =
      Date.parse('2026-05-20T12:00:00Z') -
      Math.max(
        ...releases
          .filter((each) => each.portal === 'contracts-finder')
          .map((each) => each.publishedMs),
      )
    const listed = releases.map((each) =>
      each.portal === 'contracts-finder'
        ? { ...each, publishedMs: each.publishedMs + shift }
        : each,
    )
    rig = await createRig({ releases: listed, now: '2026-05-29T16:30:00Z', backfillDays: 75 })
    const rows = await rig.store.main.selectFrom('tender_notices').select('json').execute()
    notices = rows.map((row) => JSON.parse(row.json) as Notice)
  })
  afterAll(() => rig?.close())

  it('all are taken in, none is quarantined, none is lost in merging', async () => {
    const counts = await createTenderStore(rig.store.main).counts()
    expect(counts).toMatchObject({ releases: 121, quarantined: {} })
    expect(new Set(notices.map((notice) => notice.ocid)).size).toBe(notices.length)
    expect(counts.notices).toBe(new Set(all().map((each) => each.ocid)).size)
    // All awards that are stated: none ended too long ago.
    expect(counts.awards.count).toBe(73)
  })

  it('field coverage per portal is what the upstreams state', () => {
    const table: Record<string, Record<string, string>> = {}
    for (const portal of ['find-a-tender', 'contracts-finder'] as const) {
      const open = notices.filter(
        (notice) =>
          notice.portal === portal && notice.stage === 'tender' && notice.closedBy === null,
      )
      const share = (has: (notice: Notice) => boolean) =>
        `${open.filter(has).length} of ${open.length}`
      table[portal] = {
        cpv: share((notice) => notice.cpv !== null),
        value: share((notice) => notice.value !== null),
        deadline: share((notice) => notice.deadlineMs !== null),
        region: share((notice) => notice.regions !== 0),
        submission: share((notice) => notice.submissionUrl !== null),
      }
    }
    expect(table).toEqual({
      'find-a-tender': {
        cpv: '20 of 20',
        value: '18 of 20',
        deadline: '20 of 20',
        region: '20 of 20',
        submission: '19 of 20',
      },
      'contracts-finder': {
        cpv: '23 of 23',
        value: '20 of 23',
        deadline: '23 of 23',
        region: '23 of 23',
        submission: '23 of 23',
      },
    })
    const awarded = notices.filter((notice) => notice.closedBy === 'awarded')
    expect(awarded.filter((notice) => notice.regions === 0)).toHaveLength(1)
  })

  it('the Act notice has its codes, its place and its lot; an e-mail is no address to bid at', async () => {
    const { result, verdict } = await rig.ask('tender_brief', {
      params: { ocid: 'ocds-h6vhtk-067fb8' },
    })
    expect(result).toMatchObject({
      buyer: 'Harrogate Town Council',
      cpv: ['09323000', '79314000'],
      region: 'yorkshire',
      value: { amount: 33_721, currency: 'GBP', min: null, max: null, basis: 'tender' },
      submission_url: null,
      deadline: '2026-05-08T22:59:59Z',
      days_remaining: null,
    })
    expect(verdict.flags[0].code).toBe('TENDER_CLOSED')
  })

  it('no e-mail address of the files is kept', () =>
    expect(JSON.stringify(notices)).not.toMatch(/[\w.+-]+@[\w-]+\.\w/))

  it('regions from postcodes agree with the recorded table but for Lincolnshire, which it files under Yorkshire, and border districts', () => {
    const names: Record<string, string> = {
      'South East England': 'south-east',
      'South West England': 'south-west',
      'North West England': 'north-west',
      'North East England': 'north-east',
      'Yorkshire and the Humber': 'yorkshire',
      'East of England': 'east-of-england',
      'West Midlands': 'west-midlands',
      'East Midlands': 'east-midlands',
      London: 'london',
      Scotland: 'scotland',
      Wales: 'wales',
      'Northern Ireland': 'northern-ireland',
    }
    const rows = readFileSync(join(recorded, 'reference/uk_postcode_outcodes.csv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
    const known = rows.map((row) => row.split(',')).filter((row) => names[row[7]!] !== undefined)
    const differing = known.filter((row) => postcodeRegion(row[0]!) !== names[row[7]!])
    const lincolnshire = differing.filter(
      (row) => row[7] === 'Yorkshire and the Humber' && postcodeRegion(row[0]!) === 'east-midlands',
    )
    expect(known.length).toBeGreaterThan(2800)
    expect(lincolnshire.length).toBeGreaterThan(20)
    expect(differing.length - lincolnshire.length).toBeLessThanOrEqual(12)
  })

  it('the shipped bank holidays are those of the official feed', () => {
    const feed = readHolidayFeed(
      JSON.parse(readFileSync(join(recorded, 'reference/bank-holidays_moj.json'), 'utf8')),
    )!
    for (const [calendar, dates] of Object.entries(feed)) {
      const working = [...dates]
        .filter((date) => date >= '2023' && ![0, 6].includes(new Date(date).getUTCDay()))
        .sort()
      const years = new Set(working.map((date) => date.slice(0, 4)))
      const shipped = [...SHIPPED_HOLIDAYS[calendar as keyof typeof SHIPPED_HOLIDAYS]]
        .filter((date) => years.has(date.slice(0, 4)))
        .sort()
      expect(shipped).toEqual(working)
    }
  })
})

describe.skipIf(!present)('recorded notices of Scotland and Wales', () => {
  // On the evening after the last of them was published.
  const worlds = [
    {
      portal: PUBLIC_CONTRACTS_SCOTLAND,
      now: '2019-04-30T20:00:00Z',
      region: 'scotland',
      releases: 45,
      live: 44,
    },
    { portal: SELL2WALES, now: '2025-02-21T20:00:00Z', region: 'wales', releases: 44, live: 44 },
  ] as const

  it.each(worlds)(
    '$portal.name: all are taken in, each with title, buyer, codes, deadline and page',
    async ({ portal, now, region, releases, live }) => {
      const rig = await createRig({
        portals: [portal],
        releases: recordedReleases(portal.id),
        now,
        backfillDays: 40,
      })
      try {
        const counts = await createTenderStore(rig.store.main).counts()
        expect(counts).toMatchObject({ releases, notices: releases, quarantined: {} })
        const rows = await rig.store.main.selectFrom('tender_notices').select('json').execute()
        const notices = rows.map((row) => JSON.parse(row.json) as Notice)
        for (const notice of notices) {
          expect(notice.noticeUrl).toMatch(/search_view\.aspx\?ID=[A-Z]{3}\d{6}$/)
          expect(notice).toMatchObject({
            stage: 'tender',
            closedBy: null,
            deadlinePrecision: 'time',
          })
          expect(notice.cpv?.length).toBeGreaterThan(0)
          expect(notice.submissionUrl).toMatch(/^https?:/)
        }
        expect(new Set(notices.map((notice) => notice.noticeUrl)).size).toBe(releases)
        // The index follows the first fill at a pace.
        rig.clock.advance(11 * 60_000)
        await rig.wing.look()
        const { result } = await rig.ask('tenders_search', { query: { region } })
        expect(result.total_matched).toBe(live)
        expect(JSON.stringify(notices)).not.toMatch(/[\w.+-]+@[\w-]+\.\w/)
      } finally {
        await rig.close()
      }
    },
  )
})
