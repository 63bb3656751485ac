/** The judged files fit the recorded notices, and our ranking is better than every other. */
import { describe, expect, test } from 'vitest'
import { present } from '../recorded-releases.ts'
import { measurePools, shortId } from './measure.ts'
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
