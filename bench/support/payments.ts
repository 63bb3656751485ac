/**
 * Payments of the right shape, each with a nonce of its own. Nobody signed them: the instant
 * facilitator does not look, and the service believes a payer whose first signatures were good
 * (`introduce`). So the load is that of a customer who comes often.
 */
import { randomBytes } from 'node:crypto'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { authorizationTypes } from '@x402/evm'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeHeader } from '../../src/payments/wire.ts'

const payer = privateKeyToAccount(`0x${'22'.repeat(32)}`)
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
  const terms = termsOf(await fetch(url))
  const { accepts, x402Version } = terms
  const accepted = accepts[0]!
  for (let count = 0; count < INTRODUCTIONS; count += 1) {
    const unsigned = {
      from: payer.address,
      to: accepted.payTo as `0x${string}`,
      value: BigInt(accepted.amount),
      validAfter: 0n,
      validBefore: BigInt(Math.floor(Date.now() / 1000) + accepted.maxTimeoutSeconds),
      nonce: hex(32) as `0x${string}`,
    }
    const signature = await payer.signTypedData({
      domain: {
        name: 'USDC',
        version: '2',
        chainId: Number(accepted.network.split(':')[1]),
        verifyingContract: accepted.asset as `0x${string}`,
      },
      types: authorizationTypes,
      primaryType: 'TransferWithAuthorization',
      message: unsigned,
    })
    const authorization = Object.fromEntries(
      Object.entries(unsigned).map(([name, value]) => [name, String(value)]),
    )
    const header = encodeHeader({ x402Version, accepted, payload: { signature, authorization } })
    const paid = await fetch(url, { headers: { 'payment-signature': header } })
    if (paid.status !== 200)
      throw new Error(`the service answered ${paid.status}: ${await paid.text()}`)
    await paid.arrayBuffer()
  }
}
