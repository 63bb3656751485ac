/**
 * Invented wallets. A signature here is a digest of what is signed, in the shape of a real one,
 * with its malleable twin: recovering a real one costs as much as a whole schedule, and the gate
 * learns from it only whether it is the payer's.
 */

import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import {
  type Authorization,
  type Presented,
  presentPayment,
} from '../../src/payments/evm/presented.ts'

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** 64 hex digits that differ where the text does. */
export function digest(text: string): string {
  let one = 0x811c9dc5
  let two = 0x9747b28c
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    two = Math.imul(two + code, 0x85ebca6b) ^ (two >>> 13)
  }
  const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0')
  return `${hex(one)}${hex(two)}`.repeat(4)
}

const signedText = (authorization: Authorization, network: string) =>
  `${network}|${authorization.from}|${authorization.to}|${authorization.value}|${authorization.validAfter}|${authorization.validBefore}|${authorization.nonce}`

function signature(authorization: Authorization, network: string, twin: boolean): string {
  const r = digest(signedText(authorization, network))
  // Small, as usual wallets make it.
  const s = `0${r.slice(1)}`
  return twin
    ? `0x${r}${(CURVE_ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0')}1c`
    : `0x${r}${s}1b`
}

export function isSigned(authorization: Authorization, network: string, given: string): boolean {
  return (
    given === signature(authorization, network, false) ||
    given === signature(authorization, network, true)
  )
}

export type SignedAs = 'owner' | 'twin' | 'junk'

export interface Payment {
  payload: PaymentPayload
  presented: Presented
}

export function sign(
  authorization: Authorization,
  accepted: PaymentRequirements,
  paymentId: string | null,
  as: SignedAs,
): Payment {
  const made =
    as === 'junk'
      ? `0x${'44'.repeat(64)}1b`
      : signature(authorization, accepted.network, as === 'twin')
  const payload = {
    x402Version: 2,
    accepted,
    payload: { signature: made, authorization },
    ...(paymentId === null
      ? {}
      : { extensions: { [PAYMENT_IDENTIFIER]: { info: { required: false, id: paymentId } } } }),
  } as PaymentPayload
  return { payload, presented: presentPayment(payload) }
}
