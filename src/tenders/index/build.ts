/** Builds a generation from the store's notices and awards, and from the last one where there is one. Runs in a process of its own; pure but for the file of texts. */
import { PostingsBuilder } from '../../kernel/build-postings.ts'
import { join } from '../../kernel/joined.ts'
import type { CivilDate } from '../../kernel/london.ts'
import { GONE, mergePostings } from '../../kernel/merge-postings.ts'
import { packStrings } from '../../kernel/string-table.ts'
import { type AwardRecord, type BuyerHistory, historySpan, summariseHistory } from '../model/buyer-history.ts'
import { type Linkable, linkDuplicates } from '../model/duplicates.ts'
import type { Notice } from '../model/notice.ts'
import { TENDER_SYNONYMS } from '../model/synonyms.ts'
import { alsoPublishedOf } from './also-published.ts'
import { ColumnsBuilder } from './columns.ts'
import type { GenerationData, Ocids } from './data.ts'
import { type Entries, EntriesBuilder, numbersOf } from './entries.ts'
import { packHistories } from './histories.ts'
import { type ReadText, TextWriter } from './texts.ts'

/** A notice of the store. */
export interface NoticeRow {
  key: string
  revision: number
  /** Null: it is known at this revision. */
  json: string | null
}

type BuyerAward = AwardRecord & { buyerKey: string; buyerNameKey: string }

export interface BuildInput {
  /** Every notice, in any order, page by page. */
  notices: AsyncIterable<readonly NoticeRow[]>
  awards: AsyncIterable<readonly BuyerAward[]>
  revision: number
  nowMs: number
  today: CivilDate
  /** Where texts lie, and the file that a build from nothing makes there. */
  directory: string
  newFile: string
}

export interface Built {
  data: GenerationData
  entries: Entries
}

/** A build to build upon. */
export interface LastBuild extends Built {
  /** By key the number of a notice. */
  numbers: ReadonlyMap<string, number>
  /** By key the revision of a notice. */
  revisions: { get(key: string): number | undefined }
  text: ReadText
}

export function openLastBuild({ data, entries }: Built, text: ReadText): LastBuild {
  const numbers = numbersOf(entries)
  const revisionOf = (number: number | undefined) => (number === undefined ? undefined : entries.numbers.revision[number])
  return { data, entries, numbers, revisions: { get: (key) => revisionOf(numbers.get(key)) }, text }
}

/** Of a notice that has no number there. */
const NOWHERE = -1

/** `last`: the last build; rows without JSON are taken from it. The outcome is the same but for where texts lie. */
export async function buildGeneration(input: BuildInput, last: LastBuild | null = null): Promise<Built> {
  const texts = new TextWriter(input.directory, last?.data.texts ?? input.newFile)
  try {
    return await readAndBuild(input, texts, last)
  } finally {
    texts.close()
  }
}

async function readAndBuild(input: BuildInput, texts: TextWriter, last: LastBuild | null): Promise<Built> {
  const reading = new Reading(input.nowMs, texts, last)
  for await (const page of input.notices) {
    for (const { key, revision, json } of page) {
      if (json === null) reading.keep(key)
      else reading.read(json, revision)
    }
  }
  const { entries, at } = reading
  const meets = meetingOf(entries, reading)
  const linkable = appearancesOf(entries, texts, meets)
  const standsBehind = linkDuplicates(linkable.filter(({ place }) => meets[place] === 1))
  const hidden = new Set(linkable.filter(({ key }) => standsBehind.has(key)).map(({ place }) => place))
  const isShown = (place: number) => at[place] !== NOWHERE && !hidden.has(place)
  const all = Uint32Array.from(at.keys())
  const live = all.filter(isShown).sort(byDeadline(entries))
  const others = all.filter((place) => !isShown(place)).sort(byKey(entries))
  const order = new Uint32Array(all.length)
  order.set(live)
  order.set(others, live.length)
  const buyers = await readBuyers(entries, live, input)
  const data: GenerationData = {
    revision: input.revision,
    builtMs: input.nowMs,
    newestMs: reading.newestMs(),
    count: order.length,
    liveCount: live.length,
    ocids: ocidsOf(entries, order),
    also: alsoPublishedOf(linkable, standsBehind),
    ...reading.finish(order, live, buyers.numbers),
    buyers: {
      normalNames: join(buyers.normalNames),
      histories: packHistories(buyers.histories),
    },
  }
  return { data, entries: entries.finish(order) }
}

/** Reads each notice once: what comes after works on columns and the numbers of words. */
class Reading {
  readonly entries: EntriesBuilder
  /** By place of the notice: its place among the columns and the postings, and the number in the last build that its postings are taken from. */
  readonly at: number[] = []
  readonly #before: number[] = []
  readonly #nowMs: number
  readonly #texts: TextWriter
  readonly #last: LastBuild | null
  readonly #columns = new ColumnsBuilder()
  readonly #postings = new PostingsBuilder(TENDER_SYNONYMS.phrases)
  #newestMs = 0

  constructor(nowMs: number, texts: TextWriter, last: LastBuild | null) {
    this.#nowMs = nowMs
    this.#texts = texts
    this.#last = last
    this.entries = new EntriesBuilder(last?.entries)
  }

  deadlineDay(place: number): number {
    return this.#columns.deadlineDay(this.at[place]!)
  }

  newestMs(): number {
    return this.#newestMs
  }

  read(json: string, revision: number): void {
    const notice = JSON.parse(json) as Notice
    this.#texts.add(json)
    this.entries.add(notice, revision)
    this.#note(this.#isLive() ? this.#index(notice) : NOWHERE, NOWHERE)
  }

  /** @throws when the last build has no such notice. */
  keep(key: string): void {
    const last = this.#last
    const number = last?.numbers.get(key)
    if (!last || number === undefined) throw new Error(`notice ${key} comes without its text and is not known`)
    this.#texts.keep(number)
    this.entries.keep(number)
    if (!this.#isLive()) this.#note(NOWHERE, NOWHERE)
    // It stood behind another one and may not any more: it was not indexed.
    else if (number >= last.data.liveCount) this.#note(this.#index(JSON.parse(last.text(number)) as Notice), NOWHERE)
    else {
      this.#postings.add([])
      this.#note(this.#columns.keep(last.data.live, number), number)
    }
  }

  /** `live` are the first of `order`. */
  finish(order: Uint32Array, live: Uint32Array, buyers: Uint32Array): Pick<GenerationData, 'texts' | 'live' | 'postings'> {
    const last = this.#last
    const places = live.map((place) => this.at[place]!)
    const added = this.#postings.finish(places)
    return {
      texts: this.#texts.finish(order),
      live: this.#columns.finish(places, buyers),
      postings: last === null ? added : mergePostings(last.data.postings, renumbered(live, this.#before, last.data.liveCount), added),
    }
  }

  /** Whether the notice added last is. */
  #isLive(): boolean {
    return this.entries.liveUntilMs(this.at.length) > this.#nowMs
  }

  #index(notice: Notice): number {
    this.#postings.add(searchedText(notice))
    return this.#columns.add(notice)
  }

  #note(place: number, numberBefore: number): void {
    this.at.push(place)
    this.#before.push(numberBefore)
    this.#newestMs = Math.max(this.#newestMs, this.entries.updatedMs(this.at.length - 1))
  }
}

/** By number in the last build, the number now. */
function renumbered(live: Uint32Array, before: readonly number[], liveBefore: number): Int32Array {
  const numberOf = new Int32Array(liveBefore).fill(GONE)
  for (let number = 0; number < live.length; number += 1) {
    const last = before[live[number]!]!
    if (last !== NOWHERE) numberOf[last] = number
  }
  return numberOf
}

/** By place, 1: a live notice that another one of the same buyer, stage and day stands beside. No other can be linked. */
function meetingOf(entries: EntriesBuilder, reading: Reading): Uint8Array {
  const { at } = reading
  const numbers = new Map<string, number>()
  const buyerOf: number[] = []
  const buyerAt = (place: number) => {
    const number = entries.named(place)
    if (buyerOf[number] === undefined) {
      const buyer = entries.normalName(number)
      const known = numbers.get(buyer) ?? numbers.size
      numbers.set(buyer, known)
      buyerOf[number] = known
    }
    return buyerOf[number]!
  }
  const buyers = new Uint32Array(at.length)
  const days = new Int32Array(at.length)
  /** Open addressing: a place plus one, or 0. */
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(at.length * 2 + 2)))
  const meets = new Uint8Array(at.length)
  for (let place = 0; place < at.length; place += 1) {
    if (at[place] === NOWHERE) continue
    const buyer = buyerAt(place)
    const day = reading.deadlineDay(place)
    const isPlanning = entries.isPlanning(place)
    buyers[place] = buyer
    days[place] = day
    let slot = hashOf(buyer, day, isPlanning) & (slots.length - 1)
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const other = slots[slot]! - 1
      if (buyers[other] !== buyer || days[other] !== day || entries.isPlanning(other) !== isPlanning) continue
      meets[other] = 1
      meets[place] = 1
      break
    }
    if (meets[place] === 0) slots[slot] = place + 1
  }
  return meets
}

function hashOf(buyer: number, day: number, isPlanning: boolean): number {
  const hash = Math.imul(buyer, 0x9e3779b1) ^ Math.imul(day * 2 + (isPlanning ? 1 : 0), 0x85ebca6b)
  return hash ^ (hash >>> 15)
}

/** What tells whether two notices are one opportunity. */
type Appearance = Linkable & Pick<Notice, 'noticeUrl'> & { place: number }

/** What may be published elsewhere, too: notices that meet, and those of several buyers under one ocid. Few: their texts are read once more. */
function appearancesOf(entries: EntriesBuilder, texts: TextWriter, meets: Uint8Array): Appearance[] {
  const found: Appearance[] = []
  for (let place = 0; place < entries.count(); place += 1) {
    if (meets[place] === 0 && !entries.key(place).includes('|')) continue
    const notice = JSON.parse(texts.read(place)) as Notice
    const { ocid, portal, noticeUrl, title, buyer, reference, stage, deadlineMs, publishedMs } = notice
    found.push({ place, key: notice.key, ocid, portal, noticeUrl, title, buyer, reference, stage, deadlineMs, publishedMs })
  }
  return found
}

/** Nearly every ocid has one notice. */
function ocidsOf(entries: EntriesBuilder, order: Uint32Array): Ocids {
  const known = new Map<string, number>()
  const ocids: string[] = []
  const ocidOf = new Uint32Array(order.length)
  for (let number = 0; number < order.length; number += 1) {
    const text = entries.ocid(order[number]!).toLowerCase()
    const ocid = known.get(text) ?? ocids.push(text) - 1
    if (ocid === known.size) known.set(text, ocid)
    ocidOf[number] = ocid
  }
  const starts = new Uint32Array(ocids.length + 1)
  for (const ocid of ocidOf) starts[ocid + 1]! += 1
  for (let ocid = 0; ocid < ocids.length; ocid += 1) starts[ocid + 1]! += starts[ocid]!
  const cursors = starts.slice()
  const numbers = new Uint32Array(order.length)
  for (let number = 0; number < order.length; number += 1) {
    const ocid = ocidOf[number]!
    numbers[cursors[ocid]!] = number
    cursors[ocid]! += 1
  }
  return { table: packStrings(ocids), starts, numbers }
}

type Compare = (a: number, b: number) => number

function byKey(entries: EntriesBuilder): Compare {
  return (a, b) => {
    const first = entries.key(a)
    const second = entries.key(b)
    return first < second ? -1 : first > second ? 1 : 0
  }
}

/** The order of lists: deadline, those without one last, then ocid. */
function byDeadline(entries: EntriesBuilder): Compare {
  const equal = byKey(entries)
  const ends = Float64Array.from({ length: entries.count() }, (_, place) => {
    const deadlineMs = entries.deadlineMs(place)
    return Number.isNaN(deadlineMs) ? Number.POSITIVE_INFINITY : deadlineMs
  })
  return (a, b) => (ends[a]! < ends[b]! ? -1 : ends[a]! > ends[b]! ? 1 : equal(a, b))
}

function searchedText(notice: Notice): (string | string[])[] {
  const lots: string[] = []
  for (const lot of notice.lots) {
    for (const text of [lot.title, lot.description]) if (text !== null && text !== notice.description) lots.push(text)
  }
  return [notice.title, notice.description ?? '', lots, notice.buyer]
}

/** Which register ids a name stands for. */
interface BuyerIds {
  /** `key` is a register's. */
  note(key: string, name: string): void
  /** A name that one register id alone uses stands for that id, on both portals. */
  resolve(key: string, name: string): string
}

function createBuyerIds(): BuyerIds {
  /** Null: several. */
  const idOfName = new Map<string, string | null>()
  return {
    note(key, name) {
      const known = idOfName.get(name)
      if (known === undefined) idOfName.set(name, key)
      else if (known !== key) idOfName.set(name, null)
    },
    resolve: (key, name) => (key === name ? idOfName.get(name) : null) ?? key,
  }
}

/** Buyers of live notices with their award histories. */
async function readBuyers(entries: EntriesBuilder, live: Uint32Array, { awards, today }: BuildInput) {
  const ids = createBuyerIds()
  const met: boolean[] = []
  for (let place = 0; place < entries.count(); place += 1) {
    const number = entries.named(place)
    if (met[number]) continue
    met[number] = true
    const { buyerKey, buyerNameKey } = entries.names(number)
    if (buyerKey !== buyerNameKey) ids.note(buyerKey, buyerNameKey)
  }
  const collected = new Map<string, AwardRecord[]>()
  const byName: BuyerAward[] = []
  for await (const page of awards) {
    for (const award of page) {
      const { buyerKey, buyerNameKey } = award
      if (buyerKey === buyerNameKey) byName.push(award)
      else {
        ids.note(buyerKey, buyerNameKey)
        append(collected, buyerKey, award)
      }
    }
  }
  for (const award of byName) append(collected, ids.resolve(award.buyerKey, award.buyerNameKey), award)
  const span = historySpan(today)
  const normalNames: string[] = []
  const histories: (BuyerHistory | null)[] = []
  /** By resolved key its numbers: one for each way in which the name is written. */
  const known = new Map<string, number[]>()
  const written: string[] = []
  const numberOf = (each: number) => {
    const { buyer, buyerKey, buyerNameKey } = entries.names(each)
    const resolved = ids.resolve(buyerKey, buyerNameKey)
    const same = known.get(resolved)
    const met = same?.find((number) => written[number] === buyer)
    if (met !== undefined) return met
    const records = collected.get(resolved)
    normalNames.push(entries.normalName(each))
    histories.push(records ? summariseHistory(records, span) : null)
    const number = written.push(buyer) - 1
    if (same) same.push(number)
    else known.set(resolved, [number])
    return number
  }
  const asked: number[] = []
  const numbers = live.map((place) => {
    const each = entries.named(place)
    asked[each] ??= numberOf(each)
    return asked[each]
  })
  return { normalNames, histories, numbers }
}

function append(lists: Map<string, AwardRecord[]>, key: string, record: AwardRecord): void {
  const list = lists.get(key)
  if (list) list.push(record)
  else lists.set(key, [record])
}
