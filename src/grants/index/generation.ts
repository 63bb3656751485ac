/**
 * The immutable index that every answer is read from. Built from stored rows beside the serving
 * one, checked, swapped in one step.
 */

import type { Criterion } from 'ukintel-grant-reader/criterion'
import { canonicalJson, sha256Hex } from '../../platform/hash.ts'
import { buildPostings, type Field } from '../../text-search/postings.ts'
import {
  createRanker,
  type Ranker,
  type RankSettings,
  UNCLASSIFIED,
} from '../../text-search/ranker.ts'
import type { GrantDetail, GrantText } from '../model/detail.ts'
import { type ListingFacts, schemeKey } from '../model/listing.ts'
import { ALIASES } from '../seed/aliases.ts'
import { GRANT_MEANINGS } from './topics.ts'

/** Weights of name, funder, summary, texts and categories. */
const FIELD_WEIGHTS = [6, 2, 3, 1, 1]
const NAME_AND_SUMMARY = 0b101

/** Fitted on the first half of the judged queries. Grants have no classes: topics are phrases. */
const SEARCH: RankSettings = {
  weights: FIELD_WEIGHTS,
  codesField: FIELD_WEIGHTS.length,
  codeLength: 0,
  synonym: 0.75,
  synonymInBody: 0.3,
  titles: NAME_AND_SUMMARY,
  synonymsByRarity: true,
  floor: 0.15,
  relativeFloor: 0.3,
  // Questions describe projects and share fewer words with adverts than searches for tenders with
  // notices.
  close: { ofBest: 0.9, ofFullMatch: 0.45, mostCodes: 0 },
  related: { ofBest: 0.35, ofFullMatch: 0.15 },
}
/**
 * A grant that names eight of the rarest concepts of a project is as relevant as can be; a keyword
 * counts double.
 */
const PROJECT: RankSettings = {
  ...SEARCH,
  floor: 0.1,
  relativeFloor: 0,
  long: { mostConcepts: 400, fullConcepts: 8, quotedWeight: 2 },
}

export type Basis = 'seed' | 'llm' | 'listing'

/** The criteria of a grant, and who read them. */
export interface IndexedReading {
  criteria: readonly Criterion[]
  /** Null when nothing at all is known of who may apply. */
  basis: Basis | null
  /** When the text was read; null without a text. */
  parsedMs: number | null
}

export interface IndexedGrant extends IndexedReading {
  facts: ListingFacts
  /** Not on the listing any more since then; null while it is. */
  removedMs: number | null
  detail: GrantDetail | null
  text: GrantText
  sourceUrl: string
}

export interface Resolved {
  grant: IndexedGrant
  /** The slug that was asked for, when its advert is gone and the same scheme is listed again. */
  readvertisedFrom: IndexedGrant | null
}

export interface GrantGeneration {
  /** Names the content: equal names, equal answers. */
  readonly name: string
  /** When the listing was last confirmed. */
  readonly fetchedMs: number
  /** Grants by id, ascending. The position is the number of the document that the rankers know. */
  readonly grants: readonly IndexedGrant[]
  /** Ranks the grants for a search. */
  readonly search: Ranker
  /** Ranks the grants for the description of a project. */
  readonly projects: Ranker
  resolve(id: string): Resolved | null
}

export function buildGeneration(
  grants: readonly IndexedGrant[],
  fetchedMs: number,
): GrantGeneration {
  const sorted = [...grants].sort((a, b) => (a.facts.id < b.facts.id ? -1 : 1))
  const bySlug = new Map(sorted.map((grant) => [grant.facts.id, grant]))
  const newest = newestByScheme(sorted)
  const aliases = new Map<string, IndexedGrant>()
  for (const { alias, scheme } of ALIASES) {
    const grant = newest.get(schemeName(scheme))
    if (grant && !bySlug.has(alias)) aliases.set(alias, grant)
  }
  const postings = buildPostings(
    sorted.map(({ facts, detail }) => searchFields(facts, Object.values(detail?.tabs ?? {}))),
  )
  return {
    name: computeName(sorted),
    fetchedMs,
    grants: sorted,
    search: createRanker(postings, UNCLASSIFIED, GRANT_MEANINGS, SEARCH),
    projects: createRanker(postings, UNCLASSIFIED, GRANT_MEANINGS, PROJECT),
    resolve(id) {
      const exact = bySlug.get(id) ?? aliases.get(id)
      if (!exact) return null
      if (exact.removedMs === null) return { grant: exact, readvertisedFrom: null }
      const successor = newest.get(schemeKey(exact.facts))
      return successor && successor !== exact && successor.removedMs === null
        ? { grant: successor, readvertisedFrom: exact }
        : { grant: exact, readvertisedFrom: null }
    },
  }
}

export function searchFields(facts: ListingFacts, texts: readonly string[]): Field[] {
  const { name, funder, summary, applicantLabels, locationLabels, orgTypes } = facts
  const types = orgTypes.map((type) => type.replaceAll('_', ' '))
  const categories = [...applicantLabels, ...locationLabels, ...types]
  return [name, funder ?? '', summary ?? '', texts, categories]
}

/**
 * The advert that stands for a scheme: a listed one before a gone one, then the latest opening,
 * then the later slug.
 */
function newestByScheme(grants: readonly IndexedGrant[]): ReadonlyMap<string, IndexedGrant> {
  const opensMs = ({ facts }: IndexedGrant) => facts.dates.opens?.ms ?? 0
  const worstFirst = grants.toSorted(
    (a, b) =>
      Number(a.removedMs === null) - Number(b.removedMs === null) || opensMs(a) - opensMs(b),
  )
  return new Map(
    worstFirst.flatMap((grant) => [
      [schemeKey(grant.facts), grant],
      [schemeName(grant.facts.name), grant],
    ]),
  )
}

/** The key of a scheme whoever funds it; it holds no `|`, so it never meets a key with a funder. */
function schemeName(name: string): string {
  return schemeKey({ name, funder: null }).slice(0, -1)
}

function computeName(grants: readonly IndexedGrant[]): string {
  const content = grants.map(({ facts, removedMs, text, criteria, basis }) => [
    facts,
    removedMs,
    text.sha256,
    criteria,
    basis,
  ])
  return sha256Hex(canonicalJson(content)).slice(0, 12)
}
