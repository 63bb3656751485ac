/**
 * Fit over all recorded notices, as if all were open, against what a person called right. `TRUTH=1`
 * prints the figures.
 */
import { describe, expect, test } from 'vitest'
import { FIT } from '../../src/tenders/rules/published.ts'
import { createFirstTens, measureFit } from './fit-profiles.ts'
import { present } from './recorded-releases.ts'
import { JUDGED_PROFILES } from './tender-judgements.ts'
import { shortId } from './tender-pools/measure.ts'
import { JUDGEMENTS, QUERIES } from './tender-pools/table.ts'
import { recordedNotices } from './tender-table.ts'

describe.skipIf(!present)('judged by a person', async () => {
  // Each keeps its place in the draws, whichever of them are read as closed.
  const open = [...(present ? recordedNotices() : []).entries()].filter(
    ([, notice]) => notice.closedBy === null,
  )
  const firstTens = createFirstTens(open)

  test('from version to version more of what is strong is right, and more right ones are shown', () => {
    const figures = FIT.versions.map(({ version }) =>
      measureFit(JUDGED_PROFILES, version, firstTens),
    )
    if (process.env.TRUTH) process.stdout.write(`fit: ${JSON.stringify(figures)}\n`)
    expect(
      figures.map(({ strong, strongRight, found }) => [
        Math.round((100 * strongRight) / strong),
        found,
      ]),
    ).toEqual([
      [69, 44.2],
      [84, 45],
      [100, 47.2],
      [100, 48.8],
    ])
  })

  test('a query of the judged pools as the only keyword finds by what it means', () => {
    const found = (half: 'first' | 'second', version: string) =>
      QUERIES.filter((query) => query.half === half)
        .map(({ q }) => {
          const right = JUDGEMENTS[q]?.right ?? []
          return firstTens({ name: q, body: { keywords: [q] }, right }, version)
            .flat()
            .filter(({ notice }) => right.includes(shortId(notice.ocid))).length
        })
        .reduce((sum, count) => sum + count / 5, 0)
    for (const [half, ...counts] of [
      ['first', 15, 15, 80.2, 80.2],
      ['second', 15, 15, 53.8, 53.6],
    ] as const)
      expect(FIT.versions.map(({ version }) => Number(found(half, version).toFixed(1)))).toEqual(
        counts,
      )
  })
})
