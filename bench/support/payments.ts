/**
 * Payments of the right shape, each with a nonce of its own. Nobody signed them: the instant
 * facilitator does not look, and the service believes a payer whose first signatures were good
 * (`introduce`). So the load is that of a customer who comes often.
 */
import { randomBytes } from 'node:crypto'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { encodeHeader } from '../../src/payments/wire.ts'
import { signedPayment } from '../../test/support/payments.ts'

const payer = sandboxWallet('bench')
/** More than the service judges before it believes a payer. */
const INTRODUCTIONS = 20
const hex = (bytes: number) => `0x${randomBytes(bytes).toString('hex')}`

/** The terms of a 402. */
export function termsOf(response: Response): PaymentRequired {
  return decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '')
}

/** With what the stock client sends back of the 402 besides the terms it accepted. */
export function paymentHeaders({
  accepts: [first],
  resource,
  extensions,
}: PaymentRequired): () => Record<string, string> {
  const accepted = first!
  const echo = { resource, ...(extensions ? { extensions } : {}) }
  const validBefore = () => String(Math.floor(Date.now() / 1000) + accepted.maxTimeoutSeconds)
  return () => ({
    'payment-signature': encodeHeader({
      x402Version: 2,
      ...echo,
      accepted,
      payload: {
        signature: hex(65),
        authorization: {
          from: payer.address,
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

/** Pays for some answers with signatures that are good, so that the service knows the payer. */
export async function introduce(url: string): Promise<void> {
  const accepted = termsOf(await fetch(url)).accepts[0]!
  const chainId = Number(accepted.network.split(':')[1])
  for (let count = 0; count < INTRODUCTIONS; count += 1) {
    const payment = await signedPayment(payer, accepted, {}, chainId)
    const paid = await fetch(url, { headers: { 'payment-signature': encodeHeader(payment) } })
    const body = await paid.text()
    if (paid.status !== 200) throw new Error(`the service answered ${paid.status}: ${body}`)
  }
}
