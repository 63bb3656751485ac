/** Defects of recorded notices, each with an invented one of the same shape. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTRACTS_FINDER } from '../portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../portals/find-a-tender.ts'
import type { Portal } from '../portals/portal.ts'
import { PUBLIC_CONTRACTS_SCOTLAND } from '../portals/public-contracts-scotland.ts'
import { readRelease } from '../portals/read-release.ts'
import { bidLink } from './bid-links.ts'
import { deadlineDate, readDeadline } from './dates.ts'
import { detectFramework } from './frameworks.ts'
import { mergeProcess } from './merge.ts'
import { isLive, type Notice, readNotice } from './notice.ts'
import { PAYMENTS_NOTICE, readPayments } from './payments.ts'
import { deliveryPlace, regionText } from './regions.ts'
import { briefSummary, requirementsDigest } from './summary.ts'

type Raw = Record<string, unknown>

function raw(tender: Raw = {}, rest: Raw = {}): Raw {
  return {
    ocid: 'ocds-h6vhtk-0aaaaa',
    id: '000001-2026',
    date: '2026-06-01T09:00:00+01:00',
    tag: ['tender'],
    buyer: { id: 'GB-PPON-AAAA-1111-BBBB', name: 'Exampleton Council' },
    tender: {
      title: 'Cleaning of halls',
      status: 'active',
      tenderPeriod: { endDate: '2026-06-30T12:00:00+01:00' },
      ...tender,
    },
    ...rest,
  }
}

function notice(releases: readonly Raw[], portal: Portal = FIND_A_TENDER): Notice {
  const read = releases.map((each) => readRelease(portal, each))
  const kept = read.flatMap((each) => (each.ok ? [each.release] : []))
  return readNotice(mergeProcess(kept)[0]!, false)!
}

const one = (tender: Raw = {}, rest: Raw = {}, portal: Portal = FIND_A_TENDER) =>
  notice([raw(tender, rest)], portal)

describe('where the work is', () => {
  const anyRegion = [
    'British Oversea Territories',
    'Channel Islands',
    'Europe',
    'Isle of Man',
    'Rest of the World',
    'United Kingdom',
  ]
  const countries = anyRegion.map((countryName) => ({ countryName }))

  test('a postcode outranks a list of countries', () => {
    expect(regionText(deliveryPlace([{ postalCode: 'TA1 4DY' }, ...countries]).regions)).toBe(
      'south-west',
    )
    expect(regionText(deliveryPlace(countries).regions)).toBe('uk')
  })

  test('"UK" as stated is not shown as anywhere in the UK', () => {
    const items = (region: string) => [{ id: '1', deliveryAddresses: [{ region }] }]
    expect(briefSummary(one({ items: items('UK') }))).toContain(
      'Place: "UK" as stated, no part of it is named.',
    )
    expect(briefSummary(one({ items: [{ id: '1', deliveryAddresses: countries }] }))).toContain(
      'Place: anywhere in the UK.',
    )
    expect(briefSummary(one({ items: items('UKD') }))).toContain('Place: North West.')
  })

  test('a direct award has its place and its dates from the award', () => {
    const awarded = one(
      { tenderPeriod: undefined, status: 'complete' },
      {
        tag: ['award', 'contract'],
        awards: [
          {
            id: '1',
            status: 'active',
            items: [
              {
                id: '1',
                additionalClassifications: [{ scheme: 'CPV', id: '90911200' }],
                deliveryAddresses: [{ region: 'UKE22' }],
              },
            ],
            contractPeriod: {
              startDate: '2026-07-01T00:00:00+01:00',
              endDate: '2027-06-30T23:59:59+01:00',
            },
            suppliers: [{ id: 'S1', name: 'Sandbox Supplier A Limited' }],
          },
        ],
      },
    )
    expect([regionText(awarded.regions), awarded.contractStart, awarded.contractEnd]).toEqual([
      'yorkshire',
      '2026-07-01',
      '2027-06-30',
    ])
  })

  test.each([['UKPGA'], ['CELEX']])(
    'several awards of %s have the first start and the last end',
    (scheme) => {
      const contract = (id: string, startDate: string, endDate: string) => ({
        id,
        awardID: id,
        period: { startDate, endDate },
      })
      const contracts = [
        contract('1', '2026-09-01', '2028-01-26'),
        contract('2', '2026-08-10', '2027-11-14'),
      ]
      const read = one({ legalBasis: { scheme } }, { tag: ['award', 'contract'], contracts })
      expect([read.contractStart, read.contractEnd]).toEqual(['2026-08-10', '2028-01-26'])
    },
  )
})

describe('frameworks and dynamic markets', () => {
  test.each([
    ['Framework for roof repairs', '', 'framework'],
    ['Energy Efficiency DPS', '', 'dynamic_market'],
    ['Dynamic Purchasing System for minibuses', '', 'dynamic_market'],
    [
      'Surgery equipment',
      'The trust seeks to establish a framework agreement for the supply of equipment.',
      'framework',
    ],
    [
      'Taxi services',
      'The purpose of this tender is to establish the DPS for taxi services.',
      'dynamic_market',
    ],
    ['Cleaning', 'A contract under the national policy framework.', null],
    ['Review of the Council’s Performance Framework', 'A report.', null],
    ['Car park security', 'Bought as a call-off from a framework agreement.', null],
    ['Car park security', 'A mini-competition under the framework agreement for security.', null],
    ['Audiology', 'In line with the guidance of the national framework.', null],
  ])('%s', (title, text, kind) => {
    expect(detectFramework({ title, description: text })).toBe(kind)
  })

  test('a portal’s own field counts, but a title that says dynamic purchasing system counts more', () => {
    expect(detectFramework({ framework: true, title: 'Oral nutrition' })).toBe('framework')
    expect(detectFramework({ framework: true, title: 'Repairs and Maintenance DPS' })).toBe(
      'dynamic_market',
    )
  })

  test('the ceiling is shown as one', () => {
    const read = one({
      legalBasis: { scheme: 'CELEX', id: '32014L0024' },
      title: 'Framework for roof repairs',
      value: { amount: 300_000_000, currency: 'GBP' },
      lots: [{ id: '1', contractPeriod: { endDate: '2030-03-31' } }],
    })
    expect(briefSummary(read)).toContain(
      'Up to £300,000,000 over all call-offs, excluding VAT: a ceiling.',
    )
    expect(read.terms?.lots[0]?.framework).toEqual({
      kind: 'framework',
      ceiling: 300_000_000,
      currency: 'GBP',
      period_end: '2030-03-31',
    })
  })

  test('a dynamic market ends when its own period does', () => {
    const period = { startDate: '2026-08-10T00:00:00+01:00', endDate: '2039-08-09T23:59:59+01:00' }
    const techniques = { hasDynamicPurchasingSystem: true, frameworkAgreement: { period } }
    const read = one({ techniques, lots: [{ id: '1' }] })
    expect(read.terms?.lots[0]?.framework).toMatchObject({
      kind: 'dynamic_market',
      period_end: '2039-08-09',
    })
  })
})

describe('deadlines', () => {
  test('midnight is the end of the day before, in text and in days', () => {
    const read = one({ tenderPeriod: { endDate: '2026-06-27T00:00:00+01:00' } })
    expect(deadlineDate(read.deadlineMs!)).toBe('2026-06-26')
    expect(briefSummary(read)).toContain('Tenders are due by midnight at the end of 26 June 2026.')
  })

  test('every summary states the hour, in London’s time', () => {
    expect(briefSummary(one())).toContain('Tenders are due by 12:00 on 30 June 2026.')
    expect(requirementsDigest(one())).toContain('Tenders are due by 12:00 on 30 June 2026.')
    expect(briefSummary(one({ tenderPeriod: { endDate: '2026-06-30' } }))).toContain(
      'by the end of 30 June 2026 (no hour is stated)',
    )
  })

  test('the last day of a deadline is never after its own date, and a minute before it the tender is open', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        (date) => {
          const read = readDeadline(`${date.toISOString().slice(0, 19)}Z`)!
          const day = deadlineDate(read.ms)
          const london = Temporal.Instant.fromEpochMilliseconds(read.ms - 1).toZonedDateTimeISO(
            'Europe/London',
          )
          expect(day).toBe(london.toPlainDate().toString())
        },
      ),
    )
  })

  test.each([
    '2025-02-29T12:00:00Z',
    '2026-04-31T12:00:00+01:00',
    '2025-02-29',
    '2025-02-29T12:00',
    '2025-13-01T00:00:00Z',
  ])('%s is no date', (text) => {
    expect(readDeadline(text)).toBeNull()
  })
})

describe('where a bid is handed in', () => {
  const link = (stated: string[], nearby: string[] = [], texts: string[] = []) =>
    bidLink({ stated, nearby, texts, ownHosts: ['www.example-portal.org'] })

  test('a bidding host before a home page, a stated one first', () => {
    expect(
      link(['https://www.example-dept.gov.uk/'], [], ['Bid at https://example.app.jaggaer.com/x']),
    ).toBe('https://example.app.jaggaer.com/x')
    expect(link(['https://in-tendhost.co.uk/a'], ['https://procontract.due-north.com/b'])).toBe(
      'https://in-tendhost.co.uk/a',
    )
    expect(link(['https://www.example-dept.gov.uk/'])).toBe('https://www.example-dept.gov.uk/')
  })

  test('of two links to one bidding host the one that leads to the tender', () => {
    expect(
      link(
        ['https://www.kentbusinessportal.org.uk/'],
        [],
        ['See https://www.kentbusinessportal.org.uk/respond/ABC.'],
      ),
    ).toBe('https://www.kentbusinessportal.org.uk/respond/ABC')
  })

  test('never a document, a page about the law, an e-mail address or the portal itself', () => {
    expect(
      link(
        [],
        [
          'https://www.example-council.gov.uk/files/specification.docx',
          'https://www.example-council.gov.uk/a/b.pdf',
        ],
      ),
    ).toBeNull()
    expect(
      link(
        [],
        [],
        [
          'https://www.legislation.gov.uk/ukpga/2023/54',
          'robin@bids.example.org',
          'https://www.example-council.gov.uk/policy',
        ],
      ),
    ).toBeNull()
    expect(
      link(['http://www.example-portal.org'], ['https://training.example.org/events']),
    ).toBeNull()
  })

  test('a portal that takes bids itself is answered with the notice’s page', () => {
    const release = {
      ...raw({
        submissionMethodDetails: 'http://www.publiccontractsscotland.gov.uk',
        documents: [{ id: 'JUN1', documentType: 'contractNotice' }],
      }),
      ocid: 'ocds-r6ebe6-0000000001',
    }
    expect(notice([release], PUBLIC_CONTRACTS_SCOTLAND).submissionUrl).toBe(
      'https://www.publiccontractsscotland.gov.uk/search/show/search_view.aspx?ID=JUN1',
    )
  })
})

describe('planning notices', () => {
  const planned = (planning: Raw, communication?: Raw) =>
    one(
      { tenderPeriod: undefined, status: 'planned', communication },
      { tag: ['planning'], planning },
    )
  const engagement = (dueDate: string) => ({ milestones: [{ type: 'engagement', dueDate }] })

  test('lapse when their engagement has ended', () => {
    const read = planned(engagement('2026-06-20T23:59:59+01:00'))
    expect(isLive(read, Date.parse('2026-06-20T20:00:00Z'))).toBe(true)
    expect(isLive(read, Date.parse('2026-06-21T20:00:00Z'))).toBe(false)
  })

  test('wait three months for a tender that they announce, and a year where they say nothing', () => {
    const announced = planned(engagement('2026-06-20'), { futureNoticeDate: '2026-09-01' })
    expect(isLive(announced, Date.parse('2026-11-20T12:00:00Z'))).toBe(true)
    expect(isLive(announced, Date.parse('2026-12-20T12:00:00Z'))).toBe(false)
    expect(isLive(planned({}), Date.parse('2027-05-20T12:00:00Z'))).toBe(true)
    expect(isLive(planned({}), Date.parse('2027-07-20T12:00:00Z'))).toBe(false)
  })
})

describe('durations', () => {
  test.each([
    [1800, '60 months'],
    [1080, '36 months'],
    [730, '24 months'],
    [1461, '48 months'],
    [365, '12 months'],
    [30, '1 month'],
    [90, '3 months'],
    [14, '2 weeks'],
    [10, '10 days'],
  ])('%i days are %s', (durationInDays, text) => {
    expect(
      requirementsDigest(one({ lots: [{ id: '1', contractPeriod: { durationInDays } }] })),
    ).toContain(`Contract for ${text}.`)
  })
})

describe('a cancellation', () => {
  const lots = [
    { id: '1', title: 'North', status: 'active', value: { amount: 100_000, currency: 'GBP' } },
    { id: '2', title: 'South', status: 'active', value: { amount: 50_000, currency: 'GBP' } },
  ]
  const cancel = (tender: Raw) => ({
    ...raw({ tenderPeriod: undefined, ...tender }),
    id: '000002-2026',
    date: '2026-06-05T09:00:00+01:00',
    tag: ['tenderCancellation'],
  })

  test('of some lots closes those', () => {
    const read = notice([raw({ lots }), cancel({ lots: [{ id: '2', status: 'cancelled' }] })])
    expect(read.closedBy).toBeNull()
    expect(read.lots.map(({ status }) => status)).toEqual(['active', 'cancelled'])
    expect(read.value?.amount).toBe(100_000)
  })

  test('of all lots, or of none by name, closes the tender', () => {
    expect(
      notice([raw({ lots }), cancel({ lots: lots.map(({ id }) => ({ id, status: 'cancelled' })) })])
        .closedBy,
    ).toBe('cancelled')
    expect(notice([raw({ lots }), cancel({})]).closedBy).toBe('cancelled')
    expect(
      notice([
        raw({ lots }),
        cancel({ status: 'cancelled', lots: [{ id: '2', status: 'cancelled' }] }),
      ]).closedBy,
    ).toBe('cancelled')
  })
})

describe('award criteria, options and renewals', () => {
  const criteria = (...list: Raw[]) =>
    one({ lots: [{ id: '1', awardCriteria: { criteria: list } }] }).terms!.lots[0]!.award_criteria

  test('weights as numbers, as text, with or without a per cent sign', () => {
    expect(
      criteria(
        { type: 'quality', name: 'Method', numbers: [{ number: 60, weight: 'percentageExact' }] },
        { type: 'price', description: '40%' },
      ),
    ).toEqual([
      { name: 'Method', type: 'quality', weight_pct: 60 },
      { name: null, type: 'price', weight_pct: 40 },
    ])
  })

  test('numbers that are no shares of one whole are no weights', () => {
    expect(
      criteria(
        { type: 'quality', name: 'Method', description: '100' },
        { type: 'price', description: '30' },
      )?.map((each) => each.weight_pct),
    ).toEqual([null, null])
    expect(criteria({ type: 'quality', name: 'Method', description: 'Pass/Fail' })).toEqual([
      { name: 'Method', type: 'quality', weight_pct: null },
    ])
  })

  test('options and renewals only where the notice has some, with the date that it states', () => {
    const read = one({
      lots: [
        {
          id: '1',
          hasOptions: true,
          options: { description: 'Two further sites.' },
          hasRenewal: false,
        },
        {
          id: '2',
          hasRenewal: true,
          renewal: { description: 'Up to two years.' },
          contractPeriod: { endDate: '2028-06-30', maxExtentDate: '2030-06-30' },
        },
      ],
    })
    expect(read.terms!.lots.map(({ options, renewal }) => ({ options, renewal }))).toEqual([
      { options: 'Two further sites.', renewal: null },
      { options: null, renewal: { text: 'Up to two years.', max_end: '2030-06-30' } },
    ])
    expect(read.terms!.maxEnd).toBe('2030-06-30')
  })
})

describe('payments compliance notices', () => {
  test('figures are found by what their names say', () => {
    const statement = {
      reportingPeriod: { startDate: '2026-01-01', endDate: '2026-06-30' },
      paidWithin30Days: 92.5,
      paidWithin31To60Days: 5,
      paidAfterMoreThan60Days: 2.5,
      averageDaysToPay: 17,
    }
    expect(readPayments({ ocid: 'x', paymentsCompliance: statement })).toEqual({
      period_start: '2026-01-01',
      period_end: '2026-06-30',
      within_30_days_pct: 92.5,
      within_60_days_pct: 5,
      later_pct: 2.5,
      mean_days: 17,
    })
    expect(PAYMENTS_NOTICE).toBe('UK17')
  })

  test('a share above 100 is none, a mean of more than 100 days is one', () => {
    const read = (payments: Raw) => readPayments({ ocid: 'x', payments })
    expect(read({ paidWithin30Days: 101, averageDaysToPay: 120 })).toMatchObject({
      within_30_days_pct: null,
      mean_days: 120,
    })
    expect(read({ paidWithin30Days: 101 })).toBeNull()
  })

  test('other parts of a release are no figures of them', () => {
    expect(
      readPayments(
        raw(
          { lots: [{ id: '1', contractPeriod: { durationInDays: 30 } }] },
          { contracts: [{ within30: 5 }] },
        ),
      ),
    ).toBeNull()
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        (any) => void readPayments(any as never),
      ),
    )
  })
})

describe('due dates, and whether a bid is possible', () => {
  const says = (text: string, tender: Raw, rest: Raw = {}) =>
    expect(requirementsDigest(one(tender, rest))).toContain(text)

  test.each([
    'Restricted procedure',
    'Competitive dialogue',
    'Competitive procedure with negotiation',
  ])('under a %s requests to participate are due first', (procurementMethodDetails) => {
    says('Requests to participate are due by 12:00 on 30 June 2026.', { procurementMethodDetails })
  })

  test('as in a notice with a separate date for interest', () => {
    says('Requests to participate are due by 17:00 on 15 June 2026.', {
      expressionOfInterestDeadline: '2026-06-15T17:00:00+01:00',
    })
    says('Tenders are due by 12:00 on 30 June 2026.', {
      procurementMethodDetails: 'Negotiated without prior publication',
    })
  })

  test('an awarded notice is not shown or linked as open for bids', () => {
    const award = {
      tag: ['award'],
      awards: [
        {
          id: '1',
          status: 'active',
          suppliers: [{ id: 'S1', name: 'Sandbox Supplier A Limited' }],
        },
      ],
    }
    says(
      'Awarded; tenders were due by 12:00 on 30 June 2026.',
      { procurementMethodDetails: 'Open procedure' },
      award,
    )
    says(' Awarded.', { procurementMethodDetails: 'Direct award' }, award)
    const finder = (rest: Raw) =>
      one(
        {},
        { ocid: 'ocds-b5fd17-11111111-2222-3333-4444-555555555555', ...rest },
        CONTRACTS_FINDER,
      )
    expect(finder({}).submissionUrl).toBe(finder({}).noticeUrl)
    expect(finder(award).submissionUrl).toBeNull()
    expect(finder({ tag: ['planning'] }).submissionUrl).toBeNull()
  })

  test.each([
    'This is a Provider Selection Regime (PSR) intended to award notice. Representations must be made by 8 June.',
    'This notice is an intention to award notice under the regime.',
    'THIS CONTRACT IS NOW AWARDED TO: SANDBOX SUPPLIER A LIMITED',
  ])('a tender notice that says so is an award: %s', (description) => {
    expect(one({ description }).closedBy).toBe('awarded')
  })

  test('a tender that only announces a later one is a tender', () => {
    expect(
      one({ description: 'After the evaluation an intention to award notice will be published.' })
        .closedBy,
    ).toBeNull()
  })
})

describe('requirements for bidders', () => {
  const digest = (description: string) => requirementsDigest(one({ description }))

  test.each([
    ['Bidders must hold ISO 9001 or equivalent.', 'Certifications asked for: ISO 9001.'],
    ['Bidders must hold ISO 9001 and ISO 14001.', 'Certifications asked for: ISO 9001, ISO 14001.'],
    ['Engineers must be Gas Safe registered.', 'Certifications asked for: Gas Safe.'],
  ])('%s', (text, told) => {
    expect(digest(text)).toContain(told)
  })

  test.each([
    'Electricians must be members of NICEIC or SELECT or equivalent.',
    'Bidders must be accredited by a body such as CHAS.',
    '1. The bidder must hold a certificate to ISO 9001 (or equivalent). OR 2. A documented policy on quality.',
    'The bidder must hold ISO 14001. If the bidder does not hold it, a written system will do.',
  ])('where another would do, none is: %s', (text) => {
    expect(digest(text)).not.toContain('Certifications')
  })

  test('insurances under the names that forms give them', () => {
    expect(
      digest(
        "Employer's (Compulsory) Liability Insurance = 5M GBP. Public and Product Liability Insurance = 2M GBP.",
      ),
    ).toContain("Insurance mentioned: employers' liability, public liability, product liability.")
  })

  test('conditions of participation of a lot count, too', () => {
    const description = 'Bidders must hold ISO 9001.\nPublic liability insurance: 5M.'
    const read = one({ lots: [{ id: '1', selectionCriteria: { criteria: [{ description }] } }] })
    expect(requirementsDigest(read)).toContain('Certifications asked for: ISO 9001.')
    expect(requirementsDigest(read)).toContain('Insurance mentioned: public liability.')
  })

  test('the additional information alone counts, too', () => {
    const read = one(
      { description: 'Daily cleaning.', legalBasis: { scheme: 'CELEX' } },
      { description: 'Questions until 17:00 on 24 June. Professional indemnity: 1M.' },
    )
    expect(read.additional).toBe('Questions until 17:00 on 24 June. Professional indemnity: 1M.')
    expect(requirementsDigest(read)).toContain('Insurance mentioned: professional indemnity.')
    expect(
      one({ description: 'Daily cleaning.' }, { description: 'Daily cleaning.' }).additional,
    ).toBeUndefined()
  })
})

describe('sentences about lots, procedures and terms', () => {
  const lot = (id: string, amount?: number) => ({
    id,
    title: `Part ${id}`,
    ...(amount ? { value: { amount, currency: 'GBP' } } : {}),
  })

  test('lots are all named, or some among them', () => {
    expect(requirementsDigest(one({ lots: [lot('A'), lot('B')] }))).toContain(
      '2 lots: Part A; Part B. ',
    )
    expect(
      requirementsDigest(one({ lots: ['A', 'B', 'C', 'D', 'E'].map((id) => lot(id)) })),
    ).toContain('5 lots, among them Part A; Part B; Part C; Part D.')
  })

  test('how many of the lots state a value', () => {
    expect(briefSummary(one({ lots: [lot('A', 2_000), lot('B', 9_000), lot('C')] }))).toContain(
      '2 of 3 lots state a value: £2,000 to £9,000 excluding VAT.',
    )
  })

  test('what a form says where nothing was chosen is no procedure, and 999 months are no term', () => {
    for (const procurementMethodDetails of ['Other -', 'Not specified'])
      expect(requirementsDigest(one({ procurementMethodDetails }))).not.toContain('Procedure')
    expect(
      requirementsDigest(one({ lots: [{ id: '1', contractPeriod: { durationInDays: 29_970 } }] })),
    ).not.toContain('Contract for')
  })

  test('a share with its sign is shown although others are only in the documents', () => {
    const criteria = (...weights: string[]) =>
      one({
        lots: [
          {
            id: '1',
            awardCriteria: {
              criteria: weights.map((description) => ({ type: 'quality', description })),
            },
          },
        ],
      }).terms?.lots[0]?.award_criteria?.map(({ weight_pct }) => weight_pct)
    expect(criteria('20%', '30%')).toEqual([20, 30])
    expect(criteria('20', '30')).toEqual([null, null])
    expect(criteria('60%', '70%')).toEqual([null, null])
  })

  test('a call-off from a dynamic purchasing system sets up none', () => {
    expect(
      detectFramework({
        title: 'Call offs on the DPS for winter',
        method: 'Call-off from a dynamic purchasing system',
      }),
    ).toBeNull()
  })
})
