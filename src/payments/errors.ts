/** Errors of a payment that does not lead to an answer. Each hint says whether to repeat the request or to sign again. */
import { ServiceError } from '../platform/errors.ts'

export function createInFlightError(): ServiceError {
  return new ServiceError('PAYMENT_IN_FLIGHT', 'A request with this payment is still running.', {
    hint: 'Repeat the same request with the same PAYMENT-SIGNATURE after the time in Retry-After.',
    retryAfterSeconds: 2,
  })
}

export function createReusedError(): ServiceError {
  return new ServiceError('PAYMENT_REUSED', 'This payment belongs to another request.', {
    hint: 'Sign a new payment for this request, or repeat the first request exactly to get its answer.',
  })
}

export function createOtherIdentifierError(): ServiceError {
  return new ServiceError(
    'PAYMENT_REUSED',
    'This payment was made with a payment-identifier, which its repetition must carry.',
    {
      hint: 'Repeat the request with the same PAYMENT-SIGNATURE header, unchanged.',
    },
  )
}

export function createIdentifierReusedError(): ServiceError {
  return new ServiceError(
    'PAYMENT_REUSED',
    'This payment-identifier was used for another request.',
    {
      hint: 'Use a new payment-identifier for a new request.',
    },
  )
}

export function createFacilitatorUnavailableError(reason: string): ServiceError {
  return new ServiceError(
    'FACILITATOR_UNAVAILABLE',
    'The payment could not be checked or settled; nothing was charged.',
    {
      hint: 'Repeat with the same PAYMENT-SIGNATURE while it is valid, or sign again later.',
      retryAfterSeconds: 5,
      cause: reason,
    },
  )
}

export function createSettlementUnknownError(reason: string): ServiceError {
  return new ServiceError(
    'SETTLEMENT_UNKNOWN',
    'The payment was sent for settlement and its outcome is not known yet.',
    {
      hint: 'Repeat with the same PAYMENT-SIGNATURE, do not sign again: you will get the answer if you paid, and pay once at most.',
      retryAfterSeconds: 5,
      cause: reason,
    },
  )
}

/** Replaces the limit's own error, which says that nothing was charged: a known payment may have been charged. */
export function createTooManyRetriesError({
  retryAfterSeconds,
  headers,
  detail,
  limit,
}: Pick<ServiceError, 'retryAfterSeconds' | 'headers' | 'detail' | 'limit'>): ServiceError {
  return new ServiceError(
    'SETTLEMENT_UNKNOWN',
    'The outcome of this payment is not known yet, and it was looked for too often to be looked for now.',
    {
      hint: 'Repeat with the same PAYMENT-SIGNATURE after the time in Retry-After, do not sign again: you will get the answer if you paid, and pay once at most.',
      retryAfterSeconds: retryAfterSeconds ?? 5,
      headers,
      limit,
      cause: detail,
    },
  )
}

/** Error of a call whose buyer has left and does not read it. The payment stays unspent. */
export function createBuyerLeftError(cause?: unknown): ServiceError {
  return new ServiceError('SHUTTING_DOWN', 'The buyer left before the payment was settled.', {
    cause,
  })
}
