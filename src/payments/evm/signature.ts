/**
 * Signatures of an EIP-3009 authorization. Signers write the same proof in several forms: v as 0 or
 * 1 (Ledger), s in the upper half (key services), 64 bytes (EIP-2098). USDC takes one form: 65
 * bytes, s in the lower half, v of 27 or 28. Any other bytes belong to smart wallets, whose
 * contract judges them.
 */
import { sha256Hex } from '../../platform/hash.ts'
import type { Presented, TokenDomain } from './presented.ts'

type Hex = `0x${string}`

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const LONG_CHARS = 2 + 2 * 65
const SHORT_CHARS = 2 + 2 * 64
/** In EIP-2098 the highest bit of s is the parity. */
const PARITY_BIT = 1n << 255n
const PARITIES: Readonly<Record<number, 0 | 1>> = { 0: 0, 1: 1, 27: 0, 28: 1 }

interface Parts {
  r: bigint
  s: bigint
  /** Last byte of 65; `null` for 64 bytes. */
  v: number | null
  /** `null` if v has no meaning. */
  parity: 0 | 1 | null
}

/** Returns whether an ordinary wallet's signature may have so many bytes. */
export function isOrdinaryLength({ length }: string): boolean {
  return length === LONG_CHARS || length === SHORT_CHARS
}

/** Returns `null` for a signature of another length. */
function split(signature: string): Parts | null {
  if (!isOrdinaryLength(signature)) return null
  const r = BigInt(signature.slice(0, 66))
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  if (signature.length === SHORT_CHARS)
    return { r, s: s & (PARITY_BIT - 1n), v: null, parity: s < PARITY_BIT ? 0 : 1 }
  const v = Number.parseInt(signature.slice(130), 16)
  return { r, s, v, parity: PARITIES[v] ?? null }
}

const isScalar = (value: bigint) => value > 0n && value < CURVE_ORDER
const toWord = (value: bigint) => value.toString(16).padStart(64, '0')
const lowerHalf = (s: bigint) => (s > CURVE_ORDER / 2n ? CURVE_ORDER - s : s)

/**
 * Returns the signature in the form that the token takes, or `null` if no ordinary wallet makes
 * such bytes.
 */
export function toTokenForm(signature: string): Hex | null {
  const parts = split(signature)
  if (parts === null) return null
  const { r, s, parity } = parts
  if (parity === null || !isScalar(r) || !isScalar(s)) return null
  const low = lowerHalf(s)
  const isOdd = low === s ? parity === 1 : parity === 0
  return `0x${toWord(r)}${toWord(low)}${isOdd ? '1c' : '1b'}`
}

/**
 * Returns what makes the bytes unfit for an ordinary wallet's signature, or `null` if their form is
 * good.
 */
export function findFormFault(signature: string): string | null {
  const parts = split(signature)
  if (parts === null)
    return `it has ${signature.length / 2 - 1} bytes; an ordinary wallet's has 65, or 64 by EIP-2098`
  const { r, s, v, parity } = parts
  if (parity === null) return `its last byte v is ${v}; expected 27 or 28, or 0 or 1`
  return isScalar(r) && isScalar(s) ? null : 'r or s is not between 1 and the order of secp256k1'
}

/**
 * Returns r and the lower s of a signature; a hash of other lengths. All forms of one proof have
 * the same key.
 */
export function signatureKey(signature: string): string {
  const parts = split(signature)
  if (parts === null) return sha256Hex(signature.toLowerCase())
  return `${toWord(parts.r)}${toWord(lowerHalf(parts.s))}`
}

/**
 * Returns the bytes to send to the facilitator. They are rewritten only if the payer's own key made
 * them, because a smart wallet may read 64 or 65 bytes in another way.
 */
export async function toForwardedSignature(
  presented: Presented,
  domain: TokenDomain,
  isSignedByPayer: typeof hasPayersSignature,
): Promise<Hex> {
  const { signature } = presented
  const form = toTokenForm(signature)
  if (form === null || form === signature.toLowerCase()) return signature
  return (await isSignedByPayer(presented, domain)) ? form : signature
}

/**
 * Returns whether the payer's own key made this signature, in any form. Smart wallets cannot be
 * judged here and count as no. About 2 ms of CPU.
 */
export async function hasPayersSignature(
  { authorization, signature: sent }: Presented,
  domain: TokenDomain,
): Promise<boolean> {
  const signature = toTokenForm(sent)
  if (signature === null) return false
  // Needed for contested payments only.
  const { recoverTypedDataAddress } = await import('viem/utils')
  try {
    const signer = await recoverTypedDataAddress({
      domain: {
        name: domain.name,
        version: '2',
        chainId: domain.chainId,
        verifyingContract: domain.asset,
      },
      types: {
        TransferWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'validAfter', type: 'uint256' },
          { name: 'validBefore', type: 'uint256' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'TransferWithAuthorization',
      message: {
        from: authorization.from as Hex,
        to: authorization.to as Hex,
        value: BigInt(authorization.value),
        validAfter: BigInt(authorization.validAfter),
        validBefore: BigInt(authorization.validBefore),
        nonce: authorization.nonce as Hex,
      },
      signature,
    })
    return signer.toLowerCase() === authorization.from.toLowerCase()
  } catch {
    return false
  }
}
