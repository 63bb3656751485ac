/** The scorer over an index, held against the rules over each notice's own text. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  liveIndexOf,
  SAMPLES_NOW,
  type SampleAward,
  sampleNotice,
} from '../../../test/tenders/samples.ts'
import { SHIPPED_HOLIDAYS } from '../../platform/bank-holidays.ts'
import { countWorkingDays, londonDate } from '../../platform/london.ts'
import { conceptOf } from '../../text-search/query.ts'
import type { Ranker } from '../../text-search/ranker.ts'
import { findPhrase, phrase, phraseKey, tokens } from '../../text-search/terms.ts'
import { normaliseName } from '../model/buyer.ts'
import { historySpan, summariseHistory } from '../model/buyer-history.ts'
import { chooseCalendar } from '../model/calendar.ts'
import type { Notice } from '../model/notice.ts'
import { ALL_REGIONS } from '../model/regions.ts'
import { TENDER_SYNONYMS } from '../model/synonyms.ts'
import { FIT } from '../rules/published.ts'
import type { Fit, FitRules, NoticeFacts } from '../rules/version.ts'
import { type FitRequest, scoreFit, scoreFitInTurns } from './fit.ts'

const DAY = 86_400_000
const TODAY = londonDate(SAMPLES_NOW)
const MOMENT = { nowMs: SAMPLES_NOW, today: TODAY, holidays: SHIPPED_HOLIDAYS }

const WORDS = [
  'grounds',
  'maintenance',
  'grass',
  'cutting',
  'cleaning',
  'window',
  'school',
  'care',
  'home',
  'at',
  'services',
  'landscaping',
]
const text = (least: number, most: number) =>
  fc
    .array(fc.constantFrom(...WORDS), { minLength: least, maxLength: most })
    .map((words) => words.join(' '))
const anyRegions = fc.oneof(
  fc.constantFrom(0, ALL_REGIONS, 1, 2, 16),
  fc.integer({ min: 0, max: ALL_REGIONS }),
)
const amount = fc.constantFrom(
  2,
  900,
  4_000,
  19_999,
  20_000,
  55_000,
  400_000,
  400_001,
  1_500_000,
  90_000_000,
)
const codes = [
  '77310000',
  '77300000',
  '77314100',
  '77000000',
  '90911200',
  '90910000',
  '45000000',
  '03000000',
]
const BUYERS = [
  'Exampleton Council',
  'The Exampleton Council',
  'Council',
  'Exampleton Council Parks',
  'Ridingham & Fen Ltd',
]

const anyNotice = fc.record({
  title: text(1, 4),
  description: fc.option(text(1, 12)),
  lots: fc.array(
    fc.record({ title: fc.option(text(1, 3)), amount: fc.option(amount), withTax: fc.boolean() }),
    { maxLength: 3 },
  ),
  cpv: fc.option(fc.uniqueArray(fc.constantFrom(...codes), { minLength: 1, maxLength: 5 }), {
    freq: 5,
  }),
  regions: anyRegions,
  value: fc.option(
    fc.record({
      amount,
      basis: fc.constantFrom('tender' as const, 'lots' as const),
      currency: fc.constantFrom('GBP', 'EUR'),
      withTax: fc.boolean(),
    }),
  ),
  framework: fc.boolean(),
  stage: fc.constantFrom('tender' as const, 'planning' as const),
  deadline: fc.option(fc.constantFrom(-1, 0.2, 1, 4, 6, 8, 13, 15, 30, 41, 120, 900), { freq: 6 }),
  buyer: fc.constantFrom(...BUYERS),
})
const anyAward: fc.Arbitrary<SampleAward> = fc
  .record({
    buyer: fc.constantFrom(...BUYERS),
    awardedOn: fc.constantFrom('2026-10-01', '2025-01-15', '2024-06-30', '2020-01-01'),
    divisions: fc.uniqueArray(fc.constantFrom('77', '90', '45'), { minLength: 1, maxLength: 2 }),
    suppliers: fc.array(
      fc.record({ key: fc.constantFrom('a', 'b', 'c'), sme: fc.constantFrom(true, false, null) }),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
  })
  .map(({ buyer, ...award }) => ({
    ...award,
    buyerKey: `name:${normaliseName(buyer)}`,
    buyerNameKey: `name:${normaliseName(buyer)}`,
  }))
const anyRequest: fc.Arbitrary<FitRequest> = fc.record({
  description: fc.option(text(2, 12)),
  keywords: fc.array(text(1, 2), { maxLength: 4 }),
  excludeKeywords: fc.array(text(1, 2), { maxLength: 2 }),
  cpv: fc.array(
    fc.constantFrom('77', '773', '7731', '77314000', '90', '90911200', '45', '03', '30'),
    { maxLength: 3 },
  ),
  regions: anyRegions,
  remote: fc.boolean(),
  valueMin: fc.constantFrom(null, 0, 20_000),
  valueMax: fc.constantFrom(null, 400_000, 1_000_000),
  certifications: fc.constant([]),
  pastBuyers: fc.subarray([
    'exampleton council',
    'Council',
    'Ridingham and Fen',
    'Parks of Exampleton Council, Downshire',
    '--',
  ]),
  sme: fc.boolean(),
  minWorkingDays: fc.constantFrom(0, 1, 5, 10, 60),
  deadlineAfter: fc.constantFrom(null, '2026-12-01'),
  stage: fc.constantFrom(null, 'tender' as const, 'planning' as const),
  limit: fc.constantFrom(1, 3, 10, 100),
})

const priced = ({ amount, withTax }: { amount: number; withTax: boolean }) => ({
  amount,
  min: null,
  max: null,
  ...(withTax ? { tax: 'included' as const } : {}),
})

function noticeOf(
  spec: typeof anyNotice extends fc.Arbitrary<infer Spec> ? Spec : never,
  index: number,
): Notice {
  const { lots, value, deadline, ...fields } = spec
  return sampleNotice({
    ...fields,
    key: `n${String(index).padStart(3, '0')}`,
    // No two are one opportunity published twice.
    title: `${spec.title} ${index}`,
    buyerKey: `name:${normaliseName(spec.buyer)}`,
    buyerNameKey: `name:${normaliseName(spec.buyer)}`,
    value: value && { ...priced(value), currency: value.currency, basis: value.basis },
    deadlineMs: deadline === null ? null : SAMPLES_NOW + deadline * DAY,
    lots: lots.map((lot, number) => ({
      id: String(number),
      title: lot.title,
      description: null,
      value:
        lot.amount === null
          ? null
          : {
              ...priced({ amount: lot.amount, withTax: lot.withTax }),
              currency: 'GBP',
              basis: 'lots',
            },
      status: null,
      contract_start: null,
      contract_end: null,
      sme_suitable: null,
    })),
  })
}

const has = (within: string, wanted: string) => {
  const looked = phrase(wanted)
  return looked !== null && findPhrase(tokens(within), looked).length > 0
}

/** Points of one concept after another, read from the notice's own words and codes. */
function keywordFacts(
  request: FitRequest,
  notice: Notice,
  rules: FitRules,
  ranker: Ranker,
): Pick<NoticeFacts, 'keywordSum' | 'keywordInTitle' | 'keywordInLotTitle' | 'cpvShares'> {
  const concepts =
    request.keywords.length > 0
      ? request.keywords.map((keyword) => ({
          concept: conceptOf(keyword, TENDER_SYNONYMS),
          weight: 1,
        }))
      : rules.described(request.description ?? '')
  const seen = new Set<string>()
  let keywordSum = 0
  let keywordInTitle = false
  let keywordInLotTitle = false
  const cpvShares = (notice.cpv ?? []).map(() => 0)
  for (const { concept, weight } of concepts) {
    const key = concept && phraseKey(concept.alternatives[0]!.phrase)
    if (!key || seen.has(key)) continue
    seen.add(key)
    const best = (texts: readonly string[]) =>
      Math.max(
        0,
        ...concept.alternatives.map(({ phrase: wanted, weight: share }) =>
          texts.some((each) => findPhrase(tokens(each), wanted).length > 0) ? share : 0,
        ),
      )
    const title = best([notice.title])
    const body = best([notice.description ?? '', ...notice.lots.map((lot) => lot.title ?? '')])
    keywordSum += weight * (title + 0.5 * body)
    keywordInTitle ||= title > 0
    keywordInLotTitle ||= best(notice.lots.map((lot) => lot.title ?? '')) > 0
    for (const [at, code] of (notice.cpv ?? []).entries()) {
      const share = ranker.findClasses(concept.text).get(code) ?? 0
      cpvShares[at] = Math.max(cpvShares[at]!, share * weight)
    }
  }
  return { keywordSum, keywordInTitle, keywordInLotTitle, cpvShares }
}

function isPastBuyer(name: string, past: readonly string[]): boolean {
  const inside = (part: string, whole: string) =>
    part.includes(' ') && ` ${whole} `.includes(` ${part} `)
  const own = normaliseName(name)
  return past
    .map(normaliseName)
    .some((each) => each !== '' && (each === own || inside(each, own) || inside(own, each)))
}

/** Judges one notice by the rules; `null` without a match or if not requested. */
const NO_REMARKS = {
  buyer: '',
  certifications: [],
  mentioned: [],
  demanded: [],
  deadlineIsDateOnly: false,
  valueCurrency: null,
  excluded: null,
}

function judgeNotice(
  rules: FitRules,
  request: FitRequest,
  notice: Notice,
  awards: readonly SampleAward[],
  ranker: Ranker,
): { considered: boolean; fit: Fit | null } {
  const { deadlineMs, value, stage } = notice
  const day = deadlineMs === null ? null : londonDate(deadlineMs)
  if (deadlineMs !== null && deadlineMs <= SAMPLES_NOW) return { considered: false, fit: null }
  if (request.stage !== null && stage !== request.stage) return { considered: false, fit: null }
  if (request.deadlineAfter !== null && day !== null && day < request.deadlineAfter)
    return { considered: false, fit: null }
  const own = awards.filter(({ buyerKey }) => buyerKey === notice.buyerKey)
  const { cpv, regions, remote, valueMin, valueMax, sme, minWorkingDays } = request
  const lotValues = (withTax: boolean) =>
    notice.lots.flatMap((lot) =>
      (lot.value?.tax === 'included') === withTax ? (lot.value?.amount ?? []) : [],
    )
  const facts = rules.select({
    profile: { cpv, regions, remote, valueMin, valueMax, sme, minWorkingDays },
    notice: {
      stage,
      cpv: notice.cpv ?? [],
      division: notice.cpv?.[0]?.slice(0, 2) ?? null,
      regions: notice.regions,
      valueGbp: value?.currency === 'GBP' && value.basis !== 'lots' ? value.amount : null,
      valueWithTax: value?.tax === 'included',
      lotValuesGbp: lotValues(false),
      lotValuesWithTaxGbp: lotValues(true),
      framework: notice.framework,
      workingDaysLeft:
        day === null
          ? null
          : countWorkingDays(TODAY, day, SHIPPED_HOLIDAYS[chooseCalendar(notice.regions)]),
      ...keywordFacts(request, notice, rules, ranker),
      excludedInTitle: request.excludeKeywords.some((keyword) => has(notice.title, keyword)),
      pastBuyer: isPastBuyer(notice.buyer, request.pastBuyers),
    },
    history: own.length === 0 ? null : summariseHistory(own, historySpan(TODAY)),
    remarks: NO_REMARKS,
  })
  expect(rules.facts.safeParse(facts).error).toBeUndefined()
  const fit = rules.judge(facts)
  return { considered: true, fit: fit.relevance === 0 ? null : fit }
}

describe.each(FIT.versions)('scoring all notices by $version', (rules) => {
  test('finds what judging one notice after another finds, in that order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyNotice, { maxLength: 30 }),
        fc.array(anyAward, { maxLength: 40 }),
        fc.array(anyRequest, { minLength: 8, maxLength: 8 }),
        async (specs, awards, requests) => {
          const notices = specs.map(noticeOf)
          const index = liveIndexOf(notices, awards)
          for (const request of requests) {
            const judged = notices.map((notice) => ({
              notice,
              ...judgeNotice(rules, request, notice, awards, index.ranker),
            }))
            const late = ({ notice }: { notice: Notice }) =>
              notice.deadlineMs ?? Number.POSITIVE_INFINITY
            const expected = judged
              .flatMap((each) => (each.fit ? [{ ...each, fit: each.fit }] : []))
              .sort(
                (a, b) =>
                  b.fit.score - a.fit.score ||
                  late(a) - late(b) ||
                  (a.notice.key < b.notice.key ? -1 : 1),
              )
              .slice(0, request.limit)
            const { considered, best } = scoreFit(index, request, MOMENT, rules)
            const matches = best.map(({ entry, describe }) =>
              describe(notices.find(({ key }) => key === entry.key)!),
            )
            expect(considered).toBe(judged.filter((each) => each.considered).length)
            expect(matches.map(({ notice, fit }) => ({ key: notice.key, ...fit }))).toEqual(
              expected.map(({ notice, fit }) => ({ key: notice.key, ...fit })),
            )
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('scoring in turns', () => {
  const request: FitRequest = {
    description: null,
    keywords: Array.from({ length: 40 }, (_, n) => `grounds maintenance ${n}`),
    excludeKeywords: [],
    cpv: [],
    regions: 0,
    remote: false,
    valueMin: null,
    valueMax: null,
    certifications: [],
    pastBuyers: [],
    sme: false,
    minWorkingDays: 10,
    deadlineAfter: null,
    stage: null,
    limit: 10,
  }
  const notice = (number: number) =>
    sampleNotice({ key: `n${number}`, title: `Grounds maintenance ${number}`, cpv: null })
  const keys = ({ best }: ReturnType<typeof scoreFit>) => best.map(({ entry }) => entry.key)

  test('pauses, and begins again if the index has changed in between', async () => {
    const index = liveIndexOf([notice(1)])
    let pauses = 0
    const outcome = await scoreFitInTurns(
      async () => {
        pauses += 1
        if (pauses === 1) index.put(notice(2), 2, SAMPLES_NOW)
      },
      index,
      request,
      MOMENT,
      FIT.current,
    )
    expect(keys(outcome)).toEqual(['n1', 'n2'])
    expect(outcome.considered).toBe(2)
    expect(pauses).toBeGreaterThan(3)
  })

  test('ends though the index changes in every pause', async () => {
    const index = liveIndexOf([notice(1)])
    let number = 1
    const pause = async () => {
      number += 1
      index.put(notice(number), number, SAMPLES_NOW)
    }
    const outcome = await scoreFitInTurns(pause, index, request, MOMENT, FIT.current)
    expect(keys(outcome)).toEqual(keys(scoreFit(index, request, MOMENT, FIT.current)))
    expect(outcome.considered).toBe(number)
  })
})
