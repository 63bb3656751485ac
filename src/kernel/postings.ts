/**
 * An immutable full-text index in memory over documents numbered from 0, each with up to eight fields. Typed arrays throughout, so that
 * a worker can build one and hand it over without copying.
 */
import { type Phrase, tokens } from './terms.ts'

const MAX_FIELDS = 8
/** Words of a field beyond this are not indexed; a position is one 16-bit number: field, then place. */
const PLACES = 8192
/** No phrase reaches from one part of a field into the next. */
const PART_GAP = 16

/** Plain data: may be transferred between threads and written to a file. */
export interface PostingsData {
  documentCount: number
  /** Sorted; the index is the term's number. */
  terms: readonly string[]
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

/** Documents in order; a field is one text, or several that no phrase spans. */
export function buildPostings(documents: Iterable<readonly (string | readonly string[])[]>): PostingsData {
  const lists = new Map<string, { documents: number[]; masks: number[]; counts: number[]; positions: number[] }>()
  let documentCount = 0
  let entryCount = 0
  let positionCount = 0
  for (const fields of documents) {
    if (fields.length > MAX_FIELDS) throw new RangeError(`a document has ${fields.length} fields, at most ${MAX_FIELDS} are indexed`)
    fields.forEach((field, fieldNumber) => {
      for (const { term, at } of fieldTokens(field)) {
        if (at >= PLACES) break
        let list = lists.get(term)
        if (!list) {
          list = { documents: [], masks: [], counts: [], positions: [] }
          lists.set(term, list)
        }
        const last = list.documents.length - 1
        if (list.documents[last] === documentCount) {
          list.masks[last]! |= 1 << fieldNumber
          list.counts[last]! += 1
        } else {
          list.documents.push(documentCount)
          list.masks.push(1 << fieldNumber)
          list.counts.push(1)
          entryCount += 1
        }
        list.positions.push(fieldNumber * PLACES + at)
        positionCount += 1
      }
    })
    documentCount += 1
  }

  const terms = [...lists.keys()].sort()
  const data = {
    documentCount,
    terms,
    entryStarts: new Uint32Array(terms.length + 1),
    documents: new Uint32Array(entryCount),
    masks: new Uint8Array(entryCount),
    positionStarts: new Uint32Array(entryCount + 1),
    positions: new Uint16Array(positionCount),
  }
  let entry = 0
  let position = 0
  terms.forEach((term, number) => {
    const list = lists.get(term)!
    lists.delete(term)
    data.entryStarts[number] = entry
    data.documents.set(list.documents, entry)
    data.masks.set(list.masks, entry)
    data.positions.set(list.positions, position)
    for (const count of list.counts) {
      data.positionStarts[entry] = position
      position += count
      entry += 1
    }
  })
  data.entryStarts[terms.length] = entry
  data.positionStarts[entry] = position
  return data
}

function* fieldTokens(field: string | readonly string[]) {
  if (typeof field === 'string') {
    yield* tokens(field)
    return
  }
  let base = 0
  for (const part of field) {
    let end = base
    for (const { term, at } of tokens(part)) {
      end = base + at
      yield { term, at: end }
    }
    base = end + PART_GAP
  }
}

export interface Postings {
  readonly documentCount: number
  /** Every document with the phrase, ascending, with the fields that hold all of it (bit f for field f). */
  each(wanted: Phrase, hit: (document: number, mask: number) => void): void
}

export function openPostings(data: PostingsData): Postings {
  const { entryStarts, documents, masks, positionStarts, positions } = data
  const numbers = new Map(data.terms.map((term, number) => [term, number]))

  function eachPhrase(
    ranges: readonly { from: number; to: number; offset: number }[],
    hit: (document: number, mask: number) => void,
  ): void {
    const lead = ranges.reduce((rarest, range) => (range.to - range.from < rarest.to - rarest.from ? range : rarest))
    const cursors = ranges.map((range) => range.from)
    for (let entry = lead.from; entry < lead.to; entry += 1) {
      const document = documents[entry]!
      let everywhere = true
      for (let part = 0; part < ranges.length && everywhere; part += 1) {
        const cursor = seek(cursors[part]!, ranges[part]!.to, document)
        cursors[part] = cursor
        everywhere = cursor < ranges[part]!.to && documents[cursor] === document
      }
      if (!everywhere) continue
      const mask = phraseMask(ranges, cursors)
      if (mask !== 0) hit(document, mask)
    }
  }

  /** The first entry in [from, to) whose document is not before the wanted one: gallop, then halve. */
  function seek(from: number, to: number, document: number): number {
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

  function phraseMask(ranges: readonly { offset: number }[], entries: readonly number[]): number {
    let mask = 0
    const first = entries[0]!
    for (let index = positionStarts[first]!; index < positionStarts[first + 1]!; index += 1) {
      const start = positions[index]!
      // The last word must stand in the same field.
      let whole = (start % PLACES) + ranges.at(-1)!.offset < PLACES
      for (let part = 1; part < ranges.length && whole; part += 1) whole = hasPosition(entries[part]!, start + ranges[part]!.offset)
      if (whole) mask |= 1 << Math.floor(start / PLACES)
    }
    return mask
  }

  function hasPosition(entry: number, wanted: number): boolean {
    for (let index = positionStarts[entry]!; index < positionStarts[entry + 1]!; index += 1) {
      const position = positions[index]!
      if (position >= wanted) return position === wanted
    }
    return false
  }

  return {
    documentCount: data.documentCount,
    each({ terms, offsets }, hit) {
      const ranges: { from: number; to: number; offset: number }[] = []
      for (let part = 0; part < terms.length; part += 1) {
        const number = numbers.get(terms[part]!)
        if (number === undefined) return
        ranges.push({ from: entryStarts[number]!, to: entryStarts[number + 1]!, offset: offsets[part]! })
      }
      if (ranges.length > 1) return eachPhrase(ranges, hit)
      const [only] = ranges
      if (only) for (let entry = only.from; entry < only.to; entry += 1) hit(documents[entry]!, masks[entry]!)
    },
  }
}
