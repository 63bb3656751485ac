/** Request bodies: read whole and bounded, and only if an endpoint uses them. */
import type { IncomingMessage } from 'node:http'
import { createTooLargeError, maxBytesOf } from '../../api/body-bounds.ts'
import type { Bound } from '../../api/registry.ts'
import type { Description } from '../../contract/operation.ts'
import { ServiceError } from '../../platform/errors.ts'

/**
 * Maximum size of any body: a tool call carries its payment in it. Operations have lower limits.
 */
const MAX_BODY_BYTES = 64 * 1024

/** Whether a payment came with the request. */
export function isPaid({ headers }: IncomingMessage): boolean {
  return headers['payment-signature'] !== undefined
}

export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/**
 * How much of a body is read for an operation: what is too long for it by little is read, and
 * refused with its own limit.
 */
export const readBytesOf = (description: Description, withPayment: boolean) =>
  Math.max(MAX_BODY_BYTES, maxBytesOf(description, withPayment))

/**
 * @param limit the limit that a refusal names
 * @throws ServiceError BODY_TOO_LARGE, or VALIDATION if the caller leaves before it is complete
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes = MAX_BODY_BYTES,
  limit = maxBytes,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw createTooLargeError(limit)
  const chunks: Buffer[] = []
  let size = 0
  // Left undestroyed where it is too long: the answer goes over the same connection.
  const arriving = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  try {
    for await (const chunk of arriving) {
      size += chunk.length
      if (size > maxBytes) throw createTooLargeError(limit)
      chunks.push(chunk)
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    const detail = 'The connection ended before the body was complete.'
    throw new ServiceError('VALIDATION', detail, { cause })
  }
  return Buffer.concat(chunks, size)
}

/** JSON of an operation that takes a body; undefined when there is none. @throws ServiceError */
export function jsonBody(bound: Bound, request: IncomingMessage, bytes: Buffer): unknown {
  if (!bound.operation.body || bytes.length === 0) return undefined
  const maxBytes = maxBytesOf(bound.operation, isPaid(request))
  if (bytes.length > maxBytes) throw createTooLargeError(maxBytes)
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.', {
      hint: 'Send Content-Type: application/json.',
    })
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
