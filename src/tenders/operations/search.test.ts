/** Searches of notices over the sandbox's portals. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRig, type Rig } from '../../../test/tenders/rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
})
afterAll(() => rig.close())

test('200: finds, orders, counts and names its sources', async () => {
  const { result, confidence, sources, query } = await rig.ask('tenders_search', {
    query: { q: 'grounds maintenance', region: 'scotland', value_min: '1000' },
  })
  expect(confidence).toBe('high')
  expect(sources.map((source) => source.name)).toEqual(['Contracts Finder', 'Find a Tender'])
  expect(query).toMatchObject({
    q: 'grounds maintenance',
    region: 'scotland',
    value_min: 1000,
    stage: null,
  })
  expect(result.returned).toBeGreaterThan(0)
  for (const notice of result.notices) expect(`,${notice.region},uk,`).toMatch(/scotland|uk/)
})

test('200: grades each result, and leaves out those below the requested grade', async () => {
  const search = async (query: Record<string, string>) =>
    (await rig.ask('tenders_search', { query })).result
  const q = 'grounds maintenance'
  const all = await search({ q })
  const { close, related, loose } = all.found_by_relevance
  expect([close > 0, close + related + loose]).toEqual([true, all.total_matched])
  expect(all.notices[0].matched.relevance).toBe('close')
  const closest = await search({ q, min_relevance: 'close' })
  expect(closest).toMatchObject({
    total_matched: close,
    found_by_relevance: { close, related: 0, loose: 0 },
  })
  const withoutWords = await search({ cpv: '77' })
  expect(withoutWords).toMatchObject({ found_by: null, found_by_relevance: null })
  expect(withoutWords.notices[0].matched).toEqual({
    words: [],
    cpv: null,
    by: null,
    relevance: null,
  })
})

test('400: min_relevance without words', async () => {
  await expect(
    rig.ask('tenders_search', { query: { cpv: '77', min_relevance: 'close' } }),
  ).rejects.toMatchObject({ code: 'VALIDATION' })
})

test('200: gives advice also if nothing has a short CPV prefix', async () => {
  const { verdict } = await rig.ask('tenders_search', { query: { cpv: '00' } })
  expect(verdict.flags[0]!.detail).toContain('to broaden: use other cpv prefixes.')
})

test('200: names the first day held of each portal if nothing was found', async () => {
  const { verdict } = await rig.ask('tenders_search', { query: { q: 'zeppelin mooring masts' } })
  expect(verdict.flags[0]!.detail).toMatch(
    / Find a Tender is held since 2026-11-06, Contracts Finder is held since 2026-11-06\.$/,
  )
})

test.each([
  [{ query: {} }, 'CRITERIA_REQUIRED'],
  [{ query: { value_min: '5' } }, 'CRITERIA_REQUIRED'],
  [{ query: { q: 'x', value_min: '9', value_max: '5' } }, 'VALIDATION'],
  [{ query: { q: 'x', cpv: '7' } }, 'VALIDATION'],
  [{ query: { q: 'x', region: 'mercia' } }, 'VALIDATION'],
  [{ query: { q: 'x', deadline_after: '2026-02-30' } }, 'VALIDATION'],
  [{ query: { q: 'x'.repeat(201) } }, 'VALIDATION'],
  [{ query: { q: 'x', value_mim: '5' } }, 'VALIDATION'],
])('400: refuses %j', async (fields, code) => {
  await expect(rig.ask('tenders_search', fields)).rejects.toMatchObject({ code })
})
