/** The search of grants, held against a library's on the queries that may be looked at. */
import { expect, test } from 'vitest'
import { recordedData } from '../recorded.ts'
import { grantGradeFigures, grantPoolFigures } from './table.ts'

const { present, folder } = recordedData('grants')

test.skipIf(!present)('search and match find more, and rank it higher, than BM25 does', () => {
  const figures = new Map(
    grantPoolFigures(folder, 'first').map((row) => [row.name, row.figures] as const),
  )
  const baseline = figures.get('BM25, titles and texts')!
  for (const name of ['ours, search', 'ours, match']) {
    const own = figures.get(name)!
    expect(own.unjudged).toBe(0)
    expect(own.ndcg).toBeGreaterThan(baseline.ndcg + 0.08)
    expect(own.right / own.shown).toBeGreaterThan(baseline.right / baseline.shown)
    expect(own.found / own.wanted).toBeGreaterThanOrEqual(0.75)
  }
})

test.skipIf(!present)('grades of the second half keep the published figures', () => {
  const { judged, right, wanted, unanswered, nothingClose } = grantGradeFigures(folder, 'second')
  expect(right.close / judged.close).toBeGreaterThanOrEqual(0.65)
  expect((right.close + right.related) / wanted).toBeGreaterThanOrEqual(0.7)
  expect(nothingClose / unanswered).toBeGreaterThanOrEqual(0.9)
})
