/** Builds a generation from the store's notices and awards, and from the last one where there is one. Runs in a worker; pure but for compression. */
import { createPostingsBuilder } from '../../kernel/build-postings.ts'
import { filled } from '../../kernel/filled.ts'
import type { CivilDate } from '../../kernel/london.ts'
import { GONE, mergePostings } from '../../kernel/merge-postings.ts'
import { packStrings } from '../../kernel/string-table.ts'
import { normaliseName } from '../model/buyer.ts'
import { type AwardRecord, type BuyerHistory, historySpan, summariseHistory } from '../model/buyer-history.ts'
import { linkDuplicates } from '../model/duplicates.ts'
import { liveUntilMs, type Notice } from '../model/notice.ts'
import { TENDER_SYNONYMS } from '../model/synonyms.ts'
import { portalOf } from '../portals/index.ts'
import { alsoPublishedOf } from './also-published.ts'
import { createColumns } from './columns.ts'
import type { GenerationData, Ocids } from './data.ts'
import type { Entry, Names } from './kept-build.ts'
import { createPacker, openPacked } from './packed.ts'

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
  awards: AsyncIterable<BuyerAward>
  revision: number
  nowMs: number
  today: CivilDate
}

export interface Built {
  data: GenerationData
  /** By number of the notice. */
  entries: Entry[]
}

/** An entry, and where the build holds the rest of the notice. */
interface Read {
  entry: Entry
  /** Its text's place in the packer. */
  text: number
  /** Its place among the columns and the postings; `NOWHERE`: it is not live. */
  at: number
  /** The number it had in the last build if its postings are taken from there. */
  before: number
}

const NOWHERE = -1

/** `kept`: the last build with its entries; rows without JSON are taken from it. The outcome is the same but for how texts are packed. */
export async function buildGeneration(input: BuildInput, kept: Built | null = null): Promise<Built> {
  const reader = createReader(input.nowMs, kept)
  const all: Read[] = []
  const ids = createBuyerIds()
  let newestMs = 0
  for await (const page of input.notices) {
    for (const { key, revision, json } of page) {
      const read = json === null ? reader.keep(key) : reader.read(json, revision)
      const { updatedMs, names } = read.entry
      newestMs = Math.max(newestMs, updatedMs)
      if (names.buyerKey !== names.buyerNameKey) ids.note(names.buyerKey, names.buyerNameKey)
      all.push(read)
    }
  }
  const standsBehind = linkDuplicates(all.filter(({ at }) => at !== NOWHERE).map(({ entry }) => entry))
  const shown = ({ at, entry }: Read) => at !== NOWHERE && !standsBehind.has(entry.key)
  const live = all.filter(shown).sort((a, b) => byDeadline(a.entry, b.entry))
  const ordered = [...live, ...all.filter((read) => !shown(read)).sort((a, b) => byKey(a.entry, b.entry))]
  const entries = ordered.map(({ entry }) => entry)
  const buyers = await readBuyers(entries.slice(0, live.length), ids, input)
  const data: GenerationData = {
    revision: input.revision,
    builtMs: input.nowMs,
    newestMs,
    count: ordered.length,
    liveCount: live.length,
    ocids: ocidsOf(entries),
    also: alsoPublishedOf(
      all.map(({ entry }) => entry),
      standsBehind,
    ),
    ...reader.finish(ordered, live, buyers.numbers),
    buyers: {
      normalNames: buyers.normalNames,
      histories: buyers.histories,
    },
  }
  return { data, entries }
}

/** Reads each notice once: what comes after works on entries, columns and the numbers of words. */
function createReader(nowMs: number, kept: Built | null) {
  const columns = createColumns()
  const postings = createPostingsBuilder(TENDER_SYNONYMS.phrases)
  const packer = createPacker(kept?.data.packed)
  const named = createNames(kept?.entries ?? [])
  const numbers = new Map(kept?.entries.map(({ key }, number) => [key, number]))
  const textOf = kept && openPacked(kept.data.packed)

  function index(notice: Notice): number {
    postings.add(searchedText(notice))
    return columns.add(notice)
  }

  return {
    read(json: string, revision: number): Read {
      const notice = JSON.parse(json) as Notice
      const entry = entryOf(notice, revision, named(notice))
      return { entry, text: packer.add(json), at: entry.liveUntilMs > nowMs ? index(notice) : NOWHERE, before: NOWHERE }
    },

    /** @throws when the last build has no such notice. */
    keep(key: string): Read {
      const number = numbers.get(key)
      if (kept === null || number === undefined) throw new Error(`notice ${key} comes without its text and is not known`)
      const entry = kept.entries[number]!
      const text = packer.keep(number)
      if (entry.liveUntilMs <= nowMs) return { entry, text, at: NOWHERE, before: NOWHERE }
      // It stood behind another one and may not any more: it was not indexed.
      if (number >= kept.data.liveCount) return { entry, text, at: index(JSON.parse(textOf!(number)) as Notice), before: NOWHERE }
      postings.add([])
      return { entry, text, at: columns.keep(kept.data.live, number), before: number }
    },

    /** `live` are the first of `ordered`. */
    finish(ordered: readonly Read[], live: readonly Read[], buyers: Uint32Array): Pick<GenerationData, 'packed' | 'live' | 'postings'> {
      const places = filled(new Uint32Array(live.length), (number) => live[number]!.at)
      const added = postings.finish(places)
      return {
        packed: packer.finish(filled(new Uint32Array(ordered.length), (number) => ordered[number]!.text)),
        live: columns.finish(places, buyers),
        postings: kept === null ? added : mergePostings(kept.data.postings, renumbered(live, kept.data.liveCount), added),
      }
    },
  }
}

/** By number in the last build, the number now. */
function renumbered(live: readonly Read[], liveBefore: number): Int32Array {
  const numberOf = new Int32Array(liveBefore).fill(GONE)
  for (const [number, { before }] of live.entries()) if (before !== NOWHERE) numberOf[before] = number
  return numberOf
}

function entryOf(notice: Notice, revision: number, names: Names): Entry {
  const { key, title, reference, stage, deadlineMs, publishedMs, updatedMs, noticeUrl } = notice
  return {
    key,
    ocid: notice.ocid === key ? key : notice.ocid,
    portal: portalOf(notice.portal).id,
    noticeUrl,
    title,
    buyer: names.buyer,
    names,
    reference,
    stage,
    deadlineMs,
    publishedMs,
    updatedMs,
    revision,
    liveUntilMs: liveUntilMs(notice),
  }
}

/** Nearly every ocid has one notice. */
function ocidsOf(ordered: readonly Entry[]): Ocids {
  const known = new Map<string, number>()
  const ocids: string[] = []
  const ocidOf = new Uint32Array(ordered.length)
  for (let number = 0; number < ordered.length; number += 1) {
    const text = ordered[number]!.ocid.toLowerCase()
    const ocid = known.get(text) ?? ocids.push(text) - 1
    if (ocid === known.size) known.set(text, ocid)
    ocidOf[number] = ocid
  }
  const starts = new Uint32Array(ocids.length + 1)
  for (const ocid of ocidOf) starts[ocid + 1]! += 1
  for (let ocid = 0; ocid < ocids.length; ocid += 1) starts[ocid + 1]! += starts[ocid]!
  const cursors = starts.slice()
  const numbers = new Uint32Array(ordered.length)
  for (let number = 0; number < ordered.length; number += 1) {
    const ocid = ocidOf[number]!
    numbers[cursors[ocid]!] = number
    cursors[ocid]! += 1
  }
  return { table: packStrings(ocids), starts, numbers }
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

/** The order of lists: deadline, those without one last, then ocid. */
function byDeadline(a: Entry, b: Entry): number {
  return (a.deadlineMs ?? Number.POSITIVE_INFINITY) - (b.deadlineMs ?? Number.POSITIVE_INFINITY) || byKey(a, b)
}

function searchedText(notice: Notice): (string | string[])[] {
  const lots: string[] = []
  for (const lot of notice.lots) {
    for (const text of [lot.title, lot.description]) if (text !== null && text !== notice.description) lots.push(text)
  }
  return [notice.title, notice.description ?? '', lots, notice.buyer]
}

/** Equal names become one: a notice read from JSON brings its own copy of each. */
function createNames(entries: readonly Entry[]): (notice: Names) => Names {
  const known = new Map<string, Names>()
  for (const { names } of entries) if (!known.has(names.buyer)) known.set(names.buyer, names)
  return ({ buyer, buyerKey, buyerNameKey }) => {
    const held = known.get(buyer)
    if (held?.buyerKey === buyerKey && held.buyerNameKey === buyerNameKey) return held
    const names = { buyer, buyerKey, buyerNameKey: buyerNameKey === buyerKey ? buyerKey : buyerNameKey }
    known.set(buyer, names)
    return names
  }
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
async function readBuyers(live: readonly Entry[], ids: BuyerIds, { awards, today }: BuildInput) {
  const collected = new Map<string, AwardRecord[]>()
  const byName: BuyerAward[] = []
  for await (const award of awards) {
    const { buyerKey, buyerNameKey } = award
    if (buyerKey === buyerNameKey) byName.push(award)
    else {
      ids.note(buyerKey, buyerNameKey)
      append(collected, buyerKey, award)
    }
  }
  for (const award of byName) append(collected, ids.resolve(award.buyerKey, award.buyerNameKey), award)
  const span = historySpan(today)
  const normalNames: string[] = []
  const histories: (BuyerHistory | null)[] = []
  /** By resolved key, then by the name as written. */
  const known = new Map<string, Map<string, number>>()
  const numberOf = ({ buyerKey, buyerNameKey, buyer }: Names) => {
    const resolved = ids.resolve(buyerKey, buyerNameKey)
    const named = known.get(resolved) ?? new Map<string, number>()
    known.set(resolved, named)
    let number = named.get(buyer)
    if (number === undefined) {
      number = normalNames.length
      named.set(buyer, number)
      const records = collected.get(resolved)
      normalNames.push(normaliseName(buyer))
      histories.push(records ? summariseHistory(records, span) : null)
    }
    return number
  }
  const asked = new Map<Names, number>()
  const numbers = filled(new Uint32Array(live.length), (notice) => {
    const { names } = live[notice]!
    let number = asked.get(names)
    if (number === undefined) {
      number = numberOf(names)
      asked.set(names, number)
    }
    return number
  })
  return { normalNames, histories, numbers }
}

function append(lists: Map<string, AwardRecord[]>, key: string, record: AwardRecord): void {
  const list = lists.get(key)
  if (list) list.push(record)
  else lists.set(key, [record])
}

/** Array buffers to hand over instead of copying. */
export function transferables({ packed, ocids, live, postings }: GenerationData): ArrayBuffer[] {
  const parts = [packed, ocids, ocids.table, live, postings, postings.terms]
  return parts.flatMap((part) => Object.values(part).flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [])))
}
