import type { Relevance } from '../../../src/text-search/ranker.ts'

/**
 * How well a ranking finds what a person called right: recall and nDCG of the first ten, precision
 * of what is shown.
 */
export interface PooledQuery {
  q: string
  /**
   * `first`: may be looked at while the ranking changes. `second`: written blind, only measures.
   */
  half: 'first' | 'second'
  /** CPV prefixes that a person would search by. */
  cpv: readonly string[]
}

/**
 * Judged documents of one query, by the last eight characters of their ids. A document that is in
 * no list was not judged.
 */
export interface Judgement {
  right: readonly string[]
  /** Neither right nor wrong: one trade of many, or too little text. */
  partly: readonly string[]
  wrong: readonly string[]
}

export interface PoolFigures {
  queries: number
  /** Documents shown and called right or wrong, and those of them that are right. */
  shown: number
  right: number
  /** Right ones that exist, and those found in the first ten. */
  wanted: number
  found: number
  /** Mean over the queries that have something right. */
  ndcg: number
  /** Shown without having been judged. */
  unjudged: number
}

const FIRST = 10
const SHORT_ID = 8
const GAINS = { right: 1, partly: 0.5 } as const

export const shortId = (id: string) => id.slice(-SHORT_ID)

/** Ideal gains of a query, best first. */
function idealGains({ right, partly }: Judgement): number[] {
  return [...right.map(() => GAINS.right), ...partly.map(() => GAINS.partly)]
}

const discounted = (gains: readonly number[]) =>
  gains.slice(0, FIRST).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0)

/** `rank` returns ids, best first. */
export function measurePools(
  queries: readonly PooledQuery[],
  judgements: Readonly<Record<string, Judgement>>,
  rank: (query: PooledQuery) => readonly string[],
): PoolFigures {
  const figures: PoolFigures = {
    queries: 0,
    shown: 0,
    right: 0,
    wanted: 0,
    found: 0,
    ndcg: 0,
    unjudged: 0,
  }
  let withRight = 0
  for (const query of queries) {
    const judgement = judgements[query.q]
    if (judgement === undefined) continue
    const shown = rank(query).slice(0, FIRST).map(shortId)
    const right = shown.filter((id) => judgement.right.includes(id))
    const wrong = shown.filter((id) => judgement.wrong.includes(id))
    const partly = shown.filter((id) => judgement.partly.includes(id))
    figures.queries += 1
    figures.shown += right.length + wrong.length
    figures.right += right.length
    figures.wanted += judgement.right.length
    figures.found += right.length
    figures.unjudged += shown.length - right.length - wrong.length - partly.length
    const ideal = discounted(idealGains(judgement))
    if (ideal === 0) continue
    withRight += 1
    const gains = shown.map((id) =>
      right.includes(id) ? GAINS.right : partly.includes(id) ? GAINS.partly : 0,
    )
    figures.ndcg += discounted(gains) / ideal
  }
  figures.ndcg = withRight === 0 ? 0 : figures.ndcg / withRight
  return figures
}

/** One row of the table: recall, precision, nDCG, and the counts that they are made of. */
export function figuresRow(
  name: string,
  { shown, right, wanted, found, ndcg, unjudged }: PoolFigures,
): string {
  const share = (part: number, of: number) => (of === 0 ? '-' : (part / of).toFixed(2))
  const counts = `${found}/${wanted} | ${right}/${shown} | ${unjudged}`
  return `| ${name} | ${share(found, wanted)} | ${share(right, shown)} | ${ndcg.toFixed(3)} | ${counts} |`
}

export const FIGURES_HEAD = [
  '| Ranker | Recall of the first ten | Precision of what is shown | nDCG@10 | Found | Right of shown | Not judged |',
  '|---|---|---|---|---|---|---|',
]

/** How often the grades of relevance are right, over all that a search shows. */
export interface GradeFigures {
  /** Documents called right or wrong, and right ones, by grade. */
  judged: Record<Relevance, number>
  right: Record<Relevance, number>
  /** Right documents that exist. */
  wanted: number
  /**
   * Questions to which something is right; those whose first result is; sum of 1 / rank of the
   * first right one.
   */
  answerable: number
  rightFirst: number
  reciprocalRanks: number
  /** Questions without an answer, and those to which nothing is close. */
  unanswered: number
  nothingClose: number
}

/**
 * `grade` returns the grade of each document that is shown, by its id, in the order of the answer.
 */
export function measureGrades(
  queries: readonly Pick<PooledQuery, 'q'>[],
  judgements: Readonly<Record<string, Judgement>>,
  unanswered: readonly string[],
  grade: (q: string) => ReadonlyMap<string, Relevance>,
): GradeFigures {
  const judged = { close: 0, related: 0, loose: 0 }
  const right = { close: 0, related: 0, loose: 0 }
  let [wanted, answerable, rightFirst, reciprocalRanks] = [0, 0, 0, 0]
  for (const { q } of queries) {
    const judgement = judgements[q]
    if (judgement === undefined) continue
    wanted += judgement.right.length
    const shown = grade(q)
    const first = [...shown.keys()].findIndex((id) => judgement.right.includes(shortId(id)))
    if (judgement.right.length > 0) answerable += 1
    if (first === 0) rightFirst += 1
    if (first >= 0) reciprocalRanks += 1 / (first + 1)
    for (const [id, relevance] of shown) {
      const isRight = judgement.right.includes(shortId(id))
      if (isRight || judgement.wrong.includes(shortId(id))) judged[relevance] += 1
      if (isRight) right[relevance] += 1
    }
  }
  const nothingClose = unanswered.filter((q) => ![...grade(q).values()].includes('close')).length
  return {
    judged,
    right,
    wanted,
    answerable,
    rightFirst,
    reciprocalRanks,
    unanswered: unanswered.length,
    nothingClose,
  }
}

/** One row: P@1, MRR, precision by grade, recall of close, and of close and related. */
export function gradesRow(name: string, figures: GradeFigures): string {
  const { judged, right, wanted, answerable, unanswered, nothingClose } = figures
  const share = (part: number, of: number) =>
    of === 0 ? '-' : `${(part / of).toFixed(2)} (${part}/${of})`
  return `| ${[
    name,
    share(figures.rightFirst, answerable),
    (figures.reciprocalRanks / answerable).toFixed(2),
    ...(['close', 'related', 'loose'] as const).map((grade) => share(right[grade], judged[grade])),
    share(right.close, wanted),
    share(right.close + right.related, wanted),
    share(nothingClose, unanswered),
  ].join(' | ')} |`
}

export const GRADES_HEAD = [
  '| Search | P@1 | MRR | Precision of close | of related | of loose | Recall of close | of close and related | Nothing close where nothing answers |',
  '|---|---|---|---|---|---|---|---|---|',
]
