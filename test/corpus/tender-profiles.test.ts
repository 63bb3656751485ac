/**
 * The supplier profiles of docs/rules/fit-1.0.0.md over the sandbox's and the recorded notices
 * together.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxReleases } from '../../sandbox/tender-portals/releases.ts'
import { PROFILES, precision } from '../tenders/profiles.ts'
import { createRig, type Rig } from '../tenders/rig.ts'
import { present, recordedReleases } from './recorded-releases.ts'

describe.skipIf(!present)('over the sandbox and the recorded notices together', () => {
  const now = '2025-01-21T09:00:00Z'
  let rig: Rig
  beforeAll(async () => {
    // Listed on the day before, so that one look finds what was open then. The notice of 2026 is
    // not of this study.
    const portals = ['find-a-tender', 'contracts-finder'] as const
    const real = portals.flatMap((portal) =>
      recordedReleases(portal)
        .filter(({ ocid }) => ocid !== 'ocds-h6vhtk-067fb8')
        .map((release, index) => ({
          ...release,
          publishedMs: Date.parse(now) - 80_000_000 + index * 1000,
        })),
    )
    rig = await createRig({ now, releases: [...sandboxReleases(Date.parse(now)), ...real] })
  })
  afterAll(() => rig?.close())

  test.each(PROFILES.map((profile) => [profile.name, profile] as const))(
    '%s',
    async (_name, profile) => {
      const { found, of } = await precision(rig, profile)
      expect(found / of).toBeGreaterThanOrEqual(0.7)
    },
  )

  test('recorded notices come first where they fit best', async () => {
    const { result } = await rig.ask('tenders_fit_score', { body: PROFILES[3]!.body })
    expect(result.matches.slice(0, 3).map((match: { title: string }) => match.title)).toContain(
      'Public Toilet Cleaning Services',
    )
  })
})
