/** The whole way to contracts: ask, quote with freshness, pay, answer, receipt, and changes of the same search. */
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import {
  extractReceiptFromResponse,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contractReleases } from '../../sandbox/tender-portals/contracts.ts'
import { startWorld, type World } from '../../sandbox/world.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import type { Freshness } from '../../src/contract/freshness.ts'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import { canonicalJson, sha256Hex } from '../../src/platform/hash.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { createBuyer } from '../support/buyer.ts'

const HOUR = 3_600_000
const SEARCH = 'q=meals&cpv=55524&supplier=99000001'

let world: World
let app: App
let clock: ManualClock
beforeAll(async () => {
  world = await startWorld({ port: await freePort(), logLevel: 'silent', inMemory: true })
  clock = manualClock(Date.now())
  await serve()
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
})

const buyer = () => createBuyer({ privateKey: world.buyer.privateKey })
const at = (path: string) => `${app.url}/v1/${path}`
const changesPath = (cursor?: string) =>
  `changes?subject=contracts&${SEARCH}${cursor === undefined ? '' : `&cursor=${cursor}`}`

/** Starts the service, which reads what the portals published, and waits until it knows of that. */
async function serve(isRead: () => Promise<boolean> = async () => true): Promise<void> {
  app = await createApp(
    loadConfig({
      ...world.environment,
      // The number of matches in a quote counts as a free call.
      RATE_LIMITS: 'address:60000/60000,free:6000/6000',
    }),
    {
      clock,
      previewNumbers: world.previewNumbers,
    },
  )
  await app.start()
  await vi.waitFor(
    async () => {
      const { matches, sources } = freshnessOf(await fetch(at(`contracts/search?${SEARCH}`)))
      expect(sources.filter(({ state }) => state !== 'fresh')).toEqual([])
      expect([matches, await isRead()]).toEqual([1, true])
    },
    { timeout: 30_000, interval: 100 },
  )
}

function freshnessOf(unpaid: Response): Freshness {
  const terms = decodePaymentRequiredHeader(unpaid.headers.get('payment-required')!)
  return (terms.extensions as { freshness: Freshness }).freshness
}

interface Answer {
  result: {
    total_matched: number
    contracts: { title: string; ends: string; suppliers: { company_number: string }[] }[]
    changes: { kind: string; id: string; detail: { title: string; fields: object[] } }[]
    cursor: string
  }
  as_of: string
  sources: { name: string; fetched: string }[]
  verdict: { narrative: unknown }
  query: object
}

test('quote, payment, answer, receipt and changes of one search of contracts agree', async () => {
  const url = at(`contracts/search?${SEARCH}`)
  // Under load a quote does not count matches.
  const unpaid = await vi.waitFor(
    async () => {
      const reply = await fetch(url)
      expect([reply.status, freshnessOf(reply).matches]).toEqual([402, 1])
      return reply
    },
    { timeout: 30_000, interval: 100 },
  )
  const terms = decodePaymentRequiredHeader(unpaid.headers.get('payment-required')!)
  expect(terms.accepts[0]!.amount).toBe('50000')
  const quoted = freshnessOf(unpaid)

  const request = { method: 'GET', url }
  const quote = await buyer().ask(request)
  if (quote.kind === 'answer') throw new Error('no quote')
  const signed = await buyer().sign(quote, { maxUsd: '0.05' })
  const before = await world.money.balance(world.buyer.address)
  const paid = await fetch(url, { headers: { 'payment-signature': signed } })
  const body = await paid.text()
  const answer = JSON.parse(body) as Answer
  expect([paid.status, before - (await world.money.balance(world.buyer.address))]).toEqual([
    200,
    50_000n,
  ])
  expect(answer.result.total_matched).toBe(quoted.matches)
  expect(answer.result.contracts).toMatchObject([
    { title: 'School meals', suppliers: [{ company_number: '99000001' }] },
  ])
  expect(quoted.as_of).toBe(answer.as_of)
  expect(quoted.sources.map(({ name, as_of }) => [name, as_of])).toEqual(
    answer.sources.map(({ name, fetched }) => [name, fetched]),
  )

  const settled = decodePaymentResponseHeader(paid.headers.get('payment-response')!)
  const receipt = extractReceiptFromResponse(paid)!
  const { result, query: inputs, as_of: dataVintage } = answer
  const { narrative: _, ...verdict } = answer.verdict
  const responseHash = sha256Hex(
    canonicalJson({
      endpoint: 'contracts_search',
      inputs,
      result: { result, verdict },
      method: null,
      dataVintage,
    }),
  )
  expect(await verifyReceiptSignatureJWS(receipt as never)).toMatchObject({
    transaction: settled.transaction,
    payer: world.buyer.address.toLowerCase(),
    resourceUrl: url,
    provenance: { endpoint: 'contracts_search', responseHash },
  })

  const watched = (await (await fetch(at(changesPath()))).json()) as Answer
  const { cursor } = watched.result
  expect((await fetch(at(changesPath(cursor)))).status).toBe(204)
  const { ends } = answer.result.contracts[0]!
  clock.advance(7 * HOUR)
  // The same extension a year later: its notice is newer than what was read.
  const extended = contractReleases(clock.nowMs()).filter(
    ({ json, publishedMs }) =>
      json.includes('contractAmendment') && publishedMs > clock.nowMs() - 7 * HOUR,
  )
  const later = `${Number(ends.slice(0, 4)) + 1}${ends.slice(4)}`
  expect(extended).toHaveLength(1)
  world.sources.tenderPortals.publish(
    ...extended.map((release) => ({
      ...release,
      json: release.json.replace(/"endDate":"[^"]*"/, `"endDate":"${later}"`),
    })),
  )
  await app.stop()
  await serve(async () => (await fetch(at(changesPath(cursor)))).status === 402)
  // The buyer signs by the time of the service.
  vi.useFakeTimers({ now: clock.nowMs(), toFake: ['Date'] })
  const told = await buyer()
    .call({ method: 'GET', url: at(changesPath(cursor)) }, { maxUsd: '0.02' })
    .finally(() => vi.useRealTimers())
  const { changes, cursor: next } = (JSON.parse(told.text) as Answer).result
  expect(changes).toMatchObject([{ kind: 'altered', detail: { title: 'School meals' } }])
  expect(changes[0]!.detail.fields).toContainEqual({ field: 'ends', before: ends, after: later })
  expect((await fetch(at(changesPath(next)))).status).toBe(204)
}, 120_000)
