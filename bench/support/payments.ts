/** Payments of the right shape, each with a nonce of its own. Nobody signed them: the instant facilitator does not look. */
import { randomBytes } from 'node:crypto'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { encodeHeader } from '../../src/payments/wire.ts'

const PAYER = '0x2222222222222222222222222222222222222222'
const hex = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}`

/** The terms of a 402. */
export function termsOf(response: Response): PaymentRequired {
  return decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '')
}

/** `echoed`: what the stock client sends back of the 402 besides the terms it accepted. */
export function paymentHeaders({ accepts: [first], resource, extensions }: PaymentRequired, echoed: boolean): () => Record<string, string> {
  const accepted = first!
  const echo = echoed ? { resource, ...(extensions ? { extensions } : {}) } : {}
  const validBefore = () => String(Math.floor(Date.now() / 1000) + accepted.maxTimeoutSeconds)
  return () => ({
    'payment-signature': encodeHeader({
      x402Version: 2,
      ...echo,
      accepted,
      payload: {
        signature: hex(65),
        authorization: {
          from: PAYER,
          to: accepted.payTo,
          value: accepted.amount,
          validAfter: '0',
          validBefore: validBefore(),
          nonce: hex(32),
        },
      },
    }),
  })
}
