/**
 * Inputs that release 0.2.0 accepted, with the fingerprints that it gave them: every version and
 * bound that was valid then. A payment for one of them, settled before the upgrade, gets its answer
 * after it over every transport. A line goes when the release after next is out.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawFromFields } from '../../src/api/fields.ts'
import { computeFingerprint } from '../../src/api/fingerprint.ts'
import type { Bound } from '../../src/api/registry.ts'
import { toolNameOf } from '../../src/contract/tool.ts'
import { type Claims, createClaims } from '../../src/store/ledger/claims.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { signedPayment } from '../support/payments.ts'
import { buyer, type Service, startService } from '../support/service.ts'

interface Line {
  operation: string
  /**
   * Long values are short here: `{ $repeat, times }` is a text, `{ $list, times }` a list, in which
   * `%i` is the index.
   */
  input: Record<string, unknown>
  fingerprint: string
}

type Packed = { $repeat?: string; $list?: unknown; times: number } & Record<string, unknown>

function unpack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unpack)
  const { $repeat, $list, times, ...fields } = value as Packed
  if ($repeat !== undefined) return $repeat.repeat(times)
  if ($list === undefined)
    return Object.fromEntries(
      Object.entries({ ...fields, ...(times === undefined ? {} : { times }) }).map(
        ([name, each]) => [name, unpack(each)],
      ),
    )
  const item = JSON.stringify(unpack($list))
  return Array.from(
    { length: times },
    (_, index) => JSON.parse(item.replaceAll('%i', String(index))) as unknown,
  )
}

const lines = readFileSync(
  join(import.meta.dirname, '../../src/api/golden/inputs-0.2.0.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
  .map((line) => ({ ...line, input: unpack(line.input) as Record<string, unknown> }))
const ids = [...new Set(lines.map(({ operation }) => operation))]

/** Largest message of MCP and A2A, in 0.2.0 as well. */
const MAX_MESSAGE_BYTES = 64 * 1024

let service: Service
let store: Store
let claims: Claims
beforeAll(async () => {
  service = await startService({ domains: 'real', environment: { COMPANIES_HOUSE_API_KEY: 'key' } })
  await service.app.load()
  store = await openStore(service.store)
  claims = createClaims(store)
})
afterAll(async () => {
  await store.close()
  await service.stop()
})

const boundTo = (id: string) =>
  service.app.operations.find(({ operation }) => operation.id === id) as Bound

describe.each(ids)('%s', (id) => {
  const own = lines.filter(({ operation }) => operation === id)

  it('reads each input as 0.2.0 read it', () => {
    const bound = boundTo(id)
    const fingerprints = own.map(({ input }) => {
      const read = bound.read({ ...rawFromFields(bound.operation, input), withPayment: true })
      return read.ok ? computeFingerprint(id, read.nonDefault()) : read.error.message
    })
    expect(fingerprints).toEqual(own.map(({ fingerprint }) => fingerprint))
  })

  it('replays what 0.2.0 sold, over HTTP, MCP and A2A', async () => {
    const requirements = service.app.catalogue.termsOf(id).requirements
    const payment = await signedPayment(buyer, requirements)
    const body = `{"result":"${id}"}`
    for (const { input, fingerprint } of own) {
      await settle(payment, { operation: id, fingerprint, body })
      expect([input, await askOverHttp(boundTo(id), input, payment)]).toEqual([input, body])
      const message = JSON.stringify({ input, payment })
      if (Buffer.byteLength(message) > MAX_MESSAGE_BYTES - 1024) continue
      expect([input, await askTool(id, input, payment)]).toEqual([input, body])
      expect([input, await askAgent(id, input, payment)]).toEqual([input, body])
    }
  })
})

type Payment = Awaited<ReturnType<typeof signedPayment>>

/** Writes the claim of this payment as if it had bought the answer. */
async function settle(
  { accepted, payload }: Payment,
  sold: { operation: string; fingerprint: string; body: string },
): Promise<void> {
  const { signature, authorization } = payload as {
    signature: string
    authorization: Record<'from' | 'nonce' | 'validAfter' | 'validBefore', string>
  }
  await store.ledger.write(async (tx) => {
    for (const table of ['answers', 'payments', 'claims'] as const)
      await tx.deleteFrom(table).execute()
  })
  const nowMs = Date.now()
  const { row } = await claims.claim({
    network: accepted.network,
    asset: accepted.asset.toLowerCase(),
    payer: authorization.from.toLowerCase(),
    nonce: authorization.nonce.toLowerCase(),
    operation: sold.operation,
    fingerprint: sold.fingerprint,
    state: 'claimed',
    owner: 'release 0.2.0',
    lease_until_ms: nowMs + 30_000,
    fence: 1,
    payment_id: null,
    signature,
    amount_atomic: accepted.amount,
    pay_to: accepted.payTo.toLowerCase(),
    valid_after: authorization.validAfter,
    valid_before: authorization.validBefore,
    failure: null,
    created_ms: nowMs,
    expires_ms: nowMs + 86_400_000,
    units: null,
    unit_amount_atomic: null,
  })
  const answer = { status: 200, body: Buffer.from(sold.body) }
  await claims.beginSettling(row, { ...answer, leaseUntilMs: nowMs, expiresMs: nowMs + 86_400_000 })
  await claims.settle(row, `0x${'a'.repeat(64)}`, nowMs)
}

async function askOverHttp(
  { operation }: Bound,
  input: Record<string, unknown>,
  payment: Payment,
): Promise<string> {
  const { params, query, body } = rawFromFields(operation, input)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name]!),
  )
  const search = new URLSearchParams(query.map(([name, value]) => [name, value]))
  const reply = await service.ask(`${path}?${search}`, {
    method: operation.method,
    ...(body === undefined ? {} : { body: JSON.stringify(body()) }),
    payment,
  })
  return reply.bytes
}

async function askTool(
  id: string,
  input: Record<string, unknown>,
  payment: Payment,
): Promise<string> {
  const params = {
    name: toolNameOf(id),
    arguments: input,
    _meta: { 'x402/payment': payment },
  }
  const reply = await service.ask('/mcp', {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  return (reply.json.result as { content: { text: string }[] }).content[0]!.text
}

async function askAgent(
  skill: string,
  input: Record<string, unknown>,
  payment: Payment,
): Promise<string> {
  const message = {
    messageId: 'm',
    role: 'ROLE_USER',
    parts: [{ data: { skill, input } }],
    metadata: {
      'x402.payment.status': 'payment-submitted',
      'x402.payment.payload': payment,
    },
  }
  const reply = await service.ask('/message:send', {
    method: 'POST',
    body: JSON.stringify({ message }),
  })
  const task = reply.json.task as { artifacts?: { parts: { data: object }[] }[] } | undefined
  return JSON.stringify(task?.artifacts?.[0]?.parts[0]?.data ?? reply.json)
}
