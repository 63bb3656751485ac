/**
 * Eligibility rules 1.0.0 (docs/rules/eligibility-1.0.0.md): whether one applicant with one project
 * may apply for one grant, as far as the grant's text decides. Pure: equal criteria, window and
 * declared facts give an equal verdict.
 */
import type { Criterion, CriterionValue, DurationRow } from 'ukintel-grant-reader/criterion'
import { parameterOf } from 'ukintel-grant-reader/parameters'
import type { Declared } from '../../model/parameters.ts'
import type {
  Band,
  EligibilityFinding,
  EligibilityJudgement,
  EligibilityRules,
  JudgedCriterion,
  MissingFact,
  Pass,
  Question,
} from '../version.ts'

/** Scores of a verdict that is not `eligible` never reach above these. */
export const INELIGIBLE_CAP = 49
export const UNCERTAIN_CAP = 79

/** The parts of a judgement that a later version replaces. */
export interface JudgeParts<D extends Decision> {
  decide(criterion: Criterion, declared: Question['declared']): D
  /** Returns whether a failure makes the applicant ineligible. Default: each does. */
  isDecisive?(decision: D): boolean
  /** Detail of `PARTIAL_CRITERIA`. */
  partialCriteria?: string
  /** Returns flags that follow those of the window. */
  flagsOf(
    decisions: readonly D[],
    failed: readonly EligibilityFinding[],
  ): readonly EligibilityFinding[]
}

/** Creates the function that judges a question. */
export function createJudge<D extends Decision>(parts: JudgeParts<D>): EligibilityRules['judge'] {
  return (question) => judge(question, parts)
}

function judge<D extends Decision>(
  { criteria, complete, window, declared }: Question,
  {
    decide,
    flagsOf,
    isDecisive = () => true,
    partialCriteria = 'the full eligibility text is not parsed; read it at the source before applying',
  }: JudgeParts<D>,
): EligibilityJudgement {
  const judged: JudgedCriterion[] = []
  const missing = new Map<string, MissingFact>()
  const failed: EligibilityFinding[] = []
  const flags: EligibilityFinding[] = []
  const decisions: D[] = []
  let passed = 0
  for (const criterion of criteria) {
    const decision = decide(criterion, declared)
    const { pass, detail, lacking } = decision
    decisions.push(decision)
    judged.push({ code: criterion.code, requirement: criterion.requirement, pass, detail })
    if (pass === 'pass') passed += 1
    else if (pass === 'fail') failed.push({ code: criterion.code, detail })
    for (const name of lacking) {
      const parameter = parameterOf(name)
      if (!parameter || missing.has(name)) continue
      missing.set(name, {
        parameter: name,
        type: parameter.type,
        unit: parameter.unit,
        allowed: parameter.allowed,
        code: criterion.code,
      })
    }
  }
  if (!complete)
    flags.push({
      code: 'PARTIAL_CRITERIA',
      detail: partialCriteria,
    })
  if (window.state === 'closed') {
    failed.push({ code: 'WINDOW_CLOSED', detail: window.detail })
    flags.push({ code: 'WINDOW_CLOSED', detail: window.detail })
  }
  if (window.state === 'upcoming') flags.push({ code: 'WINDOW_NOT_OPEN', detail: window.detail })
  flags.push(...flagsOf(decisions, failed))

  const isExcluded = decisions.some((decision) => decision.pass === 'fail' && isDecisive(decision))
  const band: Band =
    isExcluded || window.state === 'closed'
      ? 'ineligible'
      : complete && criteria.length > 0 && passed === criteria.length && window.state === 'open'
        ? 'eligible'
        : 'uncertain'
  const share = criteria.length === 0 ? null : Math.round((100 * passed) / criteria.length)
  const cap = band === 'ineligible' ? INELIGIBLE_CAP : band === 'uncertain' ? UNCERTAIN_CAP : 100
  return {
    score: share === null ? null : Math.min(share, cap),
    band,
    criteria: judged,
    missing: [...missing.values()],
    failed,
    flags,
  }
}

export interface Decision {
  pass: Pass
  detail: string
  /** Facts to declare before this can be decided. */
  lacking: readonly string[]
}

/** The words of a decision. */
export interface Words {
  undeclared(parameter: string, expected: string): string
  /** Returns what would pass. */
  describe(criterion: Criterion): string
}

/** Returns whether the declared facts meet one criterion. */
export function decideCriterion(
  criterion: Criterion,
  declared: ReadonlyMap<string, Declared>,
  words: Words,
): Decision {
  const { parameter } = criterion
  const expected = words.describe(criterion)
  // A limit to parts of England says nothing about the other nations.
  const region = declared.get('region')
  if (parameter === 'english_region' && region !== undefined && region !== 'england') {
    return {
      pass: 'pass',
      detail: `declared region: ${region}; the limit within England does not apply`,
      lacking: [],
    }
  }
  const value = declared.get(parameter)
  if (value === undefined)
    return {
      pass: 'undeclared',
      detail: words.undeclared(parameter, expected),
      lacking: [parameter],
    }
  if (criterion.operator === 'between_by_duration')
    return decideByDuration(criterion, value, declared, words)
  const pass = isMet(criterion, value) ? 'pass' : 'fail'
  return { pass, detail: `declared ${parameter}: ${value}; ${expected}`, lacking: [] }
}

function decideByDuration(
  criterion: Criterion,
  value: Declared,
  declared: ReadonlyMap<string, Declared>,
  words: Words,
): Decision {
  const expected = words.describe(criterion)
  const rows = criterion.value as readonly DurationRow[]
  const amount = Number(value)
  const months = declared.get('duration_months')
  const statement = `declared ${criterion.parameter}: ${value}`
  if (months === undefined) {
    // What no length allows is out without knowing the length.
    if (!rows.some((row) => amount >= row.min && amount <= row.max))
      return { pass: 'fail', detail: `${statement}; ${expected}`, lacking: [] }
    return {
      pass: 'undeclared',
      detail: words.undeclared('duration_months', expected),
      lacking: ['duration_months'],
    }
  }
  const row = rows.find(
    (each) => Number(months) >= each.min_months && Number(months) <= each.max_months,
  )
  const pass = row !== undefined && amount >= row.min && amount <= row.max ? 'pass' : 'fail'
  return { pass, detail: `${statement}, duration_months: ${months}; ${expected}`, lacking: [] }
}

function isMet({ operator, value }: Criterion, declared: Declared): boolean {
  switch (operator) {
    case 'one_of':
      return splitDeclared(declared).some((part) => (value as readonly string[]).includes(part))
    case 'none_of':
      return !splitDeclared(declared).some((part) => (value as readonly string[]).includes(part))
    case 'is':
      return declared === value
    case 'not_before':
      return String(declared) >= String(value)
    case 'not_after':
      return String(declared) <= String(value)
    case 'between': {
      const { min, max } = value as { min: number; max: number }
      return Number(declared) >= min && Number(declared) <= max
    }
    case 'at_least':
      return Number(declared) >= Number(value)
    case 'at_most':
      return Number(declared) <= Number(value)
    case 'more_than':
      return Number(declared) > Number(value)
    case 'less_than':
      return Number(declared) < Number(value)
    case 'between_by_duration':
      return false
  }
}

function splitDeclared(declared: Declared): string[] {
  return String(declared).split(',')
}

/** Returns what would pass: `at most 50000 GBP`. */
export function describeDemand({ operator, value, unit, parameter }: Criterion): string {
  const units = unit === null ? '' : ` ${unit}`
  switch (operator) {
    case 'one_of':
      return `accepted: ${(value as readonly string[]).join(', ')}`
    case 'none_of':
      return `excluded: ${(value as readonly string[]).join(', ')}`
    case 'is':
      if (!parameter.startsWith('meets_')) return `must be ${value}`
      return describeQuoted(value as boolean)
    case 'between': {
      const { min, max } = value as { min: number; max: number }
      return `from ${min} to ${max}${units}`
    }
    case 'between_by_duration':
      return (value as readonly DurationRow[])
        .map(
          (row) =>
            `${row.min_months} to ${row.max_months} months: from ${row.min} to ${row.max}${units}`,
        )
        .join('; ')
    case 'not_before':
    case 'not_after':
      return `${operator === 'not_before' ? 'not before' : 'not after'} ${value as Exclude<CriterionValue, object>}`
    default:
      return `${operator.replace('_', ' ')} ${value as Exclude<CriterionValue, object>}${units}`
  }
}

/** Returns which answer about a quote passes. */
export function describeQuoted(met: boolean): string {
  return met
    ? 'true if the quoted requirement is met'
    : 'the quote rules applicants out: false if it is not so'
}

const WORDS: Words = {
  undeclared: (parameter, expected) => `declare ${parameter}; ${expected}`,
  describe: describeDemand,
}

export const judgeEligibility = createJudge({
  decide: (criterion, declared) => decideCriterion(criterion, declared, WORDS),
  flagsOf: () => [],
})
