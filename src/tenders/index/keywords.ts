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
  /** To be read before the next call, which writes over it. */
  weigh(wanted: readonly WantedConcept[]): KeywordHits
  /**
   * Returns the concepts, as typed, that one notice has; `body` lists those that are not in the
   * title.
   */
  places(wanted: readonly WantedConcept[], number: number): { title: string[]; body: string[] }
}

const BODY_SHARE = 0.5

export function createKeywords(postings: Postings): Keywords {
  let sums = new Float64Array(0)
  let inTitle = new Uint8Array(0)
  // For the concept at hand; zeros in between.
  let title = new Float64Array(0)
  let body = new Float64Array(0)
  let touched = new Uint32Array(0)

  function reserve(): void {
    if (sums.length >= postings.size) return
    const length = postings.size * 2
    sums = new Float64Array(length)
    inTitle = new Uint8Array(length)
    title = new Float64Array(length)
    body = new Float64Array(length)
    touched = new Uint32Array(length)
  }

  function addPlain({ phrase }: Concept['alternatives'][number], weight: number): void {
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

  function addBest({ alternatives }: Concept, weight: number): void {
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
    weigh(wanted) {
      reserve()
      sums.fill(0)
      inTitle.fill(0)
      for (const { concept, weight } of wanted) {
        const [first, ...synonyms] = concept.alternatives
        if (synonyms.length === 0) addPlain(first!, weight)
        else addBest(concept, weight)
      }
      return { sums, inTitle }
    },
    places(wanted, number) {
      const title: string[] = []
      const body: string[] = []
      for (const { concept } of wanted) {
        const mask = concept.alternatives.reduce(
          (fields, { phrase }) => fields | postings.maskOf(phrase, number),
          0,
        )
        if (mask & TITLE_FIELD) title.push(concept.text)
        else if (mask & BODY_FIELDS) body.push(concept.text)
      }
      return { title, body }
    },
  }
}
