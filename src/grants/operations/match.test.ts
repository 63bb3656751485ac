import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSandboxSeeds } from '../../../sandbox/grant-listing/seeds.ts'
import { createRig, type Rig } from '../../../test/grants/rig.ts'
import { ServiceError } from '../../platform/errors.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
  writeSandboxSeeds(rig.listing, rig.dataDir)
  await rig.wing.refresh()
})
afterAll(() => rig.close())

const problem = async (asking: Promise<unknown>) => {
  const error = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ServiceError)
  return error as ServiceError
}

describe('match', () => {
  const project = {
    description: 'We want solar panels and insulation for our village hall, which a charity runs',
    org_type: 'charity',
    region: 'england',
    amount_needed: 20000,
  }

  test('200: ranks what fits, judges it, and counts what it leaves out', async () => {
    const answer = await rig.match(project)
    const { considered, matches, excluded } = answer.result
    expect(matches[0].grant.id).toBe('village-halls-warm-roof-fund')
    expect(Object.keys(matches[0].grant)).toEqual([
      'id',
      'name',
      'funder',
      'amounts',
      'window',
      'summary',
      'source_url',
    ])
    expect(considered).toBe(matches.length + excluded.ineligible + excluded.closed)
    expect(excluded.ineligible).toBeGreaterThan(0)
    expect((await rig.match({ ...project, limit: 1 })).result).toEqual({
      considered,
      matches: matches.slice(0, 1),
      excluded,
    })
    expect(matches[0].relevance).toBeGreaterThan(50)
    for (const { eligibility } of matches) expect(eligibility.band).not.toBe('ineligible')
  })

  test('200: says which words an advert shares, and how close it is to them', async () => {
    const { matches } = (await rig.match(project)).result
    expect(matches[0].matched).toEqual({
      words: expect.arrayContaining(['insulation', 'village', 'hall']),
      relevance: 'close',
    })
    const zebras = { description: 'zebra crossings for insulation of unicycles and trapezes' }
    const grades = (await rig.match(zebras)).result.matches.map(
      ({ matched }: { matched: { words: string[]; relevance: string } }) => matched,
    )
    expect(grades.length).toBeGreaterThan(0)
    for (const { words, relevance } of grades) {
      expect(words.filter((word: string) => word !== 'insulation')).toEqual([])
      expect(relevance).not.toBe('close')
    }
  })

  test('200: eligible grants come before more relevant uncertain ones', async () => {
    const declare = {
      annual_income: 1000,
      trustees: 4,
      match_funding_pct: 30,
      project_end: '2027-01-01',
    }
    const answer = await rig.match({
      ...project,
      declare,
      description:
        'Heat pumps and museum galleries, low carbon heating, insulation for museums and a hall',
      amount_needed: 30000,
    })
    const bands = answer.result.matches.map(
      ({ eligibility }: { eligibility: { band: string } }) => eligibility.band,
    )
    expect(bands[0]).toBe('eligible')
    expect(bands.slice(1)).not.toContain('eligible')
  })

  test('200: what the applicant is not is excluded and counted', async () => {
    const open = await rig.match({ description: project.description, keywords: ['village halls'] })
    const business = await rig.match({
      description: project.description,
      keywords: ['village halls'],
      org_type: 'sole-trader',
    })
    expect(business.result.excluded.ineligible).toBeGreaterThan(open.result.excluded.ineligible)
    expect(
      business.result.matches.map(({ grant }: { grant: { id: string } }) => grant.id),
    ).not.toContain('village-halls-warm-roof-fund')
  })

  test('200: grants that open later are judged on request', async () => {
    const later = {
      description: 'small grants for cafés that welcome people with dementia and carers',
      open_now: false,
    }
    expect(
      (await rig.match({ ...later, open_now: true })).result.excluded.closed,
    ).toBeGreaterThanOrEqual(1)
    expect((await rig.match(later)).result.matches[0].grant.id).toBe('memory-cafes-programme')
  })

  test('200: a description that has nothing in common matches nothing', async () => {
    expect(
      (await rig.match({ description: 'Xylophone zeppelins quokka marmalade' })).result,
    ).toEqual({
      considered: 0,
      matches: [],
      excluded: { ineligible: 0, closed: 0 },
    })
  })

  test('400: refuses what it cannot use', async () => {
    expect(await problem(rig.match({}))).toMatchObject({ errors: [{ field: 'description' }] })
    for (const body of [
      { description: 'short' },
      { ...project, limit: 11 },
      { ...project, amount_needed: 1.5 },
      { ...project, organisation: 'x' },
      { ...project, region: 'uk' },
      { ...project, declare: { region: 'wales' } },
    ]) {
      expect(await problem(rig.match(body))).toMatchObject({ code: 'VALIDATION' })
    }
  })
})
