/** Fit scores over the sandbox's portals. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRig, type Rig } from '../../../test/tenders/rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

test('200: flags the codes, the value and the place that a notice lacks', async () => {
  const { result } = await rig.ask('tender_brief', { params: { ocid: 'ocds-h6vhtk-00233d' } })
  expect(result).toMatchObject({ cpv: null, value: null, region: null, submission_url: null })
  const fit = await rig.ask('tenders_fit_score', {
    body: { keywords: [result.title], regions: ['london'], value_max: 1000 },
  })
  const codes = fit.result.matches
    .find((each: { ocid: string }) => each.ocid === result.ocid)
    .fit.flags.map((flag: { code: string }) => flag.code)
  expect(codes).toEqual(
    expect.arrayContaining(['CPV_NOT_STATED', 'VALUE_NOT_STATED', 'REGION_NOT_STATED']),
  )
})

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

test('200: counts a repeated keyword once', async () => {
  const relevance = async (keywords: string[]) =>
    (await rig.ask('tenders_fit_score', { body: { keywords } })).result.matches.map(
      (match: { fit: { score: number } }) => match.fit.score,
    )
  expect(await relevance(['cleaning', 'Cleaning', 'cleaned'])).toEqual(
    await relevance(['cleaning']),
  )
})

test('200: caps the score of a title with an excluded keyword', async () => {
  const { result } = await rig.ask('tenders_fit_score', {
    body: { keywords: ['cleaning'], exclude_keywords: ['schools'], cpv: ['909'] },
  })
  for (const { title, fit } of result.matches)
    if (/schools/.test(title)) expect(fit.score).toBeLessThanOrEqual(20)
  expect(result.matches[0].title).not.toMatch(/schools/)
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
