/**
 * Tender fit, rules 1.1.0: the factors of 1.0.0, with a ceiling that is no value and a "strong"
 * that needs relevance.
 */
import { createCpvJudge, OF } from '../fit-1.0.0/factors.ts'
import {
  CAPS as CAPS_1_0_0,
  type Cap as Cap100,
  capsOf as capsOf100,
  createJudgement,
  FIT_BANDS,
  statedRelevance,
  valuePoints as valuePoints100,
} from '../fit-1.0.0/fit.ts'
import type { Counted, Reach, SupplierProfile, ValueFacts } from '../version.ts'

/**
 * By digits in common; a whole prefix is more telling than a part of one, and the more so the
 * longer it is: three digits hold lifts, doors and boilers alike. Under five digits it is short of
 * what "strong" needs: some word must speak for the notice too.
 */
export const judgeCpv = createCpvJudge({
  inCommon: [0, 0, 10, 16, 20],
  covered: [0, 0, 20, 21, 23],
})

/**
 * Relevance under it is not "strong", whatever the other factors give: they commonly come to 54
 * without any.
 */
export const STRONG_RELEVANCE = 24

/** Caps on the score: the lowest one applies, and each that fires is reported. */
export const CAPS = { ...CAPS_1_0_0, CAP_RELEVANCE_STRONG: FIT_BANDS[0].from - 1 } as const

export type Cap = Cap100 | 'CAP_RELEVANCE_STRONG'

/** The ceiling over all call-offs of a framework is no value of a contract under it. */
export function valuePoints(
  facts: ValueFacts,
  profile: Pick<SupplierProfile, 'valueMin' | 'valueMax'>,
): Counted {
  const hasRange = profile.valueMin !== null || profile.valueMax !== null
  return hasRange && facts.framework
    ? { points: Math.floor(OF.value / 2), judged: false }
    : valuePoints100(facts, profile)
}

/** Returns the caps that fire, in the order of their report. */
function capsOf(
  relevancePoints: number,
  reach: Reach,
  excludedInTitle: boolean,
  broadCpvAlone: boolean,
): Cap[] {
  const caps: Cap[] = capsOf100(relevancePoints, reach, excludedInTitle, broadCpvAlone)
  return relevancePoints >= 16 && relevancePoints < STRONG_RELEVANCE
    ? ['CAP_RELEVANCE_STRONG', ...caps]
    : caps
}

function capScore(sum: number, caps: readonly string[]): number {
  return caps.reduce((score, cap) => Math.min(score, CAPS[cap as Cap]), sum)
}

export const judgeFit = createJudgement({
  createCpvJudge: judgeCpv,
  relevanceOf: statedRelevance,
  judgeValue: valuePoints,
  capsOf,
  limit: capScore,
})
