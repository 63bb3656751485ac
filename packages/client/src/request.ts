/** Requests to a service and what they answer, of whichever operation. */
import type { Channel } from './buyer.ts'
import { at, decodeHeader, parseJson, toUsdc } from './codec.ts'
import type { PaymentTerms, Problem } from './generated/operations.ts'
import { paymentReply } from './outcome.ts'
import { isTerms, refuseUndeliverable } from './terms.ts'
import type { SavedAnswer } from './verify.ts'

export interface CallRequest {
  method: string
  url: string
  /** JSON text. */
  body?: string | null
}

export interface CallOptions {
  /**
   * Ends the waiting, not a payment that is on its way: the same question again, with the same
   * payment, still gets its answer.
   */
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

/**
 * Put it between `fetch` and whatever pays, `wrapFetchWithPayment(deliverableOnly(fetch), client)`:
 * terms of a call that cannot be delivered now are then never signed. The call throws
 * UndeliverableError.
 */
export function deliverableOnly(
  fetch: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status === 402) refuseUndeliverable(parseJson(await response.clone().text()))
    return response
  }
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

/**
 * The call was not paid for, or the payment was refused. `judgePayment` says whether it is over.
 */
export class PaymentRequiredError extends Error {
  override name = 'PaymentRequiredError'
  readonly terms: PaymentTerms
  /** In USDC, as the terms say. */
  readonly price: string

  constructor(terms: PaymentTerms) {
    const price = toUsdc(terms.accepts[0]?.amount ?? '0')
    super(
      terms.error === undefined
        ? `the call costs ${price} USDC`
        : `the payment was not taken: ${terms.error}`,
    )
    this.terms = terms
    this.price = price
  }
}

/**
 * Something else than the service answered: a proxy, a page, a cut connection. Whether a payment
 * was taken it does not say.
 */
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

/** Answer over HTTP, complete. */
export interface HttpReply {
  status: number
  headers: Headers
  text: string
}

/** Longer than the service works at a paid call, its doubts included. */
const ANSWER_WITHIN_MS = 90_000

/**
 * Sends a request, with a payment or without. A redirect is never followed with a payment: it would
 * carry that to another address.
 */
export async function exchange(
  { method, url, body }: CallRequest,
  { signal, payment, redirect = 'follow' }: CallOptions & { redirect?: RequestRedirect } = {},
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<HttpReply> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(payment ? { 'payment-signature': payment } : {}),
    },
    ...(body ? { body } : {}),
    redirect: payment ? 'manual' : redirect,
    signal: signal ?? AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Terms of a 402, from its body or its header; `null` for any other answer. */
export function termsOf({ status, headers, text }: HttpReply): PaymentTerms | null {
  if (status !== 402) return null
  const found = [parseJson(text), decodeHeader(headers.get('payment-required'))].find(isTerms)
  return found ?? null
}

/** Returns the channel on which `buy` buys the answer to a request. */
export function httpChannel(
  call: CallRequest,
  options: {
    request?: string
    signal?: AbortSignal | undefined
    redirect?: RequestRedirect
    fetch?: typeof globalThis.fetch | undefined
  } = {},
): Channel<HttpReply> {
  const { request = `${call.method} ${call.url} ${call.body ?? ''}`, fetch, signal } = options
  const { redirect = 'follow' } = options
  return {
    request,
    signal,
    send: (payment) =>
      exchange(
        call,
        { redirect, ...(signal ? { signal } : {}), ...(payment ? { payment } : {}) },
        fetch,
      ),
    read(reply) {
      const seconds = Number(reply.headers.get('retry-after') ?? Number.NaN)
      return {
        ...paymentReply(reply.status, reply.headers, reply.text),
        terms: termsOf(reply),
        name: `HTTP ${reply.status}`,
        retryAfterMs: seconds >= 0 ? seconds * 1000 : null,
      }
    },
  }
}

/**
 * Sends a request and reads its answer. @throws UndeliverableError, PaymentRequiredError,
 * ProblemError, UnexpectedAnswerError, and whatever `fetch` throws
 */
export async function send(
  call: CallRequest,
  options: CallOptions = {},
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Called<unknown>> {
  return readAnswer(call, await exchange(call, options, fetch))
}

/** @throws UndeliverableError, PaymentRequiredError, ProblemError and UnexpectedAnswerError */
export function readAnswer({ method, url }: CallRequest, reply: HttpReply): Called<unknown> {
  const { status, headers, text } = reply
  const answer = parseJson(text)
  const terms = termsOf(reply)
  if (terms) {
    refuseUndeliverable(terms)
    throw new PaymentRequiredError(terms)
  }
  const isOk = status >= 200 && status < 300
  if (!isOk && isProblem(answer))
    throw new ProblemError(answer, Number(headers.get('retry-after')) || null)
  const isEmpty = status === 204
  if (!isOk || (answer === undefined && !isEmpty)) throw new UnexpectedAnswerError(status, text)
  return {
    answer: isEmpty ? null : answer,
    nextCursor: headers.get('next-cursor'),
    receipt: (decodeHeader(headers.get('payment-response')) as Receipt | undefined) ?? null,
    replayed: headers.get('payment-replayed') === 'true',
    requestId: headers.get('x-request-id') ?? '',
    saved: { request: { method, url }, status, headers: Object.fromEntries(headers), body: text },
  }
}

const isProblem = (answer: unknown): answer is Problem => typeof at(answer, 'code') === 'string'
