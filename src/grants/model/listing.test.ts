import { ORG_TYPES } from 'ukintel-grant-reader/kinds'
import { describe, expect, test } from 'vitest'
import { filterGrant, type GrantFilters } from '../index/filter.ts'
import { judgeEligibility } from '../rules/eligibility-1.2.0/eligibility.ts'
import { orgTypesOfLabels, parseOrgType } from './applicants.ts'
import { type ListItem, readListItem, schemeKey } from './listing.ts'
import { buildListingCriteria } from './listing-criteria.ts'
import { placesOfLabels, servesRegion } from './places.ts'

const item = (members: Partial<ListItem>): ListItem => ({
  id: 'e1',
  label: 'a-grant',
  grantName: 'A grant',
  ...members,
})

describe('applicant types', () => {
  test.each([
    ['Personal / Individual', ['individual']],
    ['Private Sector', ['business']],
    ['Non-profit', ['charity', 'community_group']],
    ['Public Sector', ['public_body', 'local_authority', 'education']],
    ['Local authority', ['local_authority']],
  ])('%s', (label, types) => {
    expect(orgTypesOfLabels([label])).toEqual({ types, unknown: [] })
  })

  test('a label without a mapping is kept and named', () => {
    expect(orgTypesOfLabels(['Non-profit', 'Social landlord']).unknown).toEqual(['Social landlord'])
  })

  test.each([
    ['sole-trader', 'business'],
    ['Sole Trader', 'business'],
    ['CIC', 'community_group'],
    ['council', 'local_authority'],
    ['councils', 'local_authority'],
    ['university', 'education'],
    ['parish', 'local_authority'],
    ['community group', 'community_group'],
    ['NHS trust', 'public_body'],
  ])('%s means %s', (word, type) => expect(parseOrgType(word)).toBe(type))

  test('every slug means itself, nonsense means nothing', () => {
    for (const type of ORG_TYPES) expect(parseOrgType(type)).toBe(type)
    for (const odd of ['', 'wizard', '__proto__', 'constructor', 'toString'])
      expect(parseOrgType(odd)).toBeNull()
  })
})

describe('places', () => {
  test.each([
    ['National', 'uk', null],
    ['Virtual / Online', 'uk', null],
    ['England', 'england', null],
    ['Scotland', 'scotland', null],
    ['Wales', 'wales', null],
    ['Northern Ireland', 'northern-ireland', null],
    ['North East England', 'england', ['north-east']],
    ['North East', 'england', ['north-east']],
    ['North West England', 'england', ['north-west']],
    ['North West', 'england', ['north-west']],
    ['South East England', 'england', ['south-east']],
    ['South East', 'england', ['south-east']],
    ['South West England', 'england', ['south-west']],
    ['South West', 'england', ['south-west']],
    ['Midlands', 'england', ['east-midlands', 'west-midlands']],
    ['East Midlands', 'england', ['east-midlands']],
    ['West Midlands', 'england', ['west-midlands']],
    ['Yorkshire and the Humber', 'england', ['yorkshire']],
    ['East of England', 'england', ['east-of-england']],
    ['London', 'england', ['london']],
  ])('%s is known', (label, region, englishRegions) => {
    expect(placesOfLabels([label])).toEqual({ regions: [region], englishRegions, unknown: [] })
  })

  test('both vocabularies of the listing are known', () => {
    expect(placesOfLabels(['North East England', 'Midlands'])).toEqual({
      regions: ['england'],
      englishRegions: ['north-east', 'east-midlands', 'west-midlands'],
      unknown: [],
    })
    expect(placesOfLabels(['Yorkshire and the Humber', 'Scotland'])).toEqual({
      regions: ['england', 'scotland'],
      englishRegions: ['yorkshire'],
      unknown: [],
    })
    expect(placesOfLabels(['Virtual/Online']).regions).toEqual(['uk'])
  })

  test('all of England and a part of it is all of England', () => {
    expect(placesOfLabels(['England', 'London']).englishRegions).toBeNull()
    expect(placesOfLabels(['National', 'London']).englishRegions).toBeNull()
  })

  test('an unknown place is kept as it is', () => {
    expect(placesOfLabels(['Isle of Example', 'Wales'])).toEqual({
      regions: ['wales'],
      englishRegions: null,
      unknown: ['Isle of Example'],
    })
  })

  test('UK-wide serves every nation; uk matches UK-wide only', () => {
    expect(servesRegion(['uk'], 'england')).toBe(true)
    expect(servesRegion(['england'], 'uk')).toBe(false)
    expect(servesRegion(['england', 'wales'], 'scotland')).toBe(false)
  })
})

describe('amounts', () => {
  const amounts = (members: Partial<ListItem>) => readListItem(item(members)).amounts

  test('0 and 1 are placeholders', () => {
    expect(amounts({ grantMinimumAward: 0, grantMaximumAward: 1 })).toEqual({
      min: null,
      max: null,
      text: null,
    })
    expect(amounts({ grantMinimumAward: 1, grantMaximumAward: 500 })).toMatchObject({
      min: null,
      max: 500,
    })
  })

  test('the display text is kept as published', () => {
    expect(
      amounts({
        grantMinimumAward: 2,
        grantMinimumAwardDisplay: '£2',
        grantMaximumAward: 9,
        grantMaximumAwardDisplay: '£9',
      }).text,
    ).toBe('From £2 to £9')
    expect(amounts({ grantMaximumAwardDisplay: 'Up to £4,500 each' })).toEqual({
      min: null,
      max: null,
      text: 'Up to £4,500 each',
    })
  })

  test('of one amount alone the text says which it is', () => {
    expect(amounts({ grantMinimumAward: 5000, grantMinimumAwardDisplay: '£5,000' })).toEqual({
      min: 5000,
      max: null,
      text: 'From £5,000',
    })
    expect(amounts({ grantTotalAwardDisplay: '£60 million' })).toEqual({
      min: null,
      max: null,
      text: '£60 million in total',
    })
  })

  test('a minimum above its maximum states nothing that can be used', () => {
    expect(amounts({ grantMinimumAward: 900, grantMaximumAward: 300 })).toMatchObject({
      min: null,
      max: null,
    })
  })
})

describe('a list item', () => {
  test('text loses entities and tags', () => {
    const facts = readListItem(
      item({
        grantName: 'Food &amp; Play',
        grantShortDescription: 'Meals\u00a0&amp; games.<br/>Local.',
      }),
    )
    expect(facts).toMatchObject({ name: 'Food & Play', summary: 'Meals & games. Local.' })
  })

  test('re-adverts have one scheme key, other funders have another', () => {
    const key = (name: string, funder: string) => schemeKey({ name, funder })
    expect(key('School Solar (round 1)', 'The Department for Example')).toBe(
      key('School solar: Round 2', 'Department for Example'),
    )
    expect(key('School Solar', 'A')).not.toBe(key('School Solar', 'B'))
  })

  test('its criteria quote its own fields', () => {
    const facts = readListItem(
      item({
        grantApplicantType: ['Non-profit'],
        grantLocation: ['London', 'Wales'],
        grantMinimumAward: 10,
        grantMaximumAward: 20,
        grantMinimumAwardDisplay: '£10',
        grantMaximumAwardDisplay: '£20',
      }),
    )
    expect(
      buildListingCriteria(facts).map(({ code, parameter, requirement, value }) => [
        code,
        parameter,
        requirement,
        value,
      ]),
    ).toEqual([
      ['ORG_TYPE', 'org_type', 'Non-profit', ['charity', 'community_group']],
      ['REGION', 'region', 'London, Wales', ['england', 'wales']],
      ['REGION', 'english_region', 'London, Wales', ['london']],
      ['AMOUNT_RANGE', 'amount_needed', 'From £10 to £20', { min: 10, max: 20 }],
    ])
    expect(buildListingCriteria(readListItem(item({})))).toEqual([])
  })

  test('a label without a mapping may include the applicant: failing the others is likely at most', () => {
    const facts = readListItem(
      item({
        grantApplicantType: ['Non-profit', 'Further education'],
        grantLocation: ['Wales', 'Cornwall'],
      }),
    )
    const verdict = (org_type: string, region: string) =>
      judgeEligibility({
        criteria: buildListingCriteria(facts),
        complete: true,
        window: { state: 'open', detail: 'open' },
        declared: new Map([
          ['org_type', org_type],
          ['region', region],
        ]),
      })
    expect(verdict('charity', 'wales').band).toBe('eligible')
    for (const [org_type, region, detail] of [
      ['education', 'wales', 'Non-profit, Further education'],
      ['charity', 'england', 'Wales, Cornwall'],
    ] as const)
      expect(verdict(org_type, region)).toMatchObject({
        band: 'uncertain',
        failed: [{}],
        flags: [{ code: 'LIKELY_INELIGIBLE', detail }],
      })
    const known = readListItem(
      item({ grantApplicantType: ['Non-profit'], grantLocation: ['Wales'] }),
    )
    expect(buildListingCriteria(known).map(({ certainty }) => certainty)).toEqual([
      undefined,
      undefined,
    ])
  })

  test('nor does a filter of search pass over it: it is counted as not judged', () => {
    const judged = (members: Partial<ListItem>, filters: Partial<GrantFilters>) =>
      filterGrant(
        { open_now: false, ...filters },
        { facts: readListItem(item(members)), state: 'open' },
      )
    const grown = {
      grantApplicantType: ['Non-profit', 'Further education'],
      grantLocation: ['Wales', 'Cornwall'],
    }
    expect(judged(grown, { org_type: 'education' })).toBe('no_org_type')
    expect(judged(grown, { region: 'england' })).toBe('no_region')
    expect(judged(grown, { region: 'wales', org_type: 'charity' })).toBe('passes')
    expect(judged({ grantApplicantType: ['Non-profit'] }, { org_type: 'education' })).toBe('fails')
    expect(judged({ grantApplicantType: ['Non-profit'] }, { region: 'england' })).toBe('no_region')
    expect(judged({ ...grown, grantMaximumAward: 300 }, { org_type: 'education', min: 900 })).toBe(
      'fails',
    )
  })
})
