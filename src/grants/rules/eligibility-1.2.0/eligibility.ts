/**
 * Eligibility rules 1.2.0 (docs/rules/eligibility-1.2.0.md). Each limit has a certainty. Only a
 * sure failure makes an applicant ineligible. Each other failure raises a flag. The rest is as in
 * 1.0.0.
 */
import { type Certainty, certaintyOf, reasonOf } from 'ukintel-grant-reader/criterion'
import {
  createJudge,
  type Decision,
  decideCriterion,
  describeDemand,
  type Words,
} from '../eligibility-1.0.0/eligibility.ts'

const WORDS: Words = {
  undeclared: (parameter, expected) => `not declared; ${parameter}: ${expected}`,
  describe: (criterion) => {
    const reason = reasonOf(criterion)
    const demand = describeDemand(criterion)
    return reason === null ? demand : `${demand}; ${certaintyOf(criterion)}: ${reason}`
  },
}

interface Graded extends Decision {
  certainty: Certainty
  requirement: string
}

const FLAGS = { likely: 'LIKELY_INELIGIBLE', doubtful: 'MAY_BE_INELIGIBLE' } as const

export const PARTIAL_CRITERIA =
  'the full eligibility text is not parsed; read it at the source before applying, and judge by your own reading with POST /v1/grants/{id}/eligibility'

export const judgeEligibility = createJudge<Graded>({
  partialCriteria: PARTIAL_CRITERIA,
  decide: (criterion, declared) => ({
    ...decideCriterion(criterion, declared, WORDS),
    certainty: certaintyOf(criterion),
    requirement: criterion.requirement,
  }),
  isDecisive: ({ certainty }) => certainty === 'sure',
  flagsOf: (decisions) =>
    decisions.flatMap(({ pass, certainty, requirement }) =>
      pass === 'fail' && certainty !== 'sure'
        ? [{ code: FLAGS[certainty], detail: requirement }]
        : [],
    ),
})
