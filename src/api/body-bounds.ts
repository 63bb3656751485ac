/**
 * Bounds of a body. They are checked on the parsed value before a schema reads it, so the cost of a
 * refusal depends on the bounds and not on what the caller sent.
 */
import type { Description } from '../contract/operation.ts'
import { ServiceError } from '../platform/errors.ts'
import { findExcess } from '../platform/json.ts'

/** Members of one object. The largest that an answer carries has fewer than a hundred. */
const MAX_MEMBERS = 200
const MAX_DEPTH = 12

/** Bodies up to this size cost one request, larger ones one more for each further part of it. */
const BYTES_PER_REQUEST = 16 * 1024

/** Returns how many requests of its address a body counts as. */
export function countRequests(bodyBytes: number): number {
  return Math.max(1, Math.ceil(bodyBytes / BYTES_PER_REQUEST))
}

export function createTooLargeError(maxBytes: number): ServiceError {
  return new ServiceError('BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`)
}

/**
 * Returns the maximum size of a body. A known payment may come with one that only the release
 * before accepted.
 */
export function maxBytesOf(
  { maxBodyBytes, formerMaxBodyBytes = 0 }: Description,
  withPayment: boolean,
): number {
  return withPayment ? Math.max(maxBodyBytes, formerMaxBodyBytes) : maxBodyBytes
}

/**
 * Returns why no caller may send this body (`refusal`), and why only a payment that the ledger
 * knows may have it (`excess`). The release before had no limit on the number of values but the
 * bytes.
 */
export function checkBody(
  description: Description,
  body: unknown,
  { bodyBytes = 0, withPayment = false }: { bodyBytes?: number; withPayment?: boolean },
): { refusal: ServiceError | null; excess: ServiceError | null } {
  const { maxBodyBytes, maxBodyValues } = description
  const excess =
    bodyBytes > maxBodyBytes ? createTooLargeError(maxBodyBytes) : findError(body, maxBodyValues)
  if (excess === null || !withPayment) return { refusal: excess, excess }
  return { refusal: findError(body, maxBytesOf(description, true)), excess }
}

function findError(body: unknown, values: number): ServiceError | null {
  const excess = findExcess(body, { values, members: MAX_MEMBERS, depth: MAX_DEPTH })
  if (excess === null) return null
  return new ServiceError('VALIDATION', `The body ${excess}.`, {
    errors: [{ field: '', in: 'body', message: excess }],
    hint: 'Send fewer entries; /openapi.json has the limit of each list.',
  })
}
