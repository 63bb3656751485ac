import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { officerRecords } from './officers.ts'
import { companyProfile } from './profile.ts'
import {
  readOfficerPage,
  reduceCharges,
  reduceFilings,
  reduceInsolvency,
  reduceProfile,
  reduceSearch,
} from './reduce.ts'

const TODAY = '2026-11-20'

describe('a profile', () => {
  it('is read from the members that are not deprecated, and from the others where those are absent', () => {
    const both = {
      next_accounts: { due_on: '2026-09-30', overdue: false },
      next_due: '2020-01-01',
      overdue: true,
    }
    expect(reduceProfile('01', { accounts: both }).accounts).toMatchObject({
      nextDue: '2026-09-30',
      overdueFlag: false,
    })
    const old = { next_due: '2018-11-30', next_made_up_to: '2018-02-28', overdue: true }
    expect(reduceProfile('01', { accounts: old }).accounts).toMatchObject({
      nextDue: '2018-11-30',
      nextPeriodEnd: '2018-02-28',
      overdueFlag: true,
    })
    expect(
      reduceProfile('01', { annual_return: { next_due: '2016-04-21' } }).confirmation.nextDue,
    ).toBe('2016-04-21')
  })

  it.each(['null', null, undefined, ''])('last accounts of type %j are of no type', (type) => {
    expect(
      reduceProfile('01', { accounts: { last_accounts: { type } } }).accounts.lastType,
    ).toBeNull()
  })

  it('has no care of, in no member', () => {
    const address = {
      care_of: 'Jane Roe',
      care_of_name: 'Jane Roe',
      address_line_1: 'C/O JANE ROE',
      address_line_2: '1 High Street, c/o Jane Roe, Leeds',
      premises: 'care of J Roe',
    }
    const { office } = reduceProfile('01', { registered_office_address: address })
    expect(office).toMatchObject({
      premises: null,
      address_line_1: null,
      address_line_2: '1 High Street, Leeds',
    })
    expect(JSON.stringify(office)).not.toMatch(/roe/i)
    expect(
      reduceProfile('01', { registered_office_address: { address_line_1: 'Coventry Road' } }).office
        ?.address_line_1,
    ).toBe('Coventry Road')
  })

  it('has its name as it is registered, which is no HTML', () => {
    for (const name of ['PRINT&COPY LIMITED', 'SMITH&THORNE LIMITED', 'J&REGAN LTD']) {
      expect(
        reduceProfile('01', { company_name: name, previous_company_names: [{ name }] }),
      ).toMatchObject({ name, previousNames: [name] })
    }
    expect(reduceProfile('01', { company_name: '<BR> DESIGN LTD' }).name).toBe('BR DESIGN LTD')
  })

  it('requests charges and insolvency only if its links have them', () => {
    expect(reduceProfile('01', { has_charges: true, has_insolvency_history: true }).links).toEqual({
      charges: false,
      insolvency: false,
    })
    expect(reduceProfile('01', { links: { charges: '/x', insolvency: '/y' } }).links).toEqual({
      charges: true,
      insolvency: true,
    })
  })

  it('survives any JSON at all, and so does the answer made of it', () => {
    const member = fc.constantFrom(
      'company_name',
      'company_status',
      'type',
      'date_of_creation',
      'accounts',
      'confirmation_statement',
      'sic_codes',
      'links',
      'registered_office_address',
      'previous_company_names',
      'next_accounts',
      'due_on',
    )
    const anything = fc.dictionary(member, fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(fc.oneof(anything, fc.jsonValue()), (body) => {
        const profile = companyProfile(reduceProfile('01234567', body), [], TODAY)
        expect(profile.company_number).toBe('01234567')
        expect(JSON.parse(JSON.stringify(profile))).toEqual(profile)
      }),
    )
  })
})

it('age is in years with one decimal, rounded down', () => {
  const age = (incorporated: string, today = TODAY) =>
    companyProfile(reduceProfile('01', { date_of_creation: incorporated }), [], today).age_years
  expect(age('2012-05-14')).toBe(14.5)
  expect(age('2025-11-20')).toBe(1)
  expect(age('2025-11-21')).toBe(0.9)
  expect(age('2026-11-20')).toBe(0)
  expect(age('2027-01-01')).toBe(0)
  expect(age('2024-02-29', '2025-02-28')).toBe(1)
  expect(age('1862-01-01')).toBe(164.8)
  expect(age('not a date')).toBeNull()
})

describe('an officer page', () => {
  it('has no day for appointments before 1992, and still distinguishes them', () => {
    const links = { self: '/company/01/appointments/a' }
    const { officers } = readOfficerPage({
      items: [
        {
          officer_role: 'director',
          appointed_before: '1992-01-01',
          is_pre_1992_appointment: true,
          links,
        },
        { officer_role: 'director', appointed_on: '1995-03-01', links },
      ],
    })
    expect(officers.map(({ officer }) => officer.appointed)).toEqual([null, '1995-03-01'])
    expect(new Set(officers.map(({ key }) => key)).size).toBe(2)
    const records = officerRecords(
      officers.map(({ officer }) => officer),
      'active',
      TODAY,
    )
    expect(records.map(({ appointed }) => appointed)).toEqual(['1995-03-01', null])
  })

  it('stores role and dates, and distinguishes appointments by a key that is not stored', () => {
    const { officers } = readOfficerPage({
      items: [
        {
          name: 'ROE, Jane',
          officer_role: 'director',
          appointed_on: '2011-02-07',
          links: { officer: { appointments: '/officers/a' } },
        },
        {
          name: 'ROE, Jane',
          officer_role: 'director',
          appointed_on: '2011-02-07',
          resigned_on: '2016-06-22',
          links: { officer: { appointments: '/officers/a' } },
        },
        { officer_role: 'Jane Roe, director', appointed_before: '1992-01-01' },
      ],
    })
    expect(officers.map((each) => each.officer)).toEqual([
      { role: 'director', appointed: '2011-02-07', resigned: null },
      { role: 'director', appointed: '2011-02-07', resigned: '2016-06-22' },
      { role: 'other', appointed: null, resigned: null },
    ])
    expect(new Set(officers.map((each) => each.key)).size).toBe(3)
  })
})

it.each([
  [{ total_count: 3, satisfied_count: 1, part_satisfied_count: 1, items: [] }, 2],
  [{ total_count: 1, satisfied_count: 4 }, 0],
  [
    {
      items: [
        { status: 'outstanding' },
        { status: 'part-satisfied' },
        { status: 'satisfied' },
        { status: 'fully-satisfied' },
      ],
    },
    2,
  ],
  [null, 0],
])('charges %j leave %i outstanding', (body, outstanding) => {
  expect(reduceCharges(body)).toEqual({ outstanding })
})

it('insolvency keeps the kinds of case and no practitioner', () => {
  const body = {
    cases: [
      { type: 'in-administration', practitioners: [{ name: 'Jane Roe' }] },
      { type: 'Jane Roe' },
      null,
    ],
  }
  expect(reduceInsolvency(body)).toEqual({ cases: ['in-administration', 'other', 'other'] })
  expect(reduceInsolvency(null)).toEqual({ cases: [] })
})

describe('a filing', () => {
  const describeOne = (item: object) => reduceFilings({ items: [item] })![0]!.description
  it.each([
    [
      {
        description: 'accounts-with-accounts-type-micro-entity',
        description_values: { made_up_date: '2025-09-30' },
      },
      'Accounts, type micro entity, made up to 2025-09-30',
    ],
    [
      {
        description: 'termination-director-company-with-name-termination-date',
        description_values: { officer_name: 'Jane Roe', termination_date: '2018-12-20' },
      },
      'Termination director company, terminated on 2018-12-20',
    ],
    [
      {
        description: 'confirmation-statement-with-no-updates',
        description_values: { made_up_date: '2026-05-14' },
      },
      'Confirmation statement with no updates, made up to 2026-05-14',
    ],
    [
      {
        description: 'cessation-of-a-person-with-significant-control',
        description_values: { psc_name: 'Jane Roe', cessation_date: '2020-07-14' },
      },
      'Cessation of a person with significant control, ceased on 2020-07-14',
    ],
    [
      {
        description: 'legacy',
        category: 'officers',
        description_values: { description: 'Director resigned JANE ROE' },
      },
      'Filing of category officers',
    ],
    [{ description: 'resolution', description_values: { description: 'Jane Roe' } }, 'Resolution'],
    [{ description: 'Jane Roe appointed', category: 'Jane Roe' }, 'Filing'],
    [
      {
        description: 'incorporation-company',
        description_values: { date: 'Jane Roe', new_date: '2020-01-01' },
      },
      'Incorporation company, new date 2020-01-01',
    ],
  ])('%j', (item, words) => {
    expect(describeOne(item)).toBe(words)
  })

  it('never repeats free text, whatever the register puts where', () => {
    const free = fc.constantFrom('Jane Roe', 'JANE-ROE', 'Roe', 'JANE ROE resigned', "Jane-O'Roe")
    const name = fc.constantFrom(
      'officer_name',
      'psc_name',
      'description',
      'date',
      'new_date',
      'Jane Roe',
    )
    fc.assert(
      fc.property(
        free,
        free,
        fc.dictionary(name, free),
        free,
        (description, category, values, type) => {
          expect(
            describeOne({ description, category, description_values: values, type }),
          ).not.toMatch(/roe/i)
        },
      ),
    )
  })

  it('the last ten, newest first, undated ones last', () => {
    const items = Array.from({ length: 14 }, (_, index) => ({
      date: index === 3 ? undefined : `2020-01-${String(index + 1).padStart(2, '0')}`,
      pages: 'x',
    }))
    const filings = reduceFilings({ items })!
    expect(filings.map((each) => each.date)).toEqual(
      ['14', '13', '12', '11', '10', '09', '08', '07', '06', '05'].map((day) => `2020-01-${day}`),
    )
    expect(filings[0]?.pages).toBeNull()
  })
})

it('a filing history that the register does not hold is none, and an empty one is empty', () => {
  expect(
    reduceFilings({
      items: [],
      total_count: 0,
      filing_history_status: 'filing-history-not-available-royal-charter',
    }),
  ).toBeNull()
  expect(reduceFilings(null)).toBeNull()
  for (const filing_history_status of [
    'filing-history-available',
    'filing-history-available-no-images-limited-partnership-from-1988',
    undefined,
  ])
    expect(reduceFilings({ items: [], filing_history_status })).toEqual([])
})

it('search hits are cleaned; what has no number is left out; the total is never below what is shown', () => {
  const body = {
    total_results: 1,
    items: [
      {
        company_number: 'SC990001',
        title: 'BROWN &amp; SONS',
        company_status: 'active',
        date_of_creation: '2012-05-14',
        address_snippet: 'C/O Jane Roe,  4 Harbour&nbsp;Lane, EX1 1AA',
      },
      {
        company_number: '99000001',
        title: null,
        address: {
          care_of: 'Jane Roe',
          premises: '4',
          address_line_1: 'Harbour Lane',
          postal_code: 'EX1 1AA',
        },
      },
      {
        company_number: '99000002',
        title: 'X',
        address_snippet: 'Jane Roe, 4 Harbour Lane',
        address: { care_of: 'Jane Roe' },
      },
      { title: 'without a number' },
      'junk',
    ],
  }
  expect(reduceSearch(body)).toEqual({
    hits: [
      {
        company_number: 'SC990001',
        name: 'BROWN & SONS',
        status: 'active',
        incorporated: '2012-05-14',
        address_snippet: '4 Harbour Lane, EX1 1AA',
      },
      {
        company_number: '99000001',
        name: null,
        status: null,
        incorporated: null,
        address_snippet: '4 Harbour Lane, EX1 1AA',
      },
      {
        company_number: '99000002',
        name: 'X',
        status: null,
        incorporated: null,
        address_snippet: '4 Harbour Lane',
      },
    ],
    total: 3,
  })
})
