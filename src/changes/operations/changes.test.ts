/**
 * Changes are sold, nothing new is free: over HTTP, MCP and A2A, through the same gate as
 * everything else.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createClient,
  judgePayment,
  ProblemError,
  paymentReply,
} from '../../../packages/client/src/index.ts'
import { startWorld, type World } from '../../../sandbox/world.ts'
import { askedPrice } from '../../../test/support/asked-price.ts'
import { createBuyer } from '../../../test/support/buyer.ts'
import { sampleChange } from '../../../test/tenders/samples.ts'
import { type App, createApp } from '../../app/compose.ts'
import { loadConfig } from '../../config.ts'
import { decodePayment } from '../../payments/evm/presented.ts'
import { type ManualClock, manualClock } from '../../platform/clock.ts'
import { usdcToAtomic } from '../../platform/money.ts'
import { createChangeStore, holdRecord } from '../../store/changes.ts'
import { openStore, type Store } from '../../store/open.ts'
import { freePort } from '../../transports/free-port.ts'

const DAY = 86_400_000
/** Words that no notice of the sandbox has. */
const SEARCH = 'subject=tenders&q=lighthouse%20lenses'

let world: World
let app: App
let clock: ManualClock
let store: Store
beforeAll(async () => {
  world = await startWorld({ port: await freePort(), logLevel: 'silent', inMemory: true })
  clock = manualClock(Date.now())
  await serve('scheduled')
  for (const subject of ['tenders', 'grants']) await filled(subject)
  await app.stop()
  // From here on nothing is written but by the test.
  await serve('off')
  for (const subject of ['tenders', 'grants']) await filled(subject)
  store = await openStore({ databaseUrl: null, dataDir: world.environment.DATA_DIR! })
}, 180_000)
afterAll(async () => {
  await store?.close()
  await app?.stop()
  await world?.close()
})

async function serve(ingest: 'scheduled' | 'off'): Promise<void> {
  const config = loadConfig({
    ...world.environment,
    INGEST: ingest,
    RATE_LIMITS: 'address:1000000,unpaid_payer:2',
  })
  app = await createApp(config, { clock, previewNumbers: world.previewNumbers })
  await app.start()
}

/** Until the first index is there. */
async function filled(subject: string): Promise<void> {
  const isFilled = () =>
    ask(`subject=${subject}&q=lighthouse`).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isFilled())) await new Promise((resolve) => setTimeout(resolve, 100))
}

interface Told {
  result: {
    changes: { kind: string; id: string; detail: { title: string } }[]
    cursor: string
    more: boolean
  }
  cost: { amount: string }
  query: Record<string, unknown>
}

interface SaidTask {
  status: { state: string; message: { parts: { text: string }[]; metadata?: object } }
  artifacts: { parts: { data: Told }[] }[]
}

/**
 * Returns a recent end, so that the payment certainly moved nothing. An old payment may have moved
 * money, and its record is already deleted.
 */
const aMinuteAgo = () => String(Math.floor(Date.now() / 1000) - 60)
const X402_EXTENSION = 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'

/** Returns an expired payment, which would not be accepted. */
function spoilt(payment: { payload: { authorization: object } }) {
  return {
    ...payment,
    payload: {
      ...payment.payload,
      authorization: { ...payment.payload.authorization, validBefore: aMinuteAgo() },
    },
  }
}

const ask = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/v1/changes?${query}`, { headers })
const cursorOf = async (query: string) => ((await (await ask(query)).json()) as Told).result.cursor
const buyer = () => createBuyer({ privateKey: world.buyer.privateKey })
const balance = () => world.money.balance(world.buyer.address)
const request = (query: string) => ({ method: 'GET', url: `${app.url}/v1/changes?${query}` })
const claims = () => store.ledger.read.selectFrom('claims').selectAll().execute()
const bindings = () => store.ledger.read.selectFrom('payment_ids').selectAll().execute()

/** Records a change as the ingest does. */
async function happen(...ids: string[]): Promise<void> {
  const changes = ids.map((id) => {
    const after = JSON.stringify(sampleChange(id, `Lighthouse lenses ${id}`))
    const detail = {
      title: `Lighthouse lenses ${id}`,
      party: 'Council',
      url: 'https://example.org',
      fields: [],
    }
    return { kind: 'new', id, detail: JSON.stringify(detail), before: null, after }
  })
  await store.main
    .transaction()
    .execute(async (tx) => (await holdRecord(tx, 'tenders')).append(changes, clock.nowMs()))
}

/** A payment for the price of a call, made while that call still cost something. */
async function payment(query: string): Promise<string> {
  const quote = await buyer().ask(request(query))
  if (quote.kind === 'answer') throw new Error(`no quote but ${quote.status}`)
  return buyer().sign(quote, { maxUsd: '0.05' })
}

test('200 and 204: the newest cursor is free, and so is a call with it while nothing is new', async () => {
  const first = await ask(SEARCH)
  expect([first.status, first.headers.get('payment-response')]).toEqual([200, null])
  const told = (await first.json()) as Told
  expect(told).toMatchObject({
    result: { changes: [], more: false },
    cost: { amount: '0', currency: 'USDC' },
    query: { subject: 'tenders' },
  })
  expect(first.headers.get('next-cursor')).toBe(told.result.cursor)
  const none = await ask(`${SEARCH}&cursor=${told.result.cursor}`)
  expect([none.status, await none.text(), none.headers.get('next-cursor')]).toEqual([
    204,
    '',
    told.result.cursor,
  ])
  expect((await ask('')).status).toBe(402)
  expect((await ask('subject=tenders')).status).toBe(402)
})

test('402 and 200: a change costs a price that reveals nothing, and a repeated call returns the same answer', async () => {
  const cursor = await cursorOf(SEARCH)
  await happen('a', 'b')
  const before = await balance()
  const unpaid = await ask(`${SEARCH}&cursor=${cursor}`)
  const terms = await unpaid.text()
  expect(unpaid.status).toBe(402)
  const told = JSON.stringify({ ...(JSON.parse(terms) as object), extensions: null })
  expect(told).not.toMatch(/lens|Council|example\.org/i)
  const { amount } = (JSON.parse(terms) as { accepts: { amount: string }[] }).accepts[0]!
  const query = `${SEARCH}&cursor=${cursor}`
  const signed = await payment(query)
  const paid = await buyer().send(request(query), signed)
  const answer = JSON.parse(paid.text) as Told
  expect(answer.result.changes.map(({ kind, id }) => [kind, id])).toEqual([
    ['new', 'a'],
    ['new', 'b'],
  ])
  expect([paid.status, answer.result.more, usdcToAtomic(answer.cost.amount)]).toEqual([
    200,
    false,
    amount,
  ])
  expect(before - (await balance())).toBe(BigInt(amount))
  await happen('c')
  const again = await buyer().send(request(query), signed)
  expect([again.status, again.headers.get('payment-replayed'), again.text]).toEqual([
    200,
    'true',
    paid.text,
  ])
  expect(before - (await balance())).toBe(BigInt(amount))
  const next = `${SEARCH}&cursor=${answer.result.cursor}`
  const then = JSON.parse((await buyer().call(request(next), { maxUsd: '0.05' })).text) as Told
  expect(then.result.changes.map(({ id }) => id)).toEqual(['c'])
  const last = await ask(`${SEARCH}&cursor=${then.result.cursor}`)
  expect(last.status).toBe(204)
  // Other searches have no such change.
  expect(
    (await ask(`${SEARCH}&region=wales&cursor=${await cursorOf(`${SEARCH}&region=wales`)}`)).status,
  ).toBe(204)
})

test('204: a payment while nothing is new is neither verified nor counted', async () => {
  const old = await cursorOf(SEARCH)
  await happen('d')
  const signed = await payment(`${SEARCH}&cursor=${old}`)
  const now = await cursorOf(SEARCH)
  const before = { money: await balance(), claims: await claims(), bindings: await bindings() }
  for (let turn = 0; turn < 5; turn += 1) {
    const sent = await buyer().send(request(`${SEARCH}&cursor=${now}`), signed)
    expect([sent.status, sent.text, sent.receipt, sent.headers.get('next-cursor')]).toEqual([
      204,
      '',
      null,
      now,
    ])
    expect(judgePayment(paymentReply(sent.status, sent.headers, sent.text), signed)).toBe('unpaid')
  }
  expect({ money: await balance(), claims: await claims(), bindings: await bindings() }).toEqual(
    before,
  )
  // A payment that would be refused gets the same answer: an expired signature, another seller's.
  const spoilt = JSON.parse(Buffer.from(signed, 'base64').toString()) as {
    payload: { authorization: { validBefore: string } }
  }
  spoilt.payload.authorization.validBefore = aMinuteAgo()
  const sent = await buyer().send(
    request(`${SEARCH}&cursor=${now}`),
    Buffer.from(JSON.stringify(spoilt)).toString('base64'),
  )
  expect(sent.status).toBe(204)
  const { nonce } = decodePayment(signed).authorization
  expect((await claims()).filter((claim) => claim.nonce === nonce)).toEqual([])
  const bought = await buyer().send(request(`${SEARCH}&cursor=${old}`), signed)
  expect([bought.status, bought.receipt?.success]).toEqual([200, true])
})

test('200: returns a hundred changes at a time, and says that there are more', async () => {
  const cursor = await cursorOf(SEARCH)
  const ids = Array.from({ length: 230 }, (_, index) => `m${index}`)
  await happen(...ids)
  const heard: string[] = []
  const sizes: [number, boolean][] = []
  for (let at = cursor, more = true; more; ) {
    const bought = await buyer().call(request(`${SEARCH}&cursor=${at}`), { maxUsd: '0.05' })
    const { result } = JSON.parse(bought.text) as Told
    heard.push(...result.changes.map(({ id }) => id))
    sizes.push([result.changes.length, result.more])
    at = result.cursor
    more = result.more
  }
  expect(sizes).toEqual([
    [100, true],
    [100, true],
    [30, false],
  ])
  expect(heard).toEqual(ids)
})

test('200: is free and says that there is more if one call does not reach the end', async () => {
  const other = 'subject=tenders&q=whalebone'
  const cursor = await cursorOf(other)
  await happen(...Array.from({ length: 4500 }, (_, index) => `f${index}`))
  const cut = await ask(`${other}&cursor=${cursor}`)
  const { result, cost } = (await cut.json()) as Told
  expect([cut.status, result.changes, result.more, cost.amount]).toEqual([200, [], true, '0'])
  expect(result.cursor).not.toBe(cursor)
  expect((await ask(`${other}&cursor=${result.cursor}`)).status).toBe(204)
})

test('400: refuses a cursor that is foreign, altered or too old, with its field and a hint', async () => {
  const cursor = await cursorOf(SEARCH)
  const altered = `${cursor.slice(0, 30)}${cursor[30] === 'A' ? 'B' : 'A'}${cursor.slice(31)}`
  const wrong: [string, string][] = [
    [`${SEARCH}&cursor=${altered}`, 'CURSOR_INVALID'],
    [`${SEARCH}&cursor=${cursor}A`, 'CURSOR_INVALID'],
    [`${SEARCH}&cursor=AAAA`, 'CURSOR_INVALID'],
    [`${SEARCH}&region=scotland&cursor=${cursor}`, 'CURSOR_INVALID'],
    [`subject=tenders&q=lenses&cursor=${cursor}`, 'CURSOR_INVALID'],
    [`subject=grants&q=lighthouse%20lenses&cursor=${cursor}`, 'CURSOR_INVALID'],
    [`subject=company&numbers=99000001&cursor=${cursor}`, 'CURSOR_INVALID'],
    [`${SEARCH}&cursor=${encodeURIComponent('*')}`, 'VALIDATION'],
    [`${SEARCH}&numbers=99000001&cursor=${cursor}`, 'VALIDATION'],
    ['subject=company&numbers=99000001,nonsense', 'COMPANY_NUMBER_INVALID'],
    [
      `subject=company&numbers=${Array.from({ length: 51 }, (_, index) => 99_000_000 + index)}`,
      'VALIDATION',
    ],
  ]
  await happen('e')
  const signed = await payment(`${SEARCH}&cursor=${cursor}`)
  const before = { money: await balance(), claims: await claims() }
  for (const [query, code] of wrong) {
    for (const headers of [{}, { 'payment-signature': signed }]) {
      const refused = await ask(query, headers as Record<string, string>)
      const problem = (await refused.json()) as {
        code: string
        charged: boolean
        hint: string
        errors: { field: string }[]
      }
      expect([query, refused.status, problem.code, problem.charged]).toEqual([
        query,
        400,
        code,
        false,
      ])
      expect(problem.errors[0]!.field).toMatch(/^(cursor|numbers)$/)
      expect(problem.hint).toBeTruthy()
    }
  }
  await createChangeStore(store.main).purge(clock.nowMs() + 1)
  for (const headers of [{}, { 'payment-signature': signed }]) {
    const expired = await ask(`${SEARCH}&cursor=${cursor}`, headers as Record<string, string>)
    expect(await expired.json()).toMatchObject({
      status: 400,
      code: 'CURSOR_EXPIRED',
      charged: false,
      errors: [{ field: 'cursor' }],
    })
  }
  expect({ money: await balance(), claims: await claims() }).toEqual(before)
  // At the very end of what was dropped nothing is missing.
  const now = await cursorOf(SEARCH)
  await happen('g')
  expect((await ask(`${SEARCH}&cursor=${now}`)).status).toBe(402)
  // Records that were set back do not continue what they never were.
  await store.main
    .updateTable('changes')
    .set({ at_ms: clock.nowMs() + DAY })
    .where('id', '=', 'g')
    .execute()
  const after = await cursorOf(SEARCH)
  await store.main
    .updateTable('changes')
    .set({ at_ms: clock.nowMs() })
    .where('id', '=', 'g')
    .execute()
  expect(await (await ask(`${SEARCH}&cursor=${after}`)).json()).toMatchObject({
    code: 'CURSOR_INVALID',
  })
})

test('204 and 402: the typed client returns null while nothing is new, then the price', async () => {
  const client = createClient({ baseUrl: app.url })
  const first = await client.changes({ subject: 'tenders', q: 'lighthouse lenses' })
  const cursor = first.answer!.result.cursor
  expect(
    await client.changes({ subject: 'tenders', q: 'lighthouse lenses', cursor }),
  ).toMatchObject({
    answer: null,
    receipt: null,
    nextCursor: cursor,
  })
  await expect(client.changes({ subject: 'tenders', q: 'lenses', cursor })).rejects.toBeInstanceOf(
    ProblemError,
  )
})

test('200: MCP and A2A, which have no 204, give the same free answer as without a cursor', async () => {
  const cursor = await cursorOf(SEARCH)
  const fields = { subject: 'tenders', q: 'lighthouse lenses', cursor }
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`)))
  await client.listTools()
  const none = await client.callTool({ name: 'uk_changes', arguments: fields })
  expect(none).toMatchObject({
    structuredContent: { result: { changes: [], cursor, more: false }, cost: { amount: '0' } },
  })
  expect([none.isError, none._meta]).toEqual([undefined, undefined])
  const say = async (message: object) => {
    const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' }
    const body = JSON.stringify({ message: { messageId: 'm', role: 'ROLE_USER', ...message } })
    return (await (
      await fetch(`${app.url}/message:send`, { method: 'POST', headers, body })
    ).json()) as Record<string, unknown>
  }
  const said = await say({ parts: [{ data: { skill: 'changes', input: fields } }] })
  expect(JSON.stringify(said)).toContain(`"cursor":"${cursor}"`)
  await happen('h')
  const terms = await client.callTool({ name: 'uk_changes', arguments: fields })
  const { atomic } = await askedPrice(request(`${SEARCH}&cursor=${cursor}`).url)
  expect(terms).toMatchObject({
    isError: true,
    structuredContent: { accepts: [{ amount: String(atomic) }] },
  })
  await client.close()
})

test('200: a payment in a conversation without changes is not used', async () => {
  const old = await cursorOf(SEARCH)
  await happen('i')
  const signed = await payment(`${SEARCH}&cursor=${old}`)
  const cursor = await cursorOf(SEARCH)
  const before = { money: await balance(), claims: await claims(), bindings: await bindings() }
  const paying = {
    'x402.payment.status': 'payment-submitted',
    'x402.payment.payload': JSON.parse(Buffer.from(signed, 'base64').toString()),
  }
  const send = async (at: string, metadata: object) => {
    const parts = [
      {
        data: {
          skill: 'changes',
          input: { subject: 'tenders', q: 'lighthouse lenses', cursor: at },
        },
      },
    ]
    const headers = {
      'content-type': 'application/json',
      'a2a-version': '1.0',
      'a2a-extensions': X402_EXTENSION,
    }
    const body = JSON.stringify({
      message: { messageId: 'm', contextId: 'c', role: 'ROLE_USER', parts, metadata },
    })
    return (await (
      await fetch(`${app.url}/message:send`, { method: 'POST', headers, body })
    ).json()) as { task: SaidTask }
  }
  for (const metadata of [
    paying,
    paying,
    { ...paying, 'x402.payment.payload': spoilt(paying['x402.payment.payload']) },
  ]) {
    const { task } = await send(cursor, metadata)
    expect(task.status.state).toBe('TASK_STATE_COMPLETED')
    expect(task.status.message.parts[0]!.text).toMatch(/: free\. The payment was not used\.$/)
    // Neither paid nor failed: there is no receipt that could be taken for one.
    expect(task.status.message.metadata ?? {}).toEqual({})
    expect(task.artifacts[0]!.parts[0]!.data).toMatchObject({
      result: { changes: [], cursor, more: false },
      cost: { amount: '0', currency: 'USDC' },
    })
  }
  expect({ money: await balance(), claims: await claims(), bindings: await bindings() }).toEqual(
    before,
  )
  // What was not used still buys.
  const bought = await send(old, paying)
  expect(bought.task.status.message.metadata).toMatchObject({
    'x402.payment.status': 'payment-completed',
  })
  expect(bought.task.artifacts[0]!.parts[0]!.data.result.changes.map(({ id }) => id)).toEqual(['i'])
  expect(before.money - (await balance())).toBe(
    BigInt(paying['x402.payment.payload'].payload.authorization.value),
  )
})
