/**
 * What is published is what is answered. Inputs are made from the interface description, each is
 * paid for, and what comes back is held against what each door published: OpenAPI over HTTP, the
 * tools' schemas by the official clients over MCP, the typed client's types by the compiler.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { decodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../packages/client/src/index.ts'
import { parseQuote } from '../../packages/client/src/terms.ts'
import { startWorld, type World } from '../../sandbox/world.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { type Buyer, createBuyer } from '../support/buyer.ts'
import { createFolder } from '../support/folder.ts'
import {
  argumentsOf,
  type Fields,
  inputsOf,
  type Known,
  type PublishedOperation,
  publishedOperations,
  requestOf,
} from '../support/generated-input.ts'
import { type AnswerCheck, answerCheck, type OpenApi } from '../support/openapi.ts'

const ROOT = join(import.meta.dirname, '../..')

let world: World
let app: App
let buyer: Buyer
let check: AnswerCheck
let operations: PublishedOperation[]
let known: Known
let tools: Map<string, Tool>
let newClient: Client
let oldClient: OldClient

beforeAll(async () => {
  world = await startWorld({ port: await freePort(), logLevel: 'silent', inMemory: true })
  const environment = {
    ...world.environment,
    RATE_LIMITS:
      'address:60000/60000,free:6000/6000,payer:6000/6000,unpaid_payer:6000/6000,unpaid_address:6000/6000',
  }
  app = await createApp(loadConfig(environment), { previewNumbers: world.previewNumbers })
  await app.start()
  buyer = createBuyer({ privateKey: world.buyer.privateKey })
  const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as OpenApi
  check = answerCheck(document)
  operations = publishedOperations(document)
  await filled()
  known = await learn()
  newClient = new Client(
    { name: 'new', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  await newClient.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`)))
  // From here on both hold every structured result against the tool's output schema.
  tools = new Map((await newClient.listTools()).tools.map((tool) => [tool.name, tool]))
  oldClient = new OldClient({ name: 'old', version: '1' })
  await oldClient.connect(
    new OldHttpTransport(new URL(`${app.url}/mcp`)) as Parameters<OldClient['connect']>[0],
  )
  await oldClient.listTools()
}, 180_000)
afterAll(async () => {
  await newClient?.close()
  await oldClient?.close()
  await app?.stop()
  await world?.close()
})

/** Every source that is read in the background has been read. */
async function filled(): Promise<void> {
  const idle = ['companies_house', 'companies_house_documents', 'fca_register', 'language_model']
  for (let tries = 0; tries < 900; tries += 1) {
    const { upstreams } = (await (await fetch(`${app.url}/v1/health`)).json()) as {
      upstreams: Record<string, { status: string }>
    }
    if (
      Object.entries(upstreams).every(
        ([name, { status }]) =>
          idle.includes(name) || status === 'ok' || status === 'not_consulted',
      )
    )
      return
    await sleep(100)
  }
}

/** Few companies have filed accounts that a machine reads. */
const knownFor = (id: string): Known =>
  id === 'company_accounts' ? { ...known, number: ['99000001'] } : known

/** Finds subjects and facts as a caller does: by searching, and by the `missing` of answers. */
async function learn(): Promise<Known> {
  const bought = async (target: string) =>
    JSON.parse(
      (await buyer.call({ method: 'GET', url: `${app.url}${target}` }, { maxUsd: '1' })).text,
    ).result as Record<string, Fields[]>
  const companies = (await bought('/v1/company/search?q=limited')).results!.map(
    (each) => each.company_number,
  )
  const notices = (await bought('/v1/tenders/search?region=england')).notices!.map(
    (each) => each.ocid,
  )
  const grants = (await bought('/v1/grants/search?q=community&open_now=false')).grants!.map(
    (each) => each.id,
  )
  const facts: Fields[] = []
  for (const id of grants)
    for (const missing of (await bought(`/v1/grants/${id}/eligibility`)).missing!)
      facts.push({ [String(missing.parameter)]: factOf(missing) })
  expect(facts.length).toBeGreaterThan(0)
  return {
    number: companies,
    numbers: companies,
    ocid: notices,
    id: grants,
    // A quote that is in every text.
    readings: [{ code: 'OTHER', operator: 'is', value: true, quote: ' ' }],
    name: ['Brambledown Community Foundation'],
    // Applicant type and region are separate fields.
    declare: facts.filter((fact) => !('org_type' in fact || 'region' in fact)),
  }
}

function factOf({ type, allowed }: Fields): unknown {
  if (type === 'number') return 12
  return type === 'boolean' ? true : ((allowed as string[] | null)?.[0] ?? '2026-01-31')
}

type Door = 'http' | 'mcp'

interface Bought {
  status: number
  text: string
  paymentSignature: string
}

/**
 * Changes are free while nothing changes, as in this world:
 * `src/changes/operations/changes.test.ts` buys them.
 */
const soldIds = () =>
  app.operations
    .filter((bound) => bound.kind === 'paid' && bound.operation.freeWhen === undefined)
    .map(({ operation }) => operation.id)

/** Buys at one door; null where the input is refused before any payment. */
async function buy(
  operation: PublishedOperation,
  said: Fields,
  door: Door,
): Promise<Bought | null> {
  const { target, ...request } = requestOf(operation, said)
  const asked = await buyer.ask({ ...request, url: `${app.url}${target}` })
  if (asked.kind === 'answer') {
    expect(check(operation.method, operation.path, asked)).toEqual([])
    expect([target, request.body, asked.status]).toEqual([target, request.body, 400])
    return null
  }
  if (door === 'http') {
    const paymentSignature = await buyer.sign(asked, { maxUsd: '10' })
    const answer = await buyer.send({ ...request, url: `${app.url}${target}` }, paymentSignature)
    return { status: answer.status, text: answer.text, paymentSignature }
  }
  const unpaid = await callTool(newClient, operation, said)
  const paymentSignature = await buyer.sign(
    parseQuote(unpaid.structuredContent as unknown as PaymentRequired),
    { maxUsd: '10' },
  )
  const { text, isError, structuredContent } = await callTool(
    newClient,
    operation,
    said,
    paymentSignature,
  )
  return {
    status: isError ? Number((structuredContent as { status: number }).status) : 200,
    text,
    paymentSignature,
  }
}

const validators = new Map<string, ValidateFunction>()

interface ToolSchema {
  type?: string
  items?: ToolSchema
  properties?: Record<string, ToolSchema>
}

/**
 * Returns the fields with text where a tool wants text: values of `declare` and of readings are
 * cast by their parameter.
 */
function withTexts({ type, items, properties }: ToolSchema, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map((each) => withTexts(items, each)) : value
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        withTexts(properties?.[name] ?? {}, each),
      ]),
    )
  return type === 'string' && (typeof value === 'number' || typeof value === 'boolean')
    ? String(value)
    : value
}

async function callTool(
  client: Client | OldClient,
  { id }: PublishedOperation,
  said: Fields,
  paymentSignature?: string,
) {
  const name = `uk_${id}`
  const { inputSchema } = tools.get(name)!
  const fields = withTexts(inputSchema as ToolSchema, argumentsOf(inputSchema, said)) as Fields
  const validate =
    validators.get(name) ??
    new Ajv2020({ strict: false, validateFormats: false }).compile(inputSchema)
  validators.set(name, validate)
  // Schemas of tools have one type a field, because hosts refuse others. A null is taken all the
  // same.
  const stated = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  expect([name, stated, validate(stated) ? [] : validate.errors]).toEqual([name, stated, []])
  const _meta =
    paymentSignature === undefined
      ? {}
      : { _meta: { 'x402/payment': decodePaymentSignatureHeader(paymentSignature) } }
  const result = (await client.callTool({ name, arguments: fields, ..._meta })) as {
    isError?: boolean
    content: { text: string }[]
    structuredContent: unknown
  }
  expect(JSON.parse(result.content[0]!.text)).toEqual(result.structuredContent)
  return { ...result, text: result.content[0]!.text }
}

/** Answers by operation and input, for the compiler. */
const samples: { id: string; said: Fields; answer: unknown }[] = []
/** Fields that were in an input that was answered, by operation. */
const answered = new Map<string, Set<string>>()

/** Bought at one door, and the very same answer at every other: nothing is charged twice. */
async function expectPublished(
  operation: PublishedOperation,
  said: Fields,
  door: Door,
): Promise<void> {
  const before = await world.money.balance(world.seller.address)
  const bought = await buy(operation, said, door)
  const paidAtomic = (await world.money.balance(world.seller.address)) - before
  if (bought === null || bought.status !== 200) {
    expect([operation.id, said, paidAtomic]).toEqual([operation.id, said, 0n])
    return
  }
  const { target, ...request } = requestOf(operation, said)
  const overHttp = await buyer.send(
    { ...request, url: `${app.url}${target}` },
    bought.paymentSignature,
  )
  expect(check(operation.method, operation.path, overHttp)).toEqual([])
  expect(overHttp.text).toBe(bought.text)
  for (const client of [newClient, oldClient])
    expect((await callTool(client, operation, said, bought.paymentSignature)).text).toBe(
      bought.text,
    )
  const paying: typeof fetch = (to, init) =>
    fetch(to, {
      ...init,
      headers: {
        ...(init?.headers as Record<string, string>),
        'payment-signature': bought.paymentSignature,
      },
    })
  const client = createClient({ baseUrl: app.url, fetch: paying }) as unknown as Record<
    string,
    (said: Fields) => Promise<{ answer: unknown }>
  >
  const { answer } =
    await client[operation.id.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())]!(said)
  expect(JSON.stringify(answer)).toBe(bought.text)
  expect((await world.money.balance(world.seller.address)) - before).toBe(paidAtomic)
  samples.push({ id: operation.id, said, answer })
  const covered = answered.get(operation.id) ?? new Set()
  for (const name of Object.keys(said)) covered.add(name)
  answered.set(operation.id, covered)
}

describe('losses of a buyer’s money', () => {
  it('is answered: eligibility with declared facts over MCP, to a client that holds answers against the published schema', async () => {
    const operation = operations.find(({ id }) => id === 'grant_eligibility')!
    const said = { id: known.id![0], declare: JSON.stringify(known.declare![0]) }
    for (const client of [oldClient, newClient]) {
      const before = await world.money.balance(world.seller.address)
      const unpaid = await callTool(client, operation, said)
      const terms = unpaid.structuredContent as unknown as PaymentRequired
      const signature = await buyer.sign(parseQuote(terms), { maxUsd: '1' })
      const paid = await callTool(client, operation, said, signature)
      expect(paid.isError).toBeFalsy()
      expect(paid.structuredContent).toMatchObject({ query: { declare: known.declare![0] } })
      expect((await world.money.balance(world.seller.address)) - before).toBe(
        BigInt(terms.accepts[0]!.amount),
      )
      // A client that holds the answer against the whole schema, as the tools' output schemas were,
      // keeps it too.
      const { target } = requestOf(operation, said)
      expect(
        check(
          'GET',
          operation.path,
          await buyer.send({ method: 'GET', url: `${app.url}${target}` }, signature),
        ),
      ).toEqual([])
    }
  })
})

describe('every paid operation', () => {
  it('answers as published at every door: with all fields, with each alone, with any', async () => {
    const sold = operations.filter(({ id }) => soldIds().includes(id))
    expect(sold.length).toBe(soldIds().length)
    for (const operation of sold) {
      const optional = Object.entries(operation.fields).filter(([, { required }]) => !required)
      const names = optional.map(([name]) => name)
      for (const chosen of [names, ...names.map((name) => [name])]) {
        for (const said of fc.sample(inputsOf(operation, knownFor(operation.id), chosen), 1))
          await expectPublished(operation, said, 'http')
      }
      const doors = fc.constantFrom<Door>('http', 'mcp')
      await fc.assert(
        fc.asyncProperty(inputsOf(operation, knownFor(operation.id), 'any'), doors, (said, door) =>
          expectPublished(operation, said, door),
        ),
        { numRuns: 4, endOnFailure: true },
      )
    }
  }, 600_000)

  it('was sent every field at least once in a call that was answered', async () => {
    for (const operation of operations.filter(({ id }) => soldIds().includes(id))) {
      const missed = Object.keys(operation.fields).filter(
        (name) => !answered.get(operation.id)?.has(name),
      )
      // By itself no filter: it needs something to narrow.
      for (const name of missed) {
        for (const said of fc.sample(
          inputsOf(operation, knownFor(operation.id), [name, 'q', 'description', 'subject']),
          4,
        ))
          await expectPublished(operation, said, 'mcp')
      }
      expect([operation.id, [...(answered.get(operation.id) ?? [])].sort()]).toEqual([
        operation.id,
        Object.keys(operation.fields).sort(),
      ])
    }
  }, 300_000)

  it('answered what the typed client says it does, by the compiler', () => {
    const chosen = [...Map.groupBy(samples, ({ id }) => id).values()].flatMap((each) =>
      each.slice(0, 6),
    )
    expect(new Set(chosen.map(({ id }) => id)).size).toBe(soldIds().length)
    const lines = chosen.map(
      ({ id, said, answer }, at) =>
        `export const s${at}: { input: Operations['${id}']['input']; answer: Operations['${id}']['answer'] } = ${JSON.stringify({ input: said, answer })}`,
    )
    expect(
      faultsOf(
        `import type { Operations } from '${ROOT.replaceAll('\\', '/')}/packages/client/src/index.ts'\n${lines.join('\n')}\n`,
      ),
    ).toEqual([])
  }, 180_000)
})

describe('every free tool', () => {
  it('answers as published', async () => {
    const free = operations.filter(({ id }) => !soldIds().includes(id) && tools.has(`uk_${id}`))
    for (const operation of free) {
      for (const said of fc.sample(inputsOf(operation, knownFor(operation.id), 'any'), 3)) {
        const { target, ...request } = requestOf(operation, said)
        const asked = await buyer.ask({ ...request, url: `${app.url}${target}` })
        if (asked.kind !== 'answer') throw new Error(`${operation.id} is not free`)
        expect(check(operation.method, operation.path, asked)).toEqual([])
        for (const client of [newClient, oldClient]) await callTool(client, operation, said)
      }
    }
  })
})

/** Returns the compiler's errors for a source in a separate folder. */
function faultsOf(source: string): string[] {
  const folder = createFolder()
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    allowImportingTsExtensions: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: [],
  }
  writeFileSync(join(folder, 'samples.mts'), source)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['samples.mts'] }),
  )
  const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc')
  const { error, stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (error) throw error
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}
