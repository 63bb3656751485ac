/**
 * A full-text index in memory over documents that come and go, each with up to eight fields. A
 * document gets the next number, and a number is never given twice: a removed document stays in the
 * lists, where every reader passes over it.
 */
import { type Phrase, tokens } from './terms.ts'

/** One text, or several that no phrase spans. */
export type Field = string | readonly string[]

/** Documents with a phrase, ascending. */
export interface Hits {
  count: number
  /** Entries from `count` on are leftovers of earlier calls. */
  documents: Uint32Array
  /** Bit f is set if field f holds the whole phrase. */
  masks: Uint8Array
}

const MAX_FIELDS = 8
/** A position is one number: field, then place. */
const PLACE_BITS = 13
const PLACES = 1 << PLACE_BITS
/** No phrase reaches from one part of a field into the next. */
const PART_GAP = 16

/**
 * For each document, ascending: its number as `~number`, then its positions, ascending. Both fit
 * one array because positions are not negative.
 */
interface List {
  words: Int32Array
  used: number
  /** Document that was added last. */
  last: number
}

/** Place in a list. */
interface Cursor {
  list: List
  /** Distance of the term from the first one of the phrase. */
  offset: number
  /** Index of the current document, then of its first position and of the next document. */
  at: number
  from: number
  to: number
}

export class Postings {
  readonly #lists = new Map<string, List>()
  #removed = new Uint8Array(1 << 8)
  /** Terms of each field of each document. */
  #lengths = new Uint16Array(MAX_FIELDS << 8)
  readonly #totals = new Float64Array(MAX_FIELDS)
  readonly #counts = new Uint16Array(MAX_FIELDS)
  #hits: Hits = { count: 0, documents: new Uint32Array(0), masks: new Uint8Array(0) }
  #size = 0
  #count = 0

  /** Number of documents that are not removed. */
  get documentCount(): number {
    return this.#count
  }

  /** Every number of a document is below it. */
  get size(): number {
    return this.#size
  }

  /**
   * Returns the number of the new document. Words after the last place of a field are not indexed.
   */
  add(fields: readonly Field[]): number {
    if (fields.length > MAX_FIELDS)
      throw new RangeError(
        `a document has ${fields.length} fields, at most ${MAX_FIELDS} are indexed`,
      )
    const document = this.#size
    this.#size += 1
    this.#count += 1
    this.#reserve()
    for (let field = 0; field < fields.length; field += 1) {
      const text = fields[field]!
      let place = 0
      let length = 0
      for (const part of typeof text === 'string' ? [text] : text) {
        const found = tokens(part)
        for (const { term, at } of found) {
          if (place + at >= PLACES) break
          this.#append(term, document, (field << PLACE_BITS) | (place + at))
          length += 1
        }
        place += (found.at(-1)?.at ?? 0) + PART_GAP
      }
      this.#lengths[document * MAX_FIELDS + field] = length
      this.#totals[field]! += length
    }
    return document
  }

  remove(document: number): void {
    if (this.#removed[document] === 1) return
    this.#removed[document] = 1
    this.#count -= 1
    for (let field = 0; field < MAX_FIELDS; field += 1)
      this.#totals[field]! -= this.length(document, field)
  }

  length(document: number, field: number): number {
    return this.#lengths[document * MAX_FIELDS + field]!
  }

  /** Average number of terms of a field; 1 for an empty index. */
  averageLength(field: number): number {
    return this.#totals[field]! / this.#count || 1
  }

  get termCount(): number {
    return this.#lists.size
  }

  has(term: string): boolean {
    return this.#lists.has(term)
  }

  /** All terms in the order of their first documents, also those of removed documents alone. */
  terms(): IterableIterator<string> {
    return this.#lists.keys()
  }

  /** Finds a phrase. The result holds until the next call. */
  find(wanted: Phrase): Hits {
    const cursors = this.#cursorsOf(wanted)
    this.#hits.count = 0
    if (cursors === null) return this.#hits
    if (this.#hits.documents.length < this.#size)
      this.#hits = {
        count: 0,
        documents: new Uint32Array(this.#size * 2),
        masks: new Uint8Array(this.#size * 2),
      }
    const [lead, ...others] = [...cursors].sort((a, b) => a.list.used - b.list.used) as [
      Cursor,
      ...Cursor[],
    ]
    for (let document = next(lead); document >= 0; document = next(lead)) {
      if (this.#removed[document] === 1) continue
      let isReached = true
      for (const other of others) isReached &&= reach(other, document)
      const mask = isReached ? computeMask(cursors) : 0
      if (mask === 0) continue
      this.#hits.documents[this.#hits.count] = document
      this.#hits.masks[this.#hits.count] = mask
      this.#hits.count += 1
    }
    return this.#hits
  }

  /** Returns the fields of one document that hold the whole phrase. */
  computeMask(wanted: Phrase, document: number): number {
    const cursors = this.#cursorsOf(wanted)
    return cursors?.every((cursor) => reach(cursor, document)) ? computeMask(cursors) : 0
  }

  /** Counts the documents with the term in one of the first fields. */
  frequency(term: string, fields: number): number {
    const cursor = this.#cursorOf(term, 0)
    if (cursor === null) return 0
    const { words } = cursor.list
    let count = 0
    for (let document = next(cursor); document >= 0; document = next(cursor)) {
      // Positions ascend by field.
      if (this.#removed[document] === 0 && words[cursor.from]! >> PLACE_BITS < fields) count += 1
    }
    return count
  }

  /**
   * Visits each document with the term. `counts` has the occurrences by field and is only valid
   * during the visit.
   */
  visit(term: string, visitor: (document: number, counts: Uint16Array) => void): void {
    const cursor = this.#cursorOf(term, 0)
    if (cursor === null) return
    const counts = this.#counts
    const { words } = cursor.list
    for (let document = next(cursor); document >= 0; document = next(cursor)) {
      if (this.#removed[document] === 1) continue
      for (let field = 0; field < MAX_FIELDS; field += 1) counts[field] = 0
      for (let at = cursor.from; at < cursor.to; at += 1) counts[words[at]! >> PLACE_BITS]! += 1
      visitor(document, counts)
    }
  }

  #cursorOf(term: string, offset: number): Cursor | null {
    const list = this.#lists.get(term)
    return list === undefined ? null : { list, offset, at: 0, from: 0, to: 0 }
  }

  /** Returns `null` if some term of the phrase occurs nowhere. */
  #cursorsOf({ terms, offsets }: Phrase): Cursor[] | null {
    const cursors: Cursor[] = []
    for (let part = 0; part < terms.length; part += 1) {
      const cursor = this.#cursorOf(terms[part]!, offsets[part]!)
      if (cursor === null) return null
      cursors.push(cursor)
    }
    return cursors
  }

  #append(term: string, document: number, position: number): void {
    let list = this.#lists.get(term)
    if (list === undefined) {
      list = { words: new Int32Array(4), used: 0, last: -1 }
      this.#lists.set(term, list)
    }
    if (list.used + 2 > list.words.length) {
      const larger = new Int32Array(list.words.length + (list.words.length >> 1) + 2)
      larger.set(list.words)
      list.words = larger
    }
    if (list.last !== document) {
      list.words[list.used] = ~document
      list.used += 1
      list.last = document
    }
    list.words[list.used] = position
    list.used += 1
  }

  #reserve(): void {
    if (this.#size <= this.#removed.length) return
    const [removed, lengths] = [this.#removed, this.#lengths]
    this.#removed = new Uint8Array(removed.length * 2)
    this.#removed.set(removed)
    this.#lengths = new Uint16Array(lengths.length * 2)
    this.#lengths.set(lengths)
  }
}

export function buildPostings(documents: Iterable<readonly Field[]>): Postings {
  const postings = new Postings()
  for (const fields of documents) postings.add(fields)
  return postings
}

/** Moves to the next document; -1 at the end. */
function next(cursor: Cursor): number {
  const { words, used } = cursor.list
  if (cursor.to === used) return -1
  cursor.at = cursor.to
  cursor.from = cursor.at + 1
  let to = cursor.from
  while (to < used && words[to]! >= 0) to += 1
  cursor.to = to
  return ~words[cursor.at]!
}

/** Moves to the document, or to the next one after it. */
function reach(cursor: Cursor, document: number): boolean {
  const { words } = cursor.list
  let current = cursor.to === 0 ? next(cursor) : ~words[cursor.at]!
  while (current >= 0 && current < document) current = next(cursor)
  return current === document
}

/** Returns the fields of the current document of all cursors that hold the phrase. */
function computeMask(cursors: readonly Cursor[]): number {
  const first = cursors[0]!
  const { words } = first.list
  let mask = 0
  for (let at = first.from; at < first.to; at += 1) {
    const start = words[at]!
    const bit = 1 << (start >> PLACE_BITS)
    if ((mask & bit) !== 0) continue
    let isWhole = true
    for (let part = 1; part < cursors.length && isWhole; part += 1)
      isWhole = hasTermAt(cursors[part]!, start)
    if (isWhole) mask |= bit
  }
  return mask
}

/** Whether the term is at its distance from the start, in the same field. */
function hasTermAt({ list: { words }, offset, from, to }: Cursor, start: number): boolean {
  const wanted = start + offset
  if (wanted >> PLACE_BITS !== start >> PLACE_BITS) return false
  for (let at = from; at < to && words[at]! <= wanted; at += 1)
    if (words[at] === wanted) return true
  return false
}
