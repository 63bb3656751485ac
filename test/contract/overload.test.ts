/**
 * A process that runs as many calls as it may: what it refuses, what it still answers, and what the
 * operator sees.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../src/observe/log.ts'
import type { GateStep } from '../../src/payments/gate.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { pay, type Reply, type Service, startService, TEA } from '../support/service.ts'

const SLOW = '/v1/shop/items/slow'

let service: Service
let metricsUrl: string
const steps: GateStep[] = []
const warnings: { fields: Record<string, unknown>; message: string }[] = []
const held = Promise.withResolvers<void>()

const rpc = (path: string, method: string, params: object) =>
  service.ask(path, {
    method: 'POST',
    headers: { 'a2a-version': '0.3.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })

function expectRefused(reply: Reply): void {
  expect([reply.status, reply.json.code, reply.json.charged, reply.json.retryable]).toEqual([
    503,
    'OVERLOADED',
    false,
    true,
  ])
  expect(reply.headers.get('retry-after')).toBe('5')
}

beforeAll(async () => {
  const port = await freePort()
  metricsUrl = `http://127.0.0.1:${port}/metrics`
  const log = {
    ...silentLog,
    warn: (fields: Record<string, unknown>, message: string) => warnings.push({ fields, message }),
  }
  service = await startService({
    environment: { MAX_RUNNING_CALLS: '1', METRICS_PORT: String(port) },
    overrides: { log: log as never, gate: { onStep: (step) => void steps.push(step) } },
  })
})
afterAll(async () => {
  held.resolve()
  await service?.stop()
})

describe('while as many calls run as the limit allows', () => {
  it('new work is refused before its payment is verified, known payments and prices are answered', async () => {
    const settled = await pay()
    const first = await service.ask(TEA, { payment: settled })
    expect(first.status).toBe(200)

    const inFlight = await pay()
    const started = Promise.withResolvers<void>()
    service.shop.hold = held.promise
    service.shop.onRun = () => started.resolve()
    const slow = service.ask(SLOW, { payment: inFlight })
    await started.promise
    steps.length = 0

    const refused = await pay()
    expectRefused(await service.ask(TEA, { payment: refused }))
    expectRefused(await service.ask('/v1/health'))
    expectRefused(
      await service.ask('/v1/shop/baskets', {
        method: 'POST',
        body: JSON.stringify({ items: ['tea'] }),
      }),
    )

    const tool = await rpc('/mcp', 'tools/call', {
      name: 'uk_shop_item',
      arguments: { number: 'tea' },
      _meta: { 'x402/payment': refused },
    })
    expect(tool.json.result).toMatchObject({
      isError: true,
      structuredContent: { code: 'OVERLOADED', charged: false },
      _meta: { 'ukintel/retry-after-seconds': 5 },
    })
    const message = {
      messageId: 'm',
      role: 'user',
      kind: 'message',
      parts: [{ kind: 'data', data: { skill: 'shop_item', input: { number: 'tea' } } }],
    }
    const metadata = { 'x402.payment.payload': refused, 'x402.payment.status': 'payment-submitted' }
    const task = await rpc('/a2a', 'message/send', { message: { ...message, metadata } })
    expect(JSON.stringify(task.json.error)).toContain('"OVERLOADED"')
    expect(task.headers.get('retry-after')).toBe('5')
    expect(steps).toEqual([])

    const again = await service.ask(TEA, { payment: settled })
    expect([again.status, again.bytes, again.headers.get('payment-replayed')]).toEqual([
      200,
      first.bytes,
      'true',
    ])
    expect((await service.ask(SLOW, { payment: inFlight })).json.code).toBe('PAYMENT_IN_FLIGHT')
    expect((await service.ask(TEA)).status).toBe(402)
    expect((await service.ask(TEA, { headers: { 'payment-signature': 'junk' } })).json.code).toBe(
      'PAYMENT_MALFORMED',
    )

    held.resolve()
    expect((await slow).status).toBe(200)
    service.shop.onRun = () => {}
    expect((await service.ask(TEA, { payment: refused })).status).toBe(200)
    expect((await service.ask('/v1/health')).status).toBe(200)
  })

  it('every refusal is one line of the log, and is counted', async () => {
    const refusals = warnings.filter(({ message }) => message === 'call refused')
    expect(refusals.map(({ fields }) => fields.operation)).toEqual([
      'shop_item',
      'health',
      'shop_basket',
      'shop_item',
      'shop_item',
    ])
    for (const { fields } of refusals)
      expect(fields).toMatchObject({
        code: 'OVERLOADED',
        limit: 1,
        requestId: expect.stringMatching(/^req_/),
      })
    expect(warnings).toHaveLength(refusals.length)
    const text = await (await fetch(metricsUrl)).text()
    expect(text).toContain('ukintel_calls_overloaded_total{operation="shop_item"} 3\n')
    expect(text).toContain('ukintel_calls_overloaded_total{operation="health"} 1\n')
  })
})
