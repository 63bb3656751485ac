/**
 * Similarity of a name and a query, as people type names: reordered, shortened, misspelt, run
 * together. Pure.
 */
import { editDistance } from '../../platform/edits.ts'

/** Normalised forms of a name for comparison. */
export interface NameToMatch {
  words: readonly string[]
  former: boolean
  ended: boolean
}

/** How telling each word is: the rarer the more. */
export type Weigh = (word: string) => number

/**
 * Returns a weight function for words. @param of number of names @param frequencies of the query's
 * words; a word in no name has the highest weight
 */
export function weighBy(frequencies: ReadonlyMap<string, number>, of: number): Weigh {
  return (word) => Math.log(1 + of / (1 + (frequencies.get(word) ?? 0)))
}

export interface NameFit {
  /** Whether each word of the query is in the name, with at most one typing error each. */
  every: boolean
  /** Share of the query that the name contains, by weight; 0 to 1. */
  recall: number
  /** Order of hits. */
  score: number
}

/**
 * Returns whether a name has every word as typed. Without a legal form after it, the final word may
 * be a prefix.
 */
export function hasAsTyped(
  name: readonly string[],
  { words, form }: { words: readonly string[]; form: string | null },
): boolean {
  return words.every((word, index) =>
    name.some(
      (each) =>
        each === word || (form === null && index === words.length - 1 && each.startsWith(word)),
    ),
  )
}

/** Minimum share of the query; names below it are no hits. */
export const LEAST_RECALL = 0.5

const ENDED_LOSS = 0.15
const FORMER_LOSS = 0.04
const EXACT_GAIN = 0.1
const ORDER_GAIN = 0.02
const SHARE_OF_RECALL = 0.7

/** @param common weight of a word of the name that is not in the query */
export function computeFit(
  wanted: readonly string[],
  name: NameToMatch,
  weigh: Weigh,
  common: number,
): NameFit {
  const { matched, taken, inOrder } = align(wanted, name.words)
  let total = 0
  let found = 0
  for (const [index, word] of wanted.entries()) {
    const weight = weigh(word)
    total += weight
    found += weight * matched[index]!
  }
  const recall = total === 0 ? 0 : found / total
  const extra = name.words.filter((_, index) => !taken[index]).length * common
  const precision = found / (found + extra || 1)
  const exact =
    wanted.length === name.words.length && wanted.every((word, index) => word === name.words[index])
  const score =
    recall * SHARE_OF_RECALL +
    precision * (1 - SHARE_OF_RECALL) +
    (exact ? EXACT_GAIN : 0) +
    (inOrder ? ORDER_GAIN : 0) -
    (name.former ? FORMER_LOSS : 0) -
    (name.ended ? ENDED_LOSS : 0)
  return { every: matched.every((how) => how >= ONE_SLIP), recall, score }
}

interface Alignment {
  /** For each word of the query, the quality of its match; 0 if it has none. */
  matched: number[]
  /** For each word of the name, whether the query has it. */
  taken: boolean[]
  inOrder: boolean
}

function align(wanted: readonly string[], words: readonly string[]): Alignment {
  const matched = wanted.map(() => 0)
  const taken = words.map(() => false)
  const places: number[] = wanted.map(() => -1)
  const take = (index: number, place: number, how: number) => {
    matched[index] = how
    places[index] = place
    taken[place] = true
  }
  // The same words first, so that none is taken by a word that is merely like it.
  for (const [index, word] of wanted.entries()) {
    const place = words.findIndex((each, at) => !taken[at] && each === word)
    if (place >= 0) take(index, place, 1)
  }
  alignJoined(wanted, words, matched, taken, take)
  for (const [index, word] of wanted.entries()) {
    if (matched[index] !== 0) continue
    let best = { place: -1, how: 0 }
    for (const [place, each] of words.entries()) {
      if (taken[place]) continue
      const how = likeness(word, each, index === wanted.length - 1)
      if (how > best.how) best = { place, how }
    }
    if (best.place >= 0) take(index, best.place, best.how)
  }
  const met = places.filter((place) => place >= 0)
  return {
    matched,
    taken,
    inOrder: met.every((place, index) => index === 0 || place > met[index - 1]!),
  }
}

const JOINED = 0.95
const ONE_SLIP = 0.85
/** A word before the last one that is only the beginning of the name's. */
const CUT_SHORT = 0.86

/** `sun rise` for `sunrise`, and the other way round. */
function alignJoined(
  wanted: readonly string[],
  words: readonly string[],
  matched: readonly number[],
  taken: boolean[],
  take: (index: number, place: number, how: number) => void,
): void {
  for (let index = 0; index < wanted.length; index += 1) {
    if (matched[index] !== 0) continue
    const next = wanted[index + 1]
    if (next !== undefined && matched[index + 1] === 0) {
      const place = words.findIndex(
        (each, at) => !taken[at] && likeness(wanted[index]! + next, each, false) >= 0.8,
      )
      if (place >= 0) {
        take(index, place, JOINED)
        take(index + 1, place, JOINED)
        continue
      }
    }
    const place = words.findIndex(
      (each, at) => !taken[at] && !taken[at + 1] && wanted[index] === each + (words[at + 1] ?? ' '),
    )
    if (place >= 0) {
      take(index, place, JOINED)
      taken[place + 1] = true
    }
  }
}

/**
 * From 0, another word, to 1, the same. `open`: it may be the beginning of one that is still being
 * typed.
 */
function likeness(wanted: string, word: string, open: boolean): number {
  if (wanted === word) return 1
  if (open && wanted.length >= 2 && word.startsWith(wanted)) return 0.9
  if (wanted.length >= 3 && word.startsWith(wanted)) return CUT_SHORT
  const allowed = slips(wanted)
  const distance = allowed === 0 ? 1 : editDistance(wanted, word, allowed)
  if (distance <= allowed) return distance === 1 ? ONE_SLIP : 0.7
  // A plural, or a possessive s.
  if (wanted.length >= 4 && (wanted === `${word}s` || word === `${wanted}s`)) return ONE_SLIP
  return 0
}

/** How many slips of the finger a word may have and still be it. */
export function slips(word: string): number {
  if (word.length < 3 || /^\d+$/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** All texts one slip away, for words too short to have a part that stays whole. */
export function oneSlipAway(word: string): string[] {
  const found = new Set<string>()
  for (let at = 0; at <= word.length; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    for (const letter of LETTERS) {
      found.add(head + letter + tail)
      if (tail !== '') found.add(head + letter + tail.slice(1))
    }
    if (tail !== '') found.add(head + tail.slice(1))
    if (tail.length > 1) found.add(head + tail[1]! + tail[0]! + tail.slice(2))
  }
  found.delete(word)
  return [...found].filter((each) => each.length > 1)
}
