/**
 * Every problem that a request to an operation can meet, provoked and held against the service's
 * own OpenAPI description.
 */
import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { PaymentPayload } from '@x402/core/types'
import { PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import {
  ERROR_CATALOGUE,
  type ErrorCode,
  ServiceError,
  StoreUnavailable,
} from '../../src/platform/errors.ts'
import { type AnswerCheck, answerCheck, type OpenApi } from '../support/openapi.ts'
import { signedPayment, terms } from '../support/payments.ts'
import {
  type Asked,
  buyer,
  pay,
  type Service,
  type ServiceOptions,
  seller,
  startService,
  TEA,
} from '../support/service.ts'
import { createShop } from '../support/shop.ts'
import { eventually } from '../support/world.ts'

const ITEM = '/v1/shop/items/{number}'
/**
 * Errors outside of operations (unknown paths and methods), and cursors of one operation
 * (src/changes/operations/changes.test.ts).
 */
const ELSEWHERE: readonly ErrorCode[] = [
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CURSOR_INVALID',
  'CURSOR_EXPIRED',
  'ACCOUNTS_NOT_READABLE',
]

let facilitator: MemoryFacilitator
let service: Service
let check: AnswerCheck
const services: Service[] = []
const met = new Set<ErrorCode>()

async function open(options: Partial<ServiceOptions> = {}): Promise<Service> {
  const opened = await startService({
    facilitatorUrl: facilitator.url,
    environment: { PUBLIC_URL: 'https://shop.test' },
    ...options,
  })
  services.push(opened)
  return opened
}

beforeAll(async () => {
  facilitator = await startMemoryFacilitator()
  facilitator.ledger.mint(buyer.address, 100_000_000n)
  service = await open()
  check = answerCheck((await service.ask('/openapi.json')).json as unknown as OpenApi)
})
afterAll(async () => {
  for (const each of services) await each.stop()
  await facilitator?.close()
})

/**
 * Checks an answer against its description: status, code, content type, members, headers, and a
 * Retry-After if an early retry helps.
 */
function expectDescribed(
  code: ErrorCode,
  method: string,
  template: string,
  answer: { status: number; headers: Headers; bytes: string },
): void {
  const { status, headers, bytes } = answer
  expect([status, (JSON.parse(bytes) as { code?: string }).code]).toEqual([
    ERROR_CATALOGUE[code].status,
    code,
  ])
  expect(check(method, template, { status, headers, text: bytes })).toEqual([])
  if (ERROR_CATALOGUE[code].retryable && status !== 500)
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  met.add(code)
}

async function answerOf(
  asking: ClientRequest,
): Promise<{ status: number; headers: Headers; bytes: string }> {
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode!,
    headers: new Headers(response.headers as Record<string, string>),
    bytes: await text(response),
  }
}

async function expectItem(
  code: ErrorCode,
  where: Service,
  asked: Asked,
  path = TEA,
): Promise<void> {
  expectDescribed(code, 'GET', ITEM, await where.ask(path, asked))
}

describe('is described:', () => {
  it('a request that is malformed, or whose payment is', async () => {
    expectDescribed(
      'VALIDATION',
      'GET',
      '/v1/shop/search',
      await service.ask('/v1/shop/search?q=tea&limit=9'),
    )
    await expectItem('VALIDATION', service, {}, '/v1/shop/items/NO')
    await expectItem('PAYMENT_MALFORMED', service, { headers: { 'payment-signature': '???' } })
  })

  it('a request that is too large, or of another kind', async () => {
    const order = (body: string, type = 'application/json') =>
      service.ask('/v1/shop/orders', { method: 'POST', body, headers: { 'content-type': type } })
    for (const kilobytes of [17, 70]) {
      expectDescribed(
        'BODY_TOO_LARGE',
        'POST',
        '/v1/shop/orders',
        await order(JSON.stringify({ item: 'x'.repeat(kilobytes * 1024) })),
      )
    }
    expectDescribed(
      'UNSUPPORTED_MEDIA_TYPE',
      'POST',
      '/v1/shop/orders',
      await order('{}', 'text/plain'),
    )
    // Ours to refuse, and what the parser refuses before us.
    for (const length of [9_000, 60_000])
      await expectItem('URL_TOO_LONG', service, {}, `${TEA}?colour=${'x'.repeat(length)}`)
  })

  it.each([34, 60])('headers of %i KiB', async (kilobytes) => {
    const headers = Object.fromEntries(
      Array.from({ length: kilobytes }, (_, index) => [`x-${index}`, 'y'.repeat(1014)]),
    )
    const asking = httpRequest(`${service.url}${TEA}`, { headers })
    asking.end()
    expectDescribed('HEADERS_TOO_LARGE', 'GET', ITEM, await answerOf(asking))
  })

  it('a payment that is at work, or was spent on something else', async () => {
    const payment = await pay()
    const held = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    service.shop.hold = held.promise
    service.shop.onRun = () => started.resolve()
    const slow = service.ask('/v1/shop/items/slow', { payment })
    await started.promise
    await expectItem('PAYMENT_IN_FLIGHT', service, { payment }, '/v1/shop/items/slow')
    await expectItem('PAYMENT_REUSED', service, { payment })
    held.resolve()
    expect((await slow).status).toBe(200)
    service.shop.onRun = () => {}
    const named = (id: string, from: PaymentPayload) => ({
      ...from,
      extensions: { [PAYMENT_IDENTIFIER]: { info: { id } } },
    })
    const bought = await pay()
    expect((await service.ask(TEA, { payment: named('a_purchase_of_tea', bought) })).status).toBe(
      200,
    )
    await expectItem('PAYMENT_KNOWN', service, { payment: bought })
    const other = { payment: named('a_purchase_of_tea', await pay()) }
    await expectItem('IDENTIFIER_REUSED', service, other, '/v1/shop/items/coffee')
  })

  it('new work while as many calls run as the limit allows', async () => {
    const busy = await open({
      environment: { PUBLIC_URL: 'https://shop.test', MAX_RUNNING_CALLS: '1' },
    })
    const held = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    busy.shop.hold = held.promise
    busy.shop.onRun = () => started.resolve()
    const slow = busy.ask('/v1/shop/items/slow', { payment: await pay() })
    await started.promise
    await expectItem('OVERLOADED', busy, { payment: await pay() })
    held.resolve()
    expect((await slow).status).toBe(200)
  })

  it('a payment for what can no longer be answered so', async () => {
    service.shop.onRun = () => void service.shop.soldOut.add('milk')
    const payment = await signedPayment(buyer, terms(seller.address, { amount: '200000' }))
    const basket: Asked = {
      method: 'POST',
      body: JSON.stringify({ items: ['tea', 'milk'] }),
      payment,
    }
    expectDescribed(
      'ROWS_CHANGED',
      'POST',
      '/v1/shop/baskets',
      await service.ask('/v1/shop/baskets', basket),
    )
    service.shop.onRun = () => {}
  })

  it('too many requests of an address, and too many payments of a payer', async () => {
    const crowded = await open({ environment: { RATE_LIMITS: 'address:60/1,free:1,feedback:1' } })
    await crowded.ask(TEA)
    await expectItem('RATE_LIMITED', crowded, {})
    for (const [method, path, body] of [
      ['GET', '/v1/health', undefined],
      ['POST', '/v1/feedback', '{"message":"hello"}'],
    ] as const) {
      expectDescribed(
        'RATE_LIMITED',
        method,
        path,
        await crowded.ask(path, { method, ...(body ? { body } : {}) }),
      )
    }
    const generous = await open({ environment: { RATE_LIMITS: 'address:1000,payer:1' } })
    expect((await generous.ask(TEA, { payment: await pay() })).status).toBe(200)
    await expectItem('RATE_LIMITED', generous, { payment: await pay() })
  })

  it.each<ErrorCode>([
    'SUBJECT_NOT_FOUND',
    'FUNDER_AMBIGUOUS',
    'CRITERIA_REQUIRED',
    'COMPANY_NUMBER_INVALID',
    'UPSTREAM_NOT_CONFIGURED',
  ])('what an operation itself refuses: %s', async (code) => {
    const shop = await open()
    shop.shop.onRun = () => {
      throw new ServiceError(code, 'Refused.')
    }
    await expectItem(code, shop, { payment: await pay() })
  })

  it('a fault of our own, a source that is away, records that are away', async () => {
    await expectItem('INTERNAL', service, { payment: await pay() }, '/v1/shop/items/broken')
    await expectItem(
      'UPSTREAM_UNAVAILABLE',
      service,
      { payment: await pay() },
      '/v1/shop/items/down',
    )
    const bare = createShop()
    bare.wing = { ...bare.wing, previewSubjects: () => [] }
    expectDescribed(
      'UPSTREAM_UNAVAILABLE',
      'GET',
      '/v1/preview',
      await (await open({ shop: bare })).ask('/v1/preview'),
    )
    const shop = await open()
    shop.shop.onRun = () => {
      throw new StoreUnavailable(new Error('connect ECONNREFUSED'))
    }
    await expectItem('STORE_UNAVAILABLE', shop, { payment: await pay() })
  })

  it('payments that cannot be checked, or whose outcome is not known', async () => {
    facilitator.faults.next('verify', { kind: 'reset', when: 'before' })
    await expectItem('FACILITATOR_UNAVAILABLE', service, { payment: await pay() })
    facilitator.faults.next('settle', { kind: 'reset', when: 'before' })
    await expectItem('SETTLEMENT_UNKNOWN', service, { payment: await pay() })
  })

  it('a service that stops before the whole request is there', async () => {
    const leaving = await open()
    const headers = {
      'content-type': 'application/json',
      'content-length': '2',
      expect: '100-continue',
    }
    const sending = httpRequest(`${leaving.url}/v1/shop/orders`, { method: 'POST', headers })
    const answered = answerOf(sending)
    sending.flushHeaders()
    await once(sending, 'continue')
    const stopped = leaving.stop()
    // Refused by the service while it listens, later by the system.
    await eventually(async () => {
      try {
        return (await leaving.ask('/v1/health')).status === 503
      } catch {
        return true
      }
    })
    sending.end('{}')
    expectDescribed('SHUTTING_DOWN', 'POST', '/v1/shop/orders', await answered)
    await stopped
  })

  it('and nothing else can happen: every code of the catalogue was met', () => {
    expect([...met].sort()).toEqual(
      (Object.keys(ERROR_CATALOGUE) as ErrorCode[])
        .filter((code) => !ELSEWHERE.includes(code))
        .sort(),
    )
  })
})
