/** `/metrics` and the balancers' `/live` and `/ready`, on an address of their own that the public never reaches. */
import { createServer } from '../platform/node-http.ts'

export interface OperatorServer {
  listen(): Promise<void>
  close(): Promise<void>
}

export function createOperatorServer(options: {
  host: string
  port: number
  metrics: () => Promise<string>
  /** Rejects when the service should get no traffic. */
  ready: () => Promise<void>
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
    else reply(404, 'not found\n')
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
