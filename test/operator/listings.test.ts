/**
 * `ukintel listings`: validity by facilitator or package, days since the last settlement, the next
 * step, the exit code.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { openStore } from '../../src/store/open.ts'
import { cli, cliHere } from '../support/cli.ts'
import { payment } from '../support/ledger-rows.ts'
import { buyer, pay, type Service, startService, TEA } from '../support/service.ts'

const DAY_MS = 86_400_000

interface Listings {
  routes: {
    operation: string
    valid: boolean
    judged_by: string
    reason: string | null
    days_since_settlement: number | null
    next: string | null
  }[]
  directories: { directory: string; to_do: boolean; next: string }[]
}

let facilitator: MemoryFacilitator
beforeAll(async () => {
  facilitator = await startMemoryFacilitator()
  facilitator.ledger.mint(buyer.address, 10_000_000n)
})
afterAll(() => facilitator?.close())

async function listingsOf(service: Service, environment: Record<string, string> = {}) {
  const { code, stdout, stderr } = await cliHere(['listings', '--json', '--url', service.url], {
    DATA_DIR: service.store.dataDir,
    X402_FACILITATOR_URL: facilitator.url,
    ...environment,
  })
  return { code, stderr, ...(JSON.parse(stdout) as Listings) }
}

async function settle(service: Service, days: Record<string, number>): Promise<void> {
  const store = await openStore(service.store)
  const rows = Object.entries(days).map(([operation, age]) => ({
    ...payment(operation),
    operation,
    settled_ms: Date.now() - age * DAY_MS,
  }))
  await store.ledger.write((tx) => tx.insertInto('payments').values(rows).execute())
  await store.close()
}

describe('of a new deployment on this machine', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ domains: 'real', facilitatorUrl: facilitator.url })
  })
  afterAll(() => service?.stop())

  it('every route is valid by the facilitator, none was settled, and there is something to do', async () => {
    const { code, stderr, routes, directories } = await listingsOf(service)
    const sold = service.app.operations
      .filter(({ kind }) => kind === 'paid')
      .map(({ operation }) => operation.id)
    expect([code, stderr, routes.map(({ operation }) => operation)]).toEqual([1, '', sold])
    for (const route of routes) {
      expect(route).toMatchObject({
        valid: true,
        judged_by: 'the facilitator',
        reason: null,
        last_settled: null,
        days_since_settlement: null,
        next: 'buy it once: the first settlement lists it',
      })
    }
    expect(directories.map(({ directory, to_do }) => [directory, to_do])).toEqual([
      ['Bazaar', true],
      ['x402scan', true],
      ['MCP registry', true],
      ['Glama', false],
      ['agent catalogues', true],
    ])
    expect(directories[1]!.next).toMatch(
      /^set PUBLIC_URL to the https address of a host name of yours; it is http:\/\/127/,
    )
  })

  it('says the same in tables', async () => {
    const { code, stdout } = await cli(['listings', '--url', service.url], {
      DATA_DIR: service.store.dataDir,
      X402_FACILITATOR_URL: facilitator.url,
    })
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^ROUTE +BAZAAR +DAYS SINCE SETTLEMENT +NEXT\nGET \/v1\/company\/search +valid, by the facilitator +never +buy it once/,
    )
    expect(stdout).toMatch(
      /\nDIRECTORY +NEXT\nBazaar +17 of 17 routes, above; it lists what api\.cdp\.coinbase\.com settles/,
    )
  })
})

describe('of a deployment under its own name', () => {
  let service: Service
  beforeAll(async () => {
    const environment = {
      PUBLIC_URL: 'https://intel.example.org',
      RATE_LIMITS: 'address:100000/100000',
    }
    service = await startService({ facilitatorUrl: facilitator.url, environment })
  })
  afterAll(() => service?.stop())
  const stepsOf = ({ routes }: Listings) =>
    Object.fromEntries(routes.map(({ operation, next }) => [operation, next]))

  it('the package judges where the facilitator has no validation; a new sale counts as day 0', async () => {
    const item = await pay()
    expect((await service.ask(TEA, { payment: item })).status).toBe(200)
    await settle(service, { shop_search: 24.5, shop_order: 26.5, shop_basket: 31.5 })
    const told = await listingsOf(service, { X402_FACILITATOR_URL: 'http://127.0.0.1:9' })
    expect(told.stderr).toMatch(
      /^the facilitator validated nothing \(.+\): @x402\/extensions judges instead\nquotes through https:\/\/intel\.example\.org are not compared .+\n$/,
    )
    expect(
      told.routes.map(({ operation, valid, judged_by, days_since_settlement }) => [
        operation,
        valid,
        judged_by,
        days_since_settlement,
      ]),
    ).toEqual([
      ['shop_search', true, '@x402/extensions', 24],
      ['shop_item', true, '@x402/extensions', 0],
      ['shop_order', true, '@x402/extensions', 26],
      ['shop_basket', true, '@x402/extensions', 31],
    ])
    expect(stepsOf(told)).toEqual({
      shop_search: null,
      shop_item: null,
      shop_order: expect.stringMatching(/^buy it before \d{4}-\d\d-\d\d, when it is dropped$/),
      shop_basket: expect.stringMatching(/^buy it: dropped on \d{4}-\d\d-\d\d$/),
    })
    expect([told.code, told.directories[0]!.next]).toEqual([
      1,
      expect.stringMatching(/^2 of 4 routes, above/),
    ])
  })

  it('there is nothing to do once every route was settled lately', async () => {
    await settle(service, { shop_order: 1, shop_basket: 2 }).catch(() => {})
    const store = await openStore(service.store)
    await store.ledger.write((tx) =>
      tx
        .updateTable('payments')
        .set({ settled_ms: Date.now() - DAY_MS })
        .execute(),
    )
    await store.close()
    const told = await listingsOf(service, { X402_FACILITATOR_URL: 'http://127.0.0.1:9' })
    expect(told.directories.filter(({ to_do }) => to_do)).toEqual([])
    expect([told.code, Object.values(stepsOf(told))]).toEqual([0, [null, null, null, null]])
    const claimed = await listingsOf(service, {
      X402_FACILITATOR_URL: 'http://127.0.0.1:9',
      GLAMA_CLAIM: 'ops@example.org',
    })
    expect([claimed.code, claimed.directories.find(({ to_do }) => to_do)?.directory]).toEqual([
      1,
      'Glama',
    ])
  })

  it('a route that the facilitator would not take is named with its reason', async () => {
    const asked: unknown[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      asked.push([request.headers.authorization, JSON.parse(body)])
      const rejected = {
        valid: false,
        simulation: { outcome: 'rejected', rejectionReason: 'not reachable' },
      }
      response.end(JSON.stringify(asked.length === 1 ? rejected : { valid: true }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const told = await listingsOf(service, {
      X402_FACILITATOR_URL: url,
      X402_FACILITATOR_TOKEN: 'secret',
    })
    server.closeAllConnections()
    server.close()
    expect(told.routes[0]).toMatchObject({
      valid: false,
      reason: 'not reachable',
      next: 'fix its terms: not reachable',
    })
    expect(told.directories.filter(({ to_do }) => to_do).map(({ directory }) => directory)).toEqual(
      ['Bazaar', 'x402scan'],
    )
    expect(told.code).toBe(1)
    // The validation takes no key and is requested for the public address.
    expect(asked[1]).toEqual([
      undefined,
      { resource: 'https://intel.example.org/v1/shop/items/%7Bnumber%7D', method: 'GET' },
    ])
  })
})

it('without a service there is nothing to list', async () => {
  expect(await cliHere(['listings', '--url', 'http://127.0.0.1:9'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^no ukintel answers at http:\/\/127\.0\.0\.1:9: /),
  })
  expect((await cliHere(['listings', '--csv'])).code).toBe(2)
})
