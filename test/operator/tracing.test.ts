/** Traces of calls, as a collector receives them. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../sandbox/world.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { ConfigError, loadConfig } from '../../src/config.ts'
import { createLog } from '../../src/observe/log.ts'
import { readTraceKey } from '../../src/store/stored-key.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { eachEngine } from '../support/engines.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { ask, seller } from '../support/service.ts'
import { eventually, withoutChain } from '../support/world.ts'

interface Received {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, unknown>
  links?: { traceId: string; spanId: string }[]
  status: { code?: number }
}

interface Collector {
  url: string
  spans: Received[]
  headers: Record<string, unknown>[]
  server: Server
}

async function startCollector(): Promise<Collector> {
  const spans: Received[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    headers.push({ url: request.url, ...request.headers })
    // biome-ignore lint/suspicious/noExplicitAny: the shape of OTLP
    const body = (await json(request)) as any
    for (const { scopeSpans } of body.resourceSpans)
      for (const scope of scopeSpans)
        for (const span of scope.spans)
          spans.push({ ...span, attributes: flatten(span.attributes) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans, headers, server }
}

const flatten = (attributes: { key: string; value: Record<string, unknown> }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Returns a trace as indented text. */
function draw(spans: readonly Received[], parent: string | undefined, depth = 0): string[] {
  return spans
    .filter(({ parentSpanId }) => (parentSpanId || undefined) === parent)
    .flatMap((span) => [
      `${'  '.repeat(depth)}${span.name}`,
      ...draw(spans, span.spanId, depth + 1),
    ])
}

describe.skipIf(withoutChain)('traces', () => {
  let world: World
  let app: App
  let collector: Collector
  const lines: Record<string, unknown>[] = []
  beforeAll(async () => {
    collector = await startCollector()
    world = await startWorld({ port: await freePort(), logLevel: 'silent' })
    const config = loadConfig({
      ...world.environment,
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20one,x-team=uk',
    })
    app = await createApp(config, {
      log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
      previewNumbers: world.previewNumbers,
    })
    await app.start()
  })
  afterAll(async () => {
    await app?.stop()
    await world?.close()
    collector?.server.close()
  })
  const rootOf = async (requestId: string): Promise<Received> => {
    const find = () =>
      collector.spans.find(({ attributes }) => attributes['ukintel.request_id'] === requestId)
    await eventually(() => find() !== undefined, { progress: () => collector.spans.length })
    return find()!
  }

  it('of a paid verdict name facilitator, register and store, and no payer', async () => {
    const payment = await signedPayment(world.buyer, terms(world.seller.address))
    const reply = await ask(`${app.url}/v1/company/99000020/verdict`, {
      payment,
      headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' },
    })
    expect(reply.status, reply.bytes).toBe(200)
    const root = await rootOf(reply.headers.get('x-request-id')!)
    expect(root).toMatchObject({
      name: 'company_verdict',
      attributes: {
        'ukintel.operation': 'company_verdict',
        'ukintel.outcome': 'paid',
        'ukintel.transaction': reply.receipt!.transaction,
        'ukintel.payer': expect.stringMatching(/^[0-9a-f]{32}$/),
        'http.response.status_code': 200,
      },
      // Sampled although the caller's own trace is not.
      links: [{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }],
    })
    expect(root.traceId).not.toBe('0af7651916cd43dd8448eb211c80319c')
    const trace = collector.spans.filter(({ traceId }) => traceId === root.traceId)
    const drawn = [root.name, ...draw(trace, root.spanId, 1)]
    if (process.env.SHOW_TRACE) process.stdout.write(`${drawn.join('\n')}\n`)
    const names = drawn.map((name) => name.trim())
    for (const expected of ['facilitator verify', 'facilitator settle', 'GET Companies House'])
      expect(names).toContain(expected)
    expect(names.some((name) => /^store (insert|update) claims/.test(name))).toBe(true)
    expect(drawn).toHaveLength(trace.length)
    expect(JSON.stringify(collector.spans).toLowerCase()).not.toContain(
      world.buyer.address.toLowerCase().slice(2),
    )
    expect(lines.find(({ msg }) => msg === 'paid call answered')).toMatchObject({
      traceId: root.traceId,
    })
    expect(collector.headers[0]).toMatchObject({
      url: '/v1/traces',
      authorization: 'Bearer one',
      'x-team': 'uk',
      'content-type': 'application/json',
    })
  })

  it('of an unknown settlement name the chain', async () => {
    world.facilitator.faults.next('settle', { kind: 'reset', when: 'after' })
    const payment = await signedPayment(world.buyer, terms(world.seller.address))
    const reply = await ask(`${app.url}/v1/company/99000020/verdict`, { payment })
    expect(reply.status, reply.bytes).toBe(200)
    const { traceId } = await rootOf(reply.headers.get('x-request-id')!)
    const names = collector.spans.filter((span) => span.traceId === traceId).map(({ name }) => name)
    expect(names).toContain('chain eth_getBlockByNumber')
  })

  it('say how a call ended: quoted, refused, failed, answered', async () => {
    const quoted = await ask(`${app.url}/v1/company/99000020/verdict`)
    const payment = await signedPayment(world.buyer, terms(world.buyer.address))
    const refused = await ask(`${app.url}/v1/company/99000020/verdict`, { payment })
    const malformed = await ask(`${app.url}/v1/company/99000020/verdict`, {
      headers: { 'payment-signature': 'x', traceparent: 'not a header' },
    })
    const free = await ask(`${app.url}/v1/health`)
    const ends = []
    for (const { headers } of [quoted, refused, malformed, free])
      ends.push((await rootOf(headers.get('x-request-id')!)).attributes)
    expect(ends.map((each) => [each['ukintel.outcome'], each['ukintel.code']])).toEqual([
      ['quoted', undefined],
      ['refused', 'no_matching_payment_requirements'],
      ['error', 'PAYMENT_MALFORMED'],
      [undefined, undefined],
    ])
  })
})

it('go on only to hosts that the operator lists, and with the share that the operator chose', async () => {
  const { createTracing } = await import('../../src/observe/opentelemetry.ts')
  const collector = await startCollector()
  const options = {
    endpoint: collector.url,
    headers: {},
    serviceName: 'ukintel',
    version: '1',
    ratio: 1,
    hosts: ['one.example'],
    payerKey: Buffer.alloc(32),
    log: createLog('silent'),
  }
  const all = createTracing(options)
  const span = all.begin('call', null)!
  expect(span.headersFor('https://one.example/path')).toEqual({
    traceparent: expect.stringMatching(new RegExp(`^00-${span.traceId}-[0-9a-f]{16}-01$`)),
  })
  expect(span.headersFor('https://other.example/path')).toEqual({})
  expect(all.hashPayer(seller.address)).toBe(all.hashPayer(seller.address.toLowerCase()))
  const none = createTracing({ ...options, ratio: 0 })
  const sampled = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  expect(none.begin('call', sampled)).toBeNull()
  await Promise.all([all.close(), none.close()])
  collector.server.close()
})

it.each([
  ['OTEL_TRACES_EXPORTER', 'otlp', /OTEL_TRACES_EXPORTER is no variable of this service/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /is not an http or https address/],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b,secret', /^OTEL_EXPORTER_OTLP_HEADERS has at position 2 no/],
  ['OTEL_TRACES_SAMPLER_ARG', '2', /is not a share from 0 to 1/],
])('%s=%s stops the start', (name, value, fault) => {
  const load = () => loadConfig({ X402_PAY_TO: seller.address, [name]: value })
  expect(load).toThrow(ConfigError)
  expect(load).toThrow(fault)
})

it('are not loaded where no collector is configured', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier.startsWith('@opentelemetry/')) loaded.push(specifier)
        return next(specifier, context)
      },
    })
    const { createApp } = await import('./src/app/compose.ts')
    const { loadConfig } = await import('./src/config.ts')
    const { mkdtempSync, rmSync } = await import('node:fs')
    for (const endpoint of ['', 'http://127.0.0.1:9']) {
      const DATA_DIR = mkdtempSync(process.env.FOLDER + '/ukintel-traced-')
      const app = await createApp(loadConfig({
        X402_PAY_TO: '${seller.address}', X402_RPC_URL: '', PORT: '0', DATA_DIR, INGEST: 'off',
        LOG_LEVEL: 'silent', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      }), { preload: false })
      await app.listen()
      await app.stop()
      rmSync(DATA_DIR, { recursive: true })
      console.log(loaded.length > 0)
    }`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, FOLDER: process.env.TMPDIR ?? '/tmp' },
    encoding: 'utf8',
  })
  expect({ stdout, stderr }).toEqual({ stdout: 'false\ntrue\n', stderr: '' })
})

eachEngine('the key of payers in traces', (under) => {
  it('is one for all replicas', async () => {
    const settings = await under.freshSettings({ migrated: true })
    const [one, two] = [await under.open(settings), await under.open(settings)]
    const keys = await Promise.all([readTraceKey(one.main), readTraceKey(two.main)])
    expect(keys[0]).toHaveLength(32)
    expect(keys[0]!.equals(keys[1]!)).toBe(true)
  })
})
