/**
 * `/mcp`: both eras of the protocol on one address, without sessions. 2026-07-28 says in every
 * request what it is; whatever says nothing is 2025-11-25 or
 * older. Every POST is answered with JSON, there is no stream to GET and nothing to listen to.
 */

import type { Endpoint, EndpointRequest } from '../../api/endpoint.ts'
import type { Reply } from '../../api/problem.ts'
import { parseJson } from '../../platform/json.ts'
import { markUnread } from '../http/unreadable.ts'
import type { TransportDeps } from '../transport.ts'

const MODERN = '2026-07-28'
const UNSUPPORTED_VERSION = -32_022

/** Protocol headers of a message. */
const PROTOCOL_HEADERS = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

export function mcpEndpoints(deps: TransportDeps): Endpoint[] {
  // Loaded with the first message: the protocol's own package would double the time that the
  // service takes to start.
  const load = async () => {
    const [protocol, { mcpServers }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./server.ts'),
    ])
    return { ...protocol, serverFor: mcpServers(deps) }
  }
  let loading: ReturnType<typeof load> | null = null

  async function post(request: EndpointRequest): Promise<Reply> {
    const { address, requestId, traceparent, signal } = request
    try {
      loading ??= load()
      const {
        createMcpHandler,
        isLegacyRequest,
        SUPPORTED_PROTOCOL_VERSIONS,
        WebStandardStreamableHTTPServerTransport: Transport,
        serverFor,
      } = await loading
      const message = parseJson(request.body)
      // The HTTP server has counted one request; a batch is as many as it has messages.
      if (Array.isArray(message))
        for (let extra = 1; extra < message.length; extra += 1) await deps.admit(address)
      const webCall = webRequest(request, deps.catalogue.publicUrl)
      const parsedBody = message === undefined ? {} : { parsedBody: message }
      const createServer = () => serverFor({ address, requestId, traceparent, signal })
      if (!(await isLegacyRequest(webCall, message))) {
        const handler = createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0 })
        const reply = await replyTo(await handler.fetch(webCall, parsedBody))
        return nameAllVersions(reply, [MODERN, ...SUPPORTED_PROTOCOL_VERSIONS])
      }
      const transport = new Transport({ enableJsonResponse: true })
      const server = createServer()
      await server.connect(transport)
      try {
        return await replyTo(await transport.handleRequest(webCall, parsedBody))
      } finally {
        await server.close()
      }
    } catch (error) {
      // A payment may be in the message.
      return deps.problems.reply(markUnread(error), { instance: '/mcp', requestId })
    }
  }

  return ['/mcp', '/mcp/'].map((path) => ({ path, methods: ['POST'], answer: post }))
}

/**
 * Adds all served versions to `server/discover` and to the error for unknown versions. The
 * protocol's package names only the versions of one era there.
 */
function nameAllVersions(reply: Reply, versions: readonly string[]): Reply {
  if (!MENTIONS_VERSIONS.test(reply.body.toString('latin1', 0, 400))) return reply
  const answer = parseJson(reply.body) as {
    result?: { supportedVersions?: unknown }
    error?: { code?: unknown; data?: { supported?: unknown } }
  }
  const { result, error } = answer
  if (result?.supportedVersions) result.supportedVersions = versions
  else if (error?.code === UNSUPPORTED_VERSION && error.data) error.data.supported = versions
  else return reply
  return { ...reply, body: Buffer.from(JSON.stringify(answer)) }
}

/** A quick test of the beginning of an answer. */
const MENTIONS_VERSIONS = /"supportedVersions"|"supported"/

function webRequest({ headers, body }: EndpointRequest, publicUrl: string): Request {
  // Answers are JSON whatever the client prefers; those that accept nothing else are served too.
  const passed = new Headers({ accept: 'application/json, text/event-stream' })
  for (const name of PROTOCOL_HEADERS)
    if (typeof headers[name] === 'string') passed.set(name, headers[name])
  return new Request(`${publicUrl}/mcp`, {
    method: 'POST',
    headers: passed,
    body: new Uint8Array(body),
  })
}

async function replyTo(response: Response): Promise<Reply> {
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    headers: { 'cache-control': 'no-store', ...(type === null ? {} : { 'content-type': type }) },
    body: Buffer.from(await response.arrayBuffer()),
  }
}
