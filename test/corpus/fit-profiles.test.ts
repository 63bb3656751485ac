/** Fit of twenty profiles over two recorded days of Find a Tender. `TRUTH=1` prints the figures. */
import { expect, test } from 'vitest'
import { FIT } from '../../src/tenders/rules/published.ts'
import {
  createFirstTens,
  FIT_PROFILES,
  listRecordedDays,
  measureFit,
  present,
} from './fit-profiles.ts'

test.skipIf(!present)('strong is right, and the first ten hold more than those of 1.2.0', () => {
  const firstTens = createFirstTens([...listRecordedDays().entries()])
  for (const half of ['first', 'second']) {
    const profiles = FIT_PROFILES.filter((profile) => profile.half === half)
    const figures = FIT.versions.map(({ version }) => measureFit(profiles, version, firstTens))
    if (process.env.TRUTH) process.stdout.write(`${half}: ${JSON.stringify(figures)}\n`)
    const [before, now] = figures.slice(-2)
    expect(now!.strongRight / now!.strong).toBeGreaterThanOrEqual(0.9)
    expect(now!.found).toBeGreaterThanOrEqual(before!.found)
  }
})
