/**
 * Errors of a payment that does not lead to an answer. Each hint says whether to repeat the request
 * or to sign again.
 */
import { type PaymentState, ServiceError } from '../platform/errors.ts'

export function createInFlightError(): ServiceError {
  return new ServiceError('PAYMENT_IN_FLIGHT', 'A request with this payment is still running.', {
    hint: 'Repeat the same request with the same PAYMENT-SIGNATURE after the time in Retry-After.',
    retryAfterSeconds: 2,
    payment: 'undecided',
  })
}

export function createReusedError(payment: PaymentState): ServiceError {
  return new ServiceError('PAYMENT_REUSED', 'This payment belongs to another request.', {
    hint: 'Sign a new payment for this request, or repeat the first request exactly to get its answer.',
    payment,
  })
}

/** The payment is known, but this request does not prove that its sender may have the answer. */
export function createPaymentKnownError(
  differs: 'payment-identifier' | 'signature',
  payment: PaymentState,
): ServiceError {
  return new ServiceError(
    'PAYMENT_KNOWN',
    differs === 'signature'
      ? 'This payment was first sent with another signature.'
      : 'This payment was first sent with a payment-identifier, which this request does not carry.',
    {
      hint: 'Repeat the first PAYMENT-SIGNATURE header, byte for byte; do not sign again.',
      payment,
    },
  )
}

/** @param payment null while the claim is not released yet */
export function createIdentifierReusedError(payment: PaymentState | null): ServiceError {
  return new ServiceError(
    'IDENTIFIER_REUSED',
    'This payment-identifier belongs to another question.',
    {
      hint: 'Sign a new payment with a new payment-identifier for this request.',
      payment,
    },
  )
}

/** @param payment absent while the claim is not released yet */
export function createFacilitatorUnavailableError(
  reason: string,
  payment: PaymentState | null = null,
): ServiceError {
  return new ServiceError(
    'FACILITATOR_UNAVAILABLE',
    'The payment could not be checked or settled; nothing was charged.',
    {
      hint: 'Repeat with the same PAYMENT-SIGNATURE while it is valid, or sign again later.',
      retryAfterSeconds: 5,
      payment,
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
      payment: 'undecided',
      cause: reason,
    },
  )
}

/**
 * Replaces the limit's own error, which says that nothing was charged: a known payment may have
 * been charged.
 */
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
      payment: 'undecided',
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
