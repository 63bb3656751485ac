/**
 * Tender fit, rules `fit-1.0.0`: a pure function of supplier profile, notice, the buyer's award
 * history and the working days that are left on one civil date in London.
 */
import type { RegionMask } from '../../model/regions.ts'
import type {
  Counted,
  CpvPoints,
  Factor,
  Fit,
  FitFacts,
  FitRules,
  NoticeFacts,
  Reach,
  SupplierProfile,
  ValueFacts,
} from '../version.ts'
import {
  buyerHistory,
  cpvPart,
  createCpvJudge,
  FULL_CPV,
  geography,
  OF,
  relevance,
  roundHalfUp,
  timeline,
  valueFit,
} from './factors.ts'

/** Caps on the score: the lowest one applies, and each that fires is reported. */
export const CAPS = {
  CAP_EXCLUDED: 20,
  CAP_RELEVANCE_LOW: 25,
  CAP_REGION: 39,
  CAP_RELEVANCE: 49,
  CAP_BROAD_CPV: 59,
  CAP_REGION_ADJACENT: 59,
} as const

export type Cap = keyof typeof CAPS

const JUDGEABLE = ['value', 'geography', 'timeline', 'history'] as const satisfies readonly Factor[]

export const judgeCpv = createCpvJudge({
  inCommon: [0, 0, 10, 16, 20],
  covered: [0, 0, 20, FULL_CPV.points, FULL_CPV.points],
})

function countFactor(points: number | null, of: number): Counted {
  return points === null
    ? { points: Math.floor(of / 2), judged: false }
    : { points: roundHalfUp(points), judged: true }
}

export function valuePoints(
  facts: ValueFacts,
  { valueMin, valueMax }: Pick<SupplierProfile, 'valueMin' | 'valueMax'>,
) {
  return countFactor(valueFit(facts, valueMin, valueMax), OF.value)
}

export function geographyPoints(
  regions: RegionMask,
  profile: Pick<SupplierProfile, 'regions' | 'remote'>,
) {
  const { points, reach } = geography(regions, profile.regions, profile.remote)
  return { ...countFactor(points, OF.geography), reach }
}

type ValuePoints = typeof valuePoints
type Place = ReturnType<typeof geographyPoints>

/** Judges the factors but relevance. */
function judgeOthers(
  { profile, notice, history }: FitFacts,
  geography: Place,
  judgeValue: ValuePoints,
) {
  return {
    value: judgeValue(notice, profile),
    geography,
    timeline: countFactor(
      timeline(notice.stage, notice.workingDaysLeft, profile.minWorkingDays),
      OF.timeline,
    ),
    history: notice.pastBuyer
      ? { points: OF.history, judged: true }
      : countFactor(buyerHistory(history, notice.division, profile.sme), OF.history),
  }
}

/** Returns the caps that fire, in the order of their report. */
export function capsOf(
  relevancePoints: number,
  reach: Reach,
  excludedInTitle: boolean,
  broadCpvAlone: boolean,
): Cap[] {
  const caps: Cap[] = []
  if (relevancePoints < 8) caps.push('CAP_RELEVANCE_LOW')
  else if (relevancePoints < 16) caps.push('CAP_RELEVANCE')
  if (reach === 'outside') caps.push('CAP_REGION')
  if (reach === 'adjacent') caps.push('CAP_REGION_ADJACENT')
  if (excludedInTitle) caps.push('CAP_EXCLUDED')
  if (broadCpvAlone) caps.push('CAP_BROAD_CPV')
  return caps
}

export function capScore(sum: number, caps: readonly string[]): number {
  return caps.reduce((score, cap) => Math.min(score, CAPS[cap as Cap]), sum)
}

/** Adds the factors to the relevance; `limit` returns what the caps leave of the sum. */
export function sumUp(
  facts: FitFacts,
  relevancePoints: number,
  judged: {
    place: Place
    judgeValue: ValuePoints
    caps: readonly string[]
    limit: (sum: number, caps: readonly string[], relevance: number) => number
  },
): Fit {
  const { place, judgeValue, caps, limit } = judged
  const factors = judgeOthers(facts, place, judgeValue)
  const sum = JUDGEABLE.reduce((all, name) => all + factors[name].points, relevancePoints)
  return {
    score: limit(sum, caps, relevancePoints),
    relevance: relevancePoints,
    value: factors.value.points,
    geography: place.points,
    timeline: factors.timeline.points,
    history: factors.history.points,
    reach: place.reach,
    caps,
    unjudged: JUDGEABLE.filter((name) => !factors[name].judged),
  }
}

/** Functions in which the versions before 1.3.0 differ. */
interface Parts {
  createCpvJudge: FitRules['createCpvJudge']
  relevanceOf: (cpv: CpvPoints | null, notice: NoticeFacts) => number
  judgeValue: ValuePoints
  capsOf: (...given: Parameters<typeof capsOf>) => readonly string[]
  limit: (sum: number, caps: readonly string[], relevance: number) => number
}

export const statedRelevance: Parts['relevanceOf'] = (cpv, { keywordSum }) =>
  roundHalfUp(relevance(cpv, keywordSum))

export function createJudgement(parts: Parts): FitRules['judge'] {
  return (facts) => {
    const { profile, notice } = facts
    const codes = notice.cpv.map(parts.createCpvJudge(profile))
    const cpv = profile.cpv.length > 0 ? cpvPart(codes) : null
    const points = parts.relevanceOf(cpv, notice)
    const place = geographyPoints(notice.regions, profile)
    const isBroad = cpv?.broad === true && !notice.keywordInTitle
    const caps = parts.capsOf(points, place.reach, notice.excludedInTitle, isBroad)
    return sumUp(facts, points, { ...parts, place, caps })
  }
}

export const judgeFit = createJudgement({
  createCpvJudge: judgeCpv,
  relevanceOf: statedRelevance,
  judgeValue: valuePoints,
  capsOf,
  limit: capScore,
})

/** Lower bound of each band, best first. */
export const FIT_BANDS = [
  { band: 'strong', from: 70, to: 100 },
  { band: 'possible', from: 40, to: 69 },
  { band: 'weak', from: 0, to: 39 },
] as const

export function fitBand(score: number): (typeof FIT_BANDS)[number]['band'] {
  return FIT_BANDS.find(({ from }) => score >= from)!.band
}
