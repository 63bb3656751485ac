/** What a grant search and a match over the whole index cost: handler, no payment, no HTTP. */
import { DatabaseSync } from 'node:sqlite'

import { entryOf } from '../sandbox/grant-listing/advert.ts'
import { ADVERTS } from '../sandbox/grant-listing/adverts.ts'
import { buildGeneration } from '../src/grants/index/generation.ts'
import { matchGrants } from '../src/grants/index/match.ts'
import { searchGrants } from '../src/grants/index/search.ts'
import { criteriaText, readDetailFields } from '../src/grants/model/detail.ts'
import { type ListItem, readListItem } from '../src/grants/model/listing.ts'
import { listingCriteria } from '../src/grants/model/listing-criteria.ts'
import { readText } from '../src/grants/model/reader/reader.ts'
import { type Bench, compareCpuUs, type Figure, figure, ratios } from './harness.ts'

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
    const entry = entryOf(
      { ...advert, slug: `${advert.slug}-${index}`, name: `${advert.name} ${index}` },
      START_MS,
    )
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

/** The same grants' words in SQLite's full-text index. */
function fullText(grants: ReturnType<typeof invented>) {
  const database = new DatabaseSync(':memory:')
  database.exec(
    "CREATE VIRTUAL TABLE grants USING fts5(name, funder, summary, text, tokenize = 'porter unicode61')",
  )
  const insert = database.prepare('INSERT INTO grants VALUES (?, ?, ?, ?)')
  for (const { facts, text } of grants)
    insert.run(facts.name, facts.funder ?? '', facts.summary ?? '', text?.text ?? '')
  const best = database.prepare(
    'SELECT rowid FROM grants WHERE grants MATCH ? ORDER BY bm25(grants, 6, 2, 2, 1) LIMIT 10',
  )
  const anyOf = (text: string) => [...new Set(text.toLowerCase().match(/[a-z]{3,}/g))].join(' OR ')
  return { search: (text: string) => best.all(anyOf(text)), close: () => database.close() }
}

export const bench: Bench = {
  name: 'grants',
  title: `search and match over an index of ${GRANTS} grants, half of them gone, beside SQLite FTS5 ranking the same words`,
  async run() {
    const grants = invented()
    const generation = buildGeneration(grants, START_MS)
    const fts5 = fullText(grants)
    const cost = await compareCpuUs(
      {
        search: () => searchGrants(generation, QUESTION, START_MS),
        'search, FTS5': () => fts5.search(QUESTION.q),
        'search without words': () =>
          searchGrants(generation, { ...QUESTION, q: null, openNow: false }, START_MS),
        match: () => matchGrants(generation, PROJECT, START_MS),
        'match, FTS5': () => fts5.search(PROJECT.description),
      },
      { iterations: 1400 },
    )
    fts5.close()
    const times = Object.entries(cost).map(([name, rounds]): Figure => figure(name, 'us', rounds))
    return [
      figure('search, FTS5 over ours', 'ratio', ratios(cost['search, FTS5'], cost.search), {
        aim: { atLeast: 1 },
      }),
      // A match also judges every criterion of every grant, which FTS5 does not.
      figure('match over FTS5', 'ratio', ratios(cost.match, cost['match, FTS5'])),
      ...times,
    ]
  },
}
