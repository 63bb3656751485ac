/** Concepts of a supplier's own description, used without keywords. */
import { type Concept, conceptOf } from '../../../text-search/query.ts'
import { phrase, phraseKey } from '../../../text-search/terms.ts'
import { TENDER_SYNONYMS, WEAK_STEMS } from '../../model/synonyms.ts'
import type { FitRules } from '../version.ts'

/** Weight of a phrase or word that has synonyms. */
const KNOWN = 1

/**
 * Selects phrases of synonym groups, pairs of neighbouring words, and single words that are not
 * found in every notice; each once, or `alike` each meaning once. `pair` and `single` are weights.
 */
export function createDescribed({
  pair,
  single,
  alike,
}: {
  pair: number
  single: number
  alike: boolean
}): FitRules['described'] {
  return (description) => {
    const found: { concept: Concept; weight: number }[] = []
    const seen = new Set<string>()
    const add = (text: string, weight: number) => {
      const concept = conceptOf(text, TENDER_SYNONYMS)
      if (!concept) return
      const { alternatives } = concept
      const meant = alike ? alternatives : alternatives.slice(0, 1)
      const keys = meant.map((each) => phraseKey(each.phrase))
      if (keys.some((key) => seen.has(key))) return
      for (const key of keys) seen.add(key)
      found.push({ concept, weight: alternatives.length > 1 ? KNOWN : weight })
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
          add(`${text} ${next.text}`, pair)
        if (kind === 'telling') add(text, single)
      })
    }
    return found
  }
}

function kindOf(word: string): 'stop' | 'weak' | 'telling' {
  const found = phrase(word)
  if (found === null) return 'stop'
  return found.terms.every((term) => WEAK_STEMS.has(term)) ? 'weak' : 'telling'
}
