/** The worked examples of docs/rules/fit-1.0.0.md, from the service. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRig, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

test.each([
  [
    'tree surgery in Yorkshire',
    'ocds-h6vhtk-0003fc',
    {
      keywords: ['grounds maintenance', 'grass cutting', 'tree surgery'],
      cpv: ['773'],
      regions: ['scotland', 'north-east', 'north-west', 'yorkshire'],
      value_min: 30_000,
      value_max: 800_000,
      sme: true,
    },
    [40, 20, 15, 7, 7, 89],
  ],
  [
    'pest control for a contract cleaner',
    'ocds-h6vhtk-00060e',
    {
      keywords: ['cleaning', 'window cleaning'],
      exclude_keywords: ['waste'],
      cpv: ['909'],
      value_min: 50_000,
      value_max: 1_500_000,
    },
    [24, 19, 15, 14, 8, 80],
  ],
] as const)('%s', async (_, ocid, profile, points) => {
  const { result } = await rig.ask('tenders_fit_score', {
    body: { ...profile, rules_version: '1.0.0' },
  })
  const { fit } = result.matches.find((match: { ocid: string }) => match.ocid === ocid)
  const { relevance, value_fit, geography, timeline, buyer_history } = fit.factors
  expect([relevance, value_fit, geography, timeline, buyer_history, fit.score]).toEqual(points)
  expect([fit.band, fit.flags]).toEqual(['strong', []])
})
