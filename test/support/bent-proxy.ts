/** Stands before a server and changes what it answers. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Bent {
  status: number
  body: string
}

/** Changes an answer. `asked` is the body of the request, if any. */
export type Bend = (answer: Bent, path: string, asked: string) => Bent

export interface BentProxy {
  /** With the path of the target. */
  url: string
  close(): Promise<void>
}

export async function startBentProxy(target: string, bend: Bend): Promise<BentProxy> {
  const { origin, pathname } = new URL(target)
  const server = createServer((request, response) => {
    forwarded(request, origin)
      .then(({ asked, answer }) => {
        const { status, body } = bend(answer, request.url ?? '/', asked)
        response.writeHead(status, { 'content-type': answer.type }).end(body)
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname === '/' ? '' : pathname}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function forwarded(request: IncomingMessage, origin: string) {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
  const asked = await buffer(request)
  const reply = await fetch(`${origin}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(asked.length > 0 ? { body: asked } : {}),
    redirect: 'manual',
  })
  const answer = {
    status: reply.status,
    body: await reply.text(),
    type: reply.headers.get('content-type') ?? 'text/plain',
  }
  return { asked: asked.toString('utf8'), answer }
}
