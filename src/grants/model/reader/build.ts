/** What the single rules share: a finding, whether it binds everybody, and the criterion that quotes it. */
import {
  type Criterion,
  type CriterionCode,
  type CriterionValue,
  type Doubt,
  meetsParameter,
  type Operator,
} from '../criterion.ts'
import { type ParameterName, parameterOf } from '../parameters.ts'
import type { List, Mood, Unit } from './units.ts'

/** A criterion without its quote; the reader adds the unit's. */
export interface FoundCriterion {
  code: CriterionCode
  parameter: ParameterName
  operator: Operator
  value: CriterionValue
  /** Why it does not bind every applicant; absent when nothing in the words says so. */
  doubt?: Doubt
  /** "The maximum grant is": said of all awards, whatever else is said of some. */
  isOverall?: true
  /** It lets in others beside those who were named: "Schools are also eligible". */
  adds?: true
  /** It lets in others who are not known: a list of applicants with a name that no rule knows. */
  opens?: true
  /** The words that say it, where its rule knows them better than the clauses of its sentence do. */
  clause?: string
}

/** What the whole text says, for rules that read one unit of it. */
export interface Context {
  /** Everything that the text says, to tell whether a word is said of some applicants or of all that it knows. */
  text: string
  lists: readonly List[]
}

export type Rule = (unit: Unit, context: Context) => FoundCriterion[]

export function quoted(
  { code, parameter, operator, value }: FoundCriterion,
  text: string,
  span: { start: number; end: number },
): Criterion {
  return {
    code,
    parameter,
    operator,
    value,
    requirement: text.slice(span.start, span.end),
    unit: parameterOf(parameter)?.unit ?? null,
    span: { start: span.start, end: span.end },
  }
}

/**
 * A requirement that only a reader of the quote can judge. An item of "you cannot apply if:" is quoted without these words, so it must
 * not hold where any other quote must.
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

export function finding(
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
