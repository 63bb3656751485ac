/**
 * Tender fit, rules 1.2.0: the factors of 1.1.0, and a relevance that also counts what the
 * supplier's words mean in the CPV.
 */
import {
  cpvPart,
  FULL_CPV,
  relevance as relevanceStated,
  roundHalfUp,
} from '../fit-1.0.0/factors.ts'
import {
  type Cap as Cap100,
  capScore as cappedScore100,
  capsOf as capsOf100,
  createJudgement,
} from '../fit-1.0.0/fit.ts'
import { judgeCpv, valuePoints } from '../fit-1.1.0/fit.ts'
import type { CpvPoints, Reach } from '../version.ts'

/** Relevance under it is not "strong", whatever the other factors give. */
export const STRONG_RELEVANCE = 26
/** Most that the other four factors add to such a relevance. */
export const OTHERS_AT_MOST = 29

export type Cap = Exclude<Cap100, 'CAP_RELEVANCE'> | 'CAP_RELEVANCE_SUM'

const pointsOf = (share: number): CpvPoints => ({ points: FULL_CPV.points * share, broad: false })

/** Returns the best share, where codes after the third count less. */
export function meant(shares: readonly number[]): number {
  return (cpvPart(shares.map(pointsOf))?.points ?? 0) / FULL_CPV.points
}

/** The greater of what the profile states and of what its words mean. */
export function relevance(cpv: CpvPoints | null, keywordSum: number, share: number): number {
  return roundHalfUp(
    Math.max(relevanceStated(cpv, keywordSum), relevanceStated(pointsOf(share), keywordSum)),
  )
}

/** Returns the caps that fire, in the order of their flags. */
export function capsOf(
  points: number,
  reach: Reach,
  excludedInTitle: boolean,
  broadCpvAlone: boolean,
): Cap[] {
  const others = capsOf100(points, reach, excludedInTitle, broadCpvAlone).filter(
    (cap) => cap !== 'CAP_RELEVANCE',
  )
  return points >= 8 && points < STRONG_RELEVANCE ? ['CAP_RELEVANCE_SUM', ...others] : others
}

export const limitOf = (points: number) => points + OTHERS_AT_MOST

export function capScore(sum: number, caps: readonly string[], points: number): number {
  const others = caps.filter((cap) => cap !== 'CAP_RELEVANCE_SUM')
  const score = cappedScore100(sum, others)
  return others.length < caps.length ? Math.min(score, limitOf(points)) : score
}

export const judgeFit = createJudgement({
  createCpvJudge: judgeCpv,
  relevanceOf: (cpv, { keywordSum, cpvMeant = 0 }) => relevance(cpv, keywordSum, cpvMeant),
  judgeValue: valuePoints,
  capsOf,
  limit: capScore,
})
