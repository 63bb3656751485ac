/**
 * An opened generation: the immutable index that requests read, each within one turn of the event loop. Nobody keeps one over an `await`: once the next
 * one serves, its memory and its file are taken back, and whoever reads in it still fails.
 */
import { partAt } from '../../kernel/joined.ts'
import { openPostings, type Postings } from '../../kernel/postings.ts'
import { openSearch, type Search } from '../../kernel/query.ts'
import { findString } from '../../kernel/string-table.ts'
import { isLive, type Notice } from '../model/notice.ts'
import type { FitRules } from '../rules/version.ts'
import type { AlsoPublished } from './also-published.ts'
import { type BuyerNames, openBuyerNames } from './buyers.ts'
import { FIELD_WEIGHTS, type GenerationData } from './data.ts'
import { historyOf } from './histories.ts'
import { type Keywords, openKeywords } from './keywords.ts'
import type { OpenTexts } from './texts.ts'

export interface Generation {
  readonly data: GenerationData
  readonly postings: Postings
  readonly search: Search
  readonly keywords: Keywords
  readonly buyerNames: BuyerNames
  /** Points of the history factor by notice, as `rules` count them for suppliers that are an SME or not. */
  historyPoints(rules: FitRules, sme: boolean): Uint8Array
  notice(number: number): Notice
  /** Of several buyers' notices under one ocid the latest live one, else the latest. */
  find(ocid: string, nowMs: number): Notice | null
  alsoPublished(key: string): readonly AlsoPublished[]
  liveAt(nowMs: number): number
  /** Nobody reads in it any more. */
  close(): void
}

/** `texts` are the notices of `data`. */
export function openGeneration(data: GenerationData, texts: OpenTexts): Generation {
  const notice = (number: number): Notice => JSON.parse(texts.read(number)) as Notice
  const postings = openPostings(data.postings)
  const histories = new Map<string, Uint8Array>()
  let buyerNames: BuyerNames | null = null
  return {
    data,
    postings,
    search: openSearch(postings, FIELD_WEIGHTS),
    keywords: openKeywords(postings),
    // When a supplier first names one: whoever waits for the swap need not.
    get buyerNames() {
      buyerNames ??= openBuyerNames(Array.from(data.buyers.normalNames.ends.keys(), (number) => partAt(data.buyers.normalNames, number)))
      return buyerNames
    },
    historyPoints(rules, sme) {
      // Asked for once a version and size: a generation never changes, and neither does a published version.
      const key = `${rules.version} ${sme}`
      const known = histories.get(key) ?? historyColumn(data, rules, sme)
      histories.set(key, known)
      return known
    },
    notice,
    find(ocid, nowMs) {
      const { table, starts, numbers } = data.ocids
      const known = findString(table, ocid.toLowerCase())
      if (known === null) return null
      const live = (each: Notice) => Number(isLive(each, nowMs))
      const candidates = Array.from(numbers.subarray(starts[known]!, starts[known + 1]!), notice)
      candidates.sort((a, b) => live(b) - live(a) || b.updatedMs - a.updatedMs || (a.key < b.key ? -1 : 1))
      return candidates[0]!
    },
    alsoPublished: (key) => data.also[key] ?? [],
    liveAt(nowMs) {
      let passed = 0
      // Ordered by deadline: those that have passed come first.
      while (passed < data.liveCount && data.live.deadlineMs[passed]! <= nowMs) passed += 1
      return data.liveCount - passed
    },
    close: texts.close,
  }
}

function historyColumn({ live, liveCount, buyers }: GenerationData, rules: FitRules, sme: boolean): Uint8Array {
  const points = new Uint8Array(liveCount)
  const histories = Array.from(buyers.histories.known, (_, buyer) => historyOf(buyers.histories, buyer))
  for (let number = 0; number < liveCount; number += 1) {
    const first = live.cpvStarts[number]!
    const code = first === live.cpvStarts[number + 1] ? null : live.codes[live.cpv[first]!]!
    const division = code === null ? null : String(code).padStart(8, '0').slice(0, 2)
    points[number] = rules.history(histories[live.buyer[number]!]!, division, sme).points
  }
  return points
}
