/**
 * Input is bounded before it is validated: every list has a limit, and a refusal costs little
 * whatever was sent.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ACCOUNTS, VERDICT } from '../../src/company/rules/published.ts'
import type { VerdictFacts } from '../../src/company/rules/version.ts'
import { ELIGIBILITY } from '../../src/grants/rules/published.ts'
import { FIT } from '../../src/tenders/rules/published.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { type Service, seller, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({
    domains: 'real',
    environment: { RATE_LIMITS: 'free:100000,address:100000' },
  })
})
afterAll(async () => await service.stop())

/**
 * Lists the paths of lists and records without a limit. A limit of members is in the documented
 * schema of the record, or around it.
 */
function listUnbounded(schema: unknown, path: string, hasMemberLimit = false): string[] {
  if (!(schema instanceof z.ZodType)) return []
  const def = schema.def as unknown as Record<string, unknown> & {
    checks?: { _zod: { def: { check: string } } }[]
    options?: unknown[]
  }
  const meta = schema.meta() as
    | { maxProperties?: number; override?: { maxProperties?: number } }
    | undefined
  const limit = meta?.maxProperties ?? meta?.override?.maxProperties
  const isLimited = hasMemberLimit || limit !== undefined
  const hasMax = def.checks?.some(({ _zod }) => _zod.def.check === 'max_length')
  const isUnbounded =
    (schema instanceof z.ZodArray && !hasMax) || (schema instanceof z.ZodRecord && !isLimited)

  const wrapped = ['innerType', 'in', 'out'].flatMap((name) =>
    listUnbounded(def[name], path, isLimited),
  )
  const inner = [def.element, def.valueType, ...(def.options ?? [])].flatMap((each) =>
    listUnbounded(each, path),
  )
  const members = Object.entries((def.shape as Record<string, unknown>) ?? {}).flatMap(
    ([name, member]) => listUnbounded(member, `${path}.${name}`),
  )
  return [...(isUnbounded ? [path] : []), ...wrapped, ...inner, ...members]
}

it('a list or record without a limit is found', () => {
  const list = z.array(z.string())
  const schema = z.strictObject({
    a: list.optional(),
    b: list.max(3),
    c: z.union([z.string(), list]).default([]),
    d: z.record(z.string(), z.strictObject({ e: list })).meta({ maxProperties: 2 }),
    f: z.preprocess((value) => value, list).transform((value) => value),
    g: z.record(z.string(), z.string()),
  })
  expect([...new Set(listUnbounded(schema, ''))]).toEqual(['.a', '.c', '.d.e', '.f', '.g'])
})

it('every list and record of every input has a limit', () => {
  const inputs = service.app.operations.flatMap(({ operation }) =>
    [operation.params, operation.query, operation.body].map(
      (schema) => [operation.id, schema] as const,
    ),
  )
  const facts = [VERDICT, FIT, ELIGIBILITY, ACCOUNTS].flatMap(({ subject, versions }) =>
    versions.map((version) => [`${subject} ${version.version}`, version.facts] as const),
  )
  expect([...inputs, ...facts].flatMap(([id, schema]) => listUnbounded(schema, id))).toEqual([])
})

const EMPTY = (count: number) => Array(count).fill({})
const reading = { code: 'ORG_TYPE', operator: 'one_of', quote: 'x' }
const replay = (facts: object) => ({ rules_version: '1.1.0', date: '2026-11-20', facts })

describe('a body of empty objects', () => {
  it.each([
    ['/v1/grants/tree-grant/eligibility', { readings: [{ ...reading, value: EMPTY(1900) }] }],
    ['/v1/grants/tree-grant/eligibility', { readings: EMPTY(1900) }],
    ['/v1/rules/accounts/replay', replay({ filings: EMPTY(15_000) })],
    ['/v1/rules/accounts/replay', replay({ filings: EMPTY(80_000) })],
    ['/v1/rules/eligibility/replay', replay({ declared: { ...EMPTY(5000) } })],
    ['/v1/tenders/fit-score', { keywords: EMPTY(1900) }],
    ['/v1/grants/match', { declare: { ...EMPTY(1500) } }],
    ['/v1/company/screen', { numbers: EMPTY(5000) }],
  ])('400 at %s, with at most 20 faults', async (path, body) => {
    const { status, json, bytes } = await service.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect([status, json.code]).toEqual([400, 'VALIDATION'])
    expect((json.errors as unknown[]).length).toBeLessThanOrEqual(20)
    expect(bytes.length).toBeLessThan(8192)
  })
})

describe('readings of more than 64 KiB', () => {
  const body = JSON.stringify({
    readings: Array.from({ length: 40 }, (_, at) => ({
      ...reading,
      value: ['charity'],
      quote: `${at}${'x'.repeat(1900)}`,
    })),
  })

  it('413 without a payment, and with one that the ledger does not know', async () => {
    const path = '/v1/grants/tree-grant/eligibility'
    const unpaid = await service.ask(path, { method: 'POST', body })
    expect([unpaid.status, unpaid.json.code]).toEqual([413, 'BODY_TOO_LARGE'])
    const payment = await signedPayment(service.buyer, terms(seller.address))
    const paid = await service.ask(path, { method: 'POST', body, payment })
    expect([paid.status, paid.json.code, paid.json.charged]).toEqual([413, 'BODY_TOO_LARGE', false])
  })
})

describe('the largest facts that are sold', () => {
  const officers = (count: number) =>
    Array(count).fill({
      role: 'llp-designated-member',
      appointed: '2001-01-01',
      resigned: '2011-01-01',
    })

  it('a verdict about 3,000 officers replays, one more is 400', async () => {
    const { facts, date } = VERDICT.example as { facts: VerdictFacts; date: string }
    const ask = (count: number) =>
      service.ask('/v1/rules/verdict/replay', {
        method: 'POST',
        body: JSON.stringify({
          rules_version: VERDICT.current.version,
          date,
          facts: { ...facts, officers: officers(count) },
        }),
      })
    expect((await ask(3000)).status).toBe(200)
    expect((await ask(3001)).status).toBe(400)
  })
})
