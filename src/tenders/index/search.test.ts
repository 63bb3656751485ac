import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generationOf, SAMPLES_NOW, sampleNotice } from '../../../test/tenders/samples.ts'
import { londonDate } from '../../kernel/london.ts'
import type { Notice } from '../model/notice.ts'
import type { Generation } from './generation.ts'
import { prefixRange, type SearchRequest, searchNotices } from './search.ts'

const NOW = SAMPLES_NOW
const DAY = 86_400_000

const everything: SearchRequest = {
  q: null,
  cpvPrefixes: null,
  regions: null,
  valueMinGbp: null,
  valueMaxGbp: null,
  deadlineAfter: null,
  stage: null,
}
const keysOf = (generation: Generation, request: Partial<SearchRequest>) =>
  searchNotices(generation, { ...everything, ...request }, NOW, 10).best.map((number) => generation.notice(number).key)

describe('search', () => {
  test('without words: by deadline, none last, then ocid', async () => {
    const generation = await generationOf([
      sampleNotice({ key: 'd', deadlineMs: null, stage: 'planning' }),
      sampleNotice({ key: 'c', deadlineMs: NOW + 2 * DAY }),
      sampleNotice({ key: 'b' }),
      sampleNotice({ key: 'a' }),
    ])
    expect(keysOf(generation, { cpvPrefixes: ['90'] })).toEqual(['c', 'a', 'b', 'd'])
  })

  test('with words: by relevance; the title says more than the description', async () => {
    const generation = await generationOf([
      sampleNotice({ key: 'a', title: 'Upkeep of halls', description: 'Daily catering.' }),
      sampleNotice({ key: 'b', title: 'Catering', description: 'Meals.' }),
      sampleNotice({ key: 'c', title: 'School meals', description: 'Food.' }),
      sampleNotice({ key: 'd', title: 'Roofing', description: 'Slates.' }),
    ])
    // One word in passing is no answer beside a title that bears it.
    expect(keysOf(generation, { q: 'catering' })).toEqual(['b', 'c'])
  })

  test('what has the words apart gives way to what has them together, and stands where nothing has', async () => {
    const apart = sampleNotice({ key: 'a', title: 'Estates framework', description: 'Electrical works. Fire doors. Legionella testing.' })
    const buyer = sampleNotice({ key: 'b', title: 'Estates', description: 'Testing of lifts.', buyer: 'Electrical Board' })
    const together = sampleNotice({ key: 'c', title: 'Compliance', description: 'Electrical testing of homes.' })
    expect(keysOf(await generationOf([apart, together]), { q: 'electrical testing' })).toEqual(['c'])
    expect(keysOf(await generationOf([apart]), { q: 'electrical testing' })).toEqual(['a'])
    // A word of the buyer's name stands together with none of the notice's.
    expect(keysOf(await generationOf([buyer, together]), { q: 'electrical testing' })[0]).toBe('c')
  })

  test('a synonym answers in the title alone, the words themselves anywhere', async () => {
    const named = sampleNotice({ key: 'a', title: 'Janitorial work', description: 'Floors.' })
    const mentioned = sampleNotice({ key: 'b', title: 'Boats', description: 'Boats for hire, with janitorial care.' })
    const said = sampleNotice({ key: 'c', title: 'Harbour', description: 'Window cleaning of the tower.' })
    expect(keysOf(await generationOf([named, mentioned]), { q: 'window cleaning' })).toEqual(['a'])
    expect(keysOf(await generationOf([mentioned]), { q: 'window cleaning' })).toEqual([])
    expect(keysOf(await generationOf([mentioned, said]), { q: 'window cleaning' })).toEqual(['c'])
    // Beside other words that stand there by themselves it counts as little.
    expect(keysOf(await generationOf([mentioned]), { q: 'boats window cleaning' })).toEqual([])
  })

  test('a phrase in the body stands beside titles that bear it; a synonym that is weak beside the best does not', async () => {
    const generation = await generationOf([
      sampleNotice({ key: 'a', title: 'Car park resurfacing', description: 'Tarmac.' }),
      sampleNotice({ key: 'b', title: 'Shutters', description: 'Barriers of a car park.' }),
    ])
    expect(keysOf(generation, { q: 'car park' })).toEqual(['a', 'b'])
  })

  test('counts what it shows', async () => {
    const generation = await generationOf([
      sampleNotice({ key: 'a', title: 'Scaffolding', description: 'Towers.' }),
      sampleNotice({ key: 'b', title: 'Roofs', description: 'With scaffolding.' }),
    ])
    expect(searchNotices(generation, { ...everything, q: 'scaffolding' }, NOW, 10)).toMatchObject({ totalMatched: 1, best: [0] })
  })

  test('closed notices, and those whose deadline passes later on, are not found', async () => {
    const generation = await generationOf([sampleNotice({ key: 'a', closedBy: 'awarded' }), sampleNotice({ key: 'b' })])
    expect(keysOf(generation, { q: 'cleaning' })).toEqual(['b'])
    expect(searchNotices(generation, { ...everything, q: 'cleaning' }, NOW + 11 * DAY, 10).totalMatched).toBe(0)
    expect(generation.find('A', NOW)).toMatchObject({ key: 'a', closedBy: 'awarded' })
  })

  test('of two buyers under one ocid the one whose deadline has not passed is found', async () => {
    const generation = await generationOf([
      sampleNotice({ key: 'x|a', ocid: 'x', deadlineMs: NOW + DAY, updatedMs: NOW - DAY }),
      sampleNotice({ key: 'x|b', ocid: 'x', deadlineMs: NOW + 9 * DAY, updatedMs: NOW - 4 * DAY }),
    ])
    expect(generation.find('X', NOW)?.key).toBe('x|a')
    expect(generation.find('X', NOW + 2 * DAY)?.key).toBe('x|b')
  })

  test('one opportunity under two ocids is shown once and names the other', async () => {
    const twice = {
      title: 'Plumbing materials',
      buyer: 'Exampleton Council',
      buyerKey: 'name:exampleton council',
      buyerNameKey: 'name:exampleton council',
      reference: 'EX-1070',
    }
    const generation = await generationOf([
      sampleNotice({ key: 'cf', portal: 'contracts-finder', ...twice }),
      sampleNotice({ key: 'ft1', ...twice }),
      sampleNotice({ key: 'ft2', ...twice, publishedMs: NOW - DAY }),
    ])
    expect(keysOf(generation, { q: 'plumbing' })).toEqual(['ft2'])
    expect(generation.alsoPublished('ft2').map((other) => other.ocid)).toEqual(['cf', 'ft1'])
    expect(generation.alsoPublished('cf').map((other) => other.ocid)).toEqual(['ft1', 'ft2'])
  })

  test('a value in another currency is no value for a filter in pounds', async () => {
    const generation = await generationOf([
      sampleNotice({ key: 'a', value: { amount: 5, currency: 'EUR', min: null, max: null, basis: 'tender' } }),
    ])
    expect(searchNotices(generation, { ...everything, q: 'cleaning', valueMinGbp: 1 }, NOW, 10)).toMatchObject({
      totalMatched: 0,
      excluded: { no_value: 1 },
    })
  })

  test.each([
    ['72', 72_000_000, 73_000_000],
    ['72000000', 72_000_000, 73_000_000],
    ['7221', 72_210_000, 72_220_000],
    ['03000000', 3_000_000, 4_000_000],
    ['72212341', 72_212_341, 72_212_342],
    ['30000000', 30_000_000, 31_000_000],
  ])('prefix %s', (prefix, from, to) => {
    expect(prefixRange(prefix)).toEqual([from, to])
  })

  test('live notices of the stage that match q = matched + excluded + those that have the value and fail a filter', async () => {
    const words = ['cleaning', 'catering', 'roofing', 'software']
    const anyNotice = fc.record({
      title: fc.constantFrom(...words),
      stage: fc.constantFrom('tender' as const, 'planning' as const),
      closedBy: fc.constantFrom(null, null, null, 'cancelled' as const),
      cpv: fc.constantFrom<string[] | null>(null, ['90911200'], ['72000000', '45000000']),
      regions: fc.constantFrom(0, 1, 8, 4095),
      amount: fc.constantFrom(null, 1000, 50_000),
      deadline: fc.constantFrom(null, -2, 3, 40),
    })
    const anyRequest = fc.record({
      q: fc.constantFrom(null, 'cleaning', 'software'),
      cpvPrefixes: fc.constantFrom(null, ['72'], ['90', '45']),
      regions: fc.constantFrom(null, 1, 8),
      valueMinGbp: fc.constantFrom(null, 2000),
      valueMaxGbp: fc.constantFrom(null, 60_000),
      deadlineAfter: fc.constantFrom(null, '2026-12-01'),
      stage: fc.constantFrom(null, 'tender' as const, 'planning' as const),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyNotice, { maxLength: 25 }), anyRequest, async (specs, request) => {
        const notices = specs.map(({ amount, deadline, ...spec }, index) =>
          sampleNotice({
            ...spec,
            key: `n${String(index).padStart(3, '0')}`,
            description: null,
            deadlineMs: deadline === null ? null : NOW + deadline * DAY,
            value: amount === null ? null : { amount, currency: 'GBP', min: null, max: null, basis: 'tender' },
          }),
        )
        const generation = await generationOf(notices)
        const { totalMatched, excluded } = searchNotices(generation, request, NOW, 10)
        // The same filters, one after another, over plain objects.
        const found = notices.filter(
          (notice) =>
            notice.closedBy === null &&
            (notice.deadlineMs === null || notice.deadlineMs > NOW) &&
            (request.stage === null || notice.stage === request.stage) &&
            (request.q === null || notice.title === request.q),
        )
        const expected = { matched: 0, failed: 0, no_cpv: 0, no_region: 0, no_value: 0, no_deadline: 0 }
        const outcome = (notice: Notice): keyof typeof expected => {
          if (request.cpvPrefixes) {
            if (!notice.cpv) return 'no_cpv'
            if (!notice.cpv.some((code) => request.cpvPrefixes!.some((prefix) => code.startsWith(prefix)))) return 'failed'
          }
          if (request.regions !== null) {
            if (notice.regions === 0) return 'no_region'
            if ((notice.regions & request.regions) === 0) return 'failed'
          }
          if (request.valueMinGbp !== null || request.valueMaxGbp !== null) {
            if (!notice.value) return 'no_value'
            if (notice.value.amount! < (request.valueMinGbp ?? 0) || notice.value.amount! > (request.valueMaxGbp ?? 1e12)) return 'failed'
          }
          if (request.deadlineAfter !== null) {
            if (notice.deadlineMs === null) return 'no_deadline'
            if (londonDate(notice.deadlineMs) < request.deadlineAfter) return 'failed'
          }
          return 'matched'
        }
        for (const notice of found) expected[outcome(notice)] += 1
        const { matched, failed, ...counted } = expected
        expect({ totalMatched, excluded }).toEqual({ totalMatched: matched, excluded: counted })
        expect(found.length).toBe(totalMatched + Object.values(excluded).reduce((sum, each) => sum + each, 0) + failed)
      }),
      { numRuns: 150 },
    )
  })
})
