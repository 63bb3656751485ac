/**
 * Rankers of recorded adverts: ours, and those that they are held against. Each returns ids, best
 * first.
 */
import MiniSearch from 'minisearch'
import { stemmer } from 'stemmer'
import {
  buildGeneration,
  type GrantGeneration,
  type IndexedGrant,
} from '../../../src/grants/index/generation.ts'
import { matchGrants } from '../../../src/grants/index/match.ts'
import { searchGrants } from '../../../src/grants/index/search.ts'
import { criteriaText } from '../../../src/grants/model/detail.ts'
import { readListItem } from '../../../src/grants/model/listing.ts'
import type { Relevance } from '../../../src/text-search/ranker.ts'
import type { PooledQuery } from '../tender-pools/measure.ts'
import { inOrder } from '../tender-pools/rankers.ts'
import type { RecordedAdvert } from './adverts.ts'

type GrantRanker = (query: Pick<PooledQuery, 'q'>) => readonly string[]

const NOW = Date.parse('2026-11-20T12:00:00Z')

function generationOf(adverts: readonly RecordedAdvert[]): GrantGeneration {
  const grants = adverts.map(({ id, title, text }): IndexedGrant => {
    const detail = { updatedAt: null, webpageUrl: null, tabs: { grantEligibilityTab: text } }
    return {
      facts: readListItem({ id, label: id, grantName: title }),
      removedMs: null,
      detail,
      text: criteriaText(detail),
      criteria: [],
      basis: null,
      parsedMs: null,
      sourceUrl: `https://listing.example/${id}`,
    }
  })
  return buildGeneration(grants, NOW)
}

/** BM25 of a library: stemmed, any word. */
function bm25(adverts: readonly RecordedAdvert[], fields: ('title' | 'text')[]): GrantRanker {
  const index = new MiniSearch<RecordedAdvert>({
    fields,
    processTerm: (term) => stemmer(term.toLowerCase()),
  })
  index.addAll(adverts)
  return ({ q }) => index.search(q).map(({ id }) => String(id))
}

/** Rankers for grants. A query is treated as the description of a project. */
export function grantRankers(adverts: readonly RecordedAdvert[]): Record<string, GrantRanker> {
  const generation = generationOf(adverts)
  const limit = adverts.length
  return {
    'ours, search': ({ q }) =>
      searchGrants(generation, { open_now: false, q }, NOW).grants.map(
        ({ grant }) => grant.facts.id,
      ),
    'ours, match': ({ q }) =>
      matchGrants(
        generation,
        { description: q, keywords: [], declared: new Map(), openNow: false, limit },
        NOW,
      ).matches.map(({ grant }) => grant.facts.id),
    'BM25, titles and texts': bm25(adverts, ['title', 'text']),
    'BM25, titles': bm25(adverts, ['title']),
  }
}

/** Returns the grades of our search. */
export function grantGrades(
  adverts: readonly RecordedAdvert[],
): (q: string) => ReadonlyMap<string, Relevance> {
  const { grants, search } = generationOf(adverts)
  return (q) => {
    const ranked = search.rank(q, () => true)
    return new Map(
      inOrder(ranked).map((number) => [grants[number]!.facts.id, ranked.relevance(number)]),
    )
  }
}
