/**
 * Words of a text as searchable terms: lower case, without accents, Porter-stemmed, each with its
 * place in the text.
 */
import { stemmer } from 'stemmer'

/**
 * A term and its place. Stop words are not terms but count as places, so that "care at home" is not
 * "care home".
 */
export interface Token {
  term: string
  at: number
}

/**
 * Terms that must stand at these distances from the first. Made by `phrase`; one word is a phrase
 * of one term.
 */
export interface Phrase {
  terms: readonly string[]
  offsets: readonly number[]
}

const STOP_WORDS = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can could did do does ' +
    'doing down during each etc few for from further had has have having he her here hers him his how i if in into is it its itself just may me ' +
    'more most must my no nor not of off on once only or other our out over own per s same shall she should so some such t than that the their ' +
    'them then there these they this those through to too under until up upon us very via was we were what when where which while who whom ' +
    'whose why will with within would you your'
  ).split(' '),
)

const WORD = /[\p{L}\p{N}]+/gu
const POSSESSIVE = /['’]s\b/gi
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const NOT_ASCII = /[^\x00-\x7f]/
const AMERICAN = /iz(e|ed|es|er|ers|ing|ation|ations|ational)$/

const stems = new Map<string, string>()
const MAX_REMEMBERED_STEMS = 200_000
const ZERO = 48

/** The stem of one lower-case word. American -ize spellings meet the British ones. */
function stem(word: string): string {
  // No suffix ends so, and there is no end of numbers to remember.
  if (endsInDigit(word)) return word
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= MAX_REMEMBERED_STEMS) stems.clear()
  const found = stemmer(word.replace(AMERICAN, 'is$1'))
  stems.set(word, found)
  return found
}

function endsInDigit(word: string): boolean {
  const last = word.charCodeAt(word.length - 1)
  return last >= ZERO && last < ZERO + 10
}

/** The term of one lower-case word; null: a stop word. */
function termOfWord(lower: string): string | null {
  return STOP_WORDS.has(lower) ? null : stem(lower)
}

function words(text: string): string[] {
  const plain = NOT_ASCII.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text
  // An ampersand takes a place, as the word would.
  const spelled = plain.includes('&') ? plain.replaceAll('&', ' and ') : plain
  return spelled.replace(POSSESSIVE, '').match(WORD) ?? []
}

/**
 * The terms of a text in order. `IT` in capitals is information technology and becomes `ict`; `it`
 * is a stop word.
 */
export function tokens(text: string): Token[] {
  return listTerms(text, (word) => word === 'IT')
}

/**
 * Returns a phrase to search for, or `null` if the text has only stop words. `it` is read as `ict`,
 * because the pronoun is not a search term.
 */
export function phrase(text: string): Phrase | null {
  const found = listTerms(text, (word) => word.toLowerCase() === 'it')
  const first = found[0]
  return first
    ? {
        terms: found.map((token) => token.term),
        offsets: found.map((token) => token.at - first.at),
      }
    : null
}

function listTerms(text: string, isTechnology: (word: string) => boolean): Token[] {
  const result: Token[] = []
  const all = words(text)
  for (let at = 0; at < all.length; at += 1) {
    const word = all[at]!
    if (isTechnology(word)) {
      result.push({ term: 'ict', at })
      continue
    }
    const term = termOfWord(word.toLowerCase())
    if (term !== null) result.push({ term, at })
  }
  return result
}

/** Equal phrases have equal keys. */
export function phraseKey({ terms, offsets }: Phrase): string {
  return terms.map((term, index) => `${offsets[index]}${term}`).join(' ')
}

/** The indices in `text` where the phrase begins. */
export function findPhrase(text: readonly Token[], wanted: Phrase): number[] {
  const found: number[] = []
  for (let start = 0; start < text.length; start += 1)
    if (startsPhrase(text, start, wanted)) found.push(start)
  return found
}

function startsPhrase(text: readonly Token[], start: number, { terms, offsets }: Phrase): boolean {
  const origin = text[start]!.at
  let index = start
  for (let part = 0; part < terms.length; part += 1) {
    const place = origin + offsets[part]!
    while (index < text.length && text[index]!.at < place) index += 1
    const token = text[index]
    if (token?.at !== place || token.term !== terms[part]) return false
  }
  return true
}
