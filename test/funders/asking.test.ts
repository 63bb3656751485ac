/** Requests for a funder over HTTP by every spelling of its name, against the whole service. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type FunderRegistry, startFunderRegistry } from '../../sandbox/funder-registry/server.ts'
import { type Buyer, createBuyer } from '../../src/buyer/buyer.ts'
import { type Service, startService } from '../support/service.ts'

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
    wings: 'real',
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
  if (quote.kind === 'answer') return { status: quote.status, body: JSON.parse(quote.text) as Body }
  const answer = await buyer.send(request, await buyer.sign(quote, { maxUsd: '1' }))
  return { status: answer.status, body: JSON.parse(answer.text) as Body }
}

it.each([
  [
    'as printed',
    encodeURIComponent('Brambledown Community Foundation'),
    'exact_name',
    'Brambledown Community Foundation',
  ],
  ['by its slug', 'brambledown-community-foundation', 'slug', 'Brambledown Community Foundation'],
  ['by a register id', 'GB-CHC-9000001', 'exact_id', 'Brambledown Community Foundation'],
  [
    'by its own id in another case',
    '360g-BRAMBLEDOWN',
    'exact_id',
    'Brambledown Community Foundation',
  ],
  [
    'misspelt',
    encodeURIComponent('Brambeldown Community Foundation'),
    'fuzzy',
    'Brambledown Community Foundation',
  ],
  [
    'non-ASCII',
    encodeURIComponent('Esmé Harbour Foundation'),
    'exact_name',
    'Esmé Harbour Foundation',
  ],
  [
    'decomposed',
    encodeURIComponent('Esmé Harbour Foundation'.normalize('NFD')),
    'exact_name',
    'Esmé Harbour Foundation',
  ],
  ['in Welsh', encodeURIComponent('Cronfa Dyffryn Tŷwi'), 'exact_name', 'Cronfa Dyffryn Tŷwi'],
  [
    'with a slash as %2F',
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
])('%s', async (_, path, quality, name) => {
  const { status, body } = await ask(path)
  expect(status).toBe(200)
  expect(body.result).toMatchObject({ funder: { name }, match_quality: quality })
  expect(body.query).toEqual({ name: decodeURIComponent(path) })
  // The listing of live grants is out of reach here, and the answer says so.
  expect(body.confidence).toBe('low')
  expect(body.verdict!.flags.map(({ code }) => code)).toEqual(['SOURCE_FAILED'])
})

it('ambiguous: candidates, and nothing charged', async () => {
  const { status, body } = await ask('hillside%20foundation')
  expect(status).toBe(404)
  expect(body).toMatchObject({ code: 'FUNDER_AMBIGUOUS', charged: false })
  expect(body.hint).toContain('hillside-foundation, hillside-foundation-gb-chc-9000008')
  expect(body.errors).toHaveLength(2)
})

it('unknown: 404, and nothing charged', async () => {
  expect(await ask('zzyzx')).toMatchObject({
    status: 404,
    body: { code: 'SUBJECT_NOT_FOUND', charged: false },
  })
})

it.each([
  ['one character', 'x'],
  ['only blanks', '%20%20%20'],
  ['121 characters', 'x'.repeat(121)],
])('%s: 400 before any price', async (_, path) => {
  expect(await ask(path)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
})
