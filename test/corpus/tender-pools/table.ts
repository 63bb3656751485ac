/**
 * The table of search: ours and every baseline over both halves of the judged pools.
 * `queries.json` lists the queries: an author who has not seen the code adds those of the second
 * half. `scripts/pools.ts` writes the pools
 * of them for a judge, `judgements.json` holds by query what the judge called right, partly right
 * and wrong.
 */
import unanswered from '../unanswered.json' with { type: 'json' }
import judged from './judgements.json' with { type: 'json' }
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
} from './measure.ts'
import given from './queries.json' with { type: 'json' }
import { labelRankers, pooledNotices, poolRankers, tenderGrades } from './rankers.ts'

export const JUDGEMENTS: Readonly<Record<string, Judgement>> = judged
export const QUERIES = given as readonly PooledQuery[]
const TITLES = { first: 'First half', second: 'Second half, written blind' } as const

export function tenderPoolTable(): string[] {
  const notices = pooledNotices()
  const rankers = { ...poolRankers(notices), ...labelRankers(notices) }
  return (['first', 'second'] as const).flatMap((half) => {
    const queries = QUERIES.filter(
      (query) => query.half === half && JUDGEMENTS[query.q] !== undefined,
    )
    const rows = Object.entries(rankers).map(([name, rank]) =>
      figuresRow(name, measurePools(queries, JUDGEMENTS, rank)),
    )
    return [
      `${TITLES[half]}, ${queries.length} queries`,
      '',
      ...FIGURES_HEAD,
      ...rows,
      '',
      ...GRADES_HEAD,
      gradesRow('tenders', tenderGradeFigures(half)),
      '',
    ]
  })
}

/** Figures of the grades over one half. */
export function tenderGradeFigures(half: PooledQuery['half']): GradeFigures {
  const queries = QUERIES.filter((query) => query.half === half)
  return measureGrades(queries, JUDGEMENTS, unanswered.tenders[half], tenderGrades(pooledNotices()))
}
