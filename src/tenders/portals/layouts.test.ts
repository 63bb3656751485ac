import { expect, test } from 'vitest'
import type { Facts, Release } from '../model/release.ts'
import { NOTICE_TYPES } from './act.ts'
import { CONTRACTS_FINDER } from './contracts-finder.ts'
import { FIND_A_TENDER } from './find-a-tender.ts'
import type { Portal } from './portal.ts'
import { completeRelease, readRelease } from './read-release.ts'

/** States every field where each kind of release has it, with other values. */
const EVERYWHERE = {
  ocid: 'ocds-h6vhtk-0aaaaa',
  id: '000001-2026',
  date: '2026-06-01T09:00:00+01:00',
  tag: ['award'],
  description: 'Additional information',
  buyer: { name: 'Exampleton Council' },
  links: [{ rel: 'canonical', href: 'https://example.org/ocds-r6ebe6-0000000001' }],
  tender: {
    title: 'Cleaning',
    classification: { scheme: 'CPV', id: '90910000' },
    additionalClassifications: [{ scheme: 'CPV', id: '90911000' }],
    minValue: { amount: 10, currency: 'GBP' },
    contractPeriod: { startDate: '2027-01-01' },
    datePublished: '2026-05-01T09:00:00Z',
    suitability: { sme: true },
    enquiryPeriod: { endDate: '2026-06-10' },
    expressionOfInterestDeadline: '2026-06-20',
    lots: [{ id: '1', suitability: { sme: true } }],
    amendments: [
      { unstructuredChanges: [{ where: { section: 'IV.2.2' }, newValue: { date: '2026-07-01' } }] },
    ],
  },
  awards: [
    {
      id: '1',
      date: '2026-05-02',
      value: { amount: 20, currency: 'GBP' },
      items: [{ additionalClassifications: [{ scheme: 'CPV', id: '90912000' }] }],
    },
  ],
  contracts: [
    {
      awardID: '1',
      value: { amount: 30, currency: 'GBP' },
      items: [{ classification: { scheme: 'CPV', id: '90913000' } }],
    },
  ],
}

function read(portal: Portal, scheme?: string): Release {
  const tender = { ...EVERYWHERE.tender, ...(scheme ? { legalBasis: { scheme } } : {}) }
  const found = readRelease(portal, { ...EVERYWHERE, tender })
  if (!found.ok) throw new Error(found.reason)
  return found.release
}

const summary = ({ facts, awards }: Release) => ({
  fields: Object.keys(facts)
    .filter((name) => !['title', 'documents', 'cpvLabels'].includes(name))
    .sort(),
  sme: facts.lots?.[0]?.sme,
  value: awards[0]?.contract.value?.amount,
  cpv: awards[0]?.contract.cpv,
  decided: awards[0]?.contract.awardDate,
})

test('each kind of release is read by its own table alone', () => {
  const names = (...fields: (keyof Facts)[]) => fields.sort()
  expect(summary(read(FIND_A_TENDER, 'UKPGA'))).toEqual({
    fields: names('regime', 'awardCpv', 'lots', 'interestDeadline', 'enquiryMs'),
    sme: true,
    value: 30,
    cpv: ['90912000'],
    decided: '2026-05-02',
  })
  expect(summary(read(FIND_A_TENDER, 'CELEX'))).toEqual({
    fields: names('regime', 'additional', 'canonical', 'corrections', 'cpv', 'lots', 'minValue'),
    sme: undefined,
    value: 30,
    cpv: ['90912000', '90913000'],
    decided: '2026-05-02',
  })
  expect(summary(read(CONTRACTS_FINDER))).toEqual({
    fields: names('contractStart', 'cpv', 'minValue', 'publishedMs', 'sme'),
    sme: undefined,
    value: 20,
    cpv: ['90910000', '90911000'],
    decided: '2026-05-02',
  })
})

test('the notice types of the Act are UK1 to UK17', () => {
  const numbers = Object.keys(NOTICE_TYPES).map((type) => Number(type.slice(2)))
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
})

test('a release that 0.2.0 stored is completed', () => {
  const release = read(FIND_A_TENDER, 'UKPGA')
  const {
    noticeUrl: _,
    effect: __,
    isWhole: ___,
    bidsOnPage: ____,
    amountTax: _____,
    ...stored
  } = release
  expect(completeRelease(FIND_A_TENDER, stored as Release)).toEqual(release)
})
