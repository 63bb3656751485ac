/** RFC 9457 problem documents. */
import type { Problem } from '../contract/problem.ts'
import {
  CHARGED,
  ERROR_CATALOGUE,
  type ErrorCode,
  type ServiceError,
  toServiceError,
} from '../platform/errors.ts'

export interface Reply {
  status: number
  headers: Record<string, string>
  body: Buffer
}

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

export function jsonReply(
  status: number,
  body: object,
  headers: Record<string, string> = {},
): Reply {
  return {
    status,
    headers: { 'content-type': JSON_TYPE, ...headers },
    body: Buffer.from(JSON.stringify(body)),
  }
}

/** Hints for errors without a hint. */
const USUAL_HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  VALIDATION: 'Correct the fields named in errors; /openapi.json describes each.',
  METHOD_NOT_ALLOWED: 'Use a method of the Allow header.',
  BODY_TOO_LARGE: 'Send a smaller body.',
  URL_TOO_LONG: 'Send a shorter URL.',
  HEADERS_TOO_LARGE: 'Send fewer or shorter headers.',
  INTERNAL:
    'Repeat the request; if it fails again, send the request_id to the operator with POST /v1/feedback.',
  UPSTREAM_UNAVAILABLE:
    'Repeat the request after the time in Retry-After; GET /v1/health shows the state of every source.',
  STORE_UNAVAILABLE:
    'Repeat the request after the time in Retry-After; if it was paid, with the same PAYMENT-SIGNATURE, do not sign again.',
  OVERLOADED:
    'Repeat the request after the time in Retry-After; if it was paid, with the same PAYMENT-SIGNATURE, do not sign again.',
  SHUTTING_DOWN: 'Repeat the request after the time in Retry-After.',
}

export interface ProblemOptions {
  publicUrl: string
  instance: string
  requestId: string
  /** Whether a payment came with the request, or may have come with it. */
  withPayment?: boolean
}

/** The public face of an error. */
function buildProblem(known: ServiceError, options: ProblemOptions): Problem {
  const { status, title, retryable } = ERROR_CATALOGUE[known.code]
  const state = known.payment ?? (options.withPayment ? 'unread' : 'none')
  return {
    type: `${options.publicUrl}/docs/errors#${known.code.toLowerCase()}`,
    title,
    status,
    detail: known.detail,
    instance: options.instance,
    code: known.code,
    errors: [...known.errors],
    hint: known.hint ?? USUAL_HINTS[known.code] ?? null,
    charged: CHARGED[state],
    retryable,
    request_id: options.requestId,
    ...(known.quote === null ? {} : { quote: known.quote as NonNullable<Problem['quote']> }),
  }
}

export function problemReply(error: unknown, options: ProblemOptions): Reply {
  const known = toServiceError(error)
  const problem = buildProblem(known, options)
  return {
    status: problem.status,
    headers: {
      'content-type': PROBLEM_TYPE,
      'cache-control': 'no-store',
      ...(known.retryAfterSeconds ? { 'retry-after': String(known.retryAfterSeconds) } : {}),
      ...known.headers,
    },
    body: Buffer.from(JSON.stringify(problem)),
  }
}
