/**
 * Relevance of each grant to a project description, 0 to 100: the share of its concepts that the
 * grant names, weighted by rarity. Concepts that no grant names count half against all of them. A
 * grant that shares only one word of the description is never highly relevant.
 */
import { type Concept, conceptOf, parseQuery } from '../../text-search/query.ts'
import { phrase } from '../../text-search/terms.ts'
import type { GrantGeneration } from './generation.ts'
import { GRANT_SYNONYMS } from './synonyms.ts'

/** A grant has a concept as much as the best field that names it: name, funder, summary, description. */
const FIELD_WEIGHTS = [1, 0.4, 0.9, 0.6]
/** The bits of name and summary. */
const PROMINENT = 0b0101
/** A named keyword counts like two words of the description. */
const KEYWORD_WEIGHT = 2
/** A grant that names this many of the rarest concepts of a long description is as relevant as can be. */
const FULL_CONCEPTS = 8
/** A word that no grant names is as rare as one that a single grant names, and half as telling: it may be a name. */
const UNNAMED_WEIGHT = 0.5
/** The most that one single word of a description is worth, where the description has others. */
const ONE_WORD_CAP = 25

/** One word in a long description may be chance; a phrase, a keyword, or a word of the name or the summary is none. */
const SMALLEST_OVERLAP = 2

/** Words that every project and every grant has. */
const EVERYWHERE = new Set(
  (
    'grant grants fund funds funding project projects scheme support apply application applicant need needs want help provide provision ' +
    'new small large big good great improve improvement develop development organisation local people work working use using make year years cost costs uk ' +
    'england scotland wales britain national include including based run running buy build area plan'
  )
    .split(' ')
    .map((word) => phrase(word)?.terms[0])
    .filter((term) => term !== undefined),
)

/** Relevance by document number; 0 where there is nothing worth naming in common. */
export function relevanceOf(
  generation: GrantGeneration,
  description: string,
  keywords: readonly string[],
): Uint8Array {
  const { postings } = generation
  const total = postings.documentCount
  const sums = new Float64Array(total)
  const found = new Uint8Array(total)
  const best = new Float64Array(total)
  const evidence = new Uint8Array(total)
  /** Concepts that a document has, a phrase or a keyword counted as more than a word. */
  const strength = new Uint8Array(total)
  let asked = 0
  const masks = bestFieldByMask()
  const rarities: number[] = []
  for (const { concept, weight } of conceptsOf(description, keywords)) {
    const touched: number[] = []
    for (const alternative of concept.alternatives) {
      const hits = postings.find(alternative.phrase)
      for (let index = 0; index < hits.count; index += 1) {
        const document = hits.documents[index]!
        const mask = hits.masks[index]!
        const held = best[document]!
        if (held === 0) touched.push(document)
        const telling = mask & PROMINENT || alternative.phrase.terms.length > 1
        evidence[document] = Math.max(evidence[document]!, telling ? SMALLEST_OVERLAP : weight)
        best[document] = Math.max(held, alternative.weight * masks[mask]!)
      }
    }
    asked += 1
    const rarity = weight * rarityOf(Math.max(1, touched.length), total)
    rarities.push(touched.length === 0 ? rarity * UNNAMED_WEIGHT : rarity)
    const isOneWord = weight === 1 && concept.alternatives[0]!.phrase.terms.length === 1
    for (const document of touched) {
      strength[document]! += isOneWord ? 1 : 2
      sums[document]! += rarity * best[document]!
      found[document]! += evidence[document]!
      best[document] = 0
      evidence[document] = 0
    }
  }
  const full = rarities
    .sort((a, b) => b - a)
    .slice(0, FULL_CONCEPTS)
    .reduce((sum, rarity) => sum + rarity, 0)
  const overlap = Math.min(SMALLEST_OVERLAP, rarities.length)
  const relevance = new Uint8Array(total)
  if (full === 0) return relevance
  for (let n = 0; n < total; n += 1) {
    if (found[n]! < overlap) continue
    const share = Math.round(100 * Math.min(1, sums[n]! / full))
    relevance[n] = strength[n] === 1 && asked > 1 ? Math.min(ONE_WORD_CAP, share) : share
  }
  return relevance
}

function rarityOf(documents: number, total: number): number {
  return Math.log(1 + (total - documents + 0.5) / (documents + 0.5))
}

function conceptsOf(
  description: string,
  keywords: readonly string[],
): { concept: Concept; weight: number }[] {
  const concepts: { concept: Concept; weight: number }[] = []
  const seen = new Set<string>()
  const add = (concept: Concept | null, weight: number) => {
    const first = concept?.alternatives[0]?.phrase
    if (!concept || !first) return
    const key = first.terms.join(' ')
    if (seen.has(key) || (weight === 1 && first.terms.length === 1 && EVERYWHERE.has(key))) return
    seen.add(key)
    concepts.push({ concept, weight })
  }
  for (const keyword of keywords) add(conceptOf(keyword, GRANT_SYNONYMS), KEYWORD_WEIGHT)
  for (const concept of parseQuery(description.replace(/["“”]/g, ' '), GRANT_SYNONYMS))
    add(concept, 1)
  return concepts
}

function bestFieldByMask(): Float64Array {
  const weights = new Float64Array(1 << FIELD_WEIGHTS.length)
  for (let mask = 1; mask < weights.length; mask += 1) {
    FIELD_WEIGHTS.forEach((weight, field) => {
      if (mask & (1 << field)) weights[mask] = Math.max(weights[mask]!, weight)
    })
  }
  return weights
}
