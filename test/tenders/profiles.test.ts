/** The supplier profiles and the worked examples of docs/rules/fit-1.0.0.md, from the service. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PublishedRelease } from '../../src/sandbox/tender-portals/releases.ts'
import { sandboxReleases } from '../../src/sandbox/tender-portals/releases.ts'
import { PROFILES } from './profiles.ts'
import { createRig, type Rig } from './rig.ts'

const recorded = join(import.meta.dirname, '../../../shared/data/tenders')
const present = existsSync(recorded)

/** Right ones among the first ten, of as many as there are right ones to find, at most ten. */
async function precision(rig: Rig, profile: (typeof PROFILES)[number]): Promise<{ found: number; of: number }> {
  const { result } = await rig.ask('tenders_fit_score', { body: profile.body })
  const titles: string[] = result.matches.map((match: { title: string }) => match.title)
  const index = rig.wing.deps.index.generation()
  const open = Array.from({ length: index.data.liveCount }, (_, number) => index.notice(number)).filter(
    (notice) => notice.stage === 'tender',
  )
  const available = open.filter((notice) => profile.right.test(notice.title)).length
  return { found: titles.filter((title) => profile.right.test(title)).length, of: Math.min(10, available) }
}

describe('over the sandbox', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await createRig()
  })
  afterAll(() => rig.close())

  test.each(PROFILES.map((profile) => [profile.name, profile] as const))('%s', async (_name, profile) => {
    const { found, of } = await precision(rig, profile)
    expect(of).toBeGreaterThan(2)
    expect(found / of).toBeGreaterThanOrEqual(0.7)
  })

  const scored = async (profile: number, ocid: string) => {
    const { result } = await rig.ask('tenders_fit_score', { body: PROFILES[profile]!.body })
    const { fit } = result.matches.find((match: { ocid: string }) => match.ocid === ocid)
    return { ...fit.factors, score: fit.score, band: fit.band, flags: fit.flags }
  }

  test('worked example 1: tree surgery in Yorkshire', async () => {
    expect(await scored(0, 'ocds-h6vhtk-0003fc')).toMatchObject({
      relevance: 40,
      value_fit: 20,
      geography: 15,
      timeline: 7,
      buyer_history: 7,
      score: 89,
      band: 'strong',
      flags: [],
    })
  })

  test('worked example 2: pest control for a contract cleaner', async () => {
    expect(await scored(3, 'ocds-h6vhtk-00060e')).toMatchObject({
      relevance: 24,
      value_fit: 19,
      geography: 15,
      timeline: 14,
      buyer_history: 8,
      score: 80,
      band: 'strong',
      flags: [],
    })
  })
})

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
