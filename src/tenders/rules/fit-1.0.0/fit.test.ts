import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AwardRecord, historySpan, summariseHistory } from '../../model/buyer-history.ts'
import { ENGLAND, filterMask } from '../../model/regions.ts'
import type { SupplierProfile } from '../version.ts'
import {
  buyerHistory,
  cpvPart,
  cpvPoints,
  geography,
  relevance,
  roundHalfUp,
  timeline,
  valueFit,
} from './factors.ts'
import { createCpvJudge, type FitNotice, fitBand, judgeFit } from './fit.ts'

const profile: SupplierProfile = {
  cpv: ['7731'],
  regions: filterMask(['scotland']),
  remote: false,
  valueMin: 20_000,
  valueMax: 400_000,
  sme: true,
  minWorkingDays: 10,
}

function notice(change: Partial<FitNotice> = {}, codes: string[] = ['77310000']): FitNotice {
  return {
    stage: 'tender',
    cpv: codes.map(Number).map(createCpvJudge(profile)),
    division: codes[0]?.slice(0, 2) ?? null,
    regions: filterMask(['scotland']),
    valueGbp: 180_000,
    lotValuesGbp: [],
    framework: false,
    workingDaysLeft: 20,
    keywordSum: 2,
    keywordInTitle: true,
    excludedInTitle: false,
    pastBuyer: false,
    ...change,
  }
}

describe('relevance', () => {
  test.each([
    ['72000000', '72', 20, true],
    ['72200000', '72', 20, true],
    ['72200000', '7221', 16, false],
    ['72212000', '7221', 24, false],
    ['72212000', '722', 24, false],
    ['72212100', '72212', 24, false],
    ['72212100', '72212200', 24, false],
    ['72211000', '72213000', 20, false],
    ['72000000', '7221', 10, false],
    ['30000000', '30000000', 20, true],
    ['45000000', '72', 0, false],
  ])('%s against %s is worth %i', (code, prefix, points, broad) => {
    expect(cpvPoints(code, [prefix])).toEqual({ points, broad: points > 0 && broad })
  })

  test('codes after the third count three quarters', () => {
    const none = { points: 0, broad: false }
    expect(cpvPart([none, none, none, { points: 24, broad: false }])).toEqual({
      points: 18,
      broad: false,
    })
    expect(cpvPart([])).toBeNull()
  })

  test('keywords take all 40 when there is no code to compare', () => {
    expect(relevance(null, 1)).toBe(20)
    expect(relevance(null, 2)).toBe(40)
    expect(relevance(null, 0)).toBe(0)
    expect(judgeFit({ ...profile, cpv: [] }, notice({ keywordSum: 2 }), null).relevance).toBe(40)
    expect(judgeFit(profile, notice({ keywordSum: 2 }, []), null).relevance).toBe(40)
  })
})

describe('value', () => {
  const pointsOf = (valueGbp: number | null, lots: number[] = [], framework = false) =>
    valueFit({ valueGbp, lotValuesGbp: lots, framework }, 20_000, 400_000)

  test('inside the band is full, a fifth of it or five times of it nothing', () => {
    expect([pointsOf(20_000), pointsOf(400_000)]).toEqual([20, 20])
    expect([pointsOf(4_000), pointsOf(2_000_000)]).toEqual([expect.closeTo(0), expect.closeTo(0)])
    expect(pointsOf(800_000)).toBeCloseTo(20 * (1 - Math.log(2) / Math.log(5)))
  })

  test('without a value the best lot or the sum of lots counts', () => {
    expect(pointsOf(null, [5_000, 100_000])).toBe(20)
    expect(pointsOf(null, [15_000, 15_000])).toBe(20)
    expect(pointsOf(null)).toBeNull()
  })

  test("a framework's ceiling is no contract value", () => {
    expect(pointsOf(50_000_000, [], true)).toBe(10)
    expect(pointsOf(200_000, [], true)).toBe(20)
  })

  test('no band, nothing to miss', () => {
    expect(valueFit({ valueGbp: null, lotValuesGbp: [], framework: false }, null, null)).toBe(20)
  })
})

describe('geography', () => {
  const scotland = filterMask(['scotland'])
  test.each([
    ['overlap, whole', filterMask(['scotland']), false, 15, 'overlap'],
    [
      'overlap, one of four',
      filterMask(['scotland', 'wales', 'london', 'yorkshire']),
      false,
      10.5,
      'overlap',
    ],
    [
      'UK-wide',
      filterMask(['england', 'scotland', 'wales', 'northern-ireland']),
      false,
      10,
      'uk_wide',
    ],
    ['remote', filterMask(['london']), true, 8, 'remote'],
    ['adjacent', filterMask(['north-east']), false, 4, 'adjacent'],
    ['outside', filterMask(['south-west']), false, 0, 'outside'],
    ['not stated', 0, false, null, 'not_stated'],
  ] as const)('%s', (_name, regions, remote, points, reach) => {
    const result = geography(regions, scotland, remote)
    expect(result.reach).toBe(reach)
    if (points === null) expect(result.points).toBeNull()
    else expect(result.points).toBeCloseTo(points)
  })

  test('a profile without regions works anywhere', () => {
    expect(geography(0, 0, false)).toEqual({ points: 15, reach: 'anywhere' })
    expect(geography(ENGLAND, filterMask(['england']), false).points).toBeCloseTo(15)
  })
})

describe('timeline', () => {
  test.each([
    [20, 10, 15],
    [15, 10, 12.5],
    [10, 10, 10],
    [5, 10, 5],
    [0, 10, 0],
    [0, 0, 15],
  ])('%i days left of %i needed', (left, needed, points) => {
    expect(timeline('tender', left, needed)).toBe(points)
  })

  test('planning notices leave time; without a date nothing can be said', () => {
    expect(timeline('planning', null, 10)).toBe(12)
    expect(timeline('tender', null, 10)).toBeNull()
  })
})

describe('buyer history', () => {
  const award = (
    supplier: string,
    sme: boolean | null,
    division = '77',
    awardedOn = '2026-01-15',
  ): AwardRecord => ({
    awardedOn,
    divisions: [division],
    suppliers: [{ key: supplier, sme }],
  })

  test('counts the last 36 months only', () => {
    const history = summariseHistory(
      [
        award('a', null),
        award('b', null, '77', '2023-11-20'),
        award('c', null, '77', '2023-11-21'),
      ],
      historySpan('2026-11-20'),
    )
    expect(history.awards).toBe(2)
  })

  test('awards in the division, spread over suppliers, share of SMEs', () => {
    const history = summariseHistory(
      [award('a', true), award('a', true), award('b', false), award('c', null, '45')],
      historySpan('2026-11-20'),
    )
    // Division 77: three awards (3 of 4), concentration (2/3)² + (1/3)² = 5/9 so 3 x 4/9; SMEs 2 of 3 so 2 of 3.
    expect(buyerHistory(history, '77', true)).toBeCloseTo((10 * (3 + (3 * 4) / 9 + 2)) / 10)
    expect(buyerHistory(history, '77', false)).toBeCloseTo((10 * (3 + (3 * 4) / 9)) / 7)
    expect(buyerHistory(history, '90', false)).toBe(0)
  })

  test('nothing known, nothing judged', () => {
    expect(buyerHistory(null, '77', true)).toBeNull()
    expect(
      buyerHistory(summariseHistory([award('a', null)], historySpan('2026-11-20')), null, true),
    ).toBeNull()
  })
})

describe('a fit', () => {
  const history = summariseHistory(
    [{ awardedOn: '2026-01-15', divisions: ['77'], suppliers: [{ key: 'a', sme: true }] }],
    historySpan('2026-11-20'),
  )

  test('is the sum of its factors', () => {
    expect(judgeFit(profile, notice(), history)).toMatchObject({
      score: 94,
      relevance: 40,
      value: 20,
      geography: 15,
      timeline: 15,
      history: 4,
      caps: [],
      unjudged: [],
    })
  })

  test('gives half, rounded down, for what cannot be judged', () => {
    const blind = judgeFit(
      profile,
      notice({ valueGbp: null, regions: 0, workingDaysLeft: null }),
      null,
    )
    expect(blind).toMatchObject({
      value: 10,
      geography: 7,
      timeline: 7,
      history: 5,
      unjudged: ['value', 'geography', 'timeline', 'history'],
    })
  })

  test.each([
    ['CAP_RELEVANCE_LOW', { cpv: [], keywordSum: 0.1, keywordInTitle: false }, 25],
    ['CAP_RELEVANCE', { cpv: [], keywordSum: 0.5, keywordInTitle: false }, 49],
    ['CAP_REGION', { regions: filterMask(['south-west']) }, 39],
    ['CAP_REGION_ADJACENT', { regions: filterMask(['north-east']) }, 59],
    ['CAP_EXCLUDED', { excludedInTitle: true }, 20],
    ['CAP_BROAD_CPV', { cpv: [cpvPoints('77310000', ['77'])], keywordInTitle: false }, 59],
  ] as const)('%s', (cap, change, limit) => {
    const fit = judgeFit(profile, notice(change as Partial<FitNotice>), history)
    expect(fit.caps).toContain(cap)
    expect(fit.score).toBe(limit)
  })

  test('a past buyer is full history', () => {
    expect(judgeFit(profile, notice({ pastBuyer: true }), null)).toMatchObject({
      history: 10,
      unjudged: [],
    })
  })

  test('bands begin at 70 and 40', () => {
    expect([70, 69, 40, 39].map(fitBand)).toEqual(['strong', 'possible', 'possible', 'weak'])
  })

  test('whatever comes in, factors stay integers within their bounds and no cap is passed', () => {
    const anyNotice = fc.record({
      stage: fc.constantFrom('tender' as const, 'planning' as const),
      cpv: fc.array(
        fc.record({ points: fc.constantFrom(0, 10, 16, 20, 24), broad: fc.boolean() }),
        { maxLength: 6 },
      ),
      division: fc.constantFrom('77', '45', null),
      regions: fc.integer({ min: 0, max: 4095 }),
      valueGbp: fc.option(fc.integer({ min: 2, max: 1e9 })),
      lotValuesGbp: fc.array(fc.integer({ min: 2, max: 1e9 }), { maxLength: 4 }),
      framework: fc.boolean(),
      workingDaysLeft: fc.option(fc.integer({ min: 0, max: 400 })),
      keywordSum: fc.double({ min: 0, max: 20, noNaN: true }),
      keywordInTitle: fc.boolean(),
      excludedInTitle: fc.boolean(),
      pastBuyer: fc.boolean(),
    })
    const anyProfile = fc.record({
      cpv: fc.array(fc.constantFrom('77', '7731', '45'), { maxLength: 3 }),
      regions: fc.integer({ min: 0, max: 4095 }),
      remote: fc.boolean(),
      valueMin: fc.option(fc.integer({ min: 0, max: 1e6 })),
      valueMax: fc.option(fc.integer({ min: 1_000_000, max: 1e9 })),
      sme: fc.boolean(),
      minWorkingDays: fc.integer({ min: 0, max: 60 }),
    })
    const bounds = { relevance: 40, value: 20, geography: 15, timeline: 15, history: 10 } as const
    fc.assert(
      fc.property(anyProfile, anyNotice, fc.boolean(), (each, seen, known) => {
        const fit = judgeFit(each, seen, known ? history : null)
        for (const [name, of] of Object.entries(bounds)) {
          const points = fit[name as keyof typeof bounds]
          expect(Number.isInteger(points) && points >= 0 && points <= of, `${name} ${points}`).toBe(
            true,
          )
        }
        const sum = fit.relevance + fit.value + fit.geography + fit.timeline + fit.history
        expect(fit.score).toBeLessThanOrEqual(sum)
        if (fit.caps.length === 0) expect(fit.score).toBe(sum)
        if (seen.excludedInTitle) expect(fit.score).toBeLessThanOrEqual(20)
      }),
      { numRuns: 300 },
    )
  })

  test('halves round up', () => {
    expect([10.5, 10.499999999999998, 10.49, 0.5].map(roundHalfUp)).toEqual([11, 11, 10, 1])
  })
})
