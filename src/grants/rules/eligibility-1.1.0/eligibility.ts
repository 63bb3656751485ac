/**
 * Eligibility rules 1.1.0 (docs/rules/eligibility-1.1.0.md): whether one applicant with one project may apply for one grant, as far as
 * the grant's own words tell. Words that do not bind every applicant come as OTHER with the reason, and the verdict counts them in a flag. Pure: the same criteria, window and declared facts give the same verdict.
 */
import { type Criterion, type CriterionValue, DOUBTS, type Doubt, type DurationRow } from '../../model/criterion.ts'
import type { Declared } from '../../model/parameters.ts'
import { parameterOf } from '../../model/parameters.ts'
import type { Band, Finding, JudgedCriterion, Judgement, MissingFact, Pass, Question } from '../version.ts'

/** Scores of a verdict that is not `eligible` never reach above these. */
export const INELIGIBLE_CAP = 49
export const UNCERTAIN_CAP = 79

export function judgeEligibility({ criteria, complete, window, declared }: Question): Judgement {
  const judged: JudgedCriterion[] = []
  const missing = new Map<string, MissingFact>()
  const failed: Finding[] = []
  const flags: Finding[] = []
  const leftOpen: Doubt[] = []
  let passed = 0
  for (const criterion of criteria) {
    const { pass, detail, lacking, left } = weigh(criterion, declared)
    if (left !== null) leftOpen.push(left)
    judged.push({ code: criterion.code, requirement: criterion.requirement, pass, detail })
    if (pass === 'pass') passed += 1
    else if (pass === 'fail') failed.push({ code: criterion.code, detail })
    for (const name of lacking) {
      const parameter = parameterOf(name)
      if (!parameter || missing.has(name)) continue
      missing.set(name, { parameter: name, type: parameter.type, unit: parameter.unit, allowed: parameter.allowed, code: criterion.code })
    }
  }
  if (!complete)
    flags.push({ code: 'PARTIAL_CRITERIA', detail: 'the full eligibility text is not parsed; read it at the source before applying' })
  if (window.state === 'closed') {
    failed.push({ code: 'WINDOW_CLOSED', detail: window.detail })
    flags.push({ code: 'WINDOW_CLOSED', detail: window.detail })
  }
  if (window.state === 'upcoming') flags.push({ code: 'WINDOW_NOT_OPEN', detail: window.detail })
  const left = leftToReader(leftOpen)
  if (left !== null && failed.length === 0) flags.push({ code: 'LEFT_TO_READER', detail: left })

  const band: Band =
    failed.length > 0
      ? 'ineligible'
      : complete && criteria.length > 0 && passed === criteria.length && window.state === 'open'
        ? 'eligible'
        : 'uncertain'
  const share = criteria.length === 0 ? null : Math.round((100 * passed) / criteria.length)
  const cap = band === 'ineligible' ? INELIGIBLE_CAP : band === 'uncertain' ? UNCERTAIN_CAP : 100
  return { score: share === null ? null : Math.min(share, cap), band, criteria: judged, missing: [...missing.values()], failed, flags }
}

/** Why a grant stays uncertain though nothing fails: limits of its text that do not bind everybody, by reason; null when there are none. */
function leftToReader(doubts: readonly Doubt[]): string | null {
  if (doubts.length === 0) return null
  const counted = [...Map.groupBy(doubts, (doubt) => doubt)].map(([doubt, each]) => `${each.length} because ${DOUBTS[doubt]}`)
  return `quoted and left to you: ${counted.join('; ')}`
}

interface Decision {
  pass: Pass
  detail: string
  /** Facts to declare before this can be decided. */
  lacking: readonly string[]
}

/** A decision, or why it is a reader's: by the criterion's own doubt, or because failing it does not decide for this applicant. */
function weigh(criterion: Criterion, declared: ReadonlyMap<string, Declared>): Decision & { left: Doubt | null } {
  const decision = decide(criterion, declared)
  const { instead, doubt: own } = criterion
  const concerns = instead !== undefined && (instead.org_types === null || instead.org_types.includes(String(declared.get('org_type'))))
  if (decision.pass !== 'fail' || !concerns) return { ...decision, left: declared.has(criterion.parameter) ? null : (own ?? null) }
  const { parameter, value, doubt } = instead
  const asked = `${decision.detail}; not decided by rule: ${DOUBTS[doubt]}`
  const said = declared.get(parameter)
  if (said === undefined)
    return { pass: 'undeclared', detail: `${asked}; ${parameter}: ${quotedDemand(value)}`, lacking: [parameter], left: doubt }
  const pass = said === value ? 'pass' : 'fail'
  return { pass, detail: `${asked}; declared ${parameter}: ${said}; ${quotedDemand(value)}`, lacking: [], left: null }
}

function decide(criterion: Criterion, declared: ReadonlyMap<string, Declared>): Decision {
  const { parameter } = criterion
  const expected = describe(criterion)
  // A limit to parts of England says nothing about the other nations.
  const region = declared.get('region')
  if (parameter === 'english_region' && region !== undefined && region !== 'england') {
    return { pass: 'pass', detail: `declared region: ${region}; the limit within England does not apply`, lacking: [] }
  }
  const value = declared.get(parameter)
  if (value === undefined) return { pass: 'undeclared', detail: `not declared; ${parameter}: ${expected}`, lacking: [parameter] }
  if (criterion.operator === 'between_by_duration') return decideByDuration(criterion, value, declared)
  const pass = holds(criterion, value) ? 'pass' : 'fail'
  return { pass, detail: `declared ${parameter}: ${value}; ${expected}`, lacking: [] }
}

function decideByDuration(criterion: Criterion, value: Declared, declared: ReadonlyMap<string, Declared>): Decision {
  const rows = criterion.value as readonly DurationRow[]
  const amount = Number(value)
  const months = declared.get('duration_months')
  const said = `declared ${criterion.parameter}: ${value}`
  if (months === undefined) {
    // What no length allows is out without knowing the length.
    if (!rows.some((row) => amount >= row.min && amount <= row.max))
      return { pass: 'fail', detail: `${said}; ${describe(criterion)}`, lacking: [] }
    return { pass: 'undeclared', detail: `not declared; duration_months: ${describe(criterion)}`, lacking: ['duration_months'] }
  }
  const row = rows.find((each) => Number(months) >= each.min_months && Number(months) <= each.max_months)
  const pass = row !== undefined && amount >= row.min && amount <= row.max ? 'pass' : 'fail'
  return { pass, detail: `${said}, duration_months: ${months}; ${describe(criterion)}`, lacking: [] }
}

function holds({ operator, value }: Criterion, declared: Declared): boolean {
  switch (operator) {
    case 'one_of':
      return listed(declared).some((part) => (value as readonly string[]).includes(part))
    case 'none_of':
      return !listed(declared).some((part) => (value as readonly string[]).includes(part))
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

function listed(declared: Declared): string[] {
  return String(declared).split(',')
}

/** What would pass, in words: `at most 50000 GBP`. */
function describe(criterion: Criterion): string {
  return criterion.doubt === undefined ? demandOf(criterion) : `${demandOf(criterion)}; not decided by rule: ${DOUBTS[criterion.doubt]}`
}

function demandOf({ operator, value, unit, parameter }: Criterion): string {
  const units = unit === null ? '' : ` ${unit}`
  switch (operator) {
    case 'one_of':
      return `accepted: ${(value as readonly string[]).join(', ')}`
    case 'none_of':
      return `excluded: ${(value as readonly string[]).join(', ')}`
    case 'is':
      if (!parameter.startsWith('meets_')) return `must be ${value}`
      return quotedDemand(value as boolean)
    case 'between': {
      const { min, max } = value as { min: number; max: number }
      return `from ${min} to ${max}${units}`
    }
    case 'between_by_duration':
      return (value as readonly DurationRow[])
        .map((row) => `${row.min_months} to ${row.max_months} months: from ${row.min} to ${row.max}${units}`)
        .join('; ')
    case 'not_before':
    case 'not_after':
      return `${operator === 'not_before' ? 'not before' : 'not after'} ${value as Exclude<CriterionValue, object>}`
    default:
      return `${operator.replace('_', ' ')} ${value as Exclude<CriterionValue, object>}${units}`
  }
}

function quotedDemand(met: boolean): string {
  return met ? 'true if the quoted requirement is met' : 'the quote rules applicants out: false if it is not so'
}
