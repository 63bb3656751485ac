/** What a grant search and a match over the whole index cost: handler, no payment, no HTTP. */

import { entryOf } from '../sandbox/grant-listing/advert.ts'
import { ADVERTS } from '../sandbox/grant-listing/adverts.ts'
import { buildGeneration } from '../src/grants/index/generation.ts'
import { matchGrants } from '../src/grants/index/match.ts'
import { searchGrants } from '../src/grants/index/search.ts'
import { criteriaText, readDetailFields } from '../src/grants/model/detail.ts'
import { type ListItem, readListItem } from '../src/grants/model/listing.ts'
import { listingCriteria } from '../src/grants/model/listing-criteria.ts'
import { readText } from '../src/grants/model/reader/reader.ts'
import { type Bench, type Figure, measureCpuUs } from './harness.ts'

/** Live adverts, and as many that are gone, are four years of the listing: it shows some 116 at a time. */
const GRANTS = 500
const START_MS = Date.parse('2026-11-20T10:00:00Z')

const QUESTION = {
  q: 'solar panels and insulation for schools',
  region: 'england',
  orgType: 'education',
  min: 5000,
  max: 200000,
  openNow: true,
} as const
const PROJECT = {
  description:
    'A museum in Manchester wants to replace its gas boiler by a heat pump, put solar panels on the roof and improve the insulation of its galleries, to cut carbon and energy bills and to stay open for schools, young people and older visitors in winter. '.repeat(
      4,
    ),
  keywords: ['museum', 'low carbon heating', 'net zero', 'heritage building'],
  declared: new Map<string, string | number>([
    ['org_type', 'charity'],
    ['region', 'england'],
    ['amount_needed', 60000],
  ]),
  openNow: true,
  limit: 10,
}

function invented() {
  return Array.from({ length: GRANTS }, (_, index) => {
    const advert = ADVERTS[index % ADVERTS.length]!
    const entry = entryOf({ ...advert, slug: `${advert.slug}-${index}`, name: `${advert.name} ${index}` }, START_MS)
    const facts = readListItem(entry.listItem as unknown as ListItem)
    const detail = readDetailFields(entry.fields, entry.updatedAt)
    const text = criteriaText(detail)
    const criteria = [...listingCriteria(facts), ...readText(text)]
    const goneMs = index % 2 === 0 ? null : START_MS
    return {
      facts,
      goneMs,
      detail,
      text,
      criteria,
      basis: 'listing' as const,
      parsedMs: START_MS,
      sourceUrl: `https://listing.example/grants/${entry.slug}`,
    }
  })
}

export const bench: Bench = {
  name: 'grants',
  title: `search and match over an index of ${GRANTS} grants, half of them gone`,
  async run() {
    const generation = buildGeneration(invented(), START_MS)
    const figure = async (name: string, below: number, call: () => unknown): Promise<Figure> => {
      const cost = await measureCpuUs(call, { iterations: 2000 })
      return {
        name,
        value: cost.perCallUs,
        unit: 'us',
        aim: { below },
        tolerance: 0.3,
        detail: { 'wall us': Number(cost.wallUs.toFixed(1)), calls: cost.calls },
      }
    }
    return [
      await figure('search', 2000, () => searchGrants(generation, QUESTION, START_MS)),
      await figure('search without words', 2000, () => searchGrants(generation, { ...QUESTION, q: null, openNow: false }, START_MS)),
      await figure('match', 10_000, () => matchGrants(generation, PROJECT, START_MS)),
    ]
  },
}
