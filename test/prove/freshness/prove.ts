import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { type Sources, startSources } from '../../../sandbox/sources.ts'
import type { Freshness } from '../../../src/contract/freshness.ts'
import { MAX_TERMS_BYTES } from '../../../src/payments/terms.ts'
import { createLifecycle } from '../../../src/platform/lifecycle.ts'
import { createFolder } from '../../support/folder.ts'
import {
  type Fields,
  inputsOf,
  type Known,
  type PublishedOperation,
  publishedOperations,
  requestOf,
} from '../../support/generated-input.ts'
import type { OpenApi } from '../../support/openapi.ts'
import { signedPayment } from '../../support/payments.ts'
import { buyer, type Reply, type Service, startService } from '../../support/service.ts'
import type { Proof } from '../parts.ts'
import { randomOf, wholeNumber } from '../random.ts'

/** Operations whose answers here rest on own data alone, and whether the quote has the matches. */
const CARRYING: Readonly<Record<string, 'matches' | 'always' | 'sometimes'>> = {
  tenders_search: 'matches',
  tenders_fit_score: 'always',
  tender_brief: 'always',
  tender_buyer: 'always',
  grants_search: 'matches',
  grants_match: 'always',
  grant_eligibility: 'always',
  grant_eligibility_reading: 'always',
  funder_dossier: 'always',
  // Where the mirror has no name with these words, the register is searched.
  company_search: 'sometimes',
}
/** Searches between bounds are not counted: their counts would reveal a value or a day. */
const BOUNDS = ['value_min', 'value_max', 'min', 'max', 'deadline_after']
const MAX_HEADER_BYTES = 3336

interface Row {
  asked: number
  answered: number
  withFreshness: number
  /** Quotes whose mandatory terms leave no room for freshness. */
  withoutRoom: number
  withMatches: number
  /** Matches above zero: that both are zero proves little. */
  withSome: number
  sources: Set<number>
  mostHeaderBytes: number
  withExample: number
}

interface Outcome {
  violations: string[]
  rows: ReadonlyMap<string, Row>
}

/** `requests`: compared answers of each operation. */
export async function freshnessRound({
  seed,
  requests,
}: {
  seed: number
  requests: number
}): Promise<Outcome> {
  const lifecycle = createLifecycle()
  const sources = await startSources(lifecycle)
  const store = { databaseUrl: null, dataDir: createFolder() }
  const service = await started(sources, store)
  try {
    await filled(service)
    service.ledger.mint(buyer.address, 10_000_000_000n)
    const operations = publishedOperations(
      (await service.ask('/openapi.json')).json as unknown as OpenApi,
    )
    const known = await learn(service)
    const violations: string[] = []
    const rows = new Map<string, Row>()
    for (const id of Object.keys(CARRYING)) {
      const operation = operations.find((each) => each.id === id)!
      const row: Row = {
        asked: 0,
        answered: 0,
        withFreshness: 0,
        withoutRoom: 0,
        withMatches: 0,
        withSome: 0,
        sources: new Set(),
        mostHeaderBytes: 0,
        withExample: 0,
      }
      rows.set(id, row)
      const random = randomOf(seed + rows.size)
      const optional = Object.entries(operation.fields).flatMap(([name, { required }]) =>
        required ? [] : [name],
      )
      for (let tries = 0; row.answered < requests && tries < requests * 6; tries += 1) {
        // Many filters together find nothing, so most questions have few.
        const chosen = random.chance(0.2)
          ? 'any'
          : Array.from({ length: 2 }, () => random.pick(optional.length > 0 ? optional : ['']))
        const [said] = fc.sample(inputsOf(operation, known, chosen), {
          seed: random.below(2 ** 31),
          numRuns: 1,
        }) as [Fields]
        const wrong = await compared(service, {
          operation,
          said,
          row,
          door: random.pick(['http', 'mcp', 'a2a']),
        })
        violations.push(...wrong.map((each) => `${id} ${JSON.stringify(said)}: ${each}`))
      }
    }
    return { violations, rows }
  } finally {
    await service.stop()
    await lifecycle.stop()
  }
}

async function started(
  { environment }: Sources,
  store: Service['store'],
  more: Record<string, string> = {},
): Promise<Service> {
  return await startService({
    domains: 'real',
    store,
    environment: {
      ...environment,
      INGEST: 'scheduled',
      COMPANY_MIRROR: 'bulk',
      TENDER_PORTALS: 'find-a-tender,contracts-finder,public-contracts-scotland,sell2wales',
      RATE_LIMITS:
        'address:600000/600000,free:600000/600000,payer:600000/600000,unpaid_payer:60000/60000,unpaid_address:60000/60000',
      ...more,
    },
    overrides: { underLoad: () => false },
  })
}

/** Every source that is read in the background has been read. */
async function filled(service: Service): Promise<void> {
  const idle = ['companies_house', 'companies_house_documents', 'fca_register', 'language_model']
  for (let tries = 0; tries < 900; tries += 1) {
    const { upstreams } = (await service.ask('/v1/health')).json as {
      upstreams: Record<string, { status: string }>
    }
    if (
      Object.entries(upstreams).every(
        ([name, { status }]) => idle.includes(name) || status === 'ok',
      )
    )
      return
    await sleep(100)
  }
  throw new Error('the sources were not read in time')
}

/** Subjects as a caller finds them. */
async function learn(service: Service): Promise<Known> {
  const found = async (target: string) =>
    (await bought(service, { method: 'GET', target })).json.result as Record<string, Fields[]>
  const grants = (await found('/v1/grants/search?min=0&open_now=false')).grants!.map(({ id }) => id)
  return {
    ocid: [
      ...(await found('/v1/tenders/search?region=england')).notices!,
      ...(await found('/v1/tenders/search?region=scotland')).notices!,
    ].map((each) => each.ocid),
    id: grants,
    // A quote that is in every text.
    readings: [{ code: 'OTHER', operator: 'is', value: true, quote: ' ' }],
    name: ['Brambledown Community Foundation'],
    declare: [
      { amount_needed: 900 },
      { amount_needed: 25_000, has_constitution: true },
      { annual_income: 90_000 },
    ],
    q: [
      'limited',
      'bakery',
      'community',
      'grounds maintenance',
      'school',
      'roof',
      'energy',
      'harbour lane',
      'road',
      'zzyzx',
    ],
  }
}

type Request = ReturnType<typeof requestOf>

async function bought(
  service: Service,
  { target, ...request }: Request,
  quote?: Reply,
): Promise<Reply> {
  const { terms } = quote ?? (await service.ask(target, request))
  return await service.ask(target, {
    ...request,
    payment: await signedPayment(buyer, terms!.accepts[0]!),
  })
}

interface Asking {
  operation: PublishedOperation
  said: Fields
  row: Row
  door: string
}

/** Returns every difference between quote and answer, in words. */
async function compared(
  service: Service,
  { operation, said, row, door }: Asking,
): Promise<string[]> {
  const { id } = operation
  const request = requestOf(operation, said)
  const quote = await service.ask(request.target, request)
  // What no payment would help, or what was refused, is no quote.
  if (quote.status !== 402) return quote.status < 500 ? [] : [`the quote is ${quote.status}`]
  row.asked += 1
  const freshness = freshnessOf(quote.terms)
  const header = quote.headers.get('payment-required')!.length
  const wrong: string[] = []
  row.mostHeaderBytes = Math.max(row.mostHeaderBytes, header)
  if (exampleOf(quote.terms)) row.withExample += 1
  if (header > MAX_HEADER_BYTES) wrong.push(`the header has ${header} bytes`)
  if (!inputSchemaOf(quote.terms)) wrong.push('the input schema is gone')
  if (door !== 'http') {
    const other = freshnessOf(
      door === 'mcp'
        ? await quotedAsTool(service, id, said)
        : await quotedToAgent(service, id, said),
    )
    if (JSON.stringify(other) !== JSON.stringify(freshness))
      wrong.push(`${door} quotes ${JSON.stringify(other)}`)
  }
  if (freshness === null && CARRYING[id] === 'sometimes') return wrong
  const answer = await bought(service, request, quote)
  if (answer.status !== 200)
    return answer.status < 500 ? wrong : [...wrong, `the answer is ${answer.status}`]
  row.answered += 1
  const { as_of, sources, result, confidence } = answer.json as {
    as_of: string
    sources: { name: string; fetched: string }[]
    result: { total_matched: number }
    confidence: string
  }
  if (freshness === null) {
    const untold = {
      as_of,
      sources: sources.map(({ name, fetched }) => ({ name, as_of: fetched, state: 'fresh' })),
    }
    const bytes = Buffer.from(quote.headers.get('payment-required')!, 'base64').length
    if (bytes + JSON.stringify({ freshness: untold }).length <= MAX_TERMS_BYTES)
      return [...wrong, 'the quote says nothing of freshness']
    row.withoutRoom += 1
    return wrong
  }
  row.withFreshness += 1
  row.sources.add(freshness.sources.length)
  if (freshness.as_of !== as_of)
    wrong.push(`quoted as of ${freshness.as_of}, answered as of ${as_of}`)
  const told = freshness.sources.map(({ name, as_of: fetched }) => ({ name, fetched }))
  const given = sources.map(({ name, fetched }) => ({ name, fetched }))
  if (JSON.stringify(told) !== JSON.stringify(given))
    wrong.push(`quoted ${JSON.stringify(told)}, answered ${JSON.stringify(given)}`)
  if (confidence === 'high' && freshness.sources.some(({ state }) => state !== 'fresh'))
    wrong.push('a source is not fresh, the answer is')
  const isBounded = Object.keys(said).some((name) => BOUNDS.includes(name))
  if (CARRYING[id] === 'matches') {
    const expected = isBounded ? undefined : result.total_matched
    if (freshness.matches !== expected)
      wrong.push(`quoted ${freshness.matches} matches, answered ${result.total_matched}`)
    if (isBounded) return wrong
    row.withMatches += 1
    if (result.total_matched > 0) row.withSome += 1
  } else if (freshness.matches !== undefined) wrong.push('matches of what is no search')
  return wrong
}

interface Terms {
  extensions?: Record<string, unknown>
}
interface Bazaar {
  info: { output?: { example?: object } }
  schema: { properties: { input: { properties: Record<string, { properties?: object }> } } }
}

const freshnessOf = (terms: Terms | null): Freshness | null =>
  (terms?.extensions?.freshness as Freshness | undefined) ?? null
const bazaarOf = (terms: Terms | null) => terms?.extensions?.bazaar as Bazaar | undefined
const exampleOf = (terms: Terms | null) => bazaarOf(terms)?.info.output?.example
const inputSchemaOf = (terms: Terms | null) => {
  const { queryParams, pathParams, body } =
    bazaarOf(terms)?.schema.properties.input.properties ?? {}
  return [queryParams, pathParams, body].find((each) => each?.properties)
}

/** Terms as the tool of the same name gives them. */
async function quotedAsTool(service: Service, id: string, said: Fields): Promise<Terms> {
  const reply = await service.ask('/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: `uk_${id}`, arguments: typed(said) },
    }),
  })
  const { result } = (
    reply.json.jsonrpc ? reply.json : JSON.parse(reply.bytes.replace(/^[\s\S]*?data: /, ''))
  ) as {
    result: { structuredContent: Terms }
  }
  return result.structuredContent
}

/** Terms as an agent is sent them. */
async function quotedToAgent(service: Service, skill: string, said: Fields): Promise<Terms> {
  const message = {
    kind: 'message',
    messageId: 'm',
    role: 'user',
    parts: [{ kind: 'data', data: { skill, input: typed(said) } }],
  }
  const { json } = await service.ask('/v1/message:send', {
    method: 'POST',
    body: JSON.stringify({ message }),
  })
  return (json as { message: { metadata: Record<string, Terms> } }).message.metadata[
    'x402.payment.required'
  ]!
}

/** Facts that stand as JSON in an address are an object elsewhere. */
function typed(said: Fields): Fields {
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [
      name,
      name === 'declare' && typeof value === 'string'
        ? JSON.parse(value)
        : name === 'open_now' && value === 'true'
          ? true
          : value,
    ]),
  )
}

export const freshness: Proof = async ({ seed, requests }, print) => {
  const { violations, rows } = await freshnessRound({
    seed: wholeNumber(seed, 'seed'),
    requests: wholeNumber(requests, 'requests'),
  })
  for (const [id, row] of rows)
    print(
      `${id}: ${row.asked} quotes, ${row.answered} answered, ${row.withFreshness} with freshness of ${[...row.sources].join(' or ')} sources, ` +
        `${row.withMatches} with matches (${row.withSome} above 0), header at most ${row.mostHeaderBytes} bytes, ${row.withExample} with an example`,
    )
  for (const each of violations.slice(0, 20)) print(each)
  print(`${violations.length} violations`)
  return violations.length === 0
}
