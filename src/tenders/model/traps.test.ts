/** The portals' traps, each by its name. Shapes are as published, contents invented. */
import { describe, expect, test } from 'vitest'
import { FIND_A_TENDER } from '../portals/find-a-tender.ts'
import { portalOfOcid } from '../portals/index.ts'
import type { Portal } from '../portals/portal.ts'
import { readRelease } from '../portals/read-release.ts'
import { decodeText, parseLenient } from './json.ts'
import { mergeProcess } from './merge.ts'
import { isLive, type Notice, readNotice } from './notice.ts'
import { regionText } from './regions.ts'
import type { Release } from './release.ts'

type Raw = Record<string, unknown>

function act(change: { tender?: Raw; planning?: Raw; awards?: Raw[] } & Raw = {}): Raw {
  const { tender, ...rest } = change
  return {
    ocid: 'ocds-h6vhtk-0aaaaa',
    id: '000001-2026',
    tag: ['tender'],
    date: '2026-10-01T10:00:00+01:00',
    parties: [
      {
        id: 'GB-PPON-AAAA-1111-BBBB',
        name: 'Exampleton Council',
        identifier: { scheme: 'GB-PPON', id: 'AAAA-1111-BBBB' },
        roles: ['buyer'],
        contactPoint: {
          name: 'Robin Sample',
          email: 'robin@example.org',
          telephone: '01632 960001',
        },
      },
    ],
    buyer: { id: 'GB-PPON-AAAA-1111-BBBB', name: 'Exampleton Council' },
    tender: {
      id: 'ocds-h6vhtk-0aaaaa',
      legalBasis: { id: '2023/54', scheme: 'UKPGA' },
      title: 'Cleaning of halls',
      description: 'Daily cleaning.',
      status: 'active',
      items: [
        {
          id: '1',
          additionalClassifications: [{ scheme: 'CPV', id: '90911200' }],
          deliveryAddresses: [{ region: 'UKE22' }],
        },
      ],
      value: { amount: 50_000, amountGross: 60_000, currency: 'GBP' },
      tenderPeriod: { endDate: '2026-11-30T12:00:00Z' },
      ...tender,
    },
    ...rest,
  }
}

function finder(change: { tender?: Raw } & Raw = {}): Raw {
  const { tender, ...rest } = change
  return {
    ocid: 'ocds-b5fd17-11111111-2222-3333-4444-555555555555',
    id: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee-700001',
    tag: ['tender'],
    date: '2026-10-01T10:00:00+01:00',
    parties: [{ id: 'GB-CFS-1', name: 'Exampleton Council', roles: ['buyer'] }],
    buyer: { id: 'GB-CFS-1', name: 'Exampleton Council' },
    tender: {
      id: 'CF-REF-1',
      title: 'Cleaning of halls',
      description: 'Daily cleaning, see https://bids.example.org/42.',
      status: 'active',
      classification: { scheme: 'CPV', id: '90911200' },
      tenderPeriod: { endDate: '2026-11-30T12:00:00Z' },
      ...tender,
    },
    ...rest,
  }
}

function release(raw: Raw, portal: Portal = FIND_A_TENDER): Release {
  const read = readRelease(portal, parseLenient(JSON.stringify(raw)))
  if (!read.ok) throw new Error(read.reason)
  return read.release
}

function notices(...raw: Raw[]): Notice[] {
  const merged = mergeProcess(
    raw.map((each) => release(each, portalOfOcid(String(each.ocid)) ?? undefined)),
  )
  return merged.map((each) => readNotice(each, merged.length > 1)!)
}

const notice = (...raw: Raw[]) => notices(...raw)[0]!
const DURING = Date.parse('2026-11-01T00:00:00Z')

describe('what the ten traps are', () => {
  test('Act notices carry no tender.classification: codes come from the items', () => {
    expect(notice(act()).cpv).toEqual(['90911200'])
  })

  test('award releases carry codes and values under awards, and do not overwrite what was tendered', () => {
    const award = act({
      id: '000002-2026',
      tag: ['award', 'contract'],
      date: '2026-10-20T10:00:00+01:00',
      tender: { status: 'complete', value: { amount: 1_000, currency: 'GBP' } },
      awards: [
        {
          id: '1',
          date: '2026-10-15T00:00:00+01:00',
          status: 'active',
          items: [{ id: '1', additionalClassifications: [{ scheme: 'CPV', id: '45000000' }] }],
          suppliers: [{ id: 'S1', name: 'Supplier One Limited' }],
        },
      ],
    })
    const merged = notice(act(), award)
    expect(merged.value?.amount).toBe(50_000)
    expect(merged.cpv).toEqual(['90911200'])
    expect(merged.closedBy).toBe('awarded')
    expect(release(award).awards).toMatchObject([{ awardedOn: '2026-10-15', divisions: ['45'] }])
  })

  test('a release that names no title or no buyer is no notice yet', () => {
    expect(notice(act({ tender: { title: undefined } }))).toBeNull()
    expect(notice(act({ buyer: undefined, parties: [] }))).toBeNull()
  })

  test('an update carries only what changed and merges in release order, whatever order it came in', () => {
    const update = {
      ocid: 'ocds-h6vhtk-0aaaaa',
      id: '000003-2026',
      tag: ['tenderUpdate'],
      date: '2026-10-09T10:00:00+01:00',
      tender: { id: 'ocds-h6vhtk-0aaaaa', tenderPeriod: { endDate: '2026-12-15T12:00:00Z' } },
    }
    for (const order of [
      [act(), update],
      [update, act()],
    ]) {
      const merged = notice(...order)
      expect(merged).toMatchObject({
        title: 'Cleaning of halls',
        cpv: ['90911200'],
        deadlineMs: Date.parse('2026-12-15T12:00:00Z'),
        closedBy: null,
      })
      expect(merged.releaseId).toBe('000003-2026')
    }
  })

  test('one ocid of several buyers becomes one notice a buyer', () => {
    const other = act({
      id: '000004-2026',
      date: '2026-10-02T10:00:00+01:00',
      parties: [{ id: 'GB-FTS-77', name: 'Elsewhere Water', roles: ['buyer'] }],
      buyer: { id: 'GB-FTS-77', name: 'Elsewhere Water' },
      tender: { title: 'Pumps' },
    })
    expect(notices(act(), other).map((each) => [each.buyer, each.title])).toEqual([
      ['Exampleton Council', 'Cleaning of halls'],
      ['Elsewhere Water', 'Pumps'],
    ])
  })

  test('a buyer that changes its id but not its name is still one', () => {
    const renumbered = act({
      id: '000005-2026',
      date: '2026-10-02T10:00:00+01:00',
      parties: [{ id: 'GB-FTS-9', name: 'EXAMPLETON COUNCIL', roles: ['buyer'] }],
      buyer: { id: 'GB-FTS-9', name: 'EXAMPLETON COUNCIL' },
    })
    expect(notices(act(), renumbered)).toHaveLength(1)
  })

  test('1e9999 is no number, leading zeros are repaired, text that looks like them is left alone', () => {
    expect(parseLenient('{"a": 000,"b":"x 000, 1e9999 NaN","c":-007.50,"d":[00],"e":NaN}')).toEqual(
      {
        a: 0,
        b: 'x 000, 1e9999 NaN',
        c: -7.5,
        d: [0],
        e: null,
      },
    )
    const endless = release(JSON.parse(JSON.stringify(act()).replace('50000', '1e9999')) as Raw)
    expect(endless.facts.value?.amount).toBe(60_000)
    expect(() => parseLenient('{"a":')).toThrow(SyntaxError)
  })

  test('a deadline without an hour lasts until the end of that day in London, one without a zone is London time', () => {
    const summer = notice(act({ tender: { tenderPeriod: { endDate: '2026-06-19' } } }))
    expect(summer.deadlineMs).toBe(Date.parse('2026-06-19T22:59:59Z'))
    expect(summer.deadlinePrecision).toBe('date')
    expect(
      notice(act({ tender: { tenderPeriod: { endDate: '2026-06-19T17:00:00' } } })).deadlineMs,
    ).toBe(Date.parse('2026-06-19T16:00:00Z'))
    expect(notice(act({ tender: { tenderPeriod: { endDate: 'soon' } } })).deadlineMs).toBeNull()
  })

  test('a gross value stands where there is no net one; 0, 1 and 1e30 are no values', () => {
    const gross = { amountGross: 1200, currency: 'GBP' }
    for (const value of [gross, { ...gross, amount: 0 }])
      expect(notice(act({ tender: { value } })).value).toMatchObject({
        amount: 1200,
        tax: 'included',
      })
    expect(notice(act({ tender: { value: { ...gross, amount: 1000 } } })).value).toEqual({
      amount: 1000,
      currency: 'GBP',
      min: null,
      max: null,
      basis: 'tender',
    })
    for (const value of [
      { amountGross: 0, currency: 'GBP' },
      { amount: 0 },
      { amount: 1 },
      { amount: 1e30 },
      { amount: 'x' },
    ]) {
      expect(notice(act({ tender: { value } })).value).toBeNull()
    }
  })
})

describe('stage and closing', () => {
  const typed = (
    type: string,
    tag: string[],
    where: 'tender' | 'planning' | 'awards' = 'tender',
  ) => {
    const documents = [{ id: 'n', noticeType: type, url: 'https://example.org/n' }]
    if (where === 'awards')
      return act({ tag, awards: [{ id: '1', documents, suppliers: [{ id: 's', name: 'S' }] }] })
    return act(
      where === 'planning' ? { tag, planning: { documents } } : { tag, tender: { documents } },
    )
  }

  test.each([
    ['UK1', ['planning'], 'planning', 'planning', true],
    ['UK2', ['planning'], 'planning', 'planning', true],
    ['UK3', ['planningUpdate'], 'planning', 'planning', true],
    ['UK4', ['tender'], 'tender', 'tender', true],
    ['UK5', ['award', 'contract'], 'awards', 'tender', false],
    ['UK6', ['award', 'contract'], 'awards', 'tender', false],
    ['UK7', ['award', 'contract'], 'awards', 'tender', false],
    ['UK12', ['tenderCancellation'], 'tender', 'tender', false],
    ['UK13', ['planning'], 'planning', 'planning', true],
  ] as const)('%s', (type, tag, where, stage, live) => {
    const read = notice(typed(type, [...tag], where))
    expect([read.stage, isLive(read, DURING)]).toEqual([stage, live])
  })

  test.each(['UK8', 'UK9', 'UK10', 'UK11', 'UK14', 'UK15', 'UK16', 'UK17'])(
    '%s opens nothing',
    (type) => {
      expect(isLive(notice(typed(type, ['implementation'])), DURING)).toBe(false)
    },
  )

  test('UK5 looks like an opportunity and is not one, even with a tender document', () => {
    const both = typed('UK5', ['award', 'contract'], 'awards')
    ;(both.tender as Raw).documents = [{ id: 't', noticeType: 'UK4', url: 'https://example.org/t' }]
    expect(isLive(notice(both), DURING)).toBe(false)
  })

  test('a tender supersedes the planning notice of its process', () => {
    const planned = typed('UK2', ['planning'], 'planning')
    const opened = {
      ...typed('UK4', ['tender']),
      id: '000009-2026',
      date: '2026-10-05T10:00:00+01:00',
    }
    expect(notice(planned, opened)).toMatchObject({
      stage: 'tender',
      publishedMs: Date.parse('2026-10-05T09:00:00Z'),
    })
  })

  test('a tender has its own lots, codes and places, not those of its announcement', () => {
    const items = (id: string, code: string, region: string) => [
      {
        id,
        additionalClassifications: [{ scheme: 'CPV', id: code }],
        deliveryAddresses: [{ region }],
      },
    ]
    const planned = act({
      tag: ['planning'],
      tender: { status: 'planned', items: items('1', '72000000', 'UKC1'), lots: [{ id: '1' }] },
    })
    const opened = {
      ...act({
        tender: { items: items('Lot 1', '90911200', 'UKE22'), lots: [{ id: 'Lot 1' }] },
      }),
      id: '000009-2026',
      date: '2026-10-05T10:00:00+01:00',
    }
    const { cpv, regions, lots } = notice(planned, opened)
    expect([cpv, regionText(regions), lots.map(({ id }) => id)]).toEqual([
      ['90911200'],
      'yorkshire',
      ['Lot 1'],
    ])
  })

  test('an update after the end does not open the process again, a new tender does', () => {
    const cancelled = {
      ...act({ tag: ['tenderCancellation'] }),
      id: '000010-2026',
      date: '2026-10-06T10:00:00+01:00',
    }
    const update = {
      ...act({ tag: ['tenderUpdate'] }),
      id: '000011-2026',
      date: '2026-10-07T10:00:00+01:00',
    }
    expect(notice(act(), cancelled, update).closedBy).toBe('cancelled')
  })

  describe('a correction in words of the former regime', () => {
    const former = { legalBasis: { id: '32014L0024', scheme: 'CELEX' }, status: undefined }
    const correction = (tender: Raw = {}) => ({
      ...act({
        tag: ['tenderUpdate'],
        tender: { ...former, tenderPeriod: undefined, amendments: [{ id: '1' }], ...tender },
      }),
      id: '000012-2026',
      date: '2026-10-08T10:00:00+01:00',
    })
    const deadline = { tenderPeriod: { endDate: '2026-12-15T12:00:00Z' } }
    const award = act({ tag: ['award', 'contract'], tender: { ...former, status: 'complete' } })
    const planned = act({ tag: ['planning'], tender: { ...former, status: 'planned' } })

    test('opens no tender', () => {
      expect(notice(correction())).toBeNull()
      expect(notice(award, correction()).closedBy).toBe('awarded')
      expect(notice(planned, correction()).stage).toBe('planning')
    })

    test('opens none after the award, even with a deadline', () => {
      expect(notice(award, correction(deadline)).closedBy).toBe('awarded')
    })

    test('with a deadline is of a tender that is not here', () => {
      expect(notice(correction(deadline))).toMatchObject({ stage: 'tender', closedBy: null })
    })

    test('leaves a known tender open', () => {
      const { releaseId, closedBy } = notice(act(), correction())
      expect({ releaseId, closedBy }).toEqual({ releaseId: '000012-2026', closedBy: null })
    })
  })

  test('a passed deadline ends it even when its status is active', () => {
    expect(isLive(notice(act()), Date.parse('2026-11-30T12:00:00Z'))).toBe(false)
    expect(isLive(notice(act()), Date.parse('2026-11-30T11:59:59Z'))).toBe(true)
  })

  test('withdrawn, cancelled and unsuccessful tenders are closed', () => {
    for (const status of ['withdrawn', 'cancelled', 'unsuccessful', 'complete']) {
      expect(isLive(notice(act({ tender: { status } })), DURING)).toBe(false)
    }
  })

  test('tenderUpdate means closed on Contracts Finder, tenderAmendment does not', () => {
    expect(isLive(notice(finder({ tag: ['tenderUpdate'] })), DURING)).toBe(false)
    expect(isLive(notice(finder({ tag: ['tenderAmendment'] })), DURING)).toBe(true)
  })
})

describe('where the fields are', () => {
  test('the deadline for requests to participate counts before the one for tenders', () => {
    expect(
      notice(act({ tender: { expressionOfInterestDeadline: '2026-11-10T12:00:00Z' } })).deadlineMs,
    ).toBe(Date.parse('2026-11-10T12:00:00Z'))
  })

  test('with a minimum the value is the upper bound; a minimum alone says so; lots add up', () => {
    expect(
      notice(
        finder({
          tender: {
            value: { amount: 200, currency: 'GBP' },
            minValue: { amount: 100, currency: 'GBP' },
          },
        }),
      ).value,
    ).toEqual({
      amount: 200,
      currency: 'GBP',
      min: 100,
      max: 200,
      basis: 'tender',
    })
    expect(
      notice(finder({ tender: { minValue: { amount: 100, currency: 'GBP' } } })).value,
    ).toMatchObject({
      amount: null,
      min: 100,
      basis: 'minimum',
    })
    const lots = [
      { id: '1', value: { amount: 10_000, currency: 'GBP' } },
      { id: '2', value: { amount: 30_000, currency: 'GBP' } },
    ]
    expect(notice(act({ tender: { value: undefined, lots } })).value).toEqual({
      amount: 40_000,
      currency: 'GBP',
      min: 10_000,
      max: 30_000,
      basis: 'lots',
    })
    expect(
      notice(act({ tender: { value: undefined, lots: [...lots, { id: '3' }] } })).value,
    ).toMatchObject({
      amount: null,
      min: 10_000,
      max: 30_000,
    })
  })

  test('an e-mail address is no submission address; Contracts Finder: a link off the portal, one in the text, else its page', () => {
    expect(
      notice(act({ tender: { submissionMethodDetails: 'bids@example.org' } })).submissionUrl,
    ).toBeNull()
    expect(
      notice(act({ tender: { submissionMethodDetails: 'Use https://bids.example.org/x.' } }))
        .submissionUrl,
    ).toBe('https://bids.example.org/x')
    const documents = [
      { id: '1', url: 'https://www.contractsfinder.service.gov.uk/Notice/x' },
      { id: '2', url: 'https://tenders.example.org/7' },
    ]
    expect(notice(finder({ tender: { documents } })).submissionUrl).toBe(
      'https://tenders.example.org/7',
    )
    expect(notice(finder()).submissionUrl).toBe('https://bids.example.org/42')
    expect(notice(finder({ tender: { description: 'Ask us.' } })).submissionUrl).toBe(
      'https://www.contractsfinder.service.gov.uk/Notice/aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
    )
  })

  test('the page on Contracts Finder is the GUID of the release, not of the ocid', () => {
    expect(notice(finder()).noticeUrl).toBe(
      'https://www.contractsfinder.service.gov.uk/Notice/aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee',
    )
    expect(notice(act()).noticeUrl).toBe(
      'https://www.find-tender.service.gov.uk/Notice/000001-2026',
    )
  })

  test('documents that have no address are left out ("Not published")', () => {
    const documents = [
      {
        id: 'conflictOfInterest',
        documentType: 'conflictOfInterest',
        description: 'Not published',
      },
      {
        id: 'L-1',
        documentType: 'biddingDocuments',
        url: 'https://bids.example.org/spec',
        title: 'n/a',
        format: 'application/pdf',
      },
    ]
    expect(notice(act({ tender: { documents } })).documents).toEqual([
      {
        id: 'L-1',
        title: null,
        type: 'biddingDocuments',
        format: 'application/pdf',
        url: 'https://bids.example.org/spec',
        published: null,
      },
    ])
  })

  test('buyers are known by their PPON, never by the ids that portals make up', () => {
    expect(notice(act()).buyerKey).toBe('GB-PPON-AAAA-1111-BBBB')
    expect(notice(finder()).buyerKey).toBe('name:exampleton council')
  })

  test('a contract period may be a number of days', () => {
    expect(
      notice(act({ tender: { lots: [{ id: '1', contractPeriod: { durationInDays: 720 } }] } }))
        .durationDays,
    ).toBe(720)
  })

  test('entities and tags are cleaned', () => {
    const read = notice(
      act({
        tender: {
          title: 'Plumbing &amp;amp; heating',
          description: '<p>The council&#039;s boilers</p>',
        },
      }),
    )
    expect([read.title, read.description]).toEqual(['Plumbing & heating', "The council's boilers"])
  })

  test('contact data is dropped at the door', () => {
    const read = act({
      tender: {
        description:
          'Contact: Robin Sample, robin.sample@example.org or +44 (0)1632 960 123. Mrs J Sample decides. CPV 09323000, ref 012345678.',
        bidOpening: { description: 'Robin Sample' },
      },
    })
    const kept = JSON.stringify(release(read))
    expect(kept).not.toMatch(/Robin|Sample|@|1632/)
    expect(kept).toContain('CPV 09323000, ref 012345678')
  })

  test('bytes that are not UTF-8 are read as Windows-1252, a byte-order mark is dropped', () => {
    expect(decodeText(Buffer.from('{"a":"caf\u00e9 \u00a35"}', 'latin1'))).toBe('{"a":"café £5"}')
    expect(decodeText(Buffer.from('\ufeff{}'))).toBe('{}')
  })
})

describe('ocids', () => {
  test.each([
    ['ocds-h6vhtk-06a94b', true],
    ['ocds-b5fd17-11111111-2222-3333-4444-555555555555', true],
    ['ocds-h6vhtk-0026ef-integration', true],
    ['ocds-b5fd17-', false],
    ['ocds-H6VHTK-06a94b', false],
    ['ocds-h6vhtk-06a_94b', false],
  ])('%s', (ocid, accepted) => {
    expect(readRelease(FIND_A_TENDER, act({ ocid })).ok).toBe(accepted)
  })

  test.each([[{ id: undefined }], [{ date: 'never' }], [{ tag: [] }], [{ ocid: 'x' }]])(
    'a release without %o is refused with a reason',
    (change) => {
      const read = readRelease(FIND_A_TENDER, { ...act(), ...change })
      expect(read).toMatchObject({ ok: false, reason: expect.any(String) })
    },
  )
})

describe('regions', () => {
  const region = (...deliveryAddresses: Raw[]) =>
    regionText(notice(finder({ tender: { items: [{ id: '1', deliveryAddresses }] } })).regions)

  test.each([
    [[{ region: 'UKE22' }], 'yorkshire'],
    [[{ region: 'TLD3' }], 'north-west'],
    [[{ region: 'UK' }], 'uk'],
    [[{ region: 'London', countryName: 'United Kingdom' }], 'london'],
    [[{ region: 'England', countryName: 'United Kingdom' }], 'england'],
    [[{ postalCode: 'TR16 5EH' }], 'south-west'],
    [[{ postalCode: 'SW1P3AA' }], 'london'],
    [[{ postalCode: 'TD15 1AA' }, { region: 'Scotland' }], 'scotland,north-east'],
    [[{ countryName: 'France' }], null],
    [[{ countryName: 'Jersey' }, { region: 'UKL22' }], 'wales'],
    [
      ['British Oversea Territories', 'Channel Islands', 'Europe', 'United Kingdom'].map(
        (countryName) => ({ countryName }),
      ),
      'uk',
    ],
    [[], null],
  ])('%j is %s', (addresses, expected) => {
    expect(region(...(addresses as Raw[]))).toBe(expected)
  })

  test('addresses as an object of numbered members are read like a list', () => {
    const of = (deliveryAddresses: unknown) =>
      regionText(
        notice(finder({ tender: { items: [{ id: '1', deliveryAddresses }] } } as Raw)).regions,
      )
    expect(of({ '1': { region: 'UK' } })).toBe('uk')
    expect(of({ '0': { region: 'London' }, '1': { region: 'Scotland' } })).toBe(
      of([{ region: 'London' }, { region: 'Scotland' }]),
    )
    expect(of({ region: 'UK' })).toBeNull()
  })

  test('without a place of delivery there is no region: the address of the buyer is no place of delivery', () => {
    const raw = act({ tender: { items: [{ id: '1' }] } })
    ;(raw.parties as Raw[])[0]!.address = { region: 'UKE22' }
    expect(notice(raw).regions).toBe(0)
  })
})
