import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSandboxSeeds } from '../../../sandbox/grant-listing/seeds.ts'
import { createRig, type Envelope, type Rig } from '../../../test/grants/rig.ts'
import { ServiceError } from '../../platform/errors.ts'
import type { CivilDate } from '../../platform/london.ts'

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
  test('200: finds by name, summary, funder and description, with stemming and synonyms', async () => {
    expect(ids(await rig.search({ q: 'village halls' }))).toContain('village-halls-warm-roof-fund')
    expect(ids(await rig.search({ q: 'exporting' }))).toContain('export-ready')
    expect(ids(await rig.search({ q: 'heritage example trust' }))).toContain('oral-history-of-work')
    expect(ids(await rig.search({ q: 'EV charger' }))).toEqual(['workplace-sockets-voucher'])
  })

  test('200: answers in the published shape, at most ten, in a stated order', async () => {
    const answer = await rig.search({ region: 'england' })
    // Without words there are no reasons to give.
    expect(answer.result).toMatchObject({ found_by: null, found_by_relevance: null })
    expect(answer.result.grants[0].matched).toEqual({
      words: [],
      cpv: null,
      by: null,
      relevance: null,
    })
    expect(answer.result.returned).toBe(10)
    expect(answer.result.total_matched).toBeGreaterThan(20)
    const closing = answer.result.grants.map(
      ({ window }: { window: { closes: string } }) => window.closes,
    )
    expect(closing).toEqual([...closing].sort())
    expect(answer.verdict).toEqual({ score: null, band: null, flags: [], narrative: null })
    expect(answer.confidence).toBe('high')
  })

  test('200: adverts that say the same in other words are found, with the reason', async () => {
    const { result } = await rig.search({ q: 'community buildings' })
    const [hall] = result.grants
    expect(hall.id).toBe('village-halls-warm-roof-fund')
    expect(hall.matched).toEqual({
      words: ['community'],
      cpv: null,
      by: 'synonym',
      relevance: 'close',
    })
    const { close, related, loose } = result.found_by_relevance
    expect(close + related + loose).toBe(result.total_matched)
    const closest = await rig.search({ q: 'community buildings', min_relevance: 'close' })
    expect(closest.result.total_matched).toBe(close)
    expect(closest.result.grants).toEqual(result.grants.slice(0, close))
    const { words, cpv, synonym } = result.found_by
    expect([words + synonym, cpv]).toEqual([result.total_matched, 0])

    const byName = await rig.search({ q: 'Village HALL roof' })
    expect(byName.result.grants[0]).toMatchObject({
      id: 'village-halls-warm-roof-fund',
      matched: { words: ['Village', 'HALL', 'roof'], by: 'words' },
    })
  })

  test('200: categories of the listing are found by words', async () => {
    const { result } = await rig.search({ q: 'chapels charity wales' })
    expect(result.grants[0]).toMatchObject({
      id: 'listed-chapels-repair-grant',
      matched: { words: ['chapels', 'charity', 'wales'], by: 'words' },
    })
  })

  test('402: what is counted before payment is what the answer counts', async () => {
    const search = rig.wing.operations.find(({ operation }) => operation.id === 'grants_search')!
    const moment = { nowMs: rig.clock.nowMs(), today: '2026-11-20' as CivilDate }
    for (const q of ['community buildings', 'charity', 'trees', 'zeppelin']) {
      const quoted = await search.findSearchBasis!({ q, open_now: true }, moment)
      const { result } = await rig.search({ q })
      expect([q, quoted?.matches?.count()]).toEqual([q, result.total_matched])
      expect(result.returned).toBe(Math.min(10, result.total_matched))
    }
    expect((await rig.search({ q: 'charity' })).result.total_matched).toBeGreaterThan(10)
  })

  test('200: region=england also finds UK-wide grants, region=uk only those', async () => {
    const uk = await rig.search({ region: 'uk' })
    for (const grant of uk.result.grants) expect(grant.regions).toContain('uk')
    expect(ids(await rig.search({ region: 'england', q: 'workplace sockets' }))).toEqual([
      'workplace-sockets-voucher',
    ])
    expect(
      ids(await rig.search({ region: 'scotland', q: 'village halls insulation' })),
    ).not.toContain('village-halls-warm-roof-fund')
  })

  test('200: applicant types take their synonyms; the echo says what was understood', async () => {
    const answer = await rig.search({ org_type: 'parish' })
    expect(answer.query).toEqual({
      q: null,
      region: null,
      org_type: 'local_authority',
      min: null,
      max: null,
      open_now: true,
      min_relevance: null,
    })
    for (const grant of answer.result.grants) expect(grant.org_types).toContain('local_authority')
  })

  test('200: counts once what lacks the value that a filter needs, and what is not open', async () => {
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

  test('200: a missing minimum next to a stated maximum passes max', async () => {
    const riverbank = async (bound: Record<string, string>) =>
      ids(await rig.search({ q: 'riverbank nature', ...bound })).includes(
        'riverbank-nature-recovery-2',
      )
    expect(await riverbank({ max: '10' })).toBe(true)
    expect(await riverbank({ min: '175001' })).toBe(false)
  })

  test('400: refuses what it cannot use', async () => {
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
