/**
 * A synthetic document API on loopback: metadata, a redirect for the content, and the object store
 * that it leads to.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CivilDate, londonDate } from '../../src/platform/london.ts'
import { sendJson, serve } from '../serve.ts'
import { type SandboxCompany, sandboxCompanies } from './companies.ts'

/**
 * What the source does instead of answering. `private` and `plain` redirect to an address within a
 * private network or without TLS, `pdf` serves another content type, `missing` has no metadata.
 */
export type DocumentFault =
  | 'down'
  | 'throttled'
  | 'error'
  | 'private'
  | 'plain'
  | 'pdf'
  | 'missing'
  | 'endless'

export interface SandboxDocuments {
  url: string
  /** Paths that were requested since the start or the last `forget`, in order. */
  calls: readonly string[]
  forget(): void
  break(fault: DocumentFault): void
  heal(): void
  close(): Promise<void>
}

interface StoredDocument {
  number: string
  resources: Readonly<Record<string, Buffer>>
}

export async function startDocuments(
  options: { today?: CivilDate; apiKey?: string; companies?: readonly SandboxCompany[] } = {},
): Promise<SandboxDocuments> {
  const today = options.today ?? londonDate(Date.now())
  const apiKey = options.apiKey ?? 'sandbox-companies-house-key'
  const companies = options.companies ?? sandboxCompanies(today)
  const documents = new Map<string, StoredDocument>()
  for (const { number, accounts = [] } of companies)
    for (const { document } of accounts)
      if (document) documents.set(document.id, { number, resources: document.resources })
  const calls: string[] = []
  let fault: DocumentFault | null = null

  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    calls.push(url.pathname)
    const end = (status: number, body?: object) => sendJson(response, status, body)
    if (fault === 'down') {
      response.socket?.destroy()
      return
    }
    if (url.pathname.startsWith('/store/')) return serveObject(request, response, url)
    response.setHeader('X-Ratelimit-Limit', 600)
    const expected = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
    if (request.headers.authorization !== expected) return end(401, { error: 'Unauthorised' })
    if (fault === 'throttled') return end(429)
    if (fault === 'error') return end(500)
    const [, id = '', content] =
      /^\/document\/([A-Za-z0-9_-]+)(\/content)?$/.exec(url.pathname) ?? []
    const document = documents.get(id)
    if (!document || fault === 'missing') return end(404)
    if (content === undefined) return end(200, metadataOf(id, document))
    const type = request.headers.accept ?? 'application/pdf'
    if (document.resources[type] === undefined) return end(406)
    response.setHeader('location', locationOf(id, type))
    end(302)
  }

  function locationOf(id: string, type: string): string {
    if (fault === 'private') return 'https://10.0.0.8/bucket/object'
    if (fault === 'plain') return 'http://documents.example.org/object'
    return `${served.url}/store/${id}?type=${encodeURIComponent(type)}&X-Amz-Signature=sandbox`
  }

  function metadataOf(id: string, { number, resources }: StoredDocument): object {
    const self = `${served.url}/document/${id}`
    return {
      company_number: number,
      barcode: 'XSANDBOX',
      category: 'accounts',
      pages: 4,
      filename: `${number}_aa`,
      etag: '',
      links: { self, document: `${self}/content` },
      resources: Object.fromEntries(
        Object.entries(resources).map(([type, bytes]) => [type, { content_length: bytes.length }]),
      ),
    }
  }

  /** Serves a presigned address, and refuses other credentials as object stores do. */
  function serveObject(request: IncomingMessage, response: ServerResponse, url: URL): void {
    const type = url.searchParams.get('type') ?? ''
    const bytes = documents.get(url.pathname.slice('/store/'.length))?.resources[type]
    if (request.headers.authorization !== undefined || bytes === undefined) {
      response.statusCode = request.headers.authorization === undefined ? 404 : 400
      response.end('<Error><Code>InvalidArgument</Code></Error>')
      return
    }
    response.setHeader('content-type', fault === 'pdf' ? 'application/pdf' : type)
    if (fault !== 'endless') {
      response.end(bytes)
      return
    }
    const more = (error?: Error | null) => {
      if (error || response.socket === null || response.socket.destroyed) return
      response.write(Buffer.alloc(1024 * 1024, 0x20), more)
    }
    more()
  }

  const served = await serve(answer)
  return {
    ...served,
    calls,
    forget: () => {
      calls.length = 0
    },
    break(next) {
      fault = next
    },
    heal() {
      fault = null
    },
  }
}
