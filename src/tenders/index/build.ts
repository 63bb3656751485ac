/** Builds a generation from the store's notices and awards, each notice read once. Runs in a worker; pure but for compression. */
import { createPostingsBuilder } from '../../kernel/build-postings.ts'
import { type CivilDate, epochDay } from '../../kernel/london.ts'
import { packStrings } from '../../kernel/string-table.ts'
import { normaliseName } from '../model/buyer.ts'
import { type AwardRecord, type BuyerHistory, summariseHistory } from '../model/buyer-history.ts'
import { deadlineDate } from '../model/dates.ts'
import { linkDuplicates } from '../model/duplicates.ts'
import { isLive, type Notice, type NoticeValue } from '../model/notice.ts'
import { TENDER_SYNONYMS } from '../model/synonyms.ts'
import { alsoPublishedOf } from './also-published.ts'
import { DATA_FORMAT, type GenerationData, type LiveColumns, NO_DAY, type Ocids } from './data.ts'
import { createPacker } from './packed.ts'

export interface BuildInput {
  /** JSON of notices, in any order. */
  notices: AsyncIterable<string>
  awards: AsyncIterable<AwardRecord & { buyerKey: string; buyerNameKey: string }>
  revision: number
  nowMs: number
  today: CivilDate
}

/** What sorting, linking and the columns need of a notice while its text is packed away. */
type Entry = Pick<
  Notice,
  | 'key'
  | 'ocid'
  | 'portal'
  | 'title'
  | 'buyer'
  | 'buyerKey'
  | 'buyerNameKey'
  | 'reference'
  | 'stage'
  | 'deadlineMs'
  | 'publishedMs'
  | 'noticeUrl'
  | 'updatedMs'
> & { /** Its place in the order of reading. */ read: number; live: boolean; facts: ReturnType<typeof factsOf> | null }

export async function buildGeneration(input: BuildInput): Promise<GenerationData> {
  const entries: Entry[] = []
  const postings = createPostingsBuilder(TENDER_SYNONYMS.phrases)
  const packer = createPacker()
  let newestMs = 0
  for await (const json of input.notices) {
    const notice = JSON.parse(json) as Notice
    newestMs = Math.max(newestMs, notice.updatedMs)
    const live = isLive(notice, input.nowMs)
    // Read once: what comes after works on the columns' facts and the numbers of the words.
    postings.add(live ? searchedText(notice) : NOTHING)
    packer.add(json)
    entries.push(entryOf(notice, entries.length, live))
  }
  const standsBehind = linkDuplicates(entries.filter((entry) => entry.live))
  const shown = (entry: Entry) => entry.live && !standsBehind.has(entry.key)
  const live = entries.filter(shown).sort(byDeadline)
  const ordered = [...live, ...entries.filter((entry) => !shown(entry)).sort(byKey)]
  const buyers = await readBuyers(live, entries, input)
  return {
    format: DATA_FORMAT,
    revision: input.revision,
    builtMs: input.nowMs,
    newestMs,
    count: ordered.length,
    liveCount: live.length,
    ocids: ocidsOf(ordered),
    packed: packer.finish(Uint32Array.from(ordered, (entry) => entry.read)),
    also: alsoPublishedOf(entries, standsBehind),
    live: columns(live, buyers),
    buyers: {
      normalNames: buyers.normalNames,
      histories: buyers.histories,
    },
    postings: postings.finish(live.map((entry) => entry.read)),
  }
}

function ocidsOf(ordered: readonly Entry[]): Ocids {
  const byOcid = Map.groupBy(ordered.keys(), (number) => ordered[number]!.ocid.toLowerCase())
  const starts = new Uint32Array(byOcid.size + 1)
  const numbers = new Uint32Array(ordered.length)
  let ocid = 0
  for (const members of byOcid.values()) {
    numbers.set(members, starts[ocid]!)
    ocid += 1
    starts[ocid] = starts[ocid - 1]! + members.length
  }
  return { table: packStrings([...byOcid.keys()]), starts, numbers }
}

function entryOf(notice: Notice, read: number, live: boolean): Entry {
  const { key, ocid, portal, title, buyer, buyerKey, buyerNameKey, reference, stage, deadlineMs, publishedMs, noticeUrl, updatedMs } =
    notice
  const of = { key, ocid, portal, title, buyer, buyerKey, buyerNameKey, reference, stage, deadlineMs, publishedMs, noticeUrl, updatedMs }
  const facts = live ? factsOf(notice) : null
  return { ...of, read, live, facts }
}

/** What the columns hold of one live notice. */
function factsOf({ framework, regions, value, lots, cpv }: Notice) {
  const lotValuesGbp = lots.flatMap((lot) => (lot.value?.currency === 'GBP' && lot.value.amount !== null ? [lot.value.amount] : []))
  return {
    framework,
    regions,
    // A ceiling over all call-offs is not what a contract is worth.
    valueGbp: framework ? Number.NaN : (filterValue(value) ?? Number.NaN),
    tenderValueGbp: tenderValue(value) ?? Number.NaN,
    lotValuesGbp,
    codes: cpv ?? [],
  }
}

function byKey(a: Entry, b: Entry): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

/** The order of lists: deadline, those without one last, then ocid. */
function byDeadline(a: Entry, b: Entry): number {
  return (a.deadlineMs ?? Number.POSITIVE_INFINITY) - (b.deadlineMs ?? Number.POSITIVE_INFINITY) || byKey(a, b)
}

const NOTHING: readonly string[] = []

function searchedText(notice: Notice): (string | string[])[] {
  const lots: string[] = []
  for (const lot of notice.lots) {
    for (const text of [lot.title, lot.description]) if (text !== null && text !== notice.description) lots.push(text)
  }
  return [notice.title, notice.description ?? '', lots, notice.buyer]
}

/** Buyers of live notices with their award histories. A name that one register id alone uses stands for that id, on both portals. */
async function readBuyers(live: readonly Entry[], all: readonly Entry[], { awards, today }: BuildInput) {
  const idsOfName = new Map<string, Set<string>>()
  const note = (key: string, name: string) => {
    if (key === name) return
    const ids = idsOfName.get(name) ?? new Set<string>()
    idsOfName.set(name, ids.add(key))
  }
  for (const entry of all) note(entry.buyerKey, entry.buyerNameKey)
  const collected = new Map<string, AwardRecord[]>()
  const byName: { key: string; record: AwardRecord }[] = []
  for await (const { buyerKey, buyerNameKey, ...record } of awards) {
    note(buyerKey, buyerNameKey)
    if (buyerKey === buyerNameKey) byName.push({ key: buyerNameKey, record })
    else append(collected, buyerKey, record)
  }
  const resolve = (key: string, name: string) => {
    const ids = key === name ? idsOfName.get(name) : undefined
    return ids?.size === 1 ? [...ids][0]! : key
  }
  for (const { key, record } of byName) append(collected, resolve(key, key), record)
  const normalNames: string[] = []
  const histories: (BuyerHistory | null)[] = []
  const numbers = new Map<string, number>()
  const numberOf = (entry: Entry): number => {
    const key = `${resolve(entry.buyerKey, entry.buyerNameKey)}\n${entry.buyer}`
    let number = numbers.get(key)
    if (number === undefined) {
      number = normalNames.length
      numbers.set(key, number)
      const resolved = resolve(entry.buyerKey, entry.buyerNameKey)
      const records = collected.get(resolved)
      normalNames.push(normaliseName(entry.buyer))
      histories.push(records ? summariseHistory(records, today) : null)
    }
    return number
  }
  for (const entry of live) numberOf(entry)
  return { normalNames, histories, numberOf }
}

function append(lists: Map<string, AwardRecord[]>, key: string, record: AwardRecord): void {
  const list = lists.get(key)
  if (list) list.push(record)
  else lists.set(key, [record])
}

function columns(live: readonly Entry[], buyers: Pick<Awaited<ReturnType<typeof readBuyers>>, 'numberOf' | 'histories'>): LiveColumns {
  const count = live.length
  const lotValues: number[] = []
  const codes: number[] = []
  const result: LiveColumns = {
    planning: new Uint8Array(count),
    framework: new Uint8Array(count),
    deadlineMs: new Float64Array(count),
    deadlineDay: new Int32Array(count),
    regions: new Uint16Array(count),
    valueGbp: new Float64Array(count),
    tenderValueGbp: new Float64Array(count),
    lotValueStarts: new Uint32Array(count + 1),
    lotValuesGbp: new Float64Array(0),
    cpvStarts: new Uint32Array(count + 1),
    cpv: new Uint32Array(0),
    codes: new Uint32Array(0),
    buyer: new Uint32Array(count),
  }
  live.forEach((entry, number) => {
    const facts = entry.facts!
    result.planning[number] = entry.stage === 'planning' ? 1 : 0
    result.framework[number] = facts.framework ? 1 : 0
    result.deadlineMs[number] = entry.deadlineMs ?? Number.NaN
    result.deadlineDay[number] = entry.deadlineMs === null ? NO_DAY : epochDay(deadlineDate(entry.deadlineMs))
    result.regions[number] = facts.regions
    result.valueGbp[number] = facts.valueGbp
    result.tenderValueGbp[number] = facts.tenderValueGbp
    for (const value of facts.lotValuesGbp) lotValues.push(value)
    result.lotValueStarts[number + 1] = lotValues.length
    for (const code of facts.codes) codes.push(Number(code))
    result.cpvStarts[number + 1] = codes.length
    result.buyer[number] = buyers.numberOf(entry)
  })
  result.lotValuesGbp = Float64Array.from(lotValues)
  result.codes = Uint32Array.from(new Set(codes)).sort()
  const numbers = new Map([...result.codes].map((code, number) => [code, number]))
  result.cpv = Uint32Array.from(codes, (code) => numbers.get(code)!)
  return result
}

function filterValue(value: NoticeValue | null): number | null {
  return value?.currency === 'GBP' ? (value.amount ?? value.max ?? value.min) : null
}

function tenderValue(value: NoticeValue | null): number | null {
  if (value?.currency !== 'GBP' || value.basis === 'lots') return null
  return value.amount ?? value.min
}

/** Array buffers to hand over instead of copying. */
export function transferables({ packed, ocids, live, postings }: GenerationData): ArrayBuffer[] {
  const parts = [packed, ocids, ocids.table, live, postings, postings.terms]
  return parts.flatMap((part) => Object.values(part).flatMap((value) => (ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [])))
}
