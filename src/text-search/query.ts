/** Keyword search over postings: what was typed becomes concepts, each found by its own words or, at half weight, by a synonym. */
import type { Postings } from './postings.ts'
import { findPhrase, type Phrase, phrase, phraseKey, type Token } from './terms.ts'

const SYNONYM_WEIGHT = 0.5

/** One thing that is looked for. A document has it when it has any of the alternatives. */
export interface Concept {
  /** Text as typed. */
  text: string
  alternatives: readonly { phrase: Phrase; weight: number }[]
  /** Weak concepts ("services") raise the rank of a document but are never required. */
  weak: boolean
}

export interface Synonyms {
  /** Every member of every group. */
  readonly phrases: readonly Phrase[]
  /** The other members of every group that the phrase belongs to. */
  of(wanted: Phrase): readonly Phrase[]
  /** Words of the longest member. */
  readonly longest: number
}

/** `groups` are lists of phrases that mean the same. */
export function createSynonyms(groups: readonly (readonly string[])[]): Synonyms {
  const others = new Map<string, Map<string, Phrase>>()
  const all = new Map<string, Phrase>()
  let longest = 1
  for (const group of groups) {
    const members = group.map(phrase).filter((member) => member !== null)
    for (const member of members) {
      all.set(phraseKey(member), member)
      longest = Math.max(longest, member.offsets.at(-1)! + 1)
      const known = others.get(phraseKey(member)) ?? new Map<string, Phrase>()
      for (const other of members)
        if (phraseKey(other) !== phraseKey(member)) known.set(phraseKey(other), other)
      others.set(phraseKey(member), known)
    }
  }
  return {
    phrases: [...all.values()],
    longest,
    of: (wanted) => [...(others.get(phraseKey(wanted))?.values() ?? [])],
  }
}

export const NO_SYNONYMS: Synonyms = { phrases: [], longest: 1, of: () => [] }

/** A whole phrase as one concept, such as a supplier's keyword; null when it has nothing but stop words. */
export function conceptOf(text: string, synonyms: Synonyms): Concept | null {
  const wanted = phrase(text)
  if (!wanted) return null
  const alternatives = [
    { phrase: wanted, weight: 1 },
    ...synonyms.of(wanted).map((other) => ({ phrase: other, weight: SYNONYM_WEIGHT })),
  ]
  return { text, alternatives, weak: false }
}

/**
 * A search box's text as concepts: "quoted words" stay together, so do words that form a member of a synonym group; every other word
 * stands alone. A word that occurs twice counts once. `weakStems` are terms as `phrase` makes them.
 */
export function parseQuery(
  text: string,
  synonyms: Synonyms,
  weakStems: ReadonlySet<string> = new Set(),
): Concept[] {
  const concepts = new Map<string, Concept>()
  const add = (part: string) => {
    const concept = conceptOf(part, synonyms)
    if (!concept) return
    const first = concept.alternatives[0]!.phrase
    concepts.set(phraseKey(first), {
      ...concept,
      weak: first.terms.length === 1 && weakStems.has(first.terms[0]!),
    })
  }
  for (const [, quoted, plain] of text.matchAll(/["“”]([^"“”]*)["“”]|([^"“”]+)/g)) {
    if (quoted !== undefined) add(quoted)
    else for (const part of groupWords(plain ?? '', synonyms)) add(part)
  }
  return [...concepts.values()]
}

function groupWords(text: string, synonyms: Synonyms): string[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const parts: string[] = []
  for (let start = 0; start < words.length; ) {
    let taken = 1
    for (let length = Math.min(synonyms.longest, words.length - start); length > 1; length -= 1) {
      const candidate = phrase(words.slice(start, start + length).join(' '))
      if (candidate && synonyms.of(candidate).length > 0) {
        taken = length
        break
      }
    }
    parts.push(words.slice(start, start + taken).join(' '))
    start += taken
  }
  return parts
}

export interface SearchHits {
  /** Numbers of the matching documents, ascending. */
  documents: Uint32Array
  /** Relevance of each of them, comparable within one answer only. */
  scores: Float64Array
}

export type Search = (concepts: readonly Concept[]) => SearchHits

/**
 * Finds documents that have enough of the concepts: both of two, two of three, three of four. Weak concepts are not counted unless there
 * are no others. A concept weighs more the rarer it is; a field weighs what `fieldWeights` says.
 */
export function openSearch(postings: Postings, fieldWeights: readonly number[]): Search {
  const total = postings.documentCount
  const byMask = maskWeights(fieldWeights)
  // Zeros between searches.
  const scores = new Float64Array(total)
  const found = new Uint8Array(total)
  const best = new Float64Array(total)
  const touched = new Uint32Array(total)

  /** Collects the best alternative of each document in `best` and the documents in `touched`. */
  function gather({ alternatives }: Concept): number {
    let count = 0
    for (const { phrase: wanted, weight } of alternatives) {
      const hits = postings.find(wanted)
      for (let index = 0; index < hits.count; index += 1) {
        const document = hits.documents[index]!
        const weighed = weight * byMask[hits.masks[index]!]!
        if (best[document] === 0) {
          touched[count] = document
          count += 1
        }
        if (weighed > best[document]!) best[document] = weighed
      }
    }
    return count
  }

  return (concepts) => {
    const allWeak = concepts.every((concept) => concept.weak)
    const counted = (concept: Concept) => allWeak || !concept.weak
    const asked = concepts.filter(counted).length
    const needed = asked <= 2 ? asked : Math.ceil((asked * 2) / 3)
    for (const concept of concepts) {
      const count = gather(concept)
      const rarity = Math.log(1 + (total - count + 0.5) / (count + 0.5))
      for (let index = 0; index < count; index += 1) {
        const document = touched[index]!
        scores[document]! += rarity * best[document]!
        found[document]! += counted(concept) ? 1 : 0
        best[document] = 0
      }
    }
    let count = 0
    for (let document = 0; document < total && needed > 0; document += 1) {
      if (found[document]! < needed) continue
      touched[count] = document
      count += 1
    }
    const documents = touched.slice(0, count)
    const result = {
      documents,
      scores: Float64Array.from(documents, (document) => scores[document]!),
    }
    scores.fill(0)
    found.fill(0)
    return result
  }
}

/** The weight of every combination of fields: their sum. */
function maskWeights(fieldWeights: readonly number[]): Float64Array {
  const weights = new Float64Array(1 << fieldWeights.length)
  for (let mask = 0; mask < weights.length; mask += 1) {
    fieldWeights.forEach((weight, field) => {
      if (mask & (1 << field)) weights[mask]! += weight
    })
  }
  return weights
}

/** The best weight at which a text has the concept, 0 when it has not. For single texts outside an index. */
export function conceptWeight(text: readonly Token[], concept: Concept): number {
  let best = 0
  for (const { phrase: wanted, weight } of concept.alternatives) {
    if (weight > best && findPhrase(text, wanted).length > 0) best = weight
  }
  return best
}
