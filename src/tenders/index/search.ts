/** Search over the live notices: stage and words first, then cpv, region, value and deadline, counting what a filter cannot judge. */
import { type CivilDate, epochDay } from '../../kernel/london.ts'
import { parseQuery, type SearchHits } from '../../kernel/query.ts'
import { phrase } from '../../kernel/terms.ts'
import type { Stage } from '../model/merge.ts'
import type { RegionMask } from '../model/regions.ts'
import { TENDER_SYNONYMS, WEAK_STEMS } from '../model/synonyms.ts'
import { createBest } from './best.ts'
import { type LiveColumns, NO_DAY } from './data.ts'
import type { Generation } from './generation.ts'

export interface SearchRequest {
  q: string | null
  /** Digits; null: not filtered. */
  cpvPrefixes: readonly string[] | null
  regions: RegionMask | null
  valueMinGbp: number | null
  valueMaxGbp: number | null
  deadlineAfter: CivilDate | null
  stage: Stage | null
}

export interface Excluded {
  no_cpv: number
  no_region: number
  no_value: number
  no_deadline: number
}

export interface SearchOutcome {
  totalMatched: number
  /** Numbers of the best notices, best first. */
  best: readonly number[]
  excluded: Excluded
}

export function searchNotices(generation: Generation, request: SearchRequest, nowMs: number, limit: number): SearchOutcome {
  const { live, liveCount } = generation.data
  const excluded: Excluded = { no_cpv: 0, no_region: 0, no_value: 0, no_deadline: 0 }
  const whole = request.q === null ? null : phrase(request.q)
  const hits = request.q === null ? null : generation.search(parseQuery(request.q, TENDER_SYNONYMS, WEAK_STEMS), whole)
  // One word stands together with itself wherever it is: the fields that have it make its order.
  const several = whole !== null && whole.terms.length > 1
  const bestHits = hits ? bestOf(hits) : null
  const sought = request.cpvPrefixes === null ? null : codesWithin(live.codes, request.cpvPrefixes.map(prefixRange))
  const filtersValue = request.valueMinGbp !== null || request.valueMaxGbp !== null
  const afterDay = request.deadlineAfter === null ? null : epochDay(request.deadlineAfter)
  // Without words notices come in the order of their numbers, which is by deadline and ocid; so do equal ones.
  const best = createBest(limit)
  let totalMatched = 0
  const total = hits ? hits.documents.length : liveCount
  for (let index = 0; index < total; index += 1) {
    const number = hits ? hits.documents[index]! : index
    if (live.deadlineMs[number]! <= nowMs) continue
    if (hits && bestHits && isFar(hits, index, bestHits)) continue
    if (request.stage !== null && (live.planning[number] === 1) !== (request.stage === 'planning')) continue
    if (sought !== null) {
      if (live.cpvStarts[number] === live.cpvStarts[number + 1]) {
        excluded.no_cpv += 1
        continue
      }
      if (!hasCode(live, number, sought)) continue
    }
    if (request.regions !== null) {
      const regions = live.regions[number]!
      if (regions === 0) {
        excluded.no_region += 1
        continue
      }
      if ((regions & request.regions) === 0) continue
    }
    if (filtersValue) {
      const value = live.valueGbp[number]!
      if (Number.isNaN(value)) {
        excluded.no_value += 1
        continue
      }
      if (request.valueMinGbp !== null && value < request.valueMinGbp) continue
      if (request.valueMaxGbp !== null && value > request.valueMaxGbp) continue
    }
    if (afterDay !== null) {
      const day = live.deadlineDay[number]!
      if (day === NO_DAY) {
        excluded.no_deadline += 1
        continue
      }
      if (day < afterDay) continue
    }
    totalMatched += 1
    best.offer(number, hits ? hits.scores[index]! + (several ? CLOSENESS * hits.closeness[index]! : 0) : 0)
  }
  return { totalMatched, best: best.numbers(), excluded }
}

/** More than any score: what stands together comes first, then what has all the words apart, then synonyms. */
const CLOSENESS = 1e6
const IN_TITLE = 3
const TOGETHER = 2
const APART = 1
/** A mention somewhere in a long text, or a neighbour of the trade that was asked for, scores below this share of the best. */
const LEAST_SHARE = 0.5
/** With so many notices that have the words themselves, those that have a synonym only are left out. */
const ENOUGH = 3

/** What the best hits of a question are like: the rest are held against them. */
interface Best {
  score: number
  closeness: number
  /** Notices that have the words themselves. */
  literal: number
}

/** Whether a notice only happens to have the words, beside others that are about them. Fewer answers are better than accidents. */
function isFar({ scores, closeness, borne, wordsAsked }: SearchHits, index: number, best: Best): boolean {
  const isWeak = scores[index]! < best.score * LEAST_SHARE
  switch (closeness[index]) {
    case IN_TITLE:
      return false
    // One word in passing is no answer where others bear it in their title; several words that stand together are.
    case TOGETHER:
      return wordsAsked === 1 && best.closeness === IN_TITLE && isWeak
    case APART:
      return isWeak || best.closeness >= TOGETHER
    default:
      // A synonym that a description only mentions tells of another trade more often than of this one.
      return isWeak || best.literal >= ENOUGH || borne[index] === 0
  }
}

function bestOf({ scores, closeness }: SearchHits): Best {
  const best: Best = { score: 0, closeness: 0, literal: 0 }
  let any = 0
  for (let index = 0; index < scores.length; index += 1) {
    if (scores[index]! > any) any = scores[index]!
    if (closeness[index] === 0) continue
    best.literal += 1
    if (closeness[index]! > best.closeness) best.closeness = closeness[index]!
    if (scores[index]! > best.score) best.score = scores[index]!
  }
  return best.literal === 0 ? { ...best, score: any } : best
}

/** By number of the code: 1 when it lies in some range. */
function codesWithin(codes: Uint32Array, ranges: readonly (readonly [number, number])[]): Uint8Array {
  const within = new Uint8Array(codes.length)
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index]!
    for (const [low, high] of ranges) if (code >= low && code < high) within[index] = 1
  }
  return within
}

function hasCode({ cpv, cpvStarts }: LiveColumns, number: number, sought: Uint8Array): boolean {
  for (let index = cpvStarts[number]!; index < cpvStarts[number + 1]!; index += 1) if (sought[cpv[index]!] === 1) return true
  return false
}

/** All codes beneath a prefix. A whole code (`72000000`) names its class, so its trailing zeros are padding. */
export function prefixRange(prefix: string): readonly [number, number] {
  const digits = prefix.length === 8 ? prefix.replace(/0{1,6}$/, '') : prefix
  const unit = 10 ** (8 - digits.length)
  return [Number(digits) * unit, (Number(digits) + 1) * unit]
}
