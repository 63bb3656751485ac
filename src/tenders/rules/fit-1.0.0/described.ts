/** Concepts of a supplier's own description, used without keywords. */
import { type Concept, conceptOf } from '../../../text-search/query.ts'
import { phrase, phraseKey } from '../../../text-search/terms.ts'
import { TENDER_SYNONYMS, WEAK_STEMS } from '../../model/synonyms.ts'

/**
 * Running text is weaker evidence than chosen keywords: pairs of neighbouring words count more than
 * single ones.
 */
const KNOWN_PHRASE = 1
const PAIR = 0.5
const SINGLE = 0.2

/**
 * Phrases of synonym groups, pairs of neighbouring words, and single words that are not found in
 * every notice; each once.
 */
export function significantConcepts(description: string): { concept: Concept; weight: number }[] {
  const found = new Map<string, { concept: Concept; weight: number }>()
  const add = (text: string, weight: number) => {
    const concept = conceptOf(text, TENDER_SYNONYMS)
    if (!concept) return
    const known = concept.alternatives.length > 1
    const key = phraseKey(concept.alternatives[0]!.phrase)
    if (!found.has(key)) found.set(key, { concept, weight: known ? KNOWN_PHRASE : weight })
  }
  for (const clause of description.split(/[^\p{L}\p{N}\s'’&-]+/u)) {
    const words = clause
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((text) => ({ text, kind: kindOf(text) }))
    words.forEach(({ text, kind }, index) => {
      const next = words[index + 1]
      // Neither a stop word, and not both of them words of every notice.
      if (
        next &&
        kind !== 'stop' &&
        next.kind !== 'stop' &&
        (kind === 'telling' || next.kind === 'telling')
      )
        add(`${text} ${next.text}`, PAIR)
      if (kind === 'telling') add(text, SINGLE)
    })
  }
  return [...found.values()]
}

function kindOf(word: string): 'stop' | 'weak' | 'telling' {
  const found = phrase(word)
  if (found === null) return 'stop'
  return found.terms.every((term) => WEAK_STEMS.has(term)) ? 'weak' : 'telling'
}
