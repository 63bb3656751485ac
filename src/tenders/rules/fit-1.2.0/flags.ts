import { fitFlags as fitFlags110 } from '../fit-1.1.0/flags.ts'
import type { Fit, FitFlag, JudgedFacts } from '../version.ts'
import { limitOf, STRONG_RELEVANCE } from './fit.ts'

/** Returns the flags of 1.1.0, with the cap of this version. */
export function fitFlags(fit: Fit, facts: JudgedFacts): FitFlag[] {
  const flags = fitFlags110(fit, facts)
  if (!fit.caps.includes('CAP_RELEVANCE_SUM')) return flags
  const detail = `relevance ${fit.relevance} of 40 is under ${STRONG_RELEVANCE}, which "strong" needs: score capped at ${limitOf(fit.relevance)}`
  return [{ code: 'CAP_RELEVANCE', detail }, ...flags]
}
