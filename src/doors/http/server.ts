/** HTTP: Fastify accepts and bounds a request, the router finds its operation, the pipeline answers. Contract sections 7 and 8. */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Pipeline } from '../../api/pipeline.ts'
import { problemReply, type Reply } from '../../api/problem.ts'
import type { Bound, Router } from '../../api/registry.ts'
import { ServiceError } from '../../kernel/errors.ts'

/** A document or a page served besides the operations. */
export interface ServedDocument {
  path: string
  /** Called per request; the result is cached by the caller where it is costly. */
  read(headers: IncomingMessage['headers']): Reply
}

/** An endpoint of another protocol, beside the operations. */
export interface Endpoint {
  /** Exact; with `*` at its end every path that begins with the rest. */
  path: string
  methods: readonly ('GET' | 'POST' | 'DELETE')[]
  answer(request: EndpointRequest): Reply | Promise<Reply>
}

export interface EndpointRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
  address: string
  requestId: string
  /** Aborted when the caller is gone. */
  signal: AbortSignal
}

export interface HttpOptions {
  host: string
  port: number
  publicUrl: string
  trustProxy: string | null
  router: Router
  pipeline: Pipeline
  documents: readonly ServedDocument[]
  endpoints: readonly Endpoint[]
}

export interface HttpDoor {
  /** Bound address, once listening. */
  url(): string
  listen(): Promise<void>
  /** Stops accepting, lets running requests finish. */
  close(): Promise<void>
  readonly server: FastifyInstance
}

const MAX_URL_CHARS = 8 * 1024
const MAX_HEADER_CHARS = 32 * 1024
/** What is read at all: a tool call carries its payment in the body. Operations have lower limits of their own. */
const MAX_BODY_BYTES = 64 * 1024
/** Longer answers are not worth copying. */
const ONE_WRITE_BYTES = 16 * 1024

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, PAYMENT-REPLAYED, Retry-After, RateLimit, RateLimit-Policy, Link, ETag, X-Request-Id',
}

const PREFLIGHT = {
  ...CORS,
  'access-control-allow-headers':
    'Content-Type, PAYMENT-SIGNATURE, If-None-Match, Accept, MCP-Protocol-Version, Mcp-Session-Id, A2A-Version',
  'access-control-max-age': '86400',
}

const COMMON = {
  ...CORS,
  link: '</openapi.json>; rel="service-desc"; type="application/json", </llms.txt>; rel="service-doc"; type="text/plain", </v1/health>; rel="status"',
  'x-content-type-options': 'nosniff',
}

export function createHttpDoor(options: HttpOptions): HttpDoor {
  const { publicUrl, router, pipeline } = options
  const documents = new Map(options.documents.map((document) => [document.path, document]))
  let requests = 0
  const boot = Date.now().toString(36)
  const nextId = () => {
    requests += 1
    return `req_${boot}${requests.toString(36)}`
  }
  const server = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // While it closes, requests on kept connections get our own problem document.
    return503OnClosing: false,
    genReqId: nextId,
    // A path that cannot be decoded is simply none of ours.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => answer(request, reply),
    routerOptions: { maxParamLength: MAX_URL_CHARS },
    http: { maxHeaderSize: MAX_URL_CHARS + MAX_HEADER_CHARS + 1024 },
    clientErrorHandler: answerUnreadable(publicUrl, nextId),
  })
  // Bodies arrive as bytes; whether they are JSON is for the operation's reader to say.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.setErrorHandler((error: { code?: string }, request, reply) => {
    // 404 and 405 come before any fault of the body.
    if (!takesBody(request)) return answer(request, reply)
    const known =
      error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
        ? new ServiceError('BODY_TOO_LARGE', `The body is larger than ${MAX_BODY_BYTES} bytes.`)
        : error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
          ? unsupportedMediaType()
          : error.code?.startsWith('FST_ERR_CTP')
            ? new ServiceError('VALIDATION', 'The body does not match its declared length or type.')
            : error
    send(reply, problem(known, request))
  })
  server.all('/*', answer)
  server.setNotFoundHandler(answer)

  let closing = false
  function answer(request: FastifyRequest, reply: FastifyReply): void {
    const { url, method } = request.raw as { url: string; method: string }
    try {
      const outcome = dispatch(request, reply, url, method)
      if (outcome instanceof Promise) {
        outcome.then(
          (settled) => send(reply, settled, method),
          (error: unknown) => send(reply, problem(error, request), method),
        )
      } else send(reply, outcome, method)
    } catch (error) {
      send(reply, problem(error, request), method)
    }
  }

  function takesBody({ raw }: FastifyRequest): boolean {
    const path = raw.url!.split('?', 1)[0]!
    return router(raw.method!, path).kind === 'found' || options.endpoints.some((each) => isAt(each.path, path))
  }

  function dispatch(request: FastifyRequest, reply: FastifyReply, url: string, method: string): Reply | Promise<Reply> {
    if (closing) {
      throw new ServiceError('SHUTTING_DOWN', 'The service is restarting.', { retryAfterSeconds: 5 })
    }
    if (url.length > MAX_URL_CHARS) throw new ServiceError('URL_TOO_LONG', `The URL is longer than ${MAX_URL_CHARS} characters.`)
    if (headerChars(request.raw) > MAX_HEADER_CHARS) {
      throw new ServiceError('HEADERS_TOO_LARGE', `The headers are longer than ${MAX_HEADER_CHARS} characters.`)
    }
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const search = mark < 0 ? '' : url.slice(mark + 1)
    const document = documents.get(path)
    if (document) return answerDocument(document, request, method)
    const match = router(method, path)
    if (match.kind === 'none') {
      const endpoint = options.endpoints.find((each) => isAt(each.path, path))
      if (endpoint) return answerEndpoint(endpoint, request, reply, path, method)
      throw new ServiceError('ROUTE_NOT_FOUND', 'No operation has this path.', {
        hint: 'Paths match exactly; /openapi.json lists them all.',
      })
    }
    if (match.kind === 'wrong_method') return method === 'OPTIONS' ? preflight(match.allow) : notAllowed(match.allow)
    const { bound, params } = match
    return pipeline.handle({
      bound,
      raw: {
        params,
        query: search === '' ? [] : [...new URLSearchParams(search)],
        // Read by the pipeline, once the limits have let the request in: a body that is at fault counts as well.
        get body() {
          return bodyOf(bound, request)
        },
      },
      payment: headerOf(request, 'payment-signature'),
      resourceUrl: `${publicUrl}${url}`,
      instance: path,
      requestId: request.id,
      address: request.ip,
      signal: watchForLeaving(request, reply),
    })
  }

  function answerDocument(document: ServedDocument, request: FastifyRequest, method: string): Reply {
    if (method === 'OPTIONS') return preflight('GET, HEAD, OPTIONS')
    if (method !== 'GET' && method !== 'HEAD') return notAllowed('GET, HEAD, OPTIONS')
    return document.read(request.headers)
  }

  function answerEndpoint(
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    method: string,
  ): Reply | Promise<Reply> {
    const allow = [...endpoint.methods, 'OPTIONS'].join(', ')
    if (method === 'OPTIONS') return preflight(allow)
    if (!(endpoint.methods as readonly string[]).includes(method)) return notAllowed(allow)
    return endpoint.answer({
      method,
      path,
      headers: request.headers,
      body: (request.body as Buffer | undefined) ?? Buffer.alloc(0),
      address: request.ip,
      requestId: request.id,
      signal: leavingSignal(reply),
    })
  }

  function problem(error: unknown, request: FastifyRequest): Reply {
    const instance = (request.raw.url ?? '/').split('?', 1)[0]!.slice(0, 512)
    return problemReply(error, { publicUrl, instance, requestId: request.id })
  }

  function send(reply: FastifyReply, { status, headers, body }: Reply, method?: string): void {
    reply.hijack()
    const { raw } = reply
    if (raw.headersSent || raw.destroyed) return
    const length = status === 204 ? {} : { 'content-length': body.length }
    // A kept connection would hold the door open until its client lets go.
    const last = closing ? { connection: 'close' } : {}
    raw.writeHead(status, { ...COMMON, 'x-request-id': reply.request.id, ...headers, ...length, ...last })
    if (method === 'HEAD' || status === 204 || status === 304) raw.end()
    // Byte for byte the same, and with its headers in one write; bytes would be a second one.
    else if (body.length <= ONE_WRITE_BYTES) raw.end(body.toString('latin1'), 'latin1')
    else raw.end(body)
  }

  return {
    server,
    url() {
      const address = server.server.address()
      if (address === null || typeof address === 'string') throw new Error('the HTTP door is not listening')
      return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
    },
    async listen() {
      await server.listen({ host: options.host, port: options.port })
    },
    close() {
      closing = true
      return server.close()
    },
  }
}

function isAt(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

function preflight(allow: string): Reply {
  return { status: 204, headers: { ...PREFLIGHT, allow, 'access-control-allow-methods': allow }, body: Buffer.alloc(0) }
}

function notAllowed(allow: string): never {
  throw new ServiceError('METHOD_NOT_ALLOWED', `Use ${allow.replace(', OPTIONS', '')} here.`, { headers: { allow } })
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  if (value === undefined) return null
  return Array.isArray(value) ? value.join(', ') : value
}

function headerChars(message: IncomingMessage): number {
  let size = 0
  for (const part of message.rawHeaders) size += part.length
  return size
}

/** JSON of an operation that takes a body; undefined when there is none. @throws ServiceError */
function bodyOf(bound: Bound, request: FastifyRequest): unknown {
  if (!bound.operation.body) return undefined
  const bytes = request.body as Buffer | undefined
  if (!bytes || bytes.length === 0) return undefined
  if (bytes.length > bound.operation.maxBodyBytes) {
    throw new ServiceError('BODY_TOO_LARGE', `The body is larger than ${bound.operation.maxBodyBytes} bytes.`)
  }
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw unsupportedMediaType()
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new ServiceError('VALIDATION', 'The body is not valid JSON in UTF-8.', {
      errors: [{ field: '', in: 'body', message: 'not valid JSON' }],
      hint: 'Send one JSON object.',
      cause: error,
    })
  }
}

function unsupportedMediaType(): ServiceError {
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.', { hint: 'Send Content-Type: application/json.' })
}

function watchForLeaving(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  return request.headers['payment-signature'] === undefined ? NEVER : leavingSignal(reply)
}

/** Aborted when the connection closes before the answer is out. */
function leavingSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const { raw } = reply
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new Error('the caller left'))
  })
  return controller.signal
}

const NEVER = new AbortController().signal

/** Requests that Node's parser rejects never reach a route. */
function answerUnreadable(publicUrl: string, nextId: () => string) {
  return (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (socket.destroyed || !socket.writable) return
    const known =
      error.code !== 'HPE_HEADER_OVERFLOW'
        ? new ServiceError('VALIDATION', 'The request is not valid HTTP.')
        : isOneLongLine(error.rawPacket)
          ? new ServiceError('URL_TOO_LONG', `The URL is longer than ${MAX_URL_CHARS} characters.`)
          : new ServiceError('HEADERS_TOO_LARGE', `The headers are longer than ${MAX_HEADER_CHARS} characters.`)
    const requestId = nextId()
    const reply = problemReply(known, { publicUrl, instance: '', requestId })
    const length = String(reply.body.length)
    const head = { ...COMMON, 'x-request-id': requestId, ...reply.headers, 'content-length': length, connection: 'close' }
    const lines = Object.entries(head)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    socket.end(`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n${lines}\r\n${reply.body.toString()}`)
  }
}

/** The packet that overflowed begins with more than a URL may have: it was the URL that never ended. */
function isOneLongLine(packet: unknown): boolean {
  return Buffer.isBuffer(packet) && !packet.subarray(0, MAX_URL_CHARS).includes('\r\n')
}
