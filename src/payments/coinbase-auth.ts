/** The signed header that Coinbase's facilitator wants: a short-lived token for each of its paths. The official package for it brings 50 MB. */
import { randomBytes } from 'node:crypto'
import { type CryptoKey, importJWK, importPKCS8, SignJWT } from 'jose'

const VALID_SECONDS = 120
const METHODS = { verify: 'POST', settle: 'POST', supported: 'GET' } as const

export interface CoinbaseKey {
  id: string
  /** As the portal gives it: an EC key as PEM (PKCS #8), or 64 bytes of Ed25519 (seed, then public key) in base64. */
  secret: string
}

/** Headers by path, for the facilitator at `url`. @throws Error at the first use of a secret of neither form */
export function coinbaseAuthHeaders({ id, secret }: CoinbaseKey, url: string, nowMs: () => number = Date.now) {
  const { host, pathname } = new URL(url)
  let key: ReturnType<typeof readKey> | null = null

  async function bearer(path: keyof typeof METHODS): Promise<string> {
    key ??= readKey(secret)
    const { alg, key: signingKey } = await key
    const nowSeconds = Math.floor(nowMs() / 1000)
    const token = await new SignJWT({ sub: id, iss: 'cdp', uris: [`${METHODS[path]} ${host}${pathname.replace(/\/+$/, '')}/${path}`] })
      .setProtectedHeader({ alg, kid: id, typ: 'JWT', nonce: randomBytes(16).toString('hex') })
      .setIssuedAt(nowSeconds)
      .setNotBefore(nowSeconds)
      .setExpirationTime(nowSeconds + VALID_SECONDS)
      .sign(signingKey)
    return `Bearer ${token}`
  }

  return async () => ({
    verify: { Authorization: await bearer('verify') },
    settle: { Authorization: await bearer('settle') },
    supported: { Authorization: await bearer('supported') },
  })
}

async function readKey(secret: string): Promise<{ alg: string; key: CryptoKey | Uint8Array }> {
  // An environment variable often holds a PEM's line ends spelt out.
  const pem = secret.replaceAll('\\n', '\n')
  if (pem.includes('-----BEGIN')) return { alg: 'ES256', key: await importPKCS8(pem, 'ES256') }
  const bytes = Buffer.from(secret, 'base64')
  if (bytes.length !== 64) throw new Error('CDP_API_KEY_SECRET is neither an EC key as PEM nor 64 bytes of Ed25519 in base64')
  const part = (from: number) => bytes.subarray(from, from + 32).toString('base64url')
  return { alg: 'EdDSA', key: await importJWK({ kty: 'OKP', crv: 'Ed25519', d: part(0), x: part(32) }, 'EdDSA') }
}
