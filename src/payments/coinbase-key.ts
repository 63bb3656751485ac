/**
 * The key secret of Coinbase's developer platform, in the notations in which its portal gives it.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto'

export interface CoinbaseSigningKey {
  alg: 'ES256' | 'EdDSA'
  key: KeyObject
}

/** The notations that are read, for messages. */
export const COINBASE_KEY_FORMS =
  'an EC key on P-256 or an Ed25519 key as PEM (SEC1 or PKCS #8), nor 64 bytes of Ed25519 in base64'

/**
 * Returns `null` for a secret that is none of the known notations: PEM (SEC1 or PKCS #8), or 64
 * bytes (seed, then public key) in base64.
 */
export function readCoinbaseKey(secret: string): CoinbaseSigningKey | null {
  try {
    return secret.includes('-----BEGIN')
      ? fromPem(secret)
      : fromBytes(Buffer.from(secret, 'base64'))
  } catch {
    return null
  }
}

function fromPem(secret: string): CoinbaseSigningKey | null {
  // An environment variable often holds a PEM's line ends spelt out.
  const key = createPrivateKey(secret.replaceAll('\\n', '\n'))
  if (key.asymmetricKeyType === 'ed25519') return { alg: 'EdDSA', key }
  return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? { alg: 'ES256', key } : null
}

function fromBytes(bytes: Buffer): CoinbaseSigningKey | null {
  if (bytes.length !== 64) return null
  const part = (from: number) => bytes.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: part(0), x: part(32) }
  return { alg: 'EdDSA', key: createPrivateKey({ key: jwk, format: 'jwk' }) }
}
