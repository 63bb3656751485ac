/** Input of the rules for one indexed grant. */
import { londonDate } from '../../platform/london.ts'
import { neverOpens, windowState } from '../model/dates.ts'
import type { Declared } from '../model/parameters.ts'
import type { EligibilityRules, Question } from '../rules/version.ts'
import type { IndexedGrant, IndexedReading } from './generation.ts'

export function buildQuestion(
  grant: IndexedGrant,
  { criteriaOf }: Pick<EligibilityRules, 'criteriaOf'>,
  declared: ReadonlyMap<string, Declared>,
  nowMs: number,
): Question {
  return {
    criteria: criteriaOf(grant.criteria),
    complete: isComplete(grant),
    window: {
      state: windowState(grant.facts.dates, grant.removedMs === null, nowMs),
      detail: windowDetail(grant, nowMs),
    },
    declared,
  }
}

export function isComplete({ basis }: Pick<IndexedReading, 'basis'>): boolean {
  return basis === 'seed' || basis === 'llm'
}

function windowDetail({ facts, removedMs }: IndexedGrant, nowMs: number): string {
  const { opens, closes } = facts.dates
  if (closes !== null && closes.ms <= nowMs) return `closed on ${closes.date}`
  if (removedMs !== null) return `not on the listing since ${londonDate(removedMs)}`
  if (opens === null || opens.ms <= nowMs) return 'open'
  return neverOpens(facts.dates)
    ? `opens on ${opens.date}, after it closes on ${closes!.date}: its own dates contradict`
    : `opens on ${opens.date}`
}
