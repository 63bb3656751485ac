/** A fit in answers: the block of each match, which a replay returns again. */
import type { Fit, FitFlag, FitRules } from './version.ts'

export function fitBlock(rules: FitRules, fit: Fit, flags: FitFlag[]) {
  return {
    score: fit.score,
    band: rules.band(fit.score),
    factors: {
      relevance: fit.relevance,
      of: rules.of.relevance,
      value_fit: fit.value,
      of_v: rules.of.value,
      geography: fit.geography,
      of_g: rules.of.geography,
      timeline: fit.timeline,
      of_t: rules.of.timeline,
      buyer_history: fit.history,
      of_b: rules.of.history,
    },
    flags,
    rules_version: rules.version,
  }
}
