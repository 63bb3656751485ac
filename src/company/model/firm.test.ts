import { describe, expect, it } from 'vitest'
import {
  fcaDate,
  fcaOutcome,
  firmCompanyNumber,
  isCurrent,
  rankCandidates,
  readPermissions,
  readRequirements,
  readSearch,
  reduceFirm,
} from './firm.ts'
import { comparableName, splitPostcode } from './firm-name.ts'

it.each([
  ['Example Ltd', 'EXAMPLE'],
  ['EXAMPLE LIMITED', 'EXAMPLE'],
  ['The Heron’s Nest & Co. (UK) P.L.C.', 'THE HERONS NEST AND CO UK'],
  ['Éclairs LLP', 'ECLAIRS'],
  ['Limited Editions Public Limited Company', 'LIMITED EDITIONS'],
  ['! LTD', ''],
])('the name %j compares as %j', (name, comparable) => {
  expect(comparableName(name)).toBe(comparable)
})

it('a postcode in the name is taken out of it', () => {
  expect(splitPostcode('Example Ltd (Postcode: E14 5HP)')).toEqual({
    name: 'Example Ltd',
    postcode: 'E145HP',
  })
  expect(splitPostcode('Example Ltd (Postcode: )')).toEqual({ name: 'Example Ltd', postcode: null })
  expect(splitPostcode('Example (Holdings) Ltd')).toEqual({
    name: 'Example (Holdings) Ltd',
    postcode: null,
  })
  expect(splitPostcode(null)).toEqual({ name: null, postcode: null })
})

it.each([
  ['FSR-API-02-01-00', 'ok'],
  ['FSR-API-04-01-11', 'nothing'],
  ['FSR-API-02-01-21', 'nothing'],
  ['FSR-API-04-01-22', 'nothing'],
  ['FSR-API-01-01-11', 'failed'],
  ['FSR-API-01-01-21', 'failed'],
  ['FSR-API-02-01-99', 'failed'],
  ['something new', 'failed'],
  [undefined, 'failed'],
])('status %j is %s', (status, outcome) => {
  expect(fcaOutcome({ Status: status })).toBe(outcome)
})

it('the misspelt status of one documented answer is read', () => {
  expect(fcaOutcome({ ';Status': 'FSR-API-02-10-00' })).toBe('ok')
})

it.each([
  ['31/08/2018', '2018-08-31'],
  ['Wed Sep 01 00:00:00 GMT 2004', '2004-09-01'],
  ['2011-10-06T00:00:00', '2011-10-06'],
  ['Thu Jul 03', null],
  ['31/02/2018', null],
  [null, null],
])('the date %j is %j', (raw, date) => {
  expect(fcaDate(raw)).toBe(date)
})

describe('candidates', () => {
  const item = (frn: string, name: string, kind = 'Firm') => ({
    'Reference Number': frn,
    Name: name,
    'Type of business or Individual': kind,
  })

  it('are firms only, the same name first, then the same postcode', () => {
    const body = {
      Data: [
        item('1', 'Example Holdings Ltd (Postcode: E14 5HP)'),
        item('2', 'Example Limited (Postcode: AB1 2CD)'),
        item('3', 'EXAMPLE LTD (Postcode: E14 5HP)'),
        item('3', 'EXAMPLE LTD (Postcode: E14 5HP)'),
        item('4', 'Example Fund', 'Collective investment scheme'),
        item('5', 'Jane Example', 'Individual'),
        item('x', 'No number'),
      ],
    }
    const ranked = rankCandidates(readSearch(body).candidates, 'EXAMPLE LIMITED', 'E145HP')
    expect(ranked.map((each) => [each.frn, each.namesake])).toEqual([
      ['3', true],
      ['2', true],
      ['1', false],
    ])
    expect(readSearch(body).unnumbered).toEqual([{ name: 'No number', status: null }])
    expect(readSearch(null)).toEqual({ candidates: [], unnumbered: [] })
  })

  it('a leading zero that the register lost is put back', () => {
    expect(firmCompanyNumber({ 'Companies House Number': '8755483' })).toBe('08755483')
    expect(firmCompanyNumber({})).toBeNull()
  })
})

it('permissions are the keys of an object, without its pseudo entries; requirements are their own titles', () => {
  expect(
    readPermissions({
      Data: {
        'Acting as a CBTL advisor': [],
        'CBTL Status': [],
        'CBTL Effective Date': [],
        'Dealing &amp; more': [],
      },
    }),
  ).toEqual(['Acting as a CBTL advisor', 'Dealing & more'])
  expect(readPermissions({ Data: null })).toEqual([])
  const listed = [{ 'Dealing as agent': [{ Limitation: [] }] }, { 'Insurance distribution': [] }]
  expect(readPermissions({ Data: listed })).toEqual(['Dealing as agent', 'Insurance distribution'])
  const requirement = {
    'Effective Date': '23/04/2021',
    'No new business.': 'The firm must not',
    'Requirement Reference': 'OP-1',
    'Financial Promotions Requirement': 'TRUE',
  }
  expect(readRequirements({ Data: [requirement, {}] })).toEqual([
    'Requirement OP-1: No new business.',
    'Requirement',
  ])
})

it.each([
  'Dealing as agent',
  ['Dealing as agent'],
  [{ Permission: 'Dealing as agent' }],
  [{ 'Dealing as agent': [] }, 7],
])('permissions in the form %j are not read as none', (data) => {
  expect(readPermissions({ Data: data })).toBeNull()
})

it('requirements in a form other than a list are not read as none', () => {
  expect(readRequirements({ Data: { 'No new business.': 'The firm must not' } })).toBeNull()
  expect(readRequirements({ Data: null })).toEqual([])
})

it('a firm carries its warnings: status, sub-status, notices without links, requirements', () => {
  const record = {
    'Organisation Name': 'ABC &amp; CO',
    Status: 'No longer authorised',
    'Sub-Status': 'In Administration',
    'Status Effective Date': '31/08/2018',
    'Exceptional Info Details': [
      {
        'Exceptional Info Title': 'CAUTION',
        'Exceptional Info Body': 'See [fca.org](https://fca.org).',
      },
      {},
    ],
  }
  expect(reduceFirm({ frn: '1', record, listed: null }, ['b', 'a'], ['Requirement'])).toEqual({
    frn: '1',
    firmName: 'ABC & CO',
    status: 'No longer authorised',
    statusSince: '2018-08-31',
    permissions: ['a', 'b'],
    warnings: [
      'Status: No longer authorised',
      'Sub-status: In Administration',
      'CAUTION: See fca.org.',
      'Requirement',
    ],
  })
})

it('a notice names no person and no way to one', () => {
  const body = 'Mr John Roe, a director, was fined; write to j.roe@roe.example.'
  const notice = { 'Exceptional Info Title': 'CAUTION', 'Exceptional Info Body': body }
  const record = { Status: 'Authorised', 'Exceptional Info Details': [notice] }
  expect(reduceFirm({ frn: '1', record, listed: null }, [], []).warnings).toEqual([
    'CAUTION: [contact removed], a director, was fined; write to [contact removed].',
  ])
})

it.each([
  ['Authorised', true],
  ['Registered', true],
  ['Appointed representative', true],
  ['EEA Authorised', true],
  ['No longer authorised', false],
  ['No longer registered as an Appointed Representative', false],
  ['Unauthorised', false],
  ['Lapsed', false],
  ['Applied to Cancel', false],
  ['Deregistered', false],
  ['Expired', false],
  ['Dissolved', false],
  ['Suspended', false],
  ['Application Withdrawn', false],
  ['Application pending', false],
  ['Refused', false],
])('a firm that is %s is on the register for something now: %s', (Status, current) => {
  expect(isCurrent({ Status }, null)).toBe(current)
  const { warnings } = reduceFirm({ frn: '1', record: { Status }, listed: null }, [], [])
  expect(warnings).toEqual(current ? [] : [`Status: ${Status}`])
})
