/**
 * `/metrics`, the balancers' `/live` and `/ready`, and the operator's page, on an address of their
 * own
 * that the public never reaches.
 */
import { isIP } from 'node:net'
import { createServer } from '../platform/node-http.ts'

export interface OperatorServer {
  listen(): Promise<void>
  close(): Promise<void>
}

/** A page with its headers. */
export interface Page {
  html: string
  headers: Readonly<Record<string, string>>
}

export function createOperatorServer(options: {
  host: string
  port: number
  metrics: () => Promise<string>
  /** Rejects when the service should get no traffic. */
  ready: () => Promise<void>
  page: () => Promise<Page>
}): OperatorServer {
  const server = createServer((request, response) => {
    const reply = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
    const replyFailed = (error: unknown) =>
      reply(503, `${error instanceof Error ? error.message : 'not ready'}\n`)
    if (request.url === '/live') reply(200, 'live\n')
    else if (request.url === '/ready')
      options.ready().then(() => reply(200, 'ready\n'), replyFailed)
    else if (request.url === '/metrics')
      options.metrics().then((text) => reply(200, text), replyFailed)
    else if (request.url !== '/') reply(404, 'not found\n')
    else if (!isOwnHost(request.headers.host, options.host))
      reply(403, 'open this page by an IP address, as localhost, or by METRICS_HOST\n')
    else if (request.method !== 'GET' && request.method !== 'HEAD') reply(405, 'only GET\n')
    else
      options
        .page()
        .then(({ html, headers }) => response.writeHead(200, headers).end(html), replyFailed)
  })
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(options.port, options.host, resolve)
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Returns whether the operator opened the page: a website that lets its own name resolve to this
 * address could otherwise read it in the operator's browser.
 */
function isOwnHost(header: string | undefined, host: string): boolean {
  const name = (header ?? '').replace(/:\d+$/, '').toLowerCase()
  return (
    name === 'localhost' || name === host.toLowerCase() || isIP(name.replace(/^\[|\]$/g, '')) !== 0
  )
}
