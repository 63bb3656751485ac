/** Eligibility by the caller's own readings over HTTP, MCP and A2A: what is refused is free, what is answered is paid once. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { PaymentRequired } from '@x402/core/types'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GrantListing, startGrantListing } from '../../sandbox/grant-listing/server.ts'
import { advert } from '../grants/rig.ts'
import { answerCheck, type OpenApi } from '../support/openapi.ts'
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
    wings: 'real',
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

it('is sold over HTTP at the quoted price, as described, once', async () => {
  const document = (await service.ask('/openapi.json')).json as unknown as OpenApi
  const { terms } = await post(INPUT)
  expect(terms!.accepts[0]!.amount).toBe('150000')
  expect(terms!.extensions).toMatchObject({
    freshness: {
      sources: [{ name: '360Giving' }, { name: 'Find a grant', state: 'fresh' }],
    },
  })
  const payment = await signedPayment(service.buyer, terms!.accepts[0]!)
  const answer = await post(INPUT, { payment })
  expect(answer.json).toMatchObject({
    query: INPUT,
    result: { criteria: expect.arrayContaining([expect.objectContaining({ by: 'caller' })]) },
    verdict: { band: 'uncertain' },
  })
  expect(
    answerCheck(document)('POST', '/v1/grants/{id}/eligibility', {
      status: answer.status,
      headers: answer.headers,
      text: answer.bytes,
    }),
  ).toEqual([])
  const { rules_version, facts } = (
    answer.json.result as { criteria_provenance: { rules_version: string; facts: object } }
  ).criteria_provenance
  const replay = await service.ask('/v1/rules/eligibility/replay', {
    method: 'POST',
    body: JSON.stringify({ rules_version, date: '2026-11-20', facts }),
  })
  expect(replay.json).toMatchObject({ result: { band: 'uncertain' } })

  const before = service.ledger.transferCount
  const again = await post(INPUT, { payment })
  expect([again.status, again.bytes]).toEqual([200, answer.bytes])
  // Another reading is another question.
  const other = { ...INPUT, readings: [{ ...reading, value: 360_000 }] }
  expect((await post(other, { payment })).json).toMatchObject({ code: 'PAYMENT_REUSED' })
  expect(service.ledger.transferCount).toBe(before)
})

it('is sold as a tool', async () => {
  const quote = (await callTool(INPUT)).structuredContent as unknown as PaymentRequired
  const paid = await callTool(INPUT, await signedPayment(service.buyer, quote.accepts[0]!))
  expect(paid.isError).toBeUndefined()
  expect(paid.structuredContent).toMatchObject({ cost: { amount: '0.15' }, query: INPUT })
})

it('answers a skill over A2A with a price, and refuses a quote that is not in the text', async () => {
  const send = async (input: object) => {
    const message = {
      messageId: 'm',
      role: 'ROLE_USER',
      parts: [
        { data: { skill: 'grant_eligibility_reading', input: { id: 'tree-grant', ...input } } },
      ],
    }
    const response = await fetch(`${service.url}/message:send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({ message }),
    })
    return JSON.stringify(await response.json())
  }
  expect(await send(INPUT)).toContain('"amount":"150000"')
  expect(await send(FALSE_INPUTS['readings.0.quote'])).toContain('readings.0.quote')
})

it('is quoted a price without readings, and refused when it is paid without', async () => {
  const { status, terms } = await service.ask(PATH, { method: 'POST' })
  expect(status).toBe(402)
  const payment = await signedPayment(service.buyer, terms!.accepts[0]!)
  expect((await post({}, { payment })).json).toMatchObject({
    errors: [{ field: 'readings', in: 'body', message: 'is required' }],
  })
})
