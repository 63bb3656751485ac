/** Failures of each source, as a paying buyer sees them: answer, charge and repetition. */
import { rmSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { usdcToAtomic } from '../../src/platform/money.ts'
import { PORTALS } from '../../src/tenders/portals/index.ts'
import {
  type Envelope,
  type Item,
  type Market,
  openMarket,
  type Purchase,
} from '../support/market.ts'
import type { Reply } from '../support/service.ts'
import { eachInOneWorld, expectDelivered, expectProblem, withoutChain } from '../support/world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const verdictOf = (number: string, query = ''): Item => ({
  path: `/v1/company/${number}/verdict${query}`,
})
const profileOf = (number: string): Item => ({ path: `/v1/company/${number}` })
const fcaOf = (number: string): Item => ({ path: `/v1/company/${number}/fca` })
const search: Item = { path: '/v1/company/search?q=harbour' }

/** In liquidation for years, with charges and an insolvency history. */
const FALLEN = '99000050'

const PORTAL_URLS = PORTALS.map(({ urlVariable }) => urlVariable)

/**
 * Domains that answer from an index. `unread`: variables of sources that their tests do not need.
 */
const INDEXES = [
  {
    index: 'tenders',
    sources: ['find_a_tender', 'contracts_finder'],
    filled: 'tender_index',
    item: { path: '/v1/tenders/search?region=england' },
    stranger: { path: '/v1/tenders/ocds-b5fd17-none/brief' },
    besides: [],
    unread: ['FIND_A_GRANT_URL', 'THREESIXTY_REGISTRY_URL'],
    windowMs: 6 * HOUR_MS,
    down: ({ tenderPortals }: Market['sources'], isDown: boolean) => {
      for (const portal of ['find-a-tender', 'contracts-finder'] as const)
        tenderPortals.breakDown(portal, isDown)
    },
  },
  {
    index: 'grants',
    sources: ['find_a_grant'],
    filled: 'find_a_grant',
    item: { path: '/v1/grants/search?q=community' },
    stranger: { path: '/v1/grants/no-such-grant/eligibility' },
    besides: [],
    unread: [...PORTAL_URLS, 'THREESIXTY_REGISTRY_URL'],
    windowMs: 24 * HOUR_MS,
    down: ({ grantListing }: Market['sources'], isDown: boolean) =>
      grantListing.fault({ status: isDown ? 500 : null }),
  },
  {
    index: 'funders',
    sources: ['threesixty_giving'],
    filled: 'threesixty_giving',
    item: { path: `/v1/funders/${encodeURIComponent('Brambledown Community Foundation')}` },
    stranger: { path: '/v1/funders/zzzz%20nobody' },
    // The dossier names live grants too.
    besides: ['find_a_grant'],
    unread: PORTAL_URLS,
    windowMs: 7 * DAY_MS,
    down: ({ funderRegistry }: Market['sources'], isDown: boolean) =>
      funderRegistry.failRegistry(isDown),
  },
] as const

const envelopeOf = (reply: Reply) => reply.json as unknown as Envelope

/**
 * Checks a delivered envelope and one charge; the same payment again returns the same bytes free.
 */
async function expectBought(
  { priceAtomic, reply, again, spent }: Purchase,
  confidence: string,
): Promise<Envelope> {
  expectDelivered(reply)
  const answer = envelopeOf(reply)
  expect({
    confidence: answer.confidence,
    notice: answer.notice,
    currency: answer.cost.currency,
  }).toEqual({
    confidence,
    notice: 'Information, not advice.',
    currency: 'USDC',
  })
  expect(BigInt(usdcToAtomic(answer.cost.amount))).toBe(priceAtomic)
  const repeated = await again()
  expect([repeated.status, repeated.bytes, repeated.headers.get('payment-replayed')]).toEqual([
    200,
    reply.bytes,
    'true',
  ])
  expect(await spent()).toBe(priceAtomic)
  return answer
}

/** Checks a 503 for an unavailable source, with Retry-After and without a charge. */
async function expectUnavailable({ reply, spent }: Purchase): Promise<void> {
  expectProblem(reply, 503, 'UPSTREAM_UNAVAILABLE')
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(reply.json).toMatchObject({ retryable: true, hint: expect.stringMatching(/\w/) })
  expect(await spent()).toBe(0n)
}

describe.skipIf(withoutChain)('over HTTP, paid on the chain', () => {
  const world = eachInOneWorld()
  let market: Market
  afterEach(() => market.close())

  const ingesting = ({ unread }: (typeof INDEXES)[number]) => ({
    ...Object.fromEntries(unread.map((variable) => [variable, 'http://127.0.0.1:9'])),
    INGEST: 'scheduled',
  })

  const isFilled = async (from: Market, row: (typeof INDEXES)[number]) => {
    for (const name of [...row.sources, ...row.besides, row.filled]) await from.becomes(name, 'ok')
  }

  const folders = new Map<string, string>()
  afterAll(() => {
    for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true })
  })

  /** Returns a folder with this index, which is filled once for all tests. */
  async function filledFolder(row: (typeof INDEXES)[number]): Promise<string> {
    const known = folders.get(row.index)
    if (known !== undefined) return known
    const filling = await openMarket(world, { environment: ingesting(row) })
    await isFilled(filling, row)
    const folder = await filling.keep()
    folders.set(row.index, folder)
    return folder
  }

  /** A market with this index filled. */
  async function withIndex(row: (typeof INDEXES)[number]): Promise<void> {
    const kept = await filledFolder(row)
    market = await openMarket(world, { environment: ingesting(row), kept })
    await isFilled(market, row)
  }

  describe('the profile, or an index that was never filled, failed and nothing is cached: 503, not charged, the payment buys it later', () => {
    it.each<[string, Item]>([
      ['verdict', verdictOf(FALLEN)],
      ['profile', profileOf(FALLEN)],
      ['search', search],
    ])('companies: %s', async (_, item) => {
      market = await openMarket(world)
      market.sources.companiesHouse.break('html404')
      const refused = await market.buy(item)
      await expectUnavailable(refused)
      await expectUnavailable({ ...refused, reply: await refused.again() })
      market.sources.companiesHouse.heal()
      await expectBought({ ...refused, reply: await refused.again() }, 'high')
    })

    it.each(INDEXES)('$index', async (row) => {
      market = await openMarket(world, {
        environment: ingesting(row),
        prepare: (sources) => row.down(sources, true),
      })
      for (const name of row.sources) await market.becomes(name, 'failing')
      const refused = await market.buy(row.item)
      await expectUnavailable(refused)
      await expectUnavailable({ ...refused, reply: await refused.again() })
      row.down(market.sources, false)
      market.later(HOUR_MS)
      await market.aMinutePasses()
      for (const name of [...row.sources, ...row.besides, row.filled])
        await market.becomes(name, 'ok')
      await expectBought({ ...refused, reply: await refused.again() }, 'high')
    })
  })

  describe('the register says there is no such subject: 404, not charged, the payment buys something else', () => {
    async function expectMissing(stranger: Item, known: Item): Promise<void> {
      const refused = await market.buy(stranger)
      for (const reply of [refused.reply, await refused.again()])
        expectProblem(reply, 404, 'SUBJECT_NOT_FOUND')
      expect(await refused.spent()).toBe(0n)
      const other = await market.buy(known)
      if (other.priceAtomic !== refused.priceAtomic) return
      expectDelivered(await refused.buys(known.path))
      expect(await refused.spent()).toBe(refused.priceAtomic)
    }

    it.each<[string, (number: string) => Item]>([
      ['verdict', verdictOf],
      ['profile', profileOf],
      ['regulator check', fcaOf],
    ])('companies: %s', async (_, itemOf) => {
      market = await openMarket(world)
      await expectMissing(itemOf('00000404'), itemOf(FALLEN))
    })

    it.each(INDEXES)('$index', async (row) => {
      await withIndex(row)
      await expectMissing(row.stranger, row.item)
    })
  })
})
