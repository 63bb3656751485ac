/** Requests to a service and what they answer, of whichever operation. */
import type { PaymentTerms, Problem } from './generated/operations.ts'
import type { SavedAnswer } from './verify.ts'

export interface CallRequest {
  method: string
  url: string
  /** JSON text. */
  body?: string | null
}

export interface CallOptions {
  /** Ends the waiting, not a payment that is on its way: the same question again, with the same payment, still gets its answer. */
  signal?: AbortSignal
  /** A payment to send, as `signPayment` returns it. The same one again is never charged again. */
  payment?: string
}

export interface Called<Answer> {
  answer: Answer
  /** Settlement; `null` for free calls. */
  receipt: Receipt | null
  /** The answer of an earlier call with the same payment: nothing was charged now. */
  replayed: boolean
  requestId: string
  /**
   * Input of `verify`, without the keys of the seller: `verify({ ...saved, keys: await
   * listedKeys(baseUrl) })`.
   */
  saved: Omit<SavedAnswer, 'keys'>
  /** Cursor for the next call, if there were no changes (`answer` is `null`). */
  nextCursor: string | null
}

export interface Receipt {
  success: boolean
  transaction: string
  network: string
  payer?: string
  amount?: string
}

/** The seller states before payment that it cannot deliver. Nothing was signed. */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError'
  readonly code: string

  constructor({ code, detail }: Availability) {
    super(detail)
    this.code = code
  }
}

interface Availability {
  deliverable: boolean
  code: string
  detail: string
}

/**
 * Put it between `fetch` and whatever pays, `wrapFetchWithPayment(deliverableOnly(fetch), client)`: terms of a call that cannot be delivered
 * now are then never signed. The call throws UndeliverableError.
 */
export function deliverableOnly(
  fetch: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status === 402) refuseUndeliverable(await extensionsOf(response.clone()))
    return response
  }
}

const extensionsOf = (response: Response): Promise<unknown> =>
  response.json().then(
    (terms) => (terms as Partial<PaymentTerms> | null)?.extensions,
    () => null,
  )

/** @throws UndeliverableError */
function refuseUndeliverable(extensions: unknown): void {
  const { availability } = (extensions ?? {}) as { availability?: Availability }
  if (availability?.deliverable === false) throw new UndeliverableError(availability)
}

/** The service says why there is no answer. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly problem: Problem
  /** Seconds to wait before the same request may succeed; null when the service names none. */
  readonly retryAfterSeconds: number | null

  constructor(problem: Problem, retryAfterSeconds: number | null) {
    super(`${problem.code}: ${problem.detail}`)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The call was not paid for, or the payment was not taken. Nothing was charged. */
export class PaymentRequiredError extends Error {
  override name = 'PaymentRequiredError'
  readonly terms: PaymentTerms
  /** In USDC, as the terms say. */
  readonly price: string

  constructor(terms: PaymentTerms) {
    const price = priceOf(terms)
    super(
      terms.error === undefined
        ? `the call costs ${price} USDC`
        : `the payment was not taken: ${terms.error}`,
    )
    this.terms = terms
    this.price = price
  }
}

/** Something else than the service answered: a proxy, a page, a cut connection. Whether a payment was taken it does not say. */
export class UnexpectedAnswerError extends Error {
  override name = 'UnexpectedAnswerError'
  readonly status: number
  /** The beginning of what came. */
  readonly text: string

  constructor(status: number, text: string) {
    const beginning = text.slice(0, 1000)
    super(`unexpected answer ${status}: ${beginning.slice(0, 200)}`)
    this.status = status
    this.text = beginning
  }
}

/**
 * Sends a request and reads its answer. @throws UndeliverableError, PaymentRequiredError,
 * ProblemError, UnexpectedAnswerError, and whatever `fetch` throws
 */
export async function send(
  { method, url, body }: CallRequest,
  { signal, payment }: CallOptions = {},
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Called<unknown>> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(payment ? { 'payment-signature': payment } : {}),
    },
    ...(body ? { body } : {}),
    // A redirect would send the payment to another address.
    ...(payment ? { redirect: 'error' as const } : {}),
    ...(signal ? { signal } : {}),
  })
  const text = await response.text()
  const answer = parseBody(text)
  if (response.status === 402 && isTerms(answer)) {
    refuseUndeliverable(answer.extensions)
    throw new PaymentRequiredError(answer)
  }
  if (!response.ok && isProblem(answer))
    throw new ProblemError(answer, Number(response.headers.get('retry-after')) || null)
  const isEmpty = response.status === 204
  if (!response.ok || (answer === undefined && !isEmpty))
    throw new UnexpectedAnswerError(response.status, text)
  return {
    answer: isEmpty ? null : answer,
    nextCursor: response.headers.get('next-cursor'),
    receipt: receiptOf(response.headers.get('payment-response')),
    replayed: response.headers.get('payment-replayed') === 'true',
    requestId: response.headers.get('x-request-id') ?? '',
    saved: {
      request: { method, url },
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text,
    },
  }
}

/** Undefined for what is no JSON. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isTerms(answer: unknown): answer is PaymentTerms {
  return Array.isArray((answer as PaymentTerms | undefined)?.accepts)
}

function isProblem(answer: unknown): answer is Problem {
  return typeof (answer as Problem | undefined)?.code === 'string'
}

const USDC_DECIMALS = 6

/** `"100000"` atomic units to `"0.10"`: at least two digits after the point. */
function priceOf({ accepts }: PaymentTerms): string {
  const atomic = String(accepts[0]?.amount ?? '0').padStart(USDC_DECIMALS + 1, '0')
  const fraction = atomic.slice(-USDC_DECIMALS).replace(/(?<!0)0+$/, '')
  return `${atomic.slice(0, -USDC_DECIMALS)}.${fraction.padEnd(2, '0')}`
}

function receiptOf(header: string | null): Receipt | null {
  return header === null ? null : ((parseBody(atob(header)) as Receipt | undefined) ?? null)
}
