/**
 * Eligibility rules 1.1.0 (docs/rules/eligibility-1.1.0.md). A criterion that does not bind every
 * applicant is OTHER with a doubt, or has a question in place of a rejection. A flag counts
 * undecided criteria. The rest is as in 1.0.0.
 */
import { type Criterion, DOUBTS, type Doubt } from 'ukintel-grant-reader/criterion'
import type { Declared } from '../../model/parameters.ts'
import {
  createJudge,
  type Decision,
  decideCriterion,
  describeDemand,
  describeQuoted,
  type Words,
} from '../eligibility-1.0.0/eligibility.ts'
import type { EligibilityFinding } from '../version.ts'

const WORDS: Words = {
  undeclared: (parameter, expected) => `not declared; ${parameter}: ${expected}`,
  describe: (criterion) => {
    const demand = describeDemand(criterion)
    return criterion.doubt === undefined
      ? demand
      : `${demand}; not decided by rule: ${DOUBTS[criterion.doubt]}`
  },
}

/** A criterion as the facts of this version have it. */
interface DoubtedCriterion extends Criterion {
  /** Question about the quote if the declared fact fails, for all applicants or for some types. */
  instead?: {
    doubt: Doubt
    /** Null: of all. */
    org_types: readonly string[] | null
    /** The fact that settles it, and the value that meets the requirement. */
    parameter: string
    value: boolean
  }
}

interface Weighed extends Decision {
  /** The reason why the criterion stays undecided; null if the rules decide it. */
  left: Doubt | null
}

export const judgeEligibility = createJudge<Weighed>({
  decide: weigh,
  flagsOf(decisions, failed) {
    const detail = describeLeft(decisions.flatMap(({ left }) => left ?? []))
    return detail === null || failed.length > 0
      ? []
      : [{ code: 'LEFT_TO_READER', detail } satisfies EligibilityFinding]
  },
})

/**
 * Returns why a grant stays uncertain though nothing fails, counted by reason; null if nothing is
 * left undecided.
 */
function describeLeft(doubts: readonly Doubt[]): string | null {
  if (doubts.length === 0) return null
  const counted = [...Map.groupBy(doubts, (doubt) => doubt)].map(
    ([doubt, each]) => `${each.length} because ${DOUBTS[doubt]}`,
  )
  return `quoted and left to you: ${counted.join('; ')}`
}

/** Decides a criterion. The quote decides where failing does not for this applicant. */
function weigh(criterion: Criterion, declared: ReadonlyMap<string, Declared>): Weighed {
  const decision = decideCriterion(criterion, declared, WORDS)
  const { instead, doubt: own }: DoubtedCriterion = criterion
  const concerns =
    instead !== undefined &&
    (instead.org_types === null || instead.org_types.includes(String(declared.get('org_type'))))
  if (decision.pass !== 'fail' || !concerns)
    return { ...decision, left: declared.has(criterion.parameter) ? null : (own ?? null) }

  const { parameter, value, doubt } = instead
  const question = `${decision.detail}; not decided by rule: ${DOUBTS[doubt]}`
  const demand = `${parameter}: ${describeQuoted(value)}`
  const declaredValue = declared.get(parameter)
  if (declaredValue === undefined)
    return {
      pass: 'undeclared',
      detail: `${question}; ${demand}`,
      lacking: [parameter],
      left: doubt,
    }
  return {
    pass: declaredValue === value ? 'pass' : 'fail',
    detail: `${question}; declared ${parameter}: ${declaredValue}; ${describeQuoted(value)}`,
    lacking: [],
    left: null,
  }
}
