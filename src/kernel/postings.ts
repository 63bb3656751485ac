/**
 * An immutable full-text index in memory over documents numbered from 0, each with up to eight fields. Typed arrays throughout, so that
 * a worker can build one and hand it over without copying.
 */
import { findString, type StringTable } from './string-table.ts'
import { type Phrase, phraseKey } from './terms.ts'

/** A position is one 16-bit number: field, then place. */
export const PLACE_BITS = 13
export const PLACES = 1 << PLACE_BITS

/** Plain data: may be transferred between threads and written to a file. */
export interface PostingsData {
  documentCount: number
  /** Each with its number. Phrases that were known beforehand are terms too, by their `phraseKey`, without positions. */
  terms: StringTable
  /** Term t has the entries entryStarts[t] up to entryStarts[t + 1]. */
  entryStarts: Uint32Array
  /** Per entry: the document, ascending within a term. */
  documents: Uint32Array
  /** Per entry: bit f is set when the term occurs in field f. */
  masks: Uint8Array
  /** Entry e has the positions positionStarts[e] up to positionStarts[e + 1]. */
  positionStarts: Uint32Array
  /** field * 8192 + place, ascending within an entry. */
  positions: Uint16Array
}

/** Documents with a phrase, ascending. */
export interface Hits {
  count: number
  /** Entries from `count` on mean nothing. */
  documents: Uint32Array
  /** Bit f is set when field f holds all of the phrase. */
  masks: Uint8Array
}

export interface Postings {
  readonly documentCount: number
  /** To be read before the next call, which may write over it. */
  find(wanted: Phrase): Hits
  /** The fields of one document that hold all of the phrase. */
  maskOf(wanted: Phrase, document: number): number
}

/** Where the words of a phrase are listed, and how far each stands from the first. */
interface Range {
  /** Of the entry that is looked at, then of those after it. */
  cursor: number
  readonly from: number
  readonly to: number
  readonly offset: number
}

export function openPostings(data: PostingsData): Postings {
  const { documentCount, entryStarts, documents, masks } = data
  const none: Hits = { count: 0, documents: new Uint32Array(0), masks: new Uint8Array(0) }
  let scratch = none

  function rangeOf(term: string, offset: number): Range | null {
    const number = findString(data.terms, term)
    if (number === null) return null
    const from = entryStarts[number]!
    return { cursor: from, from, to: entryStarts[number + 1]!, offset }
  }

  /** Null: some word of it occurs nowhere. One range: a single list says it all. */
  function rangesOf(wanted: Phrase): Range[] | null {
    const { terms, offsets } = wanted
    const known = terms.length > 1 ? rangeOf(phraseKey(wanted), 0) : null
    if (known) return [known]
    const ranges: Range[] = []
    for (let part = 0; part < terms.length; part += 1) {
      const range = rangeOf(terms[part]!, offsets[part]!)
      if (!range) return null
      ranges.push(range)
    }
    return ranges
  }

  function findPhraseHits(ranges: readonly Range[]): Hits {
    if (scratch === none) scratch = { count: 0, documents: new Uint32Array(documentCount), masks: new Uint8Array(documentCount) }
    if (ranges.length === 2) return findPairHits(ranges[0]!, ranges[1]!)
    const lead = ranges.reduce((rarest, range) => (range.to - range.from < rarest.to - rarest.from ? range : rarest))
    const others = ranges.filter((range) => range !== lead)
    let count = 0
    for (; lead.cursor < lead.to; lead.cursor += 1) {
      const document = documents[lead.cursor]!
      if (!allReach(data, others, document)) continue
      const mask = phraseMask(data, ranges)
      if (mask === 0) continue
      scratch.documents[count] = document
      scratch.masks[count] = mask
      count += 1
    }
    return { count, documents: scratch.documents, masks: scratch.masks }
  }

  /** Two words are what most phrases have; a long description asks for hundreds of pairs. */
  function findPairHits(first: Range, second: Range): Hits {
    let count = 0
    let left = first.from
    let right = second.from
    while (left < first.to && right < second.to) {
      const document = documents[left]!
      const other = documents[right]!
      if (document < other) left = seek(documents, left + 1, first.to, other)
      else if (other < document) right = seek(documents, right + 1, second.to, document)
      else {
        const mask = (masks[left]! & masks[right]!) === 0 ? 0 : pairMask(data, left, right, second.offset)
        if (mask !== 0) {
          scratch.documents[count] = document
          scratch.masks[count] = mask
          count += 1
        }
        left += 1
        right += 1
      }
    }
    return { count, documents: scratch.documents, masks: scratch.masks }
  }

  return {
    documentCount,
    find(wanted) {
      const ranges = rangesOf(wanted)
      if (!ranges) return none
      if (ranges.length > 1) return findPhraseHits(ranges)
      const { from, to } = ranges[0]!
      return { count: to - from, documents: documents.subarray(from, to), masks: masks.subarray(from, to) }
    },
    maskOf(wanted, document) {
      const ranges = rangesOf(wanted)
      if (!ranges || !allReach(data, ranges, document)) return 0
      return ranges.length > 1 ? phraseMask(data, ranges) : masks[ranges[0]!.cursor]!
    },
  }
}

function pairMask({ positionStarts, positions }: PostingsData, left: number, right: number, offset: number): number {
  const ends = positionStarts[left + 1]!
  const otherEnds = positionStarts[right + 1]!
  let mask = 0
  let index = positionStarts[left]!
  let other = positionStarts[right]!
  while (index < ends && other < otherEnds) {
    const start = positions[index]!
    const wanted = start + offset
    const met = positions[other]!
    if (met < wanted) other += 1
    else {
      const field = start >> PLACE_BITS
      if (met === wanted && wanted >> PLACE_BITS === field) mask |= 1 << field
      index += 1
    }
  }
  return mask
}

/** Moves every cursor up to the document. */
function allReach({ documents }: PostingsData, ranges: readonly Range[], document: number): boolean {
  for (let part = 0; part < ranges.length; part += 1) {
    const range = ranges[part]!
    range.cursor = seek(documents, range.cursor, range.to, document)
    if (range.cursor === range.to || documents[range.cursor] !== document) return false
  }
  return true
}

/** The first entry in [from, to) whose document is not before the wanted one: gallop, then halve. */
function seek(documents: Uint32Array, from: number, to: number, document: number): number {
  if (from >= to || documents[from]! >= document) return from
  let step = 1
  let low = from
  while (low + step < to && documents[low + step]! < document) {
    low += step
    step *= 2
  }
  let high = Math.min(to, low + step)
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (documents[middle]! < document) low = middle
    else high = middle
  }
  return high
}

/** Of the document that all cursors stand at. */
function phraseMask(data: PostingsData, ranges: readonly Range[]): number {
  const { masks, positionStarts, positions } = data
  let common = 0xff
  for (let part = 0; part < ranges.length; part += 1) common &= masks[ranges[part]!.cursor]!
  if (common === 0) return 0
  const first = ranges[0]!.cursor
  const length = ranges.at(-1)!.offset
  let mask = 0
  for (let index = positionStarts[first]!; index < positionStarts[first + 1]!; index += 1) {
    const start = positions[index]!
    const field = start >> PLACE_BITS
    // The last word must stand in the same field.
    let whole = (common & (1 << field)) !== 0 && (start & (PLACES - 1)) + length < PLACES
    for (let part = 1; part < ranges.length && whole; part += 1)
      whole = hasPosition(data, ranges[part]!.cursor, start + ranges[part]!.offset)
    if (whole) {
      mask |= 1 << field
      // One place in a field is enough.
      common &= ~(1 << field)
      if (common === 0) break
    }
  }
  return mask
}

function hasPosition({ positionStarts, positions }: PostingsData, entry: number, wanted: number): boolean {
  for (let index = positionStarts[entry]!; index < positionStarts[entry + 1]!; index += 1) {
    const position = positions[index]!
    if (position >= wanted) return position === wanted
  }
  return false
}
