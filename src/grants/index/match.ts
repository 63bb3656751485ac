/** Project to grants: relevant ones, judged, the eligible first. */
import { type Matched, toMatched } from '../../text-search/ranker.ts'
import { windowState } from '../model/dates.ts'
import type { Declared } from '../model/parameters.ts'
import { ELIGIBILITY } from '../rules/published.ts'
import type { Band, EligibilityJudgement } from '../rules/version.ts'
import type { GrantGeneration, IndexedGrant } from './generation.ts'
import { buildQuestion } from './question.ts'

/** The most that one single word of a description is worth, where the description has others. */
const ONE_WORD_CAP = 25

export interface GrantMatch {
  grant: IndexedGrant
  /** Ineligible grants are counted, never returned. */
  judgement: EligibilityJudgement & { band: Exclude<Band, 'ineligible'> }
  relevance: number
  matched: Matched
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
  const excluded = { ineligible: 0, closed: 0 }
  const matches: (Omit<GrantMatch, 'matched'> & { number: number })[] = []
  const ranked = generation.projects.rank(projectQuery(question), () => true)
  let considered = 0
  for (const number of ranked.documents) {
    const shared = ranked.distinctive(number)
    if (shared === 0) continue
    considered += 1
    const grant = generation.grants[number]!
    const state = windowState(grant.facts.dates, grant.removedMs === null, nowMs)
    if (state === 'closed' || (question.openNow && state === 'upcoming')) {
      excluded.closed += 1
      continue
    }
    const judgement = ELIGIBILITY.current.judge(
      buildQuestion(grant, ELIGIBILITY.current, question.declared, nowMs),
    )
    const { band } = judgement
    if (band === 'ineligible') excluded.ineligible += 1
    else {
      const share = Math.round(100 * Math.min(1, ranked.score(number)))
      const relevance =
        shared === 1 && ranked.conceptCount > 1 ? Math.min(ONE_WORD_CAP, share) : share
      matches.push({ grant, number, judgement: { ...judgement, band }, relevance })
    }
  }
  matches.sort(
    (a, b) =>
      orderOf(a) - orderOf(b) ||
      b.relevance - a.relevance ||
      (b.judgement.score ?? -1) - (a.judgement.score ?? -1) ||
      (a.grant.facts.id < b.grant.facts.id ? -1 : 1),
  )
  return {
    considered,
    matches: matches
      .slice(0, question.limit)
      .map(({ number, ...match }) => ({ ...match, matched: toMatched(ranked, number) })),
    excluded,
  }
}

/** Keywords are phrases that count double. */
function projectQuery({ description, keywords }: MatchQuestion): string {
  const plain = (text: string) => text.replace(/["“”]/g, ' ')
  return [...keywords.map((keyword) => `"${plain(keyword)}"`), plain(description)].join(' ')
}

/** A grant with a failure that is not sure comes after other uncertain ones. */
function orderOf({ judgement: { band, failed } }: Pick<GrantMatch, 'judgement'>): number {
  return band === 'eligible' ? 0 : failed.length === 0 ? 1 : 2
}
