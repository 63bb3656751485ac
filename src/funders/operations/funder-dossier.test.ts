/** Dossiers of funders: by each spelling of a name over HTTP, and without a counted award. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type FunderRegistry,
  startFunderRegistry,
} from '../../../sandbox/funder-registry/server.ts'
import { type Buyer, createBuyer } from '../../../test/support/buyer.ts'
import { inventedDossier } from '../../../test/support/invented-dossier.ts'
import { type Service, startService } from '../../../test/support/service.ts'
import { pack } from '../../background/stored-layout.ts'
import { DOSSIER, type StoredDossier } from '../corpus/dossier.ts'
import { buildFunderIndex } from '../index/funder-index.ts'
import { funderDossier } from './funder-dossier.ts'

type Counts = Pick<
  StoredDossier['coverage'],
  'grants_included' | 'excluded_share_alike' | 'excluded_non_gbp' | 'excluded_zero_amount'
>

const counts = (
  grants_included: number,
  excluded_share_alike: number,
  excluded_non_gbp: number,
  excluded_zero_amount: number,
): Counts => ({
  grants_included,
  excluded_share_alike,
  excluded_non_gbp,
  excluded_zero_amount,
})

async function depsOf(...funders: [name: string, counts: Counts][]) {
  async function* batch() {
    yield funders.map(([name, counted]) => {
      const slug = name.toLowerCase().replaceAll(' ', '-')
      const dossier = inventedDossier(slug, [name], [], counted.grants_included)
      return pack(DOSSIER, { ...dossier, coverage: { ...dossier.coverage, ...counted } })
    })
  }
  const index = await buildFunderIndex({ id: 'g', builtMs: 0, fetchedMs: 0, summary: '' }, batch())
  const source = {
    name: '360Giving',
    fetched: '2026-11-20T00:00:00Z',
    url: 'https://registry.example/',
  }
  return {
    corpus: () => ({ index, source, degradations: [] }),
    liveGrants: () => ({ grants: [], sources: [], degradations: [] }),
  }
}

const context = {
  today: '2026-11-20',
  nowMs: Date.parse('2026-11-20T02:00:00Z'),
  signal: AbortSignal.timeout(60_000),
}

async function describeGiving(counted: Counts) {
  const { result, verdict } = await funderDossier.answer(
    { name: 'Harbour Fund' },
    await depsOf(['Harbour Fund', counted]),
    context,
  )
  const { giving } = funderDossier.result.parse(result) as {
    giving: { grants_made: number | null }
  }
  return { giving, flags: verdict?.flags ?? [] }
}

const UNKNOWN = {
  grants_made: null,
  total_awarded_gbp: null,
  years: { first: null, last: null },
  size_distribution_gbp: { min: null, p25: null, median: null, p75: null, max: null, mean: null },
  yearly: {},
  typical_award_gbp: null,
}

it.each([
  [
    'another currency',
    counts(0, 0, 2, 0),
    '2 published grants are left out, 2 in another currency or none and 0 without a positive amount',
  ],
  [
    'no positive amount',
    counts(0, 0, 0, 1),
    '1 published grant is left out, 0 in another currency or none and 1 without a positive amount',
  ],
])('200: awards in nothing but %s are no history of zero pounds', async (_, counted, detail) => {
  const { giving, flags } = await describeGiving(counted)
  expect(giving).toEqual(UNKNOWN)
  expect(flags).toEqual([
    {
      code: 'NO_GBP_AWARDS',
      detail: `${detail}, and none is left to count; giving in pounds is unknown, not zero`,
    },
  ])
})

it('200: gives no figure, and each reason, exactly where nothing was counted and something left out', async () => {
  const some = fc.constantFrom(0, 0, 1, 7)
  await fc.assert(
    fc.asyncProperty(some, some, some, some, async (included, bound, foreign, zero) => {
      const { giving, flags } = await describeGiving(counts(included, bound, foreign, zero))
      const reasons = [
        ...(bound > 0 ? ['SHARE_ALIKE_ONLY'] : []),
        ...(foreign + zero > 0 ? ['NO_GBP_AWARDS'] : []),
      ]
      expect(flags.map(({ code }) => code)).toEqual(included > 0 ? [] : reasons)
      expect(giving.grants_made).toBe(included > 0 || reasons.length === 0 ? included : null)
    }),
  )
})

it('404: says before payment that none of a candidate’s grants is counted', async () => {
  const deps = await depsOf(
    ['Harbour Dollar Fund', counts(0, 0, 2, 0)],
    ['Harbour Pound Fund', counts(12, 0, 0, 0)],
  )
  await expect(funderDossier.answer({ name: 'Harbour' }, deps, context)).rejects.toMatchObject({
    code: 'FUNDER_AMBIGUOUS',
    errors: expect.arrayContaining([
      expect.objectContaining({
        message: 'harbour-dollar-fund: Harbour Dollar Fund, no grants counted',
      }),
      expect.objectContaining({ message: 'harbour-pound-fund: Harbour Pound Fund, 12 grants' }),
    ]),
  })
})

describe('over HTTP', () => {
  let registry: FunderRegistry
  let service: Service
  let buyer: Buyer

  interface Body {
    query?: { name: string }
    result?: { funder: { name: string }; match_quality: string; coverage: object }
    verdict?: { flags: { code: string; detail: string }[] }
    confidence?: string
    code?: string
    charged?: boolean
    hint?: string
    errors?: { field: string; in: string; message: string }[]
  }

  beforeAll(async () => {
    registry = await startFunderRegistry()
    service = await startService({
      domains: 'real',
      environment: {
        THREESIXTY_REGISTRY_URL: registry.url,
        INGEST: 'scheduled',
        FUNDERS_INTERVAL_MS: '0',
      },
    })
    buyer = createBuyer({ privateKey: service.buyer.privateKey })
    // Health answers sixty requests a minute.
    await vi.waitUntil(async () => (await corpusStatus()) === 'ok', {
      timeout: 20_000,
      interval: 500,
    })
  })

  afterAll(async () => {
    await service?.stop()
    await registry?.close()
  })

  async function corpusStatus(): Promise<string> {
    const { upstreams } = (await (await fetch(`${service.url}/v1/health`)).json()) as {
      upstreams: Record<string, { status: string }>
    }
    return upstreams['threesixty_giving']!.status
  }

  async function ask(path: string): Promise<{ status: number; body: Body }> {
    const request = { method: 'GET' as const, url: `${service.url}/v1/funders/${path}` }
    const quote = await buyer.ask(request)
    if (quote.kind === 'answer')
      return { status: quote.status, body: JSON.parse(quote.text) as Body }
    const answer = await buyer.send(request, await buyer.sign(quote, { maxUsd: '1' }))
    return { status: answer.status, body: JSON.parse(answer.text) as Body }
  }

  it.each([
    [
      'with a letter outside ASCII',
      encodeURIComponent('Esmé Harbour Foundation'),
      'exact_name',
      'Esmé Harbour Foundation',
    ],
    [
      'in decomposed form',
      encodeURIComponent('Esmé Harbour Foundation'.normalize('NFD')),
      'exact_name',
      'Esmé Harbour Foundation',
    ],
    ['in Welsh', encodeURIComponent('Cronfa Dyffryn Tŷwi'), 'exact_name', 'Cronfa Dyffryn Tŷwi'],
    [
      'with a slash as %%2F',
      'Quayside%20Arts%2FScience%20Trust',
      'exact_name',
      'Quayside Arts/Science Trust',
    ],
    [
      'with an ampersand',
      'department%20for%20rivers%20%26%20coasts',
      'exact_name',
      'Department for Rivers & Coasts',
    ],
  ])('200: finds a funder %s', async (_, path, quality, name) => {
    const { status, body } = await ask(path)
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ funder: { name }, match_quality: quality })
    expect(body.query).toEqual({ name: decodeURIComponent(path) })
    // The listing of live grants is out of reach here, and the answer says so.
    expect(body.confidence).toBe('low')
    expect(body.verdict!.flags.map(({ code }) => code)).toEqual(['SOURCE_FAILED'])
  })

  it('404: refuses an ambiguous name with candidates, and charges nothing', async () => {
    const { status, body } = await ask('hillside%20foundation')
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'FUNDER_AMBIGUOUS', charged: false })
    expect(body.hint).toContain('hillside-foundation, hillside-foundation-gb-chc-9000008')
    expect(body.errors).toHaveLength(2)
  })

  it('404: refuses an unknown name and charges nothing', async () => {
    expect(await ask('zzyzx')).toMatchObject({
      status: 404,
      body: { code: 'SUBJECT_NOT_FOUND', charged: false },
    })
  })

  it.each([
    ['one character', 'x'],
    ['only blanks', '%20%20%20'],
    ['121 characters', 'x'.repeat(121)],
  ])('400: refuses %s before any price', async (_, path) => {
    expect(await ask(path)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })
})
