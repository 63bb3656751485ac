/** Builds what `postings.ts` opens: texts are read once, in any order, into a stream of term numbers, which two passes then sort by term. */
import { PLACE_BITS, PLACES, type PostingsData } from './postings.ts'
import { packStrings } from './string-table.ts'
import { type Phrase, phraseKey } from './terms.ts'
import { createVocabulary } from './vocabulary.ts'

/** One text, or several that no phrase spans. */
export type Field = string | readonly string[]

const MAX_FIELDS = 8
/** No phrase reaches from one part of a field into the next. */
const PART_GAP = 16
export interface PostingsBuilder {
  /** Adds the next document; its number is the count of those before it. Words beyond a field's last place are not indexed. */
  add(fields: readonly Field[]): void
  /** `order[n]`: the added document that becomes document n. Those not named are left out. */
  finish(order: ArrayLike<number>): PostingsData
}

interface Known {
  term: number
  parts: readonly number[]
  offsets: readonly number[]
}

/** Documents in order. `known` phrases of several words get lists of their own, so that finding one costs no more than finding a word. */
export function buildPostings(documents: Iterable<readonly Field[]>, known: readonly Phrase[] = []): PostingsData {
  const builder = createPostingsBuilder(known)
  let count = 0
  for (const fields of documents) {
    builder.add(fields)
    count += 1
  }
  return builder.finish(Uint32Array.from({ length: count }, (_, number) => number))
}

export function createPostingsBuilder(known: readonly Phrase[] = []): PostingsBuilder {
  const vocabulary = createVocabulary()
  const phrases = knownPhrases(known, vocabulary.numberOf)
  let streamTerms = new Uint32Array(1 << 16)
  /** Field and place, as positions have them; a known phrase has no place. */
  let streamPlaces = new Uint16Array(1 << 16)
  let length = 0
  /** Where each document begins in the stream. */
  const starts: number[] = [0]
  const counts = createCounts(phrases.count)

  /** Room for so many more. */
  function reserve(more: number): void {
    if (length + more <= streamTerms.length) return
    streamTerms = grown(streamTerms, length + more)
    streamPlaces = grown(streamPlaces, length + more)
  }

  /** Gives the first place after the part. */
  function addPart(part: string, number: number, base: number): number {
    const count = vocabulary.read(part)
    const { numbers, places } = vocabulary
    const bits = number << PLACE_BITS
    reserve(count)
    let indexed = 0
    for (; indexed < count && base + places[indexed]! < PLACES; indexed += 1) {
      streamTerms[length + indexed] = numbers[indexed]!
      streamPlaces[length + indexed] = bits | (base + places[indexed]!)
    }
    length += indexed
    if (phrases.count > 0) addKnown(numbers, places, indexed, bits)
    return (count === 0 ? base : base + places[count - 1]!) + PART_GAP
  }

  function addKnown(numbers: Uint32Array, places: Uint32Array, count: number, bits: number): void {
    for (let at = 0; at < count; at += 1) {
      // Most words begin no phrase: those that do have the lowest numbers.
      if (numbers[at]! >= phrases.firstsEnd) continue
      for (const phrase of phrases.byFirst[numbers[at]!]!) {
        if (!stands(phrase, numbers, places, at, count)) continue
        reserve(1)
        streamTerms[length] = phrase.term
        streamPlaces[length] = bits
        length += 1
      }
    }
  }

  return {
    add(fields) {
      if (fields.length > MAX_FIELDS) throw new RangeError(`a document has ${fields.length} fields, at most ${MAX_FIELDS} are indexed`)
      for (let number = 0; number < fields.length; number += 1) {
        const field = fields[number]!
        let base = 0
        if (typeof field === 'string') addPart(field, number, 0)
        else for (const part of field) base = addPart(part, number, base)
      }
      counts.note(streamTerms, starts.at(-1)!, length, vocabulary.terms.length)
      starts.push(length)
    },
    // Known phrases that occur nowhere are terms, too: an empty list is known to be empty.
    finish: (order) => sortByTerm({ terms: vocabulary.terms, streamTerms, streamPlaces, starts, counts, knownCount: phrases.count }, order),
  }
}

/** Known phrases as terms. They have the first numbers, then come the words that begin them, then all others. */
interface KnownPhrases {
  count: number
  firstsEnd: number
  /** By number of a term; those below `count` begin none. */
  byFirst: readonly (readonly Known[])[]
}

function knownPhrases(known: readonly Phrase[], numberOf: (term: string) => number): KnownPhrases {
  const several = known.filter(({ terms }) => terms.length > 1)
  const unique = [...new Map(several.map((phrase) => [phraseKey(phrase), phrase]))]
  const numbered = unique.map(([key, phrase]) => ({ term: numberOf(key), phrase }))
  const firsts = numbered.map(({ phrase }) => numberOf(phrase.terms[0]!))
  const count = numbered.length
  const firstsEnd = Math.max(count, ...firsts.map((first) => first + 1))
  const byFirst = Array.from({ length: firstsEnd }, (): Known[] => [])
  for (const [index, { term, phrase }] of numbered.entries())
    byFirst[firsts[index]!]!.push({ term, parts: phrase.terms.map(numberOf), offsets: phrase.offsets })
  return { count, firstsEnd, byFirst }
}

function stands({ parts, offsets }: Known, numbers: Uint32Array, places: Uint32Array, start: number, count: number): boolean {
  let at = start
  for (let part = 1; part < parts.length; part += 1) {
    const wanted = places[start]! + offsets[part]!
    while (at < count && places[at]! < wanted) at += 1
    if (at === count || places[at] !== wanted || numbers[at] !== parts[part]) return false
  }
  return true
}

interface Stream {
  terms: readonly string[]
  streamTerms: Uint32Array
  streamPlaces: Uint16Array
  starts: readonly number[]
  counts: Counts
  /** Terms below it are known phrases. */
  knownCount: number
}

/** How many documents and positions each term has, counted while a document's part of the stream is still in the processor's cache. */
interface Counts {
  entries: Uint32Array
  positions: Uint32Array
  note(streamTerms: Uint32Array, from: number, to: number, termCount: number): void
}

function createCounts(knownCount: number): Counts {
  let entries = new Uint32Array(1 << 14)
  let positions = new Uint32Array(1 << 14)
  /** The document that a term was met in last. */
  let metIn = new Uint32Array(1 << 14)
  let documents = 0
  return {
    get entries() {
      return entries
    },
    get positions() {
      return positions
    },
    note(streamTerms, from, to, termCount) {
      if (entries.length < termCount) {
        entries = grown(entries, termCount)
        positions = grown(positions, termCount)
        metIn = grown(metIn, termCount)
      }
      documents += 1
      for (let at = from; at < to; at += 1) {
        const term = streamTerms[at]!
        if (metIn[term] !== documents) {
          metIn[term] = documents
          entries[term]! += 1
        }
        if (term >= knownCount) positions[term]! += 1
      }
    },
  }
}

/** The counts without the documents that are left out. */
function countsOf({ terms, streamTerms, starts, counts, knownCount }: Stream, order: ArrayLike<number>): [Uint32Array, Uint32Array] {
  const added = starts.length - 1
  const leftOut = new Uint8Array(added).fill(1)
  for (let document = 0; document < order.length; document += 1) leftOut[order[document]!] = 0
  const dropped = createCounts(knownCount)
  for (let document = 0; document < added; document += 1) {
    if (leftOut[document] === 1) dropped.note(streamTerms, starts[document]!, starts[document + 1]!, terms.length)
  }
  const kept = (all: Uint32Array, less: Uint32Array) => all.slice(0, terms.length).map((count, term) => count - (less[term] ?? 0))
  return [kept(counts.entries, dropped.entries), kept(counts.positions, dropped.positions)]
}

function sortByTerm(stream: Stream, order: ArrayLike<number>): PostingsData {
  const { terms, streamTerms, streamPlaces, starts, knownCount } = stream
  const [entryCounts, positionCounts] = countsOf(stream, order)
  const sorted = terms.flatMap((term, number) => (entryCounts[number]! > 0 || number < knownCount ? [{ term, number }] : []))
  sorted.sort((a, b) => (a.term < b.term ? -1 : 1))

  const entryStarts = new Uint32Array(sorted.length + 1)
  const entryCursors = new Uint32Array(terms.length)
  const positionCursors = new Uint32Array(terms.length)
  let entries = 0
  let positionTotal = 0
  sorted.forEach(({ number }, rank) => {
    entryStarts[rank] = entries
    entryCursors[number] = entries
    positionCursors[number] = positionTotal
    entries += entryCounts[number]!
    positionTotal += positionCounts[number]!
  })
  entryStarts[sorted.length] = entries

  const documents = new Uint32Array(entries)
  const masks = new Uint8Array(entries)
  const positionStarts = new Uint32Array(entries + 1)
  const positions = new Uint16Array(positionTotal)
  /** The document that a term was met in last, plus one. */
  const metIn = new Uint32Array(terms.length)
  for (let document = 0; document < order.length; document += 1) {
    const added = order[document]!
    for (let at = starts[added]!; at < starts[added + 1]!; at += 1) {
      const term = streamTerms[at]!
      const place = streamPlaces[at]!
      if (metIn[term] !== document + 1) {
        metIn[term] = document + 1
        const entry = entryCursors[term]!
        entryCursors[term] = entry + 1
        documents[entry] = document
        positionStarts[entry] = positionCursors[term]!
      }
      masks[entryCursors[term]! - 1]! |= 1 << (place >> PLACE_BITS)
      if (term >= knownCount) {
        positions[positionCursors[term]!] = place
        positionCursors[term]! += 1
      }
    }
  }
  positionStarts[entries] = positionTotal
  return {
    documentCount: order.length,
    terms: packStrings(sorted.map(({ term }) => term)),
    entryStarts,
    documents,
    masks,
    positionStarts,
    positions,
  }
}

/** Twice as long, or more where so many are needed. */
function grown<T extends Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>>(array: T, needed: number): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(array.length * 2, needed))
  larger.set(array)
  return larger
}
