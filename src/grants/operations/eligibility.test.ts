import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSandboxSeeds } from '../../../sandbox/grant-listing/seeds.ts'
import { codes, createRig, type Rig } from '../../../test/grants/rig.ts'
import { startService } from '../../../test/support/service.ts'
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

describe('eligibility', () => {
  const GRANT = 'village-halls-warm-roof-fund'
  const first = { org_type: 'charity', region: 'england' }

  test('200: uncertain, then eligible, then ineligible, as facts are declared', async () => {
    const asked = await rig.eligibility(GRANT, first)
    expect(asked.verdict.band).toBe('uncertain')
    expect(asked.result.missing.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'amount_needed',
      'annual_income',
      'trustees',
      'match_funding_pct',
      'project_end',
    ])

    const facts = {
      amount_needed: 30000,
      annual_income: 120000,
      trustees: 5,
      match_funding_pct: 25,
      project_end: '2027-06-30',
    }
    const told = await rig.eligibility(GRANT, { ...first, declare: JSON.stringify(facts) })
    expect(told.verdict).toEqual({ score: 100, band: 'eligible', flags: [] })
    expect(told.result).toMatchObject({
      missing: [],
      failed: [],
      criteria_provenance: { source: 'seed', complete: true },
      indicative_funding: { min: 5000, max: 30000, currency: 'GBP', basis: 'listing' },
    })

    const richer = await rig.eligibility(GRANT, {
      ...first,
      declare: JSON.stringify({ ...facts, annual_income: 250000 }),
    })
    expect(richer.verdict).toMatchObject({ band: 'ineligible', score: 49 })
    expect(richer.result.failed).toEqual([
      { code: 'INCOME', detail: 'declared annual_income: 250000; less than 250000 GBP' },
    ])
    expect(richer.result.indicative_funding).toBeNull()
  })

  test('200: every criterion quotes the listing or the text', async () => {
    const { result } = await rig.eligibility(GRANT)
    const entry = rig.listing.entry(GRANT)
    const page = JSON.stringify(entry.fields)
    for (const { requirement } of result.criteria) {
      expect(
        page.includes(JSON.stringify(requirement).slice(1, -1)) ||
          requirement === 'From £5,000 to £50,000',
      ).toBe(true)
    }
  })

  test('200: what the rules alone read is never eligible', async () => {
    const asked = await rig.eligibility('export-ready', {
      org_type: 'business',
      region: 'scotland',
    })
    const declare: Record<string, unknown> = {}
    for (const { parameter, type, allowed } of asked.result.missing)
      declare[parameter] =
        type === 'number' ? 1000 : type === 'boolean' ? true : (allowed?.[3] ?? '2026-01-01')
    const told = await rig.eligibility('export-ready', {
      org_type: 'business',
      region: 'scotland',
      declare: JSON.stringify(declare),
    })
    expect(told.result.criteria.every(({ pass }: { pass: string }) => pass === 'pass')).toBe(true)
    expect(told.verdict).toMatchObject({ band: 'uncertain', score: 79 })
    expect(codes(told)).toEqual(['PARTIAL_CRITERIA'])
  })

  test.each([
    ['memory-cafes-programme', 'uncertain', 'WINDOW_NOT_OPEN'],
    ['riverbank-nature-recovery', 'ineligible', 'WINDOW_CLOSED'],
    ['youth-sports-kit', 'uncertain', 'WINDOW_ROLLING'],
    ['rural-gigabit-vouchers', 'uncertain', 'WINDOW_NOT_STATED'],
    ['volunteer-first-responders', 'uncertain', 'LISTING_VALUE_UNKNOWN'],
  ])('200: %s is %s and says %s', async (id, band, flag) => {
    const answer = await rig.eligibility(id)
    expect(answer.verdict.band).toBe(band)
    expect(codes(answer)).toContain(flag)
  })

  test('200: without any criterion there is no score', async () => {
    const answer = await rig.eligibility('coastal-communities-nothing-stated')
    expect(answer.verdict).toMatchObject({ score: null, band: 'uncertain' })
    expect(answer.result).toMatchObject({
      criteria: [],
      criteria_provenance: {
        source: null,
        complete: false,
        parsed_at: '2026-11-20T10:00:00Z',
        eligibility_text_available: false,
      },
      indicative_funding: { min: null, max: null, basis: 'none' },
    })
  })

  test('200: a slug comes before a short name that is spelled the same', async () => {
    expect((await rig.eligibility('dfg')).result.grant.name).toBe('Digital Farm Gateway')
    expect(await problem(rig.eligibility('wcs'))).toMatchObject({ code: 'SUBJECT_NOT_FOUND' })
  })

  test('400: refuses facts that it cannot use, each with its fault', async () => {
    const declare = (value: unknown) =>
      problem(
        rig.eligibility(GRANT, {
          declare: typeof value === 'string' ? value : JSON.stringify(value),
        }),
      )
    expect((await declare({ anual_income: 5 })).detail).toContain('did you mean annual_income')
    expect((await declare({ Annual_Income: 5 })).detail).toContain('did you mean annual_income')
    expect((await declare({ annual_income: '5' })).detail).toContain('expected a number')
    expect((await declare('{"__proto__":{"annual_income":5}}')).detail).toContain(
      'declare (query): __proto__: is not known here',
    )
    expect((await declare({ project_end: '2026-02-30' })).detail).toContain('calendar date')
    expect((await declare({ org_type: 'wizard' })).detail).toContain('expected one of')
    expect((await declare({ registration: 'vat,moon' })).detail).toContain('expected one of')
    expect((await declare('{"annual_income":')).hint).toContain('URL-encoded JSON')
    expect((await declare('[1]')).code).toBe('VALIDATION')
    expect((await declare({ has_bank_account: `${'x'.repeat(2100)}` })).detail).toContain(
      '2048 bytes',
    )
    expect(
      (
        await declare(
          Object.fromEntries(
            Array.from({ length: 31 }, (_, index) => [
              `meets_${index.toString(16).padStart(8, '0')}`,
              true,
            ]),
          ),
        )
      ).detail,
    ).toContain('at most 30')
    expect(
      await problem(
        rig.eligibility(GRANT, { org_type: 'charity', declare: '{"org_type":"business"}' }),
      ),
    ).toMatchObject({
      errors: [{ field: 'org_type' }],
    })
    expect(await problem(rig.eligibility('UPPER'))).toMatchObject({ code: 'VALIDATION' })
    expect(await problem(rig.eligibility('no-such-grant'))).toMatchObject({
      code: 'SUBJECT_NOT_FOUND',
    })
  })
})

test('400: refuses an org_type of more than 64 characters before payment, without a suggestion', async () => {
  const service = await startService({ domains: 'real' })
  try {
    const { status, json } = await service.ask(
      `/v1/grants/abc/eligibility?org_type=${'x'.repeat(7000)}`,
    )
    expect([status, json.errors]).toEqual([
      400,
      [{ field: 'org_type', in: 'query', message: 'expected at most 64 characters' }],
    ])
  } finally {
    await service.stop()
  }
})
