/**
 * Tender fit, rules `fit-1.0.0`: a pure function of supplier profile, notice, the buyer's award
 * history and the working days that are left on one civil date in London.
 */
import type { BuyerHistory } from '../../model/buyer-history.ts'
import type { RegionMask } from '../../model/regions.ts'
import type {
  Counted,
  CpvPoints,
  Fit,
  NoticeFacts,
  Reach,
  Stage,
  SupplierProfile,
  ValueFacts,
} from '../version.ts'
import {
  buyerHistory,
  cpvPart,
  cpvPoints,
  geography,
  NO_POINTS,
  OF,
  relevance,
  roundHalfUp,
  timeline,
  valueFit,
} from './factors.ts'

/** A notice whose codes have been judged for the profile. */
export interface FitNotice extends Omit<NoticeFacts, 'cpv'> {
  cpv: readonly CpvPoints[]
}

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

const JUDGEABLE = ['value', 'geography', 'timeline', 'history'] as const

/**
 * Judges eight-digit codes, given as numbers, for one profile. Only prefixes of a code's own
 * division can give it points.
 */
export function createCpvJudge(profile: Pick<SupplierProfile, 'cpv'>): (code: number) => CpvPoints {
  const byDivision = Map.groupBy(profile.cpv, (prefix) => Number(prefix.slice(0, 2)))
  return (code) => {
    const prefixes = byDivision.get(Math.floor(code / 1_000_000))
    return prefixes ? cpvPoints(String(code).padStart(8, '0'), prefixes) : NO_POINTS
  }
}

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

export function timelinePoints(stage: Stage, workingDaysLeft: number | null, needed: number) {
  return countFactor(timeline(stage, workingDaysLeft, needed), OF.timeline)
}

/** The same for every supplier but for its size, so that an index can keep them. */
export function historyPoints(history: BuyerHistory | null, division: string | null, sme: boolean) {
  return countFactor(buyerHistory(history, division, sme), OF.history)
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

export function judgeFit(
  profile: SupplierProfile,
  notice: FitNotice,
  history: BuyerHistory | null,
): Fit {
  const cpv = profile.cpv.length > 0 ? cpvPart(notice.cpv) : null
  const relevancePoints = roundHalfUp(relevance(cpv, notice.keywordSum))
  const factors = {
    value: valuePoints(notice, profile),
    geography: geographyPoints(notice.regions, profile),
    timeline: timelinePoints(notice.stage, notice.workingDaysLeft, profile.minWorkingDays),
    history: notice.pastBuyer
      ? { points: OF.history, judged: true }
      : historyPoints(history, notice.division, profile.sme),
  }
  const { value, geography: place, timeline: time, history: past } = factors
  const broadCpvAlone = cpv?.broad === true && !notice.keywordInTitle
  const caps = capsOf(relevancePoints, place.reach, notice.excludedInTitle, broadCpvAlone)
  return {
    score: capScore(
      relevancePoints + value.points + place.points + time.points + past.points,
      caps,
    ),
    relevance: relevancePoints,
    value: value.points,
    geography: place.points,
    timeline: time.points,
    history: past.points,
    reach: place.reach,
    caps,
    unjudged: JUDGEABLE.filter((name) => !factors[name].judged),
  }
}

/** Lower bound of each band, best first. */
export const FIT_BANDS = [
  { band: 'strong', from: 70, to: 100 },
  { band: 'possible', from: 40, to: 69 },
  { band: 'weak', from: 0, to: 39 },
] as const

export function fitBand(score: number): (typeof FIT_BANDS)[number]['band'] {
  return FIT_BANDS.find(({ from }) => score >= from)!.band
}
