/** Parts of every published version of the eligibility rules. */

import type { Criterion } from 'ukintel-grant-reader/criterion'
import type { ParameterType } from 'ukintel-grant-reader/parameters'
import type { RulesVersion } from '../../contract/rules.ts'
import type { Declared } from '../model/parameters.ts'

export type Pass = 'pass' | 'fail' | 'undeclared'
export type Band = 'eligible' | 'uncertain' | 'ineligible'

export interface JudgedCriterion {
  code: string
  requirement: string
  pass: Pass
  detail: string
}

export interface MissingFact {
  parameter: string
  type: ParameterType
  unit: string | null
  allowed: readonly string[] | null
  code: string
}

export interface EligibilityFinding {
  code: string
  detail: string
}

export interface EligibilityJudgement {
  score: number | null
  band: Band
  criteria: JudgedCriterion[]
  missing: MissingFact[]
  failed: EligibilityFinding[]
  flags: EligibilityFinding[]
}

/** Input of a version. */
export interface Question {
  criteria: readonly Criterion[]
  /**
   * The criteria are all there are: curated or read by a model, from text that is unchanged since.
   */
  complete: boolean
  window: { state: 'open' | 'upcoming' | 'closed'; detail: string }
  declared: ReadonlyMap<string, Declared>
}

export interface EligibilityRules extends RulesVersion {
  /** Returns the criteria of a grant in the form that the facts of this version have. */
  criteriaOf(criteria: readonly Criterion[]): readonly Criterion[]
  judge(question: Question): EligibilityJudgement
}

/** A question as its published schema has it. */
export interface EligibilityFacts extends Omit<Question, 'declared'> {
  declared: Readonly<Record<string, Declared>>
}
