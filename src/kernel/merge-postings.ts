/** The next postings from the last ones: documents that stayed are taken over with their entries, others are merged in between. */
import type { PostingsData } from './postings.ts'
import { packStrings, stringsOf } from './string-table.ts'

/** A document that is left out. */
export const GONE = -1

/**
 * `before` by the numbers that its documents have now (`numberOf[n]`: of document n, or `GONE`; those that stay keep their order), with
 * all of `added`, in which those documents are empty. Terms that `added` knows are kept though nothing has them.
 */
export function mergePostings(before: PostingsData, numberOf: Int32Array, added: PostingsData): PostingsData {
  const most = before.documents.length + added.documents.length
  const documents = new Uint32Array(most)
  const masks = new Uint8Array(most)
  const positionStarts = new Uint32Array(most + 1)
  const positions = new Uint16Array(before.positions.length + added.positions.length)
  let entries = 0
  let position = 0

  function take(from: PostingsData, entry: number, document: number): void {
    documents[entries] = document
    masks[entries] = from.masks[entry]!
    positionStarts[entries] = position
    entries += 1
    const end = from.positionStarts[entry + 1]!
    for (let at = from.positionStarts[entry]!; at < end; at += 1) {
      positions[position] = from.positions[at]!
      position += 1
    }
  }

  /** Entries of one term on either side, by document; no range is one from 0 to 0. */
  function takeTerm(old: number, oldEnd: number, fresh: number, freshEnd: number): void {
    for (let at = old; at < oldEnd; at += 1) {
      const document = numberOf[before.documents[at]!]!
      if (document === GONE) continue
      for (; fresh < freshEnd && added.documents[fresh]! < document; fresh += 1) take(added, fresh, added.documents[fresh]!)
      take(before, at, document)
    }
    for (; fresh < freshEnd; fresh += 1) take(added, fresh, added.documents[fresh]!)
  }

  const oldTerms = stringsOf(before.terms)
  const newTerms = stringsOf(added.terms)
  const terms: string[] = []
  const entryStarts: number[] = []
  for (let old = 0, fresh = 0; old < oldTerms.length || fresh < newTerms.length; ) {
    const oldTerm = oldTerms[old]
    const newTerm = newTerms[fresh]
    const isOld = oldTerm !== undefined && (newTerm === undefined || oldTerm <= newTerm)
    const isNew = newTerm !== undefined && (oldTerm === undefined || newTerm <= oldTerm)
    const first = entries
    takeTerm(
      isOld ? before.entryStarts[old]! : 0,
      isOld ? before.entryStarts[old + 1]! : 0,
      isNew ? added.entryStarts[fresh]! : 0,
      isNew ? added.entryStarts[fresh + 1]! : 0,
    )
    if (entries > first || isNew) {
      terms.push((isOld ? oldTerm : newTerm)!)
      entryStarts.push(first)
    }
    if (isOld) old += 1
    if (isNew) fresh += 1
  }
  positionStarts[entries] = position
  return {
    documentCount: added.documentCount,
    terms: packStrings(terms),
    entryStarts: Uint32Array.from([...entryStarts, entries]),
    documents: documents.slice(0, entries),
    masks: masks.slice(0, entries),
    positionStarts: positionStarts.slice(0, entries + 1),
    positions: positions.slice(0, position),
  }
}
