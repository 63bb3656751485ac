/**
 * Tender fit, rules 1.3.0: the factors of 1.2.0, with CPV points divided among the code groups of a
 * notice, values with VAT, and a "strong" that needs a title or a specific code.
 */
import type { BuyerHistory } from '../../model/buyer-history.ts'
import { significantDigits } from '../../model/cpv.ts'
import type { RegionMask } from '../../model/regions.ts'
import { FULL_CPV, OF } from '../fit-1.0.0/factors.ts'
import { FIT_BANDS, geographyPoints, sumUp } from '../fit-1.0.0/fit.ts'
import { judgeCpv, valuePoints } from '../fit-1.1.0/fit.ts'
import {
  type Cap as Cap120,
  capScore as cappedScore120,
  capsOf as capsOf120,
  relevance,
} from '../fit-1.2.0/fit.ts'
import type {
  CpvPoints,
  CreateScan,
  Fit,
  FitFacts,
  NoticeFacts,
  SupplierProfile,
} from '../version.ts'

/** Digits of a code group, and digits that a specific code shares with a prefix of the profile. */
const GROUP_DIGITS = 3
export const SPECIFIC_DIGITS = 4
/** Highest score that is not "strong". */
export const UNSPECIFIC_CAP = FIT_BANDS[0].from - 1
const OTHER_FACTORS = OF.value + OF.timeline + OF.history

export type Cap = Cap120 | 'CAP_UNSPECIFIC'

interface JudgedCode extends CpvPoints {
  specific: boolean
}

/** Share of the points that the best code has alone; the rest is divided among the code groups. */
export const BEST_CODE_SHARE = 0.75

type OfCode = (code: string, index: number) => number

const best = (codes: readonly string[], pointsOf: OfCode) =>
  codes.reduce((most, code, index) => Math.max(most, pointsOf(code, index)), 0)

/**
 * Divides the points of the best code among the code groups of a notice: each group has those of
 * its own best code.
 */
function divide(codes: readonly string[], pointsOf: OfCode): number {
  const first = codes[0]?.slice(0, GROUP_DIGITS) ?? ''
  if (codes.every((code) => code.startsWith(first))) return best(codes, pointsOf)
  const groups = new Map<string, number>()
  for (let index = 0; index < codes.length; index += 1) {
    const group = codes[index]!.slice(0, GROUP_DIGITS)
    const points = pointsOf(codes[index]!, index)
    if (points >= (groups.get(group) ?? 0)) groups.set(group, points)
  }
  let [most, sum] = [0, 0]
  for (const points of groups.values()) {
    most = Math.max(most, points)
    sum += points
  }
  return BEST_CODE_SHARE * most + ((1 - BEST_CODE_SHARE) * sum) / groups.size
}

/** Returns the first digits that make a code specific, if it has so many. */
function listClass(code: string): string[] {
  const digits = significantDigits(code).slice(0, SPECIFIC_DIGITS)
  return digits.length === SPECIFIC_DIGITS ? [digits] : []
}

/** Judges each code of notices once for one profile. */
function createCodes({ cpv: prefixes }: SupplierProfile): (code: string) => JudgedCode {
  const judgePoints = judgeCpv({ cpv: prefixes })
  const classes = new Set(prefixes.flatMap(listClass))
  const judged = new Map<string, JudgedCode>()
  const judge = (code: string) => ({
    ...judgePoints(code),
    specific: listClass(code).some((each) => classes.has(each)),
  })
  return (code) => judged.getOrInsertComputed(code, judge)
}

function capScore(sum: number, caps: readonly string[], points: number): number {
  const others = caps.filter((cap) => cap !== 'CAP_UNSPECIFIC')
  const score = cappedScore120(sum, others, points)
  return others.length < caps.length ? Math.min(score, UNSPECIFIC_CAP) : score
}

/** Judges notices for one supplier in two steps: the first is cheap. */
function createJudge(profile: SupplierProfile) {
  const judgeCode = createCodes(profile)
  const pointsOf = (code: string) => judgeCode(code).points
  const places = new Map<RegionMask, ReturnType<typeof geographyPoints>>()

  const judgePlace = (regions: RegionMask) => geographyPoints(regions, profile)
  const findPlace = (regions: RegionMask) => places.getOrInsertComputed(regions, judgePlace)

  /** `share` is that of the fact `cpvShares`. `of` takes the points of all codes together. */
  function weigh(
    codes: readonly string[],
    keywordSum: number,
    share: OfCode,
    of: (codes: readonly string[], pointsOf: OfCode) => number = divide,
  ): number {
    const isCompared = profile.cpv.length > 0 && codes.length > 0
    const stated = isCompared ? { points: of(codes, pointsOf), broad: false } : null
    return relevance(stated, keywordSum, codes.length > 0 ? of(codes, share) : 0)
  }

  function judge(points: number, notice: NoticeFacts, history: BuyerHistory | null): Fit {
    const place = findPlace(notice.regions)
    const found = notice.cpv.map(judgeCode).filter((code) => code.points > 0)
    const isNamed = notice.keywordInTitle || notice.keywordInLotTitle === true
    const broadAlone =
      found.length > 0 && found.every(({ broad }) => broad) && !notice.keywordInTitle
    const caps: Cap[] = capsOf120(points, place.reach, notice.excludedInTitle, broadAlone)
    if (!isNamed && !found.some(({ specific }) => specific)) caps.push('CAP_UNSPECIFIC')
    return sumUp({ profile, notice, history }, points, {
      place,
      judgeValue: valuePointsOfAll,
      caps,
      limit: capScore,
    })
  }

  return { findPlace, weigh, judge }
}

export function judgeFit({ profile, notice, history }: FitFacts): Fit {
  const { weigh, judge } = createJudge(profile)
  const { cpv, keywordSum, cpvShares = [] } = notice
  return judge(
    weigh(cpv, keywordSum, (_, index) => cpvShares[index] ?? 0),
    notice,
    history,
  )
}

/** Judges many notices as `judgeFit` does, the cheap factors first. */
export const createScan: CreateScan = (profile, source) => {
  const { findPlace, weigh, judge } = createJudge(profile)
  return (notice, least) => {
    const place = findPlace(notice.regions)
    const keywordSum = source.keywordSum(notice)
    const others = OTHER_FACTORS + place.points
    const isBelow = (points: number) =>
      points === 0 ||
      points + others < least ||
      cappedScore120(points + others, capsOf120(points, place.reach, false, false), points) < least
    if (isBelow(relevance(FULL_CPV, keywordSum, 0))) return null
    if (isBelow(weigh(notice.cpv, keywordSum, source.cpvShare, best))) return null
    const points = weigh(notice.cpv, keywordSum, source.cpvShare)
    return isBelow(points) ? null : judge(points, source.facts(notice), notice.history)
  }
}

/** Lots with VAT count as they are. */
const valuePointsOfAll: typeof valuePoints = (facts, profile) => {
  const { lotValuesGbp, lotValuesWithTaxGbp = [] } = facts
  return valuePoints({ ...facts, lotValuesGbp: [...lotValuesGbp, ...lotValuesWithTaxGbp] }, profile)
}
