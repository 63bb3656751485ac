/** Fit scores over the sandbox's portals. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRig, type Rig } from '../../../test/tenders/rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

test('200: orders by score, emphasises the best three, and carries the best in the envelope', async () => {
  const { result, verdict } = await rig.ask('tenders_fit_score', {
    body: {
      keywords: ['grass cutting', 'grounds maintenance'],
      cpv: ['773'],
      regions: ['scotland'],
      certifications: ['ISO 14001'],
      value_max: 700_000,
    },
  })
  const scores = result.matches.map((each: { fit: { score: number } }) => each.fit.score)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  expect(result.matches[0].fit.factors).toMatchObject({
    of: 40,
    of_v: 20,
    of_g: 15,
    of_t: 15,
    of_b: 10,
  })
  expect(
    result.matches.map((each: { emphasise: string | null }) => each.emphasise !== null),
  ).toEqual([true, true, true, ...scores.slice(3).map(() => false)])
  expect(verdict).toMatchObject({
    score: scores[0],
    band: result.matches[0].fit.band,
    narrative: null,
  })
  expect(result.matches[0].fit.flags.map((flag: { code: string }) => flag.code)).toContain(
    'CERTIFICATION_MENTIONED',
  )
})

test.each([
  [{}, 'CRITERIA_REQUIRED'],
  [{ description: 'too short' }, 'VALIDATION'],
  [{ keywords: ['x'] }, 'VALIDATION'],
  [{ cpv: ['7'] }, 'VALIDATION'],
  [{ cpv: ['72'], value_min: 5, value_max: 4 }, 'VALIDATION'],
  [{ cpv: ['72'], limit: 11 }, 'VALIDATION'],
  [{ cpv: ['72'], keyword: ['cleaning'] }, 'VALIDATION'],
])('400: refuses %j', async (body, code) => {
  await expect(rig.ask('tenders_fit_score', { body })).rejects.toMatchObject({ code })
})
