/** Payments as a buyer signs them, and as an attacker would bend them. */
import { randomBytes } from 'node:crypto'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { authorizationTypes } from '@x402/evm'
import {
  type Hex,
  parseSignature,
  serializeCompactSignature,
  serializeSignature,
  signatureToCompactSignature,
} from 'viem'
import { SANDBOX_CHAIN_ID, SANDBOX_NETWORK, USDC_ADDRESS } from '../../sandbox/chain/usdc.ts'
import type { Wallet } from '../../sandbox/wallets.ts'

export interface Authorization {
  from: `0x${string}`
  to: `0x${string}`
  value: string
  validAfter: string
  validBefore: string
  nonce: Hex
}

/** Terms of ten cents to the given address, as a 402 of ours states them. */
export function terms(
  payTo: string,
  overrides: Partial<PaymentRequirements> = {},
): PaymentRequirements {
  return {
    scheme: 'exact',
    network: SANDBOX_NETWORK,
    asset: USDC_ADDRESS,
    amount: '100000',
    payTo,
    maxTimeoutSeconds: 300,
    extra: { name: 'USDC', version: '2' },
    ...overrides,
  }
}

/**
 * A signed payment for the terms; `overrides` are signed too. `chainId` other than the sandbox's
 * signs for another network.
 */
export async function signedPayment(
  wallet: Wallet,
  accepted: PaymentRequirements,
  overrides: Partial<Authorization> = {},
  chainId: number = SANDBOX_CHAIN_ID,
): Promise<PaymentPayload> {
  const authorization: Authorization = {
    from: wallet.address,
    to: accepted.payTo as Hex,
    value: accepted.amount,
    validAfter: '0',
    validBefore: String(Math.floor(Date.now() / 1000) + accepted.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}`,
    ...overrides,
  }
  const signature = await wallet.account.signTypedData({
    domain: { name: 'USDC', version: '2', chainId, verifyingContract: accepted.asset as Hex },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  })
  return { x402Version: 2, accepted, payload: { signature, authorization: { ...authorization } } }
}

export function authorizationOf(payment: PaymentPayload): Authorization {
  return (payment.payload as { authorization: Authorization }).authorization
}

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The other signature that proves the same: same r, mirrored s. */
export function malleated(payment: PaymentPayload): PaymentPayload {
  const { r, s, yParity } = parseSignature((payment.payload as { signature: Hex }).signature)
  const mirrored: Hex = `0x${(CURVE_ORDER - BigInt(s)).toString(16).padStart(64, '0')}`
  return {
    ...payment,
    payload: {
      ...payment.payload,
      signature: serializeSignature({ r, s: mirrored, yParity: 1 - yParity }),
    },
  }
}

/** The signature in each form that wallets and key services make of it. */
export function formsOf(payment: PaymentPayload): Record<string, Hex> {
  const signatureOf = (each: PaymentPayload) => (each.payload as { signature: Hex }).signature
  const withParity = (signature: Hex): Hex =>
    `${signature.slice(0, 130) as Hex}0${Number.parseInt(signature.slice(130), 16) - 27}`
  const usual = signatureOf(payment)
  const upper = signatureOf(malleated(payment))
  return {
    'with v of 27 or 28': usual,
    'with v of 0 or 1': withParity(usual),
    'with s in the upper half': upper,
    'with s in the upper half and v of 0 or 1': withParity(upper),
    'of 64 bytes (EIP-2098)': serializeCompactSignature(
      signatureToCompactSignature(parseSignature(usual)),
    ),
    'in capitals': `0x${usual.slice(2).toUpperCase()}`,
  }
}

/** The PAYMENT-SIGNATURE header. */
export const headerOf = (payment: PaymentPayload): string => encodePaymentSignatureHeader(payment)
