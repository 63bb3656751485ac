/** EXTRAS=off: exactly the specification's fourteen, whatever door one comes by and whatever document one reads. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '../support/service.ts'

/** Operation and path, as the specification lists them. */
const FOURTEEN: Readonly<Record<string, string>> = {
  company_search: 'GET /v1/company/search',
  company_profile: 'GET /v1/company/{number}',
  company_verdict: 'GET /v1/company/{number}/verdict',
  company_fca: 'GET /v1/company/{number}/fca',
  tenders_search: 'GET /v1/tenders/search',
  tenders_fit_score: 'POST /v1/tenders/fit-score',
  tender_brief: 'GET /v1/tenders/{ocid}/brief',
  grants_search: 'GET /v1/grants/search',
  grants_match: 'POST /v1/grants/match',
  grant_eligibility: 'GET /v1/grants/{id}/eligibility',
  funder_dossier: 'GET /v1/funders/{name}',
  health: 'GET /v1/health',
  preview: 'GET /v1/preview',
  feedback: 'POST /v1/feedback',
}
const ADDITIONS =
  /\/v1\/(?:changes|contracts)|contracts_search|company\/screen|company_screen|company\/\{number\}\/accounts|company_accounts|accounts-1|eligibility_reading|uk_changes|rules\/\w+\/replay|\}\/(text|buyer)\b/

let service: Service
let client: Client
beforeAll(async () => {
  service = await startService({ wings: 'real', environment: { EXTRAS: 'off' } })
  client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)))
})
afterAll(async () => {
  await client?.close()
  await service?.stop()
})

const read = async (path: string) => await (await fetch(service.url + path)).text()

test('documents list the fourteen, in this order, and nothing else', async () => {
  const { paths } = JSON.parse(await read('/openapi.json')) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [
      operationId,
      `${method.toUpperCase()} ${path}`,
    ]),
  )
  expect(operations).toEqual(Object.entries(FOURTEEN))
  const { skills } = JSON.parse(await read('/.well-known/agent-card.json')) as {
    skills: { id: string }[]
  }
  expect(skills.map(({ id }) => id)).toEqual(Object.keys(FOURTEEN))
  const listed = [...(await read('/llms.txt')).matchAll(/\[((?:GET|POST) [^\]]+)\]/g)].map(
    ([, call]) => call,
  )
  expect(listed).toEqual(Object.values(FOURTEEN))
})

test.each([
  '/openapi.json',
  '/.well-known/agent-card.json',
  '/llms.txt',
  '/llms-full.txt',
  '/',
  '/docs/api',
  '/.well-known/x402.json',
  '/v1/health',
  '/v1/preview',
])('%s has not a word of the additions', async (path) => {
  expect(await read(path)).not.toMatch(ADDITIONS)
})

test('nor are codes explained that no operation has', async () => {
  expect(await read('/llms-full.txt')).not.toMatch(/CURSOR_|ROWS_CHANGED/)
})

test('tools are the fourteen but feedback, which no tool is; an addition is none', async () => {
  const { tools } = await client.listTools()
  const wanted = Object.keys(FOURTEEN).filter((id) => id !== 'feedback')
  expect(tools.map(({ name }) => name)).toEqual(wanted.map((id) => `uk_${id}`))
  for (const name of ['uk_changes', 'uk_company_screen', 'uk_grant_eligibility_reading'])
    await expect(
      client.callTool({ name, arguments: { subject: 'tenders', q: 'x' } }),
    ).rejects.toThrow(`there is no tool ${name}`)
})

test.each([
  ['GET', '/v1/changes?subject=tenders&q=hedges', 404, 'ROUTE_NOT_FOUND'],
  // The path of a profile, which is only read.
  ['POST', '/v1/company/screen', 405, 'METHOD_NOT_ALLOWED'],
  ['POST', '/v1/rules/verdict/replay', 404, 'ROUTE_NOT_FOUND'],
  ['GET', '/v1/grants/some-grant/text', 404, 'ROUTE_NOT_FOUND'],
  ['GET', '/v1/tenders/ocds-h6vhtk-000001/buyer', 404, 'ROUTE_NOT_FOUND'],
  ['POST', '/v1/grants/some-grant/eligibility', 405, 'METHOD_NOT_ALLOWED'],
])('%s %s is %i, with a payment and without', async (method, path, status, code) => {
  for (const headers of [{}, { 'payment-signature': 'e30=' }] as Record<string, string>[]) {
    const answered = await fetch(service.url + path, {
      method,
      headers,
      ...(method === 'POST' ? { body: '{"numbers":["99000001"]}' } : {}),
    })
    expect([answered.status, ((await answered.json()) as { code: string }).code]).toEqual([
      status,
      code,
    ])
    expect(answered.headers.has('payment-required')).toBe(false)
  }
})

test.each([
  'changes',
  'company_screen',
  'tender_buyer',
  'replay',
  'grant_text',
  'grant_eligibility_reading',
])('agents are told that there is no skill %s', async (skill) => {
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' }
  const message = {
    messageId: 'm',
    role: 'ROLE_USER',
    parts: [{ data: { skill, input: { subject: 'tenders', q: 'hedges' } } }],
  }
  const said = await fetch(`${service.url}/message:send`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ message }),
  })
  const { message: answer } = (await said.json()) as {
    message: { parts: { text?: string; data?: { skills: { id: string }[] } }[] }
  }
  expect(answer.parts[0]!.text).toContain(`There is no skill ${skill}`)
  expect(answer.parts[1]!.data!.skills.map(({ id }) => id)).toEqual(Object.keys(FOURTEEN))
})
