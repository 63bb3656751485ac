/** Refusals of a payment that carry terms: a new signature cures them. */
import {
  decodePaymentHeader,
  findNamedPayment,
  type Presented,
  presentPayment,
} from '../payments/evm/presented.ts'
import type { Gate } from '../payments/gate.ts'
import { buildErrorRefusal } from '../payments/refusal.ts'
import type { Terms } from '../payments/terms.ts'
import { ERROR_CATALOGUE, type PaymentState, ServiceError } from '../platform/errors.ts'
import type { PaidCall, TermsOf } from './paid-call.ts'
import { findCurrentTerms } from './quote.ts'
import type { BoundPaid } from './registry.ts'

/** Headers of a problem have links to documents, those of a 402 have none: in bytes of JSON. */
const LINK_BYTES = 130

/** Returns the error with these terms if a new signature cures it. */
export function addTerms(
  error: ServiceError,
  terms: Terms,
  { asTool, resourceUrl }: Pick<PaidCall, 'asTool' | 'resourceUrl'>,
): ServiceError {
  if (!('terms' in ERROR_CATALOGUE[error.code])) return error
  const refused = {
    error: `${error.code}: ${error.detail}`,
    refusal: buildErrorRefusal(error),
  }
  const { header } = (asTool ? terms.tool : terms).challenge(resourceUrl, {
    refused,
    otherBytes: LINK_BYTES,
  })
  return error.with({ headers: { ...error.headers, 'payment-required': header } })
}

/** Reads the payment of a call: the PAYMENT-SIGNATURE header, or the payload as data. */
export function createPaymentReader({
  termsOf,
  gate,
}: {
  termsOf: TermsOf
  gate: Pick<Gate, 'findState'>
}) {
  /** Returns what is known of a payment that has no valid form. */
  async function findStateOf(decoded: unknown, terms: Terms): Promise<PaymentState> {
    const named = findNamedPayment(decoded, terms.requirements)
    // A payment in another form than ours was never taken.
    return named ? await gate.findState(named) : 'unspent'
  }

  /** @throws ServiceError PAYMENT_MALFORMED, with terms */
  return async (bound: BoundPaid, call: PaidCall, payment: unknown): Promise<Presented> => {
    let decoded: unknown
    let isDecoded = false
    try {
      decoded = typeof payment === 'string' ? decodePaymentHeader(payment) : payment
      isDecoded = true
      return presentPayment(decoded)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const one = termsOf(bound.operation.id)
      // Bytes that were cut on their way may be those of a payment that was taken.
      const state = isDecoded ? await findStateOf(decoded, one) : 'unread'
      const current = await readCurrentTerms(bound, call).catch(() => one)
      throw addTerms(error.with({ payment: state }), current, call)
    }
  }

  async function readCurrentTerms(bound: BoundPaid, { raw }: PaidCall): Promise<Terms> {
    const validated = bound.read(raw)
    if (!validated.ok) throw validated.error
    return await findCurrentTerms(termsOf, bound, validated.input)
  }
}
