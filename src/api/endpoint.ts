/**
 * What the HTTP server serves besides the operations: documents, pages, and endpoints of other
 * protocols.
 */
import type { IncomingMessage } from 'node:http'
import type { Reply } from './problem.ts'

/** A document or a page served besides the operations. */
export interface HttpDocument {
  path: string
  /** Called per request; the result is cached by the caller where it is costly. */
  read(headers: IncomingMessage['headers']): Reply | Promise<Reply>
}

/** An endpoint of another protocol than the operations. */
export interface Endpoint {
  /** Exact; with `*` at its end every path that begins with the rest. */
  path: string
  methods: readonly ('GET' | 'HEAD' | 'POST' | 'DELETE')[]
  answer(request: EndpointRequest): Reply | Promise<Reply>
}

export interface EndpointRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
  /** Address as limits count it. */
  address: string
  requestId: string
  /** The caller's traceparent header. */
  traceparent: string | null
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}
