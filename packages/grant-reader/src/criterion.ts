/** One requirement of a grant in a form that rules decide, with the words that say it. */
import { createHash } from 'node:crypto'
import type { ParameterName } from './parameters.ts'

/** Criterion codes and the facts that decide them. */
export const CODES = {
  ORG_TYPE: ['org_type'],
  REGION: ['region', 'english_region'],
  AMOUNT_RANGE: ['amount_needed'],
  PROJECT_COST: ['project_cost'],
  FUNDING_INTENSITY: ['funding_intensity_pct'],
  MATCH_FUNDING: ['match_funding_pct'],
  INCOME: ['annual_income'],
  YEARS_TRADING: ['years_trading'],
  ESTABLISHED: ['established_on'],
  COMPANY_SIZE: ['company_size', 'employees'],
  REGISTRATION: ['registration'],
  GOVERNANCE: ['trustees', 'has_constitution', 'has_bank_account', 'has_accounts'],
  PARTNERSHIP: ['has_partner', 'has_sme_partner'],
  PROJECT_DURATION: ['duration_months'],
  PROJECT_DATES: ['project_start', 'project_end'],
  SPEND_BY: ['spend_by'],
  LAND_AREA: ['land_area_ha'],
  MAX_APPLICATIONS: ['applications'],
  PRIOR_FUNDING: ['has_prior_funding'],
  NO_RETROSPECTIVE: ['work_started'],
  INVITE_ONLY: ['invited'],
  /** A requirement that only a reader of the quote can judge. */
  OTHER: [],
} as const satisfies Record<string, readonly ParameterName[]>

export type CriterionCode = keyof typeof CODES

export const OPERATORS = [
  'one_of',
  'none_of',
  'at_least',
  'at_most',
  'more_than',
  'less_than',
  'between',
  'between_by_duration',
  'not_before',
  'not_after',
  'is',
] as const
export type Operator = (typeof OPERATORS)[number]

/** Limits of an amount that depend on the project's length in months. */
export interface DurationRow {
  min_months: number
  max_months: number
  min: number
  max: number
}

export type CriterionValue =
  | number
  | boolean
  | string
  | readonly string[]
  | { min: number; max: number }
  | readonly DurationRow[]

export interface QuoteSpan {
  start: number
  /** After the last character. */
  end: number
}

/** Reasons why a limit may not bind every applicant. */
export const DOUBTS = {
  condition: 'it holds under a condition only',
  exception: 'the text makes exceptions',
  soft: 'it is usual, not required',
  part: 'it limits a part only: a strand, a kind of applicant or a kind of cost',
  alternative: 'it is one of several alternatives',
  quantity: 'it may limit another quantity than the one asked for',
  contradiction: 'the text states another limit as well',
  overlap: 'words for kinds of bodies overlap',
  asked: 'it is asked of bodies of another kind',
  words: 'its sentence has words that the rules have not met in such limits',
  named: 'only its words tell what is meant, or what else would do',
} as const
export type Doubt = keyof typeof DOUBTS

export interface Criterion {
  code: CriterionCode
  /**
   * The source's own words, an exact span of the hashed text; for `span: null` a field of the
   * listing.
   */
  requirement: string
  parameter: string
  operator: Operator
  value: CriterionValue
  unit: string | null
  span: QuoteSpan | null
  /** How certain it is that the limit binds every applicant. Absent: sure. */
  certainty?: Certainty
  /** Reason why it may not bind every applicant. */
  doubt?: Doubt
  /** Whether the quote is an item of a list of what rules applicants out, so it must not hold. */
  refuses?: true
}

/** How certain it is that a limit, read as it is, excludes an applicant who fails it. */
export const CERTAINTIES = ['sure', 'likely', 'doubtful'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** Returns why a limit is not sure; `null` if it is. */
export function reasonOf({ certainty, doubt }: Pick<Criterion, 'certainty' | 'doubt'>) {
  if (doubt !== undefined) return DOUBTS[doubt]
  return certainty === undefined || certainty === 'sure' ? null : 'a model read it'
}

export const certaintyOf = ({ certainty }: Pick<Criterion, 'certainty'>): Certainty =>
  certainty ?? 'sure'

const DOUBTFUL: ReadonlySet<Doubt> = new Set(['alternative', 'contradiction', 'quantity', 'words'])

/** Returns the criterion with a doubt, which lowers its certainty. An existing doubt remains. */
export function lowerCertainty<Limit extends Pick<Criterion, 'certainty' | 'doubt'>>(
  limit: Limit,
  doubt: Doubt | null | undefined,
): Limit {
  if (!doubt || limit.certainty === 'doubtful') return limit
  return {
    ...limit,
    doubt: limit.doubt ?? doubt,
    certainty: DOUBTFUL.has(doubt) ? 'doubtful' : 'likely',
  }
}

/**
 * The fact that settles a requirement which only a reader can judge; stable as long as the quote
 * is.
 */
export function meetsParameter(quote: string): string {
  return `meets_${createHash('sha256').update(quote).digest('hex').slice(0, 8)}`
}
