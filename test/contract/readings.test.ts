/**
 * Eligibility by the caller's own readings over HTTP, MCP and A2A: what is refused is free, what is
 * answered is paid once.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GrantListing, startGrantListing } from '../../sandbox/grant-listing/server.ts'
import { advert } from '../grants/rig.ts'
import { signedPayment } from '../support/payments.ts'
import { type Service, startService } from '../support/service.ts'
import { eventually } from '../support/world.ts'

const QUOTE = 'Your annual income must be less than £250,000.'
const PATH = '/v1/grants/tree-grant/eligibility'
const reading = { code: 'INCOME', operator: 'less_than', value: 350_000, quote: QUOTE }
const INPUT = {
  org_type: 'charity',
  region: 'england',
  declare: { annual_income: 300_000 },
  readings: [reading],
}
const FALSE_INPUTS = {
  'readings.0.quote': { ...INPUT, readings: [{ ...reading, quote: 'Everybody may apply.' }] },
  'readings.0.operator': { ...INPUT, readings: [{ ...reading, operator: 'one_of' }] },
  'readings.0.value': { ...INPUT, readings: [{ ...reading, value: true }] },
}

let listing: GrantListing
let service: Service
let client: Client
beforeAll(async () => {
  listing = await startGrantListing({
    nowMs: Date.now(),
    adverts: [advert({ slug: 'tree-grant', eligibility: ['You must be a charity.', QUOTE] })],
  })
  service = await startService({
    domains: 'real',
    environment: {
      FIND_A_GRANT_URL: listing.url,
      INGEST: 'scheduled',
      GRANTS_INTERVAL_MS: '0',
    },
  })
  await eventually(async () => (await service.ask('/v1/grants/tree-grant/text')).status === 200)
  client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)))
  await client.listTools()
}, 60_000)
afterAll(async () => {
  await client?.close()
  await service?.stop()
  await listing?.close()
})

const post = (input: object, more: object = {}) =>
  service.ask(PATH, { method: 'POST', body: JSON.stringify(input), ...more })
const callTool = (input: object, payment?: object) =>
  client.callTool({
    name: 'uk_grant_eligibility_reading',
    arguments: { id: 'tree-grant', ...input },
    ...(payment ? { _meta: { 'x402/payment': payment } } : {}),
  })

it.each(Object.entries(FALSE_INPUTS))(
  'a fault in %s is refused free over HTTP and MCP, and the payment that came with it stays unspent',
  async (field, input) => {
    const before = service.ledger.transferCount
    const refused = { code: 'VALIDATION', errors: [{ field, in: 'body' }], charged: false }
    const unpaid = await post(input)
    expect([unpaid.status, unpaid.json]).toMatchObject([400, refused])
    const payment = await signedPayment(service.buyer, (await post(INPUT)).terms!.accepts[0]!)
    const paid = await post(input, { payment })
    expect([paid.status, paid.json, paid.receipt]).toMatchObject([400, refused, null])
    const asTool = await callTool(input, payment)
    expect(asTool).toMatchObject({ isError: true, structuredContent: refused })
    expect(service.ledger.transferCount).toBe(before)

    const right = await post(INPUT, { payment })
    expect([right.status, right.receipt?.success]).toEqual([200, true])
    expect(service.ledger.transferCount).toBe(before + 1)
  },
)
