/** Builds a generation from the store's notices and awards, each notice read once. Runs in a worker; pure but for compression. */
import { createPostingsBuilder } from '../../kernel/build-postings.ts'
import type { CivilDate } from '../../kernel/london.ts'
import { packStrings } from '../../kernel/string-table.ts'
import { normaliseName } from '../model/buyer.ts'
import { type AwardRecord, type BuyerHistory, historySpan, summariseHistory } from '../model/buyer-history.ts'
import { type Linkable, linkDuplicates } from '../model/duplicates.ts'
import { isLive, type Notice } from '../model/notice.ts'
import { TENDER_SYNONYMS } from '../model/synonyms.ts'
import { portalOf } from '../portals/index.ts'
import { alsoPublishedOf } from './also-published.ts'
import { createColumns } from './columns.ts'
import type { GenerationData, Ocids } from './data.ts'
import { createPacker } from './packed.ts'

export interface BuildInput {
  /** JSON of notices, in any order. */
  notices: AsyncIterable<string>
  awards: AsyncIterable<AwardRecord & { buyerKey: string; buyerNameKey: string }>
  revision: number
  nowMs: number
  today: CivilDate
}

/** What is kept of each notice until all are read; everything else of it is in the columns, the postings and the packed texts by then. */
type Entry = Pick<Notice, 'key' | 'ocid' | 'portal' | 'noticeUrl'> & {
  /** Its place in the order of reading. */
  read: number
  /** Null: closed. */
  live: LiveEntry | null
}

interface LiveEntry extends Linkable {
  buyerKey: string
  buyerNameKey: string
  /** Its place among the live ones, in the order of reading. */
  at: number
}

export async function buildGeneration(input: BuildInput): Promise<GenerationData> {
  const entries: Entry[] = []
  const columns = createColumns()
  const once = createOnce()
  const ids = createBuyerIds()
  const postings = createPostingsBuilder(TENDER_SYNONYMS.phrases)
  const packer = createPacker()
  let newestMs = 0
  for await (const json of input.notices) {
    const notice = JSON.parse(json) as Notice
    newestMs = Math.max(newestMs, notice.updatedMs)
    packer.add(json)
    const { key } = notice
    const of = { key, ocid: notice.ocid === key ? key : notice.ocid, portal: portalOf(notice.portal).id, noticeUrl: notice.noticeUrl }
    if (notice.buyerKey !== notice.buyerNameKey) ids.note(notice.buyerKey, notice.buyerNameKey)
    let live: LiveEntry | null = null
    if (isLive(notice, input.nowMs)) {
      const { title, reference, stage, deadlineMs, publishedMs } = notice
      // Read once: what comes after works on the columns and the numbers of the words.
      postings.add(searchedText(notice))
      const buyerKey = once(notice.buyerKey)
      const buyerNameKey = notice.buyerNameKey === buyerKey ? buyerKey : once(notice.buyerNameKey)
      live = {
        ...of,
        title,
        buyer: once(notice.buyer),
        buyerKey,
        buyerNameKey,
        reference,
        stage,
        deadlineMs,
        publishedMs,
        at: columns.add(notice),
      }
    }
    entries.push({ ...of, read: entries.length, live })
  }
  const standsBehind = linkDuplicates(entries.flatMap(({ live }) => live ?? []))
  const shown = ({ key, live }: Entry) => live !== null && !standsBehind.has(key)
  const first = entries.filter(shown).sort((a, b) => byDeadline(a.live!, b.live!))
  const live = first.map((entry) => entry.live!)
  const ordered = [...first, ...entries.filter((entry) => !shown(entry)).sort(byKey)]
  const buyers = await readBuyers(live, ids, input)
  return {
    revision: input.revision,
    builtMs: input.nowMs,
    newestMs,
    count: ordered.length,
    liveCount: live.length,
    ocids: ocidsOf(ordered),
    packed: packer.finish(Uint32Array.from(ordered, (entry) => entry.read)),
    also: alsoPublishedOf(entries, standsBehind),
    live: columns.finish(
      live.map((entry) => entry.at),
      buyers.numbers,
    ),
    buyers: {
      normalNames: buyers.normalNames,
      histories: buyers.histories,
    },
    postings: postings.finish(Uint32Array.from(live, (entry) => entry.at)),
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

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

/** The order of lists: deadline, those without one last, then ocid. */
function byDeadline(a: LiveEntry, b: LiveEntry): number {
  return (a.deadlineMs ?? Number.POSITIVE_INFINITY) - (b.deadlineMs ?? Number.POSITIVE_INFINITY) || byKey(a, b)
}

function searchedText(notice: Notice): (string | string[])[] {
  const lots: string[] = []
  for (const lot of notice.lots) {
    for (const text of [lot.title, lot.description]) if (text !== null && text !== notice.description) lots.push(text)
  }
  return [notice.title, notice.description ?? '', lots, notice.buyer]
}

/** Equal strings become one: a notice read from JSON brings its own copy of every name. */
function createOnce(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const held = known.get(text)
    if (held === undefined) known.set(text, text)
    return held ?? text
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
async function readBuyers(live: readonly LiveEntry[], ids: BuyerIds, { awards, today }: BuildInput) {
  const collected = new Map<string, AwardRecord[]>()
  const byName: { key: string; record: AwardRecord }[] = []
  for await (const { buyerKey, buyerNameKey, ...record } of awards) {
    if (buyerKey === buyerNameKey) byName.push({ key: buyerNameKey, record })
    else {
      ids.note(buyerKey, buyerNameKey)
      append(collected, buyerKey, record)
    }
  }
  for (const { key, record } of byName) append(collected, ids.resolve(key, key), record)
  const span = historySpan(today)
  const normalNames: string[] = []
  const histories: (BuyerHistory | null)[] = []
  /** By resolved key, then by the name as written. */
  const known = new Map<string, Map<string, number>>()
  const numbers = Uint32Array.from(live, ({ buyerKey, buyerNameKey, buyer }) => {
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
