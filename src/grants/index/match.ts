/** Project to grants: relevant ones, judged, the eligible first. */
import { windowState } from '../model/dates.ts'
import type { Declared } from '../model/parameters.ts'
import { ELIGIBILITY } from '../rules/published.ts'
import type { Band, EligibilityJudgement } from '../rules/version.ts'
import type { GrantGeneration, IndexedGrant } from './generation.ts'
import { questionOf } from './question.ts'
import { relevanceOf } from './relevance.ts'

export interface GrantMatch {
  grant: IndexedGrant
  /** Ineligible grants are counted, never returned. */
  judgement: EligibilityJudgement & { band: Exclude<Band, 'ineligible'> }
  relevance: number
}

export interface MatchAnswer {
  /** Grants with something in common with the project. */
  considered: number
  matches: GrantMatch[]
  excluded: { ineligible: number; closed: number }
}

export interface MatchQuestion {
  description: string
  keywords: readonly string[]
  declared: ReadonlyMap<string, Declared>
  openNow: boolean
  limit: number
}

export function matchGrants(
  generation: GrantGeneration,
  question: MatchQuestion,
  nowMs: number,
): MatchAnswer {
  const relevance = relevanceOf(generation, question.description, question.keywords)
  const excluded = { ineligible: 0, closed: 0 }
  const matches: GrantMatch[] = []
  let considered = 0
  generation.grants.forEach((grant, number) => {
    if (relevance[number] === 0) return
    considered += 1
    const state = windowState(grant.facts.dates, grant.goneMs === null, nowMs)
    if (state === 'closed' || (question.openNow && state === 'upcoming')) {
      excluded.closed += 1
      return
    }
    const judgement = ELIGIBILITY.current.judge(
      questionOf(grant, ELIGIBILITY.current, question.declared, nowMs),
    )
    const { band } = judgement
    if (band === 'ineligible') excluded.ineligible += 1
    else matches.push({ grant, judgement: { ...judgement, band }, relevance: relevance[number]! })
  })
  matches.sort(
    (a, b) =>
      bandOrder(a) - bandOrder(b) ||
      b.relevance - a.relevance ||
      (b.judgement.score ?? -1) - (a.judgement.score ?? -1) ||
      (a.grant.facts.id < b.grant.facts.id ? -1 : 1),
  )
  return { considered, matches: matches.slice(0, question.limit), excluded }
}

function bandOrder({ judgement }: GrantMatch): number {
  return judgement.band === 'eligible' ? 0 : 1
}
