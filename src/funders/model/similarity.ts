/** How alike two names are, for names that were not written as printed. */
import { editDistance } from '../../platform/edits.ts'
import { pickTellingWords } from './names.ts'

/** A word of fewer letters is another word with one letter changed: Kent, Gwent; East, West. */
const LEAST_LETTERS = 5
/** Minimum length if this word alone identifies the name: Clore Trust, Clare Trust. */
const LEAST_LETTERS_ALONE = 7

/**
 * Returns whether one name is certainly the other with one typing error: a letter missing, added or
 * changed, two neighbours swapped, or a misplaced space, with words in the same order. `exists`
 * identifies words that may be intended as written: those are no errors.
 */
export function isMisspelling(
  wanted: readonly string[],
  known: readonly string[],
  exists: (word: string) => boolean,
): boolean {
  if (wanted.join('') === known.join('')) return true
  if (wanted.length !== known.length) return false
  const places = [...wanted.keys()].filter((place) => wanted[place] !== known[place])
  if (places.length !== 1) return false
  const place = places[0]!
  const alone =
    pickTellingWords(known.toSpliced(place, 1)).length === 0 &&
    pickTellingWords([known[place]!]).length > 0
  return isSlip(wanted[place]!, known[place]!, alone) && !exists(wanted[place]!)
}

/** First letters are rarely mistyped, and digits distinguish funds. */
function isSlip(wanted: string, known: string, alone: boolean): boolean {
  const letters = Math.max(wanted.length, known.length)
  if (
    letters < LEAST_LETTERS ||
    wanted[0] !== known[0] ||
    /\p{N}/u.test(wanted + known) ||
    editDistance(wanted, known, 1) > 1
  )
    return false
  return (
    !alone ||
    letters >= LEAST_LETTERS_ALONE ||
    sortLetters(wanted) === sortLetters(known) ||
    undouble(wanted) === undouble(known)
  )
}

function sortLetters(word: string): string {
  return [...word].sort().join('')
}

function undouble(word: string): string {
  return word.replace(/(.)\1/gu, '$1')
}

/** Edits within which a word is like another, for names that are only offered. */
function likeness(length: number): number {
  return length >= 8 ? 2 : length >= 5 ? 1 : 0
}

function alike(wanted: string, known: string): boolean {
  const allowed = likeness(Math.max(wanted.length, known.length))
  return wanted === known || editDistance(wanted, known, allowed) <= allowed
}

/**
 * Returns how many of the requested words, or similar ones, are in the other name. Each of its
 * words counts once.
 */
export function matchWords(wanted: readonly string[], known: readonly string[]): number {
  const free = [...known]
  let matched = 0
  for (const word of wanted) {
    const exact = free.indexOf(word)
    const place = exact >= 0 ? exact : free.findIndex((other) => alike(word, other))
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
export function computeOverlap(a: string, b: string): number {
  const [left, right] = [trigrams(a), trigrams(b)]
  let shared = 0
  for (const gram of left) if (right.has(gram)) shared += 1
  return shared / (left.size + right.size - shared)
}
