/** What the rules are asked about one indexed grant. */
import { londonDate } from '../../kernel/london.ts'
import { windowState } from '../model/dates.ts'
import type { Declared } from '../model/parameters.ts'
import type { Question } from '../rules/version.ts'
import type { IndexedGrant } from './generation.ts'

export function questionOf(grant: IndexedGrant, declared: ReadonlyMap<string, Declared>, nowMs: number): Question {
  return {
    criteria: grant.criteria,
    complete: isComplete(grant),
    window: { state: windowState(grant.facts.dates, grant.goneMs === null, nowMs), detail: windowDetail(grant, nowMs) },
    declared,
  }
}

export function isComplete(grant: IndexedGrant): boolean {
  return grant.basis === 'seed' || grant.basis === 'llm'
}

function windowDetail({ facts, goneMs }: IndexedGrant, nowMs: number): string {
  const { opens, closes } = facts.dates
  if (closes !== null && closes.ms <= nowMs) return `closed on ${closes.date}`
  if (goneMs !== null) return `not on the listing since ${londonDate(goneMs)}`
  return opens !== null && opens.ms > nowMs ? `opens on ${opens.date}` : 'open'
}
