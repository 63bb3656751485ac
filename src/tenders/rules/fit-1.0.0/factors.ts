/**
 * The five factors of `fit-1.0.0`, unrounded; null means that the factor cannot be judged.
 * docs/rules/fit-1.0.0.md states them in words.
 */
import type { BuyerHistory } from '../../model/buyer-history.ts'
import { significantDigits } from '../../model/cpv.ts'
import { ALL_REGIONS, countRegions, neighbourMask, type RegionMask } from '../../model/regions.ts'
import type { CpvPoints, FitRules, Reach, ValueFacts } from '../version.ts'

export const OF = { relevance: 40, value: 20, geography: 15, timeline: 15, history: 10 } as const

const KEYWORD_PART = 16
/** Keyword weight at which the keyword part is full: two keywords in the title. */
const FULL_KEYWORDS = 2
/** Some notices list dozens of codes; those after the third say less about what is bought. */
const MAIN_CODES = 3
const LATER_CODE_SHARE = 0.75

const NO_POINTS: CpvPoints = { points: 0, broad: false }
/** No code is worth more. */
export const FULL_CPV: CpvPoints = { points: 24, broad: false }

/** Points by digits that code and prefix share; full from five on. */
export interface CpvTable {
  inCommon: readonly number[]
  /** If the whole prefix is shared. */
  covered: readonly number[]
}

function judgeCode(code: string, prefix: string, { inCommon, covered }: CpvTable): CpvPoints {
  const digits = significantDigits(code)
  const wanted = significantDigits(prefix)
  let common = 0
  while (common < wanted.length && common < digits.length && wanted[common] === digits[common])
    common += 1
  const table = common === wanted.length ? covered : inCommon
  return { points: table[common] ?? FULL_CPV.points, broad: wanted.length === 2 }
}

const better = (one: CpvPoints, other: CpvPoints) =>
  other.points > one.points || (other.points === one.points && one.broad && !other.broad)
    ? other
    : one

/**
 * Returns a judge of eight-digit codes for each profile. Only prefixes of a code's own division can
 * give it points.
 */
export function createCpvJudge(table: CpvTable): FitRules['createCpvJudge'] {
  return ({ cpv }) => {
    const byDivision = Map.groupBy(cpv, (prefix) => prefix.slice(0, 2))
    return (code) =>
      (byDivision.get(code.slice(0, 2)) ?? [])
        .map((prefix) => judgeCode(code, prefix, table))
        .reduce(better, NO_POINTS)
  }
}

/**
 * Returns the points of all codes of a notice, of 24, unrounded; `null` without codes. Broad
 * matches have two-digit prefixes only.
 */
export function cpvPart(codes: readonly CpvPoints[]): CpvPoints | null {
  if (codes.length === 0) return null
  return codes
    .map((code, index) =>
      index < MAIN_CODES ? code : { ...code, points: code.points * LATER_CODE_SHARE },
    )
    .reduce(better, NO_POINTS)
}

/**
 * `cpv`: null when there is nothing to compare. `keywordSum`: each keyword 1 in the title and 0.5
 * in description or lots, a synonym half of
 * that.
 */
export function relevance(cpv: CpvPoints | null, keywordSum: number): number {
  const keywords = Math.min(1, keywordSum / FULL_KEYWORDS)
  return cpv === null ? OF.relevance * keywords : cpv.points + KEYWORD_PART * keywords
}

/** The tender's value, else the lot or the sum of lots that fits best. */
export function valueFit(facts: ValueFacts, min: number | null, max: number | null): number | null {
  if (min === null && max === null) return OF.value
  if (facts.valueGbp !== null) return valuePoints(facts.valueGbp, facts.framework, min, max)
  if (facts.lotValuesGbp.length === 0) return null
  const sum = facts.lotValuesGbp.reduce((total, value) => total + value, 0)
  return Math.max(
    ...[...facts.lotValuesGbp, sum].map((value) => valuePoints(value, facts.framework, min, max)),
  )
}

function valuePoints(
  value: number,
  framework: boolean,
  min: number | null,
  max: number | null,
): number {
  if (max !== null && value > max)
    return framework
      ? OF.value / 2
      : OF.value * Math.max(0, 1 - Math.log(value / max) / Math.log(5))
  if (min !== null && value < min)
    return OF.value * Math.max(0, 1 - Math.log(min / value) / Math.log(5))
  return OF.value
}

export function geography(
  notice: RegionMask,
  profile: RegionMask,
  remote: boolean,
): { points: number | null; reach: Reach } {
  if (profile === 0 || profile === ALL_REGIONS) return { points: OF.geography, reach: 'anywhere' }
  if (notice === 0) return { points: null, reach: 'not_stated' }
  if (notice === ALL_REGIONS) return { points: 10, reach: 'uk_wide' }
  const shared = countRegions(notice & profile)
  if (shared > 0)
    return {
      points: OF.geography * (0.6 + (0.4 * shared) / countRegions(notice)),
      reach: 'overlap',
    }
  if (remote) return { points: 8, reach: 'remote' }
  return neighbourMask(profile) & notice
    ? { points: 4, reach: 'adjacent' }
    : { points: 0, reach: 'outside' }
}

/** `needed`: working days that the supplier wants for a bid. */
export function timeline(
  stage: 'tender' | 'planning',
  workingDaysLeft: number | null,
  needed: number,
): number | null {
  if (stage === 'planning') return 12
  if (workingDaysLeft === null) return null
  if (workingDaysLeft >= 2 * needed) return OF.timeline
  if (workingDaysLeft >= needed) return 10 + (5 * (workingDaysLeft - needed)) / needed
  return (10 * workingDaysLeft) / needed
}

/**
 * Awards in the notice's division, openness to small suppliers, spread over suppliers: what is
 * known of it, rescaled to 10.
 */
export function buyerHistory(
  history: BuyerHistory | null,
  division: string | null,
  sme: boolean,
): number | null {
  if (!history || history.awards === 0) return null
  let points = 0
  let of = 0
  if (division !== null) {
    const inDivision = history.divisions[division] ?? { awards: 0, concentration: 0 }
    points +=
      inDivision.awards === 0 ? 0 : inDivision.awards === 1 ? 1.5 : inDivision.awards < 5 ? 3 : 4
    of += 4
    if (inDivision.awards >= 3) {
      points += 3 * (1 - inDivision.concentration)
      of += 3
    }
  }
  if (sme && history.sizeStated >= 3) {
    points += (3 * history.smeAwards) / history.sizeStated
    of += 3
  }
  return of === 0 ? null : (OF.history * points) / of
}

/** Half up. The small term keeps 10.5 above the line when it is computed as 10.499999999999998. */
export function roundHalfUp(points: number): number {
  return Math.floor(points + 0.5 + 1e-9)
}
