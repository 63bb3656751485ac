/** Concepts of a supplier's own description, used without keywords. */
import { type Concept, conceptOf } from '../../../text-search/query.ts'
import { phrase, phraseKey } from '../../../text-search/terms.ts'
import { TENDER_SYNONYMS, WEAK_STEMS } from '../../model/synonyms.ts'

/**
 * Phrases are strong evidence, also words that stand for a trade by themselves, such as "software";
 * any other single word is hardly any.
 */
const KNOWN_PHRASE = 1
const PAIR = 0.6
const KNOWN_WORD = 1
const SINGLE = 0.1

/**
 * Phrases of synonym groups, pairs of neighbouring words, and single words that are not found in
 * every notice; each once.
 */
export function significantConcepts(description: string): { concept: Concept; weight: number }[] {
  const found: { concept: Concept; weight: number }[] = []
  const seen = new Set<string>()
  const add = (text: string, pair: boolean) => {
    const concept = conceptOf(text, TENDER_SYNONYMS)
    if (!concept) return
    const known = concept.alternatives.length > 1
    const keys = concept.alternatives.map((each) => phraseKey(each.phrase))
    if (keys.some((key) => seen.has(key))) return
    // Whatever means the same is said with it: "boilers", "heating" and "ventilation" are one
    // trade.
    for (const key of known ? keys : keys.slice(0, 1)) seen.add(key)
    found.push({
      concept,
      weight: pair ? (known ? KNOWN_PHRASE : PAIR) : known ? KNOWN_WORD : SINGLE,
    })
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
        add(`${text} ${next.text}`, true)
      if (kind === 'telling') add(text, false)
    })
  }
  return found
}

function kindOf(word: string): 'stop' | 'weak' | 'telling' {
  const found = phrase(word)
  if (found === null) return 'stop'
  return found.terms.every((term) => WEAK_STEMS.has(term)) ? 'weak' : 'telling'
}
