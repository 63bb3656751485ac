/**
 * Each filter of `/v1/changes` decides as the same filter of the search does. The tables name one
 * accepting and one excluding value for each field of the schema, so that a field that is accepted
 * and ignored fails here, and so does a new field without a row.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { changesOperation } from '../../src/changes/operations/changes.ts'
import { companyChangeFeed } from '../../src/company/changes.ts'
import type { ChangeFeed } from '../../src/contract/changes.ts'
import { grantChanges } from '../../src/grants/changes.ts'
import { grantFilters } from '../../src/grants/index/filter.ts'
import { buildGeneration, type IndexedGrant } from '../../src/grants/index/generation.ts'
import { searchGrants } from '../../src/grants/index/search.ts'
import { buildPublishedChange } from '../../src/grants/model/changes.ts'
import { readListItem } from '../../src/grants/model/listing.ts'
import { manualClock } from '../../src/platform/clock.ts'
import type { Change, ChangeStore, NewChange } from '../../src/store/changes.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createContractStore } from '../../src/store/tender-contracts.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { tenderChanges } from '../../src/tenders/changes.ts'
import { contractChanges } from '../../src/tenders/contract-changes.ts'
import { createContractSearch } from '../../src/tenders/contract-search.ts'
import { createCpvLabels } from '../../src/tenders/index/contract-query.ts'
import { tenderFilters } from '../../src/tenders/index/filter.ts'
import { searchNotices } from '../../src/tenders/index/search.ts'
import { listPublishedChanges } from '../../src/tenders/model/changes.ts'
import { contractFilter, contractFilters } from '../../src/tenders/operations/contracts.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { buildBatch, emptyPage, readInto } from '../../src/tenders/reading.ts'
import { createFolder } from '../support/folder.ts'
import { liveIndexOf, SAMPLES_NOW as NOW, sampleNotice } from '../tenders/samples.ts'

type Input = Record<string, string>
/** Per field: a value that accepts the sample, and one that excludes it. */
type Table = Readonly<Record<string, readonly [accepts: string, excludes: string]>>

const TENDERS: Table = {
  q: ['cleaning', 'roofing'],
  cpv: ['909', '72'],
  region: ['scotland', 'wales'],
  value_min: ['1000', '60000'],
  value_max: ['60000', '1000'],
  deadline_after: ['2026-11-25', '2027-03-01'],
  stage: ['tender', 'planning'],
  min_relevance: ['loose', 'close'],
}
const GRANTS: Table = {
  q: ['orchards', 'roofing'],
  region: ['wales', 'scotland'],
  org_type: ['charity', 'business'],
  min: ['1000', '60000'],
  max: ['60000', '10'],
  open_now: ['false', 'true'],
  min_relevance: ['loose', 'close'],
}

const CONTRACTS: Table = {
  q: ['cleaning', 'roofing'],
  cpv: ['909', '72'],
  region: ['scotland', 'wales'],
  buyer: ['Exampleton', 'Otherton'],
  supplier: ['1234567', '07654321'],
  status: ['running', 'ended'],
  ends_after: ['2027-03-31', '2027-04-01'],
  ends_before: ['2027-03-31', '2027-03-30'],
  value_min: ['50000', '60000'],
  value_max: ['50000', '1000'],
  min_relevance: ['related', 'close'],
}
/** The label alone has one word of the contract's question. */
const LEARNED = { labels: { 90911200: 'Hygiene and cleaning' } }

function recordOf(changes: readonly NewChange[]): ChangeStore {
  const rows: Change[] = changes.map((change, index) => ({
    ...change,
    position: index + 1,
    atMs: NOW,
  }))
  return {
    between: async (_: string, after: number, upTo: number) =>
      rows.filter(({ position }) => position > after && position <= upTo),
    of: async (_: string, ids: readonly string[]) => rows.filter(({ id }) => ids.includes(id)),
  } as unknown as ChangeStore
}
const asJson = <T extends { detail: object; before: object | null; after: object | null }>(
  change: T,
) => ({
  ...change,
  detail: JSON.stringify(change.detail),
  before: change.before && JSON.stringify(change.before),
  after: change.after && JSON.stringify(change.after),
})

const notice = sampleNotice({ key: 'n', title: 'Cleaning of offices', description: null })
const index = liveIndexOf([notice])
const tenders = {
  table: TENDERS,
  filters: tenderFilters,
  feed: tenderChanges({
    changes: recordOf(listPublishedChanges([], [notice], NOW).map(asJson)),
    index: { searchable: () => index } as never,
    unavailableReason: () => null,
  }),
  search: (input: object) => searchNotices(index, input as never, NOW, 10).totalMatched,
}

/** A grant that opens in a month. */
const item = {
  id: 'e1',
  label: 'community-orchards',
  grantName: 'Community orchards',
  grantLocation: ['Wales'],
  grantApplicantType: ['Non-profit'],
  grantMinimumAward: 100,
  grantMaximumAward: 50_000,
  grantApplicationOpenDate: '2026-12-20T09:00:00Z',
  grantApplicationCloseDate: '2027-02-20T12:00:00Z',
}
const generation = buildGeneration(
  [
    {
      facts: readListItem(item),
      detail: null,
      removedMs: null,
      text: { sha256: '' },
    } as unknown as IndexedGrant,
  ],
  NOW,
)
const grants = {
  table: GRANTS,
  filters: grantFilters,
  feed: grantChanges({
    changes: recordOf([
      asJson(buildPublishedChange(null, { item, detail: null, removedMs: null }, NOW)!),
    ]),
    index: () => ({ generation, sources: [], degradations: [] }) as never,
    unavailableReason: () => null,
    clock: manualClock(NOW),
  }),
  search: (input: object) => searchGrants(generation, input as never, NOW).totalMatched,
}

const AWARD = {
  ocid: 'ocds-h6vhtk-000001',
  id: '000001-2026',
  date: '2026-11-19T09:00:00Z',
  tag: ['award'],
  buyer: { name: 'Exampleton Council' },
  parties: [{ id: 's', name: 'Example Ltd', identifier: { scheme: 'GB-COH', id: '01234567' } }],
  tender: { title: 'Cleaning of offices' },
  awards: [
    {
      id: '1',
      status: 'active',
      date: '2026-11-18',
      suppliers: [{ id: 's', name: 'Example Ltd' }],
      value: { amount: 50_000, currency: 'GBP' },
      contractPeriod: { endDate: '2027-03-31' },
      items: [
        {
          id: '1',
          additionalClassifications: [{ scheme: 'CPV', id: '90911200' }],
          deliveryAddresses: [{ region: 'UKM75' }],
        },
      ],
    },
  ],
}
const folder = createFolder()
let store: Store
beforeAll(async () => {
  store = await openStore({ databaseUrl: null, dataDir: folder })
  await createTenderStore(store.main).apply(buildBatch(page, null, NOW))
})
afterAll(async () => {
  await store.close()
})

const page = emptyPage()
readInto(page, FIND_A_TENDER, AWARD, NOW)
const batch = buildBatch(page, null, NOW)
const [after] = batch.contractsOf!(page.releases.map(({ json }) => json))
const awarded = batch.record!.contract({ before: null, after: after! })!
const labels = createCpvLabels()
labels.learn(LEARNED)
const contracts = {
  table: CONTRACTS,
  filters: contractFilters,
  feed: contractChanges({
    changes: recordOf([awarded]),
    index: {} as never,
    labels,
    unavailableReason: () => null,
  }),
  async search(input: object) {
    const search = createContractSearch(createContractStore(store.main), async () => 1)
    search.labels.learn(LEARNED)
    return (await search.search(input, contractFilter(input as never, '2026-11-20'), 10)).total
  },
}

const company = companyChangeFeed({
  changes: recordOf([{ kind: 'status', id: '00000006', detail: '{}', before: null, after: null }]),
  seenCompanies: {} as never,
  watch: {} as never,
  clock: manualClock(NOW),
  unavailableReason: () => null,
})

const count = async (feed: ChangeFeed, input: object) =>
  (await feed.since(input as never, { after: 0, upTo: 9, limit: 100 })).changes.length

describe.each([
  ['tenders', tenders, { q: 'cleaning zebras' }],
  ['grants', grants, { open_now: 'false', q: 'orchards zebras' }],
  ['contracts', contracts, { q: 'hygiene cleaning' }],
] as const)('a filter of subject=%s', (_, { table, filters, feed, search }, others: Input) => {
  const parse = (input: Input) => (filters as z.ZodObject).parse(input)

  it('has a row in the table of this test for each field', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(filters.shape).sort())
    expect(Object.keys(feed.fields).sort()).toEqual(Object.keys(table).sort())
  })

  it.each(Object.entries(table))(
    '%s accepts and excludes as the search does',
    async (field, values) => {
      const [accepting, excluding] = values.map((value) => parse({ ...others, [field]: value }))
      expect([await search(accepting!), await count(feed, accepting!)]).toEqual([1, 1])
      expect([await search(excluding!), await count(feed, excluding!)]).toEqual([0, 0])
    },
  )

  it('two or three together accept and exclude as the search does', async () => {
    const chosen = fc.uniqueArray(
      fc.record({
        field: fc.constantFrom(...Object.keys(table)),
        which: fc.constantFrom(0 as const, 0 as const, 1 as const),
      }),
      { minLength: 2, maxLength: 3, selector: ({ field }) => field },
    )
    await fc.assert(
      fc.asyncProperty(chosen, async (fields) => {
        const set = fields.map(({ field, which }) => [field, table[field]![which]])
        const input = parse({ ...others, ...Object.fromEntries(set) })
        expect(await count(feed, input)).toBe(await search(input))
      }),
      { numRuns: 60 },
    )
  })
})

it('a filter of subject=company selects the companies by number', async () => {
  expect(Object.keys(company.fields)).toEqual(['numbers'])
  expect(await count(company, { numbers: '00000006' })).toBe(1)
  expect(await count(company, { numbers: '00000007' })).toBe(0)
})

it('GET /v1/changes accepts the filters of its subjects and no other field', () => {
  const { query } = changesOperation({
    tenders: tenders.feed,
    grants: grants.feed,
    company,
    contracts: contracts.feed,
  })
  const filters = [TENDERS, GRANTS, CONTRACTS, { numbers: '' }].flatMap((table) =>
    Object.keys(table),
  )
  expect(Object.keys(query.shape).sort()).toEqual(
    [...new Set(['subject', 'cursor', ...filters])].sort(),
  )
})
