/** `/mcp`: streamable HTTP without sessions; every POST is answered with JSON, there is no stream to GET. */
import { problemReply, type Reply } from '../../api/problem.ts'
import type { Endpoint, EndpointRequest } from '../http/server.ts'
import type { TransportDeps } from '../transport.ts'

export function mcpEndpoints(deps: TransportDeps): Endpoint[] {
  // Loaded with the first message: the protocol's own package would double the time that the service takes to start.
  const load = async () => {
    const [{ WebStandardStreamableHTTPServerTransport: Transport }, { mcpServers }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
      import('./server.ts'),
    ])
    return { Transport, createServer: mcpServers(deps) }
  }
  let loading: ReturnType<typeof load> | null = null

  async function post(request: EndpointRequest): Promise<Reply> {
    const { address, requestId, signal } = request
    try {
      loading ??= load()
      const { Transport, createServer } = await loading
      const message = parsed(request.body)
      // The door has counted the request; a batch is as many.
      if (Array.isArray(message)) for (let extra = 1; extra < message.length; extra += 1) deps.admit(address)
      const transport = new Transport({ enableJsonResponse: true })
      const server = createServer({ address, requestId, signal })
      await server.connect(transport)
      try {
        return await replyOf(
          await transport.handleRequest(
            webRequest(request, deps.catalogue.publicUrl),
            message === undefined ? {} : { parsedBody: message },
          ),
        )
      } finally {
        await server.close()
      }
    } catch (error) {
      return problemReply(error, { publicUrl: deps.catalogue.publicUrl, instance: '/mcp', requestId })
    }
  }

  return [{ path: '/mcp', methods: ['POST'], answer: post }]
}

/** Undefined where it is no JSON: the protocol's own package says so. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

function webRequest({ headers, body }: EndpointRequest, publicUrl: string): Request {
  const version = headers['mcp-protocol-version']
  return new Request(`${publicUrl}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': headers['content-type'] ?? '',
      // Answers are JSON whatever the client prefers; those that accept nothing else are served too.
      accept: 'application/json, text/event-stream',
      ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
    },
    body,
  })
}

async function replyOf(response: Response): Promise<Reply> {
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    headers: { 'cache-control': 'no-store', ...(type === null ? {} : { 'content-type': type }) },
    body: Buffer.from(await response.arrayBuffer()),
  }
}
