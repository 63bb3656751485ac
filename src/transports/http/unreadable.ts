/** Requests that Node's parser rejects, or that do not arrive in time: they never reach a route. */

import type { Socket } from 'node:net'
import type { Problems } from '../../api/problem-log.ts'
import { ServiceError, toServiceError } from '../../platform/errors.ts'
import { STATUS_CODES } from '../../platform/node-http.ts'
import { commonHeaders } from './headers.ts'

export const MAX_URL_CHARS = 8 * 1024
export const MAX_HEADER_CHARS = 32 * 1024

export function createUrlTooLongError(): ServiceError {
  return new ServiceError('URL_TOO_LONG', `The URL is longer than ${MAX_URL_CHARS} characters.`)
}

export function createHeadersTooLargeError(): ServiceError {
  return new ServiceError(
    'HEADERS_TOO_LARGE',
    `The headers are longer than ${MAX_HEADER_CHARS} characters.`,
  )
}

export function createTooSlowError(): ServiceError {
  return new ServiceError(
    'VALIDATION',
    'The request did not arrive in time: headers have 10 seconds, a body has 15.',
    {
      hint: 'Send the whole request without pauses.',
    },
  )
}

/**
 * Returns the error of a request that may have a payment in it, and ended before the ledger was
 * read.
 */
export function markUnread(error: unknown): ServiceError {
  const known = toServiceError(error)
  return known.payment === null ? known.with({ payment: 'unread' }) : known
}

export function answerUnreadable(problems: Problems, nextId: () => string) {
  return (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (socket.destroyed || !socket.writable) return
    // Browsers open connections ahead, and would take this answer for that to their next request.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) {
      socket.destroy()
      return
    }
    const requestId = nextId()
    // A payment may be in what could not be read.
    const reply = problems.reply(markUnread(describe(error)), { instance: '', requestId })
    const length = String(reply.body.length)
    const head = {
      ...commonHeaders(reply.status),
      'x-request-id': requestId,
      ...reply.headers,
      'content-length': length,
      connection: 'close',
    }
    const lines = Object.entries(head)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    socket.end(
      `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}\r\n${lines}\r\n${reply.body.toString()}`,
    )
    // Who does not read it either is not waited for.
    socket.destroySoon()
  }
}

function describe(error: Error & { code?: string; rawPacket?: unknown }): ServiceError {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return createTooSlowError()
  if (error.code !== 'HPE_HEADER_OVERFLOW')
    return new ServiceError('VALIDATION', 'The request is not valid HTTP.', {
      hint: 'Send HTTP/1.1, and percent-encode what the URL has besides ASCII, as UTF-8.',
    })
  return isOneLongLine(error.rawPacket) ? createUrlTooLongError() : createHeadersTooLargeError()
}

/**
 * The packet that overflowed begins with more than a URL may have: it was the URL that never ended.
 */
function isOneLongLine(packet: unknown): boolean {
  return Buffer.isBuffer(packet) && !packet.subarray(0, MAX_URL_CHARS).includes('\r\n')
}
