/**
 * The closed catalogue of errors. Every problem that leaves the service carries one of these codes; `docs/callers/errors.md` has an anchor
 * for each. Internal causes stay in the log.
 */
export const ERROR_CATALOGUE = {
  VALIDATION: { status: 400, title: 'The request is malformed', retryable: false },
  CRITERIA_REQUIRED: {
    status: 400,
    title: 'At least one search criterion is required',
    retryable: false,
  },
  COMPANY_NUMBER_INVALID: {
    status: 400,
    title: 'The company number is not valid',
    retryable: false,
  },
  CURSOR_INVALID: {
    status: 400,
    title: 'The cursor does not belong to this question',
    retryable: false,
  },
  CURSOR_EXPIRED: { status: 400, title: 'The cursor is too old', retryable: false },
  PAYMENT_MALFORMED: { status: 400, title: 'The payment cannot be read', retryable: false },
  ROUTE_NOT_FOUND: { status: 404, title: 'There is no such route', retryable: false },
  SUBJECT_NOT_FOUND: { status: 404, title: 'The subject is not on the register', retryable: false },
  ACCOUNTS_NOT_READABLE: {
    status: 404,
    title: 'No accounts of the company can be read by a machine',
    retryable: false,
  },
  FUNDER_AMBIGUOUS: { status: 404, title: 'Several funders match the name', retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The method is not allowed here', retryable: false },
  PAYMENT_IN_FLIGHT: { status: 409, title: 'This payment is being processed', retryable: true },
  PAYMENT_REUSED: {
    status: 409,
    title: 'This payment was used for another request',
    retryable: false,
  },
  ROWS_CHANGED: {
    status: 409,
    title: 'Other rows can be answered than were paid for',
    retryable: false,
  },
  BODY_TOO_LARGE: { status: 413, title: 'The request body is too large', retryable: false },
  URL_TOO_LONG: { status: 414, title: 'The URL is too long', retryable: false },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'The body must be application/json',
    retryable: false,
  },
  RATE_LIMITED: { status: 429, title: 'Too many requests', retryable: true },
  HEADERS_TOO_LARGE: { status: 431, title: 'The request headers are too large', retryable: false },
  INTERNAL: { status: 500, title: 'Something went wrong on our side', retryable: true },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    title: 'The source of this answer is unavailable',
    retryable: true,
  },
  UPSTREAM_NOT_CONFIGURED: {
    status: 503,
    title: 'This deployment has no access to the source of this answer',
    retryable: false,
  },
  FACILITATOR_UNAVAILABLE: {
    status: 503,
    title: 'Payments cannot be processed right now',
    retryable: true,
  },
  SETTLEMENT_UNKNOWN: {
    status: 503,
    title: 'The outcome of the settlement is not known yet',
    retryable: true,
  },
  STORE_UNAVAILABLE: {
    status: 503,
    title: 'The service cannot reach its own records',
    retryable: true,
  },
  OVERLOADED: {
    status: 503,
    title: 'The service is running as many calls as it can',
    retryable: true,
  },
  SHUTTING_DOWN: { status: 503, title: 'The service is restarting', retryable: true },
} as const satisfies Record<string, { status: number; title: string; retryable: boolean }>

export type ErrorCode = keyof typeof ERROR_CATALOGUE

export interface FieldError {
  field: string
  in: 'path' | 'query' | 'body' | 'header'
  message: string
}

/** A rate limit whose bucket for one key was empty. */
export interface RefusingLimit {
  name: string
  keyHash: string
}

interface ServiceErrorOptions {
  errors?: readonly FieldError[]
  hint?: string
  retryAfterSeconds?: number
  headers?: Readonly<Record<string, string>>
  /** Current quote in place of the amount that was paid. */
  quote?: object
  /** The rate limit that refused the call, for the log and the metrics. */
  limit?: RefusingLimit | null
  /** Goes to the log, never to the caller. */
  cause?: unknown
}

/** An error with a public face. `detail` is shown to the caller. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly detail: string
  readonly errors: readonly FieldError[]
  readonly hint: string | null
  readonly retryAfterSeconds: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly quote: object | null
  readonly limit: RefusingLimit | null

  constructor(code: ErrorCode, detail: string, options: ServiceErrorOptions = {}) {
    super(`${code}: ${detail}`, { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.detail = detail
    this.errors = options.errors ?? []
    this.hint = options.hint ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.headers = options.headers ?? {}
    this.quote = options.quote ?? null
    this.limit = options.limit ?? null
  }

  get status(): number {
    return ERROR_CATALOGUE[this.code].status
  }
}

/**
 * The database cannot be reached or used. It is no ServiceError: during a payment, the caller adds
 * what it knows about the payment.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  constructor(cause: unknown) {
    super(errorMessage(cause), { cause })
  }
}

/** A start that cannot succeed: one line for the operator, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** An upstream answered, but not in the form that its reader knows. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer'
}

/** A short public sentence for any thrown value, without internals. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
