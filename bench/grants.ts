/** Cost of a grant search and a match over the whole index: handler, no payment, no HTTP. */

import { readText } from 'ukintel-grant-reader'
import { ADVERTS, entryOf } from '../sandbox/grant-listing/advert.ts'
import { buildGeneration } from '../src/grants/index/generation.ts'
import { matchGrants } from '../src/grants/index/match.ts'
import { searchGrants } from '../src/grants/index/search.ts'
import { criteriaText, readDetailFields } from '../src/grants/model/detail.ts'
import { type ListItem, readListItem } from '../src/grants/model/listing.ts'
import { buildListingCriteria } from '../src/grants/model/listing-criteria.ts'
import { type Bench, cpuUs, ratio } from './harness.ts'
import { openFts5 } from './support/fts5.ts'

/**
 * Live adverts, and as many that are gone, are four years of the listing: it shows some 116 at a
 * time.
 */
const GRANTS = 500
const START_MS = Date.parse('2026-11-20T10:00:00Z')

const QUESTION = {
  q: 'solar panels and insulation for schools',
  region: 'england',
  org_type: 'education',
  min: 5000,
  max: 200000,
  open_now: true,
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
  minRelevance: null,
  limit: 10,
}

function invented() {
  return Array.from({ length: GRANTS }, (_, index) => {
    const advert = ADVERTS[index % ADVERTS.length]!
    const entry = entryOf(
      { ...advert, slug: `${advert.slug}-${index}`, name: `${advert.name} ${index}` },
      START_MS,
    )
    const facts = readListItem(entry.listItem as unknown as ListItem)
    const detail = readDetailFields(entry.fields, entry.updatedAt)
    const text = criteriaText(detail)
    const criteria = [...buildListingCriteria(facts), ...readText(text)]
    const removedMs = index % 2 === 0 ? null : START_MS
    return {
      facts,
      removedMs,
      detail,
      text,
      criteria,
      basis: 'listing' as const,
      parsedMs: START_MS,
      sourceUrl: `https://listing.example/grants/${entry.slug}`,
    }
  })
}

const CALLS = 200

export const bench: Bench = {
  title: `search and match over ${GRANTS} grants, half of them gone, against SQLite FTS5 ranking the same words`,
  rounds: 7,
  in: 'a new process',
  figures: {
    'search, FTS5 over ours': ratio('search, FTS5', 'search', { aim: { atLeast: 1 } }),
    search: { of: 'search', unit: 'us' },
    'search without words': { of: 'search without words', unit: 'us' },
    match: { of: 'match', unit: 'us' },
  },
  async setup() {
    const grants = invented()
    const generation = buildGeneration(grants, START_MS)
    const fts5 = openFts5(
      [6, 2, 2, 1],
      grants.map(({ facts, text }) => [
        facts.name,
        facts.funder ?? '',
        facts.summary ?? '',
        text?.text ?? '',
      ]),
    )
    const search = (q: string | undefined) =>
      cpuUs(() => searchGrants(generation, { ...QUESTION, q }, START_MS), CALLS)
    return {
      round: async () => ({
        search: await search(QUESTION.q),
        'search, FTS5': await cpuUs(() => fts5.search(QUESTION.q), CALLS),
        'search without words': await search(undefined),
        match: await cpuUs(() => matchGrants(generation, PROJECT, START_MS), CALLS),
      }),
      close: fts5.close,
    }
  },
}
