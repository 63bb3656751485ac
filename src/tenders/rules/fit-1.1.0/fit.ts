/**
 * Tender fit, rules 1.1.0: the factors of 1.0.0, with a ceiling that is no value and a "strong"
 * that needs relevance.
 */
import { cpvPart, OF, relevance, roundHalfUp } from '../fit-1.0.0/factors.ts'
import {
  CAPS as CAPS_1_0_0,
  type Cap as Cap100,
  capsOf as capsOf100,
  FIT_BANDS,
  geographyPoints,
  historyPoints,
  timelinePoints,
  valuePoints as valuePoints100,
} from '../fit-1.0.0/fit.ts'
import type {
  Counted,
  Factor,
  Fit,
  FitFacts,
  Reach,
  SupplierProfile,
  ValueFacts,
} from '../version.ts'
import { createCpvJudge } from './cpv.ts'

/**
 * Relevance under it is not "strong", whatever the other factors give: they commonly come to 54
 * without any.
 */
export const STRONG_RELEVANCE = 24

/** Caps on the score: the lowest one applies, and each that fires is reported. */
export const CAPS = { ...CAPS_1_0_0, CAP_RELEVANCE_STRONG: FIT_BANDS[0].from - 1 } as const

export type Cap = Cap100 | 'CAP_RELEVANCE_STRONG'

const JUDGEABLE = ['value', 'geography', 'timeline', 'history'] as const satisfies readonly Factor[]

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

export function judgeFit({ profile, notice, history }: FitFacts): Fit {
  const judgeCode = createCpvJudge(profile)
  const cpv =
    profile.cpv.length > 0 ? cpvPart(notice.cpv.map((code) => judgeCode(Number(code)))) : null
  const relevancePoints = roundHalfUp(relevance(cpv, notice.keywordSum))
  const place = geographyPoints(notice.regions, profile)
  const factors = {
    value: valuePoints(notice, profile),
    geography: place,
    timeline: timelinePoints(notice.stage, notice.workingDaysLeft, profile.minWorkingDays),
    history: notice.pastBuyer
      ? { points: OF.history, judged: true }
      : historyPoints(history, notice.division, profile.sme),
  }
  const caps = capsOf(
    relevancePoints,
    place.reach,
    notice.excludedInTitle,
    cpv?.broad === true && !notice.keywordInTitle,
  )
  const points = JUDGEABLE.map((name) => factors[name].points)
  return {
    score: capScore(
      points.reduce((sum, each) => sum + each, relevancePoints),
      caps,
    ),
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
