import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  learnedFrom,
  liveIndexOf,
  SAMPLES_NOW,
  sampleNotice,
} from '../../../test/tenders/samples.ts'
import { SHIPPED_HOLIDAYS } from '../../platform/bank-holidays.ts'
import { withoutContacts } from '../../platform/contacts.ts'
import { londonDate } from '../../platform/london.ts'
import type { Notice } from '../model/notice.ts'
import { REGION_SLUGS } from '../model/region-slugs.ts'
import { filterMask } from '../model/regions.ts'
import { FIT } from '../rules/published.ts'
import { prefixRange, type TenderFilters } from './filter.ts'
import { type FitRequest, scoreFit } from './fit.ts'
import type { LiveIndex } from './live-index.ts'
import { searchNotices } from './search.ts'

const NOW = SAMPLES_NOW
const DAY = 86_400_000

const MOMENT = { nowMs: NOW, today: londonDate(NOW), holidays: SHIPPED_HOLIDAYS }
const SUPPLIER: FitRequest = {
  description: 'Window cleaning and catering for a school',
  keywords: [],
  excludeKeywords: ['roof'],
  cpv: [],
  regions: 0,
  remote: false,
  valueMin: null,
  valueMax: null,
  certifications: [],
  pastBuyers: ['Council A'],
  sme: false,
  minWorkingDays: 10,
  deadlineAfter: null,
  stage: null,
  limit: 5,
}
const keysOf = (index: LiveIndex, filters: TenderFilters) =>
  searchNotices(index, filters, NOW, 10).best.map(({ key }) => key)

describe('search', () => {
  test('without words: by deadline, none last, then ocid', async () => {
    const index = liveIndexOf([
      sampleNotice({ key: 'd', deadlineMs: null, stage: 'planning' }),
      sampleNotice({ key: 'c', deadlineMs: NOW + 2 * DAY }),
      sampleNotice({ key: 'b' }),
      sampleNotice({ key: 'a' }),
    ])
    expect(keysOf(index, { cpv: '90' })).toEqual(['c', 'a', 'b', 'd'])
  })

  test('with words: by relevance; the title says more than the description, and noise is left out', () => {
    const index = liveIndexOf([
      sampleNotice({
        key: 'a',
        title: 'Upkeep of halls',
        description: 'Daily upkeep of all our halls and of the catering there.',
        cpv: null,
      }),
      sampleNotice({
        key: 'b',
        title: 'Catering',
        description: 'Catering for schools.',
        cpv: null,
      }),
      sampleNotice({ key: 'd', title: 'Roofing services', description: 'Slates.', cpv: null }),
    ])
    expect(keysOf(index, { q: 'catering' })).toEqual(['b', 'a'])
    expect(keysOf(index, { q: 'school catering services' })).toEqual(['b'])
    expect(keysOf(index, { q: 'plumbing' })).toEqual([])
  })

  test('the mark of a removed contact is no word of its notice', () => {
    const marked = withoutContacts('Ask 020 7946 0123 or clerk@example.org about slates.')
    const index = liveIndexOf([
      sampleNotice({ key: 'a', title: 'Roofing', description: marked, lots: [], cpv: null }),
      sampleNotice({ key: 'b', title: 'House removals', description: 'Vans.', cpv: null }),
      sampleNotice({ key: 'c', title: 'Contact centre', description: 'Calls.', cpv: null }),
    ])
    expect(marked).toContain('[contact removed]')
    expect(keysOf(index, { q: 'removals' })).toEqual(['b'])
    expect(keysOf(index, { q: 'contact' })).toEqual(['c'])
    expect(keysOf(index, { q: 'slates' })).toEqual(['a'])
  })

  test('a trade finds the notices of its class, a misspelt word those of the word that is meant', () => {
    const index = liveIndexOf([
      sampleNotice({ key: 'a', title: 'Legal panel', description: 'Advice.', cpv: ['79100000'] }),
      sampleNotice({
        key: 'b',
        title: 'Grounds maintenance',
        description: 'Parks.',
        cpv: ['77310000'],
      }),
    ])
    const found = (q: string) => searchNotices(index, { q }, NOW, 10)
    const outcome = found('solicitors')
    expect(outcome.best.map(({ key }) => key)).toEqual(['a'])
    expect(outcome.findMatched(outcome.best[0]!)).toEqual({
      words: [],
      cpv: ['79100000'],
      by: 'synonym',
      relevance: 'close',
    })
    expect(outcome.foundBy).toEqual({ words: 0, cpv: 0, synonym: 1 })
    const misspelt = found('grounds maintanance')
    expect(misspelt.best.map(({ key }) => key)).toEqual(['b'])
    expect(misspelt.findMatched(misspelt.best[0]!)).toMatchObject({
      words: ['grounds', 'maintanance'],
      by: 'words',
    })
  })

  test('a label of a code and a word of titles find notices that have neither word', () => {
    const learning = Array.from({ length: 8 }, (_, n) => `x${n}`).map((key) =>
      sampleNotice({
        key,
        title: `Tarmac of lane ${key}`,
        cpv: ['45233000'],
        cpvLabels: { '45233000': 'Highway construction' },
      }),
    )
    const others = Array.from({ length: 30 }, (_, n) =>
      sampleNotice({ key: `o${n}`, title: `Catering ${n}`, cpv: ['55500000'] }),
    )
    const learned = learnedFrom([...learning, ...others])
    expect(learned.labels).toEqual({ '45233000': 'Highway construction' })
    expect(learned.words.lane).toEqual([['452', 8, 8]])
    const asked = sampleNotice({
      key: 'a',
      title: 'Carriageway renewal',
      description: null,
      cpv: ['45233000'],
    })
    const index = liveIndexOf([asked, ...others], [], NOW, learned)
    for (const q of ['highway', 'lane']) {
      const outcome = searchNotices(index, { q }, NOW, 10)
      expect(outcome.best.map(({ key }) => key)).toEqual(['a'])
      expect(outcome.findMatched(outcome.best[0]!)).toEqual({
        words: [],
        cpv: ['45233000'],
        by: 'cpv',
        relevance: expect.stringMatching(/close|related/),
      })
    }
  })

  test('"quoted words" are found together only', () => {
    const index = liveIndexOf([
      sampleNotice({ key: 'a', title: 'Waste uplift and disposal', cpv: null }),
      sampleNotice({ key: 'b', title: 'Waste disposal', cpv: null }),
    ])
    expect(keysOf(index, { q: 'waste disposal' })).toEqual(['b', 'a'])
    expect(keysOf(index, { q: '"waste disposal"' })).toEqual(['b'])
  })

  test('counts all that is found, whatever the limit', () => {
    const index = liveIndexOf(
      Array.from({ length: 15 }, (_, n) => sampleNotice({ key: `k${n}`, title: 'Scaffolding' })),
    )
    const { totalMatched, best } = searchNotices(index, { q: 'scaffolding' }, NOW, 2)
    expect([totalMatched, best.length]).toEqual([15, 2])
  })

  test('answers do not depend on the order in which notices came, nor on what came and went in between', () => {
    const words = ['cleaning', 'window', 'school', 'catering', 'legal', 'roof', 'services', 'of']
    const anyText = fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 })
      .map((all) => all.join(' '))
    const anyNotice = fc.record({
      title: anyText,
      description: anyText,
      cpv: fc.constantFrom<string[] | null>(null, ['90911200'], ['79100000', '90910000']),
      days: fc.constantFrom(-1, 1, 5, 9),
      buyer: fc.constantFrom('Council A', 'Council B'),
    })
    const fits = (index: LiveIndex, notices: readonly Notice[]) =>
      FIT.versions.flatMap((rules) =>
        [['solicitors', 'school cleaning'], []].map((keywords) => {
          const { considered, best } = scoreFit(index, { ...SUPPLIER, keywords }, MOMENT, rules)
          const described = best.map(({ entry, describe }) => {
            const { fit, facts } = describe(notices.find(({ key }) => key === entry.key)!)
            return { key: entry.key, fit, facts }
          })
          return { considered, described }
        }),
      )
    const searches = (index: LiveIndex) =>
      [...words, 'solicitors', 'school cleaning', 'clening'].map((q) => {
        const { totalMatched, best, foundBy, findMatched } = searchNotices(index, { q }, NOW, 5)
        return {
          totalMatched,
          foundBy,
          best: best.map((entry) => ({ key: entry.key, matched: findMatched(entry) })),
        }
      })
    fc.assert(
      fc.property(
        fc.array(anyNotice, { minLength: 1, maxLength: 15 }),
        fc.array(fc.nat(14), { maxLength: 12 }),
        (specs, churn) => {
          const notices = specs.map(({ days, ...spec }, n) =>
            sampleNotice({ ...spec, key: `k${n}`, deadlineMs: NOW + days * DAY }),
          )
          const learned = learnedFrom([...notices, ...notices, ...notices])
          const reversed = learnedFrom([...notices, ...notices, ...notices].reverse())
          expect(JSON.stringify(reversed)).toBe(JSON.stringify(learned))
          const seen = (index: LiveIndex) => JSON.stringify([searches(index), fits(index, notices)])
          const expected = seen(liveIndexOf(notices, [], NOW, learned))
          const index = liveIndexOf(notices.toReversed(), [], NOW - 3 * DAY, learned)
          for (const [turn, at] of churn.entries()) {
            const notice = notices[at % notices.length]!
            index.put({ ...notice, title: `Revision ${turn}`, cpv: ['45233000'] }, turn, NOW - DAY)
            if (turn % 2 === 0) index.remove(notice.key)
          }
          // Whatever a question makes the index remember must not outlive the next change.
          seen(index)
          for (const notice of notices) index.put(notice, 99, NOW - 3 * DAY)
          index.lapse(NOW)
          expect(seen(index)).toBe(expected)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('closed notices, and those whose deadline passes later on, are not found', async () => {
    const index = liveIndexOf([
      sampleNotice({ key: 'a', closedBy: 'awarded' }),
      sampleNotice({ key: 'b' }),
    ])
    expect(keysOf(index, { q: 'cleaning' })).toEqual(['b'])
    expect(searchNotices(index, { q: 'cleaning' }, NOW + 11 * DAY, 10).totalMatched).toBe(0)
  })

  test('one opportunity under two ocids is shown once and names the other', async () => {
    const twice = {
      title: 'Plumbing materials',
      buyer: 'Exampleton Council',
      buyerKey: 'name:exampleton council',
      buyerNameKey: 'name:exampleton council',
      reference: 'EX-1070',
    }
    const index = liveIndexOf([
      sampleNotice({ key: 'cf', portal: 'contracts-finder', ...twice }),
      sampleNotice({ key: 'ft1', ...twice }),
      sampleNotice({ key: 'ft2', ...twice, publishedMs: NOW - DAY }),
    ])
    expect(keysOf(index, { q: 'plumbing' })).toEqual(['ft2'])
    expect(index.alsoPublished(index.byKey('ft2')!).map((other) => other.ocid)).toEqual([
      'cf',
      'ft1',
    ])
    expect(index.alsoPublished(index.byKey('cf')!).map((other) => other.ocid)).toEqual([
      'ft1',
      'ft2',
    ])
  })

  test('notices of another buyer, stage, day or title are none of the same opportunity', () => {
    const index = liveIndexOf([
      sampleNotice({ key: 'a', buyer: 'Exampleton Council' }),
      sampleNotice({ key: 'b', buyer: 'Sampleham Council' }),
      ...[
        { key: 'c', stage: 'planning' as const },
        { key: 'd', deadlineMs: NOW + 11 * DAY },
        { key: 'e', title: 'Repair of roofs' },
        { key: 'f', deadlineMs: null },
      ].map((change) => sampleNotice({ buyer: 'Exampleton Council', ...change })),
    ])
    expect([...index.listShown()]).toHaveLength(6)
    index.put(sampleNotice({ key: 'g', buyer: 'EXAMPLETON COUNCIL' }), 1, NOW)
    expect([...index.listShown()]).toHaveLength(6)
  })

  test('a value in another currency is no value for a filter in pounds', async () => {
    const index = liveIndexOf([
      sampleNotice({
        key: 'a',
        value: { amount: 5, currency: 'EUR', min: null, max: null, basis: 'tender' },
      }),
    ])
    expect(searchNotices(index, { q: 'cleaning', value_min: 1 }, NOW, 10)).toMatchObject({
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
    const words = ['harbour', 'lighthouse', 'pier', 'beacon']
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
      q: fc.constantFrom(undefined, 'harbour', 'beacon'),
      cpv: fc.constantFrom(undefined, '72', '90,45'),
      region: fc.constantFrom(undefined, REGION_SLUGS[0], REGION_SLUGS[3]),
      value_min: fc.constantFrom(undefined, 2000),
      value_max: fc.constantFrom(undefined, 60_000),
      deadline_after: fc.constantFrom(undefined, '2026-12-01'),
      stage: fc.constantFrom(undefined, 'tender' as const, 'planning' as const),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyNotice, { maxLength: 25 }),
        anyRequest,
        async (specs, request) => {
          const notices = specs.map(({ amount, deadline, ...spec }, index) =>
            sampleNotice({
              ...spec,
              key: `n${String(index).padStart(3, '0')}`,
              description: null,
              deadlineMs: deadline === null ? null : NOW + deadline * DAY,
              value:
                amount === null
                  ? null
                  : { amount, currency: 'GBP', min: null, max: null, basis: 'tender' },
            }),
          )
          const index = liveIndexOf(notices)
          const { totalMatched, excluded } = searchNotices(index, request, NOW, 10)
          // The same filters, one after another, over plain objects.
          const found = notices.filter(
            (notice) =>
              notice.closedBy === null &&
              (notice.deadlineMs === null || notice.deadlineMs > NOW) &&
              (request.stage === undefined || notice.stage === request.stage) &&
              (request.q === undefined || notice.title === request.q),
          )
          const expected = {
            matched: 0,
            failed: 0,
            no_cpv: 0,
            no_region: 0,
            no_value: 0,
            no_deadline: 0,
          }
          const outcome = (notice: Notice): keyof typeof expected => {
            if (request.cpv) {
              if (!notice.cpv) return 'no_cpv'
              if (
                !notice.cpv.some((code) =>
                  request.cpv!.split(',').some((prefix) => code.startsWith(prefix)),
                )
              )
                return 'failed'
            }
            if (request.region !== undefined) {
              if (notice.regions === 0) return 'no_region'
              if ((notice.regions & filterMask([request.region])) === 0) return 'failed'
            }
            if (request.value_min !== undefined || request.value_max !== undefined) {
              if (!notice.value) return 'no_value'
              if (
                notice.value.amount! < (request.value_min ?? 0) ||
                notice.value.amount! > (request.value_max ?? 1e12)
              )
                return 'failed'
            }
            if (request.deadline_after !== undefined) {
              if (notice.deadlineMs === null) return 'no_deadline'
              if (londonDate(notice.deadlineMs) < request.deadline_after) return 'failed'
            }
            return 'matched'
          }
          for (const notice of found) expected[outcome(notice)] += 1
          const { matched, failed, ...counted } = expected
          expect({ totalMatched, excluded }).toEqual({ totalMatched: matched, excluded: counted })
          expect(found.length).toBe(
            totalMatched + Object.values(excluded).reduce((sum, each) => sum + each, 0) + failed,
          )
        },
      ),
      { numRuns: 150 },
    )
  })
})
