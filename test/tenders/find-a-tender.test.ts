/** Notices of the Act and of the former regime, as Find a Tender writes them. */
import { afterEach, describe, expect, test } from 'vitest'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { PUBLIC_CONTRACTS_SCOTLAND } from '../../src/tenders/portals/public-contracts-scotland.ts'
import { createRig, type Rig } from './rig.ts'

const NOW = '2026-11-18T15:30:00Z'
const COUNCIL = { id: 'GB-PPON-PEXA-1111-MPLE', name: 'Exampleton Council' }

interface Spec {
  n: number
  date?: string
  tag?: string
  type?: string
  portal?: string
  buyer?: { id: string; name: string }
  ocid?: string
  more?: object
  tender?: object
}

/** A release, with its notice's document where its type belongs. */
function released({ n, date = '2026-11-10', tag = 'tender', type, ...spec }: Spec) {
  const portal = spec.portal ?? 'find-a-tender'
  const buyer = spec.buyer ?? COUNCIL
  const id = `${String(n).padStart(6, '0')}-2026`
  const ocid = spec.ocid ?? 'ocds-h6vhtk-0e0001'
  const documents = type ? [{ id, noticeType: type }] : [{ id, documentType: 'contractNotice' }]
  const raw = {
    ocid,
    id,
    date: `${date}T09:00:00Z`,
    tag: tag.split(','),
    buyer,
    parties: [{ ...buyer, roles: ['buyer'] }],
    tender: {
      id: `REF-${ocid}`,
      title: 'Heron nest surveys',
      legalBasis: type ? { scheme: 'UKPGA', id: '2023/54' } : { scheme: 'CELEX', id: '32014L0024' },
      documents,
      ...spec.tender,
    },
    ...spec.more,
  }
  return { portal, publishedMs: Date.parse(raw.date), ocid, id, json: JSON.stringify(raw), type: 2 }
}

const supplier = { id: 's1', name: 'Example Surveys Limited' }
const award = (status: string, more: object = {}) => ({
  awards: [{ id: '1', title: 'Heron nest surveys', status, suppliers: [supplier], ...more }],
})
const contract = (more: object) => ({
  contracts: [{ id: '1', awardID: '1', ...more }],
})

let rig: Rig
afterEach(() => rig.close())

async function serve(specs: Spec[], more: Parameters<typeof createRig>[0] = {}): Promise<void> {
  rig = await createRig({ releases: specs.map(released), now: NOW, backfillDays: 60, ...more })
}
const contracts = async (query: object = { q: 'heron' }) =>
  (await rig.ask('contracts_search', { query: { status: 'all', ...query } })).result
const brief = async () => rig.ask('tender_brief', { params: { ocid: 'ocds-h6vhtk-0e0001' } })

describe('the life of a contract', () => {
  test('notices of transparency, award, contract, change and end are one contract', async () => {
    const period = { startDate: '2026-03-01', endDate: '2027-02-28' }
    await serve([
      { n: 1, date: '2026-09-25', tag: 'award,contract', type: 'UK5', more: award('pending') },
      {
        n: 2,
        date: '2026-10-02',
        tag: 'award,contract',
        type: 'UK6',
        more: award('active', {
          date: '2026-09-30T00:00:00Z',
          value: { amount: 90_000, currency: 'GBP' },
        }),
      },
      {
        n: 3,
        date: '2026-10-20',
        tag: 'award,contract',
        type: 'UK7',
        more: {
          ...award('active'),
          ...contract({
            status: 'active',
            dateSigned: '2026-10-12T00:00:00Z',
            period,
            value: { amountGross: 120_000, currency: 'GBP' },
          }),
        },
      },
      {
        n: 4,
        date: '2026-11-02',
        tag: 'contractAmendment',
        type: 'UK10',
        more: contract({
          dateSigned: '2026-11-01T00:00:00Z',
          period: { startDate: '2026-11-01' },
          amendments: [
            {
              date: '2026-11-01T00:00:00Z',
              value: { amount: 150_000, currency: 'GBP' },
              period: { endDate: '2027-08-31', maxExtentDate: '2028-08-31' },
              suppliersAdded: [{ id: 's2', name: 'Second Example Ltd' }],
            },
          ],
        }),
      },
    ])
    expect(await contracts()).toMatchObject({
      total_matched: 1,
      contracts: [
        {
          suppliers: [{ name: 'Example Surveys Limited' }, { name: 'Second Example Ltd' }],
          value: { amount: 150_000, basis: 'awarded', tax: 'excluded' },
          awarded: '2026-09-30',
          starts: '2026-03-01',
          ends: '2027-08-31',
          ends_at_latest: '2028-08-31',
          state: 'running',
          actual_end: null,
        },
      ],
    })
  })

  test.each([
    ['contractCompleted', 'completed'],
    ['mutuallyAgreed', 'terminated'],
  ])(
    'a notice of its end for the reason %s makes it %s, with the final value',
    async (id, state) => {
      await serve([
        {
          n: 1,
          tag: 'award,contract',
          type: 'UK7',
          more: {
            ...award('active'),
            ...contract({
              dateSigned: '2026-10-12T00:00:00Z',
              period: { startDate: '2026-10-12', endDate: '2027-10-11' },
              value: { amount: 100_000, currency: 'GBP' },
            }),
          },
        },
        {
          n: 2,
          date: '2026-11-12',
          tag: 'contractTermination',
          type: 'UK11',
          more: contract({
            status: 'terminated',
            terminationRationaleClassifications: [{ id }],
            implementation: {
              endDate: '2026-11-05T00:00:00Z',
              finalValue: { amountGross: 60_000, currency: 'GBP' },
            },
          }),
        },
      ])
      const { contracts: ended, totals } = await contracts({ q: 'heron', status: 'ended' })
      expect(ended).toMatchObject([
        {
          state,
          actual_end: '2026-11-05',
          ends: '2027-10-11',
          awarded: '2026-10-12',
          value: { amount: 60_000, basis: 'final', tax: 'included' },
        },
      ])
      expect(totals.by_currency).toMatchObject([{ sum: 60_000, counted: 1, with_tax: 1 }])
      expect((await contracts({ q: 'heron', status: 'running' })).total_matched).toBe(0)
    },
  )

  test('a pending award is left out, a withdrawn one has ended, a day after its notice is set aside', async () => {
    await serve([
      { n: 1, tag: 'award,contract', type: 'UK6', more: award('pending') },
      {
        n: 2,
        ocid: 'ocds-h6vhtk-0e0002',
        date: '2026-11-01',
        tag: 'award,contract',
        type: 'UK6',
        more: award('active', { date: '2026-12-24T00:00:00Z' }),
      },
      {
        n: 3,
        ocid: 'ocds-h6vhtk-0e0002',
        date: '2026-11-03',
        tag: 'award,contract',
        type: 'UK6',
        more: award('cancelled'),
      },
      {
        n: 4,
        ocid: 'ocds-h6vhtk-0e0003',
        date: '2026-10-30',
        tag: 'award,contract',
        type: 'UK6',
        more: award('active'),
      },
      {
        // The procurement ended before its contract was made.
        n: 5,
        ocid: 'ocds-h6vhtk-0e0003',
        date: '2026-11-04',
        tag: 'tenderCancellation',
        type: 'UK12',
        more: { ...award('active'), ...contract({ status: 'cancelled' }) },
      },
    ])
    const { result, verdict } = await rig.ask('contracts_search', {
      query: { q: 'heron', status: 'ended' },
    })
    expect(result.contracts).toMatchObject([
      { ocid: 'ocds-h6vhtk-0e0002', state: 'withdrawn', awarded: '2026-11-01' },
      { ocid: 'ocds-h6vhtk-0e0003', state: 'withdrawn', awarded: '2026-10-30' },
    ])
    expect(verdict.flags.map(({ code }: { code: string }) => code)).toEqual([
      'DATE_SET_ASIDE',
      'COVERAGE',
    ])
    expect((await contracts()).total_matched).toBe(2)
  })

  test('a register id finds the contracts of a buyer whose other notices lack it', async () => {
    await serve([
      { n: 1, tag: 'award,contract', type: 'UK7', more: award('active') },
      {
        n: 2,
        ocid: 'ocds-h6vhtk-0e0002',
        tag: 'award,contract',
        buyer: { id: 'GB-FTS-1', name: 'EXAMPLETON COUNCIL' },
        more: award('active'),
      },
      {
        n: 3,
        ocid: 'ocds-h6vhtk-0e0003',
        tag: 'award,contract',
        buyer: { id: 'GB-FTS-2', name: 'Exampleton Council Trading Ltd' },
        more: award('active'),
      },
    ])
    const found = await contracts({ buyer: COUNCIL.id })
    expect(found.contracts.map(({ ocid }: { ocid: string }) => ocid).sort()).toEqual([
      'ocds-h6vhtk-0e0001',
      'ocds-h6vhtk-0e0002',
    ])
  })
})

test('a contract is found by each of many codes', async () => {
  const codes = Array.from({ length: 54 }, (_, index) => String(90_000_000 + index * 1000))
  const items = [{ id: '1', additionalClassifications: codes.map((id) => ({ scheme: 'CPV', id })) }]
  await serve([{ n: 1, tag: 'award,contract', type: 'UK6', more: award('active', { items }) }])
  const found = await contracts({ cpv: codes.at(-1) })
  expect(found.contracts).toMatchObject([{ cpv: codes }])
})

test('a contract that was terminated makes no incumbent', async () => {
  const tender = {
    items: [{ id: '1', additionalClassifications: [{ scheme: 'CPV', id: '77310000' }] }],
  }
  const held = { n: 1, date: '2026-10-01', tag: 'award,contract', type: 'UK6', tender }
  const ended = { n: 2, date: '2026-11-03', tag: 'contractTermination', type: 'UK11' }
  const next = { n: 3, type: 'UK4', ocid: 'ocds-h6vhtk-0e0002', tender }
  const dossier = async (specs: Spec[]) => {
    await serve(specs)
    return (await rig.ask('tender_buyer', { params: { ocid: 'ocds-h6vhtk-0e0002' } })).result
  }
  const running = { ...held, more: award('active') }
  expect((await dossier([running, next])).incumbent).toMatchObject({
    basis: 'same_buyer_and_cpv',
    supplier: 'Example Surveys Limited',
  })
  await rig.close()
  const { awards, incumbent } = await dossier([
    running,
    { ...ended, more: contract({ status: 'terminated' }) },
    next,
  ])
  expect([awards.length, incumbent]).toEqual([1, null])
})

test('a dossier on a buyer shows no value that only the tender states', async () => {
  const tender = { value: { amount: 90_000, currency: 'GBP' } }
  const more = award('active', { date: '2026-09-30T00:00:00Z' })
  await serve([{ n: 1, tag: 'award,contract', type: 'UK6', tender, more }])
  expect((await contracts()).contracts).toMatchObject([{ value: { basis: 'estimate' } }])
  const { result } = await rig.ask('tender_buyer', { params: { ocid: 'ocds-h6vhtk-0e0001' } })
  expect(result).toMatchObject({ awards: [{ value: null }], incumbent: { value: null } })
})

describe('a correction in words', () => {
  const tender = { tenderPeriod: { endDate: '2026-11-15T12:00:00Z' } }
  const corrected = (newValue: object): Spec[] => [
    { n: 1, tag: 'tender', tender },
    {
      n: 2,
      date: '2026-11-12',
      tag: 'tenderUpdate',
      tender: {
        amendments: [
          {
            unstructuredChanges: [
              {
                where: { section: 'IV.2.2)' },
                oldValue: { date: '2026-11-15T12:00:00Z' },
                newValue,
              },
            ],
          },
        ],
      },
    },
  ]

  test('moves the deadline', async () => {
    await serve(corrected({ text: '30/11/2026 12:00' }))
    const { result } = await brief()
    expect(result).toMatchObject({
      deadline: '2026-11-30T12:00:00Z',
      days_remaining: 12,
      timeline: { deadline_basis: 'corrected', deadline_estimate: null },
    })
  })

  test('that cannot be read leaves the tender open, and says so', async () => {
    await serve(corrected({ text: 'see the portal' }))
    const found = await rig.ask('tenders_search', { query: { q: 'heron' } })
    expect(found.result.notices).toMatchObject([
      { deadline: '2026-11-15T12:00:00Z', days_remaining: null },
    ])
    const flag = { code: 'CORRECTION_UNREAD', detail: expect.stringMatching(/ocds-h6vhtk-0e0001$/) }
    expect(found.verdict.flags).toEqual([flag])
    const { result, verdict } = await brief()
    expect(verdict.flags).toEqual([flag])
    expect(result.timeline.working_days_remaining).toBeNull()
    rig.clock.advance(60 * 86_400_000)
    await rig.wing.look()
    expect((await brief()).verdict.flags[0]!.code).toBe('TENDER_CLOSED')
  })
})

describe('what the portal states in a field', () => {
  test('is believed over words: a name does not make a framework', async () => {
    const value = { amount: 50_000, currency: 'GBP' }
    const tenderPeriod = { endDate: '2026-12-15T12:00:00Z' }
    await serve([
      {
        n: 1,
        type: 'UK4',
        tender: { title: 'Survey of the heron framework agreement', value, tenderPeriod },
      },
    ])
    expect((await brief()).result.value).toMatchObject({ amount: 50_000, basis: 'tender' })
  })

  test('a link to another portal is one opportunity, whatever the names', async () => {
    const tenderPeriod = { endDate: '2026-12-15T12:00:00Z' }
    const scottish = 'ocds-r6ebe6-0000700001'
    const href = `https://api.publiccontractsscotland.gov.uk/v1/Notice?id=${scottish}`
    await serve(
      [
        { n: 1, tender: { tenderPeriod }, more: { links: [{ rel: 'canonical', href }] } },
        {
          n: 2,
          ocid: scottish,
          portal: 'public-contracts-scotland',
          buyer: { id: 'x', name: 'Heron Partnership' },
          tender: { title: 'Heron counts', tenderPeriod: { endDate: '2026-12-16T12:00:00Z' } },
        },
      ],
      { portals: [FIND_A_TENDER, PUBLIC_CONTRACTS_SCOTLAND] },
    )
    const { result } = await rig.ask('tenders_search', { query: { q: 'heron' } })
    expect(result.notices.map(({ ocid }: { ocid: string }) => ocid)).toEqual(['ocds-h6vhtk-0e0001'])
    expect((await brief()).result.source.also_published_as).toMatchObject([{ ocid: scottish }])
  })

  test('an estimated deadline is none', async () => {
    const tenderPeriod = { endDate: '2027-01-15T12:00:00Z' }
    await serve([{ n: 1, tag: 'planning', type: 'UK3', tender: { tenderPeriod } }])
    expect((await brief()).result).toMatchObject({
      deadline: null,
      timeline: { deadline_estimate: '2027-01-15T12:00:00Z', deadline_basis: null },
    })
  })
})
