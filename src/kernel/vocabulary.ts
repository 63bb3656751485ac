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

/** By byte of UTF-8: 0 ends a word, otherwise the character in lower case. */
const LETTERS = Uint8Array.from({ length: 256 }, (_, code) => (/[a-z0-9]/i.test(String.fromCharCode(code)) ? code | 0x20 : 0))
const AMPERSAND = 38
const APOSTROPHE = 39
const UNDERSCORE = 95
const SMALL_S = 115
/** A unit of UTF-16 has at most so many bytes. */
const UNIT_BYTES = 3

export function createVocabulary(): Vocabulary {
  const terms: string[] = []
  const numbersOfTerms = new Map<string, number>()
  const spellings = createSpellings((word) => {
    const term = termOfWord(word)
    return term === null ? STOP : numberOf(term)
  })
  /** The text that is read. */
  let bytes = Buffer.allocUnsafeSlow(1 << 16)
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
    if (bytes.length < text.length * UNIT_BYTES) bytes = Buffer.allocUnsafeSlow(text.length * UNIT_BYTES * 2)
    // Bytes are looked at many times faster than a string's characters.
    return readPlain(bytes, bytes.write(text)) ?? readAny(text)
  }

  function readAny(text: string): number {
    const found = tokens(text)
    found.forEach(({ term, at }, index) => {
      vocabulary.numbers[index] = numberOf(term)
      vocabulary.places[index] = at
    })
    return found.length
  }

  /** Null: there is a character that may be a letter beyond ASCII. */
  function readPlain(text: Uint8Array, length: number): number | null {
    const { numbers, places } = vocabulary
    let count = 0
    let place = 0
    let index = 0
    while (index < length) {
      const code = text[index]!
      if (LETTERS[code] === 0) {
        const width = code < 128 ? 1 : markWidth(text, index)
        if (width === 0) return null
        if ((code === APOSTROPHE || isCurly(text, index)) && isPossessive(text, index + width, length)) index += 1
        // An ampersand takes a place, as the word would.
        else if (code === AMPERSAND) place += 1
        index += width
        continue
      }
      const from = index
      let hash = 0x811c9dc5
      for (let letter = LETTERS[code]!; letter !== 0; letter = index < length ? LETTERS[text[index]!]! : 0) {
        hash = Math.imul(hash ^ letter, 0x01000193)
        index += 1
      }
      const term = isTechnology(text, from, index) ? numberOf('ict') : spellings.find(text, from, index, hash)
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
  find(text: Uint8Array, from: number, to: number, hash: number): number
}

/** Of one spelling, side by side: its hash, where its letters begin and end, what it was found to be. */
const HASH = 0
const START = 1
const END = 2
const FOUND = 3
const FIELDS = 4

/** Words by their characters in lower case, open addressing: no string is made of a word that was met before. */
function createSpellings(numberOf: (word: string) => number): Spellings {
  /** The spelling's number plus one. */
  let slots = new Uint32Array(1 << 16)
  let count = 0
  let known = new Uint32Array(FIELDS << 14)
  let letters = new Uint8Array(1 << 18)
  let lettersEnd = 0

  function find(text: Uint8Array, from: number, to: number, hash: number): number {
    const mask = slots.length - 1
    const wanted = hash >>> 0
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const held = slots[slot]!
      if (held === EMPTY) return add(text, from, to, wanted, slot)
      const at = (held - 1) * FIELDS
      if (known[at + HASH] !== wanted) continue
      const start = known[at + START]!
      const length = known[at + END]! - start
      if (length !== to - from) continue
      let same = 0
      while (same < length && letters[start + same] === LETTERS[text[from + same]!]) same += 1
      if (same === length) return known[at + FOUND]!
    }
  }

  function add(text: Uint8Array, from: number, to: number, hash: number, slot: number): number {
    if ((count + 1) * FIELDS > known.length) known = grown(known)
    while (lettersEnd + (to - from) > letters.length) {
      const larger = new Uint8Array(letters.length * 2)
      larger.set(letters)
      letters = larger
    }
    let word = ''
    const at = count * FIELDS
    known[at + START] = lettersEnd
    for (let index = from; index < to; index += 1) {
      const letter = LETTERS[text[index]!]!
      letters[lettersEnd] = letter
      lettersEnd += 1
      word += String.fromCharCode(letter)
    }
    const number = numberOf(word)
    known[at + END] = lettersEnd
    known[at + HASH] = hash
    known[at + FOUND] = number
    slots[slot] = count + 1
    count += 1
    if (count * 2 > slots.length) rehash()
    return number
  }

  function rehash(): void {
    slots = new Uint32Array(slots.length * 2)
    const mask = slots.length - 1
    for (let spelling = 0; spelling < count; spelling += 1) {
      const hash = known[spelling * FIELDS + HASH]!
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

/**
 * The bytes of a character beyond ASCII that parts words and is nothing else however it is decomposed: the punctuation of U+2000 to U+203F,
 * the euro, and the signs of Latin-1. 0: another character.
 */
function markWidth(text: Uint8Array, at: number): number {
  const first = text[at]!
  const second = text[at + 1]!
  if (first === 0xe2 && (second === 0x80 || (second === 0x82 && text[at + 2] === 0xac))) return 3
  return first === 0xc2 && !LATIN_LETTERS.has(second) ? 2 : 0
}

/** The second bytes of ª ² ³ µ ¹ º ¼ ½ ¾, which are letters and digits. */
const LATIN_LETTERS = new Set([0xaa, 0xb2, 0xb3, 0xb5, 0xb9, 0xba, 0xbc, 0xbd, 0xbe])

function isCurly(text: Uint8Array, at: number): boolean {
  return text[at] === 0xe2 && text[at + 1] === 0x80 && text[at + 2] === 0x99
}

/** An `s` where the word ends: `\b` counts the underscore as a letter. */
function isPossessive(text: Uint8Array, at: number, length: number): boolean {
  if (at >= length || (text[at]! | 0x20) !== SMALL_S) return false
  const after = text[at + 1]!
  return at + 1 >= length || (LETTERS[after] === 0 && after !== UNDERSCORE)
}

function isTechnology(text: Uint8Array, from: number, to: number): boolean {
  return to - from === 2 && text[from] === 73 && text[from + 1] === 84
}
