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

const REVISION = 0
const UPDATED_MS = 1
const DEADLINE_MS = 2
const LIVE_UNTIL_MS = 3
const PLANNING = 4
const NAMED = 5
const WIDTH = 6

/** One is held, as of `Vocabulary`. */
export class EntriesBuilder {
  static readonly held = new EntriesBuilder()
  readonly #before: Entries | null
  readonly #keys: string[] = []
  readonly #ocids: string[] = []
  #rows = newRows(WIDTH)
  #count = 0
  readonly #names: Names[]
  readonly #normalNames: string[] = []
  /** By the name as written, the number of the names that were met last with it. */
  readonly #lastNamed: Map<string, number>

  /** `before`: what the last build left; its numbers of names stay. */
  constructor(before: Entries | null = null) {
    this.#before = before
    this.#names = [...(before?.names ?? [])]
    this.#lastNamed = new Map(this.#names.map(({ buyer }, number) => [buyer, number]))
  }

  count(): number {
    return this.#count
  }

  /** @throws Error for a portal that is none. */
  add(notice: Notice, revision: number): void {
    portalOf(notice.portal)
    this.#keys.push(notice.key)
    this.#ocids.push(notice.ocid === notice.key ? '' : notice.ocid)
    const at = this.#nextRow()
    const rows = this.#rows
    rows[at + REVISION] = revision
    rows[at + UPDATED_MS] = notice.updatedMs
    rows[at + DEADLINE_MS] = notice.deadlineMs ?? Number.NaN
    rows[at + LIVE_UNTIL_MS] = liveUntilMs(notice)
    rows[at + PLANNING] = notice.stage === 'planning' ? 1 : 0
    rows[at + NAMED] = this.#namesNumber(notice)
  }

  /** Adds one of the entries that the last build left. */
  keep(number: number): void {
    const { texts, numbers, planning, named } = this.#before!
    this.#keys.push(partAt(texts.key, number))
    this.#ocids.push(partAt(texts.ocid, number))
    const at = this.#nextRow()
    const rows = this.#rows
    rows[at + REVISION] = numbers.revision[number]!
    rows[at + UPDATED_MS] = numbers.updatedMs[number]!
    rows[at + DEADLINE_MS] = numbers.deadlineMs[number]!
    rows[at + LIVE_UNTIL_MS] = numbers.liveUntilMs[number]!
    rows[at + PLANNING] = planning[number]!
    rows[at + NAMED] = named[number]!
  }

  /** Of the place in the order of adding, as all that follow. */
  key(place: number): string {
    return this.#keys[place]!
  }

  ocid(place: number): string {
    return this.#ocids[place] || this.#keys[place]!
  }

  updatedMs(place: number): number {
    return this.#rows[place * WIDTH + UPDATED_MS]!
  }

  liveUntilMs(place: number): number {
    return this.#rows[place * WIDTH + LIVE_UNTIL_MS]!
  }

  /** NaN: none. */
  deadlineMs(place: number): number {
    return this.#rows[place * WIDTH + DEADLINE_MS]!
  }

  isPlanning(place: number): boolean {
    return this.#rows[place * WIDTH + PLANNING] === 1
  }

  /** Its buyer's names by number; equal ones have one. */
  named(place: number): number {
    return this.#rows[place * WIDTH + NAMED]!
  }

  names(number: number): Names {
    return this.#names[number]!
  }

  /** The name as `normaliseName` makes it. */
  normalName(number: number): string {
    this.#normalNames[number] ??= normaliseName(this.#names[number]!.buyer)
    return this.#normalNames[number]
  }

  /** `order[n]`: the added entry that becomes entry n. */
  finish(order: Uint32Array): Entries {
    const inOrder = (of: readonly string[]) => Array.from(order, (place) => of[place]!)
    const rows = this.#rows
    return {
      texts: { key: join(inOrder(this.#keys)), ocid: join(inOrder(this.#ocids)) },
      numbers: {
        revision: column(rows, WIDTH, REVISION, order),
        updatedMs: column(rows, WIDTH, UPDATED_MS, order),
        deadlineMs: column(rows, WIDTH, DEADLINE_MS, order),
        liveUntilMs: column(rows, WIDTH, LIVE_UNTIL_MS, order),
      },
      planning: new Uint8Array(column(rows, WIDTH, PLANNING, order)),
      named: new Uint32Array(column(rows, WIDTH, NAMED, order)),
      names: this.#names,
    }
  }

  #namesNumber({ buyer, buyerKey, buyerNameKey }: Names): number {
    const names = this.#names
    const last = this.#lastNamed.get(buyer)
    if (last !== undefined && names[last]!.buyerKey === buyerKey && names[last]!.buyerNameKey === buyerNameKey) return last
    this.#lastNamed.set(buyer, names.length)
    return names.push({ buyer, buyerKey, buyerNameKey }) - 1
  }

  #nextRow(): number {
    const at = this.#count * WIDTH
    this.#rows = roomAt(this.#rows, at)
    this.#count += 1
    return at
  }
}

/** By key the number of the entry. */
export function numbersOf({ texts, planning }: Entries): Map<string, number> {
  const numbers = new Map<string, number>()
  for (let number = 0; number < planning.length; number += 1) numbers.set(partAt(texts.key, number), number)
  return numbers
}
