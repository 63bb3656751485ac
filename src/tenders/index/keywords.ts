/** How much of what a supplier looks for each notice says. */
import type { Postings } from '../../text-search/postings.ts'
import type { Concept } from '../../text-search/query.ts'
import { BODY_FIELDS, TITLE_FIELD } from './entry.ts'

export interface WantedConcept {
  concept: Concept
  weight: number
}

export interface KeywordHits {
  /**
   * For each notice, the sum over concepts of 1 in the title and 0.5 in description or lots, times
   * the weight; a synonym counts half.
   */
  sums: Float64Array
  /** For each notice, 1 if a concept is in the title. */
  inTitle: Uint8Array
}

export interface Keywords {
  /** Weighs concept after concept, and pauses after each. */
  weigh(wanted: readonly WantedConcept[]): Generator<void, KeywordHits>
  /**
   * Returns the concepts, as typed, that one notice has; `body` lists those that are not in the
   * title.
   */
  places(wanted: readonly WantedConcept[], number: number): { title: string[]; body: string[] }
}

const BODY_SHARE = 0.5

/** Sums of one request, and what its concept at hand has found: zeros in between. */
function createSums(size: number) {
  return {
    sums: new Float64Array(size),
    inTitle: new Uint8Array(size),
    title: new Float64Array(size),
    body: new Float64Array(size),
    touched: new Uint32Array(size),
  }
}

type Sums = ReturnType<typeof createSums>

export function createKeywords(postings: Postings): Keywords {
  function addPlain(
    { phrase }: Concept['alternatives'][number],
    weight: number,
    { sums, inTitle }: Sums,
  ): void {
    const { count, documents, masks } = postings.find(phrase)
    const both = weight * (1 + BODY_SHARE)
    const below = weight * BODY_SHARE
    for (let index = 0; index < count; index += 1) {
      const number = documents[index]!
      const mask = masks[index]!
      if (mask & TITLE_FIELD) {
        sums[number]! += mask & BODY_FIELDS ? both : weight
        inTitle[number] = 1
      } else if (mask & BODY_FIELDS) sums[number]! += below
    }
  }

  function addBest(
    { alternatives }: Concept,
    weight: number,
    { sums, inTitle, title, body, touched }: Sums,
  ): void {
    let met = 0
    for (const alternative of alternatives) {
      const { count, documents, masks } = postings.find(alternative.phrase)
      for (let index = 0; index < count; index += 1) {
        const number = documents[index]!
        const mask = masks[index]!
        if ((mask & (TITLE_FIELD | BODY_FIELDS)) === 0) continue
        if (title[number] === 0 && body[number] === 0) {
          touched[met] = number
          met += 1
        }
        if (mask & TITLE_FIELD && title[number]! < alternative.weight)
          title[number] = alternative.weight
        if (mask & BODY_FIELDS && body[number]! < alternative.weight)
          body[number] = alternative.weight
      }
    }
    for (let index = 0; index < met; index += 1) {
      const number = touched[index]!
      sums[number]! += weight * (title[number]! + BODY_SHARE * body[number]!)
      if (title[number]! > 0) inTitle[number] = 1
      title[number] = 0
      body[number] = 0
    }
  }

  return {
    *weigh(wanted) {
      const all = createSums(postings.size)
      for (const { concept, weight } of wanted) {
        const [first, ...synonyms] = concept.alternatives
        if (synonyms.length === 0) addPlain(first!, weight, all)
        else addBest(concept, weight, all)
        yield
      }
      return { sums: all.sums, inTitle: all.inTitle }
    },
    places(wanted, number) {
      const title: string[] = []
      const body: string[] = []
      for (const { concept } of wanted) {
        const mask = concept.alternatives.reduce(
          (fields, { phrase }) => fields | postings.computeMask(phrase, number),
          0,
        )
        if (mask & TITLE_FIELD) title.push(concept.text)
        else if (mask & BODY_FIELDS) body.push(concept.text)
      }
      return { title, body }
    },
  }
}
