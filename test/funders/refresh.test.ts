import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectCode } from '../support/expect-code.ts'
import { createRig, fillRigs, type Rig } from './rig.ts'

const HOUR_MS = 3_600_000

describe('a corpus of every format and defect', () => {
  let rig: Rig

  beforeAll(async () => {
    rig = await createRig()
    await rig.wing.look()
  })

  afterAll(() => rig.close())

  it('is read whole and answers each funder', async () => {
    const { result, sources, attribution } = await rig.ask('Brambledown Community Foundation')
    expect(result.match_quality).toBe('exact_name')
    expect(result.funder).toEqual({
      name: 'Brambledown Community Foundation',
      ids: ['GB-CHC-9000001', '360G-brambledown'],
    })
    expect(result.giving.grants_made).toBe(32)
    // 24 + 8 grants of 500 to 2250 in steps of 250, each amount four times.
    expect(result.giving.total_awarded_gbp).toBe(44_000)
    expect(result.giving.size_distribution_gbp).toEqual({
      min: 500,
      p25: 937.5,
      median: 1375,
      p75: 1812.5,
      max: 2250,
      mean: 1375,
    })
    expect(result.coverage.datasets.map(({ status, grants }) => [status, grants])).toEqual([
      ['counted', 24],
      ['counted', 8],
    ])
    expect(sources).toEqual([
      { name: '360Giving', fetched: '2026-11-20T02:00:00Z', url: rig.registry.url },
    ])
    expect(attribution).toContain(
      'Brambledown Community Foundation under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)',
    )
  })

  it.each([
    ['JSON with date-times', 'GB-CHC-9000002', 34],
    ['CSV with semicolons and pound signs', 'gb-coh-9000003', 30],
    ['windows-1252', 'esme harbour foundation', 24],
    ['UTF-16', 'Cronfa Dyffryn Tŷwi', 12],
    ['JSON named xlsx', 'Quayside Arts/Science Trust', 15],
    ['XLSX in several sheets and ODS', 'Department for Rivers and Coasts', 28],
    ['XLSX with inline texts', 'hillside-foundation-gb-chc-9000008', 6],
    ['JSON of persons', 'lantern-hardship-fund', 16],
  ])('reads %s', async (_, name, grants) => {
    expect((await rig.ask(name)).result.giving.grants_made).toBe(grants)
  })

  it('keeps zero, negative, foreign and duplicate grants out of the figures and counts them', async () => {
    const { giving, coverage, recent_awards } = (await rig.ask('saltmarsh-trust')).result
    expect(coverage).toMatchObject({
      grants_included: 34,
      excluded_zero_amount: 5,
      excluded_non_gbp: 1,
      excluded_share_alike: 0,
    })
    // The earlier version of the same grants said 9999 each.
    expect(giving.size_distribution_gbp.max).toBe(2250)
    expect(coverage.datasets).toMatchObject([{ title: 'Saltmarsh grants', grants: 34 }])
    expect(recent_awards).toHaveLength(10)
    expect(recent_awards[0]!.url).toBe('https://publisher.example.org/sm-all')
  })

  it('shows no person, counts them, and shows share-alike awards only with their licence', async () => {
    const { giving, coverage, recent_awards } = (await rig.ask('Lantern Hardship Fund')).result
    expect(giving.grants_made).toBe(16)
    expect(coverage.excluded_share_alike).toBe(5)
    expect(coverage.datasets.map(({ status }) => status).sort()).toEqual([
      'counted',
      'licence_not_open',
      'share_alike',
    ])
    expect(recent_awards.filter(({ licence }) => licence === 'CC BY-SA 4.0')).toHaveLength(5)
    expect(recent_awards.every(({ recipient }) => recipient && recipient !== 'Individual')).toBe(
      true,
    )
  })

  it('offers a choice between two funders of one name, and answers each by its slug', async () => {
    await expect(rig.ask('Hillside Foundation')).rejects.toMatchObject({
      code: 'FUNDER_AMBIGUOUS',
      errors: [{ field: 'name', in: 'path' }, {}],
    })
    expect((await rig.ask('hillside-foundation')).result).toMatchObject({
      match_quality: 'slug',
      funder: { ids: ['GB-CHC-9000007'] },
    })
    await expectCode(rig.ask('Hillsid Foundation'), 'FUNDER_AMBIGUOUS')
  })

  it('does not fetch what may not be used', async () => {
    expect(rig.registry.requests.filter(({ path }) => path.includes('lh-noncommercial'))).toEqual(
      [],
    )
  })
})

describe('a refresh of a filled store', () => {
  let rigs: Awaited<ReturnType<typeof fillRigs>>
  let rig: Rig

  beforeAll(async () => {
    rigs = await fillRigs()
  })
  afterAll(() => rigs.close())
  beforeEach(async () => {
    rig = await rigs.create()
  })
  afterEach(() => rig.close())

  it('requests unchanged files by their validators and names the new check', async () => {
    rig.registry.requests.length = 0
    await rig.refreshLater()
    const answers = rig.registry.requests
      .filter(({ path }) => path.startsWith('/publishers/'))
      .map(({ status }) => status)
    expect(answers).toEqual(Array.from({ length: 15 }, () => 304))
    expect((await rig.ask('GB-CHC-9000001')).result.coverage.corpus_fetched).toBe(
      '2026-11-27T02:00:00Z',
    )
  })

  it('drops a withdrawn dataset', async () => {
    rig.registry.withdraw('bd-own-ids')
    await rig.refreshLater()
    expect((await rig.ask('GB-CHC-9000001')).result).toMatchObject({
      giving: { grants_made: 24 },
      coverage: { datasets: [{ title: 'Brambledown grants 2022 to 2023' }] },
    })
  })

  it.each([
    ['down', 'the server answered 503'],
    ['gone', 'the server answered 404'],
    ['cut', 'the transfer broke off'],
    ['web_page', 'the file is a web page, not data'],
    ['broken', 'the spreadsheet archive is damaged'],
    ['zip_bomb', 'inflates more than 250 times'],
    ['wide', 'longer than 4 MiB'],
    ['huge', 'the file is larger than 1024 MiB'],
  ] as const)(
    'keeps the last good version of a dataset whose publisher is %s, and says so',
    async (fault, reason) => {
      rig.registry.fail('bd-2024', fault)
      await rig.refreshLater()
      const { result, degradations } = await rig.ask('GB-CHC-9000001')
      expect(result.giving.grants_made).toBe(32)
      expect(result.coverage.datasets[0]).toMatchObject({ status: 'last_good', grants: 24 })
      expect(result.coverage.datasets[0]!.note).toContain(reason)
      expect(result.coverage.datasets[0]!.note).toContain('the copy of 2026-11-20 is used')
      expect(degradations).toMatchObject([{ kind: 'failed', flagged: true }])
      expect((await rig.ask('saltmarsh-trust')).degradations).toEqual([])
    },
  )

  it('serves the old dossiers while the registry is down, stale after its window', async () => {
    rig.registry.failRegistry(true)
    await rig.refreshLater()
    expect((await rig.ask('GB-CHC-9000001')).degradations).toEqual([])
    expect(rig.wing.health().upstreams.threesixty_giving).toMatchObject({ status: 'failing' })
    expect(rig.wing.health().warnings.join()).toMatch(/^360Giving: .*503/)
    rig.clock.advance(HOUR_MS)
    const { degradations } = await rig.ask('GB-CHC-9000001')
    expect(degradations).toMatchObject([{ kind: 'failed' }])
    expect(degradations[0]!.detail).toContain(
      'the server answered 503; copy of 2026-11-20T02:00:00Z served',
    )
  })

  it.skipIf(!existsSync('/dev/full'))(
    'keeps the old dossiers when the disk is full, and says so',
    async () => {
      const dataset = rig.registry.datasets().find(({ identifier }) => identifier === 'bd-own-ids')!
      rig.registry.publish({
        ...dataset,
        bytes: Buffer.concat([dataset.bytes, Buffer.from('\r\n')]),
      })
      symlinkSync('/dev/full', join(rig.folder, 'funders/datasets/bd-own-ids/incoming'))
      await rig.refreshLater()
      expect((await rig.ask('GB-CHC-9000001')).result.giving.grants_made).toBe(32)
      expect(rig.wing.health().upstreams.threesixty_giving).toMatchObject({ status: 'failing' })
      expect((await rig.runs.source('funders')).failure).toBe('the disk is full')
    },
  )

  it('serves nothing that was not refreshed for a month', async () => {
    rig.clock.advance(30 * 24 * HOUR_MS)
    expect((await rig.ask('GB-CHC-9000001')).degradations).toMatchObject([{ kind: 'stale' }])
    rig.clock.advance(1)
    await expectCode(rig.ask('GB-CHC-9000001'), 'UPSTREAM_UNAVAILABLE')
  })

  it('does not believe a corpus that lost more than a third', async () => {
    for (const { identifier } of rig.registry.datasets().slice(2)) rig.registry.withdraw(identifier)
    await rig.refreshLater()
    expect((await rig.ask('saltmarsh-trust')).result.giving.grants_made).toBe(34)
  })
})

describe('a refresh', () => {
  let rig: Rig

  beforeEach(async () => {
    rig = await createRig()
  })

  afterEach(() => rig.close())

  it('names a dataset that was never read', async () => {
    rig.registry.fail('bd-2024', 'gone')
    await rig.wing.look()
    const { result } = await rig.ask('Brambledown Community Foundation')
    expect(result.giving.grants_made).toBe(8)
    expect(result.coverage.datasets).toMatchObject([
      { status: 'counted' },
      { status: 'unread', note: 'the server answered 404', grants: 0 },
    ])
  })

  it('answers 503 with a time to come back while there is no corpus', async () => {
    await expect(rig.ask('anything')).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      retryAfterSeconds: 600,
    })
  })
})

it('joins the live schemes, their source and what is wrong with it', async () => {
  const live = {
    id: 'fen-fund-2',
    name: 'Fen Fund',
    amounts: { min: null, max: 5000, text: null },
    window: { opens: null, closes: '2026-12-01', open_now: true, days_to_close: 11 },
    source_url: 'https://example.org/fen-fund-2',
  }
  const asked: (readonly string[])[] = []
  const rig = await createRig({
    liveGrants: (names) => {
      asked.push(names)
      return {
        grants: Array.from({ length: 12 }, () => live),
        sources: [
          { name: 'Find a grant', fetched: '2026-11-19T00:00:00Z', url: 'https://example.org' },
        ],
        degradations: [{ kind: 'stale', detail: 'Find a grant: past its window', flagged: true }],
      }
    },
  })
  await rig.wing.look()
  const { result, sources, degradations } = await rig.ask('360g-BRAMBLEDOWN')
  await rig.close()
  expect(asked).toEqual([['Brambledown Community Foundation']])
  expect(result.live_grants_now).toMatchObject(Array.from({ length: 10 }, () => live))
  expect(sources.map(({ name }) => name)).toEqual(['360Giving', 'Find a grant'])
  expect(degradations).toMatchObject([{ kind: 'stale' }])
})
