/**
 * Reads the terms of many texts as numbers: exactly what `tokens` finds, without a string for every word. Most words of a large index
 * are repetitions; each distinct spelling is stemmed once and recognised by its characters afterwards.
 */
import { termOfWord, tokens } from './terms.ts'

/** No term: the word is a stop word. */
const STOP = -1

/** By byte of UTF-8: 0 ends a word, otherwise the character in lower case. */
const LETTERS = Uint8Array.from({ length: 256 }, (_, code) => (/[a-z0-9]/i.test(String.fromCharCode(code)) ? code | 0x20 : 0))
const AMPERSAND = 38
const APOSTROPHE = 39
const UNDERSCORE = 95
const SMALL_S = 115
/** A unit of UTF-16 has at most so many bytes. */
const UNIT_BYTES = 3

const MOST_LETTERS = 16
/** Of a slot: its parts, and how many numbers it has. */
const SECOND = 1
const THIRD = 2
const FOURTH = 3
const FOUND = 4
const FIELDS = 8

/**
 * A class of which one is held, as all that a build runs for every word or notice: the engine lets go of a closure's compiled code with the
 * closure, and of a class's with the last of its kind, so that the next build of the process would compile it again.
 */
export class Vocabulary {
  static readonly held = new Vocabulary()
  /** The terms met so far; the index is the term's number. */
  readonly terms: string[] = []
  readonly #numberOfTerm = new Map<string, number>()
  readonly #longWords = new Map<string, number>()
  /** The text that is read: bytes are looked at many times faster than a string's characters. */
  #bytes = Buffer.allocUnsafeSlow(1 << 16)
  #numbers = new Uint32Array(1 << 12)
  #places = new Uint32Array(1 << 12)
  /** What words were found to be when they were met first: `put` says how. */
  #slots = new Int32Array(FIELDS << 15)
  #spellings = 0

  numberOf(term: string): number {
    let number = this.#numberOfTerm.get(term)
    if (number === undefined) {
      number = this.terms.length
      this.terms.push(term)
      this.#numberOfTerm.set(term, number)
    }
    return number
  }

  /** Reads one text; returns how many terms it has. */
  read(text: string): number {
    // A text has at most as many words as every other character.
    if (this.#numbers.length < text.length / 2 + 1) {
      this.#numbers = new Uint32Array(text.length)
      this.#places = new Uint32Array(text.length)
    }
    if (this.#bytes.length <= text.length * UNIT_BYTES) this.#bytes = Buffer.allocUnsafeSlow(text.length * UNIT_BYTES * 2)
    const length = this.#bytes.write(text)
    this.#bytes[length] = 0
    return this.#readPlain(this.#bytes, length) ?? this.#readAny(text)
  }

  /** Of the text that was read last: the terms' numbers. The next one writes over them. */
  numbers(): Uint32Array {
    return this.#numbers
  }

  /** Likewise: their places. */
  places(): Uint32Array {
    return this.#places
  }

  #numberOfWord(word: string): number {
    const term = termOfWord(word)
    return term === null ? STOP : this.numberOf(term)
  }

  /** Of a word of more than `MOST_LETTERS`. */
  #numberOfLong(word: string): number {
    const found = this.#longWords.get(word) ?? this.#numberOfWord(word)
    this.#longWords.set(word, found)
    return found
  }

  /** Finds out about a word that has no slot yet, and gives it one. */
  #learn(word: string, first: number, second: number, third: number, fourth: number): number {
    const found = this.#numberOfWord(word)
    this.#spellings += 1
    if (this.#spellings * FIELDS * 2 > this.#slots.length) this.#slots = enlarged(this.#slots)
    put(this.#slots, first, second, third, fourth, found)
    return found
  }

  #readAny(text: string): number {
    const found = tokens(text)
    found.forEach(({ term, at }, index) => {
      this.#numbers[index] = this.numberOf(term)
      this.#places[index] = at
    })
    return found.length
  }

  #readPlain(text: Uint8Array, length: number): number | null {
    const found = this.#numbers
    const at = this.#places
    let known = this.#slots
    let count = 0
    let place = 0
    let index = 0
    while (index < length) {
      const code = text[index]!
      let letter = LETTERS[code]!
      if (letter === 0) {
        if (code < 128) {
          index += 1
          if (code === APOSTROPHE) index += possessive(text, index, length)
          // An ampersand takes a place, as the word would.
          else if (code === AMPERSAND) place += 1
          continue
        }
        const width = markWidth(text, index)
        if (width === 0) return null
        index += width + (isCurly(text, index) ? possessive(text, index + width, length) : 0)
        continue
      }
      const from = index
      // Sixteen letters, four in a number, the last ones in `fourth`; of a longer word the first ones are pushed out.
      let first = 0
      let second = 0
      let third = 0
      let fourth = letter
      for (;;) {
        index += 1
        letter = LETTERS[text[index]!]!
        if (letter === 0) break
        fourth = (fourth << 8) | letter
        index += 1
        letter = LETTERS[text[index]!]!
        if (letter === 0) break
        fourth = (fourth << 8) | letter
        index += 1
        letter = LETTERS[text[index]!]!
        if (letter === 0) break
        fourth = (fourth << 8) | letter
        index += 1
        letter = LETTERS[text[index]!]!
        if (letter === 0) break
        first = second
        second = third
        third = fourth
        fourth = letter
      }
      let term: number
      if (index - from > MOST_LETTERS) term = this.#numberOfLong(wordAt(text, from, index))
      else if (isTechnology(text, from, index)) term = this.numberOf('ict')
      else {
        // Looked up here, not by a call: half of what reading costs is a hundred words a text.
        let slot = hashOf(first, second, third, fourth) & (known.length - 1)
        while (
          known[slot + FOURTH] !== 0 &&
          (known[slot + FOURTH] !== fourth || known[slot + THIRD] !== third || known[slot + SECOND] !== second || known[slot] !== first)
        )
          slot = (slot + FIELDS) & (known.length - 1)
        if (known[slot + FOURTH] === 0) {
          term = this.#learn(wordAt(text, from, index), first, second, third, fourth)
          known = this.#slots
        } else term = known[slot + FOUND]!
      }
      if (term !== STOP) {
        found[count] = term
        at[count] = place
        count += 1
      }
      place += 1
    }
    return count
  }
}

function enlarged(before: Int32Array): Int32Array<ArrayBuffer> {
  const slots = new Int32Array(before.length * 2)
  for (let slot = 0; slot < before.length; slot += FIELDS) {
    if (before[slot + FOURTH] === 0) continue
    put(slots, before[slot]!, before[slot + SECOND]!, before[slot + THIRD]!, before[slot + FOURTH]!, before[slot + FOUND]!)
  }
  return slots
}

/**
 * A word by its letters in lower case: no string is made of one that was met before, and no letter is looked at twice. Open addressing, `FIELDS` a
 * slot: four times four letters, the last of which no word is without, and what was found.
 */
function put(slots: Int32Array, first: number, second: number, third: number, fourth: number, found: number): void {
  const last = slots.length - 1
  let slot = hashOf(first, second, third, fourth) & last
  while (slots[slot + FOURTH] !== 0) slot = (slot + FIELDS) & last
  slots[slot] = first
  slots[slot + SECOND] = second
  slots[slot + THIRD] = third
  slots[slot + FOURTH] = fourth
  slots[slot + FOUND] = found
}

/** A multiple of `FIELDS`. */
function hashOf(first: number, second: number, third: number, fourth: number): number {
  const hash = Math.imul(first, 0x27d4eb2f) ^ Math.imul(second, 0xc2b2ae35) ^ Math.imul(third, 0x85ebca6b) ^ Math.imul(fourth, 0x9e3779b1)
  return (hash ^ (hash >>> 15)) << 3
}

/** In lower case. */
function wordAt(text: Uint8Array, from: number, to: number): string {
  let word = ''
  for (let index = from; index < to; index += 1) word += String.fromCharCode(LETTERS[text[index]!]!)
  return word
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

/** How long an `s` is where the word ends: `\b` counts the underscore as a letter. */
function possessive(text: Uint8Array, at: number, length: number): number {
  if (at >= length || (text[at]! | 0x20) !== SMALL_S) return 0
  const after = text[at + 1]!
  return at + 1 >= length || (LETTERS[after] === 0 && after !== UNDERSCORE) ? 1 : 0
}

function isTechnology(text: Uint8Array, from: number, to: number): boolean {
  return to - from === 2 && text[from] === 73 && text[from + 1] === 84
}
