/**
 * Of each notice, what a build needs to know besides columns, postings and packed text. In columns from the first notice on: thousands of
 * objects would cost more to make, to write down and to read again than they are used for.
 */
import { normaliseName } from '../model/buyer.ts'
import { liveUntilMs, type Notice } from '../model/notice.ts'
import { portalOf } from '../portals/index.ts'

/** How a notice names its buyer. */
export type Names = Pick<Notice, 'buyer' | 'buyerKey' | 'buyerNameKey'>

/** What tells whether two notices are one opportunity. */
export type Appearance = Pick<
  Notice,
  'key' | 'ocid' | 'portal' | 'noticeUrl' | 'title' | 'buyer' | 'reference' | 'stage' | 'deadlineMs' | 'publishedMs'
>

/** Plain data by number of the notice. */
export interface Entries {
  /** `reference` is empty where there is none, `ocid` where it is the key. */
  texts: Record<'key' | 'ocid' | 'noticeUrl' | 'title' | 'reference', Texts>
  /** `revision`: of its row in the store. `deadlineMs`: NaN without one. `liveUntilMs`: live before this moment. */
  numbers: Record<'revision' | 'publishedMs' | 'updatedMs' | 'deadlineMs' | 'liveUntilMs', Float64Array>
  /** 1: planning. */
  planning: Uint8Array
  /** Numbers of `portals`. */
  portal: Uint8Array
  portals: readonly string[]
  /** Numbers of `names`. */
  named: Uint32Array
  names: readonly Names[]
}

/** One behind the other. A list of strings would be written and read one by one. */
interface Texts {
  all: string
  ends: Uint32Array
}

export interface EntriesBuilder {
  readonly count: number
  /** @throws Error for a portal that is none. */
  add(notice: Notice, revision: number): void
  /** Adds one of the entries that the last build left. */
  keep(number: number): void
  /** Of the place in the order of adding. */
  key(place: number): string
  ocid(place: number): string
  updatedMs(place: number): number
  liveUntilMs(place: number): number
  /** NaN: none. */
  deadlineMs(place: number): number
  isPlanning(place: number): boolean
  /** Its buyer's names by number; equal ones have one. */
  named(place: number): number
  names(number: number): Names
  /** The name as `normaliseName` makes it. */
  normalName(number: number): string
  appearance(place: number): Appearance
  /** `order[n]`: the added entry that becomes entry n. */
  finish(order: Uint32Array): Entries
}

/** `before`: what the last build left; its numbers of names stay. */
export function createEntries(before: Entries | null = null): EntriesBuilder {
  const key: string[] = []
  const ocid: string[] = []
  const noticeUrl: string[] = []
  const title: string[] = []
  const reference: string[] = []
  const revision: number[] = []
  const publishedMs: number[] = []
  const updatedMs: number[] = []
  const deadlineMs: number[] = []
  const liveUntil: number[] = []
  const planning: number[] = []
  const portal: number[] = []
  const portals = [...(before?.portals ?? [])]
  const named: number[] = []
  const names = [...(before?.names ?? [])]
  const normalNames: string[] = []
  /** By the name as written, the number of the names that were met last with it. */
  const lastNamed = new Map(names.map(({ buyer }, number) => [buyer, number]))

  function portalNumber(id: string): number {
    const known = portals.indexOf(id)
    return known === -1 ? portals.push(portalOf(id).id) - 1 : known
  }

  function namesNumber({ buyer, buyerKey, buyerNameKey }: Names): number {
    const last = lastNamed.get(buyer)
    if (last !== undefined && names[last]!.buyerKey === buyerKey && names[last]!.buyerNameKey === buyerNameKey) return last
    lastNamed.set(buyer, names.length)
    return names.push({ buyer, buyerKey, buyerNameKey }) - 1
  }

  const ocidAt = (place: number) => ocid[place] || key[place]!

  return {
    get count() {
      return key.length
    },
    add(notice, revisionNow) {
      key.push(notice.key)
      ocid.push(notice.ocid === notice.key ? '' : notice.ocid)
      noticeUrl.push(notice.noticeUrl)
      title.push(notice.title)
      reference.push(notice.reference ?? '')
      revision.push(revisionNow)
      publishedMs.push(notice.publishedMs)
      updatedMs.push(notice.updatedMs)
      deadlineMs.push(notice.deadlineMs ?? Number.NaN)
      liveUntil.push(liveUntilMs(notice))
      planning.push(notice.stage === 'planning' ? 1 : 0)
      portal.push(portalNumber(notice.portal))
      named.push(namesNumber(notice))
    },
    keep(number) {
      const { texts, numbers } = before!
      key.push(textAt(texts.key, number))
      ocid.push(textAt(texts.ocid, number))
      noticeUrl.push(textAt(texts.noticeUrl, number))
      title.push(textAt(texts.title, number))
      reference.push(textAt(texts.reference, number))
      revision.push(numbers.revision[number]!)
      publishedMs.push(numbers.publishedMs[number]!)
      updatedMs.push(numbers.updatedMs[number]!)
      deadlineMs.push(numbers.deadlineMs[number]!)
      liveUntil.push(numbers.liveUntilMs[number]!)
      planning.push(before!.planning[number]!)
      portal.push(before!.portal[number]!)
      named.push(before!.named[number]!)
    },
    key: (place) => key[place]!,
    ocid: ocidAt,
    updatedMs: (place) => updatedMs[place]!,
    liveUntilMs: (place) => liveUntil[place]!,
    deadlineMs: (place) => deadlineMs[place]!,
    isPlanning: (place) => planning[place] === 1,
    named: (place) => named[place]!,
    names: (number) => names[number]!,
    normalName(number) {
      normalNames[number] ??= normaliseName(names[number]!.buyer)
      return normalNames[number]
    },
    appearance: (place) => ({
      key: key[place]!,
      ocid: ocidAt(place),
      portal: portals[portal[place]!]!,
      noticeUrl: noticeUrl[place]!,
      title: title[place]!,
      buyer: names[named[place]!]!.buyer,
      reference: reference[place] || null,
      stage: planning[place] === 1 ? 'planning' : 'tender',
      deadlineMs: Number.isNaN(deadlineMs[place]!) ? null : deadlineMs[place]!,
      publishedMs: publishedMs[place]!,
    }),
    finish(order) {
      const texts = (of: readonly string[]) => joined(order, of)
      const numbers = (of: readonly number[]) => inOrder(order, of, new Float64Array(order.length))
      return {
        texts: { key: texts(key), ocid: texts(ocid), noticeUrl: texts(noticeUrl), title: texts(title), reference: texts(reference) },
        numbers: {
          revision: numbers(revision),
          publishedMs: numbers(publishedMs),
          updatedMs: numbers(updatedMs),
          deadlineMs: numbers(deadlineMs),
          liveUntilMs: numbers(liveUntil),
        },
        planning: inOrder(order, planning, new Uint8Array(order.length)),
        portal: inOrder(order, portal, new Uint8Array(order.length)),
        portals,
        named: inOrder(order, named, new Uint32Array(order.length)),
        names,
      }
    },
  }
}

/** By key the number of the entry. */
export function numbersOf({ texts, planning }: Entries): Map<string, number> {
  const numbers = new Map<string, number>()
  for (let number = 0; number < planning.length; number += 1) numbers.set(textAt(texts.key, number), number)
  return numbers
}

function textAt({ all, ends }: Texts, number: number): string {
  return all.slice(number === 0 ? 0 : ends[number - 1]!, ends[number]!)
}

function joined(order: Uint32Array, of: readonly string[]): Texts {
  const ends = new Uint32Array(order.length)
  const ordered: string[] = []
  let end = 0
  for (let number = 0; number < order.length; number += 1) {
    const text = of[order[number]!]!
    ordered.push(text)
    end += text.length
    ends[number] = end
  }
  return { all: ordered.join(''), ends }
}

function inOrder<T extends Uint8Array | Uint32Array | Float64Array>(order: Uint32Array, of: readonly number[], array: T): T {
  for (let number = 0; number < array.length; number += 1) array[number] = of[order[number]!]!
  return array
}
