/** Search over the live notices: stage and words first, then cpv, region, value and deadline, counting what a filter cannot judge. */
import type { CivilDate } from '../../kernel/london.ts'
import { parseQuery, searchPostings } from '../../kernel/query.ts'
import type { Stage } from '../model/merge.ts'
import type { RegionMask } from '../model/regions.ts'
import { TENDER_SYNONYMS, WEAK_STEMS } from '../model/synonyms.ts'
import { FIELD_WEIGHTS } from './data.ts'
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
  const hits =
    request.q === null ? null : searchPostings(generation.postings, parseQuery(request.q, TENDER_SYNONYMS, WEAK_STEMS), FIELD_WEIGHTS)
  const ranges = request.cpvPrefixes?.map(prefixRange) ?? null
  const filtersValue = request.valueMinGbp !== null || request.valueMaxGbp !== null
  const matched: number[] = []
  const total = hits ? hits.documents.length : liveCount
  for (let index = 0; index < total; index += 1) {
    const number = hits ? hits.documents[index]! : index
    if (live.deadlineMs[number]! <= nowMs) continue
    if (request.stage !== null && (live.planning[number] === 1) !== (request.stage === 'planning')) continue
    if (ranges) {
      const from = live.cpvStarts[number]!
      const to = live.cpvStarts[number + 1]!
      if (from === to) {
        excluded.no_cpv += 1
        continue
      }
      if (!hasCode(live.cpv, from, to, ranges)) continue
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
    if (request.deadlineAfter !== null) {
      const day = generation.deadlineDays[number]!
      if (day === null) {
        excluded.no_deadline += 1
        continue
      }
      if (day < request.deadlineAfter) continue
    }
    matched.push(number)
  }
  // Notices are numbered by deadline and ocid, which is the order among equals.
  const best = hits ? topBy(matched, hits.scores, limit) : matched.slice(0, limit)
  return { totalMatched: matched.length, best, excluded }
}

/** The numbers with the highest scores; equal ones in ascending order. */
function topBy(numbers: readonly number[], scores: Float64Array, limit: number): number[] {
  const best: number[] = []
  for (const number of numbers) {
    const score = scores[number]!
    if (best.length === limit && score <= scores[best[limit - 1]!]!) continue
    let place = best.length
    while (place > 0 && scores[best[place - 1]!]! < score) place -= 1
    best.splice(place, 0, number)
    if (best.length > limit) best.pop()
  }
  return best
}

function hasCode(codes: Uint32Array, from: number, to: number, ranges: readonly (readonly [number, number])[]): boolean {
  for (let index = from; index < to; index += 1) {
    const code = codes[index]!
    for (const [low, high] of ranges) if (code >= low && code < high) return true
  }
  return false
}

/** All codes beneath a prefix. A whole code (`72000000`) names its class, so its trailing zeros are padding. */
export function prefixRange(prefix: string): readonly [number, number] {
  const digits = prefix.length === 8 ? prefix.replace(/0{1,6}$/, '') : prefix
  const unit = 10 ** (8 - digits.length)
  return [Number(digits) * unit, (Number(digits) + 1) * unit]
}
