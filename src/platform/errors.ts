/** State of the payment in a failed request, as far as it is known. */
export type PaymentState =
  /** No payment came. */
  | 'none'
  /** The ledger was not read, or could not be. */
  | 'unread'
  /** The ledger does not have it, or its claim was released. */
  | 'unspent'
  /** Its settlement was refused for certain. */
  | 'failed'
  /** A request with it is running, or its settlement is undecided. */
  | 'undecided'
  | 'settled'

/**
 * `charged` of problem documents and refusals: `false` only if nothing has moved and nothing will
 * unless the payment is presented again.
 */
export const CHARGED: Readonly<Record<PaymentState, boolean | null>> = {
  none: false,
  unread: null,
  unspent: false,
  failed: false,
  undecided: null,
  settled: true,
}

/** The request ended before the ledger was read. */
const BEFORE_LEDGER: readonly PaymentState[] = ['unread']
/** The answer was not built, or not sold: the claim was released. */
const RELEASED: readonly PaymentState[] = ['unspent']
/** The ledger was searched for this payment. */
const LOOKED_UP: readonly PaymentState[] = ['unread', 'unspent', 'failed', 'undecided', 'settled']
const KNOWN: readonly PaymentState[] = ['failed', 'undecided', 'settled']

interface CatalogueEntry {
  status: number
  title: string
  retryable: boolean
  payment: readonly PaymentState[]
  terms?: true
}

/**
 * The closed catalogue of errors. Every problem that leaves the service carries one of these codes;
 * `docs/callers/errors.md` has an anchor for each. Internal causes stay in the log. `payment` lists
 * the states that a payment may have which is answered with the code: `charged` follows from the
 * state. `terms` is true if a new signature cures the refusal, which then carries terms.
 */
export const ERROR_CATALOGUE = {
  VALIDATION: {
    status: 400,
    title: 'The request is malformed',
    retryable: false,
    payment: LOOKED_UP,
  },
  CRITERIA_REQUIRED: {
    status: 400,
    title: 'At least one search criterion is required',
    retryable: false,
    payment: LOOKED_UP,
  },
  COMPANY_NUMBER_INVALID: {
    status: 400,
    title: 'The company number is not valid',
    retryable: false,
    payment: LOOKED_UP,
  },
  CURSOR_INVALID: {
    status: 400,
    title: 'The cursor does not belong to this question',
    retryable: false,
    payment: RELEASED,
  },
  CURSOR_EXPIRED: {
    status: 400,
    title: 'The cursor is too old',
    retryable: false,
    payment: RELEASED,
  },
  PAYMENT_MALFORMED: {
    status: 400,
    title: 'The payment cannot be read',
    retryable: false,
    payment: LOOKED_UP,
    terms: true,
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    title: 'There is no such route',
    retryable: false,
    payment: BEFORE_LEDGER,
  },
  SUBJECT_NOT_FOUND: {
    status: 404,
    title: 'The subject is not on the register',
    retryable: false,
    payment: RELEASED,
  },
  ACCOUNTS_NOT_READABLE: {
    status: 404,
    title: 'No accounts of the company can be read by a machine',
    retryable: false,
    payment: RELEASED,
  },
  FUNDER_AMBIGUOUS: {
    status: 404,
    title: 'Several funders match the name',
    retryable: false,
    payment: RELEASED,
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'The method is not allowed here',
    retryable: false,
    payment: BEFORE_LEDGER,
  },
  PAYMENT_IN_FLIGHT: {
    status: 409,
    title: 'This payment is being processed',
    retryable: true,
    payment: ['undecided'],
  },
  PAYMENT_REUSED: {
    status: 409,
    title: 'This payment was used for another request',
    retryable: false,
    payment: KNOWN,
    terms: true,
  },
  PAYMENT_KNOWN: {
    status: 409,
    title: 'This payment was first sent in another form',
    retryable: false,
    payment: KNOWN,
  },
  IDENTIFIER_REUSED: {
    status: 409,
    title: 'This payment-identifier was used for another request',
    retryable: false,
    payment: ['unspent', 'failed'],
    terms: true,
  },
  ROWS_CHANGED: {
    status: 409,
    title: 'Other rows can be answered than were paid for',
    retryable: false,
    payment: RELEASED,
    terms: true,
  },
  BODY_TOO_LARGE: {
    status: 413,
    title: 'The request body is too large',
    retryable: false,
    payment: LOOKED_UP,
  },
  URL_TOO_LONG: {
    status: 414,
    title: 'The URL is too long',
    retryable: false,
    payment: BEFORE_LEDGER,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'The body must be application/json',
    retryable: false,
    payment: LOOKED_UP,
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    retryable: true,
    payment: ['unread', 'unspent'],
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: 'The request headers are too large',
    retryable: false,
    payment: BEFORE_LEDGER,
  },
  INTERNAL: {
    status: 500,
    title: 'Something went wrong on our side',
    retryable: true,
    payment: ['unread', 'unspent'],
  },
  UPSTREAM_UNAVAILABLE: {
    status: 503,
    title: 'The source of this answer is unavailable',
    retryable: true,
    payment: RELEASED,
  },
  UPSTREAM_NOT_CONFIGURED: {
    status: 503,
    title: 'This deployment has no access to the source of this answer',
    retryable: false,
    payment: RELEASED,
  },
  FACILITATOR_UNAVAILABLE: {
    status: 503,
    title: 'Payments cannot be processed right now',
    retryable: true,
    payment: ['unspent', 'failed'],
  },
  SETTLEMENT_UNKNOWN: {
    status: 503,
    title: 'The outcome of the settlement is not known yet',
    retryable: true,
    payment: ['undecided'],
  },
  STORE_UNAVAILABLE: {
    status: 503,
    title: 'The service cannot reach its own records',
    retryable: true,
    payment: BEFORE_LEDGER,
  },
  OVERLOADED: {
    status: 503,
    title: 'The service is running as many calls as it can',
    retryable: true,
    payment: ['unread', 'unspent'],
  },
  SHUTTING_DOWN: {
    status: 503,
    title: 'The service is restarting',
    retryable: true,
    payment: ['unread', 'unspent'],
  },
} as const satisfies Record<string, CatalogueEntry>

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
  /** State of the payment that the request came with; absent if it is not known here. */
  payment?: PaymentState | null
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
  readonly payment: PaymentState | null

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
    this.payment = options.payment ?? null
  }

  get status(): number {
    return ERROR_CATALOGUE[this.code].status
  }

  /** Returns a copy with these changes: one error may be thrown to several callers. */
  with(changes: Pick<ServiceErrorOptions, 'payment' | 'headers'>): ServiceError {
    const { code, detail, hint, retryAfterSeconds, quote, ...same } = this
    return new ServiceError(code, detail, {
      ...same,
      ...(hint !== null && { hint }),
      ...(retryAfterSeconds !== null && { retryAfterSeconds }),
      ...(quote !== null && { quote }),
      cause: this.cause,
      ...changes,
    })
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

const STORE_RETRY_AFTER_SECONDS = 5

/** Returns the public form of an error. An unexpected error becomes INTERNAL and shows nothing. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof StoreUnavailable)
    return new ServiceError(
      'STORE_UNAVAILABLE',
      'The service cannot reach its own records right now.',
      { retryAfterSeconds: STORE_RETRY_AFTER_SECONDS, cause: error },
    )
  return new ServiceError('INTERNAL', 'The request failed on our side.', { cause: error })
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
