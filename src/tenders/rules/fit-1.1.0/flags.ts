import { fitFlags as fitFlags100 } from '../fit-1.0.0/flags.ts'
import type { Fit, FitFlag, JudgedFacts } from '../version.ts'
import { CAPS, STRONG_RELEVANCE } from './fit.ts'

/** The flags of 1.0.0, with what this version caps besides and what it does not judge. */
export function fitFlags(fit: Fit, facts: JudgedFacts): FitFlag[] {
  const flags = fitFlags100(fit, facts).map((flag) =>
    flag.code === 'VALUE_NOT_STATED' && facts.notice.framework
      ? {
          ...flag,
          detail:
            'the notice states a ceiling over all call-offs and not what a contract is worth; half of 20 given',
        }
      : flag,
  )
  if (!fit.caps.includes('CAP_RELEVANCE_STRONG')) return flags
  const detail = `relevance ${fit.relevance} of 40 is under ${STRONG_RELEVANCE}, which "strong" needs: score capped at ${CAPS.CAP_RELEVANCE_STRONG}`
  return [{ code: 'CAP_RELEVANCE', detail }, ...flags]
}
