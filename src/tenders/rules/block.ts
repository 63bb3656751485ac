/** A fit in answers: the block of each match, which a replay returns again. */
import { OF } from './fit-1.0.0/factors.ts'
import { fitBand } from './fit-1.0.0/fit.ts'
import type { Fit, FitFlag, FitRules } from './version.ts'

export function fitBlock({ version }: FitRules, fit: Fit, flags: FitFlag[]) {
  return {
    score: fit.score,
    band: fitBand(fit.score),
    factors: {
      relevance: fit.relevance,
      of: OF.relevance,
      value_fit: fit.value,
      of_v: OF.value,
      geography: fit.geography,
      of_g: OF.geography,
      timeline: fit.timeline,
      of_t: OF.timeline,
      buyer_history: fit.history,
      of_b: OF.history,
    },
    flags,
    rules_version: version,
  }
}
