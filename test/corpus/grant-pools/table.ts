/**
 * The table of the search of grants: ours and every baseline over both halves of the judged
 * queries.
 */
import {
  FIGURES_HEAD,
  figuresRow,
  GRADES_HEAD,
  type GradeFigures,
  gradesRow,
  type Judgement,
  measureGrades,
  measurePools,
  type PooledQuery,
  shortId,
} from '../tender-pools/measure.ts'
import unanswered from '../unanswered.json' with { type: 'json' }
import { type RecordedAdvert, recordedAdverts } from './adverts.ts'
import judged from './judgements.json' with { type: 'json' }
import given from './queries.json' with { type: 'json' }
import { grantGrades, grantRankers } from './rankers.ts'

const TITLES = { first: 'First half', second: 'Second half, written blind' } as const

/** Figures of every ranker over one half. An advert that was not named as right counts as wrong. */
export function grantPoolFigures(folder: string, half: PooledQuery['half']) {
  const adverts = recordedAdverts(folder)
  const judgements = judgementsOf(adverts)
  const queries = queriesOf(half)
  return Object.entries(grantRankers(adverts)).map(([name, rank]) => ({
    name,
    figures: measurePools(queries, judgements, rank),
  }))
}

/** Figures of the grades over one half. */
export function grantGradeFigures(folder: string, half: PooledQuery['half']): GradeFigures {
  const adverts = recordedAdverts(folder)
  return measureGrades(
    queriesOf(half),
    judgementsOf(adverts),
    unanswered.grants[half],
    grantGrades(adverts),
  )
}

function judgementsOf(adverts: readonly RecordedAdvert[]): Record<string, Judgement> {
  return Object.fromEntries(
    Object.entries(judged.right).map(([q, ids]): [string, Judgement] => {
      const right = ids.map(shortId)
      const wrong = adverts.map(({ id }) => shortId(id)).filter((id) => !right.includes(id))
      return [q, { right, partly: [], wrong }]
    }),
  )
}

function queriesOf(half: PooledQuery['half']): PooledQuery[] {
  return (given as readonly Omit<PooledQuery, 'cpv'>[])
    .filter((query) => query.half === half)
    .map((query) => ({ ...query, cpv: [] }))
}

export function grantPoolTable(folder: string): string[] {
  return (['first', 'second'] as const).flatMap((half) => {
    const rows = grantPoolFigures(folder, half)
    return [
      `${TITLES[half]}, ${rows[0]!.figures.queries} queries`,
      '',
      ...FIGURES_HEAD,
      ...rows.map(({ name, figures }) => figuresRow(name, figures)),
      '',
      ...GRADES_HEAD,
      gradesRow('grants', grantGradeFigures(folder, half)),
      '',
    ]
  })
}
