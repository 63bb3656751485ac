/**
 * The rule-based reader of eligibility texts: criteria whose wording is regular, each quoting the unit it was read from, and the rest of
 * what sounds like a requirement as OTHER. Measured in docs/rules/eligibility-1.0.0.md; it prefers to leave a sentence to a reader over
 * reading it wrongly, because one wrong "fail" hides a grant.
 */
import type { Criterion, DurationRow } from '../criterion.ts'
import type { GrantText } from '../detail.ts'
import { CONDITIONAL, type Finding, quoted, type Rule, SOFT, unread } from './build.ts'
import { MONEY, moneyOf } from './figures.ts'
import { shares, sums } from './money.ts'
import { applications, governance, invited, land, notBegun, partners, priorFunding, registration, size } from './standing.ts'
import { dates, duration, durationOf, established, years } from './times.ts'
import { type List, type Unit, unitsOf } from './units.ts'
import { where } from './where.ts'
import { who, whoList } from './who.ts'

/** Part of the key under which readings are kept: a changed rule reads everything again. */
export const READER_VERSION = 'rules-1.0.1'

const RULES: readonly Rule[] = [
  who,
  where,
  sums,
  shares,
  years,
  established,
  size,
  registration,
  governance,
  partners,
  land,
  duration,
  dates,
  applications,
  priorFunding,
  notBegun,
  invited,
]
/** Sums, shares and dates mean the same wherever they stand; who may apply is only taken from the eligibility tab. */
const ANYWHERE: readonly Rule[] = [sums, shares, duration, dates]

const REQUIREMENT =
  /\b(?:must|cannot|can['’]t|can not|only (?:be|apply|open)|(?:not|in)[ -]?eligible|required to|not be (?:given|paid|funded|considered|used)|need to|has to be|have to be|may not|are excluded|will not)\b/i

export function readText(source: GrantText): Criterion[] {
  const { units, lists } = unitsOf(source)
  const criteria: Criterion[] = []
  const settled = new Set<Unit>()
  readTables(source, units, criteria, settled)
  for (const list of lists) readAlternatives(source, list, criteria, settled)
  for (const unit of units) {
    if (settled.has(unit)) continue
    const eligibility = unit.section === 'grantEligibilityTab'
    const findings = findingsOf(unit, eligibility && !unit.introduces ? RULES : ANYWHERE)
    for (const finding of findings) criteria.push(quoted(finding, source.text, unit))
    if (findings.length === 0 && eligibility && !unit.introduces && isRequirement(unit)) criteria.push(unread(source.text, unit))
  }
  return distinct(criteria).sort((a, b) => a.span!.start - b.span!.start || a.span!.end - b.span!.end)
}

function findingsOf(unit: Unit, rules: readonly Rule[]): Finding[] {
  // One of several alternatives whose introduction was not recognised, or something that is only usual.
  if (/[;,]?\s+or$/i.test(unit.text) || SOFT.test(unit.text)) return []
  const found = (SUBGROUP.test(unit.text) ? ANYWHERE : rules).flatMap((rule) => rule(unit))
  // A unit with a condition or an exception is only trusted for what the condition cannot change.
  return CONDITIONAL.test(unit.text) ? found.filter(({ code }) => UNCONDITIONAL.has(code)) : found
}

/** "Charities must be registered …" asks nothing of a council. */
const SUBGROUP =
  /^(?:registered |limited |private )?(?:charit(?:y|ies)|compan(?:y|ies)|business(?:es)?|schools?|councils?|(?:local )?authorities|universities|individuals|sole traders|farmers|clubs|museums|partnerships|community (?:groups|interest companies))\b[^.;]*\b(?:must|need|should|have to)\b/i

const UNCONDITIONAL = new Set([
  'FUNDING_INTENSITY',
  'AMOUNT_RANGE',
  'PROJECT_COST',
  'PRIOR_FUNDING',
  'NO_RETROSPECTIVE',
  'MAX_APPLICATIONS',
  'PROJECT_DATES',
  'SPEND_BY',
  'GOVERNANCE',
  'REGISTRATION',
])

/** Alternatives are one requirement: kinds of applicants when every item is one, otherwise left to a reader as a whole. */
function readAlternatives(source: GrantText, list: List, criteria: Criterion[], settled: Set<Unit>): void {
  if (list.mood !== 'any_of') return
  for (const item of list.items) settled.add(item)
  if (list.items[0]?.section !== 'grantEligibilityTab') return
  const kinds = whoList(list)
  criteria.push(kinds ? quoted(kinds, source.text, list) : unread(source.text, list))
}

/** "Duration between 6 and 18 months: costs between £25,000 and £500,000." said at least twice is a table, not two limits. */
function readTables(source: GrantText, units: readonly Unit[], criteria: Criterion[], settled: Set<Unit>): void {
  const range = new RegExp(`between\\s+(${MONEY})\\s+and\\s+(${MONEY})`, 'i')
  let run: { unit: Unit; row: DurationRow }[] = []
  const close = () => {
    if (run.length >= 2) {
      const span = { start: run[0]!.unit.start, end: run.at(-1)!.unit.end }
      const rows = run.map(({ row }) => row)
      const costs = /\bcosts?\b/i.test(run[0]!.unit.text)
      const table: Finding = {
        code: costs ? 'PROJECT_COST' : 'AMOUNT_RANGE',
        parameter: costs ? 'project_cost' : 'amount_needed',
        operator: 'between_by_duration',
        value: rows,
      }
      const months = { min: Math.min(...rows.map((row) => row.min_months)), max: Math.max(...rows.map((row) => row.max_months)) }
      criteria.push(quoted(table, source.text, span))
      criteria.push(
        quoted({ code: 'PROJECT_DURATION', parameter: 'duration_months', operator: 'between', value: months }, source.text, span),
      )
      for (const { unit } of run) settled.add(unit)
    }
    run = []
  }
  for (const unit of units) {
    const length = durationOf(unit)
    const money = range.exec(unit.text)
    if (length && money) {
      const [min, max] = [moneyOf(money[1]!), moneyOf(money[2]!)]
      run.push({ unit, row: { min_months: length.min, max_months: length.max, min, max } })
    } else close()
  }
  close()
}

function isRequirement(unit: Unit): boolean {
  if (/\?\s*$/.test(unit.text) || (unit.list === null && unit.text.length < 12)) return false
  // A heading asks, it does not answer.
  if (/^(?:who|what|when|where|how|why)\b/i.test(unit.text) && !/[.:;]$/.test(unit.text)) return false
  // Nothing is required of somebody who may do either.
  if (/\balone or (?:in|with)\b/i.test(unit.text)) return false
  if (/\b(?:if|whether) you (?:are|want)\b.*\b(?:contact|email|call)\b/i.test(unit.text)) return false
  return unit.mood === 'all_of' || unit.mood === 'none_of' || REQUIREMENT.test(unit.text)
}

/** The same limit said twice counts once, where it is said first. */
function distinct(criteria: readonly Criterion[]): Criterion[] {
  const seen = new Map<string, Criterion>()
  for (const criterion of criteria) {
    const key = `${criterion.code} ${criterion.parameter} ${criterion.operator} ${JSON.stringify(criterion.value)}`
    if (!seen.has(key)) seen.set(key, criterion)
  }
  return [...seen.values()]
}
