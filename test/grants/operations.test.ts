import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSandboxSeeds } from '../../sandbox/grant-listing/seeds.ts'
import { ServiceError } from '../../src/platform/errors.ts'
import type { CivilDate } from '../../src/platform/london.ts'
import { askWing } from '../support/ask-domain.ts'
import { codes, createRig, type Envelope, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
  writeSandboxSeeds(rig.listing, rig.dataDir)
  await rig.wing.refresh()
})
afterAll(() => rig.close())

const ids = (answer: Envelope): string[] => answer.result.grants.map(({ id }: { id: string }) => id)
const problem = async (asking: Promise<unknown>) => {
  const error = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ServiceError)
  return error as ServiceError
}

describe('search', () => {
  test('finds by name, summary, funder and description, with stemming and synonyms', async () => {
    expect(ids(await rig.search({ q: 'village halls' }))).toContain('village-halls-warm-roof-fund')
    expect(ids(await rig.search({ q: 'exporting' }))).toContain('export-ready')
    expect(ids(await rig.search({ q: 'heritage example trust' }))).toContain('oral-history-of-work')
    expect(ids(await rig.search({ q: 'EV charger' }))).toEqual(['workplace-sockets-voucher'])
  })

  test('answers in the published shape, at most ten, in a stated order', async () => {
    const answer = await rig.search({ region: 'england' })
    // Without words there are no reasons to give.
    expect(Object.keys(answer.result)).toEqual(['total_matched', 'returned', 'grants', 'excluded'])
    expect(Object.keys(answer.result.grants[0])).toEqual([
      'id',
      'name',
      'funder',
      'amounts',
      'window',
      'who_can_apply',
      'org_types',
      'regions',
      'summary',
      'criteria_parsed',
      'criteria_basis',
      'source_url',
    ])
    expect(answer.result.returned).toBe(10)
    expect(answer.result.total_matched).toBeGreaterThan(20)
    const closing = answer.result.grants.map(
      ({ window }: { window: { closes: string } }) => window.closes,
    )
    expect(closing).toEqual([...closing].sort())
    expect(answer.verdict).toEqual({ score: null, band: null, flags: [], narrative: null })
    expect(answer.confidence).toBe('high')
  })

  test('adverts that say the same in other words are found, with the reason', async () => {
    const { result } = await rig.search({ q: 'community buildings' })
    const [hall] = result.grants
    expect(hall.id).toBe('village-halls-warm-roof-fund')
    expect(hall.matched).toEqual({ words: ['community'], cpv: null, by: 'synonym' })
    const { words, cpv, synonym } = result.found_by
    expect([words + synonym, cpv]).toEqual([result.total_matched, 0])

    const byName = await rig.search({ q: 'Village HALL roof' })
    expect(byName.result.grants[0]).toMatchObject({
      id: 'village-halls-warm-roof-fund',
      matched: { words: ['Village', 'HALL', 'roof'], by: 'words' },
    })
  })

  test('categories of the listing are found by words', async () => {
    const { result } = await rig.search({ q: 'chapels charity wales' })
    expect(result.grants[0]).toMatchObject({
      id: 'listed-chapels-repair-grant',
      matched: { words: ['chapels', 'charity', 'wales'], by: 'words' },
    })
  })

  test('with EXTRAS=off an answer has exactly the members that the specification lists', async () => {
    const plain = rig.replica({ extras: false })
    await plain.load()
    const { result } = await askWing(
      plain,
      'grants_search',
      { query: { q: 'community buildings' } },
      { nowMs: rig.clock.nowMs() },
    )
    const { result: full } = await rig.search({ q: 'community buildings' })
    const { found_by: _, ...rest } = full
    const grants = full.grants.map(({ matched: __, ...grant }: Record<string, unknown>) => grant)
    expect(result).toEqual({ ...rest, grants })
  })

  test('what is counted before payment is what the answer counts', async () => {
    const search = rig.wing.operations.find(({ operation }) => operation.id === 'grants_search')!
    const moment = { nowMs: rig.clock.nowMs(), today: '2026-11-20' as CivilDate }
    for (const q of ['community buildings', 'charity', 'trees', 'zeppelin']) {
      const quoted = await search.searchedFreshness!({ q, open_now: true }, moment)
      const { result } = await rig.search({ q })
      expect([q, quoted?.matches?.count()]).toEqual([q, result.total_matched])
      expect(result.returned).toBe(Math.min(10, result.total_matched))
    }
    expect((await rig.search({ q: 'charity' })).result.total_matched).toBeGreaterThan(10)
  })

  test('region=england also finds UK-wide grants, region=uk only those', async () => {
    const uk = await rig.search({ region: 'uk' })
    for (const grant of uk.result.grants) expect(grant.regions).toContain('uk')
    expect(ids(await rig.search({ region: 'england', q: 'workplace sockets' }))).toEqual([
      'workplace-sockets-voucher',
    ])
    expect(
      ids(await rig.search({ region: 'scotland', q: 'village halls insulation' })),
    ).not.toContain('village-halls-warm-roof-fund')
  })

  test('applicant types take their synonyms; the echo says what was understood', async () => {
    const answer = await rig.search({ org_type: 'parish' })
    expect(answer.query).toEqual({
      q: null,
      region: null,
      org_type: 'local_authority',
      min: null,
      max: null,
      open_now: true,
    })
    for (const grant of answer.result.grants) expect(grant.org_types).toContain('local_authority')
  })

  test('counts once what lacks the value that a filter needs, and what is not open', async () => {
    expect((await rig.search({ q: 'coastal communities expression' })).result).toMatchObject({
      total_matched: 1,
      excluded: { no_region: 0, no_org_type: 0, no_amount: 0, not_open: 0 },
    })
    const all = await rig.search({
      q: 'coastal communities expression',
      region: 'wales',
      org_type: 'charity',
      min: '5',
    })
    expect(all.result).toMatchObject({
      total_matched: 0,
      excluded: { no_region: 1, no_org_type: 0, no_amount: 0, not_open: 0 },
    })
    expect(
      (await rig.search({ q: 'coastal communities expression', org_type: 'charity', min: '5' }))
        .result.excluded,
    ).toEqual({
      no_region: 0,
      no_org_type: 1,
      no_amount: 0,
      not_open: 0,
    })
    expect(
      (await rig.search({ q: 'coastal communities expression', max: '5' })).result.excluded,
    ).toEqual({
      no_region: 0,
      no_org_type: 0,
      no_amount: 1,
      not_open: 0,
    })
    const open = await rig.search({ q: 'memory cafés' })
    expect(ids(open)).not.toContain('memory-cafes-programme')
    expect(open.result.excluded).toMatchObject({ not_open: 1 })
    expect(ids(await rig.search({ q: 'memory cafés', open_now: 'false' }))[0]).toBe(
      'memory-cafes-programme',
    )
    expect(
      ids(await rig.search({ q: 'coastal communities expression', open_now: 'false' })),
    ).toEqual(['coastal-communities-nothing-stated'])
  })

  test('a missing minimum next to a stated maximum passes max', async () => {
    const riverbank = async (bound: Record<string, string>) =>
      ids(await rig.search({ q: 'riverbank nature', ...bound })).includes(
        'riverbank-nature-recovery-2',
      )
    expect(await riverbank({ max: '10' })).toBe(true)
    expect(await riverbank({ min: '175001' })).toBe(false)
  })

  test('refuses what it cannot use', async () => {
    expect(await problem(rig.search({}))).toMatchObject({ code: 'CRITERIA_REQUIRED' })
    expect(await problem(rig.search({ open_now: 'true' }))).toMatchObject({
      code: 'CRITERIA_REQUIRED',
    })
    expect(await problem(rig.search({ min: '9', max: '3' }))).toMatchObject({
      code: 'VALIDATION',
      errors: [{ field: 'min' }],
    })
    expect((await problem(rig.search({ org_type: 'charty' }))).hint).toContain(
      'did you mean charity',
    )
    for (const query of [
      { region: 'narnia' },
      { q: 'x'.repeat(201) },
      { min: '-1' },
      { open_now: 'yes' },
      { q: 'a', minimum: '3' },
    ]) {
      expect(await problem(rig.search(query as never))).toMatchObject({ code: 'VALIDATION' })
    }
  })
})

describe('eligibility', () => {
  const GRANT = 'village-halls-warm-roof-fund'
  const first = { org_type: 'charity', region: 'england' }

  test('uncertain, then eligible, then ineligible, as facts are declared', async () => {
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

  test('every criterion quotes the listing or the text', async () => {
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

  test('what the rules alone read is never eligible', async () => {
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
  ])('%s is %s and says %s', async (id, band, flag) => {
    const answer = await rig.eligibility(id)
    expect(answer.verdict.band).toBe(band)
    expect(codes(answer)).toContain(flag)
  })

  test('without any criterion there is no score', async () => {
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

  test('a limit to parts of England is a question in England only', async () => {
    const english = await rig.eligibility('shop-front-revival', { region: 'england' })
    expect(
      english.result.missing.map(({ parameter }: { parameter: string }) => parameter),
    ).toContain('english_region')
    expect((await rig.eligibility('shop-front-revival', { region: 'wales' })).verdict.band).toBe(
      'ineligible',
    )
  })

  test('a slug comes before a short name that is spelled the same', async () => {
    expect((await rig.eligibility('dfg')).result.grant.name).toBe('Digital Farm Gateway')
    expect(await problem(rig.eligibility('wcs'))).toMatchObject({ code: 'SUBJECT_NOT_FOUND' })
  })

  test('refuses facts that it cannot use, each with its fault', async () => {
    const declare = (value: unknown) =>
      problem(
        rig.eligibility(GRANT, {
          declare: typeof value === 'string' ? value : JSON.stringify(value),
        }),
      )
    expect((await declare({ anual_income: 5 })).detail).toContain('did you mean annual_income')
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

describe('match', () => {
  const project = {
    description: 'We want solar panels and insulation for our village hall, which a charity runs',
    org_type: 'charity',
    region: 'england',
    amount_needed: 20000,
  }

  test('ranks what fits, judges it, and counts what it leaves out', async () => {
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

  test('eligible grants come before more relevant uncertain ones', async () => {
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

  test('what the applicant is not is excluded and counted', async () => {
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

  test('grants that open later are judged on request', async () => {
    const later = {
      description: 'small grants for cafés that welcome people with dementia and carers',
      open_now: false,
    }
    expect(
      (await rig.match({ ...later, open_now: true })).result.excluded.closed,
    ).toBeGreaterThanOrEqual(1)
    expect((await rig.match(later)).result.matches[0].grant.id).toBe('memory-cafes-programme')
  })

  test('a description that has nothing in common matches nothing', async () => {
    expect(
      (await rig.match({ description: 'Xylophone zeppelins quokka marmalade' })).result,
    ).toEqual({
      considered: 0,
      matches: [],
      excluded: { ineligible: 0, closed: 0 },
    })
  })

  test('refuses what it cannot use', async () => {
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

describe('the same question', () => {
  test('has the same bytes, on this index and on a rebuilt one', async () => {
    const ask = async () =>
      JSON.stringify([
        await rig.search({ q: 'solar panels for schools' }),
        await rig.match({ description: 'solar panels on the roof of a school' }),
        await rig.eligibility('school-solar-2'),
      ])
    const first = await ask()
    expect(await ask()).toBe(first)
    const replica = rig.replica()
    await replica.load()
    expect(replica.deps.index(rig.clock.nowMs()).generation.name).toBe(
      rig.wing.deps.index(rig.clock.nowMs()).generation.name,
    )
  })
})

describe('the sample of the day', () => {
  test('is the same all day, another one on other days, and open', () => {
    const subjects = (day: string) => rig.wing.previewSubjects(day).map(({ params }) => params.id)
    expect(subjects('2026-11-20')).toEqual(subjects('2026-11-20'))
    expect(
      new Set(
        ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'].map(
          (day) => subjects(day).slice(2, 4).join(),
        ),
      ).size,
    ).toBeGreaterThan(2)
    expect(subjects('2026-11-20')).not.toContain('memory-cafes-programme')
  })
})

describe('live grants of a funder', () => {
  test('by any of its names, soonest closing first', () => {
    const { grants: live } = rig.wing.liveGrantsOfFunder(
      ['Dept', 'The Department for Example Communities'],
      rig.clock.nowMs(),
    )
    expect(live.map(({ id }) => id)).toEqual([
      'rough-sleeping-outreach',
      'shop-front-revival',
      'faith-and-neighbours',
      'parish-play-areas',
      'village-halls-warm-roof-fund',
      'home-adaptations',
    ])
    expect(rig.wing.liveGrantsOfFunder(['Nobody', ''], rig.clock.nowMs()).grants).toEqual([])
    expect(Object.keys(live[0]!)).toEqual(['id', 'name', 'amounts', 'window', 'source_url'])
  })
})
