/** Builds what `postings.ts` opens: texts are read once, in any order, into a stream of term numbers, which two passes then sort by term. */
import { PLACE_BITS, PLACES, type PostingsData } from './postings.ts'
import { packStrings } from './string-table.ts'
import { type Phrase, phraseKey } from './terms.ts'
import { Vocabulary } from './vocabulary.ts'

/** One text, or several that no phrase spans. */
export type Field = string | readonly string[]

const MAX_FIELDS = 8
/** No phrase reaches from one part of a field into the next. */
const PART_GAP = 16
const CHUNK = 1 << 16
/** Numbers of a term side by side: the document (plus one) it was met in last, how many it was met in, how many positions it has. */
const TALLY = 4
const MET_IN = 0
const ENTRIES = 1
const POSITIONS = 2

/** Documents in order. `known` phrases of several words get lists of their own, so that finding one costs no more than finding a word. */
export function buildPostings(documents: Iterable<readonly Field[]>, known: readonly Phrase[] = []): PostingsData {
  const builder = new PostingsBuilder(known)
  let count = 0
  for (const fields of documents) {
    builder.add(fields)
    count += 1
  }
  return builder.finish(Uint32Array.from({ length: count }, (_, number) => number))
}

export class PostingsBuilder {
  /** One is held, as of `Vocabulary`. */
  static readonly held = new PostingsBuilder()
  readonly #vocabulary = new Vocabulary()
  readonly #phrases: KnownPhrases
  /** The last of `#chunks`: how much of it is written, and from where on by the document at hand. */
  #streamTerms: Uint32Array
  #streamPlaces: Uint16Array
  #length = 0
  #begun = 0
  readonly #chunks: Chunk[]
  readonly #documents: StreamDocuments = { chunk: [], start: [], end: [] }
  /** Counted while a document's part of the stream is still in the processor's cache. */
  #tallies = new Uint32Array(TALLY << 14)

  constructor(known: readonly Phrase[] = []) {
    this.#phrases = knownPhrases(known, (term) => this.#vocabulary.numberOf(term))
    const chunk = newChunk(CHUNK)
    this.#streamTerms = chunk.streamTerms
    this.#streamPlaces = chunk.streamPlaces
    this.#chunks = [chunk]
  }

  /** Adds the next document; its number is the count of those before it. Words beyond a field's last place are not indexed. */
  add(fields: readonly Field[]): void {
    if (fields.length > MAX_FIELDS) throw new RangeError(`a document has ${fields.length} fields, at most ${MAX_FIELDS} are indexed`)
    this.#begun = this.#length
    for (let number = 0; number < fields.length; number += 1) {
      const field = fields[number]!
      let base = 0
      if (typeof field === 'string') this.#addPart(field, number, 0)
      else for (const part of field) base = this.#addPart(part, number, base)
    }
    const { terms } = this.#vocabulary
    if (this.#tallies.length < terms.length * TALLY) this.#tallies = grown(this.#tallies, terms.length * TALLY)
    this.#documents.chunk.push(this.#chunks.length - 1)
    this.#documents.start.push(this.#begun)
    this.#documents.end.push(this.#length)
    count(this.#tallies, this.#documents.end.length, this.#phrases.count, this.#streamTerms, this.#begun, this.#length)
  }

  /** `order[n]`: the added document that becomes document n. Those not named are left out. */
  finish(order: ArrayLike<number>): PostingsData {
    // Known phrases that occur nowhere are terms, too: an empty list is known to be empty.
    const { terms } = this.#vocabulary
    const stream = { terms, chunks: this.#chunks, documents: this.#documents, tallies: this.#tallies, knownCount: this.#phrases.count }
    return sortByTerm(stream, order)
  }

  /** Room for so many more. */
  #reserve(more: number): void {
    if (this.#length + more <= this.#streamTerms.length) return
    // A document stands in one chunk as a whole.
    const next = newChunk(Math.max(CHUNK, 2 * (this.#length - this.#begun + more)))
    next.streamTerms.set(this.#streamTerms.subarray(this.#begun, this.#length))
    next.streamPlaces.set(this.#streamPlaces.subarray(this.#begun, this.#length))
    this.#chunks.push(next)
    this.#streamTerms = next.streamTerms
    this.#streamPlaces = next.streamPlaces
    this.#length -= this.#begun
    this.#begun = 0
  }

  /** Gives the first place after the part. */
  #addPart(part: string, number: number, base: number): number {
    const count = this.#vocabulary.read(part)
    const numbers = this.#vocabulary.numbers()
    const places = this.#vocabulary.places()
    const bits = number << PLACE_BITS
    this.#reserve(Math.min(count, PLACES))
    const streamTerms = this.#streamTerms
    const streamPlaces = this.#streamPlaces
    const from = this.#length
    let indexed = 0
    for (; indexed < count && base + places[indexed]! < PLACES; indexed += 1) {
      streamTerms[from + indexed] = numbers[indexed]!
      streamPlaces[from + indexed] = bits | (base + places[indexed]!)
    }
    this.#length = from + indexed
    if (this.#phrases.count > 0) this.#addKnown(numbers, places, indexed, bits)
    return (count === 0 ? base : base + places[count - 1]!) + PART_GAP
  }

  #addKnown(numbers: Uint32Array, places: Uint32Array, count: number, bits: number): void {
    const { firstsEnd, starts, phraseTerms, partStarts, parts, offsets } = this.#phrases
    for (let at = 0; at < count; at += 1) {
      const first = numbers[at]!
      // Most words begin no phrase: those that do have the lowest numbers.
      if (first >= firstsEnd) continue
      for (let phrase = starts[first]!; phrase < starts[first + 1]!; phrase += 1) {
        let index = at + 1
        let part = partStarts[phrase]!
        for (const end = partStarts[phrase + 1]!; part < end; part += 1) {
          const wanted = places[at]! + offsets[part]!
          while (index < count && places[index]! < wanted) index += 1
          if (index === count || places[index] !== wanted || numbers[index] !== parts[part]) break
        }
        if (part < partStarts[phrase + 1]!) continue
        this.#reserve(1)
        this.#streamTerms[this.#length] = phraseTerms[phrase]!
        this.#streamPlaces[this.#length] = bits
        this.#length += 1
      }
    }
  }
}

/** Known phrases as terms. They have the first numbers, then come the words that begin them, then all others. */
interface KnownPhrases {
  count: number
  firstsEnd: number
  /** A word w below `firstsEnd` begins the phrases starts[w] up to starts[w + 1]. */
  starts: Uint32Array
  phraseTerms: Uint32Array
  /** A phrase p has, after its first word, the parts partStarts[p] up to partStarts[p + 1], each at its offset from the first. */
  partStarts: Uint32Array
  parts: Uint32Array
  offsets: Uint32Array
}

function knownPhrases(known: readonly Phrase[], numberOf: (term: string) => number): KnownPhrases {
  const several = known.filter(({ terms }) => terms.length > 1)
  const unique = [...new Map(several.map((phrase) => [phraseKey(phrase), phrase]))]
  const numbered = unique.map(([key, phrase]) => ({ term: numberOf(key), phrase }))
  const begun = numbered.map(({ term, phrase }) => ({ term, phrase, first: numberOf(phrase.terms[0]!) }))
  const firstsEnd = Math.max(begun.length, ...begun.map(({ first }) => first + 1))
  const sorted = begun.sort((a, b) => a.first - b.first)
  const partsOf = sorted.map(({ phrase }) => phrase.terms.slice(1))
  return {
    count: sorted.length,
    firstsEnd,
    starts: startsOf(Array.from({ length: firstsEnd }, (_, word) => sorted.filter(({ first }) => first === word).length)),
    phraseTerms: Uint32Array.from(sorted, ({ term }) => term),
    partStarts: startsOf(partsOf.map((parts) => parts.length)),
    parts: Uint32Array.from(partsOf.flat(), numberOf),
    offsets: Uint32Array.from(sorted.flatMap(({ phrase }) => phrase.offsets.slice(1))),
  }
}

/** Where each of some lists begins, and the last one ends, if they stand one behind the other. */
function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  for (let list = 0; list < lengths.length; list += 1) starts[list + 1] = starts[list]! + lengths[list]!
  return starts
}

/** One behind the other in arrays that never grow: what was copied into ever larger ones would be memory to fetch and to collect. */
interface Chunk {
  streamTerms: Uint32Array
  /** Field and place, as positions have them; a known phrase has no place. */
  streamPlaces: Uint16Array
}

function newChunk(length: number): Chunk {
  return { streamTerms: new Uint32Array(length), streamPlaces: new Uint16Array(length) }
}

/** By document in the order of adding: its chunk, and where it begins and ends there. */
type StreamDocuments = Record<'chunk' | 'start' | 'end', number[]>

interface Stream {
  terms: readonly string[]
  chunks: readonly Chunk[]
  documents: StreamDocuments
  tallies: Uint32Array
  /** Terms below it are known phrases. */
  knownCount: number
}

/** Counts one more of the documents, its number plus one: how many documents and positions each term has. */
function count(tallies: Uint32Array, document: number, knownCount: number, streamTerms: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const term = streamTerms[at]!
    const tally = term * TALLY
    if (tallies[tally + MET_IN] !== document) {
      tallies[tally + MET_IN] = document
      tallies[tally + ENTRIES]! += 1
    }
    if (term >= knownCount) tallies[tally + POSITIONS]! += 1
  }
}

/** The tallies without the documents that are left out. */
function talliesOf({ terms, chunks, documents, tallies, knownCount }: Stream, order: ArrayLike<number>): Uint32Array {
  const { chunk, start, end } = documents
  const added = end.length
  const leftOut = new Uint8Array(added).fill(1)
  for (let document = 0; document < order.length; document += 1) leftOut[order[document]!] = 0
  const dropped = new Uint32Array(terms.length * TALLY)
  for (let document = 0; document < added; document += 1) {
    if (leftOut[document] === 0) continue
    const { streamTerms } = chunks[chunk[document]!]!
    count(dropped, document + 1, knownCount, streamTerms, start[document]!, end[document]!)
  }
  return dropped.map((less, at) => tallies[at]! - less)
}

function sortByTerm(stream: Stream, order: ArrayLike<number>): PostingsData {
  const { terms, knownCount } = stream
  const tallies = talliesOf(stream, order)
  const sorted: number[] = []
  for (let term = 0; term < terms.length; term += 1) if (tallies[term * TALLY + ENTRIES]! > 0 || term < knownCount) sorted.push(term)
  sorted.sort((a, b) => (terms[a]! < terms[b]! ? -1 : 1))

  const entryStarts = new Uint32Array(sorted.length + 1)
  let entries = 0
  let positionTotal = 0
  for (let rank = 0; rank < sorted.length; rank += 1) {
    const tally = sorted[rank]! * TALLY
    entryStarts[rank] = entries
    entries += tallies[tally + ENTRIES]!
    positionTotal += tallies[tally + POSITIONS]!
    // From here on where its next entry and position are put.
    tallies[tally + MET_IN] = 0
    tallies[tally + POSITIONS] = positionTotal - tallies[tally + POSITIONS]!
    tallies[tally + ENTRIES] = entryStarts[rank]!
  }
  entryStarts[sorted.length] = entries

  const lists: Lists = {
    documents: new Uint32Array(entries),
    masks: new Uint8Array(entries),
    positionStarts: new Uint32Array(entries + 1),
    positions: new Uint16Array(positionTotal),
  }
  for (let document = 0; document < order.length; document += 1) putDocument(lists, document, tallies, stream, order[document]!)
  lists.positionStarts[entries] = positionTotal
  return { documentCount: order.length, terms: packStrings(sorted.map((term) => terms[term]!)), entryStarts, ...lists }
}

type Lists = Pick<PostingsData, 'documents' | 'masks' | 'positionStarts' | 'positions'>

function putDocument(lists: Lists, document: number, tallies: Uint32Array, stream: Stream, added: number): void {
  const { documents, masks, positionStarts, positions } = lists
  const { knownCount } = stream
  const { streamTerms, streamPlaces } = stream.chunks[stream.documents.chunk[added]!]!
  const end = stream.documents.end[added]!
  for (let at = stream.documents.start[added]!; at < end; at += 1) {
    const term = streamTerms[at]!
    const tally = term * TALLY
    const place = streamPlaces[at]!
    if (tallies[tally + MET_IN] !== document + 1) {
      tallies[tally + MET_IN] = document + 1
      const entry = tallies[tally + ENTRIES]!
      tallies[tally + ENTRIES] = entry + 1
      documents[entry] = document
      positionStarts[entry] = tallies[tally + POSITIONS]!
    }
    masks[tallies[tally + ENTRIES]! - 1]! |= 1 << (place >> PLACE_BITS)
    if (term >= knownCount) {
      positions[tallies[tally + POSITIONS]!] = place
      tallies[tally + POSITIONS]! += 1
    }
  }
}

/** Twice as long, or more where so many are needed. */
function grown<T extends Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>>(array: T, needed: number): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(array.length * 2, needed))
  larger.set(array)
  return larger
}
