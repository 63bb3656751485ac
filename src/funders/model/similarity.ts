/** How alike two names are, for names that were not written as printed. */
import { editDistance } from '../../kernel/edits.ts'

/** Slips that a word of this length is forgiven. In short words one letter makes another word: Kent, Gwent; East, West. */
function slips(length: number): number {
  return length >= 8 ? 2 : length >= 5 ? 1 : 0
}

function sameWord(asked: string, known: string): boolean {
  const allowed = slips(Math.max(asked.length, known.length))
  return asked === known || editDistance(asked, known, allowed) <= allowed
}

/** Every word of one name is a word of the other, typing errors apart, or both run together to the same. */
export function sameName(asked: readonly string[], known: readonly string[]): boolean {
  if (asked.join('') === known.join('')) return true
  if (asked.length !== known.length) return false
  return matchedWords(asked, known) === asked.length
}

/** How many of the asked words occur in the other name, each word of which counts once. */
export function matchedWords(asked: readonly string[], known: readonly string[]): number {
  const free = [...known]
  let matched = 0
  for (const word of asked) {
    const exact = free.indexOf(word)
    const place = exact >= 0 ? exact : free.findIndex((other) => sameWord(word, other))
    if (place < 0) continue
    free.splice(place, 1)
    matched += 1
  }
  return matched
}

/** Runs of three characters of a normalised name, ends marked. */
export function trigrams(key: string): Set<string> {
  const padded = `  ${key} `
  const grams = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3))
  return grams
}

/** Shared trigrams over all, 0 to 1. */
export function overlapOf(a: string, b: string): number {
  const [left, right] = [trigrams(a), trigrams(b)]
  let shared = 0
  for (const gram of left) if (right.has(gram)) shared += 1
  return shared / (left.size + right.size - shared)
}
