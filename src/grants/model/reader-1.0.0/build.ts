/** What the single rules share: making a criterion whose quote is the unit it was read from. */
import { type Criterion, type CriterionCode, type CriterionValue, meetsParameter, type Operator } from '../criterion.ts'
import { type ParameterName, parameterOf } from '../parameters.ts'
import type { Mood, Unit } from './units.ts'

/** A criterion without its quote; the reader adds the unit's. */
export interface Finding {
  code: CriterionCode
  parameter: ParameterName
  operator: Operator
  value: CriterionValue
}

export type Rule = (unit: Unit) => Finding[]

export function quoted(finding: Finding, text: string, span: { start: number; end: number }): Criterion {
  return {
    ...finding,
    requirement: text.slice(span.start, span.end),
    unit: parameterOf(finding.parameter)?.unit ?? null,
    span: { start: span.start, end: span.end },
  }
}

/**
 * A requirement that only a reader of the quote can judge. An item of "you cannot apply if:" is quoted without these words, so it must
 * not hold where any other quote must.
 */
export function unread(text: string, span: { start: number; end: number; mood: Mood }): Criterion {
  const requirement = text.slice(span.start, span.end)
  return {
    code: 'OTHER',
    requirement,
    parameter: meetsParameter(requirement),
    operator: 'is',
    value: span.mood !== 'none_of',
    unit: null,
    span: { start: span.start, end: span.end },
  }
}

export const finding = (code: CriterionCode, parameter: ParameterName, operator: Operator, value: CriterionValue): Finding => ({
  code,
  parameter,
  operator,
  value,
})

/** An exception, an alternative or a condition that a single comparison cannot carry. */
export const CONDITIONAL =
  /\b(?:unless|except(?:ing|ion)?|other than|apart from|excluding|if|where (?:you|the)|depending on|in some cases|ideally|expected to)\b|^(?:to apply for an? £|for (?:large|small|larger|smaller|grants))/i

/** What is usually so is not required. */
export const SOFT = /\b(?:normally|generally|usually|typically|ideally|prefer(?:ence|red|ably)?|unlikely|priority)\b/i
