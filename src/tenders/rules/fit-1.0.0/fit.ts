/**
 * Tender fit, rules `fit-1.0.0`: a pure function of supplier profile, notice, the buyer's award history and the working days that are
 * left on one civil date in London.
 */
import type { RegionMask } from '../../model/regions.ts'
import {
  buyerHistory,
  type CpvPoints,
  cpvPoints,
  geography,
  OF,
  type Reach,
  relevance,
  roundHalfUp,
  timeline,
  type ValueFacts,
  valueFit,
} from './factors.ts'
import type { BuyerHistory } from './history.ts'

export const FIT_RULES_VERSION = 'fit-1.0.0'

export interface SupplierProfile {
  cpv: readonly string[]
  /** 0: anywhere. */
  regions: RegionMask
  remote: boolean
  valueMin: number | null
  valueMax: number | null
  sme: boolean
  minWorkingDays: number
}

export interface FitNotice extends ValueFacts {
  stage: 'tender' | 'planning'
  /** Points of its CPV codes in the notice's order. */
  cpv: readonly CpvPoints[]
  /** Two digits of its first code. */
  division: string | null
  regions: RegionMask
  workingDaysLeft: number | null
  /** See `relevance`. */
  keywordSum: number
  keywordInTitle: boolean
  excludedInTitle: boolean
  /** The profile names its buyer as a past one. */
  pastBuyer: boolean
}

/** The lowest cap applies; each that fires is told. */
export const CAPS = {
  CAP_EXCLUDED: 20,
  CAP_RELEVANCE_LOW: 25,
  CAP_REGION: 39,
  CAP_RELEVANCE: 49,
  CAP_BROAD_CPV: 59,
  CAP_REGION_ADJACENT: 59,
} as const

export type Cap = keyof typeof CAPS

export interface Fit {
  score: number
  relevance: number
  value: number
  geography: number
  timeline: number
  history: number
  reach: Reach
  /** CPV part of relevance before rounding; null when not compared. */
  cpvPoints: number | null
  caps: readonly Cap[]
  /** Factors that could not be judged and were given half. */
  unjudged: readonly ('value' | 'geography' | 'timeline' | 'history')[]
}

/** Remembers the points of each code for one profile: an index has some thousand codes, and tens of thousands of notices. */
export function createCpvJudge(profile: Pick<SupplierProfile, 'cpv'>): (code: string) => CpvPoints {
  const known = new Map<string, CpvPoints>()
  return (code) => {
    let points = known.get(code)
    if (!points) {
      points = cpvPoints(code, profile.cpv)
      known.set(code, points)
    }
    return points
  }
}

export function judgeFit(profile: SupplierProfile, notice: FitNotice, history: BuyerHistory | null): Fit {
  const unjudged: Fit['unjudged'][number][] = []
  const judged = (name: (typeof unjudged)[number], points: number | null): number => {
    if (points !== null) return roundHalfUp(points)
    unjudged.push(name)
    return Math.floor(OF[name] / 2)
  }
  const relevant = relevance(notice.cpv, profile.cpv.length > 0, notice.keywordSum)
  const place = geography(notice.regions, profile.regions, profile.remote)
  const parts = {
    relevance: roundHalfUp(relevant.points),
    value: judged('value', valueFit(notice, profile.valueMin, profile.valueMax)),
    geography: judged('geography', place.points),
    timeline: judged('timeline', timeline(notice.stage, notice.workingDaysLeft, profile.minWorkingDays)),
    history: notice.pastBuyer ? OF.history : judged('history', buyerHistory(history, notice.division, profile.sme)),
  }
  const caps: Cap[] = []
  if (parts.relevance < 8) caps.push('CAP_RELEVANCE_LOW')
  else if (parts.relevance < 16) caps.push('CAP_RELEVANCE')
  if (place.reach === 'outside') caps.push('CAP_REGION')
  if (place.reach === 'adjacent') caps.push('CAP_REGION_ADJACENT')
  if (notice.excludedInTitle) caps.push('CAP_EXCLUDED')
  if (relevant.broadCpv && !notice.keywordInTitle) caps.push('CAP_BROAD_CPV')
  const sum = parts.relevance + parts.value + parts.geography + parts.timeline + parts.history
  return {
    score: Math.min(sum, ...caps.map((cap) => CAPS[cap])),
    ...parts,
    reach: place.reach,
    cpvPoints: relevant.cpv,
    caps,
    unjudged,
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
