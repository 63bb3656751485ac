/** The figures of a ranking, and that the judged files fit the recorded notices. */
import { describe, expect, test } from 'vitest'
import { present } from '../recorded-releases.ts'
import { type Judgement, measurePools, type PooledQuery, shortId } from './measure.ts'
import {
  FOURTH,
  labelRankers,
  OURS_CUT,
  OURS_WITH_LABELS,
  pooledNotices,
  poolRankers,
  type Ranker,
} from './rankers.ts'
import { JUDGEMENTS, QUERIES, tenderGradeFigures } from './table.ts'

const query: PooledQuery = { q: 'roofers', half: 'first', cpv: ['4526'] }
const judgement: Judgement = {
  right: ['right-01', 'right-02'],
  partly: ['partly-1'],
  wrong: ['wrong-01'],
}
const figures = (...ids: string[]) => measurePools([query], { roofers: judgement }, () => ids)

describe('the measure', () => {
  test('counts what is found, what is shown and what was not judged', () => {
    expect(figures('wrong-01', 'right-02', 'partly-1', 'unseen-1')).toMatchObject({
      found: 1,
      wanted: 2,
      right: 1,
      shown: 2,
      unjudged: 1,
    })
  })

  test('gives nDCG 1 to the ideal order and less to any other', () => {
    expect(figures('right-02', 'right-01', 'partly-1', 'wrong-01').ndcg).toBeCloseTo(1)
    expect(figures('right-01', 'partly-1', 'right-02').ndcg).toBeLessThan(1)
    expect(figures('wrong-01').ndcg).toBe(0)
  })

  test('uses the first ten only and skips unjudged queries', () => {
    const filler = Array.from({ length: 10 }, (_, number) => `unseen-${number}`)
    expect(figures(...filler, 'right-01')).toMatchObject({ found: 0, unjudged: 10 })
    expect(measurePools([query], {}, () => ['right-01'])).toMatchObject({ queries: 0, found: 0 })
  })
})

describe.skipIf(!present)('the judged pools', () => {
  const notices = present ? pooledNotices() : []

  test('name recorded notices, each in one list, and queries of one half', () => {
    const known = new Set(notices.map(({ ocid }) => shortId(ocid)))
    for (const [q, { right, partly, wrong }] of Object.entries(JUDGEMENTS)) {
      const all = [...right, ...partly, ...wrong]
      expect([q, all.filter((id) => !known.has(id))]).toEqual([q, []])
      expect([q, new Set(all).size]).toEqual([q, all.length])
      expect(QUERIES.filter((each) => each.q === q)).toHaveLength(1)
    }
  })

  test.each(['first', 'second'] as const)(
    'of the %s half are found by our ranking better than by every other',
    (half) => {
      const queries = QUERIES.filter((query) => query.half === half)
      const figuresOf = (rankers: Record<string, Ranker>) =>
        Object.entries(rankers).map(
          ([name, rank]) => [name, measurePools(queries, JUDGEMENTS, rank)] as const,
        )
      const { ours, ...plain } = Object.fromEntries(figuresOf(poolRankers(notices)))
      const {
        [OURS_WITH_LABELS]: labelled,
        [OURS_CUT]: cut,
        ...given
      } = Object.fromEntries(figuresOf(labelRankers(notices)))

      for (const other of Object.values(plain)) {
        expect(ours!.ndcg).toBeGreaterThan(other.ndcg)
        expect(ours!.found).toBeGreaterThan(other.found)
      }
      for (const other of Object.values({ ...plain, ...given })) {
        expect(labelled!.ndcg).toBeGreaterThan(other.ndcg)
        expect(labelled!.found).toBeGreaterThan(other.found)
      }
      const fourth = given[FOURTH]!
      expect(cut!.right / cut!.shown).toBeGreaterThan(fourth.right / fourth.shown)
      expect(cut!.found).toBeGreaterThanOrEqual(fourth.found)
      expect(ours!.found / ours!.wanted).toBeGreaterThanOrEqual(0.75)
    },
  )

  test('grades of the second half keep the published figures', () => {
    const { judged, right, wanted, unanswered, nothingClose } = tenderGradeFigures('second')
    expect(right.close / judged.close).toBeGreaterThanOrEqual(0.7)
    expect((right.close + right.related) / wanted).toBeGreaterThanOrEqual(0.8)
    expect(nothingClose / unanswered).toBeGreaterThanOrEqual(0.9)
  })
})
