/**
 * A synthetic download site of the register's monthly file on loopback: ranges, validators, and
 * transfers that break.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serve } from '../serve.ts'

export interface BulkFile {
  name: string
  bytes: Buffer
}

/**
 * `cut`: each transfer ends after so many bytes, without a word. `down`: connections are cut.
 * `error`: 503. `page`: a page that names nothing. `whole`: ranges are ignored.
 */
export type BulkFault =
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'down' | 'error' | 'page' | 'whole' }

export interface SandboxBulkSite {
  url: string
  /** Requests with their range. */
  requests: readonly { path: string; range: string | null; status: number }[]
  publish(files: readonly BulkFile[]): void
  /** Until `heal`. */
  break(fault: BulkFault): void
  heal(): void
  close(): Promise<void>
}

export async function startBulkSite(published: readonly BulkFile[]): Promise<SandboxBulkSite> {
  let files = published
  let fault: BulkFault | null = null
  const requests: { path: string; range: string | null; status: number }[] = []

  function answer(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? '/', 'http://sandbox').pathname
    const range = request.headers.range ?? null
    const note = (status: number) => {
      requests.push({ path, range, status })
      response.statusCode = status
    }
    if (fault?.kind === 'down') return void response.socket?.destroy()
    if (fault?.kind === 'error') {
      note(503)
      return response.end()
    }
    if (path === '/en_output.html') {
      note(200)
      response.setHeader('content-type', 'text/html')
      const links =
        fault?.kind === 'page'
          ? []
          : files.map(({ name }) => `<li><a href="${name}">${name}</a></li>`)
      return response.end(`<html><body><ul>${links.join('')}</ul></body></html>`)
    }
    const file = files.find(({ name }) => path === `/${name}`)
    if (!file) {
      note(404)
      return response.end()
    }
    const etag = `"${createHash('sha256').update(file.bytes).digest('hex').slice(0, 16)}"`
    response.setHeader('etag', etag)
    response.setHeader('accept-ranges', 'bytes')
    if (request.headers['if-none-match'] === etag) {
      note(304)
      return response.end()
    }
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
    const partial =
      first !== undefined &&
      fault?.kind !== 'whole' &&
      (request.headers['if-range'] ?? etag) === etag
    const from = partial ? Number(first) : 0
    if (from > 0 && from >= file.bytes.length) {
      note(416)
      return response.end()
    }
    note(partial ? 206 : 200)
    const body = partial
      ? file.bytes.subarray(from, last ? Number(last) + 1 : undefined)
      : file.bytes
    if (partial)
      response.setHeader(
        'content-range',
        `bytes ${from}-${from + body.length - 1}/${file.bytes.length}`,
      )
    response.setHeader('content-length', body.length)
    if (fault?.kind !== 'cut') return response.end(body)
    response.write(body.subarray(0, fault.afterBytes), () => response.socket?.end())
  }

  return {
    ...(await serve(answer)),
    requests,
    publish(next) {
      files = next
    },
    break(next) {
      fault = next
    },
    heal() {
      fault = null
    },
  }
}
