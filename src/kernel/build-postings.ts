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
/** In the stream beside a known phrase, which has a field and no place. */
const NO_PLACE = 1 << 16

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
  const knownByFirst = knownPhrases(known, vocabulary.numberOf)
  const knownTerms = [...knownByFirst.values()].flatMap((phrases) => phrases.map(({ term }) => term))
  let streamTerms = new Uint32Array(1 << 16)
  let streamPlaces = new Uint32Array(1 << 16)
  let length = 0
  /** Where each document begins in the stream. */
  const starts: number[] = [0]
  const counts = createCounts()

  function push(term: number, place: number): void {
    if (length === streamTerms.length) {
      streamTerms = doubled(streamTerms)
      streamPlaces = doubled(streamPlaces)
    }
    streamTerms[length] = term
    streamPlaces[length] = place
    length += 1
  }

  function addField(field: Field, number: number): void {
    const fieldBits = number << PLACE_BITS
    let base = 0
    for (const part of typeof field === 'string' ? [field] : field) {
      const count = vocabulary.read(part)
      const { numbers, places } = vocabulary
      let indexed = 0
      for (; indexed < count && base + places[indexed]! < PLACES; indexed += 1)
        push(numbers[indexed]!, fieldBits | (base + places[indexed]!))
      if (knownByFirst.size > 0) addKnown(numbers, places, indexed, fieldBits)
      base = (count === 0 ? base : base + places[count - 1]!) + PART_GAP
    }
  }

  function addKnown(numbers: Uint32Array, places: Uint32Array, count: number, fieldBits: number): void {
    for (let at = 0; at < count; at += 1) {
      const phrases = knownByFirst.get(numbers[at]!)
      if (!phrases) continue
      for (const phrase of phrases) if (stands(phrase, numbers, places, at, count)) push(phrase.term, fieldBits | NO_PLACE)
    }
  }

  return {
    add(fields) {
      if (fields.length > MAX_FIELDS) throw new RangeError(`a document has ${fields.length} fields, at most ${MAX_FIELDS} are indexed`)
      for (let number = 0; number < fields.length; number += 1) addField(fields[number]!, number)
      counts.note(streamTerms, streamPlaces, starts.at(-1)!, length, vocabulary.terms.length)
      starts.push(length)
    },
    // Those that occur nowhere are terms, too: an empty list is known to be empty.
    finish: (order) => sortByTerm({ terms: vocabulary.terms, streamTerms, streamPlaces, starts, counts, knownTerms }, order),
  }
}

function knownPhrases(known: readonly Phrase[], numberOf: (term: string) => number): ReadonlyMap<number, readonly Known[]> {
  const several = known.filter(({ terms }) => terms.length > 1)
  const unique = new Map(several.map((phrase) => [phraseKey(phrase), phrase]))
  const all = [...unique].map(([key, { terms, offsets }]): Known => ({ term: numberOf(key), parts: terms.map(numberOf), offsets }))
  return Map.groupBy(all, ({ parts }) => parts[0]!)
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
  streamPlaces: Uint32Array
  starts: readonly number[]
  counts: Counts
  knownTerms: readonly number[]
}

/** How many documents and positions each term has, counted while a document's part of the stream is still in the processor's cache. */
interface Counts {
  entries: Uint32Array
  positions: Uint32Array
  note(streamTerms: Uint32Array, streamPlaces: Uint32Array, from: number, to: number, termCount: number): void
}

function createCounts(): Counts {
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
    note(streamTerms, streamPlaces, from, to, termCount) {
      while (entries.length < termCount) {
        entries = doubled(entries)
        positions = doubled(positions)
        metIn = doubled(metIn)
      }
      documents += 1
      for (let at = from; at < to; at += 1) {
        const term = streamTerms[at]!
        if (metIn[term] !== documents) {
          metIn[term] = documents
          entries[term]! += 1
        }
        if (streamPlaces[at]! < NO_PLACE) positions[term]! += 1
      }
    },
  }
}

/** The counts without the documents that are left out. */
function countsOf({ terms, streamTerms, streamPlaces, starts, counts }: Stream, order: ArrayLike<number>): [Uint32Array, Uint32Array] {
  const added = starts.length - 1
  const leftOut = new Uint8Array(added).fill(1)
  for (let document = 0; document < order.length; document += 1) leftOut[order[document]!] = 0
  const dropped = createCounts()
  for (let document = 0; document < added; document += 1) {
    if (leftOut[document] === 1) dropped.note(streamTerms, streamPlaces, starts[document]!, starts[document + 1]!, terms.length)
  }
  const kept = (all: Uint32Array, less: Uint32Array) => all.slice(0, terms.length).map((count, term) => count - (less[term] ?? 0))
  return [kept(counts.entries, dropped.entries), kept(counts.positions, dropped.positions)]
}

function sortByTerm(stream: Stream, order: ArrayLike<number>): PostingsData {
  const { terms, streamTerms, streamPlaces, starts, knownTerms } = stream
  const [entryCounts, positionCounts] = countsOf(stream, order)
  const kept = new Set(knownTerms)
  const sorted = terms.flatMap((term, number) => (entryCounts[number]! > 0 || kept.has(number) ? [{ term, number }] : []))
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
      masks[entryCursors[term]! - 1]! |= 1 << ((place & (NO_PLACE - 1)) >> PLACE_BITS)
      if (place < NO_PLACE) {
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

function doubled(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
