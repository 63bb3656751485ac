/**
 * HTTP: Node accepts and bounds a request, the router finds its operation, the pipeline answers.
 * It uses `node:http` without a framework: paths match byte for byte, bodies stay bytes, every
 * answer and every header is ours, and slow callers are bounded here
 * (docs/adr/0004-paths-match-byte-for-byte-in-our-own-router.md).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { countRequests } from '../../api/body-bounds.ts'
import type { Endpoint, HttpDocument } from '../../api/endpoint.ts'
import type { Pipeline } from '../../api/pipeline.ts'
import type { Reply } from '../../api/problem.ts'
import type { Problems } from '../../api/problem-log.ts'
import type { Limiter } from '../../api/rate-limit.ts'
import type { Bound, Router } from '../../api/registry.ts'
import { ServiceError } from '../../platform/errors.ts'
import { createServer } from '../../platform/node-http.ts'
import type { RateLimitFields } from '../../platform/rate-limit.ts'
import { limitStoreWait } from '../../store/wait-limit.ts'
import { addressReader, createTrust } from './address.ts'
import { hasBody, isPaid, jsonBody, readBody, readBytesOf } from './body.ts'
import { createConnectionShare, createPipelines } from './connections.ts'
import { commonHeaders, notAllowed, prefersHtml, preflight } from './headers.ts'
import {
  answerUnreadable,
  createHeadersTooLargeError,
  createTooSlowError,
  createUrlTooLongError,
  MAX_HEADER_CHARS,
  MAX_URL_CHARS,
  markUnread,
} from './unreadable.ts'

/** Documents, pages and endpoints of other protocols. */
export interface Extras {
  documents: readonly HttpDocument[]
  endpoints: readonly Endpoint[]
  /** Returns the page that a person gets in place of JSON, or the reply as it is. */
  page?: (reply: Reply, target: string, bound: Bound | null) => Reply
}

export interface HttpOptions {
  host: string
  port: number
  publicUrl: string
  trustProxy: string | null
  router: Router
  pipeline: Pipeline
  problems: Problems
  /** Called once, for the first request that needs them. */
  loadExtras: () => Promise<Extras>
  /** Limit of requests from one address. Every request counts. */
  addresses: Limiter
  /**
   * Connections above this number are closed unread, and those of one address above half of it; no
   * limit if left out.
   */
  maxConnections?: number
  onConnectionClosed?: (reason: ClosedReason) => void
  /** Called for each connection that is closed because its address has its share open. */
  onShareExceeded?: (address: string, share: number) => void
  times?: Partial<Times>
}

/**
 * `over_limit` and `over_share`: closed before anything was read. `pipelined`: closed after the
 * answer to the last request that may be unanswered. `unread`: the caller did not read its answer.
 * `unanswered`: this service had no answer in that time, and sent an error.
 */
export type ClosedReason = 'over_limit' | 'over_share' | 'pipelined' | 'unread' | 'unanswered'

interface Times {
  headersMs: number
  bodyMs: number
  /** Time without progress after which a connection with an unfinished answer is closed. */
  responseMs: number
  /** Time after which an answer that was not read to its end is given up, whatever its progress. */
  wholeResponseMs: number
  /**
   * How long running requests may take once the server is closing; then their connections are cut.
   */
  drainMs: number
  /** And how long what they began may still take. */
  wrapUpMs: number
}

export interface HttpTransport {
  /** Bound address, once listening. */
  url(): string
  listen(): Promise<void>
  /** Stops accepting, lets running requests finish within a bounded time. */
  close(): Promise<void>
}

const TIMES: Times = {
  headersMs: 10_000,
  bodyMs: 15_000,
  responseMs: 60_000,
  wholeResponseMs: 600_000,
  drainMs: 9_000,
  wrapUpMs: 3_000,
}
/** Time that a request waits for the shared count of its address. */
const ADMISSION_WAIT_MS = 10_000
/** Longer than balancers keep theirs, so that they close first. */
const KEEP_ALIVE_MS = 72_000
/** Longer answers are not worth copying. */
const ONE_WRITE_BYTES = 16 * 1024

/** One request on its way. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  address: string
  /** RateLimit fields of the address. */
  limits: Readonly<Record<string, string>>
  /** True if its answer closes the connection. */
  isLast: boolean
}

export function createHttpTransport(options: HttpOptions): HttpTransport {
  const { problems, onConnectionClosed = () => {} } = options
  const times = { ...TIMES, ...options.times }
  const isTrusted = createTrust(options.trustProxy)
  const addressOf = addressReader(isTrusted)
  const pipelines = createPipelines<Exchange>()
  const { dispatch, showPage } = dispatcher(options, refuseWhenClosing)
  const nextId = requestIds()
  const running = new Set<Promise<void>>()
  let closing = false

  function refuseWhenClosing(): void {
    if (closing)
      throw new ServiceError('SHUTTING_DOWN', 'The service is restarting.', {
        retryAfterSeconds: 5,
      })
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    request.url = toOriginForm(request.url!)
    const exchange: Exchange = {
      request,
      response,
      requestId: nextId(),
      address: addressOf(request),
      limits: {},
      isLast: false,
    }
    const turn = pipelines.enter(request.socket, exchange)
    if (turn === 'dropped') return
    if (turn === 'last') {
      exchange.isLast = true
      onConnectionClosed('pipelined')
    }
    try {
      if (hasBody(request)) boundBody(exchange)
      refuseWhenClosing()
      const admitted = limitStoreWait(ADMISSION_WAIT_MS, () =>
        options.addresses.debit(exchange.address),
      )
      const enter = (limits: RateLimitFields) => {
        exchange.limits = limits
        return dispatch(exchange)
      }
      finish(exchange, admitted instanceof Promise ? admitted.then(enter) : enter(admitted))
    } catch (error) {
      finish(exchange, problem(exchange, error))
    }
  }

  function finish(exchange: Exchange, outcome: Reply | Promise<Reply>): void {
    if (!(outcome instanceof Promise || isBrowser(exchange.request))) {
      send(exchange, outcome)
      return
    }
    const work = Promise.resolve(outcome)
      .catch((error: unknown) => problem(exchange, error))
      .then((reply) => showPage(exchange, reply))
      .then((reply) => send(exchange, reply))
      .finally(() => running.delete(work))
    running.add(work)
  }

  /**
   * Closes a connection whose caller does not read. A request without an answer gets an error
   * first.
   */
  function giveUp(exchange: Exchange): void {
    const { request, response } = exchange
    if (request.socket.destroyed) return
    if (!response.headersSent) {
      onConnectionClosed('unanswered')
      send(exchange, problem(exchange, new Error('no answer was ready in time')), true)
      return
    }
    onConnectionClosed('unread')
    request.socket.destroy()
  }

  /** Closes the connection if the body does not arrive in time, even if no endpoint reads it. */
  function boundBody(exchange: Exchange): void {
    const { request, response } = exchange
    const timer = setTimeout(() => {
      if (response.headersSent) request.socket.destroy()
      else send(exchange, problem(exchange, createTooSlowError()), true)
    }, times.bodyMs)
    const onArrived = () => clearTimeout(timer)
    request.once('end', onArrived)
    request.once('close', onArrived)
  }

  function problem({ request, requestId }: Exchange, error: unknown): Reply {
    const instance = request.url!.split('?', 1)[0]!.slice(0, 512)
    // Messages of MCP and A2A have their payment in a body that may be unread.
    const isMessage = request.method === 'POST' && options.router('POST', instance).kind === 'none'
    const known = isMessage ? markUnread(error) : error
    return problems.reply(known, { instance, requestId, withPayment: isPaid(request) })
  }

  function send(exchange: Exchange, { status, headers, body }: Reply, last = false): void {
    const { request, response, requestId, limits } = exchange
    if (response.headersSent || response.destroyed) return
    const length =
      status === 204 || (status === 304 && body.length === 0)
        ? {}
        : { 'content-length': body.length }
    // A persistent connection would delay the stop, and the rest of a refused body is no request.
    const isLast = last || exchange.isLast || closing || status === 413
    const connection = isLast ? { connection: 'close' } : {}
    response.writeHead(status, {
      ...commonHeaders(status),
      'x-request-id': requestId,
      ...limits,
      ...headers,
      ...length,
      ...connection,
    })
    if (request.method === 'HEAD' || status === 204 || status === 304) response.end()
    // Byte for byte the same, and with its headers in one write; bytes would be a second one.
    else if (body.length <= ONE_WRITE_BYTES) response.end(body.toString('latin1'), 'latin1')
    else {
      response.end(body)
      // A caller who sends a byte now and then counts as making progress, so that the other limit
      // alone does not end it.
      const timer = setTimeout(giveUp, times.wholeResponseMs, exchange)
      response.once('close', () => clearTimeout(timer))
    }
    if (last) response.once('finish', () => request.socket.destroySoon())
  }

  const server = createServer(
    {
      maxHeaderSize: MAX_URL_CHARS + MAX_HEADER_CHARS + 1024,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Both: Node swaps them when the first is the longer one (26.10, _http_server).
      headersTimeout: times.headersMs,
      requestTimeout: times.headersMs + times.bodyMs,
      connectionsCheckingInterval: Math.min(1000, times.headersMs / 2),
    },
    answer,
  )
  server.timeout = times.responseMs
  server.on('timeout', (socket) => {
    const exchange = pipelines.findUnanswered(socket)
    if (exchange) giveUp(exchange)
    else socket.destroy()
  })
  if (options.maxConnections !== undefined) {
    server.maxConnections = options.maxConnections
    const onRefused = (address: string, share: number) => {
      onConnectionClosed('over_share')
      options.onShareExceeded?.(address, share)
    }
    const { maxConnections } = options
    server.on('connection', createConnectionShare({ maxConnections, isTrusted, onRefused }))
  }
  server.on('drop', () => onConnectionClosed('over_limit'))
  server.on('clientError', answerUnreadable(problems, nextId))

  return {
    url: () => formatUrl(server),
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(options.port, options.host, () => {
          server.off('error', reject)
          resolve()
        })
      }),
    async close() {
      closing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      if (await within(closed, times.drainMs)) return
      server.closeAllConnections()
      // The buyers have disconnected; the steps of their payments are still recorded, within a
      // limit.
      await within(Promise.all(running), times.wrapUpMs)
      await closed
    },
  }
}

/** Finds who answers: an operation, a document, an endpoint of another protocol. */
function dispatcher(
  { publicUrl, router, pipeline, loadExtras, addresses }: HttpOptions,
  refuseWhenClosing: () => void,
) {
  let extras: (Extras & { byPath: ReadonlyMap<string, HttpDocument> }) | null = null

  async function load(): Promise<NonNullable<typeof extras>> {
    const loaded = await loadExtras()
    const byPath = new Map(loaded.documents.map((document) => [document.path, document]))
    extras ??= { ...loaded, byPath }
    return extras
  }

  /**
   * Reads a body and counts it as so many requests as its size is worth, before it is parsed.
   * @throws ServiceError
   */
  async function readCounted(
    { request, address }: Exchange,
    maxBytes?: number,
    limit?: number,
  ): Promise<Buffer> {
    const body = await readBody(request, maxBytes, limit)
    for (let counted = 1; counted < countRequests(body.length); counted += 1)
      await addresses.debit(address)
    return body
  }

  function withExtras(use: (loaded: NonNullable<typeof extras>) => Reply | Promise<Reply>) {
    return extras === null ? load().then(use) : use(extras)
  }

  function operation(
    { bound, params }: FoundRoute,
    path: string,
    search: string,
    exchange: Exchange,
  ): Reply | Promise<Reply> {
    const { request, response, requestId, address } = exchange
    const call = (body: Buffer | null) => {
      // It may have closed while the body was on its way.
      refuseWhenClosing()
      return pipeline.handle({
        bound,
        raw: {
          params,
          query: search === '' ? [] : [...new URLSearchParams(search)],
          // Read by the pipeline, once the limits have let the request in: a body that is at fault
          // counts as well.
          withPayment: isPaid(request),
          ...(body === null
            ? {}
            : { body: () => jsonBody(bound, request, body), bodyBytes: body.length }),
        },
        payment: findHeader(request, 'payment-signature'),
        ifNoneMatch: findHeader(request, 'if-none-match'),
        version1: request.headers['x-payment'] !== undefined,
        resourceUrl: `${publicUrl}${request.url}`,
        instance: path,
        requestId,
        traceparent: findHeader(request, 'traceparent'),
        address,
        signal: isPaid(request) ? createLeavingSignal(response) : NEVER,
      })
    }
    if (!(bound.operation.body && hasBody(request))) return call(null)
    const readBytes = readBytesOf(bound.operation, isPaid(request))
    return readCounted(exchange, readBytes, bound.operation.maxBodyBytes).then(call)
  }

  /** Returns the page of a reply for a person; JSON if the pages cannot be loaded. */
  async function showPage({ request }: Exchange, reply: Reply): Promise<Reply> {
    if (!isBrowser(request)) return reply
    const target = request.url!
    const match = router('GET', target.split('?', 1)[0]!)
    const bound = match.kind === 'found' ? match.bound : null
    try {
      return await withExtras(({ page }) => page?.(reply, target, bound) ?? reply)
    } catch {
      return reply
    }
  }

  function document(
    found: HttpDocument,
    { method, headers }: IncomingMessage,
    extraEndpoint: Endpoint | undefined,
  ): Reply | Promise<Reply> {
    const allow = ['GET', 'HEAD', ...(extraEndpoint?.methods ?? []), 'OPTIONS'].join(', ')
    if (method === 'OPTIONS') return preflight(allow)
    if (method !== 'GET' && method !== 'HEAD') return notAllowed(allow)
    return found.read(headers)
  }

  async function endpoint(found: Endpoint, path: string, exchange: Exchange): Promise<Reply> {
    const { request, response, requestId, address } = exchange
    const allow = [...found.methods, 'OPTIONS'].join(', ')
    const method = request.method!
    if (method === 'OPTIONS') return preflight(allow)
    if (!takes(found, request)) return notAllowed(allow)
    const body = await readCounted(exchange)
    refuseWhenClosing()
    return await found.answer({
      method,
      path,
      headers: request.headers,
      body,
      address,
      requestId,
      traceparent: findHeader(request, 'traceparent'),
      signal: createLeavingSignal(response),
    })
  }

  function dispatch(exchange: Exchange): Reply | Promise<Reply> {
    const { request } = exchange
    const url = request.url!
    if (url.length > MAX_URL_CHARS) throw createUrlTooLongError()
    if (headerChars(request) > MAX_HEADER_CHARS) throw createHeadersTooLargeError()
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const match = router(request.method!, path)
    if (match.kind === 'found')
      return operation(match, path, mark < 0 ? '' : url.slice(mark + 1), exchange)
    return withExtras(({ byPath, endpoints }) => {
      const found = byPath.get(path)
      if (found) {
        const extraEndpoint = endpoints.find((each) => each.path === path)
        return extraEndpoint && takes(extraEndpoint, request)
          ? endpoint(extraEndpoint, path, exchange)
          : document(found, request, extraEndpoint)
      }
      if (match.kind === 'wrong_method')
        return request.method === 'OPTIONS' ? preflight(match.allow) : notAllowed(match.allow)
      const other = endpoints.find((each) => isAt(each.path, path))
      if (other) return endpoint(other, path, exchange)
      throw new ServiceError('ROUTE_NOT_FOUND', 'No operation has this path.', {
        hint: 'Paths match exactly; /openapi.json lists them all.',
        payment: isPaid(request) ? 'unread' : 'none',
      })
    })
  }

  return { dispatch, showPage }
}

/** Requests may name the whole address, as they do to a proxy (RFC 9112, 3.2.2). */
function toOriginForm(target: string): string {
  const origin = target.startsWith('/') ? null : /^https?:\/\/[^/?]*/i.exec(target)
  if (origin === null) return target
  const path = target.slice(origin[0].length)
  return path.startsWith('/') ? path : `/${path}`
}

/**
 * A person who opened the address: a program that pays, or takes JSON as gladly, never gets a page.
 */
function isBrowser({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['payment-signature'] === undefined &&
    headers['x-payment'] === undefined &&
    prefersHtml(headers.accept)
  )
}

type FoundRoute = Extract<ReturnType<Router>, { kind: 'found' }>

function takes({ methods }: Endpoint, { method }: IncomingMessage): boolean {
  return (methods as readonly string[]).includes(method!)
}

function isAt(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

function requestIds(): () => string {
  const boot = Date.now().toString(36)
  let requests = 0
  return () => {
    requests += 1
    return `req_${boot}${requests.toString(36)}`
  }
}

function formatUrl(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('the HTTP server is not listening')
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}

function findHeader(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  if (value === undefined) return null
  return Array.isArray(value) ? value.join(', ') : value
}

function headerChars(message: IncomingMessage): number {
  let size = 0
  for (const part of message.rawHeaders) size += part.length
  return size
}

/** Aborted when the connection closes before the answer is out. */
function createLeavingSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(new Error('the caller left'))
  })
  return controller.signal
}

const NEVER = new AbortController().signal

/** Whether it is done in time. */
async function within(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  return await Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer))
}
