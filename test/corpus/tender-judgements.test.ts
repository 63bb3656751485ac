/**
 * Fit and search over all recorded notices, as if all were open, against what a person called
 * right. `TRUTH=1` prints the figures.
 */
import { describe, expect, test } from 'vitest'
import type { FitMatch } from '../../src/tenders/index/fit.ts'
import { searchNotices } from '../../src/tenders/index/search.ts'
import { fitBand } from '../../src/tenders/rules/fit-1.0.0/fit.ts'
import { FIT } from '../../src/tenders/rules/published.ts'
import { learnedFrom, liveIndexOf, SAMPLES_NOW } from '../tenders/samples.ts'
import { createFirstTens, isRight, type JudgedProfile } from './fit-profiles.ts'
import { present } from './recorded-releases.ts'
import { JUDGED_PROFILES, JUDGED_QUERIES } from './tender-judgements.ts'
import { shortId } from './tender-pools/measure.ts'
import { JUDGEMENTS, QUERIES } from './tender-pools/table.ts'
import { recordedNotices } from './tender-table.ts'

describe.skipIf(!present)('judged by a person', async () => {
  // Each keeps its place in the draws, whichever of them are read as closed.
  const open = [...(present ? recordedNotices() : []).entries()].filter(
    ([, notice]) => notice.closedBy === null,
  )
  const score = createFirstTens(open)
  const held = new Map<string, FitMatch[][]>()
  const firstTens = (profile: JudgedProfile, version: string) => {
    const key = `${profile.name} ${version}`
    const found = held.get(key) ?? score(profile, version)
    held.set(key, found)
    return found
  }
  const foundIn = (matches: readonly { notice: { ocid: string } }[], { right }: JudgedProfile) =>
    matches.filter(({ notice }) => isRight(right)(notice.ocid)).length
  const DRAWS = 5
  const mean = (sum: number) => Math.round((10 * sum) / DRAWS) / 10

  test('strong: 85 in 100 are right, for unseen suppliers 84 by 1.1.0 and all from 1.2.0 on', () => {
    const sums: Record<string, { strong: number; right: number }> = {}
    for (const profile of JUDGED_PROFILES) {
      for (const { version } of FIT.versions) {
        const strong = firstTens(profile, version)
          .flat()
          .filter(({ fit }) => fitBand(fit.score) === 'strong')
          .filter(({ notice }) => !isRight(profile.unclear ?? [])(notice.ocid))
        sums[`${profile.half} ${version}`] ??= { strong: 0, right: 0 }
        const sum = sums[`${profile.half} ${version}`]!
        sum.strong += strong.length
        sum.right += foundIn(strong, profile)
      }
    }
    const shares = Object.fromEntries(
      Object.entries(sums).map(([of, { strong, right }]) => [
        of,
        Math.round((100 * right) / strong),
      ]),
    )
    const shown = Object.entries(sums).map(
      ([of, { strong, right }]) => `${of}: ${mean(right)} of ${mean(strong)}, ${shares[of]} %`,
    )
    if (process.env.TRUTH) process.stdout.write(`fit, strong and right:\n  ${shown.join('\n  ')}\n`)
    for (const half of ['written', 'measured', 'new'])
      for (const version of ['1.1.0', '1.2.0', '1.3.0'])
        expect(shares[`${half} ${version}`]).toBeGreaterThanOrEqual(85)
    expect(shares).toMatchObject({
      'blind 1.0.0': 69,
      'blind 1.1.0': 84,
      'blind 1.2.0': 100,
      'blind 1.3.0': 100,
    })
  })

  test('the first ten hold more right ones from version to version, in the mean over suppliers', () => {
    const sums = { known: [0, 0, 0, 0], blind: [0, 0, 0, 0] }
    for (const profile of JUDGED_PROFILES) {
      const all = sums[profile.half === 'blind' ? 'blind' : 'known']
      for (const [at, { version }] of FIT.versions.entries())
        for (const matches of firstTens(profile, version)) all[at]! += foundIn(matches, profile)
    }
    const firstTen = { known: sums.known.map(mean), blind: sums.blind.map(mean) }
    if (process.env.TRUTH)
      process.stdout.write(`right in the first ten: ${JSON.stringify(firstTen)}\n`)
    expect(firstTen).toEqual({ known: [61.2, 62, 67.4, 68.4], blind: [44.2, 45, 47.2, 48.8] })
  })

  test('a query of the judged pools as the only keyword finds by what it means', () => {
    const found: Record<string, number[]> = { first: [], second: [] }
    for (const half of ['first', 'second'] as const) {
      for (const { version } of FIT.versions) {
        let sum = 0
        for (const { q } of QUERIES.filter((query) => query.half === half)) {
          const right = JUDGEMENTS[q]?.right ?? []
          const profile: JudgedProfile = { name: q, half: 'new', body: { keywords: [q] }, right }
          for (const matches of firstTens(profile, version))
            sum += matches.filter(({ notice }) => right.includes(shortId(notice.ocid))).length
        }
        found[half]!.push(mean(sum))
      }
    }
    if (process.env.TRUTH) process.stdout.write(`one keyword: ${JSON.stringify(found)}\n`)
    expect(found).toEqual({ first: [15, 15, 80.2, 80.2], second: [15, 15, 53.8, 53.6] })
  })

  test('search', () => {
    const deadlineMs = SAMPLES_NOW + 30 * 86_400_000
    const notices = open.map(([, notice]) => ({ ...notice, deadlineMs, updatedMs: SAMPLES_NOW }))
    const searched = liveIndexOf(notices, [], SAMPLES_NOW, learnedFrom(notices))
    const none = () => ({ shown: 0, right: 0, wanted: 0 })
    const figures = {
      written: none(),
      measured: none(),
      new: none(),
      phrases: none(),
      'later phrases': none(),
      blind: none(),
    }
    for (const { q, half, right, unclear = [] } of JUDGED_QUERIES) {
      const shown = searchNotices(searched, { q }, SAMPLES_NOW, 10)
        .best.map(({ ocid }) => ocid)
        .filter((ocid) => !isRight(unclear)(ocid))
      figures[half].shown += shown.length
      figures[half].right += shown.filter(isRight(right)).length
      figures[half].wanted += right.length
    }
    if (process.env.TRUTH)
      process.stdout.write(`search, shown and right: ${JSON.stringify(figures)}\n`)
    // These sets name some of what answers a query: precision is measured by the judged pools,
    // which name all of it.
    for (const { right, wanted } of Object.values(figures))
      expect(right / wanted).toBeGreaterThanOrEqual(0.85)
  })
})
