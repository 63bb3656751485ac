/**
 * Common parts of the rules: a found criterion, whether it binds every applicant, and its quote.
 */
import {
  type Criterion,
  type CriterionCode,
  type CriterionValue,
  type Doubt,
  meetsParameter,
  type Operator,
} from './criterion.ts'
import { type ParameterName, parameterOf } from './parameters.ts'
import type { List, Mood, Unit } from './units.ts'

/** A criterion without its quote; the reader adds the unit's. */
export interface FoundCriterion {
  code: CriterionCode
  parameter: ParameterName
  operator: Operator
  value: CriterionValue
  /** Reason why it does not bind every applicant; absent if the words give none. */
  doubt?: Doubt
  /** "The maximum grant is": said of all awards, whatever else is said of some. */
  isOverall?: true
  /** Whether it adds applicants to the named ones: "Schools are also eligible". */
  adds?: true
  /** Whether it includes unknown applicants: a list with a name that no rule knows. */
  opens?: true
  /**
   * The words that say it, where its rule knows them better than the clauses of its sentence do.
   */
  clause?: string
}

/** Context of the whole text for rules that read one unit. */
export interface Context {
  /** The whole text, which shows whether a word is about some applicants or all. */
  text: string
  lists: readonly List[]
}

export type Rule = (unit: Unit, context: Context) => FoundCriterion[]

export function quote(
  { code, parameter, operator, value }: FoundCriterion,
  text: string,
  span: { start: number; end: number; mood: Mood },
): Criterion {
  return {
    code,
    parameter,
    operator,
    value,
    requirement: text.slice(span.start, span.end),
    unit: parameterOf(parameter)?.unit ?? null,
    span: { start: span.start, end: span.end },
    ...(span.mood === 'none_of' ? { refuses: true } : {}),
  }
}

/**
 * A requirement that only a reader of the quote can judge. An item of "you cannot apply if:" is
 * quoted without these words, so it must not hold where any other quote must.
 */
export function unread(
  text: string,
  span: { start: number; end: number; mood: Mood },
  doubt: Doubt | null = null,
): Criterion {
  const requirement = text.slice(span.start, span.end)
  const criterion: Criterion = {
    code: 'OTHER',
    requirement,
    parameter: meetsParameter(requirement),
    operator: 'is',
    value: span.mood !== 'none_of',
    unit: null,
    span: { start: span.start, end: span.end },
  }
  return doubt === null ? criterion : { ...criterion, doubt }
}

export function createFinding(
  code: CriterionCode,
  parameter: ParameterName,
  operator: Operator,
  value: CriterionValue,
  doubt?: Doubt,
): FoundCriterion {
  return doubt === undefined
    ? { code, parameter, operator, value }
    : { code, parameter, operator, value, doubt }
}

export const OPPOSITE: Partial<Record<Operator, Operator>> = {
  less_than: 'at_least',
  at_most: 'more_than',
  at_least: 'less_than',
  more_than: 'at_most',
}
