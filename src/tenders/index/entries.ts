/**
 * Of each notice, what a build needs to know besides columns, postings and text. In columns from the first notice on: thousands of objects
 * would cost more to make, to write down and to read again than they are used for.
 */
import { type Joined, join, partAt } from '../../kernel/joined.ts'
import { column, newRows, roomAt } from '../../kernel/rows.ts'
import { normaliseName } from '../model/buyer.ts'
import { liveUntilMs, type Notice } from '../model/notice.ts'
import { portalOf } from '../portals/index.ts'

/** How a notice names its buyer. */
export type Names = Pick<Notice, 'buyer' | 'buyerKey' | 'buyerNameKey'>

/** Plain data by number of the notice. */
export interface Entries {
  /** `ocid` is empty where it is the key. */
  texts: Record<'key' | 'ocid', Joined>
  /** `revision`: of its row in the store. `deadlineMs`: NaN without one. `liveUntilMs`: live before this moment. */
  numbers: Record<'revision' | 'updatedMs' | 'deadlineMs' | 'liveUntilMs', Float64Array>
  /** 1: planning. */
  planning: Uint8Array
  /** Numbers of `names`. */
  named: Uint32Array
  names: readonly Names[]
}

export interface EntriesBuilder {
  count(): number
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
  /** `order[n]`: the added entry that becomes entry n. */
  finish(order: Uint32Array): Entries
}

const REVISION = 0
const UPDATED_MS = 1
const DEADLINE_MS = 2
const LIVE_UNTIL_MS = 3
const PLANNING = 4
const NAMED = 5
const WIDTH = 6

/** `before`: what the last build left; its numbers of names stay. */
export function createEntries(before: Entries | null = null): EntriesBuilder {
  const key: string[] = []
  const ocid: string[] = []
  let rows = newRows(WIDTH)
  let count = 0
  const names = [...(before?.names ?? [])]
  const normalNames: string[] = []
  /** By the name as written, the number of the names that were met last with it. */
  const lastNamed = new Map(names.map(({ buyer }, number) => [buyer, number]))

  function namesNumber({ buyer, buyerKey, buyerNameKey }: Names): number {
    const last = lastNamed.get(buyer)
    if (last !== undefined && names[last]!.buyerKey === buyerKey && names[last]!.buyerNameKey === buyerNameKey) return last
    lastNamed.set(buyer, names.length)
    return names.push({ buyer, buyerKey, buyerNameKey }) - 1
  }

  function nextRow(): number {
    const at = count * WIDTH
    rows = roomAt(rows, at)
    count += 1
    return at
  }

  const field = (number: number) => (place: number) => rows[place * WIDTH + number]!

  return {
    count: () => count,
    add(notice, revision) {
      portalOf(notice.portal)
      key.push(notice.key)
      ocid.push(notice.ocid === notice.key ? '' : notice.ocid)
      const at = nextRow()
      rows[at + REVISION] = revision
      rows[at + UPDATED_MS] = notice.updatedMs
      rows[at + DEADLINE_MS] = notice.deadlineMs ?? Number.NaN
      rows[at + LIVE_UNTIL_MS] = liveUntilMs(notice)
      rows[at + PLANNING] = notice.stage === 'planning' ? 1 : 0
      rows[at + NAMED] = namesNumber(notice)
    },
    keep(number) {
      const { texts, numbers, planning, named } = before!
      key.push(partAt(texts.key, number))
      ocid.push(partAt(texts.ocid, number))
      const at = nextRow()
      rows[at + REVISION] = numbers.revision[number]!
      rows[at + UPDATED_MS] = numbers.updatedMs[number]!
      rows[at + DEADLINE_MS] = numbers.deadlineMs[number]!
      rows[at + LIVE_UNTIL_MS] = numbers.liveUntilMs[number]!
      rows[at + PLANNING] = planning[number]!
      rows[at + NAMED] = named[number]!
    },
    key: (place) => key[place]!,
    ocid: (place) => ocid[place] || key[place]!,
    updatedMs: field(UPDATED_MS),
    liveUntilMs: field(LIVE_UNTIL_MS),
    deadlineMs: field(DEADLINE_MS),
    isPlanning: (place) => rows[place * WIDTH + PLANNING] === 1,
    named: field(NAMED),
    names: (number) => names[number]!,
    normalName(number) {
      normalNames[number] ??= normaliseName(names[number]!.buyer)
      return normalNames[number]
    },
    finish(order) {
      const inOrder = (of: readonly string[]) => Array.from(order, (place) => of[place]!)
      return {
        texts: { key: join(inOrder(key)), ocid: join(inOrder(ocid)) },
        numbers: {
          revision: column(rows, WIDTH, REVISION, order),
          updatedMs: column(rows, WIDTH, UPDATED_MS, order),
          deadlineMs: column(rows, WIDTH, DEADLINE_MS, order),
          liveUntilMs: column(rows, WIDTH, LIVE_UNTIL_MS, order),
        },
        planning: new Uint8Array(column(rows, WIDTH, PLANNING, order)),
        named: new Uint32Array(column(rows, WIDTH, NAMED, order)),
        names,
      }
    },
  }
}

/** By key the number of the entry. */
export function numbersOf({ texts, planning }: Entries): Map<string, number> {
  const numbers = new Map<string, number>()
  for (let number = 0; number < planning.length; number += 1) numbers.set(partAt(texts.key, number), number)
  return numbers
}
