/** Phrases that mean the same. */
import { type Phrase, phrase, phraseKey } from './terms.ts'

const SYNONYM_WEIGHT = 0.5

/** One thing that is looked for. A document has it when it has any of the alternatives. */
export interface Concept {
  /** Text as typed. */
  text: string
  alternatives: readonly { phrase: Phrase; weight: number }[]
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
      const known = others.getOrInsertComputed(phraseKey(member), () => new Map())
      for (const other of members)
        if (phraseKey(other) !== phraseKey(member)) known.set(phraseKey(other), other)
    }
  }
  return {
    phrases: [...all.values()],
    longest,
    of: (wanted) => [...(others.get(phraseKey(wanted))?.values() ?? [])],
  }
}

/**
 * A whole phrase as one concept, such as a supplier's keyword; null when it has nothing but stop
 * words.
 */
export function conceptOf(text: string, synonyms: Synonyms): Concept | null {
  const wanted = phrase(text)
  if (!wanted) return null
  const alternatives = [
    { phrase: wanted, weight: 1 },
    ...synonyms.of(wanted).map((other) => ({ phrase: other, weight: SYNONYM_WEIGHT })),
  ]
  return { text, alternatives }
}
