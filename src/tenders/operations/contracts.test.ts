/** The search of contracts, from releases of the portals to the answer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeReleases } from '../../../sandbox/tender-portals/releases.ts'
import { createRig, RIG_NOW, type Rig } from '../../../test/tenders/rig.ts'
import { byName } from '../../contract/envelope.ts'
import { contractFilters } from './contracts.ts'

interface Item {
  ocid: string
  title: string
  suppliers: { name: string; company_number: string | null }[]
  value: { amount: number; basis: string } | null
  ends: string | null
  ends_at_latest: string | null
  [field: string]: unknown
}

interface Found {
  total_matched: number
  returned: number
  excluded: { value: number; dates: number }
  totals: { by_currency: object[] }
  coverage: object
  found_by_relevance: object | null
  contracts: Item[]
  titles: string[]
  flags: { code: string; detail: string }[]
}

let rig: Rig

beforeAll(async () => {
  rig = await createRig({ releases: wholeReleases(Date.parse(RIG_NOW)), backfillDays: 3 })
})
afterAll(() => rig.close())

const search = async (query: Record<string, unknown>): Promise<Found> => {
  const strings = Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)]))
  const { result, verdict } = await rig.ask('contracts_search', { query: strings })
  return {
    ...result,
    contracts: result.contracts,
    titles: (result.contracts as Item[]).map(({ title }) => title),
    flags: verdict.flags,
  }
}

describe('contracts are found', () => {
  test('200: by words, also those of the buyer and of CPV codes, soonest end first', async () => {
    const { titles } = await search({ q: 'cleaning in Leeds' })
    expect(titles).toEqual(['Window cleaning for civic buildings', 'Cleaning of schools'])
    // No title says catering: the trade leads to the codes.
    expect((await search({ q: 'caterer kent' })).titles).toEqual([
      'School meals',
      'Catering framework for offices',
    ])
    expect((await search({ q: '"cleaning of schools"' })).titles).toEqual(['Cleaning of schools'])
    expect((await search({ q: 'the' })).total_matched).toBe(0)
  })

  test('200: close by words and trades, related by CPV labels; null without words', async () => {
    const { labels } = rig.wing.deps.contracts
    labels.learn({ labels: { 90910000: 'Hygiene and cleaning' } })
    const found = await search({ q: 'hygiene cleaning' })
    expect(found.found_by_relevance).toEqual({ close: 0, related: 2, loose: 0 })
    expect(found.contracts[0]!.matched).toEqual({ relevance: 'related' })
    const related = await search({ q: 'hygiene cleaning', min_relevance: 'related' })
    expect(related.titles).toEqual(found.titles)
    const none = { close: 0, related: 0, loose: 0 }
    const close = await search({ q: 'hygiene cleaning', min_relevance: 'close' })
    expect([close.total_matched, close.found_by_relevance]).toEqual([0, none])
    labels.learn({ labels: { 90910000: 'Cleaning' } })
    expect((await search({ q: 'cleaning', limit: 1 })).found_by_relevance).toEqual({
      close: 2,
      related: 0,
      loose: 0,
    })
    const unasked = await search({ region: 'yorkshire', limit: 1 })
    expect([unasked.found_by_relevance, unasked.contracts[0]!.matched]).toEqual([
      null,
      { relevance: null },
    ])
    labels.learn({ labels: {} })
  })

  test('200: a misspelt word finds nothing, and the description of q promises nothing else', async () => {
    expect((await search({ q: 'claening' })).total_matched).toBe(0)
    const described = contractFilters.shape.q.meta()
    expect(described?.description).not.toContain('spelling')
    expect(described).toMatchObject({ example: 'grounds maintenance' })
  })

  test('200: by company number, however the notice and the caller write it', async () => {
    for (const supplier of ['99000001', ' 99000001 '])
      expect((await search({ supplier })).titles).toEqual([
        'School meals',
        'Catering framework for offices',
        'Bread for hospitals',
      ])
    expect((await search({ supplier: 'OC990001' })).total_matched).toBe(1)
    expect((await search({ supplier: '99000099' })).total_matched).toBe(0)
  })

  test('200: by the name of the supplier or the buyer in order, by register id, and by CPV', async () => {
    expect((await search({ supplier: 'harbour lane' })).total_matched).toBe(3)
    expect((await search({ supplier: 'lane harbour' })).total_matched).toBe(0)
    expect((await search({ buyer: 'Kent Example' })).total_matched).toBe(2)
    expect((await search({ buyer: 'GB-PPON-KENT-1111-AAAA' })).total_matched).toBe(2)
    expect((await search({ cpv: '909,15' })).total_matched).toBe(3)
    expect((await search({ cpv: '90910000', region: 'yorkshire' })).total_matched).toBe(2)
    expect((await search({ region: 'england', status: 'all' })).total_matched).toBe(8)
  })
})

describe('each contract', () => {
  test('200: has its suppliers, its number, its value with a basis, its ends and its newest notice', async () => {
    const { contracts } = await search({ q: 'schools cleaning' })
    expect(contracts).toEqual([
      {
        ocid: 'ocds-h6vhtk-c00000',
        award_id: '1',
        title: 'Cleaning of schools',
        buyer: 'Leeds Example Council',
        buyer_ids: ['GB-PPON-LEED-1111-AAAA'],
        suppliers: [{ name: 'Example Cleaning Limited', company_number: '99000002' }],
        value: { amount: 420_000, currency: 'GBP', basis: 'awarded', tax: 'excluded' },
        awarded: '2024-09-09',
        starts: '2024-09-29',
        ends: '2027-03-18',
        ends_at_latest: '2029-03-17',
        state: 'running',
        actual_end: null,
        cpv: ['90910000'],
        region: 'yorkshire',
        portal: 'Find a Tender',
        notice_url: expect.stringContaining('find-tender.service.gov.uk/Notice/800002-2026'),
        matched: { relevance: 'close' },
      },
    ])
  })

  test('200: follows the newest release: an extension, and a termination', async () => {
    const [meals] = (await search({ q: 'school meals' })).contracts
    expect(meals).toMatchObject({ ends: '2028-12-22', value: { amount: 900_000 } })
    expect((await search({ q: 'vending' })).total_matched).toBe(0)
    expect((await search({ q: 'vending', status: 'ended' })).total_matched).toBe(1)
  })

  test('200: stays one with several suppliers, and a person is left out of it', async () => {
    const [bread] = (await search({ q: 'bread' })).contracts
    expect(bread!.suppliers).toEqual([
      { name: 'HARBOUR LANE BAKERY LTD', company_number: '99000001' },
    ])
    const stored = await rig.store.main.selectFrom('tender_contracts').selectAll().execute()
    expect(JSON.stringify(stored)).not.toMatch(/robin/i)
    expect((await search({ supplier: 'Robin Sandbox' })).total_matched).toBe(0)
  })
})

describe('filters', () => {
  test('200: a contract without an end is counted under dates, and is found under all', async () => {
    const lifts = await search({ q: 'lifts' })
    expect([lifts.total_matched, lifts.excluded]).toEqual([0, { value: 0, dates: 1 }])
    const all = await search({ q: 'lifts', status: 'all' })
    expect(all.contracts[0]).toMatchObject({ ends: null, ends_at_latest: null, value: null })
    expect(all.excluded).toEqual({ value: 0, dates: 0 })
    expect(all.totals).toEqual({
      by_currency: [{ currency: 'GBP', sum: 0, counted: 0, without_value: 1, with_tax: 0 }],
    })
  })

  test('200: sums have all that match and no ceiling', async () => {
    const { totals, returned, total_matched } = await search({ buyer: 'Kent', limit: 1 })
    expect([returned, total_matched]).toEqual([1, 2])
    expect(totals.by_currency).toEqual([
      { currency: 'GBP', sum: 900_000, counted: 1, without_value: 1, with_tax: 0 },
    ])
    const valued = await search({ buyer: 'Kent', value_min: 1000 })
    expect([valued.total_matched, valued.excluded.value]).toEqual([1, 1])
  })

  test('200: by end, and by status with the newest award first', async () => {
    expect(
      (await search({ region: 'yorkshire', ends_after: '2027-01-17', ends_before: '2027-03-18' }))
        .titles,
    ).toEqual(['Window cleaning for civic buildings', 'Cleaning of schools'])
    expect((await search({ region: 'yorkshire', status: 'all' })).titles[0]).toBe(
      'Maintenance of lifts',
    )
  })

  test.each([
    [{}, 'CRITERIA_REQUIRED', 'q'],
    [{ status: 'all' }, 'CRITERIA_REQUIRED', 'q'],
    [{ q: 'x', ends_after: '2027-02-01', ends_before: '2027-01-01' }, 'VALIDATION', 'ends_after'],
    [{ q: 'x', value_min: '2', value_max: '1' }, 'VALIDATION', 'value_min'],
    [{ q: 'x', ends_after: '2027-02-30' }, 'VALIDATION', 'ends_after'],
    [{ cpv: '9' }, 'VALIDATION', 'cpv'],
    [{ supplier: '-' }, 'VALIDATION', 'supplier'],
    [{ buyer: 'The Ltd' }, 'VALIDATION', 'buyer'],
    [{ q: 'x', status: 'open' }, 'VALIDATION', 'status'],
    [{ q: 'x', limit: '21' }, 'VALIDATION', 'limit'],
    [{ cpv: '90', min_relevance: 'close' }, 'VALIDATION', 'min_relevance'],
  ])('400: %j is refused as %s of %s', async (query, code, field) => {
    await expect(rig.ask('contracts_search', { query })).rejects.toMatchObject({
      code,
      errors: [{ field }],
    })
  })
})

describe('what the caller is told', () => {
  test('200: how many contracts name the company without its number', async () => {
    const { flags } = await search({ supplier: '99000001', status: 'all' })
    expect(flags[0]).toMatchObject({
      code: 'SAME_NAME_WITHOUT_NUMBER',
      detail: expect.stringMatching(/^1 more contract names/),
    })
    expect((await search({ supplier: '99000001' })).flags.map((flag) => flag.code)).toEqual([
      'COVERAGE',
    ])
    expect((await search({ supplier: '99000002' })).flags[0]!.code).toBe('SAME_NAME_WITHOUT_NUMBER')
  })

  test('200: since when and from which portals contracts are stored', async () => {
    const { flags, coverage } = await search({ q: 'bread' })
    expect(coverage).toEqual({ since: '2026-11-17', portals: ['Find a Tender'] })
    expect(flags.at(-1)).toMatchObject({
      code: 'COVERAGE',
      detail: expect.stringContaining('Find a Tender 2026-11-17'),
    })
  })

  test('402: before payment: the number of matches, which equals that of the answer', async () => {
    const bound = rig.wing.operations.find(({ operation }) => operation.id === 'contracts_search')!
    const input = { q: 'cleaning', status: 'running', limit: 10 }
    const basis = await bound.findSearchBasis!(input, { nowMs: rig.clock.nowMs() })
    expect(basis!.matches!.count()).toBe((await search({ q: 'cleaning' })).total_matched)
    const { sources } = await rig.ask('contracts_search', { query: { q: 'cleaning' } })
    expect(byName(basis!.sources)).toEqual(sources)
  })
})
