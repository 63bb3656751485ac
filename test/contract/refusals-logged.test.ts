/**
 * An operator's view of a refused request: one log line with its request id, and a count by limit.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../src/observe/log.ts'
import { hashKey } from '../../src/platform/rate-limit.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { signedPayment, terms } from '../support/payments.ts'
import {
  buyer,
  pay,
  type Reply,
  type Service,
  seller,
  shiftedClock,
  startService,
  TEA,
} from '../support/service.ts'
import { eventually } from '../support/world.ts'

const UNKNOWN = '/v1/shop/items/unknown'
const ADDRESS = hashKey('127.0.0.1')
const PAYER = hashKey(buyer.address.toLowerCase())

let service: Service
let metricsUrl: string
let lines: Record<string, unknown>[]

async function open(limits: string): Promise<void> {
  const port = await freePort()
  metricsUrl = `http://127.0.0.1:${port}/metrics`
  lines = []
  const at = (level: string) => (fields: object, message: string) =>
    lines.push({ ...fields, message, level })
  const levels = ['debug', 'info', 'warn', 'error'].map((level) => [level, at(level)])
  service = await startService({
    environment: { RATE_LIMITS: limits, METRICS_PORT: String(port) },
    overrides: { log: { ...silentLog, ...Object.fromEntries(levels) } as never },
  })
  lines.length = 0
}
beforeEach(() => open('address:1000'))
afterEach(() => service.stop())

async function buy(path: string): Promise<Reply> {
  return await service.ask(path, { payment: await pay() })
}

async function restart(limits: string): Promise<void> {
  await service.stop()
  await open(limits)
}

const feedback = () => service.ask('/v1/feedback', { method: 'POST', body: '{"message":"hello"}' })
const batch = () =>
  service.ask('/mcp', {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream' },
    body: JSON.stringify([1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }))),
  })

describe('429', () => {
  it.each([
    ['address', 'address:60/1', () => service.ask(TEA), ADDRESS],
    ['address', 'address:60/2', batch, ADDRESS],
    ['free', 'address:1000,free:1', () => service.ask('/v1/health'), ADDRESS],
    ['feedback', 'address:1000,feedback:1', feedback, ADDRESS],
    ['payer', 'address:1000,payer:1', () => buy(TEA), PAYER],
    ['unpaid_payer', 'address:1000,unpaid_payer:1', () => buy(UNKNOWN), PAYER],
    ['unpaid_address', 'address:1000,unpaid_address:1', () => buy(UNKNOWN), ADDRESS],
  ] as const)(
    'names the limit %s of %s in the log and in the metrics',
    async (limit, limits, send, keyHash) => {
      await restart(limits)
      expect((await send()).status).not.toBe(429)
      lines.length = 0

      const reply = await send()
      expect([reply.status, reply.json.code]).toEqual([429, 'RATE_LIMITED'])
      expect(lines).toEqual([
        expect.objectContaining({
          message: 'request refused',
          requestId: reply.headers.get('x-request-id'),
          code: 'RATE_LIMITED',
          limit,
          keyHash,
        }),
      ])
      const metrics = await (await fetch(metricsUrl)).text()
      expect(metrics).toContain(`ukintel_rate_limited_total{limit="${limit}"} 1\n`)
      expect(metrics.match(/^ukintel_rate_limited_total\{/gm)).toHaveLength(1)
    },
  )

  it('does not count a request that is quoted without its freshness because no free request is left', async () => {
    await restart('address:1000,free:1')
    for (let count = 0; count < 3; count += 1)
      expect(
        (await service.ask(TEA, { headers: { 'if-none-match': `"${'x'.repeat(43)}"` } })).status,
      ).toBe(402)
    expect(lines).toEqual([])
    expect(await (await fetch(metricsUrl)).text()).not.toContain('ukintel_rate_limited_total{')
    expect((await service.ask('/v1/health')).status).toBe(429)
  })
})

it.each(['/v1/feedback', '/mcp'])(
  'a caller who leaves in the middle of a body sent to %s is no failure of the service',
  async (path) => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n`,
    )
    await once(socket, 'data')
    socket.destroy()
    const cut = 'The connection ended before the body was complete.'
    await eventually(() => lines.some(({ detail }) => detail === cut))
    // The reader of HTTP may report the cut request as well.
    expect(new Set(lines.map(({ level, code }) => `${level} ${code}`))).toEqual(
      new Set(['debug VALIDATION']),
    )
  },
)

describe('a connection above the share of its address', () => {
  it('is one line a minute in the log and counted in the metrics', async () => {
    const warnings: unknown[] = []
    const port = await freePort()
    const clock = shiftedClock()
    const small = await startService({
      environment: { MAX_CONNECTIONS: '4', METRICS_PORT: String(port) },
      overrides: {
        clock,
        log: {
          ...silentLog,
          warn: (fields: object, message: string) => warnings.push({ ...fields, message }),
        } as never,
      },
    })
    const { hostname, port: publicPort } = new URL(small.url)
    const open = () => connect(Number(publicPort), hostname).on('error', () => {})
    const refuse = async () => {
      await once(open().resume(), 'close')
    }
    const held = [open(), open()]
    try {
      await Promise.all(held.map((socket) => once(socket, 'connect')))
      await refuse()
      await refuse()
      const line = {
        limit: 'connections_of_address',
        share: 2,
        keyHash: ADDRESS,
        message: 'connections refused: one address has its share of MAX_CONNECTIONS open',
      }
      expect(warnings).toEqual([line])
      clock.shiftMs += 60_000
      await refuse()
      expect(warnings).toEqual([line, line])
      expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(
        'ukintel_connections_closed_total{reason="over_share"} 3\n',
      )
    } finally {
      for (const socket of held) socket.destroy()
      await small.stop()
    }
  })
})

describe('another refusal', () => {
  it.each([
    ['ROUTE_NOT_FOUND', 404, 'debug', () => service.ask('/v1/nowhere')],
    [
      'PAYMENT_MALFORMED',
      400,
      'info',
      () => service.ask(TEA, { headers: { 'payment-signature': 'x' } }),
    ],
    ['VALIDATION', 400, 'debug', () => service.ask('/v1/feedback', { method: 'POST', body: '{}' })],
    ['SUBJECT_NOT_FOUND', 404, 'info', () => buy(UNKNOWN)],
  ])(
    '%s is one line with its request id, code and detail, at info if a payment came with it, and no limit',
    async (code, status, level, send) => {
      const reply = await send()
      expect(reply.status).toBe(status)
      expect(lines).toEqual([
        expect.objectContaining({
          message: 'request refused',
          requestId: reply.headers.get('x-request-id'),
          code,
          detail: reply.json.detail,
          level,
        }),
      ])
      expect(lines[0]).not.toHaveProperty('limit')
    },
  )
})

describe('a paid call', () => {
  it('is found from its transaction, and each repetition as well', async () => {
    const payment = await pay()
    const first = await service.ask(TEA, { payment })
    const again = await service.ask(TEA, { payment })
    const { transaction } = first.receipt!
    const [id, other] = [first, again].map(({ headers }) => headers.get('x-request-id'))
    expect(lines.filter((line) => line.transaction === transaction)).toMatchObject([
      { message: 'paid', requestId: id, level: 'info' },
      { message: 'paid call answered', kind: 'paid', requestId: id, level: 'info' },
      { message: 'paid call answered', kind: 'repeated', requestId: other, level: 'info' },
    ])
  })

  it('that is refused is one line with code and detail, at info', async () => {
    const reply = await service.ask(TEA, {
      payment: await signedPayment(buyer, terms(seller.address), { value: '1' }),
    })
    expect(reply.status).toBe(402)
    expect(lines).toMatchObject([
      {
        message: 'payment refused',
        requestId: reply.headers.get('x-request-id'),
        code: 'invalid_exact_evm_payload_authorization_value_mismatch',
        detail: reply.json.error,
        level: 'info',
      },
    ])
  })

  it.each([
    ['down', 503, 'UPSTREAM_UNAVAILABLE', 'warn'],
    ['broken', 500, 'INTERNAL', 'error'],
  ])(
    'for an item that is %s is one line with code and detail: %i',
    async (item, status, code, level) => {
      const reply = await buy(`/v1/shop/items/${item}`)
      expect(reply.status).toBe(status)
      expect(lines).toMatchObject([
        {
          message: 'request failed',
          requestId: reply.headers.get('x-request-id'),
          code,
          detail: reply.json.detail,
          level,
        },
      ])
      if (code === 'INTERNAL') expect(String(lines[0]!.err)).toContain('SELECT 1')
    },
  )
})
