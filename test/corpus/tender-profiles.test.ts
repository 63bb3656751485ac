/** The supplier profiles of docs/rules/fit-1.0.0.md over the sandbox's and the recorded notices together. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PublishedRelease, sandboxReleases } from '../../sandbox/tender-portals/releases.ts'
import { PROFILES, precision } from '../tenders/profiles.ts'
import { createRig, type Rig } from '../tenders/rig.ts'
import { recordedData } from './recorded.ts'

const { present, folder: recorded } = recordedData('tenders')

describe.skipIf(!present)('over the sandbox and the recorded notices together', () => {
  const now = '2025-01-21T09:00:00Z'
  let rig: Rig
  beforeAll(async () => {
    const files = [
      ['find-a-tender', 'find-a-tender/elenuvarova_fts_release_package.json'],
      ['contracts-finder', 'contracts-finder/search-page-100-releases.json'],
    ] as const
    const real = files.flatMap(([portal, file]): PublishedRelease[] => {
      const { releases } = JSON.parse(readFileSync(join(recorded, file), 'utf8').replaceAll('1e9999', 'null')) as {
        releases: { ocid: string; id: string }[]
      }
      // Listed on the day before, so that one look finds what was open then.
      return releases.map((release, index) => ({
        portal,
        publishedMs: Date.parse(now) - 80_000_000 + index * 1000,
        ocid: release.ocid,
        id: release.id,
        json: JSON.stringify(release),
      }))
    })
    rig = await createRig({ now, releases: [...sandboxReleases(Date.parse(now)), ...real] })
  })
  afterAll(() => rig?.close())

  test.each(PROFILES.map((profile) => [profile.name, profile] as const))('%s', async (_name, profile) => {
    const { found, of } = await precision(rig, profile)
    expect(found / of).toBeGreaterThanOrEqual(0.7)
  })

  test('recorded notices come first where they fit best', async () => {
    const { result } = await rig.ask('tenders_fit_score', { body: PROFILES[3]!.body })
    expect(result.matches.slice(0, 3).map((match: { title: string }) => match.title)).toContain('Public Toilet Cleaning Services')
  })
})
