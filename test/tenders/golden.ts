/**
 * Golden cases of the fit rules: an invented notice, what is known of its buyer's awards, a
 * supplier profile, and what the rules make of them.
 */

import type { BankHolidays } from '../../src/platform/bank-holidays.ts'
import { londonDate } from '../../src/platform/london.ts'
import { type FitRequest, scoreFit } from '../../src/tenders/index/fit.ts'
import type { Notice } from '../../src/tenders/model/notice.ts'
import { ALL_REGIONS, filterMask } from '../../src/tenders/model/regions.ts'
import { fitBand } from '../../src/tenders/rules/fit-1.0.0/fit.ts'
import { FIT } from '../../src/tenders/rules/published.ts'
import type { FitRules } from '../../src/tenders/rules/version.ts'
import type { Golden } from '../support/golden.ts'
import { liveIndexOf, SAMPLES_NOW, type SampleAward, sampleNotice } from './samples.ts'

interface GoldenFacts {
  nowMs: number
  request: FitRequest
  notice: Notice
  awards: SampleAward[]
}

export interface GoldenFit {
  score: number
  band: string
  relevance: number
  value: number
  geography: number
  timeline: number
  history: number
  flags: { code: string; detail: string }[]
  emphasise: string | null
}

export interface FitGoldenCase extends GoldenFacts {
  name: string
  /** Null: no match. */
  fit: GoldenFit | null
}

/** Fixed, so that a new year in the official table changes no case. */
const HOLIDAYS: BankHolidays = {
  'england-and-wales': new Set(['2026-12-25', '2026-12-28', '2027-01-01']),
  scotland: new Set(['2026-11-30', '2026-12-25', '2026-12-28', '2027-01-01', '2027-01-04']),
  'northern-ireland': new Set(['2026-12-25', '2026-12-28', '2027-01-01', '2027-03-17']),
}

async function score(
  rules: FitRules,
  { nowMs, request, notice, awards }: GoldenFacts,
): Promise<GoldenFit | null> {
  const index = liveIndexOf([notice], awards, nowMs)
  const [best] = scoreFit(
    index,
    request,
    { nowMs, today: londonDate(nowMs), holidays: HOLIDAYS },
    rules,
  ).best
  const match = best?.describe(notice)
  if (!match) return null
  const { score: points, relevance, value, geography, timeline, history } = match.fit
  return {
    score: points,
    band: fitBand(points),
    relevance,
    value,
    geography,
    timeline,
    history,
    flags: match.flags.map(({ code, detail }) => ({ code, detail })),
    emphasise: match.emphasise,
  }
}

const DAY = 86_400_000
const REQUEST: FitRequest = {
  description: null,
  keywords: ['grounds maintenance', 'hedge laying'],
  excludeKeywords: [],
  cpv: ['7731'],
  regions: filterMask(['scotland']),
  remote: false,
  valueMin: 20_000,
  valueMax: 400_000,
  certifications: [],
  pastBuyers: [],
  sme: false,
  minWorkingDays: 10,
  deadlineAfter: null,
  stage: 'tender',
  limit: 10,
}
const NOTICE = sampleNotice({
  key: 'ocds-h6vhtk-0f0001',
  title: 'Grounds maintenance of parks',
  description: 'Grass, beds and hedge laying in twelve parks.',
  buyer: 'Exampleton Council',
  buyerKey: 'GB-PPON-AAAA-0001-BBBB',
  buyerNameKey: 'name:exampleton council',
  cpv: ['77310000'],
  value: { amount: 180_000, currency: 'GBP', min: null, max: null, basis: 'tender' },
  deadlineMs: SAMPLES_NOW + 31 * DAY,
})

type Change = {
  request?: Partial<FitRequest>
  notice?: Partial<Notice>
  awards?: SampleAward[]
  nowMs?: number
}

function award(
  supplier: string,
  sme: boolean | null = null,
  divisions = ['77'],
  awardedOn = '2026-01-15',
): SampleAward {
  return {
    buyerKey: NOTICE.buyerKey,
    buyerNameKey: NOTICE.buyerNameKey,
    awardedOn,
    divisions,
    suppliers: [{ key: supplier, sme }],
  }
}

const pounds = (amount: number | null, basis: 'tender' | 'lots' = 'tender'): Notice['value'] =>
  amount === null ? null : { amount, currency: 'GBP', min: null, max: null, basis }
const lot = (
  id: string,
  amount: number | null,
  text: string | null = null,
): Notice['lots'][number] => ({
  id,
  title: text,
  description: null,
  value: pounds(amount, 'lots'),
  status: null,
  contract_start: null,
  contract_end: null,
  sme_suitable: null,
})
/** Neither title nor text names a keyword of the profile. */
const SILENT: Partial<Notice> = { title: 'Upkeep of parks', description: 'Beds and paths.' }
const WORDS_ONLY: Partial<FitRequest> = { cpv: [] }
const DESCRIPTION =
  'We mow, plant and look after parks, cemeteries and school grounds; tree surgery, playground inspection and winter gritting besides.'

const CPV: [notice: string[] | null, profile: string[]][] = [
  [['77310000'], ['77']],
  [['77300000'], ['7731']],
  [['77000000'], ['7731']],
  [['77314000'], ['773']],
  [['77314000'], ['77312']],
  [['77314100'], ['77314000']],
  [['30000000'], ['30000000']],
  [['03000000'], ['03']],
  [['45000000'], ['77']],
  [['45000000', '90000000', '50000000', '77310000'], ['7731']],
  [
    ['45000000', '77300000', '50000000', '77310000'],
    ['7731', '773'],
  ],
  [
    ['77310000', '77340000'],
    ['77', '7734'],
  ],
  [null, ['7731']],
  [['77310000'], []],
]
const VALUES: (number | null)[] = [
  null,
  1_000,
  4_000,
  10_000,
  19_999,
  20_000,
  400_000,
  400_001,
  800_000,
  1_999_999,
  5_000_000,
]
const DAYS_LEFT = [0.1, 1, 4, 7, 13, 14, 20, 27, 28, 45, 200]

const CASES: Readonly<Record<string, Change>> = {
  'nearly everything fits': {},
  'everything is full': {
    request: { pastBuyers: ['Exampleton Council'] },
    notice: { title: 'Grounds maintenance and hedge laying' },
  },
  'words alone, everything is full': {
    request: { ...WORDS_ONLY, pastBuyers: ['Exampleton Council'] },
    notice: { title: 'Grounds maintenance and hedge laying' },
  },
  'nothing in common': { notice: { ...SILENT, cpv: ['45000000'] } },
  'codes alone': { notice: SILENT },
  'codes alone, nothing asked in words': { request: { keywords: [] }, notice: SILENT },
  'keyword in the title alone': { notice: { description: null, cpv: ['45000000'] } },
  'keyword in the description alone': { notice: { title: 'Upkeep of parks', cpv: ['45000000'] } },
  'keyword in a lot alone': {
    notice: { ...SILENT, cpv: ['45000000'], lots: [lot('1', null, 'Hedge laying')] },
  },
  'keyword across two lots is none': {
    notice: { ...SILENT, lots: [lot('1', null, 'Hedge'), lot('2', null, 'laying')] },
  },
  'keyword in the name of the buyer is none': {
    notice: { ...SILENT, cpv: ['45000000'], buyer: 'Grounds Maintenance Trust' },
  },
  'synonym in the title': {
    notice: { title: 'Grass cutting', description: null, cpv: ['45000000'] },
  },
  'synonym in the description': {
    notice: { title: 'Upkeep of parks', description: 'Landscaping.', cpv: ['45000000'] },
  },
  'synonym in the title, the word itself in the description': {
    notice: {
      title: 'Tree surgery',
      description: 'Part of grounds maintenance.',
      cpv: ['45000000'],
    },
  },
  'one keyword said three times': {
    request: { ...WORDS_ONLY, keywords: ['hedge laying', 'Hedge Laying', 'hedges laying'] },
  },
  'words alone, one in the description': {
    request: WORDS_ONLY,
    notice: { title: 'Upkeep of parks' },
  },
  'words alone, one synonym in the description': {
    request: WORDS_ONLY,
    notice: { title: 'Upkeep of parks', description: 'Landscaping.' },
  },
  'words alone, full': { request: WORDS_ONLY },
  'words alone, no match': { request: WORDS_ONLY, notice: SILENT },
  'stems and accents': {
    request: { keywords: ['hedges laid', 'café'] },
    notice: { ...SILENT, description: 'Hedges laid beside the cafe.' },
  },
  'stop words keep their places': {
    request: { keywords: ['care at home'] },
    notice: { ...SILENT, title: 'Care for a home' },
  },
  'information technology in capitals': {
    request: { keywords: ['IT support'] },
    notice: { title: 'IT support', description: null },
  },
  'American spelling': {
    request: { keywords: ['modernisation'] },
    notice: { title: 'Modernization of parks', description: null },
  },
  'description: phrases, pairs and words': { request: { keywords: [], description: DESCRIPTION } },
  'description: pairs alone': {
    request: { ...WORDS_ONLY, keywords: [], description: DESCRIPTION },
    notice: { title: 'School grounds' },
  },
  'description: one word alone': {
    request: { ...WORDS_ONLY, keywords: [], description: DESCRIPTION },
    notice: { title: 'Cemeteries', description: null },
  },
  'description: a known phrase': {
    request: { ...WORDS_ONLY, keywords: [], description: DESCRIPTION },
    notice: { title: 'Grass cutting', description: 'Play area repairs.' },
  },
  'description: weak words say nothing': {
    request: {
      ...WORDS_ONLY,
      keywords: [],
      description: 'We provide services and support to the public sector.',
    },
    notice: {
      title: 'Provision of support services',
      description: 'Services for the public sector.',
    },
  },
  'description: unused beside keywords': {
    request: { description: 'Tree surgery' },
    notice: { title: 'Tree surgery', description: null },
  },
  'excluded keyword in the title': { request: { excludeKeywords: ['parks'] } },
  'excluded phrase in the title, relevance low as well': {
    request: { excludeKeywords: ['toys', 'upkeep of parks'] },
    notice: { ...SILENT, cpv: ['45000000'], description: 'Hedge laying.' },
  },
  'excluded keyword in the description only': { request: { excludeKeywords: ['beds'] } },
  'broad prefix with a keyword in the title': { request: { cpv: ['77'] } },
  'broad prefix with a keyword in the description only': {
    request: { cpv: ['77'] },
    notice: { title: 'Upkeep of parks' },
  },
  'broad prefix beside a narrow one of equal points': {
    request: { cpv: ['77', '7734'] },
    notice: { ...SILENT, cpv: ['77300000', '77341000'] },
  },
  'words alone, no band': {
    request: { ...WORDS_ONLY, valueMin: null, valueMax: null },
    notice: { title: 'Upkeep of parks' },
  },
  'value: no band': { request: { valueMin: null, valueMax: null }, notice: { value: null } },
  'value: minimum only': { request: { valueMax: null }, notice: { value: pounds(10_000) } },
  'value: maximum only': { request: { valueMin: null }, notice: { value: pounds(600_000) } },
  'value: minimum of nothing': {
    request: { valueMin: 0, valueMax: 0 },
    notice: { value: pounds(5) },
  },
  'value: a stated minimum stands for it': {
    notice: { value: { amount: null, currency: 'GBP', min: 30_000, max: null, basis: 'minimum' } },
  },
  'value: upper bound with a minimum': {
    notice: {
      value: { amount: 700_000, currency: 'GBP', min: 30_000, max: 700_000, basis: 'tender' },
    },
  },
  'value: in another currency': {
    notice: { value: { amount: 180_000, currency: 'EUR', min: null, max: null, basis: 'tender' } },
  },
  'value: the lot that fits best': {
    notice: { value: pounds(905_000, 'lots'), lots: [lot('1', 5_000), lot('2', 900_000)] },
  },
  'value: a lot that fits': {
    notice: { value: pounds(950_000, 'lots'), lots: [lot('1', 50_000), lot('2', 900_000)] },
  },
  'value: the sum of the lots': {
    notice: { value: pounds(24_000, 'lots'), lots: [lot('1', 12_000), lot('2', 12_000)] },
  },
  'value: lots without values': { notice: { value: null, lots: [lot('1', null, 'Beds')] } },
  'value: a framework above the band': { notice: { value: pounds(50_000_000), framework: true } },
  'value: a framework below the band': { notice: { value: pounds(10_000), framework: true } },
  'value: a framework inside the band': { notice: { framework: true } },
  'geography: anywhere': {
    request: { regions: 0 },
    notice: { regions: filterMask(['south-west']) },
  },
  'geography: every region of the profile': {
    request: { regions: ALL_REGIONS },
    notice: { regions: 0 },
  },
  'geography: UK-wide': { notice: { regions: ALL_REGIONS } },
  'geography: UK-wide, supplier anywhere': {
    request: { regions: 0 },
    notice: { regions: ALL_REGIONS },
  },
  'geography: half inside': { notice: { regions: filterMask(['scotland', 'london']) } },
  'geography: one of four inside': {
    notice: { regions: filterMask(['scotland', 'wales', 'london', 'yorkshire']) },
  },
  'geography: two regions of England': {
    request: { regions: filterMask(['london', 'wales']) },
    notice: { regions: filterMask(['england']) },
  },
  'geography: remote': { request: { remote: true }, notice: { regions: filterMask(['london']) } },
  'geography: remote with overlap': { request: { remote: true } },
  'geography: remote and adjacent': {
    request: { remote: true },
    notice: { regions: filterMask(['north-east']) },
  },
  'geography: adjacent': { notice: { regions: filterMask(['north-east']) } },
  'geography: outside': { notice: { regions: filterMask(['south-west']) } },
  'geography: Northern Ireland borders on nothing': {
    notice: { regions: filterMask(['northern-ireland']) },
  },
  'geography: not stated': { notice: { regions: 0 } },
  'timeline: no deadline': { notice: { deadlineMs: null, deadlinePrecision: null } },
  'timeline: planning': {
    request: { stage: 'planning' },
    notice: { stage: 'planning', deadlineMs: null, deadlinePrecision: null },
  },
  'timeline: planning with a date, both stages asked': {
    request: { stage: null },
    notice: { stage: 'planning' },
  },
  'timeline: the other stage': { request: { stage: 'planning' } },
  'timeline: no days needed': {
    request: { minWorkingDays: 0 },
    notice: { deadlineMs: SAMPLES_NOW + 3_600_000 },
  },
  'timeline: a day without an hour': { notice: { deadlinePrecision: 'date' } },
  'timeline: due before the day asked for': { request: { deadlineAfter: '2026-12-22' } },
  'timeline: due on the day asked for': { request: { deadlineAfter: '2026-12-21' } },
  'timeline: undated stays whatever day is asked for': {
    request: { deadlineAfter: '2027-12-22' },
    notice: { deadlineMs: null, deadlinePrecision: null },
  },
  'timeline: over Christmas in England': {
    nowMs: Date.parse('2026-12-23T23:30:00Z'),
    request: { regions: filterMask(['london']) },
    notice: { regions: filterMask(['london']), deadlineMs: Date.parse('2027-01-08T12:00:00Z') },
  },
  'timeline: over Christmas in Scotland': {
    nowMs: Date.parse('2026-12-23T23:30:00Z'),
    notice: { deadlineMs: Date.parse('2027-01-08T12:00:00Z') },
  },
  "timeline: St Patrick's Day": {
    nowMs: Date.parse('2027-03-12T09:00:00Z'),
    request: { regions: filterMask(['northern-ireland']) },
    notice: {
      regions: filterMask(['northern-ireland']),
      deadlineMs: Date.parse('2027-03-19T12:00:00Z'),
    },
  },
  'timeline: summer time': {
    nowMs: Date.parse('2027-06-01T23:30:00Z'),
    request: { regions: 0 },
    notice: { regions: filterMask(['wales']), deadlineMs: Date.parse('2027-06-15T22:30:00Z') },
  },
  'history: one award': { awards: [award('a')] },
  'history: two awards': { awards: [award('a'), award('b')] },
  'history: three awards to one supplier': { awards: [award('a'), award('a'), award('a')] },
  'history: three awards to three suppliers': { awards: [award('a'), award('b'), award('c')] },
  'history: five awards to two suppliers': {
    awards: ['a', 'a', 'a', 'b', 'b'].map((supplier) => award(supplier)),
  },
  'history: another division': { awards: [award('a', null, ['45']), award('b', null, ['45'])] },
  'history: small suppliers': {
    request: { sme: true },
    awards: [award('a', true), award('b', false), award('c', true)],
  },
  'history: small suppliers, two sizes known': {
    request: { sme: true },
    awards: [award('a', true), award('b', false), award('c')],
  },
  'history: sizes of no interest': {
    awards: [award('a', true), award('b', false), award('c', true)],
  },
  'history: no division to compare': { notice: { cpv: null }, awards: [award('a'), award('b')] },
  'history: no division, small supplier': {
    request: { sme: true },
    notice: { cpv: null },
    awards: [award('a', true), award('b', true), award('c', false)],
  },
  'history: older than 36 months': {
    awards: [award('a', null, ['77'], '2023-11-20'), award('b', null, ['77'], '2022-01-01')],
  },
  'history: under the name alone': {
    awards: [
      { ...award('a'), buyerKey: NOTICE.buyerNameKey },
      { ...award('b'), buyerKey: NOTICE.buyerNameKey },
    ],
  },
  'history: a past buyer': { request: { pastBuyers: ['The Exampleton Council'] } },
  'history: a past buyer named in part': {
    request: { pastBuyers: ['Exampleton Council, Parks Department'] },
  },
  'history: a past buyer of one word is not a part': { request: { pastBuyers: ['Exampleton'] } },
  'certification held and mentioned': {
    request: { certifications: ['ISO 14001', 'CHAS'] },
    notice: { description: 'Hedge laying. Bidders must hold ISO 14001.' },
  },
  'certification demanded and not held': {
    notice: { requirements: ['Bidders must hold Cyber Essentials Plus and CHAS.'] },
  },
  'certification mentioned without demand': {
    notice: { description: 'Hedge laying by staff with CHAS.' },
  },
  'suitable for small suppliers': { request: { sme: true }, notice: { smeSuitable: true } },
  'both caps of region and relevance': {
    notice: {
      ...SILENT,
      description: 'Landscaping.',
      cpv: ['45000000'],
      regions: filterMask(['south-west']),
    },
  },
  'nothing can be judged but relevance': {
    notice: { value: null, regions: 0, deadlineMs: null, deadlinePrecision: null, cpv: null },
  },
  ...Object.fromEntries(
    CPV.map(([codes, cpv]) => [
      `cpv: ${codes ?? 'none'} against ${cpv}`,
      { request: { cpv }, notice: { cpv: codes } },
    ]),
  ),
  ...Object.fromEntries(
    VALUES.map((amount) => [`value: ${amount}`, { notice: { value: pounds(amount) } }]),
  ),
  ...Object.fromEntries(
    DAYS_LEFT.map((days) => [
      `timeline: ${days} days left`,
      { notice: { deadlineMs: SAMPLES_NOW + days * DAY } },
    ]),
  ),
}

/** Cases of versions that judge what words mean. */
const MEANT_CASES: Readonly<Record<string, Change>> = {
  'meaning: a trade that the notice does not name': {
    request: { ...WORDS_ONLY, keywords: ['gardener'] },
    notice: SILENT,
  },
  'meaning: a trade that the notice names too': {
    request: { ...WORDS_ONLY, keywords: ['gardener'] },
    notice: { title: 'Gardener for parks' },
  },
  'meaning: one word of two': {
    request: { ...WORDS_ONLY, keywords: ['hospital gardener'] },
    notice: SILENT,
  },
  'meaning: a trade of the fourth code': {
    request: { ...WORDS_ONLY, keywords: ['gardener'] },
    notice: { ...SILENT, cpv: ['45000000', '90000000', '50000000', '77310000'] },
  },
  'meaning: a trade of another division': {
    request: { ...WORDS_ONLY, keywords: ['solicitor'] },
    notice: SILENT,
  },
  'meaning: the codes of the profile say more': {
    request: { keywords: ['gardener'] },
    notice: SILENT,
  },
  'meaning: the codes of the profile say less': {
    request: { keywords: ['gardener'], cpv: ['79'] },
    notice: SILENT,
  },
  'meaning: a trade in a description': {
    request: { ...WORDS_ONLY, keywords: [], description: 'A landscaping firm with vans.' },
    notice: SILENT,
  },
  'meaning: no code on the notice': {
    request: { ...WORDS_ONLY, keywords: ['gardener'] },
    notice: { title: 'Gardener for parks', cpv: null },
  },
  'relevance just short of strong': {
    notice: { title: 'Upkeep of parks', description: 'Landscaping.' },
  },
}

/** Cases of versions that take values with VAT and cap what is not specific. */
const SPECIFIC_CASES: Readonly<Record<string, Change>> = {
  'specific: a lot that the title does not name': {
    request: { keywords: ['hedge laying'], cpv: ['773'] },
    notice: { ...SILENT, lots: [lot('1', null, 'Hedge laying')] },
  },
  'specific: three digits and words of the text alone': {
    request: { cpv: ['773'], pastBuyers: ['Exampleton Council'] },
    notice: { title: 'Upkeep of parks', description: 'Grounds maintenance and hedge laying.' },
  },
  'specific: four digits and words of the text alone': {
    notice: { title: 'Upkeep of parks', description: 'Grounds maintenance and hedge laying.' },
  },
  'specific: one code group of three': {
    notice: { cpv: ['77310000', '45000000', '90000000'] },
  },
  'specific: two codes of one group': { notice: { cpv: ['77310000', '77340000'] } },
  'meaning: a trade of one code group of two': {
    request: { ...WORDS_ONLY, keywords: ['gardener'] },
    notice: { ...SILENT, cpv: ['45000000', '77310000'] },
  },
  'value: with VAT': {
    notice: { value: { ...pounds(480_000)!, tax: 'included' } },
  },
  'value: with VAT, of a lot': {
    notice: {
      value: null,
      lots: [{ ...lot('1', 50_000), value: { ...pounds(60_000, 'lots')!, tax: 'included' } }],
    },
  },
  'timeline: a corrected deadline': { notice: { deadlineCorrected: true } },
}

/** Cases by the first version that has them. */
const ADDED_CASES = [
  ['1.0.0', CASES],
  ['1.2.0', MEANT_CASES],
  ['1.3.0', SPECIFIC_CASES],
] as const

async function make(rules: FitRules): Promise<FitGoldenCase[]> {
  const cases: FitGoldenCase[] = []
  const changes = Object.assign(
    {},
    ...ADDED_CASES.filter(([since]) => since <= rules.version).map(([, added]) => added),
  ) as Readonly<Record<string, Change>>
  for (const [name, { request, notice, awards = [], nowMs = SAMPLES_NOW }] of Object.entries(
    changes,
  )) {
    const facts = {
      nowMs,
      request: { ...REQUEST, ...request },
      notice: { ...NOTICE, ...notice },
      awards,
    }
    cases.push({ name, ...facts, fit: await score(rules, facts) })
  }
  return cases
}

export const FIT_GOLDEN: Golden<FitRules, FitGoldenCase> = {
  rules: FIT,
  wing: 'tenders',
  make,
  judge: async (rules, facts) => ({ ...facts, fit: await score(rules, facts) }),
  // A case holds the notice itself; what the rules are given of it is held against their schema
  // beside the index.
  facts: () => [],
}
