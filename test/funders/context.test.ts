/** Data between funders and grants: the position of an amount in a funder's history. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byName } from '../../src/contract/envelope.ts'
import type { Basis } from '../../src/contract/freshness.ts'
import { advert, createRig as createGrantsRig, type Rig as GrantsRig } from '../grants/rig.ts'
import { expectCode } from '../support/expect-code.ts'
import { createRig, type Rig } from './rig.ts'

let funders: Rig
let grants: GrantsRig

const ADVERTS = [
  advert({ slug: 'known', funder: 'Brambledown Community Foundation' }),
  advert({
    slug: 'several',
    funder: 'Department of Nowhere and The Brambledown Community Foundation',
  }),
  advert({ slug: 'abbreviated', funder: 'Lantern Hardship Fund (LHF)' }),
  advert({ slug: 'misspelt', funder: 'Brambeldown Comunity Foundation' }),
  advert({ slug: 'few', funder: 'Lantern Hardship Fund' }),
  advert({ slug: 'bound', funder: 'Oxbow Meadows Trust' }),
]

beforeAll(async () => {
  funders = await createRig({
    liveGrants: (names, nowMs) => grants.wing.liveGrantsOfFunder(names, nowMs),
  })
  await funders.wing.look()
  grants = await createGrantsRig({
    adverts: ADVERTS,
    settings: {
      awardHistory: (names, nowMs) => funders.wing.awardHistory(names, nowMs),
      awardOrigins: (nowMs) => funders.wing.awardOrigins(nowMs),
    },
  })
  await grants.wing.refresh()
})
afterAll(() => Promise.all([funders.close(), grants.close()]))

const asking = (amount_needed?: number) =>
  amount_needed === undefined ? {} : { declare: JSON.stringify({ amount_needed }) }

describe('eligibility', () => {
  it.each([
    [1000, 37],
    [2000, 87],
    [20_000, 100],
  ])('places the %i pounds asked for at percentile %i of 32 awards', async (amount, percentile) => {
    // Amounts of 500 to 2250 in steps of 250, each four times.
    const { result, sources, attribution } = await grants.eligibility('known', asking(amount))
    expect(result.indicative_funding.funder_context).toEqual({
      funder: 'Brambledown Community Foundation',
      percentile,
      awards: 32,
      since: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      licence: 'CC BY 4.0',
      publisher: 'Brambledown Community Foundation',
    })
    expect(result.indicative_funding.note).toContain('Brambledown grants 2022 to 2023')
    expect(sources.map(({ name }) => name)).toEqual(['360Giving', 'Find a grant'])
    expect(attribution).toContain(
      'by Brambledown Community Foundation under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)',
    )
  })

  it('looks at each of several funders', async () => {
    const { result } = await grants.eligibility('several', asking(1000))
    expect(result.indicative_funding.funder_context).toMatchObject({ percentile: 37, awards: 32 })
  })

  it.each([
    ['a name that is only like one', 'misspelt', 1000],
    ['fewer than twenty awards', 'few', 1000],
    ['share-alike data', 'bound', 1000],
    ['no amount declared', 'known', undefined],
  ])('%s: null, and no credit; the source is named as always', async (_, id, amount) => {
    const { result, sources, attribution } = await grants.eligibility(id, asking(amount))
    expect(result.indicative_funding.funder_context).toBeNull()
    expect(sources.map(({ name }) => name)).toEqual(['360Giving', 'Find a grant'])
    expect(attribution).not.toContain('360Giving')
  })

  it('a quote states the freshness of the answer, whatever the caller declares', async () => {
    const bound = grants.wing.operations.find(
      ({ operation }) => operation.id === 'grant_eligibility',
    )!
    const declared = fc.record(
      {
        amount_needed: fc.integer({ min: 0, max: 5_000_000 }),
        annual_income: fc.integer({ min: 0, max: 5_000_000 }),
        org_type: fc.constantFrom('charity', 'business', 'individual'),
      },
      { requiredKeys: [] },
    )
    const nowMs = grants.clock.nowMs()
    const quote = (id: string, declare: object) => bound.freshness!({ id, declare }, { nowMs })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('known', 'few', 'bound'), declared, async (id, declare) => {
        const known = quote(id, declare)
        expect(known).toEqual(quote(id, {}))
        const { sources } = await grants.eligibility(id, { declare: JSON.stringify(declare) })
        expect(byName((known as Basis).sources)).toEqual(sources)
      }),
      { numRuns: 40 },
    )
  })

  it('a corpus past its window places nothing, and lowers confidence whatever is declared', async () => {
    const old = await createGrantsRig({
      adverts: ADVERTS,
      settings: {
        awardHistory: (names, nowMs) => funders.wing.awardHistory(names, nowMs + 8 * 86_400_000),
        awardOrigins: (nowMs) => funders.wing.awardOrigins(nowMs + 8 * 86_400_000),
      },
    })
    await old.wing.refresh()
    const { result, confidence } = await old.eligibility('known', asking(1000))
    const undeclared = await old.eligibility('known', asking())
    await old.close()
    expect([result.indicative_funding.funder_context, confidence]).toEqual([null, 'medium'])
    expect(undeclared.confidence).toBe('medium')
  })
})

describe('the dossier', () => {
  it('places the bounds of a live grant', async () => {
    const { result } = await funders.ask('Brambledown Community Foundation')
    expect(result.live_grants_now).toMatchObject([
      {
        id: 'known',
        history: { min_percentile: 37, max_percentile: 100, awards: 32, licence: 'CC BY 4.0' },
      },
      { id: 'several', history: { min_percentile: 37 } },
    ])
    expect((await funders.ask('Lantern Hardship Fund')).result.live_grants_now).toMatchObject([
      { id: 'abbreviated', history: null },
      { id: 'few', history: null },
    ])
  })

  it('of nothing but share-alike data gives no figure, and says so', async () => {
    const { result, verdict } = await funders.ask('Oxbow Meadows Trust')
    expect(result.giving).toEqual({
      grants_made: null,
      total_awarded_gbp: null,
      years: { first: null, last: null },
      size_distribution_gbp: {
        min: null,
        p25: null,
        median: null,
        p75: null,
        max: null,
        mean: null,
      },
      yearly: {},
      typical_award_gbp: null,
    })
    expect(result.coverage).toMatchObject({ grants_included: 0, excluded_share_alike: 7 })
    expect(verdict?.flags.map(({ code }) => code)).toEqual(['SHARE_ALIKE_ONLY'])
    // With some open data there are figures, and no such flag.
    expect((await funders.ask('Lantern Hardship Fund')).verdict).toBeUndefined()
  })

  it('a name that is like none is unknown, and names no strangers', async () => {
    await expectCode(funders.ask('Nobody Foundation'), 'SUBJECT_NOT_FOUND')
    await expectCode(funders.ask('Brambledown Foundation'), 'FUNDER_AMBIGUOUS')
  })
})
