/** The supplier profiles and the worked examples of docs/rules/fit-1.0.0.md, from the service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROFILES, precision } from './profiles.ts'
import { createRig, type Rig } from './rig.ts'

describe('over the sandbox', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await createRig()
  })
  afterAll(() => rig.close())

  test.each(PROFILES.map((profile) => [profile.name, profile] as const))(
    '%s',
    async (_name, profile) => {
      const { found, of } = await precision(rig, profile)
      expect(of).toBeGreaterThan(2)
      expect(found / of).toBeGreaterThanOrEqual(0.7)
    },
  )

  const scored = async (profile: number, ocid: string) => {
    const { result } = await rig.ask('tenders_fit_score', {
      body: { ...PROFILES[profile]!.body, rules_version: '1.0.0' },
    })
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
