/**
 * Checks of a presented payment that need neither network nor ledger, and the times that follow
 * from its validity.
 */
import type { PaymentRequirements } from '@x402/core/types'
import type { Presented } from './presented.ts'
import { isAcceptedTimeout } from './requirements.ts'

const MIN_VALIDITY_S = 20
const DAY_MS = 24 * 3_600_000
/** An authorization that may land for years would have to be remembered for years. */
const MAX_VALIDITY_S = DAY_MS / 1000
/**
 * After this long past `validBefore` an unused nonce can no longer be spent by a transaction still
 * under way.
 */
const EXPIRY_MARGIN_S = 60
/** Replaces the protocol's bare code, which is also the code for too little validity. */
const VALID_FOR_TOO_LONG =
  'invalid_exact_evm_payload_authorization_valid_before: more than 24 hours ahead, which is the limit'

/**
 * Returns why a payment does not meet the terms, or null. Its echo and its signed fields must be
 * ours, with time left to settle.
 */
export function findMismatch(
  presented: Presented,
  requirements: PaymentRequirements,
  nowMs: number,
): string | null {
  const { accepted } = presented.payload
  const { authorization } = presented
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const extra = (accepted.extra ?? {}) as Record<string, unknown>
  if (
    accepted.scheme !== requirements.scheme ||
    accepted.amount !== requirements.amount ||
    !isSame(accepted.payTo, requirements.payTo) ||
    !isAcceptedTimeout(accepted.maxTimeoutSeconds, requirements) ||
    !Object.entries(requirements.extra).every(([key, value]) => extra[key] === value)
  ) {
    return 'no_matching_payment_requirements'
  }
  if (!isSame(authorization.to, requirements.payTo)) return 'invalid_exact_evm_recipient_mismatch'
  if (BigInt(authorization.value) !== BigInt(requirements.amount))
    return 'invalid_exact_evm_payload_authorization_value_mismatch'
  const nowS = Math.floor(nowMs / 1000)
  if (parseSeconds(authorization.validBefore) < nowS + MIN_VALIDITY_S)
    return 'invalid_exact_evm_payload_authorization_valid_before'
  if (parseSeconds(authorization.validBefore) > nowS + MAX_VALIDITY_S) return VALID_FOR_TOO_LONG
  // The token wants a block later than validAfter.
  if (Number(authorization.validAfter) >= nowS)
    return 'invalid_exact_evm_payload_authorization_valid_after'
  return null
}

/**
 * Seconds since the epoch. "For ever" is signed as the largest integer there is; ours ends where
 * milliseconds stop being exact.
 */
export function parseSeconds(digits: string): number {
  return Math.min(Number(digits), Math.floor((Number.MAX_SAFE_INTEGER - DAY_MS) / 1000))
}

/**
 * Until when a claim is kept that was not settled: a day after its authorization has expired.
 * Former releases took any validity.
 */
export function computeUnsettledExpiryMs(validBefore: string, nowMs: number): number {
  return Math.min(parseSeconds(validBefore) * 1000, nowMs + DAY_MS) + DAY_MS
}

export function isPastExpiry(validBefore: number, chainTimeS: number): boolean {
  return chainTimeS > validBefore + EXPIRY_MARGIN_S
}
