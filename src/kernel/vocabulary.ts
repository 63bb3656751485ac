/**
 * Reads the terms of many texts as numbers: exactly what `tokens` finds, without a string for every word. Most words of a large index
 * are repetitions; each distinct spelling is stemmed once and recognised by its characters afterwards.
 */
import { termOfWord, tokens } from './terms.ts'

export interface Vocabulary {
  /** The terms met so far; the index is the term's number. */
  readonly terms: readonly string[]
  numberOf(term: string): number
  /** Reads one text into `numbers` and `places`; returns how many terms it has. The next call writes over them. */
  read(text: string): number
  numbers: Uint32Array
  places: Uint32Array
}

/** No term: the word is a stop word. */
const STOP = 0xffffffff
const EMPTY = 0

/** Per character below 128: 0 ends a word, otherwise the character in lower case. */
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => (/[a-z0-9]/i.test(String.fromCharCode(code)) ? code | 0x20 : 0))
const AMPERSAND = 38
const APOSTROPHE = 39
const UNDERSCORE = 95
const SMALL_S = 115

export function createVocabulary(): Vocabulary {
  const terms: string[] = []
  const numbersOfTerms = new Map<string, number>()
  const spellings = createSpellings((word) => {
    const term = termOfWord(word)
    return term === null ? STOP : numberOf(term)
  })
  const vocabulary: Vocabulary = { terms, numberOf, read, numbers: new Uint32Array(1 << 12), places: new Uint32Array(1 << 12) }

  function numberOf(term: string): number {
    let number = numbersOfTerms.get(term)
    if (number === undefined) {
      number = terms.length
      terms.push(term)
      numbersOfTerms.set(term, number)
    }
    return number
  }

  function read(text: string): number {
    // A text has at most as many words as every other character.
    if (vocabulary.numbers.length < text.length / 2 + 1) {
      vocabulary.numbers = new Uint32Array(text.length)
      vocabulary.places = new Uint32Array(text.length)
    }
    return readAscii(text) ?? readAny(text)
  }

  function readAny(text: string): number {
    const found = tokens(text)
    found.forEach(({ term, at }, index) => {
      vocabulary.numbers[index] = numberOf(term)
      vocabulary.places[index] = at
    })
    return found.length
  }

  /** Null: there is a character outside ASCII. */
  function readAscii(text: string): number | null {
    const { numbers, places } = vocabulary
    const length = text.length
    let count = 0
    let place = 0
    let index = 0
    while (index < length) {
      const code = text.charCodeAt(index)
      if (code > 127) return null
      if (LETTERS[code] === 0) {
        if (code === APOSTROPHE && isPossessive(text, index)) index += 2
        else {
          // An ampersand takes a place, as the word would.
          if (code === AMPERSAND) place += 1
          index += 1
        }
        continue
      }
      const from = index
      let hash = 0x811c9dc5
      for (; index < length; index += 1) {
        const next = text.charCodeAt(index)
        if (next > 127) return null
        const letter = LETTERS[next]!
        if (letter === 0) break
        hash = Math.imul(hash ^ letter, 0x01000193)
      }
      const term = isTechnology(text, from, index) ? numberOf('ict') : spellings.find(text, from, index, hash >>> 0)
      if (term !== STOP) {
        numbers[count] = term
        places[count] = place
        count += 1
      }
      place += 1
    }
    return count
  }

  return vocabulary
}

interface Spellings {
  /** What was found for this word when it was met first, whatever its case. */
  find(text: string, from: number, to: number, hash: number): number
}

/** Words by their characters in lower case, open addressing: no string is made of a word that was met before. */
function createSpellings(numberOf: (word: string) => number): Spellings {
  /** The spelling's number plus one. */
  let slots = new Uint32Array(1 << 16)
  let count = 0
  let starts = new Uint32Array(1 << 14)
  let hashes = new Uint32Array(1 << 14)
  let numbers = new Uint32Array(1 << 14)
  let bytes = new Uint8Array(1 << 18)

  function find(text: string, from: number, to: number, hash: number): number {
    const mask = slots.length - 1
    const length = to - from
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const held = slots[slot]!
      if (held === EMPTY) return add(text, from, to, hash, slot)
      const spelling = held - 1
      if (hashes[spelling] !== hash) continue
      const start = starts[spelling]!
      if (starts[spelling + 1]! - start !== length) continue
      let same = 0
      while (same < length && bytes[start + same] === LETTERS[text.charCodeAt(from + same)]) same += 1
      if (same === length) return numbers[spelling]!
    }
  }

  function add(text: string, from: number, to: number, hash: number, slot: number): number {
    if (count + 2 > starts.length) {
      starts = grown(starts)
      hashes = grown(hashes)
      numbers = grown(numbers)
    }
    const start = starts[count]!
    while (start + (to - from) > bytes.length) {
      const larger = new Uint8Array(bytes.length * 2)
      larger.set(bytes)
      bytes = larger
    }
    for (let at = from; at < to; at += 1) bytes[start + at - from] = LETTERS[text.charCodeAt(at)]!
    const number = numberOf(text.slice(from, to).toLowerCase())
    hashes[count] = hash
    numbers[count] = number
    starts[count + 1] = start + to - from
    slots[slot] = count + 1
    count += 1
    if (count * 2 > slots.length) rehash()
    return number
  }

  function rehash(): void {
    slots = new Uint32Array(slots.length * 2)
    const mask = slots.length - 1
    for (let spelling = 0; spelling < count; spelling += 1) {
      const hash = hashes[spelling]!
      let slot = (hash ^ (hash >>> 15)) & mask
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask
      slots[slot] = spelling + 1
    }
  }

  return { find }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}

/** `'s` where the word ends: `\b` counts the underscore as a letter. */
function isPossessive(text: string, at: number): boolean {
  if ((text.charCodeAt(at + 1) | 0x20) !== SMALL_S) return false
  if (at + 2 >= text.length) return true
  const after = text.charCodeAt(at + 2)
  return after > 127 || (LETTERS[after] === 0 && after !== UNDERSCORE)
}

function isTechnology(text: string, from: number, to: number): boolean {
  return to - from === 2 && text.charCodeAt(from) === 73 && text.charCodeAt(from + 1) === 84
}
